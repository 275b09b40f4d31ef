import { describe, expect, it } from "vitest";
import { CodedError, type Connection } from "../src/game/connection";
import { playedThrough } from "../src/game/replay";
import * as tree from "../src/game/tree";
import { MOST_NODES } from "../src/game/treetext";

type Server = Pick<Connection, "replay">;

/** Lines of this length from the start, so many in all. */
function combed(lines: number, length: number): tree.Game {
  const game = tree.fresh("hex:19", ["human", "human"]);
  for (let line = 0; line < lines; line++) {
    tree.jump(game, tree.ROOT);
    for (let n = 0; n < length; n++) tree.play(game, `m${line}.${n}`);
  }
  return game;
}

/** A server that writes moves in capitals and knows the whole line to each. */
function server(lines: string[], wrong = ""): Server {
  return {
    replay: async (_game, _position, moves) => {
      expect(moves.length).toBeLessThanOrEqual(MOST_NODES);
      const ways: string[] = [""];
      moves.forEach(([before, move], i) => {
        expect(before).toBeLessThanOrEqual(i);
        if (move === wrong) throw new CodedError({ code: "illegal-move", fields: { node: i + 1 }, text: "", french: {} });
        ways.push(`${ways[before]} ${move.toUpperCase()}`);
      });
      lines.push(...ways);
      const endings = moves.flatMap(([, move], i) => (move.endsWith(".89") ? [{ node: i + 1, winner: 0 as const }] : []));
      return { type: "replayed", id: 1, game: "hex:size=19", moves: moves.map(([, move]) => move.toUpperCase()), endings };
    },
  };
}

describe("a game is played through", () => {
  it.each([
    [1, 0],
    [1, 90],
    [50, 90],
    [3, 1999],
  ])("by %i lines of %i moves, in parts that the server takes", async (lines, length) => {
    const game = combed(lines, length);
    const ways = tree.inOrder(game).map((n) => tree.movesTo(game, n.id).map((move) => ` ${move.toUpperCase()}`).join(""));
    const seen: string[] = [];
    const endings = await playedThrough(game, server(seen));
    expect(new Set(seen)).toEqual(new Set(ways));
    expect(game.game).toBe("hex:size=19");
    const nodes = tree.inOrder(game);
    expect(nodes.slice(1).every((n) => n.move?.startsWith("M"))).toBe(true);
    expect(endings.map(({ node }) => nodes[node]!.move)).toEqual(length === 0 ? [] : Array.from({ length: lines }, (_, line) => `M${line}.89`));
  });

  it("and an error names the node in the whole game", async () => {
    const game = combed(50, 90);
    const error = (await playedThrough(game, server([], "m40.7")).catch((why: unknown) => why)) as CodedError;
    expect(tree.inOrder(game)[Number(error.fields.node)]!.move).toBe("m40.7");
  });

  it("but for a line that is too long for any part", async () => {
    await expect(playedThrough(combed(2, MOST_NODES + 1), server([]))).rejects.toThrow("too-many-moves");
  });
});
