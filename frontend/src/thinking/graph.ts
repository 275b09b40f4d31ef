// The win chances of a game as its searches saw them, while it was played.
import type { SearchReport } from "../protocol";
import { isProven } from "./verdict";

export interface Seen {
  first: number; // the first player's chance
  simulations: number;
  proven: boolean;
}

/** What is known of a position after one more report: what is proven, or else what was searched longest. */
export function seen(before: Seen | undefined, report: SearchReport, mover: 0 | 1): Seen | undefined {
  if (report.value === null) return before;
  const proven = isProven(report);
  if (before && !proven && (before.proven || before.simulations > report.simulations)) return before;
  return { first: mover === 0 ? report.value : 1 - report.value, simulations: report.simulations, proven };
}

export interface Known {
  ply: number;
  first: number;
}

/** The positions of a line that have a value, by ply. */
export function known(line: { seen?: Seen }[], end: Known | null): Known[] {
  const points = line.flatMap(({ seen }, ply) => (seen ? [{ ply, first: seen.first }] : []));
  return end ? [...points.filter(({ ply }) => ply !== end.ply), end] : points;
}
