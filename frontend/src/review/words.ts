// The points of a review in words, which its parts share.
import { t } from "../words.svelte";
import { share } from "../thinking/numbers";
import type { JudgedPoint, ReviewPoint } from "../thinking/review";

export type Say = (move: string) => string;

/** "12." and "12…" for the answer, as in the list of moves. */
export function numberOf({ ply }: ReviewPoint): string {
  return `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}`;
}

/** "12. d4", and "12… e5" for the answer. */
export function nameOf(point: ReviewPoint | undefined, say: Say): string {
  return point?.move ? `${numberOf(point)} ${say(point.move)}` : t("review.begin");
}

/** A share, with a sign if it is an estimate. */
export function marked(value: number | null, isProven: boolean): string {
  if (value === null) return "";
  return isProven ? share(value, 0) : t("review.about_share", { share: share(value, 0) });
}

/** What a move cost by estimate, or what the search still expected of it. */
export function lossWords(point: JudgedPoint, say: Say): string {
  const move = nameOf(point, say);
  if (!point.proven) return t("review.cost", { move, loss: share(point.loss, 0) });
  const isDraw = point.first === 0.5;
  const chance = share(point.loss! + (isDraw ? 0.5 : 0), 0);
  return t(isDraw ? "review.to_draw" : "review.to_loss", { move, chance });
}
