// What people draw and write on a position: marked cells, arrows, a comment. A mark is a text: a
// colour and a cell, "Gf6", or the two cells of an arrow, "Ra1b2".
import type { Cell } from "../protocol";

export const COLOURS = ["G", "R", "B", "Y"] as const; // green, red, blue, yellow
export type Colour = (typeof COLOURS)[number];

export interface Noted {
  marks?: string[];
  comment?: string;
}

export interface Mark {
  colour: Colour;
  cells: Cell[]; // one, or the start and the end of an arrow
}

export const MOST_MARKS = 100; // on a position
export const LONGEST_COMMENT = 2000;
export const LONGEST_NAME = 100; // of a game
const MARK = /^([GRBY])([a-z]{1,2}[1-9]\d{0,2})([a-z]{1,2}[1-9]\d{0,2})?$/;

/** What a mark's text means; null if it is none. */
export function markOf(text: string): Mark | null {
  const found = MARK.exec(text);
  if (!found) return null;
  const cells = [found[2]!, ...(found[3] ? [found[3]] : [])].map(cellOf);
  return { colour: found[1] as Colour, cells };
}

/** The cell that "f6" names: (5, 5). */
export function cellOf(name: string): Cell {
  const letters = /^[a-z]+/.exec(name)?.[0] ?? "";
  let col = 0;
  for (const letter of letters) col = 26 * col + letter.charCodeAt(0) - 96;
  return [col - 1, Number(name.slice(letters.length)) - 1];
}

/** The marks after one more was drawn: drawn again it goes, in another colour it changes. */
export function toggled(marks: string[], mark: string): string[] {
  const others = marks.filter((one) => one.slice(1) !== mark.slice(1));
  if (marks.includes(mark)) return others;
  return others.length < MOST_MARKS ? [...others, mark] : marks;
}

export function isNoted(noted: Noted): boolean {
  return Boolean(noted.comment || noted.marks?.length);
}

/** Put marks and a comment on a node; what is none is left out, and an empty note is no note. */
export function note(noted: Noted, marks: string[], comment: string): void {
  const drawn = [...new Set(marks.filter((mark) => markOf(mark)))].slice(0, MOST_MARKS);
  const text = tidyComment(comment);
  if (drawn.length) noted.marks = drawn;
  else delete noted.marks;
  if (text) noted.comment = text;
  else delete noted.comment;
}

/** A comment as it is kept: lines end in one way, and no space is around it. */
export function tidyComment(text: string): string {
  const whole = text.replace(/\r\n?/g, "\n").trim();
  return cut(whole, LONGEST_COMMENT).trim();
}

/** A name as it is kept: in one line, with single spaces, and with nothing in it that turns round what stands beside it. */
export function tidyName(text: string): string {
  const shown = text.replace(/\s+/g, " ").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "");
  return cut(shown.trim(), LONGEST_NAME).trim();
}

/** The first signs of a text, and no half of one: a link could not hold it. */
function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{Surrogate}/gu, "");
}

/** The notes of a node that comes from outside. */
export function tidyNotes(noted: Noted): void {
  const marks = Array.isArray(noted.marks) ? noted.marks.filter((mark) => typeof mark === "string") : [];
  note(noted, marks, typeof noted.comment === "string" ? noted.comment : "");
}
