// How a game ended, in the list and in its texts: what counts is the end of the main line.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { fromHash } from "../src/game/link";
import * as tree from "../src/game/tree";
import { fromPlain, toPlain } from "../src/games/plain";
import { toSgf } from "../src/games/sgf";
import * as store from "../src/games/store";
import type { Table } from "../src/protocol";
import { board } from "../src/words/board";
import { game as gameWords } from "../src/words/game";
import { games } from "../src/words/games";

let rowOf: typeof import("../src/games/rows").rowOf;
let reviewLink: typeof import("../src/friend/standing").reviewLink;

beforeAll(async () => {
  vi.stubGlobal("navigator", { language: "en" });
  const { addWords } = await import("../src/words.svelte");
  for (const words of [games, gameWords, board]) addWords(words);
  ({ rowOf } = await import("../src/games/rows"));
  ({ reviewLink } = await import("../src/friend/standing"));
});

/** A game with a side line in which somebody resigns. */
function parted(spec: string, by: 0 | 1): tree.Game {
  const game = tree.fresh(spec, ["human", "human"], null, ["3", "2", "1"]);
  tree.back(game);
  const side = tree.play(game, "5");
  game.resigned = { node: side.id, by };
  tree.toMain(game);
  tree.forward(game);
  return game;
}

const result = (game: tree.Game): string => rowOf(store.entryOf(game), null)!.result;
const RE = (game: tree.Game): string | undefined => /RE\[(.*?)\]/.exec(toSgf(game))?.[1];

describe("a resignation", () => {
  it("in a side line says nothing of a game that was won on the board", () => {
    const game = parted("connect4", 0);
    expect(result(game)).toBe("Not over");
    game.ended = { node: 3, winner: 0 };
    expect(result(game)).toBe("Red wins");
    const kept = store.gameOf(store.entryOf(game))!;
    expect(store.resultOf(kept)).toBe(0);
    expect(kept.resigned).toEqual({ node: expect.any(Number), by: 0 });
    game.ended.winner = null;
    expect(result(game)).toBe("A draw");
  });

  it("at the end of the main line ends the game", () => {
    const game = tree.fresh("connect4", ["human", "human"], null, ["3", "2"]);
    game.resigned = { node: 2, by: 0 };
    expect(result(game)).toBe("Yellow wins by resignation");
    expect(store.gameOf(store.entryOf(game))!.ended).toBeUndefined();
  });

  it("comes back from text where it was", () => {
    const game = parted("connect4", 0);
    const [back] = fromPlain(toPlain(game), game);
    expect(tree.movesTo(back!, back!.resigned!.node)).toEqual(["3", "2", "5"]);
  });
});

describe("RE of SGF", () => {
  const hex = (): tree.Game => fromHash("#g=hex:size=5&m=c3,b2(d4),a1&r=0.4")!;

  it("is of the main line", () => {
    const game = hex();
    expect(RE(game)).toBeUndefined();
    expect(toSgf(game)).toContain("RESIGNS[B]");
    const end = tree.mainLine(game).at(-1)!.id;
    game.resigned = { node: end, by: 0 };
    expect(RE(game)).toBe("W+R");
  });

  it.each([
    [0, "B+"],
    [1, "W+"],
    [null, "Draw"],
  ] as const)("is there for a game that %s has won on the board", (winner, re) => {
    const game = hex();
    game.ended = { node: tree.mainLine(game).at(-1)!.id, winner };
    expect(RE(game)).toBe(re);
  });
});

describe("a friend's game on one's own board", () => {
  const table = (ended: Table["ended"]): Table =>
    ({ view: { place: { game: "hex:size=5", position: null, moves: ["c3", "b2"] } }, ended }) as unknown as Table;

  it("keeps a resignation", () => {
    const game = fromHash(reviewLink(table({ winner: 0, why: "resigned" })))!;
    expect(game.resigned).toEqual({ node: game.cursor, by: 1 });
    expect(tree.movesTo(game)).toEqual(["c3", "b2"]);
  });

  it.each([null, { winner: 0, why: "rules" }, { winner: null, why: "agreed" }] as const)("has none after %s", (ended) => {
    expect(fromHash(reviewLink(table(ended)))!.resigned).toBeNull();
  });
});
