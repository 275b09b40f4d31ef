// Whatever people write comes back; what cannot be read keeps nothing else out.
import { describe, expect, it } from "vitest";
import { note } from "../src/game/notes";
import * as tree from "../src/game/tree";
import { MOST_IN_TEXT } from "../src/game/treetext";
import * as formats from "../src/games/formats";
import { toPlain, toSgf } from "../src/games/formats";
import { fromPlain } from "../src/games/plain";
import { dice } from "./randomtree";
import texts from "./texts.json"; // which `playout play --load` reads, too

type Roll = (n: number) => number;
const present = tree.fresh("connect4", ["human", "hard"]);

// What the formats themselves are made of.
const PIECES = [
  ...'{}[]()\\";\n\n  aé,.#',
  '[Game "hex:size=5"]', "[Game ", '[Id "x"]', '\n[Name "other"]\n', '[Resigned "first at 1"]', '\n  [First "easy"]',
  "\\{", "\\}", "\\]", "\\[", "(;GM[1]FF[4]SZ[9]", "GM[2]", "C[", "#g=hex:size=5&m=a1", "1. c3 d4", "(1... d4)", "%5B", "\r\n", "{x}", "😀",
];
const words = (roll: Roll): string => Array.from({ length: 1 + roll(12) }, () => PIECES[roll(PIECES.length)]).join("");

/** A game with words on its beginning, its moves and a side line. */
function written(roll: Roll): tree.Game {
  const game = tree.fresh("hex:size=5", ["human", "hard"], null, ["c3", "b2", "d4"]);
  const name = [...words(roll).replace(/\s+/g, " ")].slice(0, 50).join("").trim();
  if (name) game.name = name;
  tree.jump(game, 1);
  tree.play(game, "e5");
  for (const { id } of tree.inOrder(game)) if (roll(2)) note(tree.at(game, id), roll(3) ? [] : ["Ga1"], words(roll));
  return game;
}

/** Name, moves, comments and resignation. */
function told(game: tree.Game): unknown {
  const nodes = tree.inOrder(game).map(({ move, marks, comment }) => ({ move, marks, comment }));
  return { game: game.game, name: game.name, nodes, resigned: game.resigned, players: [...game.players] };
}

const codes = (found: (tree.Game | Error)[]): string[] =>
  found.map((one) => (one instanceof Error ? (one as Error & { code: string }).code : tree.movesTo(one).join(" ")));

describe("comments and names of any signs", () => {
  const all = Array.from({ length: 1500 }, (_, seed) => written(dice(seed)));

  it.each([
    ["text", toPlain],
    ["SGF", toSgf],
  ])("come back from %s", (_, write) => {
    for (const game of all) expect(formats.gamesIn(write(game), present).map((one) => told(one as tree.Game))).toEqual([told(game)]);
    for (let i = 0; i < all.length; i += 5) {
      const five = all.slice(i, i + 5);
      const text = five.map((game) => write(game, "2026-11-19")).join("\n");
      expect(formats.gamesIn(text, present).map((one) => told(one as tree.Game))).toEqual(five.map(told));
    }
  });

  it("come back from files, with what a server writes above them and the lines of Windows", () => {
    for (const game of all) {
      const text = `[Id "abc"]\n[Rev "3"]\n${toPlain(game)}`;
      expect(told(fromPlain(text, present)[0]!)).toEqual(told(game));
      expect(told(fromPlain(`\uFEFF${text}`.replaceAll("\n", "\r\n"), present)[0]!)).toEqual(told(game));
    }
  });

  it("come back from what was written before lines of a comment were escaped", () => {
    const before = '[Game "hex:size=5"]\n[First "human"]\n[Second "human"]\n\n1. c3 {compare with:\n[Game "hex:size=5"]\n1. c3 {x\\} d4} b2\n';
    const named = '[Game "hex:size=5"]\n[Name "mine"]\n\n1. c3 {see\n[Name "other"]\n[Resigned "first at 1"]\nend} b2\n';
    const [first, second, ...none] = fromPlain(before + named, present);
    expect(none).toEqual([]);
    expect(tree.at(first!, 1).comment).toBe('compare with:\n[Game "hex:size=5"]\n1. c3 {x} d4');
    expect(tree.movesTo(first!)).toEqual(["c3", "b2"]);
    expect([second!.name, second!.resigned, tree.at(second!, 1).comment]).toEqual([
      "mine",
      null,
      'see\n[Name "other"]\n[Resigned "first at 1"]\nend',
    ]);
  });

  it("are cut between signs, not in one", () => {
    const [game] = fromPlain(`[Game "hex:size=5"]\n[Name "${"x".repeat(99)}😀"]\n\n1. c3 {${"y".repeat(1999)}😀}`, present);
    expect(game!.name).toBe("x".repeat(99));
    expect(tree.at(game!, 1).comment).toBe("y".repeat(1999));
  });
});

describe("the first game of a text", () => {
  it.each(texts)("$what", ({ text, moves }) => {
    expect(codes(formats.gamesIn(text, present))[0]).toBe(moves?.join(" ") ?? "text-brackets");
  });
});

describe("a good game is read beside", () => {
  const good = '[Game "hex:size=5"]\n\n1. a1 {a fork} b2\n';

  it.each([
    ["1. c3 (b2", "text-brackets"],
    ["1. c3 b2)", "text-brackets"],
    ["1. c3 {oops b2", "text-brackets"],
    ["1. c3 oops} b2", "text-brackets"],
    ["1. c3 [Gd4 b2", "text-brackets"],
    [Array.from({ length: MOST_IN_TEXT + 1 }, (_, n) => `m${n}`).join(" "), "too-many-moves"],
  ])("the text %.20s", (moves, code) => {
    const bad = `[Game "hex:size=5"]\n\n${moves}\n`;
    expect(codes(formats.gamesIn([good, bad, good].join("\n"), present))).toEqual(["a1 b2", code, "a1 b2"]);
    const kept = `[Id "abc"]\n[Rev "3"]\n${good}`; // as the server keeps it
    expect(codes(formats.gamesIn([kept, bad, kept].join("\n"), present))).toEqual(["a1 b2", code, "a1 b2"]);
  });

  it.each([
    ["(;GM[2]FF[4]SZ[9];B[aa])", "sgf-game"],
    ["(;GM[2]FF[4]SZ[9];B[aa]C[see (;GM[1\\]SZ[9\\])])", "sgf-game"],
    ["(;GM[1]SZ[9];B[aa];B[bb])", "sgf-turn"],
    ["(;GM[1]SZ[9];B[aa];W[bb]", "sgf-brackets"],
    ["(;GM[1]SZ[9];B[aa];W[bb)", "sgf-brackets"],
    ["(;GM[1]SZ[9];B[aa]C[oops)", "sgf-brackets"],
    ["(;GM[1]SZ[9];B[aa](;W[bb])", "sgf-brackets"],
    ["(;GM[1]SZ[9];?)", "sgf-value"],
    ["(;GM[1]SZ[9]KM[high];B[aa])", "sgf-komi"],
  ])("the SGF %s", (bad, code) => {
    const sgf = "(;GM[1]FF[4]SZ[9]C[a fork];B[ai];W[bi])";
    expect(codes(formats.gamesIn([sgf, bad, sgf].join("\n"), present))).toEqual(["a1 b1", code, "a1 b1"]);
  });
});

describe("SGF of other programs", () => {
  const one = (text: string): tree.Game => {
    const [game] = formats.gamesIn(text, present);
    if (!game || game instanceof Error) throw game;
    return game;
  };

  it.each([
    ["(;GM[1]FF[4]SZ[9]HA[2]AB[cc][gg]KM[0.5];W[ee];B[dd])", "c7 g3 /  / 2"],
    ["(;GM[1]FF[4]SZ[9]AB[cc][gg];W[ee];B[dd])", "c7 g3 /  / 2"],
    ["(;GM[1]FF[4]SZ[9]AB[cc]AW[gg];B[ee];W[dd])", "c7 / g3 / 1"],
    ["(;GM[1]FF[4]SZ[9]HA[2]AB[cc][gg];B[ee];W[dd])", "c7 g3 /  / 1"],
    ["(;GM[1]FF[4]SZ[9]PL[W];W[ee];B[dd])", " /  / 2"],
    ["(;GM[11]SZ[5]AB[c3];W[b2];B[d4])", "c3 /  / 2"],
  ])("%s: the first move says who begins, where PL does not", (text, position) => {
    const game = one(text);
    expect(game.position).toBe(position);
    expect(tree.movesTo(game)).toHaveLength(2);
  });

  it("PL stays right against a move", () => {
    expect(codes(formats.gamesIn("(;GM[1]SZ[9]AB[cc]PL[B];W[ee])", present))).toEqual(["sgf-turn"]);
  });

  it.each([
    ["-5.5", "komi=-5.5"],
    ["+6.5", "komi=6.5"],
    ["0", "komi=0"],
    ["6,5", "komi=6.5"],
    ["7.50", "komi=7.5"],
  ])("KM[%s]", (komi, spec) => {
    expect(one(`(;GM[1]SZ[9]KM[${komi}];B[aa])`).game).toBe(`go:size=9,${spec}`);
  });

  it("may stand in a letter", () => {
    expect(tree.movesTo(one("A game (of Monday):\n\n(;GM[1]SZ[9];B[ai];W[bi])\n\nBye (and good luck)."))).toEqual(["a1", "b1"]);
  });

  it("is in the charset that it names, in Latin-1, or in UTF-8", () => {
    const bytes = (text: string): ArrayBuffer => Uint8Array.from(text, (sign) => sign.charCodeAt(0)).buffer;
    const utf8 = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;
    expect(formats.textOf(bytes("(;CA[ISO-8859-1]PB[Andr\xe9])"))).toContain("André");
    expect(formats.textOf(bytes("(;PB[Andr\xe9])"))).toContain("André");
    expect(formats.textOf(bytes("(;CA[windows-1251]PB[\xc8\xe2\xe0\xed])"))).toContain("Иван");
    expect(formats.textOf(bytes("(;CA[nonsense]PB[Andr\xe9])"))).toContain("André");
    expect(formats.textOf(utf8("(;CA[ISO-8859-1]PB[André 😀])"))).toContain("André 😀"); // some programs say what is not so
    expect(formats.textOf(bytes("\xff\xfe(\0;\0)\0"))).toBe("(;)");
  });
});
