// One's games, kept in this browser. Each is an entry of its own in localStorage: other tabs see at once
// what is written, closing the tab loses nothing, and tabs do not write over each other's games. The
// browser itself brings it to the disk some seconds later: who kills the browser loses those.
// An entry is a link with some words about it, mostly below 1 kB; a browser gives some 5 million signs.
import { fromHash, toHash } from "../game/link";
import { isNoted } from "../game/notes";
import { at, inOrder, isBegun, jump, mainLine, movesTo, newId, ROOT, type Game } from "../game/tree";

const PREFIX = "playout-kept-";
const DELETED = "playout-deleted-";
const GONE = "playout-gone-";
const TRIAL = "playout-trial";
const TRIAL_LENGTH = 300;

export interface Kept {
  id: string;
  link: string; // the whole game
  name: string; // that a person gave it, or ""
  created: number; // ms since 1970
  updated: number;
  rev: number; // how often its moves were written
  result: Result;
  file?: Filed | undefined;
}

/** What the server's file of a game held when it was last looked at. */
export interface Filed {
  folder: string; // the mark of its folder
  tag: string; // of what it held
  same: boolean; // nothing was written here since
}

/** Who won, 0 or 1; "draw"; null: it is not over. */
export type Result = 0 | 1 | "draw" | null;

/** Why a game is not kept: there is no room left, or no store is given to this page. */
export type Refused = "full" | "none";
export type Saved = "same" | "kept" | Refused;

const seen = new Map<string, string>(); // what each game of this tab was when it was last looked at

/** How a game ended, as far as this page has seen it. */
export function resultOf(game: Game): Result {
  const end = mainLine(game).at(-1)!.id;
  if (game.resigned?.node === end) return game.resigned.by === 0 ? 1 : 0;
  if (game.ended?.node !== end) return null;
  return game.ended.winner ?? "draw";
}

/** What of a game is worth keeping: all but its name, which its entry has, and where one stands. */
export function contentOf(game: Game): string {
  return toHash({ ...game, name: undefined, cursor: mainLine(game).at(-1)!.id }) + JSON.stringify(resultOf(game));
}

/**
 * Keep a game if it has changed since this tab saw it first: who only looks at a link keeps nothing.
 * If another tab has gone on with it, this is a game of its own from now on.
 */
export function save(game: Game, now = Math.max(0, Date.now())): Saved {
  const content = contentOf(game);
  const before = seen.get(game.id);
  seen.set(game.id, content);
  if (before === undefined || before === content) return "same";
  const stored = load(game.id);
  if (!stored && !isBegun(game) && !inOrder(game).some(isNoted)) return "same";
  const isOurs = !stored || stored.rev === (game.rev ?? 0);
  if (!isOurs) {
    game.id = newId();
    seen.set(game.id, content);
  } else if (stored) {
    game.name = stored.name || undefined; // another tab may have given it one
  }
  const rev = (isOurs ? (game.rev ?? 0) : 0) + 1;
  const created = isOurs ? (stored?.created ?? now) : now;
  // Later than what it comes from, whatever the clock of another machine said.
  const updated = Math.max(now, (isOurs && stored ? stored.updated : 0) + 1);
  const kept = { ...entryOf(game, rev), created, updated };
  const saved = put(kept);
  if (saved === "kept") game.rev = rev;
  else seen.set(game.id, ""); // it is tried again at the next move
  return saved;
}

/** An entry for a game that comes from elsewhere. */
export function entryOf(game: Game, rev = 1, now = Date.now()): Kept {
  const { id, name = "" } = game;
  return { id, name, link: toHash({ ...game, name: undefined }), rev, created: now, updated: now, result: resultOf(game) };
}

/** Write a game as it is now; what is known of its file stays. */
export function put(kept: Kept): Exclude<Saved, "same"> {
  const file = load(kept.id)?.file ?? discardedFile(kept.id) ?? kept.file;
  return putFiled({ ...kept, file: file && { ...file, same: false } });
}

/** Write a game, and what its file holds. */
export function putFiled(kept: Kept): Exclude<Saved, "same"> {
  try {
    localStorage.setItem(PREFIX + kept.id, JSON.stringify(kept));
    localStorage.removeItem(DELETED + kept.id);
    localStorage.removeItem(GONE + kept.id);
    changed();
    return "kept";
  } catch (error) {
    return reason(error);
  }
}

function reason(error: unknown): Refused {
  const isFull = (error as Partial<DOMException>).name?.includes("Quota") ?? false;
  return isFull ? "full" : "none";
}

/** Why no game would be kept; null if one would be. Found out by writing as much as a game takes. */
export function refused(): Refused | null {
  try {
    localStorage.setItem(TRIAL, "-".repeat(TRIAL_LENGTH));
    localStorage.removeItem(TRIAL);
    return null;
  } catch (error) {
    return reason(error);
  }
}

export function load(id: string): Kept | null {
  try {
    return entry(id, localStorage.getItem(PREFIX + id));
  } catch {
    return null;
  }
}

export function forget(id: string): void {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // There is no store, and so no game in it.
  }
  changed();
}

/** Delete a game. That is written down: a game that is not here may also have been lost. */
export function discard(id: string): void {
  const file = load(id)?.file ?? null;
  forget(id);
  try {
    localStorage.setItem(DELETED + id, JSON.stringify(file));
  } catch {
    // It comes back, if there is a file of it.
  }
  changed();
}

/** Take a game out of the list whose file somebody has deleted, or moved away; it can be put back. */
export function letGo(kept: Kept): void {
  try {
    localStorage.setItem(GONE + kept.id, JSON.stringify(kept));
    localStorage.removeItem(PREFIX + kept.id);
    changed();
  } catch {
    // It stays where it is as long as there is no room to write it down.
  }
}

/** The games that were taken out, the latest first. */
export function gone(): Kept[] {
  return entries(GONE);
}

/** They are not wanted back. */
export function forgetGone(): void {
  for (const id of ids(GONE)) localStorage.removeItem(GONE + id);
}

/** The games that were deleted, and what their files held; null: nobody has seen a file. */
export function discarded(): [string, Filed | null][] {
  return ids(DELETED).map((id) => [id, discardedFile(id)]);
}

function discardedFile(id: string): Filed | null {
  try {
    return JSON.parse(localStorage.getItem(DELETED + id) ?? "null") as Filed | null;
  } catch {
    return null;
  }
}

/** The server knows that this game was deleted. */
export function settleDeletion(id: string): void {
  localStorage.removeItem(DELETED + id);
}

/** All games, the latest first. */
export function all(): Kept[] {
  return entries(PREFIX);
}

function entries(prefix: string): Kept[] {
  return ids(prefix)
    .flatMap((id) => entry(id, localStorage.getItem(prefix + id)) ?? [])
    .sort((a, b) => b.updated - a.updated);
}

function ids(prefix: string): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/** The game that is kept under this id; null if what is there is none. */
function entry(id: string, text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Kept | null;
    const isWhole =
      kept !== null &&
      kept.id === id &&
      [kept.link, kept.name].every((value) => typeof value === "string") &&
      [kept.created, kept.updated, kept.rev].every(Number.isFinite);
    return isWhole ? kept : null;
  } catch {
    return null;
  }
}

/** The game of an entry; null if it cannot be read. */
export function gameOf(kept: Kept): Game | null {
  try {
    const game = fromHash(kept.link, Infinity);
    if (!game) return null;
    const end = mainLine(game).at(-1)!.id;
    const { result } = kept;
    const ended = result === null || game.resigned?.node === end ? undefined : { node: end, winner: result === "draw" ? null : result };
    return { ...game, id: kept.id, rev: kept.rev, ...(kept.name && { name: kept.name }), ...(ended && { ended }) };
  } catch {
    return null;
  }
}

/** The game of this id as it is kept, standing where a link to it stands; or what the link holds. */
export function revived(id: string, linked: Game): Game {
  const kept = load(id);
  const game = kept && gameOf(kept);
  if (!game) return { ...linked, id };
  jump(game, ROOT);
  for (const move of movesTo(linked)) {
    const next = at(game).children.find((child) => at(game, child).move === move);
    if (next !== undefined) jump(game, next);
  }
  return game;
}

/** This tab has the game as it is kept. */
export function noteSeen(game: Game): void {
  seen.set(game.id, contentOf(game));
}

let listeners: (() => void)[] = [];

/** Be told when games come, change or go, in this tab or in another; what comes back ends it. */
export function listen(call: () => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key === null || [PREFIX, DELETED].some((prefix) => event.key!.startsWith(prefix))) call();
  };
  listeners.push(call);
  addEventListener("storage", heard);
  return () => {
    listeners = listeners.filter((one) => one !== call);
    removeEventListener("storage", heard);
  };
}

function changed(): void {
  for (const call of listeners) call();
}

/** How many moves its main line has. */
export function plies(game: Game): number {
  return mainLine(game).filter((n) => at(game, n.id).move !== null).length;
}
