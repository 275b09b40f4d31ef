// What is true of moves, in words and signs: the sentences are those of src/playout/solve/teacher.py.
import type { SearchReport, Judgement, MoveTruth, Outcome, Row } from "../protocol";
import { t } from "../words.svelte";
import { algorithmName, range, share } from "./numbers";

type Say = (move: string) => string;

const SHOWN = 4; // right moves that are named
const OUTCOMES: Record<Row["proven"], Outcome> = { won: "win", draw: "draw", lost: "loss", "": "unknown" };
export const SIGNS: Record<Outcome, string> = { win: "✓", draw: "=", loss: "✗", unknown: "?" };

export type Grade = "right" | "inaccuracy" | "mistake" | "blunder";
export const GRADE_SIGNS: Record<Grade, string> = { right: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Whether an exact solver says this, and not a search. */
export function isExact(report: Pick<SearchReport, "algorithm"> | null): boolean {
  return report !== null && algorithmName(report.algorithm) === "solver";
}

/** Whether the value of a position is proven: by a solver, by a move that wins, or by all moves. */
export function isProven(report: SearchReport): boolean {
  if (isExact(report)) return report.value !== null;
  const { rows } = report;
  return rows.some((row) => row.proven === "won") || (rows.length > 0 && rows.every((row) => row.proven));
}

/** Between which shares the true one lies, as far as n results with this mean tell (Wilson, 95 %). */
export function spread(mean: number, n: number): [number, number] {
  const z2 = 1.96 ** 2 / n;
  const middle = (mean + z2 / 2) / (1 + z2);
  const half = Math.sqrt(z2 * (mean * (1 - mean) + z2 / 4)) / (1 + z2);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

const WIDE = 0.3; // so far apart the ends of what may be true are both told

/** The value of a move as a share; after a few visits, from where to where it may be. */
export function worth({ value, visits, proven }: Pick<Row, "value" | "visits" | "proven">, digits = 1): string {
  if (value === null || proven || visits === 0) return share(value, digits);
  const [low, high] = spread(value, visits);
  return high - low > WIDE ? range(low, high) : share(value, digits);
}

/** What a solver has proven; null for the report of a search. */
export function truthsIn(report: SearchReport | null): MoveTruth[] | null {
  return report && isExact(report) ? provenIn(report) : null;
}

/** What is proven of moves, by a solver or by a search on its way. */
export function provenIn(report: SearchReport): MoveTruth[] {
  return report.rows
    .filter((row) => row.proven)
    .map(({ move, proven, distance }) => ({
      move,
      outcome: OUTCOMES[proven],
      plies: distance < 0 ? null : distance + 1,
    }));
}

export function plies(n: number): string {
  return n === 1 ? t("plies_one") : t("plies", { n });
}

/** "wins in 7 plies", "draws", "not known". */
export function outcomeWords({ outcome, plies: n }: { outcome: Outcome; plies: number | null }): string {
  if (outcome === "unknown") return t("outcome.unknown");
  return n === null ? t(`outcome.${outcome}`) : t(`outcome.${outcome}_in`, { plies: plies(n) });
}

/** As short as it goes on a board: "✓7". */
export function outcomeSign({ outcome, plies: n }: { outcome: Outcome; plies: number | null }): string {
  return SIGNS[outcome] + (n === null || outcome === "draw" || outcome === "unknown" ? "" : n);
}

/** The moves that would have been right: "3", "3 or 4", "1, 2, 3, 4 or one of 5 more". */
export function listed(moves: string[], say: Say): string {
  const names = moves.slice(0, moves.length > SHOWN + 1 ? SHOWN : SHOWN + 1).map(say); // no "one of 1 more"
  const more = moves.length - names.length;
  if (more) return t("list_more", { names: names.join(", "), n: more });
  const last = names.pop() ?? "";
  return names.length ? t("list_or", { names: names.join(", "), last }) : last;
}

/** "4: a mistake, it turns a win into a draw; 3 was better". */
export function verdictWords(verdict: Judgement, say: Say): string {
  const move = say(verdict.move);
  if (verdict.kind === "unsure") return t(`verdict.unsure.${verdict.why}`, { move });
  if (verdict.kind === "right") return t(`verdict.right.${verdict.after}`, { move });
  const rather = verdict.best.length ? t("verdict.rather", { best: listed(verdict.best, say) }) : "";
  if (verdict.kind === "slower") {
    return t(`verdict.slower.${verdict.after}`, { move, plies: plies(verdict.plies ?? 0) }) + rather;
  }
  return t(`verdict.mistake.${verdict.before}.${verdict.after}`, { move }) + rather;
}

/** The grade of a verdict; null where nobody knows. */
export function gradeOf(verdict: Judgement): Grade | null {
  if (verdict.kind === "mistake") return verdict.cost >= 1 ? "blunder" : "mistake";
  return ({ right: "right", slower: "inaccuracy", unsure: null } as const)[verdict.kind];
}

/** The sign of a verdict in a list of moves, as in chess: "??" for the worst; none if nobody knows. */
export function verdictSign(verdict: Judgement): string {
  const grade = gradeOf(verdict);
  return grade ? GRADE_SIGNS[grade] : "";
}

/** What the sign means. */
export function verdictName(verdict: Judgement): string {
  return t(`grade.${gradeOf(verdict) ?? "unknown"}`);
}
