import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LinkState, SearchHandlers, SolveHandlers } from "../src/game/connection";
import type { Place, Preparing, SearchReport, View } from "../src/protocol";

interface Asked {
  place: Place;
  answer: (change?: Partial<View>) => void;
  refuse: (code: string) => void;
}
interface Searched {
  id: number;
  place: Place;
  player: string;
  handlers: SearchHandlers;
  stopped: boolean;
}

const coded = (code: string, fields: Record<string, string | number> = {}): Error =>
  Object.assign(new Error("the sentence of the server"), { code, fields });

/** A line to a server that answers when the test says so. */
class FakeConnection {
  static now: FakeConnection;
  views: Asked[] = [];
  setUps: Asked[] = [];
  searches: Searched[] = [];
  trees: number[] = [];
  prepared: { game: string; players: string[]; hear: (what: Preparing | null) => void }[] = [];
  solves: { place: Place; move: string | null; handlers: SolveHandlers; stopped: boolean }[] = [];
  constructor(
    _url: string,
    readonly options: { onstate: (state: LinkState) => void; onerror: (error: Error) => void },
  ) {
    FakeConnection.now = this;
  }
  view(place: Place): Promise<View> {
    return this.ask(this.views, place);
  }
  setUp(game: string): Promise<View> {
    return this.ask(this.setUps, { game, position: "set up", moves: [] });
  }
  private ask(asked: Asked[], place: Place): Promise<View> {
    return new Promise((resolve, reject) => {
      asked.push({
        place,
        answer: (change = {}) => resolve({ ...viewOf(place), ...change }),
        refuse: (code) => reject(coded(code)),
      });
    });
  }
  search(place: Place, player: string, handlers: SearchHandlers): { id: number; stop: () => void } {
    const searched = { id: this.searches.length + 1, place, player, handlers, stopped: false };
    this.searches.push(searched);
    return { id: searched.id, stop: () => (searched.stopped = true) };
  }
  solve(place: Place, move: string | null, _: number, handlers: SolveHandlers): { id: number; stop: () => void } {
    const asked = { place, move, handlers, stopped: false };
    this.solves.push(asked);
    return { id: 1000 + this.solves.length, stop: () => (asked.stopped = true) };
  }
  prepare(game: string, players: string[], _: boolean, hear: (what: Preparing | null) => void): void {
    this.prepared.push({ game, players, hear });
  }
  tree(search: number): Promise<never> {
    this.trees.push(search);
    return Promise.reject(new Error("gone"));
  }
  retry(): void {}
}

vi.mock("../src/game/connection", async (original) => ({
  ...(await original<typeof import("../src/game/connection")>()),
  Connection: FakeConnection,
  handToken: () => Promise.resolve(),
  socketUrl: () => "ws://test/ws",
}));

function viewOf(place: Place): View {
  const player = (place.moves.length % 2) as 0 | 1;
  const legal = ["a1", "b2", "c3", "d4", "e5"]
    .filter((move) => !place.moves.includes(move))
    .map((move) => ({ move, cells: [] }));
  return { place, board: null, text: "", player, names: ["Black", "White"], over: false, winner: null, lead: null, legal, last: null, network: false };
}

function report(move: string, value = 0.6): SearchReport {
  return { move, value, line: [move], lines: [], simulations: 5000, seconds: 1, nodes: 10, depth: 2, algorithm: "Uct()", rows: [] };
}

const calm = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

let session: import("../src/game/session.svelte").Session;
let record: typeof import("../src/game/record.svelte").record;
let fresh: typeof import("../src/game/tree").fresh;
let line: () => FakeConnection;

/** A session in a game, whose start is shown. */
async function begin(players: [string, string], moves: string[] = []): Promise<void> {
  record.game = fresh("hex:size=5", players, null, moves);
  const started = session.start();
  await see();
  await started;
}

/** The server answers what was asked for last. */
async function see(change: Partial<View> = {}): Promise<void> {
  await calm();
  line().views.at(-1)!.answer(change);
  await calm();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("location", { hash: "", pathname: "/", search: "", href: "http://test/" });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("history", { state: null, pushState: () => {}, replaceState: () => {} });
  vi.stubGlobal("requestAnimationFrame", (call: () => void) => setTimeout(call, 16));
  ({ record } = await import("../src/game/record.svelte"));
  ({ fresh } = await import("../src/game/tree"));
  const { Session } = await import("../src/game/session.svelte");
  session = new Session();
  line = () => FakeConnection.now;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const searches = (): Searched[] => line().searches;
const moves = (): string[] => session.view!.place.moves;

describe("what has to be compiled", () => {
  it("is asked for as soon as the board is up, once, the opponent first", async () => {
    await begin(["human", "strong"]);
    expect(line().prepared).toMatchObject([{ players: ["strong", "default:seconds=1"] }]);
    session.play("a1");
    await see();
    expect(line().prepared).toHaveLength(1);
    session.setPlayers(["human", "uct"]);
    expect(line().prepared[1]).toMatchObject({ players: ["uct", "default:seconds=1"] });
  });

  it("is told while it goes on, and not of players that are gone", async () => {
    await begin(["human", "strong"]);
    const what: Preparing = { type: "preparing", id: 1, part: "simulate", player: "default", done: 0, total: 2 };
    line().prepared[0]!.hear(what);
    expect(session.compiling).toEqual(what);
    line().prepared[0]!.hear(null);
    expect(session.compiling).toBe(null);
    session.setPlayers(["human", "uct"]);
    line().prepared[0]!.hear(what);
    expect(session.compiling).toBe(null);
  });
});

describe("playing", () => {
  it("lets the machine answer a person", async () => {
    await begin(["human", "strong"]);
    expect(searches()).toEqual([]);
    session.play("a1");
    await see();
    expect(searches()).toMatchObject([{ player: "strong", place: { moves: ["a1"] } }]);
    expect(session.thinkingNow).toBe(true);
    expect(session.mayPlay).toBe(false);
    searches()[0]!.handlers.result(report("b2"));
    vi.advanceTimersByTime(1);
    await see();
    expect(moves()).toEqual(["a1", "b2"]);
    expect(session.mayPlay).toBe(true);
  });

  it("takes a move that is not legal for none", async () => {
    await begin(["human", "human"]);
    session.play("z9");
    expect(session.game.cursor).toBe(0);
  });

  it("takes back what the server refuses", async () => {
    await begin(["human", "human"]);
    session.play("a1");
    await calm();
    line().views.at(-1)!.refuse("busy");
    await calm();
    expect(session.game.cursor).toBe(0);
    expect(session.error).toContain("busy");
  });
});

describe("answers that come too late", () => {
  it("does not show the view of a position that was left", async () => {
    await begin(["human", "human"]);
    session.play("a1");
    await calm();
    const late = line().views.at(-1)!;
    session.undo();
    await see();
    late.answer();
    await calm();
    expect(moves()).toEqual([]);
  });

  it("does not play what a search finds after an undo, and stops it", async () => {
    await begin(["human", "strong"]);
    session.play("a1");
    await see();
    session.undo();
    await calm();
    expect(searches()[0]!.stopped).toBe(true);
    searches()[0]!.handlers.progress!(report("b2"));
    searches()[0]!.handlers.result(report("b2"));
    vi.advanceTimersByTime(100);
    await calm();
    expect(session.game.cursor).toBe(0);
    expect(session.thought?.report ?? null).toBeNull();
    expect(session.thinks).toBeNull();
  });

  it("shows the latest of what comes within a frame, once", async () => {
    await begin(["human", "human"]);
    session.analyse(true);
    searches()[0]!.handlers.progress!(report("a1"));
    searches()[0]!.handlers.progress!(report("b2"));
    expect(session.thought).toBeNull();
    vi.advanceTimersByTime(16);
    expect(session.thought?.report?.move).toBe("b2");
  });

  it("does not hear a search of the game before", async () => {
    await begin(["human", "human"]);
    session.analyse(true);
    const opened = session.open(fresh("nim", ["human", "human"]));
    await see();
    await opened;
    searches()[0]!.handlers.result(report("a1"));
    await see();
    expect(session.thought?.report ?? null).toBeNull();
    expect(session.game.game).toBe("nim");
  });
});

describe("one search at a time", () => {
  it("begins the next when the one before has ended", async () => {
    await begin(["human", "strong"]);
    session.askHint();
    session.play("a1");
    await see();
    expect(searches().length).toBe(1);
    expect(searches()[0]!.stopped).toBe(true);
    expect(session.thinkingNow).toBe(true); // it waits, and says so
    searches()[0]!.handlers.result(report("c3"));
    expect(searches().length).toBe(2);
    expect(searches()[1]).toMatchObject({ player: "strong", place: { moves: ["a1"] } });
    expect(session.hint).toBeNull();
  });

  it("goes on with the analysis after a hint", async () => {
    await begin(["human", "human"]);
    session.analyse(true);
    session.askHint();
    searches()[0]!.handlers.result(report("a1"));
    searches()[1]!.handlers.result(report("b2"));
    expect(session.hint?.report.move).toBe("b2");
    expect(searches()[2]!.player).toBe(session.analyst);
  });

  it("hears the last word of an analysis that is turned off", async () => {
    await begin(["human", "human"]);
    session.analyse(true);
    session.analyse(false);
    expect(searches()[0]!.stopped).toBe(true);
    searches()[0]!.handlers.result(report("d4"));
    expect(session.thought?.report?.move).toBe("d4");
    expect(session.thinks).toBeNull();
    expect(searches().length).toBe(1);
  });

  it("says that a search which is silent is being prepared", async () => {
    await begin(["human", "strong"]);
    session.play("a1");
    await see();
    expect(session.thought).toBeNull();
    vi.advanceTimersByTime(400);
    expect(session.thought).toMatchObject({ report: null, player: "strong" });
  });

  it("does not ask a machine again that could not answer", async () => {
    await begin(["human", "strong"]);
    session.play("a1");
    await see();
    searches()[0]!.handlers.error(coded("too-high", { parameter: "threads", high: 2, value: 64 }));
    expect(session.error).toContain("threads");
    session.settle();
    expect(searches().length).toBe(1);
    expect(session.mayPlay).toBe(true);
    session.playOn();
    expect(searches().length).toBe(2);
  });
});

describe("a search that has said nothing", () => {
  it("is not shown any more when it is left", async () => {
    await begin(["human", "strong"]);
    session.play("a1");
    await see();
    vi.advanceTimersByTime(400);
    session.undo();
    await calm();
    expect(session.thought).toBeNull();
    // The next one waits for its end, and is shown to be prepared meanwhile.
    session.play("b2");
    await see();
    vi.advanceTimersByTime(400);
    expect(searches().length).toBe(1);
    expect(session.thought).toMatchObject({ report: null, player: "strong" });
    searches()[0]!.handlers.error(null);
    expect(searches()[1]!.place.moves).toEqual(["b2"]);
    expect(session.error).toBe("");
  });
});

describe("two machines", () => {
  it("play on by themselves until they are stopped", async () => {
    await begin(["uct", "grave"]);
    expect(searches()).toEqual([]);
    session.run(true);
    searches()[0]!.handlers.result(report("a1"));
    vi.advanceTimersByTime(session.pauseMs);
    await see();
    expect(searches()[1]).toMatchObject({ player: "grave" });
    session.run(false);
    expect(searches()[1]!.stopped).toBe(true);
    searches()[1]!.handlers.result(report("b2"));
    vi.advanceTimersByTime(5000);
    await calm();
    expect(moves()).toEqual(["a1"]);
  });

  it("make a single move", async () => {
    await begin(["uct", "grave"]);
    session.stepMachine();
    searches()[0]!.handlers.result(report("a1"));
    vi.advanceTimersByTime(session.pauseMs);
    await see();
    expect(moves()).toEqual(["a1"]);
    expect(session.auto).toBe(false);
    expect(searches().length).toBe(1);
  });

  it("begin at once in a game that is opened to be watched", async () => {
    await begin(["human", "human"]);
    const opened = session.open(fresh("hex", ["uct", "grave"]));
    await see();
    await opened;
    session.run(true);
    expect(searches()).toMatchObject([{ player: "uct", place: { game: "hex" } }]);
  });
});

describe("review", () => {
  const QUICK = "default:seconds=0.3";
  async function nextSearch(value: number): Promise<void> {
    await calm();
    const asked = line().views.at(-1)!;
    if (asked.place.moves.length !== searches().at(-1)?.place.moves.length) await see();
    await calm();
    searches().at(-1)!.handlers.result(report("c3", value));
    await calm();
  }

  const firsts = (): (number | null)[] => session.reviewer.points.map((point) => point.reviewed?.first ?? null);

  it("searches the line from its start, one position after the other", async () => {
    await begin(["human", "human"], ["a1", "b2"]);
    session.review(QUICK);
    expect(session.reviewer.progress).toEqual({ n: 0, total: 3 });
    await nextSearch(0.5);
    expect(session.reviewer.progress).toEqual({ n: 1, total: 3 });
    await nextSearch(0.6);
    await nextSearch(0.7);
    expect(searches().map((s) => s.place.moves.length)).toEqual([0, 1, 2]);
    expect(new Set(searches().map((s) => s.player)).size).toBe(1);
    expect(session.reviewing).toBe(false);
    // Meanwhile the solver looks for the exact mistakes, from the end.
    expect(line().solves).toMatchObject([{ place: { moves: ["a1"] }, move: "b2" }]);
    expect(session.reviewer.progress).toEqual({ n: 0, total: 2 });
    line().solves[0]!.handlers.error(coded("too-large-to-solve"));
    expect(session.teacher.reviewing).toBe(false);
    // Values are for who is to move, those of the points for the first player.
    expect(firsts()).toEqual([0.5, 0.4, 0.7]);
    session.review(QUICK);
    expect(firsts()).toEqual([null, null, null]);
  });

  it("has nothing of what was thought in the game", async () => {
    await begin(["human", "strong"]);
    session.play("a1");
    await see();
    searches()[0]!.handlers.result(report("b2"));
    await see();
    session.askHint();
    searches()[1]!.handlers.result(report("c3"));
    session.analyse(true);
    searches()[2]!.handlers.result(report("c3"));
    expect(firsts()).toEqual([null, null, null]);
    session.review(QUICK);
    expect(firsts()).toEqual([null, null, null]);
    await calm();
    expect(searches().at(-1)!.place.moves).toEqual([]);
  });

  it("goes on while one looks around", async () => {
    await begin(["human", "human"], ["a1", "b2"]);
    session.review(QUICK);
    await nextSearch(0.5);
    await see();
    const running = searches().at(-1)!;
    session.step(-1);
    await calm();
    expect(running.stopped).toBe(false);
    expect(session.reviewing).toBe(true);
    running.handlers.result(report("c3", 0.6));
    await calm();
    expect(firsts()).toEqual([0.5, 0.4, null]);
  });

  it("is stopped halfway, and goes on there; with another search it begins anew", async () => {
    await begin(["human", "human"], ["a1", "b2"]);
    session.review(QUICK);
    await nextSearch(0.5);
    await see();
    session.review(QUICK);
    expect(session.reviewing).toBe(false);
    expect(searches()[1]!.stopped).toBe(true);
    searches()[1]!.handlers.result(report("c3"));
    await calm();
    expect(searches().length).toBe(2);
    expect(firsts()).toEqual([0.5, null, null]);
    expect(session.reviewer.goesOn(QUICK)).toBe(true);
    session.review(QUICK);
    await calm();
    expect(searches()[2]!.place.moves).toEqual(["a1"]);
    expect(firsts()).toEqual([0.5, null, null]);
    session.review(QUICK);
    searches()[2]!.handlers.result(report("c3"));
    expect(session.reviewer.goesOn("uct:simulations=9")).toBe(false);
    session.review("uct:simulations=9");
    await calm();
    expect(searches()[3]).toMatchObject({ player: "uct:simulations=9", place: { moves: [] } });
    expect(firsts()).toEqual([null, null, null]);
  });

  it("goes on after a reload", async () => {
    await begin(["human", "human"], ["a1", "b2"]);
    session.review(QUICK);
    await nextSearch(0.5);
    await see();
    const kept = JSON.parse(JSON.stringify(session.game)) as typeof session.game;
    vi.resetModules();
    ({ record } = await import("../src/game/record.svelte"));
    ({ session } = await import("../src/game/session.svelte"));
    record.game = kept;
    void session.start();
    await see();
    await calm();
    expect(session.reviewing).toBe(true);
    await see();
    expect(searches().map((one) => [one.player, one.place.moves])).toEqual([[QUICK, ["a1"]]]);
    expect(line().solves.map((one) => one.move)).toEqual(["b2"]);
    expect(firsts()).toEqual([0.5, null, null]);
  });

  it("shows the review of the game while one is in a side line, and reviews that if asked", async () => {
    await begin(["human", "human"], ["a1", "b2"]);
    session.review(QUICK);
    for (const value of [0.5, 0.6, 0.7]) await nextSearch(value);
    line().solves[0]!.handlers.error(coded("too-large-to-solve"));
    session.showLine(2, ["d4", "c3"]);
    await see();
    expect(session.game.nodes[session.game.cursor]).toMatchObject({ move: "d4", parent: 1 });
    expect(session.game.nodes[1]!.children.map((id) => session.game.nodes[id]!.move)).toEqual(["b2", "d4"]);
    expect(firsts()).toEqual([0.5, 0.4, 0.7]);
    expect([session.reviewer.at, session.reviewer.isAside]).toEqual([1, true]);
    session.step(1);
    await see();
    expect(session.game.nodes[session.game.cursor]!.move).toBe("c3");
    session.review(QUICK);
    expect(session.reviewer.points.map((point) => point.move)).toEqual([null, "a1", "d4", "c3"]);
    expect(firsts()).toEqual([null, null, null, null]);
  });

  it("takes up what was played since, by the same search", async () => {
    await begin(["human", "human"], ["a1"]);
    session.review(QUICK);
    await nextSearch(0.5);
    await nextSearch(0.6);
    session.play("d4");
    await see();
    expect(firsts()).toEqual([0.5, 0.4, null]);
    expect(session.reviewer.goesOn(QUICK)).toBe(true);
    session.review(QUICK);
    await nextSearch(0.8);
    expect(firsts()).toEqual([0.5, 0.4, 0.8]);
  });

  it("says so of a player that has no opinion, and ends", async () => {
    await begin(["human", "human"], ["a1"]);
    session.review("random");
    await see();
    searches()[0]!.handlers.result({ ...report("c3"), value: null });
    await calm();
    expect(session.error).toContain("choose a search");
    expect([session.reviewing, session.reviewer.busy]).toEqual([false, false]);
  });

  it("has one verdict of a move for the list, the teacher and the table", async () => {
    await begin(["human", "human"], ["a1", "b2"]);
    session.review(QUICK);
    await see();
    // The solver runs out of time, and the search proves what it was asked.
    const row = { move: "c3", visits: 1, value: 1, amaf_visits: 0, amaf_value: null, prior: null, network: null, proven: "won" as const, distance: 3 };
    searches()[0]!.handlers.result({ ...report("c3"), rows: [row] });
    await see();
    await calm();
    searches()[1]!.handlers.result({ ...report("c3"), rows: [row] });
    await calm();
    const moved = session.game.nodes[1]!;
    expect(session.reviewer.verdicts.get(moved.id)).toMatchObject({ kind: "mistake", cost: 1, best: ["c3"] });
    expect(session.reviewer.verdicts.get(moved.id)).toEqual(session.reviewer.points[1]!.verdict);
  });

  it("is of the line it was begun in, whatever is looked at", async () => {
    await begin(["human", "human"], ["a1", "b2"]);
    session.step(-1);
    await see();
    session.play("d4");
    await see();
    const aside = session.game.cursor;
    session.toMain();
    await calm();
    session.step(1);
    await calm();
    session.review(QUICK);
    await nextSearch(0.5);
    session.jump(aside);
    await nextSearch(0.6);
    await nextSearch(0.7);
    expect(session.reviewing).toBe(false);
    expect(searches().at(-1)!.place.moves).toEqual(["a1", "b2"]);
    expect(firsts()).toEqual([0.5, 0.4, 0.7]);
  });

  it("leaves nothing of the review of another line", async () => {
    await begin(["human", "human"], ["a1"]);
    session.review(QUICK);
    await nextSearch(0.5);
    await nextSearch(0.6);
    session.step(-1);
    await calm();
    session.play("d4");
    await see();
    session.review(QUICK);
    await nextSearch(0.9);
    expect(firsts()).toEqual([0.9, null]);
    expect(session.game.nodes[1]!.reviewed).toBeUndefined();
  });

  it.each([
    ["a move", () => session.play("d4")],
    ["other players", () => session.setPlayers(["human", "strong"])],
    ["a resignation", () => session.resign()],
    ["a line that is deleted", () => session.remove(2)],
  ])("is ended by %s", async (_, act) => {
    await begin(["human", "human"], ["a1", "b2"]);
    session.review(QUICK);
    await see();
    session.step(-1); // one looks around
    await see();
    act();
    expect(session.reviewing).toBe(false);
    expect(session.teacher.reviewing).toBe(false);
    expect(searches()[0]!.stopped).toBe(true);
  });
});

describe("a position that is set up", () => {
  it("is shown as the server answered it", async () => {
    await begin(["human", "human"], ["a1"]);
    await session.beginSetUp("hex:size=5", ["human", "human"]);
    const asked = line().views.length;
    const done = session.finishSetUp();
    await calm();
    line().setUps[0]!.answer({ text: "set up", player: 1 });
    await done;
    expect(session.setUp).toBeNull();
    expect(session.view).toMatchObject({ text: "set up", player: 1 });
    expect(session.isFresh).toBe(true);
    expect(session.mayPlay).toBe(true);
    expect(line().views.length).toBe(asked);
  });
});

describe("the teacher", () => {
  it("is asked about a person's move and not about the machine's", async () => {
    session.teacher.teach(true, false);
    await begin(["human", "strong"]);
    session.play("a1");
    await see();
    expect(line().solves).toMatchObject([{ place: { moves: [] }, move: "a1" }]);
    searches()[0]!.handlers.result(report("b2"));
    await see();
    expect(moves()).toEqual(["a1", "b2"]);
    expect(line().solves.map((asked) => [asked.move, asked.stopped])).toEqual([["a1", false]]);
    session.undo();
    await calm();
    expect(line().solves[0]!.stopped).toBe(false); // what is taken back is judged as well
  });

  it("has answers for the position at hand alone", async () => {
    session.teacher.teach(true, true);
    await begin(["human", "human"]);
    expect(line().solves).toMatchObject([{ place: { moves: [] }, move: null }]);
    session.play("a1");
    await see();
    expect(line().solves[0]!.stopped).toBe(true);
    const opened = session.open(fresh("nim", ["human", "human"]));
    await see();
    await opened;
    expect(session.teacher.truth).toBeNull();
  });
});

describe("the line to the server", () => {
  it("is told as it is", async () => {
    await begin(["human", "human"]);
    line().options.onstate("lost");
    expect(session.link).toBe("lost");
    line().options.onerror(new Error("something is wrong"));
    expect(session.error).toBe("Something is wrong");
  });

  it("knows a server that wants a token, and one that is opened later", async () => {
    const answer = { status: 401, ok: false, json: () => Promise.resolve({ games: [] }) };
    vi.stubGlobal("fetch", () => Promise.resolve(answer));
    await begin(["human", "human"]);
    line().options.onstate("lost");
    await calm();
    expect(session.locked).toBe(true);
    expect(session.catalogue).toBeNull();
    Object.assign(answer, { status: 200, ok: true });
    line().options.onstate("open");
    await calm();
    expect(session.locked).toBe(false);
    expect(session.catalogue).not.toBeNull();
  });

  it("asks for the tree of the search that is shown", async () => {
    await begin(["human", "human"]);
    await expect(session.load([])).rejects.toThrow("lost");
    session.analyse(true);
    searches()[0]!.handlers.result(report("a1"));
    await expect(session.load([])).rejects.toThrow("gone");
    expect(line().trees).toEqual([1]);
  });
});
