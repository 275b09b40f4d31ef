// The address of the page is the game: its moves, its players and where one stands. A move changes
// the address in its place, so that Back leads to the game before, or out of the page, and never
// through every move; another game is a new entry.
import { rooms } from "../rooms.svelte";
import { toHash } from "./link";
import { MOST_NODES } from "./treetext";
import type { Game } from "./tree";

const LONGEST = 16_000; // signs; beyond it, as beyond what is read of a link, only the line one stands in, without notes
const PAUSE_MS = 250; // browsers refuse addresses that change too often
const WRITTEN = "playout-address"; // the last two that were written, for this tab after a reload

let waiting: Game | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let shown: string | null = null; // the game that the address was last written for
let held: string | null = null; // a game that writes no address, since another one is on its way to it

/** The game that the present entry of the history was made for. */
export function gameInAddress(): string | null {
  const state = history.state as { game?: unknown } | null;
  return typeof state?.game === "string" ? state.game : null;
}

/** Whether this tab itself wrote, for this game, the address that it was loaded with. Where an address is written just as
 *  a reload begins, the page comes back with the one before, and the entry does not say what it was made for. */
export function isOwnAddress(id: string): boolean {
  return written().includes(id + location.hash);
}

function written(): string[] {
  try {
    return sessionStorage.getItem(WRITTEN)?.split(" ") ?? [];
  } catch {
    return []; // no store here
  }
}

/** The address of a game. */
export function addressOf(game: Game): string {
  const whole = toHash(game);
  if (whole.length <= LONGEST && Object.keys(game.nodes).length <= MOST_NODES) return whole;
  return toHash(game, { sides: false, notes: false });
}

/** Have the address follow the game, within a moment. */
export function showInAddress(game: Game): void {
  waiting = game;
  if (timer !== null && game.id === shown) return;
  flush();
  timer ??= setTimeout(() => {
    timer = null;
    flush();
  }, PAUSE_MS);
}

/** This game leaves the address alone until it is let go, by null. */
export function holdAddress(id: string | null): void {
  held = id;
}

/** Whatever the address says, it is to say this game again. */
export function restoreAddress(game: Game): void {
  waiting = null;
  write(game, false);
}

function flush(): void {
  const game = waiting;
  waiting = null;
  if (!game || game.id === held) return;
  const known = gameInAddress();
  // Back was pressed, or a link followed, and the game that is there now is on its way.
  if (known !== game.id && game.id === shown) return;
  write(game, known !== null && known !== game.id && shown !== null);
}

function write(game: Game, isAnother: boolean): void {
  if (rooms.now !== null) return;
  const url = location.pathname + location.search + addressOf(game);
  shown = game.id;
  try {
    if (isAnother) history.pushState({ game: game.id }, "", url);
    else history.replaceState({ game: game.id }, "", url);
    sessionStorage.setItem(WRITTEN, [...written().slice(-1), game.id + location.hash].join(" "));
  } catch {
    // Too often for this browser, and the next change brings it; or there is no store.
  }
}
