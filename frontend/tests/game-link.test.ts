import { describe, expect, it } from "vitest";
import { fromHash, toHash } from "../src/game/link";
import { note, toggled } from "../src/game/notes";
import * as tree from "../src/game/tree";
import { essence, grown, hexMove, place } from "./randomtree";

const games = Array.from({ length: 300 }, (_, seed) => grown(seed, "hex:size=7,swap=true", hexMove));
// As a browser has it: an address without what cannot be in one.
const asAddress = (hash: string): string => new URL(hash, "http://test/").hash;

describe("a link", () => {
  it("takes a name without what turns round the words beside it", () => {
    expect(fromHash(`#g=hex&t=${encodeURIComponent(" a\u202e\u0000 b\n\u2066c ")}`)!.name).toBe("a b c");
    expect(fromHash(`#g=hex&t=${encodeURIComponent("שלום \u202e")}`)!.name).toBe("שלום");
  });

  it("brings back side lines, marks, comments, names and where one stood", () => {
    for (const game of games) {
      const read = fromHash(asAddress(toHash(game)))!;
      expect(essence(read)).toEqual(essence(game));
      expect(place(read)).toBe(place(game));
      expect(toHash(read)).toBe(toHash(game));
    }
    expect(games.filter((game) => Object.values(game.nodes).some((n) => n.children.length > 1)).length).toBeGreaterThan(100);
    expect(games.filter((game) => Object.values(game.nodes).some((n) => n.comment)).length).toBeGreaterThan(100);
  });

  it("holds the line one stands in alone, if one wants, and no notes", () => {
    for (const game of games) {
      const read = fromHash(asAddress(toHash(game, { sides: false, notes: false })))!;
      expect(tree.movesTo(read)).toEqual(tree.movesTo(game));
      expect(tree.mainLine(read).map((n) => n.move)).toEqual(tree.line(game).map((n) => n.move));
      expect(Object.values(read.nodes).every((n) => !n.comment && !n.marks && n.children.length < 2)).toBe(true);
    }
  });

  it("is short and can be read", () => {
    const game = tree.fresh("hex:size=5", ["human", "human"], null, ["c3", "b2"]);
    tree.back(game);
    tree.play(game, "d4");
    note(tree.at(game), ["Ga1", "Rb2c3"], "why not?");
    expect(toHash(game)).toBe("#g=hex:size=5&m=c3,b2(d4@Ga1.Rb2c3$why%20not%3F)&at=3&b=human&w=human");
  });

  it("opens as those of before did, and when a program has quoted its signs", () => {
    const old = "#g=hex:size=5&m=c3,b2&b=human&w=strong";
    expect(tree.movesTo(fromHash(old)!)).toEqual(["c3", "b2"]);
    const sides = "#g=hex:size=5&m=c3,b2(d4,e5),a1&at=2";
    expect(essence(fromHash(sides.replace(/,/g, "%2C").replace(/\(/g, "%28").replace(/\)/g, "%29"))!)).toEqual(essence(fromHash(sides)!));
  });

  it("says what is wrong with it", () => {
    for (const moves of ["c3(", "c3)", "(c3)", "c3(b2(d4)"]) {
      expect(() => fromHash(`#g=hex&m=${moves}`)).toThrow("link-brackets");
    }
    expect(() => fromHash("#g=hex&m=c3$%E9")).toThrow("link-signs");
    expect(() => fromHash(`#g=hex&m=${Array.from({ length: 2001 }, (_, i) => `m${i}`).join(",")}`)).toThrow("too-many-moves");
    expect(() => fromHash(`#g=hex&m=c3,${"x".repeat(17)}`)).toThrow("too-long-move");
    expect(fromHash("#puzzles")).toBeNull();
    expect(fromHash("#token=abc")).toBeNull();
  });

  it("takes marks that are none, places and resignations that are nowhere, for nothing", () => {
    const game = fromHash("#g=hex&m=c3@Xa1.G.Ga1.G99.Ga1b2c3,b2&at=77&r=1.99")!;
    expect(tree.movesTo(game)).toEqual(["c3", "b2"]);
    expect(tree.at(game, 1).marks).toEqual(["Ga1"]);
    expect(game.resigned).toBeNull();
  });
});

describe("marks", () => {
  it("go when they are drawn again, and change their colour", () => {
    expect(toggled([], "Ga1")).toEqual(["Ga1"]);
    expect(toggled(["Ga1", "Ga1b2"], "Ga1")).toEqual(["Ga1b2"]);
    expect(toggled(["Ga1", "Rb2"], "Ra1")).toEqual(["Rb2", "Ra1"]);
  });
});
