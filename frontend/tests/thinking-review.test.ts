import { expect, test } from "vitest";
import type { Judgement } from "../src/protocol";
import { exactFrom, losses, mistakes, worst, type ReviewPoint } from "../src/thinking/review";

function point(ply: number, first: number | null, best: string | null = null): ReviewPoint {
  const player = ply % 2 === 1 ? 0 : 1;
  return { ply, move: ply === 0 ? null : `m${ply}`, player, first, best, loss: null, verdict: null };
}

const lossesOf = (...firsts: (number | null)[]) => losses(firsts.map((first, ply) => point(ply, first))).map((p) => p.loss);

test("a move costs what its own player's win chance falls by", () => {
  const [start, first, second] = lossesOf(0.5, 0.3, 0.7);
  expect(start).toBeNull();
  expect(first).toBeCloseTo(0.2); // the first player's own chance fell
  expect(second).toBeCloseTo(0.4); // the first player's rose, so the second's fell
});

test("a move that gains costs nothing", () => {
  expect(lossesOf(0.5, 0.6, 0.4)).toEqual([null, 0, 0]);
});

test("a value that is missing leaves the losses beside it unknown", () => {
  expect(lossesOf(0.5, null, 0.5, 0.5)).toEqual([null, null, null, 0]);
});

test("the points given stay as they are", () => {
  const points = [point(0, 0.5), point(1, 0.1)];
  losses(points);
  expect(points[1]!.loss).toBeNull();
});

test("the worst moves come first, at most so many, none that cost nothing", () => {
  const points = losses([0.5, 0.4, 0.9, 0.9, 0.9, 0.7].map((first, ply) => point(ply, first)));
  expect(worst(points, 5).map((p) => p.ply)).toEqual([2, 5, 1]);
  expect(worst(points, 1).map((p) => p.ply)).toEqual([2]);
  expect(worst([], 5)).toEqual([]);
});

test("equal losses keep the order of the game", () => {
  const points = losses([0.5, 0.25, 0.5, 0.25].map((first, ply) => point(ply, first)));
  expect(worst(points, 5).map((p) => p.ply)).toEqual([1, 2, 3]);
});

function judged(ply: number, kind: Judgement["kind"], cost = 0): ReviewPoint {
  const verdict: Judgement = { move: "", kind, best: [], before: "win", after: "win", cost, plies: null };
  return { ...point(ply, 0.5), loss: 0.2, verdict };
}

test("the mistakes are those that gave something away, the dearest first", () => {
  const points = [judged(1, "mistake", 0.5), judged(2, "right"), judged(3, "mistake", 1), judged(4, "slower"), judged(5, "unsure")];
  expect(mistakes(points).map((p) => p.ply)).toEqual([3, 1]);
});

test("where the truth is known an estimate says no more", () => {
  const points = [judged(1, "right"), judged(2, "unsure"), judged(3, "mistake", 1), { ...point(4, 0.5), loss: 0.1 }];
  expect(worst(points, 5).map((p) => p.ply)).toEqual([2, 4]);
});

test("from where on all is known", () => {
  expect(exactFrom([point(0, 0.5), judged(1, "unsure"), judged(2, "right"), judged(3, "slower")])).toBe(2);
  expect(exactFrom([point(0, 0.5), judged(1, "right"), judged(2, "mistake", 1)])).toBe(1);
  expect(exactFrom([point(0, 0.5), judged(1, "right"), judged(2, "unsure")])).toBeNull();
  expect(exactFrom([point(0, 0.5)])).toBeNull();
});
