// Games from outside, links and texts, are played through by the server before they are trusted.
import type { CodedError, Connection } from "./connection";
import { ROOT, inOrder, way, type Game, type Node } from "./tree";
import { MOST_NODES, unreadable } from "./treetext";
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

/** Have a whole game checked, and its moves written as the server writes them; which moves end it. */
export async function playedThrough(game: Game, server: Pick<Connection, "replay">): Promise<Replayed["endings"]> {
  const numbers = new Map(inOrder(game).map((n, i) => [n.id, i]));
  const endings = new Map<number, Replayed["endings"][number]>();
  for (const part of parts(game)) {
    const places = new Map(part.map((n, i) => [n.id, i + 1]));
    const moves = part.map((n): [number, string] => [places.get(n.parent ?? ROOT) ?? 0, n.move ?? ""]);
    const numberOf = (place: number): number => numbers.get(part[place - 1]?.id ?? ROOT) ?? 0;
    const answer = await server.replay(game.game, game.position, moves).catch((error: Partial<CodedError>) => {
      const { fields } = error;
      if (fields?.node !== undefined) fields.node = numberOf(Number(fields.node));
      throw error;
    });
    game.game = answer.game;
    part.forEach((n, i) => (n.move = answer.moves[i] ?? n.move));
    for (const { node, winner } of answer.endings) endings.set(numberOf(node), { node: numberOf(node), winner });
  }
  return [...endings.values()];
}

/** The nodes of a game in parts that the server takes: each node in one of them, after those that lead to it. */
function* parts(game: Game): Generator<Node[]> {
  let part: Node[] = [];
  let there = new Set([ROOT]);
  for (const n of inOrder(game).slice(1)) {
    let missing = there.has(n.parent ?? ROOT) ? [n] : way(game, n.id).filter(({ id }) => !there.has(id));
    if (part.length + missing.length > MOST_NODES) {
      yield part;
      part = [];
      there = new Set([ROOT]);
      missing = way(game, n.id).slice(1);
    }
    if (missing.length > MOST_NODES) throw unreadable("too-many-moves", { most: MOST_NODES });
    part.push(...missing);
    for (const { id } of missing) there.add(id);
  }
  yield part;
}
