// What is true of moves, as marks on the board: where a move ends, or beside it where several do.
import type { MoveTruth, Outcome, View } from "../protocol";
import { clicksOf } from "./clicks";
import type { Spot } from "./geometry";

export const TRUTH_FILL: Record<Outcome, string> = { win: "#1b6e3c", draw: "#4a5563", loss: "#fff", unknown: "#fff" };
export const TRUTH_INK: Record<Outcome, string> = { win: "#fff", draw: "#fff", loss: "#a4262c", unknown: "#3d4148" };
export const TRUTH_EDGE: Record<Outcome, string> = { win: "#fff", draw: "#fff", loss: "#a4262c", unknown: "#3d4148" };

const BESIDE = 14; // how far from the middle of a cell, towards where a piece comes from

export interface TruthMark extends MoveTruth {
  index: number; // the cell it is said of
  x: number;
  y: number;
  small: boolean; // there is room for a sign alone
  named: boolean; // others are said of the same cell
}

export function marksOf(view: View, truths: MoveTruth[], spots: Spot[]): TruthMark[] {
  if (truths.every((truth) => truth.outcome === "unknown")) return []; // which a sentence says better
  const { cells } = clicksOf(view);
  const piece = view.board?.piece;
  return truths.flatMap((truth) => {
    const touched = cells.get(truth.move) ?? [];
    const start = spots[touched[0] ?? -1];
    const end = spots[touched.at(-1) ?? -1];
    if (!start || !end) return [];
    const mark = { ...truth, index: end.index, x: end.x, y: end.y, small: false, named: false };
    if (piece === "match") return [{ ...mark, y: end.y + BESIDE, small: true }];
    if (start === end) return [mark];
    mark.named = true;
    if (piece === "domino") return [{ ...mark, x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }];
    mark.small = true;
    const way = Math.hypot(start.x - end.x, start.y - end.y);
    const towards = (from: number, to: number): number => to + (BESIDE * (from - to)) / way;
    return [{ ...mark, x: towards(start.x, end.x), y: towards(start.y, end.y) }];
  });
}
