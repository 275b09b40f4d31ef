// Games from outside, links and texts, are played through by the server before they are trusted.
import type { Connection } from "./connection";
import { ROOT, inOrder, way, type Game, type Node } from "./tree";
import { MOST_NODES } from "./treetext";
import type { Replayed } from "../protocol";

/** The nodes beside the way to where one stands; with a number, that one of all nodes. */
export function sideNodes(game: Game, number?: number): Node[] {
  const there = new Set(way(game).map((n) => n.id));
  const all = inOrder(game);
  const sides = all.filter((n) => !there.has(n.id));
  if (number === undefined) return sides;
  const one = all[number];
  return one && !there.has(one.id) ? [one] : sides;
}

/** Have a whole game checked, and its moves written as the server writes them. */
export async function playedThrough(game: Game, server: Pick<Connection, "replay">): Promise<Replayed | null> {
  const nodes = inOrder(game);
  if (nodes.length > MOST_NODES) return null; // one's own, long as it is: looked at move by move
  const numbers = new Map(nodes.map((n, i) => [n.id, i]));
  const moves = nodes.slice(1).map((n): [number, string] => [numbers.get(n.parent ?? ROOT) ?? 0, n.move ?? ""]);
  const answer = await server.replay(game.game, game.position, moves);
  nodes.slice(1).forEach((n, i) => (n.move = answer.moves[i] ?? n.move));
  return answer;
}
