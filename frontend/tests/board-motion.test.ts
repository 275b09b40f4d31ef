import { describe, expect, test } from "vitest";
import { lastTaken } from "../src/board/clicks";
import { arrivals, isStep, takes } from "../src/board/motion";
import type { Board, Legal, View } from "../src/protocol";

type Pieces = Board["pieces"];

function view(moves: string[], pieces: Pieces, more: Partial<Board> = {}, legal: Legal[] = [], player: 0 | 1 = 0): View {
  const board: Board = {
    cols: 3, rows: 3, shape: "squares", piece: "stone", colours: ["black", "white"], one_on_top: false,
    labels: ["a", "b", "c"], pieces, dominoes: [], last: [], winning: [], ...more,
  };
  const place = { game: "toy", position: null, moves };
  const last = moves.at(-1) ?? null;
  return { place, board, text: "", player, names: ["Black", "White"], over: false, winner: null, lead: null, legal, last, network: false };
}

describe("a step", () => {
  test("is one move more, and nothing else", () => {
    expect(isStep(view([], []), view(["a1"], []))).toBe(true);
    expect(isStep(null, view(["a1"], []))).toBe(false);
    expect(isStep(view(["a1"], []), view([], []))).toBe(false);
    expect(isStep(view(["a1"], []), view(["b1", "c1"], []))).toBe(false);
    expect(isStep(view([], []), view(["a1", "b1"], []))).toBe(false);
  });
});

describe("what is seen of a move", () => {
  test("a stone appears, a disc drops", () => {
    const [before, after]: [Pieces, Pieces] = [[[0, 0, 0]], [[0, 0, 0], [1, 2, 1]]];
    expect(arrivals(view([], before), view(["b3"], after))).toEqual([{ index: 7, kind: "appear", from: 7 }]);
    const slots = { shape: "slots" } as const;
    expect(arrivals(view([], before, slots), view(["2"], after, slots))[0]?.kind).toBe("drop");
  });

  test("a piece slides from where it was, and takes what was there", () => {
    const legal: Legal[] = [{ move: "a1b2", cells: [[0, 0], [1, 1]] }];
    const before = view([], [[0, 0, 0], [1, 1, 1]], { piece: "pawn" }, legal);
    const after = view(["a1b2"], [[1, 1, 0]], { piece: "pawn" }, [], 1);
    expect(arrivals(before, after)).toEqual([{ index: 4, kind: "slide", from: 0 }]);
    expect(takes(before, after)).toBe(true);
  });

  test("discs of the other are turned, which is no capture; stones are captured", () => {
    const before = view([], [[0, 0, 0], [1, 0, 1]]);
    const turned = view(["c1"], [[0, 0, 0], [1, 0, 0], [2, 0, 0]]);
    expect(arrivals(before, turned).map(({ kind }) => kind)).toEqual(["turn", "appear"]);
    expect(takes(before, turned)).toBe(false);
    expect(takes(before, view(["c1"], [[0, 0, 0], [2, 0, 0]]))).toBe(true);
  });

  test("the matches that were taken last are known", () => {
    const nim = { shape: "bare", piece: "match", cols: 5, rows: 2 } as const;
    expect(lastTaken(view(["b2"], [[0, 0, 0], [0, 1, 0]], nim))).toEqual([6, 7]);
    expect(lastTaken(view([], [[0, 0, 0]], nim))).toEqual([]);
  });
});
