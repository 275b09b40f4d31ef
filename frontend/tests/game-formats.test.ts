import { describe, expect, it } from "vitest";
import * as formats from "../src/games/formats";
import { fromPlain, toPlain } from "../src/games/plain";
import { readSgf } from "../src/games/readsgf";
import { toSgf } from "../src/games/sgf";
import { note } from "../src/game/notes";
import * as tree from "../src/game/tree";
import { MOST_IN_TEXT } from "../src/game/treetext";
import { dice, essence, grown, hexMove, text } from "./randomtree";

/** Games of which all can be read. */
function good(found: (tree.Game | Error)[]): tree.Game[] {
  return found.map((one) => {
    if (one instanceof Error) throw one;
    return one;
  });
}

const gamesIn = (text: string, present: tree.Game): tree.Game[] => good(formats.gamesIn(text, present));
const fromSgf = (text: string): tree.Game[] => good(readSgf(text));

type Roll = (n: number) => number;
const MOVES: Record<string, (roll: Roll) => string> = {
  "hex:size=7,swap=true": (roll) => (roll(9) ? hexMove(roll) : "swap"),
  "hex:size=7": hexMove,
  "go:size=7,komi=6.5": (roll) => (roll(9) ? hexMove(roll) : "pass"),
  "atarigo:size=7": hexMove,
  "nogo:7": hexMove,
  connect4: (roll) => String(1 + roll(7)),
  "breakthrough:cols=5": (roll) => hexMove(roll) + (roll(2) ? "x" : "") + hexMove(roll),
  "othello:size=8": (roll) => (roll(9) ? hexMove(roll) : "pass"),
  "nim:heap=5,heap2=12": (roll) => "ab"[roll(2)]! + String(1 + roll(3)),
  "domineering": (roll) => hexMove(roll) + hexMove(roll),
};
const SGF = Object.keys(MOVES).slice(0, 5);
const present = tree.fresh("hex:size=5", ["human", "hard"]);
const some = (spec: string): tree.Game[] => Array.from({ length: 60 }, (_, seed) => grown(seed, spec, MOVES[spec]!));

describe("what is written is read again, the whole tree", () => {
  it.each(Object.keys(MOVES))("%s as plain text", (spec) => {
    const games = some(spec);
    for (const game of games) expect(fromPlain(toPlain(game), present).map(essence)).toEqual([essence(game)]);
    const all = games.map((game) => toPlain(game, "2026-11-18")).join("\n");
    expect(gamesIn(all, present).map(essence)).toEqual(games.map(essence));
  });

  it.each(SGF)("%s as SGF", (spec) => {
    const games = some(spec);
    for (const game of games) expect(fromSgf(toSgf(game)).map(essence)).toEqual([essence(game)]);
    const all = games.map((game) => toSgf(game, "2026-11-18")).join("\n");
    expect(gamesIn(all, present).map(essence)).toEqual(games.map(essence));
  });

  it("with a position that was set up", () => {
    const game = tree.fresh("hex:size=5", ["human", "human"], "a1 b2 / c3 / 2", ["d4", "e5"]);
    expect(essence(fromSgf(toSgf(game))[0]!)).toEqual(essence(game));
    expect(essence(fromPlain(toPlain(game), present)[0]!)).toEqual(essence(game));
    expect(toSgf(game)).toContain("AB[a1][b2]AW[c3]PL[W]");
    expect(toSgf(game)).toContain(";W[d4];B[e5]");
  });

  it("and no text makes it fall over", () => {
    for (let seed = 0; seed < 500; seed++) {
      const roll = dice(seed);
      const sgf = toSgf(grown(seed % 50, SGF[seed % 5]!, hexMove));
      const cut = roll(sgf.length);
      for (const given of [text(roll, 60), sgf.slice(0, cut), sgf.slice(cut), sgf.slice(0, cut) + text(roll, 5) + sgf.slice(cut)]) {
        try {
          gamesIn(given, present);
        } catch (error) {
          expect((error as { code?: string }).code).toMatch(/^(sgf|text|link|too)-/);
        }
      }
    }
  });
});

describe("plain text", () => {
  it("looks like this", () => {
    const game = tree.fresh("hex:size=5", ["human", "hard"], null, ["c3", "b2", "d3"]);
    tree.jump(game, 1);
    tree.play(game, "d4");
    note(tree.play(game, "e5"), ["Gd4", "Rc3d4"], "a {fork}");
    expect(toPlain(game)).toBe(
      '[Game "hex:size=5"]\n[First "human"]\n[Second "hard"]\n\n1. c3 b2 (1... d4 2. e5 [Gd4 Rc3d4] {a {fork\\}}) 2. d3\n',
    );
  });

  it.each([
    ["1. f6 d4 2. e5", "hex", ["f6", "d4", "e5"]],
    ["1.f6 d4, 2.e5; swap", "hex", ["f6", "d4", "e5", "swap"]],
    ["4 4 10", "connect4:cols=12", ["4", "4", "10"]],
    ["44534", "connect4", ["4", "4", "5", "3", "4"]],
    ["F5D6C3", "othello", ["f5", "d6", "c3"]],
    ["a2a3 h7-h6 a3xb4", "breakthrough", ["a2a3", "h7-h6", "a3xb4"]],
    ["3 2 (1) {well} 12", "nim", ["3", "2", "12"]],
  ])("%s", (given, name, moves) => {
    const [game] = gamesIn(given, tree.fresh(name, ["human", "human"]));
    expect(tree.mainLine(game!).slice(1).map((n) => n.move)).toEqual(moves);
  });
});

describe("SGF of other programs", () => {
  const read = (given: string): tree.Game => fromSgf(given)[0]!;

  it("of Hex, with a swap, a variation and a resignation", () => {
    const game = read(`(;FF[4]GM[11]SZ[13]PB[Alice]PW[Bob]AP[HexGui:0.9]
      ;B[c2];W[swap-pieces]C[Of course \\[sic\\]](;B[g7];W[resign])(;B[d10]TR[a1]))`);
    expect([game.game, game.name]).toEqual(["hex:size=13,swap=true", "Alice – Bob"]);
    expect(tree.mainLine(game).map((n) => n.move)).toEqual([null, "c2", "swap", "g7"]);
    expect(game.players).toEqual(["human", "human"]);
    expect(tree.at(game, 2).comment).toBe("Of course [sic]");
    expect(tree.at(game, 4)).toMatchObject({ move: "d10", marks: ["Ya1"] });
    expect(game.resigned).toEqual({ node: 3, by: 1 });
  });

  it("of Go, from the upper left, with passes", () => {
    const game = read("(;GM[1]SZ[9]KM[5.5];B[ai];W[ia];B[];W[tt])");
    expect(game.game).toBe("go:size=9,komi=5.5");
    expect(tree.movesTo(game)).toEqual(["a1", "i9", "pass", "pass"]);
  });

  it.each([
    ["(;GM[2];B[a1])", "sgf-game"],
    ["(;GM[1]SZ[9:13];B[aa])", "sgf-size"],
    ["(;GM[1]SZ[0];B[aa])", "sgf-size"],
    ["(;GM[11]SZ[0:0];B[a1])", "sgf-size"],
    ["(;GM[1]SZ[9];B[zz])", "sgf-point"],
    ["(;GM[1]SZ[9];W[aa])", "sgf-turn"],
    ["(;GM[1]SZ[9];B[aa]AB[bb])", "sgf-set-up"],
    ["(;GM[11]SZ[9];B[a1];W[swap-sides])", "sgf-swap-sides"],
    ["(;GM[11]SZ[9];B[a1]", "sgf-brackets"],
    ["(;GM[11]SZ[9];[a1])", "sgf-value"],
    ["", "text-empty"],
    ["{only a comment}", "text-empty"],
    ["1. c3 (d4", "text-brackets"],
    ["1. c3 {d4", "text-brackets"],
    [`1. c3 ${"x".repeat(17)}`, "too-long-move"],
  ])("says what is wrong with %s", (given, code) => {
    expect(() => gamesIn(given, present)).toThrow(code);
  });
});

describe("other texts", () => {
  it("that no server would take are refused, whatever they are", () => {
    const record = (moves: string[]): string => JSON.stringify({ playout: 1, game: "hex", players: ["human", "human"], moves });
    const long = "x".repeat(200_000);
    for (const given of [long, record([long]), `#g=hex&m=${long}`]) expect(() => gamesIn(given, present)).toThrow("too-long-move");
    expect(() => gamesIn(record(Array<string>(MOST_IN_TEXT + 1).fill("c3")), present)).toThrow("too-many-moves");
  });

  it("are links, and what the terminal saves", () => {
    expect(tree.movesTo(gamesIn("see http://x/#g=hex:size=5&m=c3,b2 ", present)[0]!)).toEqual(["c3", "b2"]);
    const file = '{"playout": 1, "game": "hex:size=5", "position": null, "players": ["human", "hard"], "seed": 3, "moves": ["c3", "d4"]}';
    const [game] = gamesIn(file, present);
    expect([game!.game, tree.movesTo(game!)]).toEqual(["hex:size=5", ["c3", "d4"]]);
  });
});
