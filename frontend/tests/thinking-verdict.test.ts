// What the solver knows, in words and signs; and where its marks are on the board.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SearchReport, Judgement, MoveTruth, Row, View } from "../src/protocol";

let words: typeof import("../src/thinking/verdict");
let speak: (language: "en" | "fr") => void;
let proof: (row: Pick<Row, "proven" | "distance">) => string;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("document", { documentElement: {} });
  words = await import("../src/thinking/verdict");
  ({ speak } = await import("../src/words.svelte"));
  ({ proof } = await import("../src/thinking/numbers"));
});

const say = (move: string): string => move;

function verdict(rest: Partial<Judgement>): Judgement {
  return { move: "4", kind: "right", best: ["3"], before: "win", after: "win", cost: 0, plies: null, line: [], why: "", ...rest };
}

describe("verdicts", () => {
  // The English sentences are those of Judgement.__str__ in src/playout/solve/teacher.py.
  test.each<[Partial<Judgement>, string, string]>([
    [{ kind: "right" }, "4: right, it wins", "✓"],
    [{ kind: "right", before: "draw", after: "draw" }, "4: right, it draws", "✓"],
    [{ kind: "right", before: "loss", after: "loss" }, "4: right, but every move loses", "✓"],
    [{ kind: "slower", plies: 2 }, "4: wins, but 2 plies later than necessary; 3 was better", "?!"],
    [{ kind: "slower", plies: 1, before: "loss", after: "loss" }, "4: loses 1 ply sooner than necessary; 3 was better", "?!"],
    [{ kind: "mistake", after: "draw", cost: 0.5 }, "4: a mistake, it turns a win into a draw; 3 was better", "?"],
    [{ kind: "mistake", before: "draw", after: "loss", cost: 0.5 }, "4: a mistake, it turns a draw into a loss; 3 was better", "?"],
    [{ kind: "mistake", after: "loss", cost: 1, best: ["1", "3"] }, "4: a blunder, it turns a win into a loss; 1 or 3 was better", "??"],
    [{ kind: "mistake", after: "loss", cost: 1, best: [] }, "4: a blunder, it turns a win into a loss", "??"],
    [{ kind: "unsure", before: "unknown", why: "time" }, "4: not known, the solver ran out of time", ""],
  ])("%j", (rest, sentence, sign) => {
    expect(words.verdictWords(verdict(rest), say)).toBe(sentence);
    expect(words.verdictSign(verdict(rest))).toBe(sign);
  });

  test("every one of them is said in French", () => {
    speak("fr");
    const kinds: Partial<Judgement>[] = [
      { kind: "mistake", after: "draw" },
      { kind: "slower", plies: 2 },
      { kind: "right", after: "loss" },
      { kind: "unsure", why: "time" },
    ];
    const said = kinds.map((rest) => words.verdictWords(verdict(rest), say));
    expect(said).toEqual([
      "4 : une erreur, elle change un gain en nulle ; mieux : 3",
      "4 : gagne, mais 2 demi-coups plus tard que nécessaire ; mieux : 3",
      "4 : juste, mais tous les coups perdent",
      "4 : pas connu, le temps du solveur est écoulé",
    ]);
  });

  test("not more than four right moves are named", () => {
    expect(words.listed(["1"], say)).toBe("1");
    expect(words.listed(["1", "2", "3"], say)).toBe("1, 2 or 3");
    expect(words.listed(["1", "2", "3", "4", "5", "6"], say)).toBe("1, 2, 3, 4 or one of 2 more");
  });

  test("signs have names", () => {
    expect(words.verdictName(verdict({ kind: "mistake", cost: 1 }))).toBe("blunder");
    expect(words.verdictName(verdict({ kind: "mistake", cost: 0.5 }))).toBe("mistake");
    expect(words.verdictName(verdict({ kind: "slower" }))).toBe("inaccuracy");
  });
});

describe("outcomes", () => {
  test.each<[MoveTruth["outcome"], number | null, string, string]>([
    ["win", 7, "wins in 7 plies", "✓7"],
    ["win", 1, "wins in 1 ply", "✓1"],
    ["win", null, "wins", "✓"],
    ["draw", 20, "draws in 20 plies", "="],
    ["loss", 12, "loses in 12 plies", "✗12"],
    ["unknown", null, "not known", "?"],
  ])("%s %s", (outcome, plies, said, sign) => {
    expect(words.outcomeWords({ outcome, plies })).toBe(said);
    expect(words.outcomeSign({ outcome, plies })).toBe(sign);
  });

  test("a length that is not known is not said", () => {
    expect(proof({ proven: "won", distance: -1 })).toBe("wins");
    expect(proof({ proven: "lost", distance: 0 })).toBe("loses in 1");
    expect(proof({ proven: "", distance: -1 })).toBe("");
  });
});

test("a solver's result is told from a search's", () => {
  const row = { move: "3", visits: 0, value: 1, amaf_visits: 0, amaf_value: null, prior: null, network: null, proven: "won", distance: 6 };
  const other = { ...row, move: "4", proven: "", distance: -1 };
  const report = { algorithm: "Solver()", rows: [row, other] } as unknown as SearchReport;
  expect(words.truthsIn(report)).toEqual([{ move: "3", outcome: "win", plies: 7 }]);
  const searched = { ...report, algorithm: "Uct(c=0.4)" };
  expect(words.truthsIn(searched)).toBeNull();
  expect(words.provenIn(searched)).toEqual([{ move: "3", outcome: "win", plies: 7 }]);
  expect(words.isExact(null)).toBe(false);
});

describe("marks on the board", () => {
  const spots = [0, 1, 2, 3].map((index) => ({ index, col: index % 2, row: index >> 1, x: 40 * (index % 2), y: 40 * (index >> 1) }));
  const truth = (move: string): MoveTruth => ({ move, outcome: "win", plies: 3 });

  async function marks(piece: string, cells: [number, number][], pieces: unknown[] = []): Promise<unknown[]> {
    const { marksOf } = await import("../src/board/truth");
    const board = { cols: 2, rows: 2, shape: "squares", piece, pieces };
    const view = { board, player: 0, legal: [{ move: "m", cells }] } as unknown as View;
    return marksOf(view, [truth("m"), truth("elsewhere")], spots as never);
  }

  test("a stone's is where it is put", async () => {
    expect(await marks("stone", [[1, 1]])).toEqual([{ move: "m", outcome: "win", plies: 3, index: 3, x: 40, y: 40, small: false, named: false }]);
  });

  test("a pawn's is beside where it ends, on the side it comes from", async () => {
    expect(await marks("pawn", [[0, 0], [0, 1]], [[0, 0, 0]])).toMatchObject([{ index: 2, x: 0, y: 26, small: true }]);
  });

  test("a domino's is in its middle", async () => {
    expect(await marks("domino", [[0, 0], [1, 0]])).toMatchObject([{ x: 20, y: 0, small: false, named: true }]);
  });

  test("there are none where nothing is known", async () => {
    const { marksOf } = await import("../src/board/truth");
    const board = { cols: 2, rows: 2, shape: "squares", piece: "stone", pieces: [] };
    const view = { board, player: 0, legal: [{ move: "m", cells: [[0, 0]] }] } as unknown as View;
    expect(marksOf(view, [{ move: "m", outcome: "unknown", plies: null }], spots as never)).toEqual([]);
  });

  test("a move without cells has none", async () => {
    expect(await marks("stone", [])).toEqual([]);
  });
});
