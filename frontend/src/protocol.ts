// What the page and the server say to each other: JSON over one WebSocket at /ws, and
// GET /api/catalogue. The server's half is src/playout/web/messages.py.
//
// The page keeps the game; the server knows positions and searches. A message from the page
// carries an id of its choice, and every answer repeats it.

/** A cell of a board: column and row, both from 0. Row 0 is the one labelled 1. */
export type Cell = [number, number];

/** A position, as the page keeps it: where it began and what was played. */
export interface Place {
  game: string; // as on the command line: "hex:size=11,swap=true"
  position: string | null; // a position set up by hand: "a1 b2 / c3 / 1"; null: the start
  moves: string[]; // "f6", "swap", "a2a3", "4"
}

export type ToServer =
  | { type: "view"; id: number; place: Place }
  | {
      type: "search";
      id: number;
      place: Place;
      player: string; // "strong", "grave:ref=50,seconds=2", "random"
      seed?: number;
    }
  | { type: "stop"; id: number } // id of the search or the solving, which then answers with what it knows
  | { type: "tree"; id: number; search: number; path: string[] } // a node of a search's tree
  | { type: "solve"; id: number; place: Place; move?: string; seconds?: number } // 10 s at most
  | { type: "set_up"; id: number; game: string; pieces: [number, number, 0 | 1][]; player: 0 | 1 };

export type ToPage =
  | { type: "view"; id: number; view: View } // to "view", and to "set_up" if it is a position
  | { type: "started"; id: number }
  | { type: "progress"; id: number; found: Found } // about 20 times a second
  | { type: "result"; id: number; found: Found }
  | { type: "tree"; id: number; node: TreeNode }
  | { type: "solving"; id: number; nodes: number; seconds: number }
  | ({ type: "solved"; id: number } & Solved)
  | { type: "error"; id: number | null; message: string };

/** A position, as it is shown. */
export interface View {
  place: Place;
  board: Board | null; // null for a game that draws itself in text alone
  text: string; // the text board
  player: 0 | 1; // who is to move
  names: [string, string]; // "Black", "White"
  over: boolean;
  winner: 0 | 1 | null; // null in a draw and before the end
  legal: { move: string; cells: Cell[] }[]; // no cells: a pass, a swap, a move of Nim
  last: string | null;
}

export interface Board {
  cols: number;
  rows: number;
  shape: "hex" | "squares" | "felt" | "points" | "slots" | "bare";
  piece: "stone" | "pawn" | "knight" | "mark" | "domino" | "match";
  colours: [string, string]; // black, white, red, yellow, blue
  one_on_top: boolean; // row 1 is drawn on top
  labels: string[]; // of the columns
  pieces: [number, number, 0 | 1][];
  dominoes: [Cell, Cell][];
  last: Cell[];
  winning: Cell[];
}

/** What a search thinks, so far or in the end. Values are in [0, 1] for the player to move. */
export interface Found {
  move: string;
  value: number | null;
  line: string[];
  simulations: number;
  seconds: number;
  nodes: number;
  depth: number;
  algorithm: string; // "Grave(ref=50, ...)"; "Solver()" where it is proven, its nodes being positions
  rows: Row[]; // most visited first; of what a solver says, the best first
}

export interface Row {
  move: string;
  visits: number;
  value: number | null;
  amaf_visits: number;
  amaf_value: number | null;
  proven: "" | "won" | "draw" | "lost"; // for the player to move
  distance: number; // plies after this move to the end, where it is proven; -1: not known
}

export interface TreeNode {
  path: string[];
  player: 0 | 1; // who is to move in this node
  visits: number;
  children: (Row & { n_children: number })[]; // most visited first, at most 100
  left_off: number; // children beyond those
}

export type Outcome = "win" | "draw" | "loss" | "unknown";

/** What an exact solver knows of a position, for the player to move. */
export interface Solved {
  outcome: Outcome;
  plies: number | null; // to the end with best play
  moves: MoveTruth[]; // every legal move
  nodes: number;
  seconds: number;
  judgement: Judgement | null; // of the move that was asked about
}

export interface MoveTruth {
  move: string;
  outcome: Outcome; // for the player who makes it
  plies: number | null; // to the end, the move itself among them
}

/** A move beside the best that could have been played: see src/playout/solve/teacher.py. */
export interface Judgement {
  move: string;
  kind: "right" | "slower" | "mistake" | "unsure";
  best: string[];
  before: Outcome;
  after: Outcome;
  cost: number; // in points: 1 from a win to a loss, 1/2 with a draw at one end
  plies: number | null; // by how many a win comes later or a loss sooner
}

/** GET /api/catalogue */
export interface Catalogue {
  version: string;
  games: GameInfo[];
  levels: { name: string; budget: Record<string, number> }[];
  perfect: { name: string; budget: Record<string, number> }; // it takes other seconds, too
  algorithms: AlgorithmInfo[];
  policies: PartInfo[]; // playout policies, for parameters of type "policy"
  schedules: PartInfo[]; // of RAVE, for parameters of type "schedule"
  caps: { seconds: number; simulations: number; threads: number };
}

export interface GameInfo {
  name: string; // "hex"
  title: string; // "Hex"
  doc: string;
  parameters: Parameter[];
  can_set_up: boolean;
}

export interface PartInfo {
  name: string; // "uct"
  title: string; // "Uct"
  doc: string; // one or two sentences
  parameters: Parameter[];
}

export interface AlgorithmInfo extends PartInfo {
  searches: boolean; // false for a policy, which has no budget
}

export interface Parameter {
  name: string;
  type: "int" | "float" | "bool" | "choice" | "policy" | "schedule";
  key: string; // how it is written in a player: "c", "beta" for the schedule
  default: number | boolean | string;
  doc: string;
  low: number | null;
  high: number | null;
  choices: { value: number; name: string }[]; // for "choice"
}
