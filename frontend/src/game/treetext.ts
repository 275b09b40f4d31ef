// The moves of a game in an address: "f6,d4(d5,c4)(e5)@Gf6.Ra1b2$a%20comment,e7". After a move come
// its marks and its comment, then in brackets the side lines that replace it. What stands before the
// first move is of the start.
import { CodedError } from "./connection";
import { isNoted, note, type Noted } from "./notes";
import { at, play, ROOT, type Game } from "./tree";

/** A game of a text, or why it cannot be read. */
export type Found = Game | Error;

const LONGEST_MOVE = 16; // signs, as the server has it
export const MOST_NODES = 2000; // of a link: as many as the server looks through at a time
export const MOST_IN_TEXT = 50_000; // of a text from outside

/** Text as part of an address: nothing in it is a sign of this notation. */
export function quoted(text: string): string {
  const code = (sign: string): string => "%" + sign.charCodeAt(0).toString(16).toUpperCase();
  return encodeURIComponent(text).replace(/[!'()*.~]/g, code);
}

/** What was quoted; what cannot have been is an error. */
export function unquoted(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unreadable("link-signs", { text: text.slice(0, 40) });
  }
}

export function unreadable(code: string, fields: Record<string, string | number> = {}): CodedError {
  return new CodedError({ code, fields, text: code, french: {} });
}

export function treeText(game: Game, notes: boolean): string {
  const said = (n: Noted): string => (notes ? notesText(n) : "");
  const from = (id: number): string => {
    let text = "";
    for (let here = at(game, id); ; ) {
      const [main, ...sides] = here.children;
      if (main === undefined) return text;
      const next = at(game, main);
      const others = sides.map((side) => `(${moveText(game, side, said)}${from(side)})`).join("");
      text += (text || id !== ROOT || said(here) ? "," : "") + moveText(game, main, said) + others;
      here = next;
    }
  };
  return said(at(game, ROOT)) + from(ROOT);
}

function moveText(game: Game, id: number, said: (n: Noted) => string): string {
  const n = at(game, id);
  return quoted(n.move ?? "") + said(n);
}

function notesText(n: Noted): string {
  if (!isNoted(n)) return "";
  const marks = n.marks?.length ? `@${n.marks.join(".")}` : "";
  return marks + (n.comment ? `$${quoted(n.comment)}` : "");
}

/** Play the moves of a text in a game that has none; `most` is how many nodes it may come to have. */
export function readTree(game: Game, text: string, most: number): void {
  // Some programs quote the signs of an address that they pass on: all of them, then.
  const plain = /%2C|%28/i.test(text) && !/[,(@$]/.test(text) ? unquoted(text) : text;
  const left: number[] = []; // where the side lines that are open leave their lines
  for (const [token] of plain.matchAll(/[()]|[^(),]+/g)) {
    if (token === "(") {
      const { parent } = at(game);
      if (parent === null) throw unreadable("link-brackets");
      left.push(game.cursor);
      game.cursor = parent;
    } else if (token === ")") {
      const back = left.pop();
      if (back === undefined) throw unreadable("link-brackets");
      game.cursor = back;
    } else {
      readMove(game, token, most);
    }
  }
  if (left.length) throw unreadable("link-brackets");
}

function readMove(game: Game, token: string, most: number): void {
  const [, move = "", marks = "", comment = ""] = /^([^@$]*)(?:@([^$]*))?(?:\$(.*))?$/s.exec(token) ?? [];
  if (move) playRead(game, unquoted(move), most);
  if (marks || comment) note(at(game), marks.split("."), unquoted(comment));
}

/** Play a word of a text, if it can be a move; `most` is how many nodes the game may come to have. */
export function playRead(game: Game, move: string, most: number): void {
  if (move.length > LONGEST_MOVE) throw unreadable("too-long-move", { text: `${move.slice(0, LONGEST_MOVE)}…` });
  play(game, move);
  if (game.made > most) throw unreadable("too-many-moves", { most });
}
