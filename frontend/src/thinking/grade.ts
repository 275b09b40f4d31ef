// How good a move was, in one word, and how a player played in all: what is proven by its verdict, and
// what is estimated by the share of the win chance that it cost.
import { exact, hasCost, type JudgedPoint } from "./review";
import { gradeOf, type Grade } from "./verdict";

/** From which estimated cost on a move is called so; less is within what a search errs by. */
export const LEAST: Record<Exclude<Grade, "right">, number> = { inaccuracy: 0.05, mistake: 0.1, blunder: 0.2 };
const WRONG = ["blunder", "mistake", "inaccuracy"] as const;

/** The grade of a move in a review; null where its cost is not known. */
export function gradeAt(point: JudgedPoint): Grade | null {
  const verdict = exact(point);
  if (verdict) return gradeOf(verdict);
  if (!hasCost(point)) return null;
  const loss = Math.round(100 * point.loss!) / 100; // as it is shown
  return WRONG.find((grade) => loss >= LEAST[grade]) ?? "right";
}

export interface Tally {
  counts: Record<Grade, number>;
  known: number; // moves with a grade
  moves: number;
  accuracy: number | null; // the share of right moves among those
  proven: boolean; // all grades are
}

/** How a player played. */
export function tally(points: JudgedPoint[], player: 0 | 1): Tally {
  const own = points.filter((point) => point.move !== null && point.player === player);
  const graded = own.filter((point) => gradeAt(point) !== null);
  const counts: Tally["counts"] = { right: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const point of graded) counts[gradeAt(point)!] += 1;
  const known = graded.length;
  return {
    counts,
    known,
    moves: own.length,
    accuracy: known ? counts.right / known : null,
    proven: graded.every((point) => exact(point)),
  };
}
