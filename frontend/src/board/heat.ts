// The result of a search, as tints of cells: the same scale as src/playout/svg/heat.py.
import type { Opinion, SearchReport, View } from "../protocol";
import { indexOf } from "./geometry";

const TINTS = [
  [242, 240, 247],
  [203, 201, 226],
  [158, 154, 200],
  [117, 107, 177],
  [84, 39, 143],
] as const;
const LEAST_VISITS = 10; // with less, a value is a guess, and is not written
const WRITTEN = 5; // how many cells have their value written in them

/** The colour of a share, the largest one being the darkest. */
export function tint(share: number, most: number): string {
  // By the square root: most moves have few visits, and they should not all look alike.
  const at = most ? Math.sqrt(share / most) * (TINTS.length - 1) : 0;
  const low = Math.min(Math.floor(at), TINTS.length - 2);
  const channel = (i: 0 | 1 | 2): string => {
    const a = TINTS[low]![i];
    const b = TINTS[low + 1]![i];
    return Math.round(a + (b - a) * (at - low))
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

export interface HeatCell {
  index: number;
  fill: string; // "none" where nothing was visited
  opacity: number; // few visits leave the tones of the board
  dark: boolean; // white text is read on it
  share: number; // of all visits
  value: number | null; // of the most visited move that ends here
  proven: string;
  written: boolean;
}

export interface Heat {
  cells: Map<number, HeatCell>;
  chosen: number[]; // the cells of the chosen move
}

/** Tints by cell: moves are gathered where they end. */
export function heatOf(view: View, report: SearchReport): Heat {
  const cols = view.board?.cols ?? 0;
  const where = new Map(view.legal.map((legal) => [legal.move, legal.cells]));
  const total = report.rows.reduce((sum, row) => sum + row.visits, 0) || 1;
  const cells = new Map<number, HeatCell>();
  for (const row of report.rows) {
    const end = where.get(row.move)?.at(-1);
    if (!end) continue;
    const index = indexOf({ cols }, end);
    const known = cells.get(index);
    if (known) known.share += row.visits / total;
    else
      cells.set(index, {
        index,
        fill: "none",
        opacity: 0,
        dark: false,
        share: row.visits / total,
        value: row.value,
        proven: row.proven,
        written: false,
      });
  }
  const sorted = [...cells.values()].sort((a, b) => b.share - a.share);
  const most = sorted[0]?.share ?? 0;
  const chosen = (where.get(report.move) ?? []).map((cell) => indexOf({ cols }, cell));
  sorted.forEach((cell, i) => {
    if (cell.share === 0) return; // nothing was tried there, and nothing is shown
    cell.fill = tint(cell.share, most);
    cell.opacity = 0.3 + 0.7 * Math.min(1, 2 * Math.sqrt(cell.share / most));
    cell.dark = cell.share > 0.45 * most;
    const isGuess = cell.share * total < LEAST_VISITS && !cell.proven;
    cell.written = !isGuess && (i < WRITTEN || cell.index === chosen.at(-1));
  });
  return { cells, chosen };
}

const WHOLE = 10_000; // priors as visits: what is written into the cells are the priors themselves

/** What a network thinks, as heat shows it. */
export function reportOf({ priors, value }: Opinion): SearchReport {
  const rows = priors.map(([move, prior]) => ({
    move,
    visits: Math.round(WHOLE * prior),
    value: prior,
    amaf_visits: 0,
    amaf_value: null,
    prior,
    network: null,
    proven: "" as const,
    distance: -1,
  }));
  const move = priors[0]?.[0] ?? "";
  return { move, value, line: [], lines: [], simulations: 0, seconds: 0, nodes: 0, depth: 0, algorithm: "", rows };
}
