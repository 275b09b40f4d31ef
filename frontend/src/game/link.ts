// Games as text: links that open a position again, and moves as people write them.
import { at, fresh, movesTo, type Game } from "./tree";

/** "#g=hex:size=11&m=f6,d4&b=human&w=strong", with the moves up to where one stands. */
export function toHash(game: Game): string {
  const parts = [`g=${game.game}`];
  if (game.position !== null) parts.push(`p=${encodeURIComponent(game.position)}`);
  const moves = movesTo(game);
  if (moves.length) parts.push(`m=${moves.join(",")}`);
  parts.push(`b=${game.players[0]}`, `w=${game.players[1]}`);
  return "#" + parts.join("&");
}

/** The game that a link means; null if it is none. */
export function fromHash(hash: string): Game | null {
  const values = new Map<string, string>();
  for (const part of hash.replace(/^[^#]*#/, "").split("&")) {
    const split = part.indexOf("=");
    if (split <= 0) continue;
    try {
      values.set(part.slice(0, split), decodeURIComponent(part.slice(split + 1)));
    } catch {
      return null;
    }
  }
  const game = values.get("g");
  if (!game) return null;
  const moves = (values.get("m") ?? "").split(",").filter(Boolean);
  const players: [string, string] = [values.get("b") ?? "human", values.get("w") ?? "human"];
  return fresh(game, players, values.get("p") ?? null, moves);
}

/** The moves in a text: "1. f6 d4 2. e5", "f6,d4", "44534" for Connect 4, "f5d6c3" for Othello. */
export function movesIn(text: string, game: string): string[] {
  const name = game.split(":")[0];
  const tokens = text
    .toLowerCase()
    .replace(/\{[^}]*\}|\([^)]*\)/g, " ") // comments and side lines
    .split(/[\s,;]+/)
    .map((token) => token.replace(/^\d+\.+/, ""))
    .filter(Boolean);
  if (name === "connect4") {
    return tokens.flatMap((token) => (/^\d{3,}$/.test(token) ? [...token] : [token]));
  }
  if (name && ["breakthrough", "knightthrough", "domineering", "nim"].includes(name)) return tokens;
  return tokens.flatMap((token) =>
    /^([a-z]{1,2}\d{1,2}){2,}$/.test(token) ? (token.match(/[a-z]{1,2}\d{1,2}/g) ?? []) : [token],
  );
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

/** Whether a game has a move at its root. */
export function isBegun(game: Game): boolean {
  return at(game, 0).children.length > 0;
}
