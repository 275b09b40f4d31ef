// What the moves of a game cost, from the win chances that a search gave before and after them.
import type { Judgement } from "../protocol";

export interface ReviewPoint {
  ply: number; // 0: before the first move
  move: string | null; // the move that led here
  player: 0 | 1; // who made it
  first: number | null; // win chance of the first player after it; null: not searched yet
  best: string | null; // what the search would have played instead of it
  loss: number | null; // how much win chance it cost its player
  verdict: Judgement | null; // what an exact solver knows of it
}

/** What is known of a move for certain; null where nobody knows. */
export function exact(point: ReviewPoint): Judgement | null {
  return point.verdict && point.verdict.kind !== "unsure" ? point.verdict : null;
}

/** The moves that truly gave something away, the worst first. */
export function mistakes(points: ReviewPoint[]): ReviewPoint[] {
  const cost = (point: ReviewPoint): number => exact(point)?.cost ?? 0;
  return points.filter((point) => cost(point) > 0).sort((a, b) => cost(b) - cost(a) || a.ply - b.ply);
}

/** From which ply on every move is known for certain; null if the last one is not. */
export function exactFrom(points: ReviewPoint[]): number | null {
  let from: number | null = null;
  for (const point of [...points].reverse()) {
    if (point.move === null || !exact(point)) break;
    from = point.ply;
  }
  return from;
}

/** The same points with their losses: never negative, null where a value is missing. */
export function losses(points: ReviewPoint[]): ReviewPoint[] {
  return points.map((point, i) => {
    const before = points[i - 1]?.first ?? null;
    if (point.move === null || before === null || point.first === null) return { ...point, loss: null };
    const gain = point.player === 0 ? point.first - before : before - point.first;
    return { ...point, loss: Math.max(0, -gain) };
  });
}

/** The n moves that lost the most by the search's estimate, the worst first; moves that lost nothing
 * are no such moves, and where the truth is known an estimate says no more. */
export function worst(points: ReviewPoint[], n: number): ReviewPoint[] {
  return points
    .filter((point) => point.loss !== null && point.loss > 0 && !exact(point))
    .sort((a, b) => b.loss! - a.loss! || a.ply - b.ply)
    .slice(0, n);
}
