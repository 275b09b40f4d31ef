// The teacher: has moves judged by the exact solver of the server, one question at a time. First comes
// what is wanted where one stands; then, when there is time, whatever was played faster than it was
// judged, and the moves of a review. Whatever changes, `attend` sees to it that the right question runs.
import type { MoveTruth, Place, Solution } from "../protocol";
import { codeOf, type Running, type SolveHandlers } from "./connection";
import { explain } from "./errors";
import { keep } from "./record.svelte";
import * as tree from "./tree";
import type { Game, Node } from "./tree";

/** What the teacher has to know of the page. */
export interface Desk {
  readonly game: Game;
  readonly isQuiet: boolean; // a position is shown in which one may look around
  moverAt(node: number): 0 | 1;
  solve(place: Place, move: string | null, seconds: number, handlers: SolveHandlers): Running | null;
}

interface Question {
  at: number; // the node of the position
  of: number | null; // the node that a judged move leads to
  game: Game;
}

interface Task extends Question {
  running: Running | null;
  dropped: boolean;
}

// As in src/playout/solve/teacher.py.
const SOLVE_S = 5; // for a move; what takes longer is not known
const ENOUGH = 2; // unknown ones in a row: what is before them is harder still
const BUSY_MS = 1000; // before a server that has too much to do is asked again

export class Teacher {
  on = $state(false);
  answers = $state(false); // whether what is true of every move is wanted
  reviewing = $state(false);
  truths = $state.raw<ReadonlyMap<number, Solution>>(new Map()); // by node
  asks = $state.raw<Question | null>(null); // what is being solved
  nodes = $state(0); // positions that the solver has seen
  waiting = $state(0); // moves of persons that are still to be judged
  trouble = $state("");

  private task: Task | null = null;
  private line: number[] = []; // the nodes that are reviewed
  private refused = new Set<number>(); // moves that no solver takes

  constructor(private readonly desk: Desk) {}

  teach(on: boolean, answers: boolean): void {
    this.trouble = "";
    if ((on && !this.on) || (answers && !this.answers)) this.retry();
    this.on = on;
    this.answers = answers;
    this.attend();
  }

  /** The last move of a person on the way to where one stands. */
  get judged(): Node | null {
    const late = tree.way(this.desk.game).slice(-2).reverse();
    return late.find((node) => this.isPersons(node)) ?? null;
  }

  /** What is true where one stands, if it is to be shown. */
  get truth(): Solution | null {
    return this.on && this.answers ? (this.truths.get(this.desk.game.cursor) ?? null) : null;
  }

  get asksTruth(): boolean {
    return this.asks?.of === null;
  }

  /** Another game: nothing is known of it. */
  forget(): void {
    this.truths = new Map();
    this.refused.clear();
    this.trouble = "";
    this.reviewing = false;
    this.drop();
  }

  /** Find the exact mistakes of a line, from its end backwards; whether there is anything to find. */
  review(line: number[]): boolean {
    this.reviewing = true;
    this.line = line;
    this.attend();
    return this.reviewing;
  }

  stopReview(): void {
    this.reviewing = false;
    this.attend();
  }

  /** What was not known of these moves may be known in another try. */
  askAgain(nodes: number[]): void {
    this.trouble = "";
    for (const id of nodes) {
      const node = tree.at(this.desk.game, id);
      this.refused.delete(id);
      if (node.verdict?.kind === "unsure") delete node.verdict;
    }
  }

  /** Ask what is to be asked now, and nothing else. */
  attend(): void {
    const urgent = this.urgent();
    const later = this.later();
    const wanted = urgent.length ? urgent : later;
    const now = this.task;
    if (now && !now.dropped && wanted.some((one) => isSame(one, now))) return;
    this.drop();
    const next = wanted[0];
    // A solver that is being compiled cannot be stopped at once: the next question waits for its end.
    if (next && !this.task) this.begin(next);
  }

  /** What is asked where one stands. */
  private urgent(): Question[] {
    const { game, isQuiet } = this.desk;
    if (!this.on) return [];
    const judged = this.judged;
    const questions = judged && this.isOpen(judged) ? [this.about(judged)] : [];
    if (this.answers && isQuiet && !this.truths.has(game.cursor)) questions.push({ at: game.cursor, of: null, game });
    return questions;
  }

  /** What there is to make up for: of the review, and of what persons have played. */
  private later(): Question[] {
    const { game } = this.desk;
    const missed = this.on ? this.missed() : [];
    const reviewed = this.reviewing ? this.open(this.line.flatMap((id) => game.nodes[id] ?? [])) : [];
    this.waiting = missed.length;
    this.reviewing = reviewed.length > 0;
    return [...reviewed, ...missed].map((node) => this.about(node));
  }

  /** The moves of persons that nobody has judged: those of this line first. */
  private missed(): Node[] {
    const { game } = this.desk;
    const lines = [tree.line(game), ...tree.ends(game).map((end) => tree.way(game, end.id))];
    return [...new Set(lines.flatMap((line) => this.open(line.filter((node) => this.isPersons(node)))))];
  }

  /** The moves of a line that are to be judged, the last first; none before some that are too hard. */
  private open(line: Node[]): Node[] {
    const open: Node[] = [];
    let unsure = 0;
    for (const node of [...line].reverse()) {
      if (unsure >= ENOUGH) break;
      if (this.isOpen(node)) open.push(node);
      unsure = node.verdict?.kind === "unsure" ? unsure + 1 : 0;
    }
    return open;
  }

  private isOpen(node: Node): boolean {
    return node.parent !== null && !node.verdict && !this.refused.has(node.id);
  }

  private isPersons({ parent }: Node): boolean {
    return parent !== null && this.desk.game.players[this.desk.moverAt(parent)] === "human";
  }

  private about(node: Node): Question {
    return { at: node.parent!, of: node.id, game: this.desk.game };
  }

  private begin(question: Question): void {
    const { game } = question;
    const task: Task = { ...question, running: null, dropped: false };
    const move = question.of === null ? null : tree.at(game, question.of).move;
    this.task = task;
    this.asks = question;
    this.nodes = 0;
    task.running = this.desk.solve(tree.placeOf(game, question.at), move, SOLVE_S, {
      progress: (nodes) => {
        if (!task.dropped) this.nodes = nodes;
      },
      solved: (solved) => this.hear(task, solved, null),
      error: (error) => this.hear(task, NOTHING, error),
    });
    if (!task.running) this.end(task); // there is no line: it is asked when there is
  }

  private hear(task: Task, solved: Solution, error: Error | null): void {
    const wanted = !task.dropped && task.game === this.desk.game;
    this.end(task);
    if (wanted && error && codeOf(error) === "busy") {
      setTimeout(() => this.attend(), BUSY_MS);
      return;
    }
    if (wanted) {
      this.trouble = error ? explain(error) : "";
      // What is refused of one move of a review is refused of all.
      if (error && this.reviewing) for (const id of this.line) this.refused.add(id);
      this.note(task, solved);
    }
    this.attend();
  }

  private note({ at, of, game }: Question, solved: Solution): void {
    const node = of === null ? undefined : game.nodes[of];
    if (node && solved.judgement) {
      node.verdict = solved.judgement;
      keep();
    } else if (of !== null) this.refused.add(of);
    if (of === null || solved.outcome !== "unknown") this.truths = new Map(this.truths).set(at, solved);
  }

  private drop(): void {
    if (!this.task || this.task.dropped) return;
    this.task.dropped = true;
    this.asks = null;
    this.task.running?.stop();
  }

  private end(task: Task): void {
    if (this.task !== task) return;
    this.task = null;
    this.asks = null;
  }

  /** What was not known here is asked anew. */
  private retry(): void {
    const judged = this.judged;
    this.refused.clear();
    if (judged) this.askAgain([judged.id]);
    const known = [...this.truths].filter(([, solved]) => isWhole(solved.moves));
    this.truths = new Map(known);
  }
}

const NOTHING: Solution = { outcome: "unknown", plies: null, moves: [], nodes: 0, seconds: 0, judgement: null };

function isWhole(moves: MoveTruth[]): boolean {
  return moves.length > 0 && moves.every((one) => one.outcome !== "unknown");
}

function isSame(a: Question, b: Question): boolean {
  return a.game === b.game && a.at === b.at && a.of === b.of;
}
