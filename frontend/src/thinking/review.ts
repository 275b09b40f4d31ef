// What the moves of a game cost. Proofs come before estimates. Between two proofs a cost is exact;
// between two estimates of the same search it is estimated; between a proof and an estimate it is not
// known, and only what the search expected of a move that a proof then refutes is told.
import type { SearchReport, Judgement, Outcome } from "../protocol";
import { isProven } from "./verdict";

/** What the search of a review says of a position. */
export interface Reviewed {
  first: number; // the first player's chance to win
  proven: boolean; // it is the truth, not a chance
  best: string | null; // the move that it would play
  line: string[]; // and how it would go on
}

export interface ReviewPoint {
  ply: number; // 0: before the first move
  node: number; // of the position after the move
  move: string | null; // the move that led here
  player: 0 | 1; // who made it
  reviewed: Reviewed | null; // null: not searched yet
  verdict: Judgement | null; // what an exact solver knows of the move
}

export interface JudgedPoint extends ReviewPoint {
  first: number | null; // the first player's chance to win here; null: not known
  proven: boolean; // whether it is proven
  best: string | null; // what the search would have played instead of the move
  line: string[]; // what should have been played, from before the move
  loss: number | null; // of the win chance that was estimated before the move, what is gone after it
}

const OUTCOMES: Outcome[] = ["loss", "draw", "win"];
const LINE = 12; // moves of a line that are kept

/** What a review keeps of a search; null of one that has no opinion. */
export function reviewed(report: SearchReport, mover: 0 | 1): Reviewed | null {
  if (report.value === null) return null;
  const proven = isProven(report);
  const value = proven ? truthOf(report, report.value) : report.value;
  return { first: forFirst(value, mover), proven, best: report.move, line: report.line.slice(0, LINE) };
}

/** What the proofs of a search add up to, which its mean value may not have reached. */
function truthOf({ rows }: SearchReport, value: number): number {
  if (!rows.length) return value;
  const has = (proven: "won" | "draw"): boolean => rows.some((row) => row.proven === proven);
  return has("won") ? 1 : has("draw") ? 0.5 : 0;
}

/** The points with all that follows from their values and verdicts. */
export function judge(points: ReviewPoint[]): JudgedPoint[] {
  const proofs = proofsOf(points);
  return points.map((point, i) => {
    const [from, before, truth] = [points[i - 1], proofs[i - 1] ?? null, proofs[i] ?? null];
    const first = truth ?? point.reviewed?.first ?? null;
    const verdict = exact(point) ?? provenVerdict(from, point, before, truth) ?? point.verdict;
    return {
      ...point,
      first,
      proven: truth !== null,
      best: from?.reviewed?.best ?? null,
      line: lineOf(exact({ ...point, verdict }), from),
      loss: before === null ? fallen(from, point, first) : null,
      verdict,
    };
  });
}

/** What should have been played: as proven, where that is known, and else as the search expected it. */
function lineOf(verdict: Judgement | null, from: ReviewPoint | undefined): string[] {
  if (!verdict) return from?.reviewed?.line ?? [];
  return verdict.line?.length ? verdict.line : verdict.best.slice(0, 1);
}

/** What is proven of each position, for the first player: 0, 1/2 or 1. */
function proofsOf(points: ReviewPoint[]): (number | null)[] {
  const truths = points.map((point, i) => {
    const next = points[i + 1];
    return (
      truthIn(point.verdict?.after, point.player) ??
      (next ? truthIn(next.verdict?.before, next.player) : null) ??
      (point.reviewed?.proven ? point.reviewed.first : null)
    );
  });
  return truths.map((truth, i) => {
    if (truth !== null) return truth;
    const [before, next, after] = [truths[i - 1], points[i + 1], truths[i + 1]];
    // Who wins after a move wins before it, and who is lost before a move is lost after it.
    if (next && after === forFirst(1, next.player)) return after;
    if (before === forFirst(0, points[i]!.player)) return before;
    return null;
  });
}

function truthIn(outcome: Outcome | undefined, player: 0 | 1): number | null {
  const worth = outcome ? OUTCOMES.indexOf(outcome) : -1;
  return worth < 0 ? null : forFirst(worth / 2, player);
}

/** What is worth so much to a player, for the first player; and the other way round. */
function forFirst(worth: number, player: 0 | 1): number {
  return player === 0 ? worth : 1 - worth;
}

/** By how much its player's win chance was lower after a move than estimated before it. */
function fallen(from: ReviewPoint | undefined, { move, player }: ReviewPoint, first: number | null): number | null {
  if (!from?.reviewed || first === null) return null;
  // There is nothing that the search would rather have played.
  if (from.reviewed.best === move) return 0;
  return Math.max(0, forFirst(from.reviewed.first, player) - forFirst(first, player));
}

/** What two proofs say of the move between them. */
function provenVerdict(
  from: ReviewPoint | undefined,
  { move, player }: ReviewPoint,
  before: number | null,
  after: number | null,
): Judgement | null {
  if (move === null || before === null || after === null) return null;
  const [had, has] = [forFirst(before, player), forFirst(after, player)];
  const cost = Math.max(0, had - has);
  const better = cost > 0 && from?.reviewed?.proven ? from.reviewed : null;
  const best = cost === 0 ? [move] : better?.best ? [better.best] : [];
  const outcome = (worth: number): Outcome => OUTCOMES[2 * worth] ?? "unknown";
  const kind = cost > 0 ? "mistake" : "right";
  return { move, kind, best, before: outcome(had), after: outcome(has), cost, plies: null, line: better?.line ?? [], why: "" };
}

/** What is known of a move for certain; null where nobody knows. */
export function exact(point: Pick<ReviewPoint, "verdict">): Judgement | null {
  return point.verdict && point.verdict.kind !== "unsure" ? point.verdict : null;
}

/** The moves that truly gave something away, the worst first. */
export function mistakes<P extends ReviewPoint>(points: P[]): P[] {
  const cost = (point: P): number => exact(point)?.cost ?? 0;
  return points.filter((point) => cost(point) > 0).sort((a, b) => cost(b) - cost(a) || a.ply - b.ply);
}

/** Whether it is known what a move cost, for certain or by estimate. */
export function hasCost(point: JudgedPoint): boolean {
  return exact(point) !== null || (point.loss !== null && !point.proven);
}

/** The n moves that lost the most of what was estimated before them, the worst first; what lost less
 * than `least` is none of them. */
export function worst(points: JudgedPoint[], n: number, least: number): JudgedPoint[] {
  return points
    .filter((point) => point.loss !== null && Math.round(100 * point.loss) >= 100 * least)
    .sort((a, b) => b.loss! - a.loss! || a.ply - b.ply)
    .slice(0, n);
}
