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
const WITH_PLACES = ["puzzles"]; // "#puzzles/hex/47c71d2c": one place in that room

export const ROOMS = Object.keys(DOORS);

interface Where {
  now: string | null; // the room one is in; null: at the board
  place: string; // in that room
}

export const rooms = $state<Where>(named());

function named(): Where {
  if (location.hash.startsWith("#friend=")) return { now: "friend", place: "" }; // one of its games
  const [name = "", ...place] = location.hash.slice(1).split("/");
  return { now: Object.hasOwn(DOORS, name) ? name : null, place: place.join("/") };
}

addEventListener("hashchange", () => Object.assign(rooms, named()));

/** Whether the address names a place that a room does not have. */
export function isAstray(): boolean {
  return rooms.now !== null && rooms.place !== "" && !WITH_PLACES.includes(rooms.now);
}

export function enter(room: string): Promise<Room> {
  return DOORS[room]!();
}

/** Go to a place in the present room; Back leads here again unless this was on the way only. */
export function goTo(place: string, isOnTheWay = false): void {
  const hash = `#${rooms.now}/${place}`;
  if (!isOnTheWay) location.hash = hash;
  else {
    history.replaceState(null, "", hash);
    rooms.place = place;
  }
}

/** Back to the board. */
export function leave(): void {
  if (rooms.now !== null) location.hash = "";
}
