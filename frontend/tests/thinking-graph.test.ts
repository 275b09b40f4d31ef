import { expect, test, vi } from "vitest";
import type { SearchReport } from "../src/protocol";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { known, seen } = await import("../src/thinking/graph");

function report(value: number | null, simulations: number, algorithm = "Uct()"): SearchReport {
  return { move: "a1", value, line: [], lines: [], simulations, seconds: 1, nodes: 1, depth: 1, algorithm, rows: [] };
}

test("a value is the first player's, and the longer search is kept", () => {
  const long = seen(undefined, report(0.7, 1000), 1);
  expect(long?.first).toBeCloseTo(0.3);
  expect(seen(long, report(0.5, 10), 1)).toBe(long);
  expect(seen(long, report(0.6, 2000), 1)?.first).toBeCloseTo(0.4);
  expect(seen(long, report(null, 9000), 1)).toBe(long);
});

test("what is proven replaces an estimate, and no estimate replaces it", () => {
  const long = seen(undefined, report(0.7, 1000), 0);
  const proven = seen(long, report(1, 0, "Solver()"), 0);
  expect(proven).toEqual({ first: 1, simulations: 0, proven: true });
  expect(seen(proven, report(0.6, 10_000), 0)).toBe(proven);
});

test("the end of a game is a point without a search", () => {
  const line = [{ seen: { first: 0.6, simulations: 1, proven: false } }, {}, {}];
  expect(known(line, null)).toEqual([{ ply: 0, first: 0.6 }]);
  expect(known(line, { ply: 2, first: 1 })).toEqual([{ ply: 0, first: 0.6 }, { ply: 2, first: 1 }]);
});
