// The review of a game. Every position of a line is searched, from the start on, by one search at one
// budget; meanwhile the teacher has the moves proven, from the end on. What is under review is kept
// with the game, so that it goes on after a reload.
import type { Judgement, SearchReport, View } from "../protocol";
import { judge, reviewed, type JudgedPoint, type Reviewed } from "../thinking/review";
import { t } from "../words.svelte";
import { keep } from "./record.svelte";
import type { Teacher } from "./teacher.svelte";
import * as tree from "./tree";
import type { Game, Node } from "./tree";

/** What a review has to know of the page. */
export interface Desk {
  readonly game: Game;
  readonly teacher: Teacher;
  moverAt(node: number): 0 | 1;
  look(node: number): Promise<View>;
  search(node: number, player: string, hear: (report: SearchReport | null) => void): void; // null: it failed
  clear(): void; // no search runs
  settle(): void; // the review is over: others may think
  fail(error: Error): void;
}

export class Reviewer {
  searching = $state(false);

  constructor(private readonly desk: Desk) {}

  /** Whether anything of it is at work. */
  get busy(): boolean {
    return this.searching || this.desk.teacher.reviewing;
  }

  /** The line under review, and how the game went on from its end; without one, where one stands. */
  get line(): Node[] {
    const { game } = this.desk;
    const kept = game.review?.line.filter((id) => game.nodes[id]);
    return tree.line(game, kept?.at(-1));
  }

  /** The ply of that line where one stands, or from where one has left it. */
  get at(): number {
    const way = new Set(tree.way(this.desk.game).map((node) => node.id));
    return this.line.filter((node) => way.has(node.id)).length - 1;
  }

  get isAside(): boolean {
    return this.line[this.at]?.id !== this.desk.game.cursor;
  }

  get isWhole(): boolean {
    return this.line.every((node) => node.reviewed);
  }

  /** By which search, if there is a review. */
  get player(): string | null {
    return this.desk.game.review?.player ?? null;
  }

  /** How far it is: with the positions, and when they are done with the moves to be proven. */
  get progress(): { n: number; total: number } {
    const { game } = this.desk;
    const nodes = (game.review?.line ?? []).flatMap((id) => game.nodes[id] ?? []);
    const done = nodes.filter((node) => (this.searching ? node.reviewed : node.verdict));
    return { n: done.length, total: this.searching ? nodes.length : nodes.length - 1 };
  }

  /** The positions under review with all that is known of them. */
  get points(): JudgedPoint[] {
    const points = this.line.map((node, ply) => ({
      ply,
      node: node.id,
      move: node.move,
      player: this.desk.moverAt(node.parent ?? node.id),
      reviewed: node.reviewed ?? null,
      verdict: node.verdict ?? null,
    }));
    return judge(points);
  }

  /** What is known of moves, by node: one answer for the review, the teacher and the list of moves. */
  get verdicts(): ReadonlyMap<number, Judgement> {
    const all = [...Object.values(this.desk.game.nodes), ...this.points.map(({ node, verdict }) => ({ id: node, verdict }))];
    return new Map(all.flatMap(({ id, verdict }) => (verdict ? [[id, verdict] as const] : [])));
  }

  /** Whether a review by this player would go on where the latest one stopped. */
  goesOn(player: string): boolean {
    return this.player === player && !this.isAside && !this.isWhole && this.line.some((node) => node.reviewed);
  }

  /** Review the line one stands in. All values come from one search: those of another are forgotten. */
  start(player: string): void {
    const { game, teacher } = this.desk;
    const line = (this.isAside ? tree.line(game) : this.line).map((node) => node.id);
    if (!this.goesOn(player)) for (const node of Object.values(game.nodes)) delete node.reviewed;
    teacher.askAgain(line);
    this.desk.clear();
    game.review = { line, player, on: true };
    keep();
    this.resume();
  }

  /** Go on with what was begun, also after a reload. */
  resume(): void {
    const { review } = this.desk.game;
    if (!review?.on || this.busy) return;
    this.searching = this.unsearched() !== null;
    const proves = this.desk.teacher.review(review.line);
    review.on = this.searching || proves;
    if (this.searching) void this.next();
  }

  stop(): void {
    const { review } = this.desk.game;
    this.desk.teacher.stopReview();
    if (review?.on) {
      review.on = false;
      keep();
    }
    if (!this.searching) return;
    this.searching = false;
    this.desk.clear();
  }

  private unsearched(): Node | null {
    const { game } = this.desk;
    const nodes = (game.review?.line ?? []).flatMap((id) => game.nodes[id] ?? []);
    return nodes.find((node) => !node.reviewed) ?? null;
  }

  private async next(): Promise<void> {
    const { review } = this.desk.game;
    const node = this.unsearched();
    if (!node || !review) {
      this.searching = false;
      this.desk.settle();
      return;
    }
    const view = await this.desk.look(node.id).catch((error: Error) => error);
    if (!this.searching || this.desk.game.review !== review) return;
    if (view instanceof Error) this.giveUp(view);
    else if (view.over) this.note(node, ended(view));
    else this.desk.search(node.id, review.player, (report) => this.hear(node, report));
  }

  private hear(node: Node, report: SearchReport | null): void {
    if (!report) {
      this.stop();
      return;
    }
    const found = reviewed(report, this.desk.moverAt(node.id));
    if (found) this.note(node, found);
    else this.giveUp(new Error(t("review_no_opinion")));
  }

  private note(node: Node, found: Reviewed): void {
    node.reviewed = found;
    keep();
    void this.next();
  }

  private giveUp(error: Error): void {
    this.stop();
    this.desk.fail(error);
  }
}

/** A game that is over is its own proof. */
function ended({ winner }: View): Reviewed {
  return { first: winner === null ? 0.5 : 1 - winner, proven: true, best: null, line: [] };
}
