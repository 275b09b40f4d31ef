// SGF, read: ours, and what other programs write of Hex and Go.
import { gameParts, gameText } from "../game/link";
import { note, tidyName } from "../game/notes";
import { at, depth, fresh, jump, mainLine, play, ROOT, type Game } from "../game/tree";
import { MOST_IN_TEXT, unreadable, type Found } from "../game/treetext";
import { pointOf, SHAPES, sizeOf } from "./sgf";

type Properties = Map<string, string[]>;
const KINDS: Record<string, string> = { "1": "go", "11": "hex" };
const TOKEN = /[();]|([A-Za-z]+)\s*|\[((?:\\[^]|[^\]\\])*)\]|\s+|[^]/g;

const OPENING = /\(\s*;/g;
const ROOT_ONLY = ["GM", "FF", "SZ", "PLAYOUT"];
// Where a game begins, whatever stands before it: brackets in a comment are escaped, and so is none in there.
const BEGINNING = /\(\s*;\s*(?:[A-Za-z]+\s*(?:\[[^\]\\]*\]\s*)+)*?(?:GM|FF)\s*\[\s*\d*\s*\]/g;

/** The games of a collection; what stands before, between and after them is left alone. */
export function readSgf(text: string): Found[] {
  const found: Found[] = [];
  for (let from = next(OPENING, text, 0); from < text.length; ) {
    try {
      const reading = new Reading();
      const end = reading.read(text, from);
      found.push(reading.made());
      from = next(OPENING, text, end);
    } catch (error) {
      found.push(error as Error);
      from = Math.min(next(BEGINNING, text, from + 1), next(OPENING, text, closing(text, from)));
    }
  }
  return found;
}

/** Where the next match begins; the end of the text if there is none. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

function* tokens(text: string, from: number): Generator<RegExpExecArray> {
  const token = new RegExp(TOKEN);
  token.lastIndex = from;
  for (let found = token.exec(text); found; found = token.exec(text)) yield found;
}

/** Where the bracket that opens a game is closed. */
function closing(text: string, from: number): number {
  let open = 0;
  for (const { 0: token, index } of tokens(text, from)) {
    if (token === "(") open++;
    else if (token === ")" && --open === 0) return index + 1;
  }
  return text.length;
}

/** A game that is being read. */
class Reading {
  private game: Game | null = null;
  private isTurnOpen = false; // whether the first move says who begins

  /** Play what is in these brackets; where they end. */
  read(text: string, from: number): number {
    const left: number[] = []; // where the brackets that are open began
    let here: Properties | null = null; // of the node that is being read
    let name = "";
    const finish = (): void => {
      if (here) this.enter(here);
      here = null;
      name = "";
    };
    for (const { 0: token, 1: letters, 2: value, index } of tokens(text, from)) {
      if (token === "(" || token === ")") {
        finish();
        if (token === "(") left.push(this.game?.cursor ?? ROOT);
        else if (this.game) this.game.cursor = left.pop()!;
        else throw unreadable("sgf-empty");
        if (!left.length) return index + 1;
      } else if (token === ";") {
        finish();
        here = new Map();
      } else if (letters) {
        name = letters.replace(/[a-z]/g, ""); // older files have long names with small letters in them
      } else if (value !== undefined) {
        if (!here || !name) throw unreadable("sgf-value", { text: token.slice(0, 40) });
        (here as Properties).set(name, [...((here as Properties).get(name) ?? []), unescaped(value)]);
      } else if (token.trim()) {
        throw unreadable("sgf-value", { text: token });
      }
    }
    throw unreadable("sgf-brackets");
  }

  /** Who opens the game stands at its end. */
  made(): Game {
    if (!this.game) throw unreadable("sgf-empty");
    jump(this.game, mainLine(this.game).at(-1)!.id);
    return this.game;
  }

  /** A node: the first one makes the game, the others play. */
  private enter(here: Properties): void {
    // The next game begins before the brackets of this one are closed.
    if (this.game && ROOT_ONLY.some((name) => here.has(name))) throw unreadable("sgf-brackets");
    if (this.game && ["AB", "AW", "AE"].some((name) => here.has(name))) throw unreadable("sgf-set-up");
    this.isTurnOpen ||= !this.game && !here.has("PL") && !here.has("POSITION");
    const now = (this.game ??= begun(here));
    const size = sizeOf(now.game);
    for (const colour of ["B", "W"] as const) {
      for (const move of here.get(colour) ?? []) {
        if (this.isTurnOpen && now.position) now.position = now.position.replace(/\d$/, colour === "W" ? "2" : "1");
        this.isTurnOpen = false;
        playIn(now, colour, move.trim(), size);
      }
    }
    const mover = here.get("RESIGNS")?.[0];
    if (mover) now.resigned = { node: now.cursor, by: mover === "W" ? 1 : 0 };
    const noted = at(now);
    const comment = [noted.comment, here.get("C")?.[0]].filter(Boolean).join("\n");
    note(noted, [...(noted.marks ?? []), ...marksIn(here, now, size)], comment);
    if (now.made > MOST_IN_TEXT) throw unreadable("too-many-moves", { most: MOST_IN_TEXT });
  }
}

function unescaped(value: string): string {
  return value.replace(/\\(\r\n|\n\r|[^])/g, (_, sign: string) => (/[\r\n]/.test(sign) ? "" : sign));
}

function begun(here: Properties): Game {
  const value = (name: string): string => here.get(name)?.[0]?.trim() ?? "";
  const kind = KINDS[value("GM") || "1"];
  const ours = value("PLAYOUT");
  if (!kind && !ours) throw unreadable("sgf-game", { game: value("GM") });
  const size = /^(\d+)(:\1)?$/.exec(value("SZ") || (kind === "hex" ? "11" : "19"))?.[1];
  if (!Number(size) && !ours) throw unreadable("sgf-size", { size: value("SZ") });
  const komi = value("KM") && kind === "go" ? { komi: komiIn(value("KM")) } : {};
  const spec = ours || gameText(kind!, new Map(Object.entries({ size: size!, ...komi })));
  const players: [string, string] = ours ? [value("PB") || "human", value("PW") || "human"] : ["human", "human"];
  const game = fresh(spec, players, value("POSITION") || setUp(here, spec));
  const people = [value("PB"), value("PW")].filter(Boolean).join(" – ");
  const title = tidyName(value("GN") || (ours ? "" : people));
  if (title) game.name = title;
  return game;
}

function komiIn(text: string): string {
  const komi = text.replace(",", ".");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(komi)) throw unreadable("sgf-komi", { komi: text.slice(0, 20) });
  return String(Number(komi));
}

/** The stones that are there at the beginning. Who begins is White if PL says so; without it, after a handicap. */
function setUp(here: Properties, spec: string): string | null {
  const mover = here.get("PL")?.[0] ?? (Number(here.get("HA")?.[0]) > 1 ? "W" : "B");
  const isWhite = /^\s*w/i.test(mover);
  if (!here.has("AB") && !here.has("AW") && !(here.has("PL") && isWhite)) return null;
  const cells = (name: string): string => (here.get(name) ?? []).map((point) => cell(spec, point.trim(), sizeOf(spec))).join(" ");
  return `${cells("AB")} / ${cells("AW")} / ${isWhite ? 2 : 1}`;
}

/** A cell in our notation, from that of Hex or of Go. */
function cell(spec: string, point: string, size: number): string {
  const found = gameParts(spec).name === "hex" ? /^[a-z]{1,2}\d{1,2}$/.exec(point.toLowerCase())?.[0] : pointOf(point, size);
  if (!found) throw unreadable("sgf-point", { point: point.slice(0, 20) });
  return found;
}

function playIn(game: Game, colour: "B" | "W", move: string, size: number): void {
  const isHex = gameParts(game.game).name === "hex";
  const starts = game.position?.trim().endsWith("2") ? 1 : 0;
  const mover = (starts + depth(game)) % 2 ? "W" : "B";
  if (isHex && /^(resign|forfeit)$/.test(move)) {
    game.resigned = { node: game.cursor, by: colour === "W" ? 1 : 0 };
    return;
  }
  if (mover !== colour) throw unreadable("sgf-turn", { n: depth(game) + 1 });
  if (isHex && move === "swap-sides") throw unreadable("sgf-swap-sides");
  if (isHex && /^swap(-pieces)?$/.test(move)) {
    if (!/swap/.test(game.game)) game.game += ",swap=true"; // it was played, so it was allowed
    play(game, "swap");
  } else if (!isHex && (move === "" || (move === "tt" && size < 20))) play(game, "pass");
  else play(game, cell(game.game, move, size));
}

function marksIn(here: Properties, game: Game, size: number): string[] {
  const marks: string[] = [];
  const at = (point: string): string => cell(game.game, point.trim(), size);
  for (const [colour, name] of Object.entries(SHAPES)) marks.push(...(here.get(name) ?? []).map((point) => colour + at(point)));
  const colours = here.get("ARCOLOURS") ?? [];
  (here.get("AR") ?? []).forEach((way, i) => marks.push((colours[i] ?? "G") + way.split(":").map(at).join("")));
  return marks;
}
