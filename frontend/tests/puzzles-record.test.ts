import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PuzzleInfo } from "../src/protocol";
import { fresh, helped, nextOf, noted, read, write } from "../src/puzzles/record";

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
    expect(noted(lost, SOME[2]!, "solved")).toEqual(lost);
  });

  it("is not moved by a puzzle that took a hint", () => {
    const seen = helped(fresh(), SOME[0]!);
    expect(seen).toEqual({ ...fresh(), hinted: ["a"] });
    expect(noted(seen, SOME[0]!, "solved")).toMatchObject({ rating: 1000, streak: 0, done: { a: "helped" } });
    expect(noted(seen, SOME[0]!, "failed")).toMatchObject({ done: { a: "failed" } });
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
    kept["playout-puzzles"] = JSON.stringify({ rating: 900, streak: 0, best: 0, done: {} }); // of before hints were kept
    expect(read()).toEqual({ ...fresh(), rating: 900 });
  });
});

describe("the next puzzle", () => {
  it("is new, about as hard as one is strong, and another than this one", () => {
    expect(nextOf(fresh(), SOME, new Set(), null)?.id).toBe("b");
    expect(nextOf(fresh(), SOME, new Set(), "b")?.id).toBe("a");
    expect(nextOf({ ...fresh(), rating: 1500 }, SOME, new Set(), null)?.id).toBe("c");
  });

  it("is none that was passed over before all have been", () => {
    const passed = new Set<string>();
    let now: string | null = null;
    const next = (): string => (now = nextOf(fresh(), SOME, passed, now)!.id);
    expect([next(), next(), next(), next(), next(), next()]).toEqual(["b", "a", "c", "b", "a", "c"]);
    expect(nextOf(fresh(), SOME.slice(0, 1), passed, "a")?.id).toBe("a"); // there is no other
  });

  it("is one that failed when all were tried", () => {
    const record = { ...fresh(), done: { a: "solved", b: "solved", c: "failed" } as const };
    expect(nextOf(record, SOME, new Set(), null)?.id).toBe("c");
    expect(nextOf(record, [], new Set(), null)).toBeNull();
  });
});
