// What the moves of a game cost, from the win chances that a search gave before and after them.

export interface ReviewPoint {
  ply: number; // 0: before the first move
  move: string | null; // the move that led here
  player: 0 | 1; // who made it
  first: number | null; // win chance of the first player after it; null: not searched yet
  best: string | null; // what the search would have played instead of it
  loss: number | null; // how much win chance it cost its player
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

/** The n moves that lost the most, the worst first; moves that lost nothing are no such moves. */
export function worst(points: ReviewPoint[], n: number): ReviewPoint[] {
  return points
    .filter((point) => point.loss !== null && point.loss > 0)
    .sort((a, b) => b.loss! - a.loss! || a.ply - b.ply)
    .slice(0, n);
}
