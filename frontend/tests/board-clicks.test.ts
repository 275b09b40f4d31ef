import { describe, expect, it } from "vitest";
import { cellsIn, clicksOf, numbered, takes } from "../src/board/clicks";
import { heatOf, tint } from "../src/board/heat";
import type { Board, SearchReport, View } from "../src/protocol";

function board(changed: Partial<Board>): Board {
  return {
    cols: 3,
    rows: 3,
    shape: "squares",
    piece: "stone",
    colours: ["black", "white"],
    one_on_top: false,
    labels: ["a", "b", "c"],
    pieces: [],
    dominoes: [],
    last: [],
    winning: [],
    ...changed,
  };
}

function view(changed: Partial<View>): View {
  return {
    place: { game: "mnk", position: null, moves: [] },
    board: board({}),
    text: "",
    player: 0,
    names: ["Black", "White"],
    over: false,
    winner: null,
    lead: null,
    legal: [],
    last: null,
    network: false,
    ...changed,
  };
}

function report(rows: [string, number, number][]): SearchReport {
  return {
    move: rows[0]?.[0] ?? "",
    value: 0.5,
    line: [], lines: [],
    simulations: 100,
    seconds: 1,
    nodes: 10,
    depth: 3,
    algorithm: "Uct()",
    rows: rows.map(([move, visits, value]) => ({
      move,
      visits,
      value,
      amaf_visits: 0,
      amaf_value: null,
      prior: null,
      network: null,
      proven: "",
      distance: 0,
    })),
  };
}

describe("clicks", () => {
  it("plays moves of one cell directly, and those without by buttons", () => {
    const clicks = clicksOf(
      view({
        legal: [
          { move: "b2", cells: [[1, 1]] },
          { move: "swap", cells: [] },
        ],
      }),
    );
    expect([...clicks.direct]).toEqual([[4, "b2"]]);
    expect(clicks.buttons).toEqual(["swap"]);
  });

  it("takes a whole column of slots", () => {
    const clicks = clicksOf(
      view({ board: board({ shape: "slots" }), legal: [{ move: "2", cells: [[1, 1]] }] }),
    );
    expect([...clicks.direct]).toEqual([
      [1, "2"],
      [4, "2"],
      [7, "2"],
    ]);
    expect(clicks.cells.get("2")).toEqual([4]);
  });

  it("moves pieces from one cell to another", () => {
    const clicks = clicksOf(
      view({
        board: board({ piece: "pawn", pieces: [[0, 0, 0]] }),
        legal: [
          { move: "a1a2", cells: [[0, 0], [0, 1]] },
          { move: "a1xb2", cells: [[0, 0], [1, 1]] },
        ],
      }),
    );
    expect(clicks.direct.size).toBe(0);
    expect([...clicks.from.get(0)!]).toEqual([
      [3, "a1a2"],
      [4, "a1xb2"],
    ]);
  });

  it("puts a domino where its first cell is", () => {
    const clicks = clicksOf(
      view({ board: board({ piece: "domino" }), legal: [{ move: "a1a2", cells: [[0, 0], [0, 1]] }] }),
    );
    expect([...clicks.direct]).toEqual([[0, "a1a2"]]);
    expect(clicks.cells.get("a1a2")).toEqual([0, 3]);
  });

  it("takes a match and all to its right", () => {
    const heap = [0, 1, 2, 3].map((i): [number, number, 0] => [i, 1, 0]);
    const clicks = clicksOf(
      view({
        board: board({ cols: 4, rows: 2, shape: "bare", piece: "match", pieces: heap }),
        legal: [
          { move: "b1", cells: [] },
          { move: "b2", cells: [] },
        ],
      }),
    );
    expect(clicks.direct.get(7)).toBe("b1");
    expect(clicks.direct.get(6)).toBe("b2");
    expect(clicks.cells.get("b2")).toEqual([7, 6]);
    expect(clicks.buttons).toEqual(["b1", "b2"]);
  });

  it("has buttons alone for a game without a board", () => {
    expect(clicksOf(view({ board: null, legal: [{ move: "x", cells: [[0, 0]] }] })).buttons).toEqual(["x"]);
  });
});

describe("texts of moves", () => {
  it.each([
    ["f6", [[5, 5]]],
    ["a2a3", [[0, 1], [0, 2]]],
    ["a2xb3", [[0, 1], [1, 2]]],
    ["a10-b11", [[0, 9], [1, 10]]],
    ["aa1", [[26, 0]]],
    ["pass", []],
    ["swap", []],
  ])("%s", (move, cells) => expect(cellsIn(move)).toEqual(cells));

  it("reads what is taken in Nim", () => {
    expect(takes("3")).toEqual({ heap: 0, n: 3 });
    expect(takes("c12")).toEqual({ heap: 2, n: 12 });
    expect(takes("swap")).toBeNull();
  });
});

describe("a line of moves", () => {
  it("is numbered, by who plays", () => {
    const stones = numbered(view({ player: 1, legal: [{ move: "a1", cells: [[0, 0]] }] }), ["a1", "b2", "a1", "z9"]);
    expect(stones.map((s) => [s.index, s.number, s.player])).toEqual([
      [0, 1, 1],
      [4, 2, 0],
    ]);
  });

  it("falls in slots", () => {
    const slots = board({ shape: "slots", labels: ["1", "2", "3"], pieces: [[1, 0, 0]] });
    const stones = numbered(view({ board: slots }), ["2", "2", "2"]);
    expect(stones.map((s) => s.index)).toEqual([4, 7]);
  });
});

describe("heat", () => {
  it("has the tints of the package", () => {
    expect(tint(0, 1)).toBe("#f2f0f7");
    expect(tint(1, 1)).toBe("#54278f");
    expect(tint(0.25, 1)).toBe("#9e9ac8");
    expect(tint(0, 0)).toBe("#f2f0f7");
  });

  it("gathers moves where they end, and writes the best", () => {
    const pawns = view({
      board: board({ piece: "pawn", pieces: [[0, 0, 0], [1, 0, 0]] }),
      legal: [
        { move: "a1b2", cells: [[0, 0], [1, 1]] },
        { move: "b1b2", cells: [[1, 0], [1, 1]] },
        { move: "a1a2", cells: [[0, 0], [0, 1]] },
      ],
    });
    const heat = heatOf(pawns, report([["a1b2", 50, 0.6], ["b1b2", 25, 0.5], ["a1a2", 25, 0.4], ["pass", 0, 0]]));
    expect(heat.cells.get(4)?.share).toBe(0.75);
    expect(heat.cells.get(4)?.value).toBe(0.6);
    expect(heat.chosen).toEqual([0, 4]);
    expect([...heat.cells.values()].every((cell) => cell.written)).toBe(true);
  });
});
