// Games as text: links that open a position again, and moves as people write them.
import { note, tidyName } from "./notes";
import { MOST_NODES, quoted, readTree, treeText, unquoted } from "./treetext";
import { at, depth, fresh, inOrder, jump, line, mainLine, movesTo, type Game } from "./tree";

export interface Carried {
  sides: boolean; // side lines; without them, the line one stands in
  notes: boolean; // marks and comments
}

const ALL: Carried = { sides: true, notes: true };

/**
 * "#g=hex:size=11&m=f6,d4(d5,c4),e5&at=2&b=human&w=hard": the game and its moves, side lines in
 * brackets after the move that they replace; `at` is where one stands, if not at the end.
 */
export function toHash(game: Game, carried: Carried = ALL): string {
  const whole = carried.sides ? game : lineAlone(game);
  const nodes = inOrder(whole);
  const number = (id: number): number => nodes.findIndex((n) => n.id === id);
  const parts = [`g=${game.game}`];
  if (game.position !== null) parts.push(`p=${encodeURIComponent(game.position)}`);
  const moves = treeText(whole, carried.notes);
  if (moves) parts.push(`m=${moves}`);
  if (whole.cursor !== mainLine(whole).at(-1)!.id) parts.push(`at=${number(whole.cursor)}`);
  if (whole.resigned) parts.push(`r=${whole.resigned.by}.${number(whole.resigned.node)}`);
  if (game.name) parts.push(`t=${quoted(game.name)}`);
  parts.push(`b=${game.players[0]}`, `w=${game.players[1]}`);
  return "#" + parts.join("&");
}

/** The line one stands in as a game of its own. */
export function lineAlone(game: Game): Game {
  const nodes = line(game);
  const alone = { ...fresh(game.game, game.players, game.position, movesTo(game, nodes.at(-1)!.id)), name: game.name };
  nodes.forEach((n, ply) => note(at(alone, ply), n.marks ?? [], n.comment ?? ""));
  jump(alone, depth(game));
  const resigned = nodes.findIndex((n) => n.id === game.resigned?.node);
  if (game.resigned && resigned >= 0) alone.resigned = { ...game.resigned, node: resigned };
  return alone;
}

/**
 * The game that a link means; null if it means none, an error if it cannot be read. A link from
 * outside may not have more nodes than the server looks through; one's own has what was played.
 */
export function fromHash(hash: string, most = MOST_NODES): Game | null {
  const values = new Map<string, string>();
  for (const part of hash.replace(/^[^#]*#/, "").split("&")) {
    const split = part.indexOf("=");
    if (split > 0) values.set(part.slice(0, split), part.slice(split + 1));
  }
  const value = (key: string): string | null => (values.has(key) ? unquoted(values.get(key)!) : null);
  const name = value("g");
  if (!name) return null;
  const game = fresh(name, [value("b") ?? "human", value("w") ?? "human"], value("p"));
  readTree(game, values.get("m") ?? "", most);
  const title = tidyName(value("t") ?? "");
  if (title) game.name = title;
  const nodes = inOrder(game);
  const [, by, node] = /^([01])\.(\d+)$/.exec(value("r") ?? "") ?? [];
  const given = nodes[Number(node)];
  if (by && given) game.resigned = { by: by === "0" ? 0 : 1, node: given.id };
  jump(game, (nodes[Number(values.get("at") ?? NaN)] ?? mainLine(game).at(-1)!).id);
  return game;
}

/** The moves in a word of a text: "1.f6" is "f6", "44534" five moves of Connect 4, "f5d6c3" three of Othello. */
export function movesOf(word: string, name: string): string[] {
  const token = word.toLowerCase().replace(/^\d+\.+/, "");
  if (!token) return [];
  if (name === "connect4") return /^\d{3,}$/.test(token) ? [...token] : [token];
  if (["breakthrough", "knightthrough", "domineering", "nim"].includes(name)) return [token];
  return /^([a-z]{1,2}\d{1,2}){2,}$/.test(token) ? (token.match(/[a-z]{1,2}\d{1,2}/g) ?? []) : [token];
}

/** Moves as a text with numbers: "1. f6 d4 2. e5". */
export function movesText(moves: string[]): string {
  return moves.map((move, i) => (i % 2 ? move : `${i / 2 + 1}. ${move}`)).join(" ");
}

/** "hex:size=7,swap=true" as a name and its parameters. */
export function gameParts(text: string): { name: string; values: Map<string, string> } {
  const [name = "", rest = ""] = text.split(/:(.*)/s);
  const values = new Map<string, string>();
  for (const part of rest.split(",").filter(Boolean)) {
    const [key = "", value = ""] = part.split("=");
    values.set(key.trim(), value.trim());
  }
  return { name, values };
}

export function gameText(name: string, values: Map<string, string>): string {
  const given = [...values].map(([key, value]) => `${key}=${value}`);
  return given.length ? `${name}:${given.join(",")}` : name;
}
