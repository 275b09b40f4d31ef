import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PuzzleInfo } from "../src/protocol";
import { fresh, nextOf, noted, read, write } from "../src/puzzles/record";

const puzzle = (id: string, rating: number): PuzzleInfo => ({
  id,
  rating,
  game: "hex:5",
  moves: [],
  goal: "win",
  line: ["c3"],
  grade: 2,
  simulations: 64,
  plies: null,
});
const SOME = [puzzle("a", 600), puzzle("b", 1000), puzzle("c", 1400)];

let kept: Record<string, string> = {};
beforeEach(() => {
  kept = {};
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  });
});

describe("what one has solved", () => {
  it("moves the rating as a game against the puzzle would, once", () => {
    const won = noted(fresh(), SOME[1]!, "solved");
    expect(won).toMatchObject({ rating: 1032, streak: 1, best: 1, done: { b: "solved" } });
    expect(noted(won, SOME[1]!, "failed")).toEqual(won);
    const lost = noted(won, SOME[2]!, "failed");
    expect(lost).toMatchObject({ streak: 0, best: 1 });
    expect(lost.rating).toBeLessThan(won.rating);
    expect(noted(lost, SOME[2]!, "solved")).toEqual({ ...lost, done: { b: "solved", c: "solved" } });
  });

  it("is not moved by a puzzle that took a hint", () => {
    expect(noted(fresh(), SOME[0]!, "helped")).toMatchObject({ rating: 1000, streak: 0, done: { a: "helped" } });
  });

  it("outlives a reload, and what is broken is begun anew", () => {
    const won = noted(fresh(), SOME[1]!, "solved");
    write(won);
    expect(read()).toEqual(won);
    for (const text of ["", "{", "[]", '{"rating": "much"}', '{"rating": 1, "streak": 0, "best": 0, "done": null}']) {
      kept["playout-puzzles"] = text;
      expect(read()).toEqual(fresh());
    }
    kept["playout-puzzles"] = JSON.stringify({ ...won, done: { a: "eaten", b: "solved" } });
    expect(read().done).toEqual({ b: "solved" });
  });
});

describe("the next puzzle", () => {
  it("is new, about as hard as one is strong, and another than this one", () => {
    expect(nextOf(fresh(), SOME, null)?.id).toBe("b");
    expect(nextOf(fresh(), SOME, "b")?.id).toBe("a");
    expect(nextOf({ ...fresh(), rating: 1500 }, SOME, null)?.id).toBe("c");
  });

  it("is one that failed when all were tried", () => {
    const record = { ...fresh(), done: { a: "solved", b: "solved", c: "failed" } as const };
    expect(nextOf(record, SOME, null)?.id).toBe("c");
    expect(nextOf(record, [], null)).toBeNull();
  });
});
