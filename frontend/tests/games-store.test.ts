import { beforeEach, describe, expect, it, vi } from "vitest";
import { fromHash } from "../src/game/link";
import { MOST_NODES } from "../src/game/treetext";
import { fromPlain, readPlain, toPlain } from "../src/games/plain";
import * as store from "../src/games/store";
import { note } from "../src/game/notes";
import * as tree from "../src/game/tree";
import { essence, grown, hexMove } from "./randomtree";

/** A store of a browser, with room for so many signs. */
function fakeStorage(room = Infinity): Storage {
  const kept: Record<string, string> = {};
  Object.defineProperty(kept, "getItem", { value: (key: string) => kept[key] ?? null });
  Object.defineProperty(kept, "removeItem", { value: (key: string) => delete kept[key] });
  Object.defineProperty(kept, "setItem", {
    value: (key: string, value: string) => {
      const others = Object.entries(kept).reduce((n, [k, v]) => n + (k === key ? 0 : k.length + v.length), 0);
      if (others + key.length + value.length > room) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
      kept[key] = value;
    },
  });
  return kept as unknown as Storage;
}

const begin = (...moves: string[]): tree.Game => tree.fresh("hex:size=5", ["human", "hard"], null, moves);

beforeEach(() => void vi.stubGlobal("localStorage", fakeStorage()));

describe("a game is kept", () => {
  it("from its first move on, after every move", () => {
    const game = begin();
    expect(store.save(game)).toBe("same");
    expect(store.all()).toEqual([]);
    for (const move of ["a1", "b2", "c3"]) {
      tree.play(game, move);
      expect(store.save(game)).toBe("kept");
      expect(essence(store.gameOf(store.all()[0]!)!)).toEqual(essence(game));
    }
    expect(store.all()).toHaveLength(1);
  });

  it("not by looking at it, nor by walking about in it", () => {
    const game = begin("a1", "b2");
    store.save(game);
    tree.back(game);
    expect(store.save(game)).toBe("same");
    expect(store.all()).toEqual([]);
    note(tree.at(game), ["Ga1"], "");
    expect(store.save(game)).toBe("kept");
  });

  it("with all that is in it, and comes back as it was", () => {
    for (let seed = 0; seed < 100; seed++) {
      const game = grown(seed, "hex:size=7", hexMove);
      store.noteSeen(tree.fresh("hex", ["human", "human"]));
      expect(essence(store.gameOf(store.entryOf(game))!)).toEqual(essence(game));
    }
  });

  it("however long it grows, though links may not be so long", () => {
    const game = tree.fresh("hex:size=19", ["human", "human"]);
    store.save(game);
    while (Object.keys(game.nodes).length <= MOST_NODES) {
      if (tree.depth(game) > 300) tree.jump(game, tree.ROOT);
      tree.play(game, `${"abcdefghij"[game.made % 10]}${game.made}`);
    }
    expect(store.save(game)).toBe("kept");
    const [kept] = store.all();
    expect(essence(store.gameOf(kept!)!)).toEqual(essence(game));
    expect(() => fromHash(kept!.link)).toThrow("too-many-moves");
    const text = toPlain(game);
    expect(essence(fromPlain(text, game)[0]!)).toEqual(essence(game)); // as a file that the server keeps
    expect(essence(readPlain(text, game)[0] as tree.Game)).toEqual(essence(game)); // as the list exports it
  });

  it("under another name once another tab has gone on with it", () => {
    const game = begin();
    store.save(game);
    tree.play(game, "a1");
    store.save(game);
    const other = store.gameOf(store.load(game.id)!)!; // a second tab opens it, and plays
    store.noteSeen(other);
    tree.play(other, "b2");
    store.save(other);
    const { id } = game;
    store.noteSeen(game);
    tree.play(game, "c3");
    expect(store.save(game)).toBe("kept");
    expect(game.id).not.toBe(id);
    expect(store.all().map((kept) => tree.movesTo(store.gameOf(kept)!)).sort()).toEqual([["a1", "b2"], ["a1", "c3"]]);
  });

  it("under the name that another tab gives it", () => {
    const game = begin();
    store.save(game);
    tree.play(game, "a1");
    store.save(game);
    store.put({ ...store.load(game.id)!, name: "mine" });
    tree.play(game, "b2");
    expect(store.save(game)).toBe("kept");
    expect(store.all().map(({ id, name }) => [id, name])).toEqual([[game.id, "mine"]]);
    expect(game.name).toBe("mine");
  });

  it("and what is deleted is written down, until it comes back", () => {
    const file = { folder: "f", tag: "t", same: true };
    const kept = store.entryOf(begin("a1"));
    store.putFiled({ ...kept, file });
    expect(store.load(kept.id)!.file).toEqual(file);
    store.discard(kept.id);
    expect([store.all(), store.discarded()]).toEqual([[], [[kept.id, file]]]);
    store.put(kept);
    expect(store.discarded()).toEqual([]);
    expect(store.load(kept.id)!.file).toEqual({ ...file, same: false });
    localStorage.removeItem(`playout-kept-${kept.id}`);
    expect(store.discarded()).toEqual([]); // what is lost is not deleted
  });

  it("or it is said that there is no room, and tried again", () => {
    vi.stubGlobal("localStorage", fakeStorage(300));
    const game = begin();
    store.save(game);
    tree.play(game, "a1");
    expect(store.save(game)).toBe("kept");
    note(tree.at(game), [], "long ".repeat(100));
    expect(store.save(game)).toBe("full");
    expect(tree.movesTo(store.gameOf(store.all()[0]!)!)).toEqual(["a1"]); // what was there is there
    vi.stubGlobal("localStorage", fakeStorage());
    expect(store.save(game)).toBe("kept");
  });

  it("later than what it comes from, whatever a clock says", () => {
    const game = begin("a1");
    store.save(game, 5000);
    for (const [move, now, updated] of [["b2", 9000, 9000], ["c3", 4000, 9001]] as const) {
      tree.play(game, move);
      store.save(game, now);
      expect(store.load(game.id)!.updated).toBe(updated);
    }
  });

  it("or let go, and can be put back", () => {
    const kept = store.entryOf(begin("a1"));
    store.put(kept);
    store.letGo(kept);
    expect([store.all(), store.gone()]).toEqual([[], [kept]]);
    store.put(kept);
    expect([store.all(), store.gone()]).toEqual([[kept], []]);
    store.letGo(kept);
    store.forgetGone();
    expect([store.all(), store.gone()]).toEqual([[], []]);
  });

  it("and stays, and nobody is called, where there is no room to write that down", () => {
    vi.stubGlobal("localStorage", fakeStorage(300));
    vi.stubGlobal("addEventListener", () => {});
    const kept = store.entryOf(begin("a1"));
    store.put(kept);
    let calls = 0;
    store.listen(() => calls++);
    store.letGo(kept);
    expect([store.all(), store.gone(), calls]).toEqual([[kept], [], 0]);
  });

  it("with its result, as far as it is known", () => {
    const game = begin("a1", "b2");
    expect(store.resultOf(game)).toBeNull();
    game.ended = { node: 2, winner: 1 };
    expect(store.resultOf(game)).toBe(1);
    expect(store.resultOf(store.gameOf(store.entryOf(game))!)).toBe(1);
    game.ended = { node: 2, winner: null };
    expect(store.resultOf(game)).toBe("draw");
    tree.play(game, "c3");
    expect(store.resultOf(game)).toBeNull();
    game.resigned = { node: 3, by: 0 };
    expect(store.resultOf(game)).toBe(1);
    expect(store.resultOf(store.gameOf(store.entryOf(game))!)).toBe(1);
  });

  it("and what is spoilt, or of somebody else, is left alone", () => {
    for (const text of ["rubbish", "{}", "null", '{"id":"x"}']) localStorage.setItem("playout-kept-x", text);
    localStorage.setItem("playout-preferences", "{}");
    expect(store.all()).toEqual([]);
    expect(store.load("x")).toBeNull();
  });
});
