// What a move changes on the board, to be seen and heard: pieces that slide, drop, turn or appear.
import type { Cell, View } from "../protocol";
import { indexOf } from "./geometry";

export interface Arrival {
  index: number; // where the piece lies now
  kind: "slide" | "drop" | "turn" | "appear";
  from: number; // where it was; where it lies now unless it slides
}

/** Whether one more move was played from one view to the other. */
export function isStep(before: View | null, after: View): before is View {
  if (!before || before.place.game !== after.place.game || before.place.position !== after.place.position) return false;
  const [was, is] = [before.place.moves, after.place.moves];
  return is.length === was.length + 1 && was.every((move, i) => is[i] === move);
}

export function arrivals(before: View, after: View): Arrival[] {
  const board = after.board;
  if (!board || !before.board) return [];
  const [was, is] = [ownersOf(before), ownersOf(after)];
  const cells: Cell[] = before.legal.find((legal) => legal.move === after.last)?.cells ?? [];
  const start = cells.length > 1 ? indexOf(board, cells[0]!) : -1;
  const end = cells.length > 1 ? indexOf(board, cells.at(-1)!) : -1;
  const slides = was.has(start) && !is.has(start);
  return [...is].flatMap(([index, owner]): Arrival[] => {
    if (slides && index === end) return [{ index, kind: "slide", from: start }];
    if (was.get(index) === owner) return [];
    if (was.has(index)) return [{ index, kind: "turn", from: index }];
    return [{ index, kind: board.shape === "slots" ? "drop" : "appear", from: index }];
  });
}

/** Whether a move took pieces off the board. */
export function takes(before: View, after: View): boolean {
  const [was, is] = [ownersOf(before), ownersOf(after)];
  const mover = before.player;
  return [...was].some(([index, owner]) => owner !== mover && is.get(index) !== owner && is.get(index) !== mover)
    || arrivals(before, after).some(({ index, kind }) => kind === "slide" && was.has(index));
}

function ownersOf(view: View): Map<number, 0 | 1> {
  const board = view.board!;
  return new Map(board.pieces.map(([col, row, owner]) => [indexOf(board, [col, row]), owner]));
}
