// The teacher asks what is wanted, one question at a time, and lets go of what is not.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SolveHandlers } from "../src/game/connection";
import type { Game } from "../src/game/tree";
import type { Judgement, Place, Solution } from "../src/protocol";

interface Asked {
  place: Place;
  move: string | null;
  seconds: number;
  handlers: SolveHandlers;
  stopped: boolean;
}

let tree: typeof import("../src/game/tree");
let asked: Asked[];
let desk: { game: Game; isQuiet: boolean; hasLine: boolean };
let teacher: import("../src/game/teacher.svelte").Teacher;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("history", { state: null, pushState: () => {}, replaceState: () => {} });
  tree = await import("../src/game/tree");
  const { Teacher } = await import("../src/game/teacher.svelte");
  asked = [];
  desk = { game: tree.fresh("connect4", ["human", "strong"]), isQuiet: true, hasLine: true };
  teacher = new Teacher({
    get game() {
      return desk.game;
    },
    get isQuiet() {
      return desk.isQuiet;
    },
    moverAt: (node) => (tree.depth(desk.game, node) % 2) as 0 | 1,
    solve: (place, move, seconds, handlers) => {
      if (!desk.hasLine) return null;
      const one: Asked = { place, move, seconds, handlers, stopped: false };
      asked.push(one);
      return { id: asked.length, stop: () => (one.stopped = true) };
    },
  });
});

function solved(kind: Judgement["kind"] | null, outcome: Solution["outcome"] = "win"): Solution {
  const judgement = kind && { move: "4", kind, best: ["3"], before: outcome, after: outcome, cost: 0, plies: null, line: [], why: "" as const };
  return { outcome, plies: null, moves: [{ move: "3", outcome, plies: 5 }], nodes: 9, seconds: 0.1, judgement };
}

function play(...moves: string[]): void {
  for (const move of moves) tree.play(desk.game, move);
  teacher.attend();
}

const line = (): number[] => tree.line(desk.game).map((node) => node.id);
const last = (): Asked => asked.at(-1)!;

describe("a move of a person", () => {
  it("is judged, in the position before it", () => {
    teacher.teach(true, false);
    expect(asked).toEqual([]);
    play("4");
    expect(last()).toMatchObject({ place: { game: "connect4", moves: [] }, move: "4" });
    last().handlers.progress!(1000, 0.1);
    expect(teacher.nodes).toBe(1000);
    last().handlers.solved(solved("mistake"));
    expect(tree.at(desk.game).verdict).toMatchObject({ kind: "mistake", best: ["3"] });
    expect(teacher.asks).toBeNull();
    expect(asked.length).toBe(1);
  });

  it("is judged while the machine answers, and stays judged after it", () => {
    teacher.teach(true, false);
    play("4");
    play("1");
    expect(asked.length).toBe(1);
    expect(asked[0]!.stopped).toBe(false);
    last().handlers.solved(solved("right"));
    expect(teacher.judged!.move).toBe("4");
    expect(teacher.judged!.verdict!.kind).toBe("right");
  });

  it("waits when the game goes on before it is judged, and is judged later", () => {
    teacher.teach(true, false);
    play("4");
    play("1");
    play("2");
    expect(asked[0]!.stopped).toBe(true); // what was played last comes first
    expect(asked.length).toBe(1); // the next waits for the end of the first
    asked[0]!.handlers.error(null);
    expect(last()).toMatchObject({ place: { moves: ["4", "1"] }, move: "2" });
    expect(teacher.waiting).toBe(2);
    last().handlers.solved(solved("mistake"));
    expect(last()).toMatchObject({ place: { moves: [] }, move: "4" });
    last().handlers.solved(solved("right"));
    expect(desk.game.nodes[1]!.verdict!.kind).toBe("right");
    expect([asked.length, teacher.waiting, teacher.asks]).toEqual([3, 0, null]);
  });

  it("of however many is not forgotten, on side lines neither", () => {
    teacher.teach(true, false);
    play("1", "2", "3", "4", "5", "6");
    tree.jump(desk.game, 2);
    play("7");
    last().handlers.error(null);
    for (let i = 0; i < 9 && teacher.asks; i++) last().handlers.solved(solved("right"));
    expect(asked.map((one) => one.move)).toEqual(["5", "7", "1", "5", "3"]);
  });

  it("is not asked again after a reload, and what was not judged before it is", () => {
    desk.game = tree.fresh("connect4", ["human", "strong"], null, ["1", "2", "3", "4"]);
    desk.game.nodes[3]!.verdict = solved("right").judgement!;
    teacher.teach(true, false);
    expect(asked.map((one) => one.move)).toEqual(["1"]);
  });

  it("before some that are too hard is not tried", () => {
    teacher.teach(true, false);
    play("1", "2", "3", "4", "5", "6");
    last().handlers.solved(solved("unsure"));
    last().handlers.solved(solved("unsure"));
    expect(asked.map((one) => one.move)).toEqual(["5", "3"]);
    expect(teacher.waiting).toBe(0);
  });

  it("is asked again of a server that has too much to do", () => {
    vi.useFakeTimers();
    teacher.teach(true, false);
    play("4");
    last().handlers.error(Object.assign(new Error("too many questions"), { code: "busy" }));
    expect(asked.length).toBe(1);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(asked.map((one) => one.move)).toEqual(["4", "4"]);
  });

  it("is not judged of two machines, nor when the teacher is off", () => {
    play("4");
    expect(asked).toEqual([]);
    desk.game = tree.fresh("connect4", ["uct", "grave"], null, ["4", "1"]);
    teacher.teach(true, false);
    expect(asked).toEqual([]);
  });

  it("is not known where the solver was refused, and is asked again when the teacher comes back", () => {
    teacher.teach(true, false);
    play("4");
    last().handlers.error(new Error("this board is too large"));
    expect(teacher.trouble).toBe("This board is too large");
    expect(teacher.judged!.verdict).toBeUndefined(); // no solver's time has run out
    teacher.attend();
    expect(asked.length).toBe(1); // not again and again
    teacher.teach(false, false);
    teacher.teach(true, false);
    expect(asked.length).toBe(2);
    expect(teacher.trouble).toBe("");
  });
});

describe("turned off", () => {
  it("stops what runs, and hears no more of it", () => {
    teacher.teach(true, false);
    play("4");
    teacher.teach(false, false);
    expect(asked[0]!.stopped).toBe(true);
    asked[0]!.handlers.solved(solved("mistake"));
    expect(tree.at(desk.game).verdict).toBeUndefined();
    expect(asked.length).toBe(1);
  });

  it("has no answers", () => {
    teacher.teach(true, true);
    last().handlers.solved(solved(null));
    expect(teacher.truth!.outcome).toBe("win");
    teacher.teach(false, true);
    expect(teacher.truth).toBeNull();
  });
});

describe("the answers", () => {
  it("are asked for where one stands, after the judgement", () => {
    teacher.teach(true, true);
    last().handlers.solved(solved(null));
    play("4", "1");
    expect(last().move).toBe("4");
    last().handlers.solved(solved("right"));
    expect(last()).toMatchObject({ place: { moves: ["4", "1"] }, move: null });
    last().handlers.solved(solved(null, "draw"));
    expect(teacher.truth!.outcome).toBe("draw");
    tree.back(desk.game, 2);
    teacher.attend();
    expect(teacher.truth!.outcome).toBe("win"); // known from the judgement
    expect(asked.length).toBe(3);
  });

  it("are not asked for while the machine is to answer, or nothing is to be played", () => {
    desk.isQuiet = false;
    teacher.teach(true, true);
    expect(asked).toEqual([]);
  });

  it("that are not known are not asked again by themselves, but when wished for", () => {
    teacher.teach(true, true);
    last().handlers.solved(solved(null, "unknown"));
    teacher.attend();
    expect(asked.length).toBe(1);
    expect(teacher.truth!.outcome).toBe("unknown");
    teacher.teach(true, false);
    teacher.teach(true, true);
    expect(asked.length).toBe(2);
  });
});

describe("a review", () => {
  it("goes from the end backwards, for both players, until too much is not known", () => {
    desk.game = tree.fresh("connect4", ["human", "strong"], null, ["1", "2", "3", "4", "5"]);
    teacher.review(line());
    const kinds = ["right", "mistake", "unsure", "unsure"] as const;
    for (const kind of kinds) last().handlers.solved(solved(kind));
    expect(asked.map((one) => one.move)).toEqual(["5", "4", "3", "2"]);
    expect(teacher.reviewing).toBe(false);
    expect(asked[0]!.seconds).toBeLessThan(10);
  });

  it("is of the line it was begun in, wherever one looks", () => {
    desk.game = tree.fresh("connect4", ["human", "strong"], null, ["1", "2", "3"]);
    teacher.review(line());
    tree.back(desk.game, 2);
    play("7", "7");
    for (let i = 0; i < 3; i++) last().handlers.solved(solved("right"));
    expect(asked.map((one) => one.move)).toEqual(["3", "2", "1"]);
    expect(teacher.reviewing).toBe(false);
  });

  it("lets what one asks where one stands come first, and goes on then", () => {
    desk.game = tree.fresh("connect4", ["human", "strong"], null, ["1", "2", "3"]);
    teacher.review(line());
    last().handlers.solved(solved("right"));
    expect(last().move).toBe("2");
    teacher.teach(true, true);
    expect(last().stopped).toBe(true);
    last().handlers.error(null);
    expect(last().move).toBeNull();
    last().handlers.solved(solved(null));
    expect(last().move).toBe("2");
    expect(teacher.reviewing).toBe(true);
  });

  it("is stopped, and asks again of what was not known", () => {
    desk.game = tree.fresh("connect4", ["human", "strong"], null, ["1", "2"]);
    teacher.review(line());
    last().handlers.solved(solved("unsure"));
    teacher.stopReview();
    expect(last().stopped).toBe(true);
    last().handlers.error(null);
    expect(asked.length).toBe(2);
    teacher.askAgain(line());
    teacher.review(line());
    expect(last().move).toBe("2");
  });
});

describe("another game", () => {
  it("knows nothing of the one before", () => {
    teacher.teach(true, true);
    const late = last();
    teacher.forget();
    desk.game = tree.fresh("nim", ["human", "human"]);
    teacher.attend();
    expect(late.stopped).toBe(true);
    late.handlers.solved(solved(null));
    expect(teacher.truth).toBeNull();
    expect(last().place.game).toBe("nim");
  });

  it("without a line nothing is asked, and nothing is stuck", () => {
    desk.hasLine = false;
    teacher.teach(true, true);
    expect(teacher.asks).toBeNull();
    desk.hasLine = true;
    teacher.attend();
    expect(asked.length).toBe(1);
  });
});
