import { describe, expect, it } from "vitest";
import { colourOf, curveOf, decades, leaders, topOf, withSample } from "../src/compare/samples";
import { endsOf, positionOf, STEPS, valueAt, type Slider } from "../src/compare/sliders";
import type { Parameter, SearchReport } from "../src/protocol";

function report(simulations: number, visits: Record<string, number>, value = 0.5): SearchReport {
  const rows = Object.entries(visits).map(([move, n]) => ({ move, visits: n, value: n / 100 }));
  return { simulations, value, rows, move: rows[0]?.move ?? "" } as unknown as SearchReport;
}

describe("the curves of a search", () => {
  it("have points that grow, not too close to each other", () => {
    let samples: SearchReport[] = [];
    for (const n of [1, 3, 3, 2, 7, 1000, 1001, 1020]) samples = withSample(samples, report(n, { a1: n }));
    expect(samples.map((one) => one.simulations)).toEqual([1, 3, 7, 1000, 1020]);
  });

  it("never have more points than can be drawn", () => {
    let samples: SearchReport[] = [];
    for (let n = 1; n < 1e6; n *= 1.02) samples = withSample(samples, report(Math.ceil(n), { a1: 1 }));
    expect(samples.length).toBeLessThanOrEqual(400);
  });

  it("are of the moves that either search likes best", () => {
    const one = report(9, { a1: 5, b1: 3, c1: 1, d1: 0 });
    const other = report(9, { d1: 9, a1: 1, b1: 0, c1: 0 });
    expect(leaders([one, other], 2)).toEqual(["a1", "d1", "b1"]);
    expect(leaders([one, null], 1)).toEqual(["a1"]);
  });

  it("are shares of the visits, values of a move, or the value of the position", () => {
    const samples = [report(4, { a1: 3, b1: 1 }, 0.2), report(10, { a1: 5, b1: 5 }, 0.7)];
    expect(curveOf(samples, "b1", "visits")).toEqual([[4, 0.25], [10, 0.5]]);
    expect(curveOf(samples, "b1", "value")).toEqual([[4, 0.01], [10, 0.05]]);
    expect(curveOf(samples, null, "value")).toEqual([[4, 0.2], [10, 0.7]]);
    expect(curveOf(samples, "z9", "value")).toEqual([]);
    expect(topOf([samples], ["b1"])).toBe(0.5);
  });

  it("have an axis of powers of ten, and a colour each", () => {
    expect(decades(20_000)).toEqual([1, 10, 100, 1000, 10_000]);
    expect(colourOf(["a", "b"], "a")).not.toBe(colourOf(["a", "b"], "b"));
  });
});

describe("the sliders of a search", () => {
  const parameter = (more: Partial<Parameter>): Parameter =>
    ({ name: "c", key: "c", type: "float", default: 0.4, doc: "", low: 0, high: null, choices: [], ...more }) as Parameter;
  const slider = (own: Partial<Parameter>, value: number): Slider => {
    const made = parameter(own);
    return { parameter: made, part: null, owner: "", value, ...endsOf(made, value) };
  };

  it.each([
    ["c", {}, 0.4],
    ["bias", { default: 1e-5 }, 1e-5],
    ["ref", { type: "int", default: 50, low: 0 }, 50],
    ["alpha", { default: 0.4, high: 1 }, 0.4],
    ["out of the usual", {}, 25],
    ["zero in ratios", { type: "int", default: 50, low: 0 }, 0],
  ] as [string, Partial<Parameter>, number][])("keep %s within its range, at every position", (_, own, value) => {
    const made = slider(own, value);
    for (let at = 0; at <= STEPS; at++) {
      const there = valueAt(made, at);
      expect(there).toBeGreaterThanOrEqual(made.parameter.low ?? -Infinity);
      expect(there).toBeLessThanOrEqual(made.parameter.high ?? Infinity);
      if (own.type === "int") expect(Number.isInteger(there)).toBe(true);
    }
    if (value > 0) expect(Math.abs(Math.log(valueAt(made, positionOf(made)) / value))).toBeLessThan(0.1);
  });

  it("reach 0 where that is a value of its own", () => {
    expect(valueAt(slider({}, 0.4), 0)).toBe(0);
    expect(valueAt(slider({ default: 0 }, 0), STEPS)).toBe(2);
  });
});
