// The teacher: has moves judged by the exact solver of the server, one question at a time, and only
// what is wanted where one stands. Whatever changes, `attend` sees to it that the right question runs.
import type { Judgement, MoveTruth, Place, Solution } from "../protocol";
import type { Running, SolveHandlers } from "./connection";
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

const PATIENCE_S = 8; // for a move; what takes longer is not known
const REVIEW_S = 5; // for a move of a review
const ENOUGH = 2; // unknown ones in a row: what is before them is harder still

export class Teacher {
  on = $state(false);
  answers = $state(false); // whether what is true of every move is wanted
  reviewing = $state(false);
  truths = $state.raw<ReadonlyMap<number, Solution>>(new Map()); // by node
  asks = $state.raw<Question | null>(null); // what is being solved
  nodes = $state(0); // positions that the solver has seen
  trouble = $state("");

  private task: Task | null = null;
  private line: number[] = []; // the nodes that are reviewed

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
    const { game } = this.desk;
    for (const node of tree.way(game).slice(-2).reverse()) {
      if (node.parent === null) return null;
      if (game.players[this.desk.moverAt(node.parent)] === "human") return node;
    }
    return null;
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
    this.trouble = "";
    this.reviewing = false;
    this.drop();
  }

  /** Find the exact mistakes of a line, from its end backwards. */
  review(line: number[]): void {
    this.reviewing = true;
    this.line = line;
    for (const id of line) {
      const node = tree.at(this.desk.game, id);
      if (node.verdict?.kind === "unsure") delete node.verdict;
    }
    this.attend();
  }

  stopReview(): void {
    this.reviewing = false;
    this.attend();
  }

  /** Ask what is to be asked now, and nothing else. */
  attend(): void {
    const wanted = this.wanted();
    const now = this.task;
    if (now && !now.dropped && wanted.some((one) => isSame(one, now))) return;
    this.drop();
    const next = wanted[0];
    // A solver that is being compiled cannot be stopped at once: the next question waits for its end.
    if (next && !this.task) this.begin(next);
  }

  private wanted(): Question[] {
    const { game, isQuiet } = this.desk;
    const questions: Question[] = [];
    const judged = this.on ? this.judged : null;
    if (judged && !judged.verdict) questions.push({ at: judged.parent!, of: judged.id, game });
    if (this.on && this.answers && isQuiet && !this.truths.has(game.cursor)) {
      questions.push({ at: game.cursor, of: null, game });
    }
    if (this.reviewing) {
      const next = this.nextOfReview();
      if (next) questions.push({ at: next.parent!, of: next.id, game });
      else this.reviewing = false;
    }
    return questions;
  }

  private nextOfReview(): Node | null {
    let unsure = 0;
    for (const id of [...this.line].reverse()) {
      const node = tree.at(this.desk.game, id);
      if (node.parent === null) return null;
      if (!node.verdict) return node;
      unsure = node.verdict.kind === "unsure" ? unsure + 1 : 0;
      if (unsure >= ENOUGH) return null;
    }
    return null;
  }

  private begin(question: Question): void {
    const { game } = question;
    const task: Task = { ...question, running: null, dropped: false };
    const move = question.of === null ? null : tree.at(game, question.of).move;
    this.task = task;
    this.asks = question;
    this.nodes = 0;
    task.running = this.desk.solve(tree.placeOf(game, question.at), move, this.seconds(question), {
      progress: (nodes) => {
        if (!task.dropped) this.nodes = nodes;
      },
      solved: (solved) => this.hear(task, solved, null),
      error: (error) => this.hear(task, NOTHING, error),
    });
    if (!task.running) this.end(task); // there is no line: it is asked when there is
  }

  private seconds(question: Question): number {
    return this.reviewing && question.of !== this.judged?.id ? REVIEW_S : PATIENCE_S;
  }

  private hear(task: Task, solved: Solution, error: Error | null): void {
    const wanted = !task.dropped && task.game === this.desk.game;
    this.end(task);
    if (wanted) {
      this.trouble = error ? explain(error) : "";
      if (error) this.reviewing = false;
      this.note(task, solved);
    }
    this.attend();
  }

  private note({ at, of, game }: Question, solved: Solution): void {
    const node = of === null ? undefined : game.nodes[of];
    if (node) {
      node.verdict = solved.judgement ?? unsure(node.move ?? "");
      keep();
    }
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
    if (judged?.verdict?.kind === "unsure") delete judged.verdict;
    const known = [...this.truths].filter(([, solved]) => isWhole(solved.moves));
    this.truths = new Map(known);
  }
}

const NOTHING: Solution = { outcome: "unknown", plies: null, moves: [], nodes: 0, seconds: 0, judgement: null };

function unsure(move: string): Judgement {
  return { move, kind: "unsure", best: [], before: "unknown", after: "unknown", cost: 0, plies: null };
}

function isWhole(moves: MoveTruth[]): boolean {
  return moves.length > 0 && moves.every((one) => one.outcome !== "unknown");
}

function isSame(a: Question, b: Question): boolean {
  return a.game === b.game && a.at === b.at && a.of === b.of;
}
