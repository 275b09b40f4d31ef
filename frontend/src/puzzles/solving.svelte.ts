// A person at a puzzle: moves are judged exactly, wrong ones are answered on the board, right ones go
// on until nothing is left to find.
import { explain } from "../game/errors";
import { session } from "../game/session.svelte";
import { t } from "../words.svelte";
import type { Place, PuzzleInfo, Solved, View } from "../protocol";
import { fresh, helped, noted, read, write, type Standing } from "./record";

/** What the person may do: play, wait, go on after a wrong move; or it is over. */
type Phase = "loading" | "asks" | "waits" | "refuted" | "solved" | "shown" | "failed";

const PAUSE_MS = 550; // before the other side answers
const PATIENCE_S = 10; // for the solver: as long as the server allows

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, PAUSE_MS));

export class Solving {
  puzzle = $state.raw<PuzzleInfo | null>(null);
  view = $state.raw<View | null>(null);
  phase = $state<Phase>("loading");
  played = $state.raw<string[]>([]); // since the puzzle began
  wrong = $state.raw<{ move: string; left: string; reply: string } | null>(null);
  hinted = $state.raw<string[]>([]); // moves of which one is right
  trouble = $state("");
  record = $state.raw<Standing>(read());
  isKept = $state(write(this.record)); // whether this browser keeps it
  change = $state(0); // what the puzzle did to the rating

  private turn = 0; // which puzzle this is, so that answers for an earlier one are known
  private truths = new Map<string, Promise<Solved>>();

  get isOver(): boolean {
    return this.phase === "solved" || this.phase === "shown";
  }

  /** Who is to find the move. */
  get me(): 0 | 1 {
    return ((this.puzzle?.moves.length ?? 0) % 2) as 0 | 1;
  }

  async open(puzzle: PuzzleInfo): Promise<void> {
    this.turn++;
    this.puzzle = puzzle;
    this.change = 0;
    this.truths.clear();
    this.trouble = "";
    await this.stand([], "asks");
  }

  /** The position from which one went wrong, again. */
  async again(): Promise<void> {
    if (this.phase === "refuted") await this.stand(this.played, "asks");
  }

  async play(move: string): Promise<void> {
    const { puzzle } = this;
    if (this.phase !== "asks" || !puzzle) return;
    const turn = this.turn;
    this.phase = "waits";
    this.hinted = [];
    try {
      const left = await this.leftBy(move);
      if (turn !== this.turn) return;
      if (left === puzzle.goal) await this.goOn([...this.played, move]);
      else if (left === "unknown" && this.played.length > 0) this.fail(new Error(t("puzzle_unknown")));
      else await this.refute(move, left);
    } catch (error) {
      if (turn === this.turn) this.fail(error as Error);
    }
  }

  /** Two moves, one of which is right. */
  async hint(): Promise<void> {
    const { puzzle, view } = this;
    if (this.phase !== "asks" || !puzzle || !view) return;
    const right = await this.rightOne();
    if (this.phase !== "asks" || puzzle !== this.puzzle) return;
    this.set(helped(this.latest(), puzzle));
    const others = view.legal.map(({ move }) => move).filter((move) => move !== right);
    others.sort();
    const sum = [...puzzle.id].reduce((n, letter) => n + letter.charCodeAt(0), 0);
    this.hinted = [right, others[sum % others.length] ?? right].sort();
  }

  /** Give up: the whole line is played on the board. */
  async solution(): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.isOver || this.phase === "loading") return;
    this.note("failed");
    const turn = ++this.turn;
    await this.stand([], "waits");
    for (let n = 1; n <= puzzle.line.length; n++) {
      if (n > 1) await pause();
      if (turn !== this.turn) return;
      await this.stand(puzzle.line.slice(0, n), "waits");
    }
    if (turn === this.turn) this.phase = "shown";
  }

  /** What another tab has recorded since. */
  follow(): void {
    this.record = this.latest();
  }

  forget(): void {
    this.set(fresh());
  }

  place(played: string[] = this.played): Place {
    const { game, moves } = this.puzzle!;
    return { game, position: null, moves: [...moves, ...played] };
  }

  private async stand(played: string[], phase: Phase, also: string[] = []): Promise<void> {
    const turn = this.turn;
    try {
      const view = await session.viewOf(this.place([...played, ...also]));
      if (turn !== this.turn) return;
      this.view = view;
      this.played = played;
      this.hinted = [];
      if (phase === "asks") {
        this.wrong = null;
        void this.truth(played).catch(() => undefined); // the solver is compiled while one thinks
      }
      this.phase = phase;
    } catch (error) {
      if (turn === this.turn) this.fail(error as Error);
    }
  }

  /** A right move: the other side answers, until the line ends. */
  private async goOn(played: string[]): Promise<void> {
    const turn = this.turn;
    const { line } = this.puzzle!;
    await this.stand(played, "waits");
    if (turn !== this.turn) return;
    if (this.view?.over || played.length >= line.length) return this.end();
    const [reply] = await Promise.all([this.replyTo(played), pause()]);
    if (turn !== this.turn) return;
    await this.stand([...played, reply], "asks");
    if (turn === this.turn && this.view?.over) this.end();
  }

  /** A wrong move: it is answered on the board. */
  private async refute(move: string, left: string): Promise<void> {
    const turn = this.turn;
    this.note("failed");
    await this.stand(this.played, "waits", [move]);
    if (turn !== this.turn) return;
    let reply = "";
    if (!this.view?.over) {
      [reply] = await Promise.all([this.replyTo([...this.played, move]), pause()]);
      if (turn !== this.turn) return;
      await this.stand(this.played, "waits", [move, reply]);
    }
    if (turn !== this.turn) return;
    this.wrong = { move, left, reply };
    this.phase = "refuted";
  }

  private end(): void {
    this.note("solved");
    this.phase = "solved";
  }

  private note(ended: "solved" | "failed"): void {
    const before = this.latest();
    this.set(noted(before, this.puzzle!, ended));
    this.change += this.record.rating - before.rating;
  }

  /** The record with what other tabs have noted in it. */
  private latest(): Standing {
    return this.isKept ? read() : this.record;
  }

  private set(record: Standing): void {
    this.record = record;
    this.isKept = write(record);
  }

  /** What is left of the position after a move, for whoever made it. */
  private async leftBy(move: string): Promise<string> {
    const { line, goal } = this.puzzle!;
    if (this.played.length === 0 && move === line[0]) return goal;
    const { moves } = await this.truth(this.played);
    return moves.find((row) => row.move === move)?.outcome ?? "unknown";
  }

  private async rightOne(): Promise<string> {
    const { line, goal } = this.puzzle!;
    if (this.isOnLine(this.played)) return line[this.played.length]!;
    const { moves } = await this.truth(this.played);
    return moves.find((row) => row.outcome === goal)?.move ?? line[0]!;
  }

  /** What the other side plays: as in the solution, or else the best there is. */
  private async replyTo(played: string[]): Promise<string> {
    const { line } = this.puzzle!;
    if (this.isOnLine(played)) return line[played.length]!;
    const truth = await this.truth(played);
    return truth.line[0] ?? truth.moves.find((row) => row.outcome === truth.outcome)!.move;
  }

  private isOnLine(played: string[]): boolean {
    const { line } = this.puzzle!;
    return played.length < line.length && played.every((move, n) => move === line[n]);
  }

  private truth(played: string[]): Promise<Solved> {
    const key = played.join(" ");
    const asked = this.truths.get(key) ?? session.truthOf(this.place(played), PATIENCE_S);
    this.truths.set(key, asked);
    asked.catch(() => this.truths.delete(key));
    return asked;
  }

  private fail(error: Error): void {
    this.trouble = explain(error);
    this.phase = this.view ? "asks" : "failed";
  }
}
