// The game of this tab: a tree of moves that the page watches and that outlives a reload.
import { noteSeen, save, type Refused } from "../games/store";
import { gameInAddress, isOwnAddress, showInAddress } from "./address";
import { fromHash, toHash } from "./link";
import { fresh, mainLine, restored, type Game } from "./tree";

const KEY = "playout-game";

interface Kept {
  game: Game;
  linked: boolean; // it came in the address, and nobody has looked at all of it
  problem: Error | null; // why the game in the address could not be read
  refused: Refused | null; // why the browser does not keep the game
}

function ofThisTab(): Game | null {
  try {
    return restored(sessionStorage.getItem(KEY));
  } catch {
    return null; // no store here
  }
}

/** A game in the address comes first, then the one this tab was playing, then a new one. */
function initial(): Kept {
  const kept = ofThisTab();
  const usual = kept ?? fresh("hex:size=11,swap=true", ["human", "medium"]);
  try {
    const linked = fromHash(location.hash);
    // After a reload the tab knows more of its game than the address does.
    const isOurs = kept && (gameInAddress() === kept.id || isOwnAddress(kept.id));
    const isKept = linked && kept && (isOurs || toHash(linked) === toHash(kept));
    return { game: linked && !isKept ? linked : usual, linked: linked !== null && !isKept, problem: null, refused: null };
  } catch (error) {
    return { game: usual, linked: false, problem: error as Error, refused: null };
  }
}

export const record = $state<Kept>(initial());

/** Keep the game as it is now; whoever changes it calls this. */
export function keep(): void {
  const saved = save(record.game);
  if (saved !== "same") record.refused = saved === "kept" ? null : saved;
  showInAddress(record.game);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(record.game));
  } catch {
    // A full or forbidden store: the game goes on, and is not there after a reload.
  }
}

/** The rules have ended the game where one stands: part of its result, if it is the main line's end. */
export function keepEnd(winner: 0 | 1 | null): void {
  const { game } = record;
  if (game.ended?.node === game.cursor || mainLine(game).at(-1)!.id !== game.cursor) return;
  game.ended = { node: game.cursor, winner };
  if (game.rev === undefined) noteSeen(game); // to look at the end of a game is not to play it
  keep();
}
