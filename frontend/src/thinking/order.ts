// How the rows of the table of moves are ordered.
import type { Row } from "../protocol";

export type Column = "move" | "visits" | "value" | "amaf" | "amaf_visits" | "prior" | "network" | "proven";

export interface Sorting {
  by: Column;
  descending: boolean;
}

/** Won soonest first, then what is not proven, then draws, then lost latest first. */
function provenRank(row: Row): number {
  if (row.proven === "won") return 1e6 - row.distance;
  if (row.proven === "lost") return -1e6 + row.distance;
  return row.proven === "draw" ? -1 : 0;
}

function keyOf(row: Row, by: Column): number {
  if (by === "visits") return row.visits;
  if (by === "value") return row.value ?? -1;
  if (by === "amaf") return row.amaf_visits ? (row.amaf_value ?? -1) : -1;
  if (by === "amaf_visits") return row.amaf_visits;
  if (by === "prior" || by === "network") return row[by] ?? -1;
  return provenRank(row);
}

/** The moves of the rows in their order; equal ones by visits, then as the server had them. */
export function ordered(rows: Row[], { by, descending }: Sorting): string[] {
  const sign = descending ? -1 : 1;
  const compare =
    by === "move"
      ? (a: Row, b: Row) => sign * a.move.localeCompare(b.move, undefined, { numeric: true })
      : (a: Row, b: Row) => sign * (keyOf(a, by) - keyOf(b, by)) || b.visits - a.visits;
  return [...rows].sort(compare).map((row) => row.move);
}
