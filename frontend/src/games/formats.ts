// Games as texts and files, in and out; loaded when somebody wants it.
import { fromHash } from "../game/link";
import { fresh, isBegun, type Game } from "../game/tree";
import { MOST_IN_TEXT, playRead, unreadable, type Found } from "../game/treetext";
import { readPlain, toPlain } from "./plain";
import { readSgf } from "./readsgf";
import { hasSgf, toSgf } from "./sgf";

export { hasSgf, toPlain, toSgf };

/** The games in a text: SGF, plain text, a link, or a file that `playout play` has saved. */
export function gamesIn(text: string, present: Game): Found[] {
  const given = text.replace(/^\uFEFF/, "").trim();
  const found = saved(given) ?? inText(given, present);
  if (!found.length) throw unreadable("text-empty");
  return found;
}

/** What a text is, that which comes first in it says: a link, SGF or a header. What is in comments says nothing. */
function inText(given: string, present: Game): Found[] {
  const bare = given.replace(/\{(?:\\[^]|[^}\\])*\}/g, (comment) => " ".repeat(comment.length));
  const found = /#\S*\bg=\S+|\(\s*;|\[\w+\s+"/.exec(bare);
  if (found?.[0].startsWith("(")) return begunOnes(readSgf(given.slice(found.index)));
  const linked = found?.[0].startsWith("#") ? fromHash(found[0]) : null;
  return linked ? [linked] : readPlain(given, present);
}

/** An SGF of one game without a move is none. */
function begunOnes(found: Found[]): Found[] {
  const [first] = found;
  return found.length === 1 && !(first instanceof Error) && first && !isBegun(first) ? [] : found;
}

/** The text of a file: in UTF-8 if it is that, else as an SGF says, else in Latin-1, which is SGF's own. */
export function textOf(bytes: ArrayBuffer): string {
  const read = (charset: string): string | null => {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      return null; // it is not that, or nobody knows this charset
    }
  };
  const latin = new TextDecoder("latin1").decode(bytes);
  const isWide = /^(\xFF\xFE|\xFE\xFF)/.exec(latin);
  const said = /\bCA\s*\[\s*([^\]\s]+)\s*\]/.exec(latin)?.[1];
  return (isWide && read(isWide[0] === "\xFF\xFE" ? "utf-16le" : "utf-16be")) ?? read("utf-8") ?? (said && read(said)) ?? latin;
}

/** A file of the terminal: JSON with the moves in it. */
function saved(text: string): Game[] | null {
  const { playout, game, players, position, moves } = fieldsOf(text);
  const texts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === "string");
  if (playout !== 1 || typeof game !== "string" || !texts(players) || players.length !== 2 || !texts(moves)) return null;
  const made = fresh(game, [players[0]!, players[1]!], typeof position === "string" ? position : null);
  for (const move of moves) playRead(made, move, MOST_IN_TEXT);
  return [made];
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    return text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
