// The rooms of the page beside the board: #puzzles in the address opens one, and its code is
// fetched then. A room is a folder of its own, with a component and its words.
import type { Component } from "svelte";

type Room = { default: Component };

const DOORS: Record<string, () => Promise<Room>> = {
  games: () => import("./games/Games.svelte"),
  puzzles: () => import("./puzzles/Puzzles.svelte"),
  compare: () => import("./compare/Compare.svelte"),
  lab: () => import("./lab/Lab.svelte"),
  friend: () => import("./friend/Friend.svelte"),
};

export const ROOMS = Object.keys(DOORS);

/** The room one is in; null: at the board. */
export const rooms = $state<{ now: string | null }>({ now: named() });

function named(): string | null {
  const [name = ""] = location.hash.slice(1).split("="); // "friend=...": one of its games
  return Object.hasOwn(DOORS, name) ? name : null;
}

addEventListener("hashchange", () => (rooms.now = named()));

export function enter(room: string): Promise<Room> {
  return DOORS[room]!();
}

/** Back to the board. */
export function leave(): void {
  if (rooms.now !== null) location.hash = "";
}
