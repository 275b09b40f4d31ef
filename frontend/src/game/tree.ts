// A game as a tree of moves: the main line, side lines, and where one stands. Plain functions on
// a plain object, which can be kept as JSON.
import type { Judgement, Place } from "../protocol";
import type { Seen } from "../thinking/graph";
import type { Reviewed } from "../thinking/review";
import { tidyNotes } from "./notes";

export interface Node {
  id: number;
  parent: number | null;
  move: string | null; // null at the root
  children: number[]; // the main line first
  next: number | null; // the child that was last on the way
  marks?: string[]; // drawn on the board here: see notes.ts
  comment?: string;
  seen?: Seen; // what a search made of the position while the game was played
  reviewed?: Reviewed; // what the latest review found here
  verdict?: Judgement; // of the move that led here, by an exact solver
}

/** The review of a line: by which search, and whether it is still going on. */
export interface Review {
  line: number[]; // its nodes, the root first
  player: string;
  on: boolean;
}

export interface Game {
  id: string; // its own, wherever it is kept
  name?: string; // that a person gave it
  rev?: number; // how often it was written where it is kept
  ended?: { node: number; winner: 0 | 1 | null }; // where the rules have ended it
  game: string;
  position: string | null;
  players: [string, string];
  nodes: Record<number, Node>;
  cursor: number;
  made: number; // how many nodes were ever made
  resigned: { node: number; by: 0 | 1 } | null;
  review?: Review; // the latest
}

export const ROOT = 0;

export function fresh(
  game: string,
  players: [string, string],
  position: string | null = null,
  moves: string[] = [],
): Game {
  const made: Game = {
    id: newId(),
    game,
    position,
    players: [...players],
    nodes: { [ROOT]: node(ROOT, null, null) },
    cursor: ROOT,
    made: 1,
    resigned: null,
  };
  for (const move of moves) play(made, move);
  return made;
}

/** A name that no other game has. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(36).padStart(2, "0")).join("");
}

function node(id: number, parent: number | null, move: string | null): Node {
  return { id, parent, move, children: [], next: null };
}

export function at(game: Game, id: number = game.cursor): Node {
  const found = game.nodes[id];
  if (!found) throw new Error(`no node ${id}`);
  return found;
}

/** The nodes from the root to this one, the root included. */
export function way(game: Game, id: number = game.cursor): Node[] {
  const nodes: Node[] = [];
  for (let here: number | null = id; here !== null; here = at(game, here).parent) {
    nodes.push(at(game, here));
  }
  return nodes.reverse();
}

export function movesTo(game: Game, id: number = game.cursor): string[] {
  return way(game, id).flatMap((n) => (n.move === null ? [] : [n.move]));
}

export function placeOf(game: Game, id: number = game.cursor): Place {
  return { game: game.game, position: game.position, moves: movesTo(game, id) };
}

/** How many moves lead to a node. */
export function depth(game: Game, id: number = game.cursor): number {
  return way(game, id).length - 1;
}

/** The node to go on to from here: the one that was last on the way, or the main line. */
export function onward(n: Node): number | null {
  return n.next ?? n.children[0] ?? null;
}

/** The line of a node, or the one that one stands in, from the root to its end. */
export function line(game: Game, through: number = game.cursor): Node[] {
  const nodes = way(game, through);
  for (let id = onward(nodes.at(-1)!); id !== null; id = onward(at(game, id))) {
    nodes.push(at(game, id));
  }
  return nodes;
}

export function mainLine(game: Game): Node[] {
  const nodes = [at(game, ROOT)];
  for (let id = nodes[0]!.children[0]; id !== undefined; id = at(game, id).children[0]) {
    nodes.push(at(game, id));
  }
  return nodes;
}

export function isMain(game: Game, id: number = game.cursor): boolean {
  return way(game, id).every((n) => n.parent === null || at(game, n.parent).children[0] === n.id);
}

/** Whether a game has a move at its root. */
export function isBegun(game: Game): boolean {
  return at(game, ROOT).children.length > 0;
}

/** Go to a node. */
export function jump(game: Game, id: number): void {
  const nodes = way(game, id);
  nodes.forEach((n, i) => {
    const after = nodes[i + 1];
    if (after) n.next = after.id;
  });
  game.cursor = id;
}

/** Play a move where one stands: along a line that is there, or as a new side line. */
export function play(game: Game, move: string): Node {
  const here = at(game);
  const known = here.children.find((id) => at(game, id).move === move);
  const id = known ?? game.made++;
  if (known === undefined) {
    game.nodes[id] = node(id, here.id, move);
    here.children.push(id);
  }
  if (game.resigned?.node === here.id) game.resigned = null;
  here.next = id;
  game.cursor = id;
  return at(game, id);
}

/** Put a line of moves beside those that were played from a node, and go to its first move. */
export function beside(game: Game, from: number, moves: string[]): void {
  jump(game, from);
  const nodes = moves.map((move) => play(game, move));
  game.cursor = nodes[0]?.id ?? from;
}

/** The nodes after which nothing was played. */
export function ends(game: Game): Node[] {
  return Object.values(game.nodes).filter((n) => n.children.length === 0);
}

export function back(game: Game, plies = 1): void {
  for (let i = 0; i < plies; i++) {
    const parent = at(game).parent;
    if (parent !== null) game.cursor = parent;
  }
}

export function forward(game: Game, plies = 1): void {
  for (let i = 0; i < plies; i++) {
    const id = onward(at(game));
    if (id !== null) game.cursor = id;
  }
}

/** How far a take-back goes: to the last position in which a person was to move. */
export function undoPlies(players: [string, string], mover: 0 | 1, played: number): number {
  const human = (player: 0 | 1): boolean => players[player] === "human";
  if (played === 0) return 0;
  if (human(0) === human(1)) return 1;
  const plies = human(mover) ? 2 : 1;
  return plies <= played ? plies : human(mover) ? 0 : played;
}

/** Back to where the present side line left the main line. */
export function toMain(game: Game): void {
  const nodes = way(game);
  while (nodes.length > 1 && !isMain(game, nodes.at(-1)!.id)) nodes.pop();
  const joint = nodes.at(-1)!;
  joint.next = joint.children[0] ?? null;
  game.cursor = joint.id;
}

/** Make the line to this node the main line. */
export function promote(game: Game, id: number): void {
  for (const n of way(game, id)) {
    if (n.parent === null) continue;
    const parent = at(game, n.parent);
    parent.children = [n.id, ...parent.children.filter((child) => child !== n.id)];
    parent.next = n.id;
  }
}

/** A node and all that follows it. */
export function subtree(game: Game, id: number): Node[] {
  return [at(game, id), ...at(game, id).children.flatMap((child) => subtree(game, child))];
}

/** Delete a node and all that follows it. */
export function remove(game: Game, id: number): void {
  const gone = at(game, id);
  if (gone.parent === null) return;
  const parent = at(game, gone.parent);
  if (way(game).some((n) => n.id === id)) game.cursor = parent.id;
  parent.children = parent.children.filter((child) => child !== id);
  if (parent.next === id) parent.next = null;
  for (const n of subtree(game, id)) {
    if (game.resigned?.node === n.id) game.resigned = null;
    if (game.ended?.node === n.id) delete game.ended;
    delete game.nodes[n.id];
  }
}

/** The whole tree for the move list: a line with its side lines after the moves they replace. */
export interface Listed {
  node: Node;
  ply: number; // of the move, from 1
  sides: Listed[][];
}

export function listed(game: Game, from: number = ROOT, ply = 1): Listed[] {
  const items: Listed[] = [];
  let here = at(game, from);
  for (let p = ply; ; p++) {
    const [main, ...others] = here.children;
    if (main === undefined) return items;
    const sides = others.map((id) => [
      { node: at(game, id), ply: p, sides: [] },
      ...listed(game, id, p + 1),
    ]);
    items.push({ node: at(game, main), ply: p, sides });
    here = at(game, main);
  }
}

/** All nodes, a line before the side lines that leave it, each after its parent. */
export function inOrder(game: Game): Node[] {
  const nodes: Node[] = [];
  const todo = [ROOT];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    nodes.push(at(game, id));
    todo.push(...[...at(game, id).children].reverse());
  }
  return nodes;
}

/** Whether every move of one game, those of side lines among them, is in another, too. */
export function holds(all: Game, some: Game): boolean {
  const todo: [number, number][] = [[ROOT, ROOT]];
  for (let pair = todo.pop(); pair; pair = todo.pop()) {
    const [here, there] = pair;
    for (const child of at(some, there).children) {
      const same = at(all, here).children.find((one) => at(all, one).move === at(some, child).move);
      if (same === undefined) return false;
      todo.push([same, child]);
    }
  }
  return true;
}

function isReview({ line, player }: Partial<Review>): boolean {
  return Array.isArray(line) && typeof player === "string";
}

/** A game that was kept as JSON; null if it is none. */
export function restored(text: string | null): Game | null {
  if (!text) return null;
  try {
    const game = JSON.parse(text) as Game;
    const whole =
      typeof game.game === "string" &&
      Array.isArray(game.players) &&
      game.players.length === 2 &&
      game.players.every((player) => typeof player === "string") &&
      typeof game.made === "number" &&
      game.nodes[ROOT]?.parent === null &&
      (game.review === undefined || isReview(game.review)) &&
      Object.values(game.nodes).every(
        (n) =>
          n.children.every((child) => game.nodes[child]?.parent === n.id) &&
          (n.next === null || n.children.includes(n.next)) &&
          (n.parent === null || n.parent < n.id),
      );
    if (!whole) return null;
    for (const n of Object.values(game.nodes)) tidyNotes(n);
    way(game);
    return { ...game, id: typeof game.id === "string" && game.id ? game.id : newId() };
  } catch {
    return null;
  }
}
