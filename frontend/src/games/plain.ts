// Games as plain text, for every game: lines in square brackets say what it is; then come the moves
// with their numbers, side lines in (), comments in {}, marks in [].
//
//   [Game "hex:size=5"]
//   [First "human"]
//
//   1. c3 b2 {a fork} [Gd4 Rc3d4] (1... d4 2. e5) 2. d3
import { gameParts, movesOf } from "../game/link";
import { LONGEST_NAME, note } from "../game/notes";
import { at, depth, fresh, inOrder, jump, mainLine, play, ROOT, type Game, type Node } from "../game/tree";
import { MOST_NODES, unreadable } from "../game/treetext";

const WIDTH = 88;

export function toPlain(game: Game, date = ""): string {
  const header = (name: string, value: string | null | undefined): string =>
    value ? `[${name} ${JSON.stringify(value)}]\n` : "";
  const [first, second] = game.players;
  const about =
    header("Game", game.game) +
    header("Position", game.position) +
    header("Name", game.name) +
    header("Date", date) +
    header("First", first) +
    header("Second", second) +
    header("Resigned", resignation(game));
  const moves = notes(at(game, ROOT)).concat(after(game, ROOT, true));
  return `${about}\n${wrapped(moves)}\n`;
}

function resignation(game: Game): string | null {
  if (!game.resigned) return null;
  const node = inOrder(game).findIndex((n) => n.id === game.resigned!.node);
  return `${game.resigned.by ? "second" : "first"} at ${node}`;
}

/** What is written after a node, word by word; `number` if the next move needs its number. */
function after(game: Game, id: number, number: boolean): string[] {
  const words: string[] = [];
  for (let here = at(game, id); ; number = words.at(-1)?.endsWith(")") ?? false) {
    const [main, ...sides] = here.children;
    if (main === undefined) return words;
    words.push(...move(game, main, number));
    for (const side of sides) {
      const line = [...move(game, side, true), ...after(game, side, false)];
      words.push(`(${line[0]}`, ...line.slice(1));
      words[words.length - 1] += ")";
    }
    here = at(game, main);
  }
}

function move(game: Game, id: number, number: boolean): string[] {
  const here = at(game, id);
  const ply = depth(game, id);
  const count = ply % 2 ? [`${(ply + 1) / 2}.`] : number ? [`${ply / 2}...`] : [];
  return [...count, here.move ?? "", ...notes(here)];
}

function notes(here: Node): string[] {
  const marks = here.marks?.length ? [`[${here.marks.join(" ")}]`] : [];
  return [...marks, ...(here.comment ? [`{${here.comment.replace(/[\\}]/g, "\\$&")}}`] : [])];
}

/** Words in lines; a comment is one word, and keeps its own lines. */
function wrapped(words: string[]): string {
  let text = "";
  let column = 0;
  for (const word of words) {
    const isNew = column + word.length + 1 > WIDTH;
    text += (text ? (isNew ? "\n" : " ") : "") + word;
    column = word.includes("\n") || isNew ? word.length - word.lastIndexOf("\n") - 1 : column + word.length + 1;
  }
  return text;
}

/** The games of a text; one that does not say which game it is belongs to `present`. */
export function fromPlain(text: string, present: Game): Game[] {
  const starts = [...text.matchAll(/^\[Game /gm)].map((found) => found.index);
  const parts = starts.length ? starts.map((start, i) => text.slice(i ? start : 0, starts[i + 1])) : [text];
  return parts.map((part) => one(part, present));
}

function one(text: string, present: Game): Game {
  const headers = new Map<string, string>();
  const moves = text.replace(/^\s*\[(\w+) ("(?:[^"\\\n]|\\.)*")\][^\S\n]*$/gm, (_, name: string, value: string) => {
    headers.set(name, stringOf(value));
    return "";
  });
  const spec = headers.get("Game");
  const players = spec ? ([headers.get("First") ?? "human", headers.get("Second") ?? "human"] as [string, string]) : present.players;
  const game = fresh(spec ?? present.game, players, spec ? (headers.get("Position") ?? null) : present.position);
  const name = headers.get("Name")?.replace(/\s+/g, " ").trim();
  if (name) game.name = name.slice(0, LONGEST_NAME);
  readMoves(game, moves);
  const [, who, number] = /^(first|second) at (\d+)$/.exec(headers.get("Resigned") ?? "") ?? [];
  const node = inOrder(game)[Number(number)];
  if (who && node) game.resigned = { node: node.id, by: who === "second" ? 1 : 0 };
  jump(game, mainLine(game).at(-1)!.id);
  return game;
}

function stringOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

function readMoves(game: Game, text: string): void {
  const { name } = gameParts(game.game);
  const left: number[] = [];
  for (const [token, comment, marks] of text.matchAll(/\{((?:\\[^]|[^}\\])*)\}|\[([^\]]*)\]|[()]|[^\s(){}[\],;]+|[{}[\]]/g)) {
    const here = at(game);
    if (comment !== undefined) note(here, here.marks ?? [], comment.replace(/\\([^])/g, "$1"));
    else if (marks !== undefined) note(here, marks.split(/\s+/), here.comment ?? "");
    else if (token === "(") {
      if (here.parent === null) throw unreadable("text-brackets");
      left.push(game.cursor);
      game.cursor = here.parent;
    } else if (token === ")") {
      if (!left.length) throw unreadable("text-brackets");
      game.cursor = left.pop()!;
    } else if (/^[{}[\]]$/.test(token)) {
      throw unreadable("text-brackets");
    } else for (const move of movesOf(token, name)) play(game, move);
    if (game.made > MOST_NODES) throw unreadable("too-many-moves", { most: MOST_NODES });
  }
  if (left.length) throw unreadable("text-brackets");
}
