// What a click on a cell means: from the legal moves of a view and the cells that they touch.
import type { Board, Cell, View } from "../protocol";
import { indexOf } from "./geometry";

export interface Clicks {
  direct: Map<number, string>; // a click on this cell plays
  from: Map<number, Map<number, string>>; // a piece, and where it may go
  buttons: string[]; // moves without cells
  cells: Map<string, number[]>; // the cells of each move
}

export function clicksOf(view: View): Clicks {
  const clicks: Clicks = { direct: new Map(), from: new Map(), buttons: [], cells: new Map() };
  const board = view.board;
  if (!board) {
    clicks.buttons = view.legal.map((legal) => legal.move);
    return clicks;
  }
  const own = new Set(
    board.pieces.filter((p) => p[2] === view.player).map((p) => indexOf(board, [p[0], p[1]])),
  );
  for (const { move, cells } of view.legal) {
    const touched = cells.map((cell) => indexOf(board, cell));
    clicks.cells.set(move, touched);
    const first = touched[0];
    const last = touched.at(-1);
    if (first === undefined || last === undefined) {
      clicks.buttons.push(move);
    } else if (touched.length > 1 && own.has(first)) {
      const targets = clicks.from.get(first) ?? new Map<number, string>();
      targets.set(last, move);
      clicks.from.set(first, targets);
    } else if (board.shape === "slots") {
      const col = cells[0]![0];
      for (let row = 0; row < board.rows; row++) clicks.direct.set(indexOf(board, [col, row]), move);
    } else if (!clicks.direct.has(first)) {
      clicks.direct.set(first, move);
    }
  }
  if (board.piece === "match") matches(board, clicks);
  return clicks;
}

/** A click on a match takes it and all to its right. */
function matches(board: Board, clicks: Clicks): void {
  const heaps: number[] = Array.from({ length: board.rows }, () => 0);
  for (const [, row] of board.pieces) heaps[row] = (heaps[row] ?? 0) + 1;
  for (const move of clicks.buttons) {
    const taken = takes(move);
    const heap = taken ? heaps[taken.heap] : undefined;
    if (!taken || heap === undefined || heap < taken.n) continue;
    clicks.direct.set(indexOf(board, [heap - taken.n, taken.heap]), move);
    const touched = Array.from({ length: taken.n }, (_, i) =>
      indexOf(board, [heap - 1 - i, taken.heap]),
    );
    clicks.cells.set(move, touched);
  }
}

/** What a move of Nim takes: "3" three matches of the only heap, "b3" of the second. */
export function takes(move: string): { heap: number; n: number } | null {
  const found = /^([a-d]?)(\d+)$/.exec(move);
  if (!found) return null;
  return { heap: found[1] ? found[1].charCodeAt(0) - 97 : 0, n: Number(found[2]) };
}

/** The cells of the matches that were taken last. */
export function lastTaken(view: View): number[] {
  const board = view.board;
  const taken = view.last && board ? takes(view.last) : null;
  if (!board || !taken) return [];
  const left = board.pieces.filter(([, row]) => row === taken.heap).length;
  return Array.from({ length: taken.n }, (_, i) => indexOf(board, [left + i, taken.heap]));
}

/** The cells that a move's text names, first the one it starts from: "a2a3", "f6". */
export function cellsIn(move: string): Cell[] {
  const plain = move.toLowerCase().replace(/(\d)[x:-]/g, "$1 ");
  return [...plain.matchAll(/([a-z]{1,2}?)(\d+)/g)].map((found) => {
    let col = 0;
    for (const letter of found[1]!) col = col * 26 + letter.charCodeAt(0) - 96;
    return [col - 1, Number(found[2]) - 1];
  });
}

export interface Numbered {
  index: number;
  number: number;
  player: 0 | 1;
  cells: number[];
}

/** A line of moves as numbered stones, as far as their text tells the cells. */
export function numbered(view: View, line: string[]): Numbered[] {
  const board = view.board;
  if (!board || board.piece === "match") return [];
  const heights = new Map<number, number>();
  for (const [col] of board.pieces) heights.set(col, (heights.get(col) ?? 0) + 1);
  const known = new Map(view.legal.map((legal) => [legal.move, legal.cells]));
  const stones: Numbered[] = [];
  line.forEach((move, i) => {
    let cells: Cell[] = i === 0 ? (known.get(move) ?? []) : cellsIn(move);
    if (board.shape === "slots") {
      const col = board.labels.indexOf(move);
      const row = heights.get(col) ?? 0;
      if (col < 0 || row >= board.rows) return;
      heights.set(col, row + 1);
      cells = [[col, row]];
    }
    const inside = cells.filter(([c, r]) => c >= 0 && c < board.cols && r >= 0 && r < board.rows);
    const touched = inside.map((cell) => indexOf(board, cell));
    const last = touched.at(-1);
    if (last === undefined) return;
    const player = ((view.player + i) % 2) as 0 | 1;
    stones.push({ index: last, number: i + 1, player, cells: touched });
  });
  // Where two stones of the line come to the same cell, the first one is shown.
  return stones.filter((stone, i) => stones.findIndex((s) => s.index === stone.index) === i);
}
