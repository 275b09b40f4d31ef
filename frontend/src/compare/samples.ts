// A search as curves: what it thought of some moves after so many simulations.
import type { SearchReport } from "../protocol";

const MOST_POINTS = 400;
const LEADERS = 3; // moves of each search that have a curve
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9"];

export type What = "visits" | "value";
export type Curve = [simulations: number, value: number][];

/** The samples with one more; those of the beginning stay, later ones come close to each other. */
export function withSample(samples: SearchReport[], report: SearchReport): SearchReport[] {
  const last = samples.at(-1)?.simulations ?? 0;
  if (report.simulations <= last || samples.length >= MOST_POINTS) return samples;
  // On a log axis points that are less than a hundredth apart are one.
  return report.simulations < 1.01 * last ? samples : [...samples, report];
}

function visited(report: SearchReport): string[] {
  return [...report.rows].sort((a, b) => b.visits - a.visits).map(({ move }) => move);
}

/** The moves to look at, the best of all reports first. */
export function leaders(reports: (SearchReport | null)[], n = LEADERS): string[] {
  const lists = reports.map((report) => (report ? visited(report).slice(0, n) : []));
  const found: string[] = [];
  for (let rank = 0; rank < n; rank++) for (const list of lists) if (list[rank]) found.push(list[rank]!);
  return [...new Set(found)];
}

/** A colour for each move, so that it is the same on both sides. */
export function colourOf(moves: string[], move: string): string {
  return COLOURS[moves.indexOf(move) % COLOURS.length] ?? COLOURS[0]!;
}

/** What was thought of a move; null for the whole position. */
export function curveOf(samples: SearchReport[], move: string | null, what: What): Curve {
  const curve: Curve = [];
  for (const report of samples) {
    const row = report.rows.find((one) => one.move === move);
    const total = report.rows.reduce((sum, one) => sum + one.visits, 0);
    const value = move === null ? report.value : what === "value" ? row?.value : total && (row?.visits ?? 0) / total;
    if (value !== null && value !== undefined) curve.push([report.simulations, value]);
  }
  return curve;
}

/** Powers of ten from 1 to `most`. */
export function decades(most: number): number[] {
  const made: number[] = [];
  for (let n = 1; n <= most; n *= 10) made.push(n);
  return made;
}

/** The top of an axis for the shares of these moves. */
export function topOf(sides: SearchReport[][], moves: string[]): number {
  const curves = sides.flatMap((samples) => moves.map((move) => curveOf(samples, move, "visits")));
  const largest = Math.max(0, ...curves.flat().map(([, share]) => share));
  return [0.1, 0.2, 0.5, 1].find((top) => largest <= top) ?? 1;
}
