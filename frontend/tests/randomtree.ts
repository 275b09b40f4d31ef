// Random games with side lines, marks and comments, and what makes two of them the same.
import { COLOURS, note } from "../src/game/notes";
import * as tree from "../src/game/tree";

/** Random numbers below n, the same for the same seed. */
export function dice(seed: number): (n: number) => number {
  let state = seed * 2654435761 + 1;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return Math.floor(((state ^ (state >>> 13)) >>> 0) / 2 ** 32 * n);
  };
}

const SIGNS = [..."abc XYZ 019 ,.;:()[]{}\\@$%&#=+*~'\"!?/\n-|<>éœ→😀«»"];

export function text(roll: (n: number) => number, most: number): string {
  return Array.from({ length: roll(most) }, () => SIGNS[roll(SIGNS.length)]).join("");
}

/** A game of `moves` that are all different in a position, with notes here and there. */
export function grown(seed: number, spec: string, move: (roll: (n: number) => number) => string): tree.Game {
  const roll = dice(seed);
  const game = tree.fresh(spec, ["human", "uct:c=0.7,seconds=2"]);
  const name = text(roll, 12).replace(/\s+/g, " ").trim();
  if (name) game.name = name;
  for (let n = roll(40); n > 0; n--) {
    if (roll(4) === 0) tree.jump(game, tree.inOrder(game)[roll(Object.keys(game.nodes).length)]!.id);
    tree.play(game, move(roll));
    const cell = (): string => "abcdefg"[roll(7)]! + String(1 + roll(7));
    const marks = Array.from({ length: Math.max(0, roll(6) - 3) }, () => COLOURS[roll(4)] + cell() + (roll(2) ? "" : cell()));
    note(tree.at(game), marks.filter((mark, i) => marks.findIndex((one) => one.slice(1) === mark.slice(1)) === i), roll(3) ? "" : text(roll, 30));
  }
  if (roll(2)) note(tree.at(game, tree.ROOT), roll(2) ? ["Gd4"] : [], text(roll, 20));
  const end = tree.mainLine(game).at(-1)!;
  if (roll(3) === 0) game.resigned = { node: end.id, by: roll(2) ? 1 : 0 };
  tree.jump(game, roll(2) ? end.id : tree.inOrder(game)[roll(Object.keys(game.nodes).length)]!.id);
  return game;
}

/** All that a text has to bring back; marks in any order. */
export function essence(game: tree.Game): unknown {
  const of = (id: number): unknown => {
    const n = tree.at(game, id);
    const notes = { marks: [...(n.marks ?? [])].sort(), comment: n.comment ?? "" };
    return [n.move, notes, n.children.map(of)];
  };
  const order = tree.inOrder(game);
  const number = (id: number): number => order.findIndex((n) => n.id === id);
  const resigned = game.resigned && [number(game.resigned.node), game.resigned.by];
  return { game: game.game, position: game.position, players: [...game.players], name: game.name, tree: of(tree.ROOT), resigned };
}

export const place = (game: tree.Game): number => tree.inOrder(game).findIndex((n) => n.id === game.cursor);

/** A move of Hex. */
export const hexMove = (roll: (n: number) => number): string => "abcdefg"[roll(7)]! + String(1 + roll(7));
