import { describe, expect, test, vi } from "vitest";
import type { SearchReport, Judgement, Outcome, Row } from "../src/protocol";
import type { JudgedPoint, Reviewed, ReviewPoint } from "../src/thinking/review";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { exact, hasCost, judge, mistakes, reviewed, worst } = await import("../src/thinking/review");

const moverOf = (ply: number): 0 | 1 => (ply % 2 === 1 ? 0 : 1); // who made the move to a ply
const mine = (first: number, player: 0 | 1): number => (player === 0 ? first : 1 - first);
const OUTCOMES: Outcome[] = ["loss", "draw", "win"];

function point(ply: number, reviewed: Reviewed | null, verdict: Judgement | null = null): ReviewPoint {
  return { ply, node: ply, move: ply === 0 ? null : `m${ply}`, player: moverOf(ply), reviewed, verdict };
}

const guess = (first: number, best: string | null = null): Reviewed => ({ first, proven: false, best, line: best ? [best, "z"] : [] });
const proof = (first: number, best: string | null = null): Reviewed => ({ first, proven: true, best, line: best ? [best, "z"] : [] });
const game = (...points: (Reviewed | null)[]): JudgedPoint[] => judge(points.map((one, ply) => point(ply, one)));
const lossesOf = (...points: (Reviewed | null)[]) => game(...points).map((one) => one.loss);
const costsOf = (...points: (Reviewed | null)[]) => game(...points).map((one) => exact(one)?.cost ?? null);

describe("estimates", () => {
  test("a move costs what its own player's win chance falls by", () => {
    const [start, first, second] = lossesOf(guess(0.5), guess(0.3), guess(0.7));
    expect(start).toBeNull();
    expect(first).toBeCloseTo(0.2); // the first player's own chance fell
    expect(second).toBeCloseTo(0.4); // the first player's rose, so the second's fell
  });

  test("a move that gains costs nothing", () => {
    expect(lossesOf(guess(0.5), guess(0.6), guess(0.4))).toEqual([null, 0, 0]);
  });

  test("a move that the search would have played costs nothing", () => {
    expect(lossesOf(guess(0.5, "m1"), guess(0.2))).toEqual([null, 0]);
  });

  test("a value that is missing leaves the costs beside it unknown", () => {
    expect(lossesOf(guess(0.5), null, guess(0.5), guess(0.5))).toEqual([null, null, null, 0]);
  });

  test("the worst moves come first, at most so many, none that cost nothing", () => {
    const points = game(...[0.5, 0.4, 0.9, 0.9, 0.9, 0.7].map((first) => guess(first)));
    expect(worst(points, 5, 0.01).map((p) => p.ply)).toEqual([2, 5, 1]);
    expect(worst(points, 1, 0.01).map((p) => p.ply)).toEqual([2]);
    expect(worst(points, 5, 0.15).map((p) => p.ply)).toEqual([2, 5]);
    expect(worst([], 5, 0.01)).toEqual([]);
  });

  test("equal costs keep the order of the game", () => {
    const points = game(...[0.5, 0.25, 0.5, 0.25].map((first) => guess(first)));
    expect(worst(points, 5, 0.01).map((p) => p.ply)).toEqual([1, 2, 3]);
  });
});

describe("proofs", () => {
  test("between two of them a cost is exact", () => {
    expect(costsOf(proof(1), proof(1), proof(1), proof(0.5), proof(1))).toEqual([null, 0, 0, 0.5, 0.5]);
    expect(lossesOf(proof(1), proof(0))).toEqual([null, null]);
  });

  test("of a proof and an estimate no cost is made", () => {
    // The only winning move of a won game, of which a quick search thinks little.
    const [, move] = game(proof(1), guess(0.6), guess(0.6));
    expect([hasCost(move!), move!.loss]).toEqual([false, null]);
    expect(worst([move!], 5, 0)).toEqual([]);
  });

  test("a move that a proof refutes is told, and what was expected of it", () => {
    const [, lost, answer] = game(guess(0.6), proof(0), guess(0.1));
    expect([hasCost(lost!), lost!.loss]).toEqual([false, 0.6]);
    expect(worst([lost!, answer!], 5, 0.01)).toEqual([lost]);
  });

  test("who wins after a move has won before it", () => {
    const [before, after] = game(guess(0.3), proof(1));
    expect([before!.first, before!.proven]).toEqual([1, true]);
    expect(exact(after!)).toMatchObject({ kind: "right", before: "win", after: "win", cost: 0 });
  });

  test("who is lost before a move is lost after it", () => {
    const [, after] = game(proof(0), guess(0.4));
    expect([after!.first, after!.proven]).toEqual([0, true]);
    expect(exact(after!)).toMatchObject({ kind: "right", before: "loss", after: "loss", cost: 0 });
  });

  test("of the solver's verdict both positions have a proof", () => {
    const verdict: Judgement = { move: "m1", kind: "mistake", best: ["x"], before: "win", after: "loss", cost: 1, plies: null, line: [], why: "" };
    const points = judge([point(0, guess(0.4)), point(1, guess(0.6), verdict)]);
    expect(points.map((one) => [one.first, one.proven])).toEqual([[1, true], [0, true]]);
    expect(exact(points[1]!)).toBe(verdict);
    expect(points[1]!.loss).toBeNull();
  });

  test("a verdict that is half known proves half of it", () => {
    const verdict: Judgement = { move: "m1", kind: "unsure", best: [], before: "win", after: "unknown", cost: 0, plies: null, line: [], why: "" };
    const points = judge([point(0, null), point(1, guess(0.6), verdict)]);
    expect(points.map((one) => one.proven)).toEqual([true, false]);
    expect(exact(points[1]!)).toBeNull();
  });

  test("the move that was right is named where it is proven", () => {
    expect(exact(game(proof(1, "x"), proof(0))[1]!)!.best).toEqual(["x"]);
    // The second player's loss is proven by what follows; what was best here is a guess.
    const [, , mistake] = game(guess(0.5), guess(0.5, "y"), proof(1), proof(1));
    expect(mistake!.proven).toBe(true);
    expect(exact(mistake!)).toBeNull();
  });

  test("the best line is the solver's where a verdict is exact, and else the search's", () => {
    const verdict: Judgement = { move: "m1", kind: "mistake", best: ["s"], before: "win", after: "loss", cost: 1, plies: null, line: ["s", "t"], why: "" };
    const lines = (...points: ReviewPoint[]) => judge(points).map((one) => one.line);
    expect(lines(point(0, guess(0.4, "x")), point(1, guess(0.6), verdict))).toEqual([[], ["s", "t"]]);
    expect(lines(point(0, guess(0.4, "x")), point(1, guess(0.6), { ...verdict, line: [] }))[1]).toEqual(["s"]);
    expect(lines(point(0, guess(0.4, "x")), point(1, guess(0.2)))[1]).toEqual(["x", "z"]);
    expect(lines(point(0, proof(1, "x")), point(1, proof(0)))[1]).toEqual(["x", "z"]);
  });

  test("mistakes are told the dearest first", () => {
    const points = game(proof(1), proof(0.5), proof(1), proof(0), proof(0));
    expect(mistakes(points).map((one) => one.ply)).toEqual([3, 1, 2]);
    expect(worst(points, 5, 0)).toEqual([]);
  });
});

describe("what is true is never said otherwise, and what is proven is said", () => {
  /** Numbers that look random, the same every time. */
  function* numbers(seed: number): Generator<number, never> {
    for (let x = seed; ; ) {
      x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
      yield x / 2 ** 32;
    }
  }

  function verdictOf(ply: number, before: number, after: number): Judgement {
    const player = moverOf(ply);
    const [had, has] = [mine(before, player), mine(after, player)];
    const kind = had > has ? "mistake" : "right";
    const [was, is] = [OUTCOMES[2 * had]!, OUTCOMES[2 * has]!];
    return { move: `m${ply}`, kind, best: ["x"], before: was, after: is, cost: had - has, plies: null, line: [], why: "" };
  }

  /** A line of true values: no player can better their own, only keep or lose it. */
  function line(random: Iterator<number, never>): number[] {
    const values = [Math.floor(random.next().value * 3) / 2];
    for (let ply = 1; ply <= 12; ply++) {
      const had = mine(values[ply - 1]!, moverOf(ply));
      const has = random.next().value < 0.6 ? had : (Math.floor(random.next().value * (2 * had + 1)) / 2);
      values.push(mine(has, moverOf(ply)));
    }
    return values;
  }

  const random = numbers(7);
  const some = (share: number): boolean => random.next().value < share;
  const lines = Array.from({ length: 600 }, () => {
    const values = line(random);
    const cost = (ply: number): number => mine(values[ply - 1]!, moverOf(ply)) - mine(values[ply]!, moverOf(ply));
    const [known, solved] = [random.next().value, random.next().value];
    const points = values.map((value, ply) => {
      const reviewed = some(0.1) ? null : some(known) ? proof(value) : guess(random.next().value);
      const verdict = ply > 0 && some(solved) ? verdictOf(ply, values[ply - 1]!, value) : null;
      return point(ply, reviewed, verdict);
    });
    return { values, cost, points, judged: judge(points) };
  });

  test("a value that is called proven is true", () => {
    for (const { values, judged } of lines) {
      for (const one of judged) if (one.proven) expect(one.first).toBe(values[one.ply]);
    }
  });

  test("a cost that is called exact is true: none on a move that keeps the value", () => {
    let seen = 0;
    for (const { cost, judged } of lines) {
      for (const one of judged.slice(1)) {
        if (exact(one)) expect(exact(one)!.cost).toBe(cost(one.ply));
        seen += exact(one) ? 1 : 0;
      }
    }
    expect(seen).toBeGreaterThan(500);
  });

  test("every move between two proofs that loses the value is blamed, with all that it cost", () => {
    for (const { cost, judged } of lines) {
      const lost = judged.filter((one) => one.ply > 0 && one.proven && judged[one.ply - 1]!.proven && cost(one.ply) > 0);
      const blamed = mistakes(judged);
      expect(blamed.map((one) => one.ply).sort()).toEqual(lost.map((one) => one.ply).sort());
    }
  });

  test("a cost that is not exact has estimates on both sides, and what a proof refutes one before it", () => {
    for (const { judged } of lines) {
      for (const one of judged.slice(1)) {
        const before = judged[one.ply - 1]!;
        if (hasCost(one) && !exact(one)) expect([before.proven, one.proven]).toEqual([false, false]);
        if (one.loss !== null) expect(before.proven).toBe(false);
      }
    }
  });
});

describe("what a review keeps of a search", () => {
  const row = (proven: Row["proven"]): Row => ({ move: "x", visits: 9, value: 0.5, amaf_visits: 0, amaf_value: null, prior: null, network: null, proven, distance: 3 });
  const report = (value: number | null, rows: Row[] = [], algorithm = "Uct()"): SearchReport => ({
    move: "x", value, line: ["x", "y"], lines: [], simulations: 10, seconds: 0.3, nodes: 9, depth: 3, algorithm, rows,
  });

  test("values are for the first player", () => {
    expect(reviewed(report(0.7), 0)).toEqual({ first: 0.7, proven: false, best: "x", line: ["x", "y"] });
    expect(reviewed(report(0.75), 1)!.first).toBe(0.25);
    expect(reviewed(report(null), 0)).toBeNull();
  });

  test("a proof is worth what it proves, whatever the mean of the simulations is", () => {
    expect(reviewed(report(0.93, [row("won"), row("")]), 0)!.first).toBe(1);
    expect(reviewed(report(0.1, [row("lost"), row("lost")]), 1)!.first).toBe(1);
    expect(reviewed(report(0.4, [row("draw"), row("lost")]), 0)!.first).toBe(0.5);
  });

  test("proven is what a solver says, a win, and what all moves lead to", () => {
    const isProven = (...rest: Parameters<typeof report>) => reviewed(report(...rest), 0)!.proven;
    expect(isProven(1, [], "Solver()")).toBe(true);
    expect(isProven(1, [row("won"), row("")])).toBe(true);
    expect(isProven(0, [row("lost"), row("lost")])).toBe(true);
    expect(isProven(0.5, [row("draw"), row("lost")])).toBe(true);
    // What is not proven yet may still win.
    expect(isProven(0.5, [row("draw"), row("")])).toBe(false);
    expect(isProven(0.1, [row("lost"), row("")])).toBe(false);
    expect(isProven(1, [])).toBe(false);
  });
});
