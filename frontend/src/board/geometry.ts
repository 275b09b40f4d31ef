// Where the cells of a board lie in its picture, for every shape and turn. The sizes are those of
// the package's own pictures (src/playout/svg); here the points themselves are turned, so that
// text and pieces stay upright.
import type { Board, Cell } from "../protocol";

export type Point = [number, number];
export type Shape = Board["shape"];
export type Ground = Pick<Board, "cols" | "rows" | "shape" | "one_on_top" | "labels">;

export const PITCH = 40; // from one cell's centre to the next
const RADIUS = PITCH / Math.sqrt(3); // of a hexagon

export interface Spot {
  index: number; // row * cols + col
  col: number;
  row: number;
  x: number;
  y: number;
  corners: Point[];
}

export interface Geometry {
  width: number;
  height: number;
  spots: Spot[]; // by index
  labels: { x: number; y: number; text: string }[];
  edges: { owner: 0 | 1; points: Point[] }[]; // of a hex board
  lines: [Point, Point][]; // of a Go board
  frame: Point[]; // around all cells, for Go and Connect 4
}

/** The turns that make sense for a shape, in degrees counter-clockwise: a hex board turned by 30
 * is a diamond that lies on its long diagonal, by 300 one that stands on it. */
export function turns(shape: Shape): number[] {
  if (shape === "hex") return Array.from({ length: 12 }, (_, i) => 30 * i);
  return shape === "slots" || shape === "bare" ? [0] : [0, 90, 180, 270];
}

export function indexOf(board: { cols: number }, cell: Cell): number {
  return cell[1] * board.cols + cell[0];
}

/** A cell as players write it: (5, 5) is f6. */
export function cellName(cell: Cell): string {
  return columnName(cell[0]) + String(cell[1] + 1);
}

function columnName(col: number): string {
  const last = String.fromCharCode(97 + (col % 26));
  return (col >= 26 ? columnName(Math.floor(col / 26) - 1) : "") + last;
}

export function geometry(board: Ground, turn: number, coordinates: boolean): Geometry {
  const { cols, rows, shape } = board;
  const hex = shape === "hex";
  const across = Math.min(cols, Math.max(15, Math.ceil(Math.sqrt(2 * cols)))); // matches in a line
  const centre = (col: number, row: number): Point => {
    const line = board.one_on_top ? row : rows - 1 - row;
    if (hex) return [PITCH * (col + line / 2), 1.5 * RADIUS * line];
    if (shape !== "bare") return [PITCH * col, PITCH * line];
    const lines = Math.ceil(cols / across);
    const heap = (PITCH * lines + (lines > 1 ? 24 : 8)) * line;
    return [(PITCH / 1.6) * ((col % across) + 0.5), heap + PITCH * Math.floor(col / across)];
  };
  const half = PITCH / 2;
  const wide = shape === "bare" ? PITCH / 3.2 : half;
  // Corners clockwise: of a hexagon 0 upper right, 1 lower right, 2 bottom, ..., 5 top.
  const around: Point[] = hex
    ? [
        [half, -RADIUS / 2],
        [half, RADIUS / 2],
        [0, RADIUS],
        [-half, RADIUS / 2],
        [-half, -RADIUS / 2],
        [0, -RADIUS],
      ]
    : [
        [wide, -half],
        [wide, half],
        [-wide, half],
        [-wide, -half],
      ];

  const angle = turns(shape).includes(turn) ? (-turn * Math.PI) / 180 : 0;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const turned = ([x, y]: Point): Point => [x * cos - y * sin, x * sin + y * cos];
  const moved = (at: Point, by: Point): Point => [at[0] + by[0], at[1] + by[1]];

  const spots: Spot[] = [];
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const at = centre(col, row);
      const [x, y] = turned(at);
      const corners = around.map((corner) => turned(moved(at, corner)));
      spots.push({ index: row * cols + col, col, row, x, y, corners });
    }
  }

  const spot = (col: number, row: number): Spot => spots[row * cols + col]!;
  const edges: Geometry["edges"] = [];
  if (hex) {
    const outline = (cells: Spot[], corners: number[]): Point[] =>
      cells.flatMap((cell) => corners.map((corner) => cell.corners[corner]!));
    const row = (r: number): Spot[] => Array.from({ length: cols }, (_, c) => spot(c, r));
    const col = (c: number): Spot[] => Array.from({ length: rows }, (_, r) => spot(c, r));
    edges.push(
      { owner: 1, points: outline(col(0), [5, 4, 3]) },
      { owner: 1, points: outline(col(cols - 1), [0, 1, 2]) },
      { owner: 0, points: outline(row(0), [4, 5, 0]) },
      { owner: 0, points: outline(row(rows - 1), [3, 2, 1]) },
    );
  }

  const lines: [Point, Point][] = [];
  if (shape === "points") {
    const at = (col: number, row: number): Point => [spot(col, row).x, spot(col, row).y];
    for (let col = 0; col < cols; col++) lines.push([at(col, 0), at(col, rows - 1)]);
    for (let row = 0; row < rows; row++) lines.push([at(0, row), at(cols - 1, row)]);
  }

  const labels: Geometry["labels"] = [];
  if (coordinates && shape !== "bare") {
    const label = (at: Point, by: Point, text: string): void => {
      const [x, y] = turned(moved(at, by));
      labels.push({ x, y, text });
    };
    const low = board.one_on_top ? rows - 1 : 0;
    const high = rows - 1 - low;
    const gap = hex ? RADIUS + 13 : half + (shape === "squares" || shape === "felt" ? 12 : 16);
    for (let col = 0; col < cols; col++) {
      const name = board.labels[col] ?? columnName(col);
      label(centre(col, low), [hex ? 8 : 0, gap], name);
      if (hex) label(centre(col, high), [-8, -gap], name);
    }
    for (let row = 0; row < rows && shape !== "slots"; row++) {
      const beside = half + (hex ? 17 : 14) + (row >= 9 ? 4 : 0); // "10" is wider than "9"
      label(centre(0, row), [-beside, 0], String(row + 1));
      if (hex) label(centre(cols - 1, row), [beside, 0], String(row + 1));
    }
  }

  if (shape === "bare" && rows > 1) {
    for (let row = 0; row < rows; row++) {
      const at = centre(0, row);
      labels.push({ x: at[0] - 26, y: at[1], text: columnName(row).toUpperCase() });
    }
  }

  // Everything moves so that the picture begins at (0, 0).
  const pad = shape === "bare" ? 10 : hex ? 11 : 10;
  const reach: Point[] = [
    ...spots.flatMap((s) => s.corners),
    ...labels.flatMap((l): Point[] => [
      [l.x - 6, l.y - 6],
      [l.x + 6, l.y + 6],
    ]),
  ];
  const xs = reach.map((p) => p[0]);
  const ys = reach.map((p) => p[1]);
  const least = (values: number[]): number => values.reduce((a, b) => Math.min(a, b));
  const most = (values: number[]): number => values.reduce((a, b) => Math.max(a, b));
  const dx = pad - least(xs);
  const dy = pad - least(ys);
  const shift = ([x, y]: Point): Point => [x + dx, y + dy];
  for (const s of spots) {
    s.x += dx;
    s.y += dy;
    s.corners = s.corners.map(shift);
  }
  const inner = spots.flatMap((s) => s.corners);
  const box = [
    least(inner.map((p) => p[0])),
    least(inner.map((p) => p[1])),
    most(inner.map((p) => p[0])),
    most(inner.map((p) => p[1])),
  ] as const;
  const out = shape === "points" ? 4 : 6;
  return {
    width: most(xs) + dx + pad,
    height: most(ys) + dy + pad,
    spots,
    labels: labels.map((l) => ({ ...l, x: l.x + dx, y: l.y + dy })),
    edges: edges.map((e) => ({ ...e, points: e.points.map(shift) })),
    lines: lines.map(([a, b]) => [shift(a), shift(b)]),
    frame: [
      [box[0] - out, box[1] - out],
      [box[2] + out, box[3] + out],
    ],
  };
}

export type Direction = "left" | "right" | "up" | "down";
const WAYS: Record<Direction, Point> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The next cell in a direction of the screen; the same one at the edge. */
export function neighbour(geo: Geometry, from: number, way: Direction): number {
  const start = geo.spots[from];
  if (!start) return from;
  const [ux, uy] = WAYS[way];
  let best = from;
  let least = Infinity;
  for (const spot of geo.spots) {
    const dx = spot.x - start.x;
    const dy = spot.y - start.y;
    const along = dx * ux + dy * uy;
    const aside = Math.abs(dx * uy - dy * ux);
    // Within 45 degrees, or so; of two that are as near, the one in the same column or row.
    if (along < 1 || aside > along * 1.05) continue;
    const crosses = spot.col !== start.col && spot.row !== start.row ? 0.1 : 0;
    const cost = along + aside / 2 + crosses;
    if (cost < least - 1e-6) {
      least = cost;
      best = spot.index;
    }
  }
  return best;
}

/** Points as an SVG attribute. */
export function pointsOf(points: Point[]): string {
  return points.map(([x, y]) => `${num(x)},${num(y)}`).join(" ");
}

/** A number with two digits after the point at most. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A polygon drawn towards its middle. */
export function shrunk(spot: Spot, factor: number): Point[] {
  return spot.corners.map(([x, y]) => [
    spot.x + factor * (x - spot.x),
    spot.y + factor * (y - spot.y),
  ]);
}

/** The outline of an arrow from one point to another, short of the middle of its end. */
export function arrow(from: Point, to: Point): Point[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const ux = (to[0] - from[0]) / length;
  const uy = (to[1] - from[1]) / length;
  const tip = length - 11;
  const neck = length - 21;
  const outline: Point[] = [
    [0, 2.5],
    [neck, 2.5],
    [neck, 7],
    [tip, 0],
    [neck, -7],
    [neck, -2.5],
    [0, -2.5],
  ];
  return outline.map(([a, b]) => [from[0] + a * ux - b * uy, from[1] + a * uy + b * ux]);
}
