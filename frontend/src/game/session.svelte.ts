// What the page does: it keeps the game, asks the server for views, and lets searches think.
// One search runs at a time; what a search says of another position than the present one is
// not listened to.
import { tick } from "svelte";
import type { Catalogue, Opinion, Place, Preparing, Replayed, SearchReport, Solved, TreeNode, View } from "../protocol";
import { seen } from "../thinking/graph";
import { t } from "../words.svelte";
import { noteSeen, revived } from "../games/store";
import { isAstray, rooms } from "../rooms.svelte";
import { gameInAddress, holdAddress, restoreAddress } from "./address";
import { codeOf, Connection, handToken, lost, socketUrl, type CodedError, type LinkState, type Running, type SearchHandlers } from "./connection";
import { explain } from "./errors";
import { fromHash, toHash } from "./link";
import { nameOf, tellMove } from "./names";
import { keep, keepEnd, record } from "./record.svelte";
import { playedThrough, sideNodes } from "./replay";
import { Reviewer } from "./reviewer.svelte";
import { Teacher } from "./teacher.svelte";
import * as tree from "./tree";
import type { Game } from "./tree";

type Kind = "machine" | "analyse" | "hint" | "review";

export interface Thought {
  node: number;
  view: View;
  report: SearchReport | null; // null: it has not said anything yet
  player: string;
  search: number;
}

interface Job {
  kind: Kind;
  node: number;
  player: string;
  running: Running;
  dropped: boolean; // its answers are not wanted any more
  done: ((report: SearchReport | null) => void) | undefined; // for a review
}

export interface SetUp {
  view: View;
  pieces: Map<number, 0 | 1>;
  player: 0 | 1;
}

const HINT = "default:seconds=1";
const SILENT_MS = 300;
const REVIEW_SEED = 1; // the same review of the same game, with a budget in simulations

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

export class Session {
  catalogue = $state.raw<Catalogue | null>(null);
  link = $state<LinkState>("connecting");
  locked = $state(false); // the server wants a token that this page does not have
  view = $state.raw<View | null>(null); // of the position one stands in
  viewNode = $state(-1); // the node it belongs to
  thought = $state.raw<Thought | null>(null); // what was thought last, here or one move before
  thinks = $state<Kind | null>(null); // for what a search is running
  hint = $state.raw<{ node: number; report: SearchReport } | null>(null);
  error = $state("");
  said = $state(""); // for those who listen
  notice = $state(""); // why a click did nothing
  auto = $state(false); // two machines play on
  pauseMs = $state(400); // between the moves of two machines
  analysing = $state(false);
  analyst = $state("default:seconds=60");
  live = $state(false); // the machine answers here though the game went on from here before
  failed = $state(false); // the machine could not answer here; it is not asked again by itself
  unfit = $state.raw<[string, string]>(["", ""]); // why a player cannot play, of a link perhaps
  setUp = $state.raw<SetUp | null>(null);
  compiling = $state.raw<Preparing | null>(null); // what the server compiles

  readonly teacher: Teacher = new Teacher(this.deskForTeacher());
  readonly reviewer: Reviewer = new Reviewer(this.deskForReviewer());

  private connection: Connection | null = null;
  private job: Job | null = null;
  private unresigned = $state.raw<Game["resigned"]>(null); // a resignation that was taken back
  private starts = $state<0 | 1>(0); // who is to move at the root
  private takenBack = false; // one stands where a take-back led
  private single = false; // two machines: stop after the next move
  private views = new Map<string, View>();
  private thoughts = new Map<number, Thought>();
  private next: (() => void) | null = null; // to be done when the running search has ended
  private pause: ReturnType<typeof setTimeout> | null = null;
  private prepared = ""; // for which game and players the server was last asked to compile
  private games = 0; // how many there were, so that answers for an earlier one are known
  private changes = 0; // of the address, from outside
  private comes = $state(false); // another game, of the address: nobody plays on in the one that goes
  private clicks: (() => void)[] = []; // on a board that is still to show a person's move
  private isPersons = false; // the move that is on its way there

  private deskForTeacher(): ConstructorParameters<typeof Teacher>[0] {
    const session = this;
    return {
      get game() {
        return session.game;
      },
      get isQuiet() {
        return session.isFresh && !session.isOver && !session.machineAnswers && session.setUp === null;
      },
      moverAt: (node) => session.moverAt(node),
      solve: (...question) => session.connection?.solve(...question) ?? null,
    };
  }

  private deskForReviewer(): ConstructorParameters<typeof Reviewer>[0] {
    const session = this;
    return {
      get game() {
        return session.game;
      },
      teacher: this.teacher,
      moverAt: (node) => session.moverAt(node),
      look: (node) => session.look(node),
      search: (node, player, hear) => session.think("review", player, node, hear),
      clear: () => session.halt(),
      settle: () => session.settle(),
      fail: (error) => session.fail(error),
    };
  }

  get game(): Game {
    return record.game;
  }

  /** Whether a review has the search. */
  get reviewing(): boolean {
    return this.reviewer.searching;
  }

  get isOver(): boolean {
    return this.view !== null && (this.view.over || this.resigned !== null);
  }

  /** Who resigned in this position. */
  get resigned(): 0 | 1 | null {
    const resigned = this.game.resigned;
    return resigned && resigned.node === this.game.cursor ? resigned.by : null;
  }

  get winner(): 0 | 1 | null {
    if (this.resigned !== null) return this.resigned === 0 ? 1 : 0;
    return this.view?.winner ?? null;
  }

  get machines(): boolean {
    return this.game.players.every((player) => player !== "human");
  }

  get isHumansTurn(): boolean {
    return this.view !== null && this.game.players[this.view.player] === "human";
  }

  /** Whether this view is the one of the present position. */
  get isFresh(): boolean {
    return this.view !== null && this.viewNode === this.game.cursor;
  }

  get mayPlay(): boolean {
    // In a past position anyone may play for either side: that is how side lines are explored.
    return this.isFresh && !this.comes && !this.isOver && this.setUp === null && !this.machineAnswers;
  }

  /** Whether the machine is to move here and answers by itself. */
  get machineAnswers(): boolean {
    if (!this.view || this.isOver || this.isHumansTurn || this.setUp !== null) return false;
    if (this.failed) return false;
    if (this.machines) return this.auto;
    return this.live || tree.at(this.game).children.length === 0;
  }

  get running(): boolean {
    return this.thinks !== null;
  }

  get thinkingNow(): boolean {
    return this.thinks === "machine";
  }

  async start(): Promise<void> {
    await handToken().catch(() => undefined);
    this.connection = new Connection(socketUrl(), {
      onstate: (state) => {
        this.link = state;
        this.clicks = []; // who knows when they would be played
        if (state === "lost" && this.catalogue === null) void this.fetchCatalogue();
        if (state === "open" && this.catalogue === null) void this.fetchCatalogue();
      },
      onerror: (error) => this.fail(error),
    });
    addEventListener("hashchange", () => void this.openAddress());
    if (record.problem) this.fail(record.problem);
    else this.checkAddress();
    await this.arrive();
    await this.checkSides();
  }

  /** The address has changed while the page is open: a link was followed, or Back was pressed. */
  private async openAddress(): Promise<void> {
    if (/[#&]token=/.test(location.hash)) return location.reload(); // a page takes it when it begins
    const known = gameInAddress();
    const { hash } = location;
    const change = ++this.changes;
    // An earlier address has an entry of its own, which stays. Browsers tell of a change a moment after it.
    const isLast = (): boolean => change === this.changes && gameInAddress() === known && location.hash === hash;
    this.error = ""; // it was about what one sees no more
    try {
      const linked = rooms.now === null && known !== this.game.id ? fromHash(location.hash) : null;
      this.comes = linked !== null && toHash(linked) !== toHash(this.game);
      holdAddress(this.comes ? this.game.id : null);
      if (linked && this.comes) {
        await this.open(known ? revived(known, linked) : linked, isLast);
        if (change === this.changes) this.arrived();
        return;
      }
      this.checkAddress();
    } catch (error) {
      if (change === this.changes) this.arrived();
      if (!isLast()) return;
      this.fail(error as Error);
      this.said = ""; // the game stays: that it is new, if that was said last, was said of how it began
    }
    restoreAddress(this.game);
  }

  /** No game is on its way any more. */
  private arrived(): void {
    this.comes = false;
    holdAddress(null);
  }

  /** An address that leads nowhere is not passed over in silence. */
  private checkAddress(): void {
    const isNowhere = rooms.now === null && location.hash.length > 1 && fromHash(location.hash) === null;
    if (isNowhere || isAstray()) this.error = t("unknown_address", { address: decoded(location.hash) });
  }

  /** What a link holds beside the line one stands in is tried; what is not legal is left out. */
  private async checkSides(): Promise<void> {
    const { game, connection } = this;
    while (connection && record.linked && this.game === game && sideNodes(game).length) {
      try {
        await playedThrough(game, connection);
        return;
      } catch (error) {
        const { node } = (error as Partial<CodedError>).fields ?? {};
        if (node === undefined || this.game !== game) return;
        this.fail(error as Error);
        for (const wrong of sideNodes(game, Number(node))) if (game.nodes[wrong.id]) tree.remove(game, wrong.id);
        keep();
      }
    }
  }

  private async fetchCatalogue(): Promise<void> {
    try {
      const answer = await fetch("./api/catalogue");
      this.locked = answer.status === 401 || answer.status === 403;
      if (answer.ok) this.catalogue = (await answer.json()) as Catalogue;
    } catch {
      // The line is lost: asked again when it is open.
    }
  }

  retry(): void {
    this.connection?.retry();
  }

  fail(error: Error): void {
    this.error = explain(error);
  }

  // --- where one stands ---

  /** After every change of the position: show it, then let whoever is to think, think. */
  private async arrive(): Promise<void> {
    keep();
    if (!this.reviewing) this.halt(); // a review goes on while one looks around
    this.failed = false;
    this.notice = "";
    const node = this.game.cursor;
    const games = this.games;
    const view = await this.look(node).catch((error: Error) => error);
    if (node !== this.game.cursor || games !== this.games) return;
    if (view instanceof Error) {
      this.clicks = [];
      if (codeOf(view) === "given-up") this.fail(view);
      else if (codeOf(view) !== "lost") this.refuse(view);
      return;
    }
    this.show(view);
  }

  private show(view: View): void {
    this.view = view;
    this.viewNode = this.game.cursor;
    this.rename(view.place.game);
    this.starts = ((view.player + tree.depth(this.game)) % 2) as 0 | 1;
    const known = this.thoughts.get(this.game.cursor);
    if (known) this.thought = known;
    if (view.over) keepEnd(view.winner);
    this.reviewer.resume();
    this.settle();
    this.prepare();
    this.teacher.attend();
    // The board has drawn the position by then.
    void tick().then(() => this.clicks.splice(0).forEach((click) => this.whenShown(click)));
  }

  /** "hex:5" of a link is "hex:size=5" for all that ask for the size. That alone is no change worth keeping. */
  private rename(game: string): void {
    if (this.game.game === game) return;
    this.game.game = game;
    noteSeen(this.game);
  }

  /** A click right after a move waits until the board shows what it is a click on. */
  whenShown(click: () => void): void {
    if (!this.isFresh && this.isPersons && this.link === "open") this.clicks.push(click);
    else click();
  }

  /** While people look at the board, have compiled what they need next, the most likely first. */
  private prepare(): void {
    const { game, players } = this.game;
    const wanted = [...players.filter((player) => player !== "human"), HINT];
    const asked = JSON.stringify([game, wanted]);
    if (asked === this.prepared || !this.connection) return;
    this.prepared = asked;
    this.unfit = ["", ""];
    this.connection.prepare(
      game,
      wanted,
      true, // the teacher may be asked at any time
      (what) => {
        if (this.prepared === asked) this.compiling = what;
      },
      // A player that cannot play, of a link perhaps, is told of now, not when it is to move.
      (error) => {
        if (this.prepared !== asked || ["lost", "busy", "given-up"].includes(codeOf(error))) return;
        this.fail(error);
        void this.findUnfit(players);
      },
    );
  }

  /** Find out which of the players it is that cannot play. */
  private async findUnfit(players: [string, string]): Promise<void> {
    const why = await Promise.all(players.map((player) => (player === "human" ? "" : this.whyNot(player))));
    if (this.game.players === players) this.unfit = why as [string, string];
  }

  /** What is wrong with a player as text; "" if nothing is. */
  whyNot(player: string): Promise<string> {
    return new Promise((resolve) => {
      if (!this.connection) return resolve(explain(lost()));
      const fail = (error: Error): void => resolve(explain(error));
      this.connection.prepare(this.game.game, [player], false, () => resolve(""), fail);
    });
  }

  /** A click played nothing. */
  refuseClick(why: string): void {
    this.notice = this.said = why;
  }

  /** A move that the server does not take is taken back. */
  private refuse(error: Error): void {
    this.fail(error);
    const here = tree.at(this.game);
    if (here.parent !== null) {
      tree.remove(this.game, here.id);
      this.live = false;
      void this.arrive();
    } else if (this.view === null) {
      record.game = tree.fresh("hex:size=11,swap=true", ["human", "medium"]);
      void this.arrive();
    }
  }

  private async look(node: number): Promise<View> {
    const place = tree.placeOf(this.game, node);
    const key = JSON.stringify(place);
    const known = this.views.get(key);
    if (known) return known;
    if (!this.connection) throw lost();
    const view = await this.connection.view(place);
    if (this.views.size > 500) this.views.clear();
    this.views.set(key, view);
    return view;
  }

  /** Start the search that this position asks for, if any. */
  settle(): void {
    const view = this.view;
    if (!view || !this.isFresh || this.setUp !== null || this.reviewing) return;
    if (this.isOver) {
      this.auto = false;
      return;
    }
    if (this.machineAnswers) this.think("machine", this.game.players[view.player]!);
    else if (this.analysing) this.think("analyse", this.analyst);
  }

  /** Begin a search of the present position, after the one that is running has ended. */
  private think(kind: Kind, player: string, node = this.game.cursor, done?: Job["done"]): void {
    const begin = (): void => {
      const games = this.games;
      const stale = (): boolean =>
        games !== this.games || (kind !== "review" && node !== this.game.cursor);
      if (!this.connection || stale()) return;
      const job: Job = { kind, node, player, dropped: false, running: { id: 0, stop: () => {} }, done };
      const hear = (report: SearchReport): void => {
        if (job.dropped || stale() || !this.view || kind === "review") return;
        const thought = { node, view: this.view, report, player, search: job.running.id };
        this.thought = thought;
        this.thoughts.set(node, thought);
        const at = this.game.nodes[node];
        if (at) at.seen = seen(at.seen, report, this.moverAt(node));
      };
      let latest: SearchReport | null = null;
      const draw = (): void => {
        if (latest && this.job === job) hear(latest);
        latest = null;
      };
      const handlers: SearchHandlers = {
        preparing: (what) => (this.compiling ??= what),
        progress: (report) => {
          // Drawn once a frame at most, and only the latest.
          if (latest === null) requestAnimationFrame(draw);
          latest = report;
        },
        result: (report) => {
          if (this.compiling?.id === job.running.id) this.compiling = null;
          hear(report);
          const wanted = !job.dropped && !stale();
          this.ended(job);
          if (wanted) this.answer(job, report);
        },
        error: (error) => {
          const wanted = !job.dropped && !stale();
          this.ended(job);
          if (!wanted) return;
          if (error) this.fail(error);
          this.auto = false;
          if (kind === "analyse") this.analysing = false;
          if (kind === "machine") this.failed = true;
          done?.(null);
        },
      };
      const seed = kind === "review" ? REVIEW_SEED : undefined;
      job.running = this.connection.search(tree.placeOf(this.game, node), player, handlers, seed);
      this.job = job;
      this.thinks = kind;
      const { view } = this;
      if (kind === "review" || !view) return;
      // A search that says nothing for a while is being compiled; the panel says so.
      setTimeout(() => {
        const silent = this.job === job && !job.dropped && this.thought?.search !== job.running.id;
        if (silent) this.thought = { node, view, report: null, player, search: job.running.id };
      }, SILENT_MS);
    };
    this.halt();
    if (this.job) {
      // A search that is being compiled cannot be stopped at once: this one waits for its end.
      this.next = begin;
      this.thinks = kind;
      const { view } = this;
      setTimeout(() => {
        if (this.next === begin && view && kind !== "review") {
          this.thought = { node, view, report: null, player, search: 0 };
        }
      }, SILENT_MS);
    } else begin();
  }

  private ended(job: Job): void {
    if (this.job !== job) return;
    this.job = null;
    this.thinks = null;
    const next = this.next;
    this.next = null;
    next?.();
  }

  /** Nobody is to think any more; what the running search says is not wanted. */
  private halt(): void {
    if (this.pause !== null) clearTimeout(this.pause);
    this.pause = null;
    this.next = null;
    if (this.thought?.report === null) this.thought = null; // it will not say anything any more
    if (!this.job) return;
    this.job.dropped = true;
    this.thinks = null;
    this.job.running.stop();
  }

  /** Who is to move in a node: players alternate. */
  moverAt(id: number): 0 | 1 {
    return ((this.starts + tree.depth(this.game, id)) % 2) as 0 | 1;
  }

  private answer(job: Job, report: SearchReport): void {
    if (job.kind === "machine") {
      const go = (): void => {
        this.pause = null;
        if (this.game.cursor === job.node && this.machineAnswers) this.enter(report.move, false);
      };
      // Against a person at once, so that the page never says that the machine is to move.
      if (this.machines) this.pause = setTimeout(go, this.pauseMs);
      else go();
    } else if (job.kind === "hint") {
      this.hint = { node: job.node, report };
      this.said = t("hint_said", { move: tellMove(report.move, this.view) });
      if (this.analysing) this.settle();
    } else job.done?.(report);
  }

  // --- what people do ---

  /** A move by whoever is to move. */
  private enter(move: string, isPersons: boolean): void {
    const view = this.view;
    if (!view || !this.isFresh || this.isOver) return;
    this.isPersons = isPersons;
    this.reviewer.stop();
    const node = tree.play(this.game, move);
    // What is played after a take-back is the game; what was taken back stays as a side line.
    if (this.takenBack) tree.promote(this.game, node.id);
    this.takenBack = false;
    this.unresigned = null;
    if (this.single) this.run(false);
    this.live = true;
    this.hint = null;
    this.said = t("plays_said", { player: nameOf(view.names[view.player]), move: tellMove(move, view) });
    void this.arrive();
  }

  play(move: string): void {
    if (!this.mayPlay || !this.view?.legal.some((legal) => legal.move === move)) return;
    this.enter(move, true);
  }

  /** Play a line to look at its end: nobody answers. One move alone is a move of the game. */
  playLine(moves: string[]): void {
    const [first, ...others] = moves;
    if (!first || !this.mayPlay) return;
    if (others.length === 0) this.play(first);
    else this.go(() => moves.forEach((move) => tree.play(this.game, move)));
  }

  /** Go somewhere in the game. */
  private go(move: () => void): void {
    if (this.setUp !== null) return;
    this.auto = false;
    this.takenBack = false;
    this.hint = null;
    this.clicks = [];
    this.isPersons = false;
    move();
    this.live = false;
    void this.arrive();
  }

  get undoable(): number {
    if (this.resigned !== null) return 1;
    const plies = tree.depth(this.game);
    return this.view ? tree.undoPlies(this.game.players, this.moverAt(this.game.cursor), plies) : 0;
  }

  undo(): void {
    const plies = this.undoable;
    if (!plies) return;
    if (this.resigned !== null) {
      this.unresigned = this.game.resigned;
      this.notice = "";
      this.game.resigned = null;
      keep();
      this.settle();
      return;
    }
    const wasMain = this.takenBack || tree.isMain(this.game);
    this.go(() => tree.back(this.game, plies));
    this.takenBack = wasMain;
  }

  get redoable(): boolean {
    return tree.line(this.game).length - 1 > tree.depth(this.game) || this.unresigned?.node === this.game.cursor;
  }

  redo(): void {
    if (this.unresigned?.node === this.game.cursor) {
      this.resignBy(this.unresigned.by);
      return;
    }
    const last = tree.line(this.game).length - 1;
    const human = this.game.players.includes("human") && !this.game.players.every((p) => p === "human");
    const plies = human && this.isHumansTurn ? 2 : 1;
    if (last > tree.depth(this.game)) this.go(() => tree.forward(this.game, plies));
  }

  step(plies: number): void {
    if (plies < 0) this.go(() => tree.back(this.game, -plies));
    else this.go(() => tree.forward(this.game, plies));
  }

  toPly(ply: number): void {
    const node = tree.line(this.game)[ply];
    if (node) this.jump(node.id);
  }

  jump(id: number): void {
    this.go(() => tree.jump(this.game, id));
  }

  toMain(): void {
    this.go(() => tree.toMain(this.game));
  }

  promote(id: number): void {
    tree.promote(this.game, id);
    keep();
  }

  remove(id: number): void {
    this.reviewer.stop();
    this.go(() => tree.remove(this.game, id));
  }

  /** Let the machine play on from a past position. */
  playOn(): void {
    this.failed = false;
    this.live = true;
    this.settle();
  }

  playNow(): void {
    if (this.thinkingNow) this.job?.running.stop();
  }

  resign(): void {
    if (!this.view || this.isOver) return;
    const { players } = this.game;
    // With one person at the board it is they who resign, whoever is to move.
    const only = players.filter((player) => player === "human").length === 1;
    const by = only ? (players[0] === "human" ? 0 : 1) : this.view.player;
    this.resignBy(by);
  }

  private resignBy(by: 0 | 1): void {
    if (!this.view) return;
    this.auto = false;
    this.reviewer.stop();
    this.halt();
    this.unresigned = null;
    this.notice = ""; // it was about a move
    this.game.resigned = { node: this.game.cursor, by };
    this.said = t("resigned", { player: nameOf(this.view.names[by]) });
    keep();
  }

  askHint(): void {
    if (!this.isFresh || this.isOver || this.thinkingNow || this.setUp !== null) return;
    this.reviewer.stop();
    this.notice = ""; // the hint is said in its place
    this.think("hint", HINT);
  }

  analyse(on: boolean): void {
    this.analysing = on;
    if (!on && this.thinks === "analyse") {
      // Not dropped: its last word is wanted, and its tree goes with it.
      if (this.next) this.halt();
      else this.job?.running.stop();
    }
    if (on) {
      this.reviewer.stop();
      this.settle();
    }
  }

  analyseAs(player: string): void {
    this.analyst = player;
    if (this.analysing) this.settle();
  }

  /** Two machines: on, or a pause. */
  run(on: boolean): void {
    this.single = false;
    this.failed = false;
    this.auto = on;
    if (on) this.settle();
    else if (this.thinks === "machine" || this.pause !== null) this.halt();
  }

  /** Two machines: one move. */
  stepMachine(): void {
    if (!this.view || this.isOver || !this.isFresh) return;
    this.run(false);
    this.single = true;
    this.auto = true;
    this.settle();
  }

  /** Another game, with the view of the position it begins in. */
  private begin(game: Game, view: View): void {
    this.games++;
    this.clicks = [];
    this.arrived();
    this.reviewer.stop();
    this.halt();
    this.setUp = null;
    this.takenBack = false;
    this.unresigned = null;
    this.notice = "";
    this.teacher.forget();
    record.game = game;
    this.thoughts.clear();
    this.thought = null;
    this.hint = null;
    this.auto = false;
    this.live = tree.at(game).children.length === 0;
    this.failed = false;
    this.said = t("new_game_said");
    noteSeen(game);
    keep();
    this.show(view);
  }

  setPlayers(players: [string, string]): void {
    this.game.players = players;
    this.auto = false;
    this.failed = false;
    this.reviewer.stop();
    this.halt();
    keep();
    this.settle();
    this.prepare();
    this.teacher.attend();
  }

  /** Begin a game if the server knows it and its moves; an error says what is wrong with them. */
  async open(game: Game, isWanted = (): boolean => true): Promise<void> {
    if (!this.connection) throw lost();
    const view = await this.connection.view(tree.placeOf(game));
    tree.way(game).forEach((node, ply) => (node.move = view.place.moves[ply - 1] ?? null));
    if (sideNodes(game).length) await playedThrough(game, this.connection);
    if (isWanted()) this.begin({ ...game, game: view.place.game, position: view.place.position }, view);
  }

  /** What a position looks like, of whatever game. */
  viewOf(place: Place): Promise<View> {
    return this.connection ? this.connection.view(place) : Promise.reject(lost());
  }

  /** Whether there is a network for the present game. */
  get hasNetwork(): boolean {
    return this.view?.network ?? false;
  }

  /** What the network thinks of a position by itself. */
  opinionOf(place: Place): Promise<Opinion> {
    return this.connection ? this.connection.opine(place) : Promise.reject(lost());
  }

  /** What is true of a position, of whatever game. */
  truthOf(place: Place, seconds: number): Promise<Solved> {
    return new Promise((solved, failed) => {
      const error = (why: Error | null): void => failed(why ?? lost());
      if (!this.connection) error(null);
      else this.connection.solve(place, null, seconds, { solved: (truth) => solved(truth as Solved), error });
    });
  }

  /** Play a game from outside through; an error says what is wrong with it. */
  check(game: Game): Promise<Replayed["endings"]> {
    return this.connection ? playedThrough(game, this.connection) : Promise.reject(lost());
  }

  load(path: string[]): Promise<TreeNode> {
    const search = this.thought?.search;
    if (search === undefined || !this.connection) return Promise.reject(lost());
    return this.connection.tree(search, path);
  }

  // --- setting up a position ---

  async beginSetUp(game: string, players: [string, string]): Promise<void> {
    if (!this.connection) return;
    const here = this.view && this.game.game === game ? this.view : null;
    const view = here ?? (await this.connection.view({ game, position: null, moves: [] }));
    const cols = view.board?.cols ?? 0;
    this.halt();
    this.reviewer.stop();
    this.auto = false;
    this.setUpPlayers = players;
    this.setUp = {
      view,
      pieces: new Map(view.board?.pieces.map(([col, row, owner]) => [row * cols + col, owner])),
      player: view.player,
    };
  }

  private setUpPlayers: [string, string] = ["human", "human"];

  setUpCell(index: number): void {
    if (!this.setUp) return;
    const pieces = new Map(this.setUp.pieces);
    const owner = pieces.get(index);
    if (owner === undefined) pieces.set(this.resting(index), 0);
    else if (owner === 0) pieces.set(index, 1);
    else this.takeAway(pieces, index);
    this.setUp = { ...this.setUp, pieces };
  }

  /** Where a piece comes to lie that is put here: in a column it falls. */
  private resting(index: number): number {
    const { view, pieces } = this.setUp!;
    if (view.board?.shape !== "slots") return index;
    const { cols } = view.board;
    let at = index % cols;
    while (pieces.has(at)) at += cols;
    return at;
  }

  /** Take a piece away; in a column those above it fall. */
  private takeAway(pieces: SetUp["pieces"], index: number): void {
    const board = this.setUp?.view.board;
    let at = index;
    if (board?.shape === "slots") {
      for (let above; (above = pieces.get(at + board.cols)) !== undefined; at += board.cols) pieces.set(at, above);
    }
    pieces.delete(at);
  }

  clearSetUp(): void {
    if (this.setUp) this.setUp = { ...this.setUp, pieces: new Map() };
  }

  setUpPlayer(player: 0 | 1): void {
    if (this.setUp) this.setUp = { ...this.setUp, player };
  }

  cancelSetUp(): void {
    this.setUp = null;
    this.settle();
  }

  async finishSetUp(): Promise<void> {
    const { setUp, connection } = this;
    if (!setUp || !connection) return;
    const cols = setUp.view.board?.cols ?? 1;
    const pieces = [...setUp.pieces].map(([index, owner]): [number, number, 0 | 1] => [
      index % cols,
      Math.floor(index / cols),
      owner,
    ]);
    const game = setUp.view.place.game;
    try {
      const view = await connection.setUp(game, pieces, setUp.player);
      this.begin(tree.fresh(game, this.setUpPlayers, view.place.position, view.place.moves), view);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  // --- review ---

  /** Review the line one stands in, or stop the review. */
  review(player: string): void {
    if (this.reviewer.busy) {
      this.reviewer.stop();
      this.settle();
      return;
    }
    this.run(false);
    this.analysing = false;
    this.reviewer.start(player);
  }

  /** Go to a ply of the line under review. */
  toReviewed(ply: number): void {
    const node = this.reviewer.line[ply];
    if (node) this.jump(node.id);
  }

  /** Put moves beside a move of the line under review, and go to the first of them. */
  showLine(ply: number, moves: string[]): void {
    const from = this.reviewer.line[ply - 1];
    if (from) this.go(() => tree.beside(this.game, from.id, moves));
  }
}

export const session = new Session();
