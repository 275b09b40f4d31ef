// The game of this tab: a tree of moves that the page watches and that outlives a reload.
import { fromHash } from "./link";
import { fresh, restored, type Game } from "./tree";

const KEY = "playout-game";

/** A game in the link comes first, then the one this tab was playing, then a new one. */
function initial(): Game {
  const linked = fromHash(location.hash);
  if (linked) {
    history.replaceState(null, "", location.pathname + location.search);
    return linked;
  }
  return restored(sessionStorage.getItem(KEY)) ?? fresh("hex:size=11,swap=true", ["human", "strong"]);
}

export const record = $state<{ game: Game }>({ game: initial() });

export function keep(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(record.game));
  } catch {
    // A full or forbidden store: the game goes on, and is not there after a reload.
  }
}
