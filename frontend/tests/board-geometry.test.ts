import { describe, expect, it } from "vitest";
import { cellName, geometry, indexOf, neighbour, turns, type Ground, type Shape } from "../src/board/geometry";

function ground(shape: Shape, cols = 5, rows = 4): Ground {
  const labels = Array.from({ length: cols }, (_, i) => String.fromCharCode(97 + i));
  return { cols, rows, shape, one_on_top: shape === "hex", labels };
}

const SHAPES: Shape[] = ["hex", "squares", "felt", "points", "slots", "bare"];

describe("geometry", () => {
  it.each(SHAPES)("keeps every cell of %s inside of the picture, in every turn", (shape) => {
    for (const turn of turns(shape)) {
      const geo = geometry(ground(shape), turn, true);
      expect(geo.spots.map((spot) => spot.index)).toEqual(Array.from({ length: 20 }, (_, i) => i));
      for (const [x, y] of geo.spots.flatMap((spot) => spot.corners)) {
        expect(x).toBeGreaterThanOrEqual(9.99);
        expect(y).toBeGreaterThanOrEqual(9.99);
        expect(x).toBeLessThanOrEqual(geo.width - 9.99);
        expect(y).toBeLessThanOrEqual(geo.height - 9.99);
      }
      for (const label of geo.labels) {
        expect(label.x).toBeGreaterThan(0);
        expect(label.y).toBeLessThan(geo.height);
      }
    }
  });

  it("puts no two cells in one place", () => {
    for (const shape of SHAPES) {
      const { spots } = geometry(ground(shape, 30, 3), 0, false);
      const places = new Set(spots.map((spot) => `${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`));
      expect(places.size).toBe(90);
    }
  });

  it("draws row 1 of a hex board on top and of squares at the bottom", () => {
    const hex = geometry(ground("hex"), 0, true);
    expect(hex.spots[0]!.y).toBeLessThan(hex.spots[15]!.y);
    expect(hex.spots[15]!.x).toBeGreaterThan(hex.spots[0]!.x);
    const squares = geometry(ground("squares"), 0, true);
    expect(squares.spots[0]!.y).toBeGreaterThan(squares.spots[15]!.y);
  });

  it("turns squares counter-clockwise", () => {
    const a1 = geometry(ground("squares"), 90, true).spots[0]!; // was at the lower left
    const e1 = geometry(ground("squares"), 90, true).spots[4]!;
    expect(a1.x).toBeCloseTo(e1.x);
    expect(a1.y).toBeGreaterThan(e1.y);
  });

  it("stands a hex board on its corner", () => {
    const flat = geometry(ground("hex", 11, 11), 0, true);
    const upright = geometry(ground("hex", 11, 11), 300, true);
    const lying = geometry(ground("hex", 11, 11), 30, true);
    expect(lying.width / lying.height).toBeGreaterThan(1.6);
    expect(lying.spots[0]!.y).toBeCloseTo(lying.spots[120]!.y);
    expect(flat.width).toBeGreaterThan(flat.height);
    expect(upright.height).toBeGreaterThan(upright.width);
  });

  it("wraps long heaps of matches", () => {
    const { width } = geometry(ground("bare", 100, 1), 0, true);
    expect(width).toBeLessThan(500);
  });
});

describe("neighbour", () => {
  it.each(SHAPES)("walks along the rows of %s and back", (shape) => {
    const geo = geometry(ground(shape), 0, true);
    expect(neighbour(geo, 5, "right")).toBe(6);
    expect(neighbour(geo, 6, "left")).toBe(5);
    expect(neighbour(geo, 5, "left")).toBe(5);
  });

  it("keeps to the column of a hex board upwards and downwards", () => {
    const geo = geometry(ground("hex", 5, 5), 0, true);
    expect(neighbour(geo, 12, "up")).toBe(7);
    expect(neighbour(geo, 12, "down")).toBe(17);
  });

  it("goes up on the screen where row 1 is at the bottom", () => {
    const geo = geometry(ground("squares"), 0, true);
    expect(neighbour(geo, 0, "up")).toBe(5);
    expect(neighbour(geo, 0, "down")).toBe(0);
  });

  it.each([...turns("hex")])("reaches every cell of a hex board turned by %i", (turn) => {
    const geo = geometry(ground("hex", 4, 4), turn, true);
    const reached = new Set([0]);
    const todo = [0];
    while (todo.length) {
      const here = todo.pop()!;
      for (const way of ["left", "right", "up", "down"] as const) {
        const next = neighbour(geo, here, way);
        if (!reached.has(next)) todo.push(next);
        reached.add(next);
      }
    }
    expect(reached.size).toBe(16);
  });
});

it("names cells", () => {
  expect(cellName([5, 5])).toBe("f6");
  expect(cellName([26, 0])).toBe("aa1");
  expect(indexOf({ cols: 7 }, [3, 2])).toBe(17);
});
