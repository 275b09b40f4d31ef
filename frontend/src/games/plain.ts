// Games as plain text, for every game: lines in square brackets say what it is; then come the moves
// with their numbers, side lines in (), comments in {}, marks in [].
//
//   [Game "hex:size=5"]
//   [First "human"]
//
//   1. c3 b2 {a fork} [Gd4 Rc3d4] (1... d4 2. e5) 2. d3
import { gameParts, movesOf } from "../game/link";
import { note, tidyName } from "../game/notes";
import { at, depth, fresh, inOrder, isBegun, jump, mainLine, ROOT, type Game, type Node } from "../game/tree";
import { MOST_IN_TEXT, playRead, unreadable, type Found } from "../game/treetext";

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
  return [...marks, ...(here.comment ? [`{${escaped(here.comment)}}`] : [])];
}

/** No line of a comment looks like a header to who reads line by line. */
function escaped(comment: string): string {
  return comment.replace(/[\\}]/g, "\\$&").replace(/^(\s*)\[/gm, "$1\\[");
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

// A header; a comment; marks; brackets; a word; a bracket without its other half.
const TOKEN = /\[(\w+)\s+("(?:[^"\\\n]|\\.)*")\]|\{((?:\\[^]|[^}\\])*)\}|\[([^\][{}"]*)\]|[()]|[^\s(){}[\],;]+|[{}[\]]/g;

/** A game of a text: its headers, and the tokens after them. */
interface Part {
  headers: Map<string, string>;
  tokens: RegExpExecArray[];
}

/**
 * The games of a text, of so many nodes at most; one that does not say which game it is belongs to
 * `present`.
 */
export function readPlain(text: string, present: Game, most = MOST_IN_TEXT): Found[] {
  return partsOf(text).flatMap((part): Found[] => {
    try {
      const game = one(part, present, most);
      return part.headers.has("Game") || isBegun(game) ? [game] : [];
    } catch (error) {
      return [error as Error];
    }
  });
}

/** The games of a text that was written here, of which all can be read, long as they may be. */
export function fromPlain(text: string, present: Game): Game[] {
  return readPlain(text, present, Infinity).map((found) => {
    if (found instanceof Error) throw found;
    return found;
  });
}

/** Headers stand before the moves: one that comes after moves begins the next game. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const token = new RegExp(TOKEN);
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [, name, value, comment] = found;
    let part = parts.at(-1);
    const isNext = name !== undefined && (part?.tokens.length || (name === "Game" && part?.headers.has(name)));
    if (!part || isNext) parts.push((part = { headers: new Map(), tokens: [] }));
    if (name !== undefined) {
      part.headers.set(name, stringOf(value!));
    } else {
      part.tokens.push(found);
      if (comment !== undefined && isUnclosed(comment)) {
        found.splice(0, Infinity, "{");
        token.lastIndex = found.index + 1;
      }
    }
  }
  return parts;
}

/** Whether the end of a comment is missing, and what stands there is that of the next game. */
function isUnclosed(comment: string): boolean {
  const next = comment.search(/^\[(Id|Game) "/m);
  return next >= 0 && comment.lastIndexOf("{") > Math.max(next, comment.lastIndexOf("\\}"));
}

function one({ headers, tokens }: Part, present: Game, most: number): Game {
  const spec = headers.get("Game");
  const players = spec ? ([headers.get("First") ?? "human", headers.get("Second") ?? "human"] as [string, string]) : present.players;
  const game = fresh(spec ?? present.game, players, spec ? (headers.get("Position") ?? null) : present.position);
  const name = tidyName(headers.get("Name") ?? "");
  if (name) game.name = name;
  readMoves(game, tokens, most);
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

function readMoves(game: Game, tokens: RegExpExecArray[], most: number): void {
  const { name } = gameParts(game.game);
  const left: number[] = [];
  for (const [token, , , comment, marks] of tokens) {
    const here = at(game);
    const { marks: drawn = [], comment: said = "" } = here;
    if (comment !== undefined) note(here, drawn, [said, comment.replace(/\\([^])/g, "$1")].filter(Boolean).join("\n"));
    else if (marks !== undefined) note(here, [...drawn, ...marks.split(/\s+/)], said);
    else if (token === "(") {
      if (here.parent === null) throw unreadable("text-brackets");
      left.push(game.cursor);
      game.cursor = here.parent;
    } else if (token === ")") {
      if (!left.length) throw unreadable("text-brackets");
      game.cursor = left.pop()!;
    } else if (/^[{}[\]]$/.test(token)) {
      throw unreadable("text-brackets");
    } else for (const move of movesOf(token, name)) playRead(game, move, most);
  }
  if (left.length) throw unreadable("text-brackets");
}
