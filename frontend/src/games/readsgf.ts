// SGF, read: ours, and what other programs write of Hex and Go.
import { gameParts, gameText } from "../game/link";
import { LONGEST_NAME, note } from "../game/notes";
import { at, depth, fresh, jump, mainLine, play, ROOT, type Game } from "../game/tree";
import { MOST_NODES, unreadable } from "../game/treetext";
import { pointOf, SHAPES, sizeOf } from "./sgf";

type Properties = Map<string, string[]>;
const KINDS: Record<string, string> = { "1": "go", "11": "hex" };
const TOKEN = /[();]|([A-Za-z]+)\s*|\[((?:\\[^]|[^\]\\])*)\]|\s+|[^]/g;

/** The games of a collection. */
export function fromSgf(text: string): Game[] {
  const games: Game[] = [];
  const left: number[] = []; // where the brackets that are open began
  let game: Game | null = null;
  let here: Properties | null = null; // of the node that is being read
  let name = "";
  const finish = (): void => {
    if (here) game = entered(game, here);
    here = null;
    name = "";
  };
  for (const [token, letters, value] of text.matchAll(TOKEN)) {
    if (token === "(" || token === ")") {
      finish();
      if (token === "(") left.push(game ? (game as Game).cursor : ROOT);
      else if (left.length === 0) throw unreadable("sgf-brackets");
      else if (game) (game as Game).cursor = left.pop()!;
      else throw unreadable("sgf-empty");
      if (left.length || !game) continue;
      games.push(ended(game));
      game = null;
    } else if (token === ";") {
      finish();
      if (!left.length) throw unreadable("sgf-brackets");
      here = new Map();
    } else if (letters) {
      name = letters.replace(/[a-z]/g, ""); // older files have long names with small letters in them
    } else if (value !== undefined) {
      if (!here || !name) throw unreadable("sgf-value", { text: token.slice(0, 40) });
      (here as Properties).set(name, [...((here as Properties).get(name) ?? []), unescaped(value)]);
    } else if (token.trim() && left.length) {
      throw unreadable("sgf-value", { text: token });
    }
  }
  if (left.length) throw unreadable("sgf-brackets");
  return games;
}

function unescaped(value: string): string {
  return value.replace(/\\(\r\n|\n\r|[^])/g, (_, sign: string) => (/[\r\n]/.test(sign) ? "" : sign));
}

/** A node: the first one makes the game, the others play. */
function entered(game: Game | null, here: Properties): Game {
  const now = game ?? begun(here);
  const size = sizeOf(now.game);
  if (game && ["AB", "AW", "AE"].some((name) => here.has(name))) throw unreadable("sgf-set-up");
  for (const colour of ["B", "W"] as const) {
    for (const move of here.get(colour) ?? []) playIn(now, colour, move.trim(), size);
  }
  const mover = here.get("RESIGNS")?.[0];
  if (mover) now.resigned = { node: now.cursor, by: mover === "W" ? 1 : 0 };
  const noted = at(now);
  const comment = [noted.comment, here.get("C")?.[0]].filter(Boolean).join("\n");
  note(noted, [...(noted.marks ?? []), ...marksIn(here, now, size)], comment);
  if (now.made > MOST_NODES) throw unreadable("too-many-moves", { most: MOST_NODES });
  return now;
}

function begun(here: Properties): Game {
  const value = (name: string): string => here.get(name)?.[0]?.trim() ?? "";
  const kind = KINDS[value("GM") || "1"];
  const ours = value("PLAYOUT");
  if (!kind && !ours) throw unreadable("sgf-game", { game: value("GM") });
  const size = /^(\d+)(:\1)?$/.exec(value("SZ") || (kind === "hex" ? "11" : "19"))?.[1];
  if (!size && !ours) throw unreadable("sgf-size", { size: value("SZ") });
  const komi = /^\d+(\.\d+)?$/.test(value("KM")) && kind === "go" ? { komi: value("KM") } : {};
  const spec = ours || gameText(kind!, new Map(Object.entries({ size: size!, ...komi })));
  const players: [string, string] = ours ? [value("PB") || "human", value("PW") || "human"] : ["human", "human"];
  const game = fresh(spec, players, value("POSITION") || setUp(here, spec));
  const people = [value("PB"), value("PW")].filter(Boolean).join(" – ");
  const title = value("GN") || (ours ? "" : people);
  if (title) game.name = title.replace(/\s+/g, " ").slice(0, LONGEST_NAME);
  return game;
}

function setUp(here: Properties, spec: string): string | null {
  if (!here.has("AB") && !here.has("AW")) return null;
  const cells = (name: string): string => (here.get(name) ?? []).map((point) => cell(spec, point.trim(), sizeOf(spec))).join(" ");
  return `${cells("AB")} / ${cells("AW")} / ${here.get("PL")?.[0]?.startsWith("W") ? 2 : 1}`;
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

/** Who opens a game stands at its end. */
function ended(game: Game): Game {
  jump(game, mainLine(game).at(-1)!.id);
  return game;
}
