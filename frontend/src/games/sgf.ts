// Games as SGF, FF[4], which the programs of Hex and Go read: GM[11] and GM[1]. What SGF has no
// property for is in some of our own, in long names, which other programs skip.
import { gameParts } from "../game/link";
import { cellOf, isNoted } from "../game/notes";
import { cellName } from "../board/geometry";
import { at, depth, mainLine, ROOT, type Game, type Node } from "../game/tree";
import { resultOf } from "./store";

const SIZES: Record<string, number> = { hex: 11, go: 9, atarigo: 8, nogo: 8 }; // where none is given
export const SHAPES = { G: "CR", R: "MA", B: "SQ", Y: "TR" } as const; // of marks, by their colours

export function hasSgf(game: string): boolean {
  return gameParts(game).name in SIZES;
}

/** "hex:size=7" and "hex:7" have 7. */
export function sizeOf(game: string): number {
  const { name, values } = gameParts(game);
  const first = [...values].find(([key, value]) => value === "" && /^\d+$/.test(key))?.[0];
  return Number(values.get("size") ?? first ?? SIZES[name] ?? 0);
}

export function toSgf(game: Game, date = ""): string {
  const sgf = new Writer(game);
  return `(${sgf.root(date)}${sgf.after(ROOT)})\n`;
}

/** Text as the value of a property. */
function escaped(text: string): string {
  return text.replace(/[\]\\]/g, "\\$&");
}

function property(name: string, values: string[]): string {
  return values.length ? name + values.map((value) => `[${escaped(value)}]`).join("") : "";
}

class Writer {
  private readonly size: number;
  private readonly isHex: boolean;
  private readonly starts: number; // who moves first, 0 or 1

  constructor(private readonly game: Game) {
    this.size = sizeOf(game.game);
    this.isHex = gameParts(game.game).name === "hex";
    this.starts = game.position?.trim().endsWith("2") ? 1 : 0;
  }

  root(date: string): string {
    const { game, size, isHex } = this;
    const one = (name: string, value: string | undefined): string => property(name, value ? [value] : []);
    const komi = gameParts(game.game).values.get("komi");
    const head = `;FF[4]GM[${isHex ? 11 : 1}]CA[UTF-8]AP[Playout]SZ[${size}]`;
    const names = one("GN", game.name) + one("DT", date) + one("PB", game.players[0]) + one("PW", game.players[1]);
    const rules = one("KM", komi) + one("PLAYOUT", game.game) + this.setUp();
    return head + names + rules + one("RE", this.result()) + this.notes(at(game, ROOT)) + "\n";
  }

  /** How the main line ended; a resignation in a side line is beside its node. */
  private result(): string | undefined {
    const result = resultOf(this.game);
    if (result === null) return undefined;
    if (result === "draw") return "Draw";
    const isResigned = this.game.resigned?.node === mainLine(this.game).at(-1)!.id;
    return `${result ? "W" : "B"}+${isResigned ? "R" : ""}`;
  }

  private setUp(): string {
    const { position } = this.game;
    if (position === null) return "";
    const [first = "", second = ""] = position.split("/");
    const cells = (text: string): string[] => (text.match(/[a-z]+\d+/g) ?? []).map((cell) => this.point(cell));
    const stones = property("AB", cells(first)) + property("AW", cells(second));
    return `${stones}PL[${this.starts ? "W" : "B"}]${property("POSITION", [position])}`;
  }

  /** Everything after a node: a line goes on in its brackets, where it parts each way has its own. */
  after(id: number): string {
    let text = "";
    for (let here = at(this.game, id); ; ) {
      if (here.children.length !== 1) return text + here.children.map((child) => `\n(${this.node(child)}${this.after(child)})`).join("");
      here = at(this.game, here.children[0]!);
      text += this.node(here.id);
    }
  }

  private node(id: number): string {
    const here = at(this.game, id);
    const colour = (this.starts + depth(this.game, id) - 1) % 2 ? "W" : "B";
    return `;${colour}[${this.move(here.move ?? "")}]${this.notes(here)}`;
  }

  private move(move: string): string {
    if (move === "pass") return "";
    return move === "swap" ? "swap-pieces" : this.point(move);
  }

  private point(cell: string): string {
    return this.isHex ? cell : letters(cellOf(cell), this.size);
  }

  private notes(here: Node): string {
    const { resigned } = this.game;
    const gone = resigned?.node === here.id ? `RESIGNS[${resigned.by ? "W" : "B"}]` : "";
    if (!isNoted(here)) return gone;
    const shapes = Object.entries(SHAPES).map(([colour, name]) => property(name, this.points(here, colour, 1)));
    const arrows = (here.marks ?? []).filter((mark) => cellsOf(mark).length === 2);
    const ways = property("AR", arrows.map((mark) => cellsOf(mark).map((cell) => this.point(cell)).join(":")));
    const colours = arrows.some((mark) => mark[0] !== "G") ? property("ARCOLOURS", arrows.map((mark) => mark[0]!)) : "";
    return gone + shapes.join("") + ways + colours + property("C", here.comment ? [here.comment] : []);
  }

  private points(here: Node, colour: string, n: number): string[] {
    const marks = (here.marks ?? []).filter((mark) => mark[0] === colour && cellsOf(mark).length === n);
    return marks.map((mark) => this.point(cellsOf(mark)[0]!));
  }
}

export function cellsOf(mark: string): string[] {
  return mark.slice(1).match(/[a-z]+\d+/g) ?? [];
}

/** A point of Go: columns from the left, rows from the top, as letters. */
function letters([col, row]: [number, number], size: number): string {
  return String.fromCharCode(97 + col) + String.fromCharCode(97 + size - 1 - row);
}

/** The cell of a point of Go; null if it is none. */
export function pointOf(text: string, size: number): string | null {
  const [col, row] = [text.charCodeAt(0) - 97, size - 1 - (text.charCodeAt(1) - 97)];
  const isInside = text.length === 2 && col >= 0 && col < size && row >= 0 && row < size;
  return isInside ? cellName([col, row]) : null;
}

