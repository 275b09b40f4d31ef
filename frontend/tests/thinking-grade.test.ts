import { describe, expect, test, vi } from "vitest";
import type { Judgement } from "../src/protocol";
import type { ReviewPoint } from "../src/thinking/review";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { judge, worst } = await import("../src/thinking/review");
const { gradeAt, LEAST, tally } = await import("../src/thinking/grade");

/** A game of estimates for the first player; the moves alternate. */
function game(...firsts: (number | null)[]): ReviewPoint[] {
  return firsts.map((first, ply) => ({
    ply,
    node: ply,
    move: ply ? `m${ply}` : null,
    player: ply % 2 === 1 ? 0 : 1,
    reviewed: first === null ? null : { first, proven: false, best: "x", line: ["x"] },
    verdict: null,
  }));
}

const verdict = (kind: Judgement["kind"], cost = 0): Judgement => ({
  move: "m1", kind, best: [], before: "win", after: cost === 1 ? "loss" : cost ? "draw" : "win", cost, plies: null, line: [], why: "",
});

describe("the grade of a move", () => {
  test.each([
    [0, "right"],
    [0.044, "right"],
    [0.046, "inaccuracy"], // shown as 5 %
    [0.0951, "mistake"], // shown as 10 %
    [0.19, "mistake"],
    [0.2, "blunder"],
    [0.6, "blunder"],
  ])("that cost %s by estimate is %s", (loss, grade) => {
    expect(gradeAt(judge(game(0.7, 0.7 - loss))[1]!)).toBe(grade);
  });

  test.each([
    [verdict("right"), "right"],
    [verdict("slower"), "inaccuracy"],
    [verdict("mistake", 0.5), "mistake"],
    [verdict("mistake", 1), "blunder"],
  ])("that is proven is that of the proof, whatever the search thinks", (told, grade) => {
    const points = game(0.9, 0.1);
    points[1]!.verdict = told;
    expect(gradeAt(judge(points)[1]!)).toBe(grade);
  });

  test("is not known beside a value that is missing", () => {
    expect(gradeAt(judge(game(0.5, null))[1]!)).toBeNull();
  });

  test("is wrong of exactly the moves that are listed", () => {
    for (let loss = 0; loss < 0.3; loss += 0.001) {
      const points = judge(game(0.7, 0.7 - loss));
      expect(worst(points, 5, LEAST.inaccuracy).length > 0).toBe(gradeAt(points[1]!) !== "right");
    }
  });
});

describe("how a player played", () => {
  const points = game(0.5, 0.5, 0.8, 0.7, 0.7, 0.7, null);
  points[5]!.verdict = { ...verdict("mistake", 1), move: "m5" };

  test("counts the moves of that player, each once, and what is not known apart", () => {
    const [first, second] = ([0, 1] as const).map((player) => tally(judge(points), player));
    expect(first).toMatchObject({ moves: 3, counts: { right: 1, inaccuracy: 0, mistake: 1, blunder: 1 }, known: 3 });
    expect(first!.accuracy).toBeCloseTo(1 / 3);
    expect(second).toMatchObject({ moves: 3, counts: { right: 0, inaccuracy: 0, mistake: 0, blunder: 1 }, known: 1 });
    expect([first!.proven, second!.proven]).toEqual([false, false]);
  });

  test("of whom nothing is known has no accuracy", () => {
    expect(tally(judge(game(null, null)), 0).accuracy).toBeNull();
  });
});
