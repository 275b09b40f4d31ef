import { describe, expect, it } from "vitest";
import { fromHash, gameParts, gameText, movesText, toHash } from "../src/game/link";
import * as tree from "../src/game/tree";

const game = (...moves: string[]): tree.Game => tree.fresh("hex:size=5", ["human", "strong"], null, moves);

describe("the tree of moves", () => {
  it("plays, goes back and forward", () => {
    const g = game("a1", "b2", "c3");
    expect(tree.movesTo(g)).toEqual(["a1", "b2", "c3"]);
    tree.back(g, 2);
    expect(tree.movesTo(g)).toEqual(["a1"]);
    tree.forward(g);
    expect(tree.movesTo(g)).toEqual(["a1", "b2"]);
    tree.back(g, 9);
    expect(g.cursor).toBe(tree.ROOT);
    tree.forward(g, 9);
    expect(tree.depth(g)).toBe(3);
  });

  it("makes a side line of another move, and finds it again", () => {
    const g = game("a1", "b2", "c3");
    tree.back(g, 2);
    tree.play(g, "d4");
    expect(tree.isMain(g)).toBe(false);
    tree.back(g);
    tree.forward(g);
    expect(tree.movesTo(g)).toEqual(["a1", "d4"]);
    tree.toMain(g);
    expect(tree.movesTo(g)).toEqual(["a1"]);
    tree.forward(g, 2);
    expect(tree.movesTo(g)).toEqual(["a1", "b2", "c3"]);
  });

  it("holds another one if no move is missing, in side lines either", () => {
    const [all, some] = [game("a1", "b2", "c3"), game("a1", "b2")];
    tree.beside(all, tree.ROOT, ["d4", "e5"]);
    tree.beside(some, tree.ROOT, ["d4"]);
    expect([tree.holds(all, some), tree.holds(some, all), tree.holds(some, some)]).toEqual([true, false, true]);
    tree.beside(some, tree.ROOT, ["d4", "c1"]);
    expect(tree.holds(all, some)).toBe(false);
  });

  it("does not add a move twice", () => {
    const g = game("a1", "b2");
    tree.back(g, 2);
    tree.play(g, "a1");
    expect(Object.keys(g.nodes)).toHaveLength(3);
    expect(tree.line(g).map((n) => n.move)).toEqual([null, "a1", "b2"]);
  });

  it("promotes and removes side lines", () => {
    const g = game("a1", "b2");
    tree.back(g, 2);
    tree.play(g, "e5");
    const side = tree.play(g, "d4");
    tree.promote(g, side.id);
    expect(tree.mainLine(g).map((n) => n.move)).toEqual([null, "e5", "d4"]);
    const first = tree.at(g, tree.ROOT).children[0]!;
    tree.remove(g, first);
    expect(g.cursor).toBe(tree.ROOT);
    expect(tree.mainLine(g).map((n) => n.move)).toEqual([null, "a1", "b2"]);
    expect(Object.keys(g.nodes)).toHaveLength(3);
    tree.remove(g, tree.ROOT);
    expect(g.nodes[tree.ROOT]).toBeDefined();
  });

  it("lists side lines after the move they replace", () => {
    const g = game("a1", "b2", "c3");
    tree.back(g, 2);
    tree.play(g, "d4");
    tree.play(g, "e5");
    const items = tree.listed(g);
    expect(items.map((item) => [item.ply, item.node.move])).toEqual([[1, "a1"], [2, "b2"], [3, "c3"]]);
    expect(items[1]!.sides.map((side) => side.map((item) => [item.ply, item.node.move]))).toEqual([
      [[2, "d4"], [3, "e5"]],
    ]);
  });

  it("takes back to where a person moves", () => {
    expect(tree.undoPlies(["human", "strong"], 0, 4)).toBe(2);
    expect(tree.undoPlies(["human", "strong"], 1, 3)).toBe(1);
    expect(tree.undoPlies(["strong", "human"], 1, 1)).toBe(0);
    expect(tree.undoPlies(["human", "human"], 1, 3)).toBe(1);
    expect(tree.undoPlies(["easy", "strong"], 1, 3)).toBe(1);
    expect(tree.undoPlies(["human", "strong"], 0, 0)).toBe(0);
  });

  it("forgets that someone resigned when the game goes on", () => {
    const g = game("a1");
    g.resigned = { node: g.cursor, by: 1 };
    tree.play(g, "b2");
    expect(g.resigned).toBeNull();
  });

  it("is kept as JSON, and refuses what is none", () => {
    const g = game("a1", "b2");
    tree.back(g);
    tree.play(g, "c3");
    expect(tree.restored(JSON.stringify(g))).toEqual(g);
    for (const bad of [null, "", "{", "{}", '{"game":"hex"}', "null", "[]"]) {
      expect(tree.restored(bad)).toBeNull();
    }
    expect(tree.restored(JSON.stringify({ ...g, cursor: 99 }))).toBeNull();
    expect(tree.restored(JSON.stringify({ ...g, nodes: { 0: { ...g.nodes[0], children: [7] } } }))).toBeNull();
  });
});

describe("links", () => {
  it("opens again what it was made of", () => {
    const g = tree.fresh("hex:size=7,swap=true", ["human", "grave:ref=50,seconds=2"], "a1 b2 / c3 / 1", ["f6", "swap"]);
    const hash = toHash(g);
    expect(hash).toBe(
      "#g=hex:size=7,swap=true&p=a1%20b2%20%2F%20c3%20%2F%201&m=f6,swap&b=human&w=grave:ref=50,seconds=2",
    );
    const again = fromHash(hash)!;
    expect(tree.placeOf(again)).toEqual(tree.placeOf(g));
    expect(again.players).toEqual(g.players);
    expect(fromHash("http://localhost:1/" + hash)?.game).toBe(g.game);
  });

  it("is null where there is no game", () => {
    for (const hash of ["", "#", "#m=a1", "f6 d4"]) expect(fromHash(hash)).toBeNull();
  });
});

describe("moves as text", () => {
  it("is written with numbers", () => {
    expect(movesText(["f6", "d4", "e5"])).toBe("1. f6 d4 2. e5");
  });

  it("splits and joins the text of a game", () => {
    const parts = gameParts("hex:size=7,swap=true");
    expect(parts.name).toBe("hex");
    expect(gameText(parts.name, parts.values)).toBe("hex:size=7,swap=true");
    expect(gameText("nim", new Map())).toBe("nim");
  });
});
