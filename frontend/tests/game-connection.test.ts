import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { codeOf, Connection, type LinkState } from "../src/game/connection";
import { MOST_BYTES, type SearchReport, type ToPage, type ToServer } from "../src/protocol";

class Line {
  static all: Line[] = [];
  sent: ToServer[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  say(message: ToPage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const place = { game: "hex", position: null, moves: [] };
const report = { move: "f6" } as SearchReport;
let states: LinkState[];

function connect(): Connection {
  return new Connection("ws://test/ws", {
    socket: () => new Line() as unknown as WebSocket,
    onstate: (state) => states.push(state),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  states = [];
});
afterEach(() => vi.useRealTimers());

describe("the connection", () => {
  it("asks when the line is open, and hands the answer over", async () => {
    const connection = connect();
    const answer = connection.view(place);
    const line = Line.all[0]!;
    expect(line.sent).toEqual([]);
    line.onopen!();
    expect(line.sent).toEqual([{ type: "view", id: 1, place }]);
    line.say({ type: "view", id: 1, view: { text: "board" } as never });
    expect((await answer).text).toBe("board");
  });

  it("turns an error into a rejection, and survives nonsense", async () => {
    const connection = connect();
    const line = Line.all[0]!;
    line.onopen!();
    const answer = connection.view(place);
    line.onmessage!({ data: "no JSON" });
    line.say({ type: "error", id: 1, code: "unknown-game", fields: {}, text: "no such game", french: {} });
    await expect(answer).rejects.toThrow("no such game");
  });

  it("calls back from a search, and stops it", () => {
    const connection = connect();
    const line = Line.all[0]!;
    line.onopen!();
    const heard: string[] = [];
    const running = connection.search(place, "strong", {
      started: () => heard.push("started"),
      progress: () => heard.push("progress"),
      result: () => heard.push("result"),
      error: () => heard.push("error"),
    });
    line.say({ type: "started", id: running.id });
    line.say({ type: "progress", id: running.id, report });
    running.stop();
    running.stop();
    expect(line.sent.map((message) => message.type)).toEqual(["search", "stop"]);
    line.say({ type: "result", id: running.id, report });
    line.say({ type: "progress", id: running.id, report });
    expect(heard).toEqual(["started", "progress", "result"]);
  });

  it("calls back from a solver, and asks it again when the line was lost", () => {
    const connection = connect();
    Line.all[0]!.onopen!();
    const heard: unknown[] = [];
    const running = connection.solve(place, "f6", 3, {
      progress: (nodes) => heard.push(nodes),
      solved: (solved) => heard.push(solved.outcome),
      error: () => heard.push("error"),
    });
    Line.all[0]!.say({ type: "solving", id: running.id, nodes: 500, seconds: 0.1 });
    Line.all[0]!.onclose!();
    vi.advanceTimersByTime(500);
    const line = Line.all[1]!;
    line.onopen!();
    expect(line.sent).toEqual([{ type: "solve", id: running.id, place, move: "f6", seconds: 3 }]);
    line.say({ type: "solved", id: running.id, outcome: "win" } as never);
    line.say({ type: "solving", id: running.id, nodes: 900, seconds: 0.1 });
    expect(heard).toEqual([500, "win"]);
    connection.solve(place, null, 3, { solved: () => {}, error: (error) => heard.push(error?.message) });
    expect(line.sent.at(-1)).not.toHaveProperty("move");
    line.say({ type: "error", id: line.sent.at(-1)!.id, code: "nothing-to-solve", fields: {}, text: "the game is over", french: {} });
    expect(heard.at(-1)).toBe("the game is over");
  });

  it("tries again after the line is lost, with longer and longer pauses", () => {
    connect();
    for (const wait of [500, 1000, 2000, 4000, 8000, 8000]) {
      Line.all.at(-1)!.onclose!();
      const before = Line.all.length;
      vi.advanceTimersByTime(wait - 1);
      expect(Line.all.length).toBe(before);
      vi.advanceTimersByTime(1);
      expect(Line.all.length).toBe(before + 1);
    }
    Line.all.at(-1)!.onopen!();
    expect(states.at(-1)).toBe("open");
  });

  it("asks again what was not answered, and starts an interrupted search again", async () => {
    const connection = connect();
    Line.all[0]!.onopen!();
    const view = connection.view(place);
    const tree = connection.tree(7, []);
    const results: SearchReport[] = [];
    connection.search(place, "strong", { result: (f) => results.push(f), error: () => {} });
    Line.all[0]!.onclose!();
    await expect(tree).rejects.toThrow("lost");
    vi.advanceTimersByTime(500);
    const line = Line.all[1]!;
    line.onopen!();
    expect(line.sent.map((message) => message.type)).toEqual(["view", "search"]);
    line.say({ type: "view", id: 1, view: { text: "again" } as never });
    line.say({ type: "result", id: 3, report });
    expect((await view).text).toBe("again");
    expect(results).toEqual([report]);
  });

  it("gives up a search that was stopped when the line was lost", () => {
    const connection = connect();
    Line.all[0]!.onopen!();
    const errors: (Error | null)[] = [];
    const running = connection.search(place, "strong", { result: () => {}, error: (m) => errors.push(m) });
    running.stop();
    Line.all[0]!.onclose!();
    expect(errors).toEqual([null]);
    vi.advanceTimersByTime(500);
    Line.all[1]!.onopen!();
    expect(Line.all[1]!.sent).toEqual([]);
  });

  it("never sends what is too large for the server, and says so", async () => {
    const connection = connect();
    const line = Line.all[0]!;
    line.onopen!();
    await expect(connection.view({ ...place, position: "x".repeat(MOST_BYTES) })).rejects.toMatchObject({ code: "message-too-long" });
    await expect(connection.view({ ...place, position: "é".repeat(MOST_BYTES / 2) })).rejects.toMatchObject({ code: "message-too-long" });
    const heard: unknown[] = [];
    const running = connection.search(place, "x".repeat(MOST_BYTES), { result: () => {}, error: (error) => heard.push(codeOf(error), running.id) });
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(["message-too-long", running.id]);
    expect(line.sent).toEqual([]);
    line.onclose!();
    vi.advanceTimersByTime(500);
    Line.all[1]!.onopen!();
    expect(Line.all[1]!.sent).toEqual([]);
    const fits = MOST_BYTES - JSON.stringify({ type: "view", id: 4, place: { ...place, position: "" } }).length;
    void connection.view({ ...place, position: "x".repeat(fits) });
    expect(Line.all[1]!.sent).toHaveLength(1);
  });

  it("gives up what one line after the other ends upon, and waits longer and longer meanwhile", async () => {
    const connection = connect();
    const heard: string[] = [];
    connection.search(place, "strong", { result: () => {}, error: (error) => heard.push(codeOf(error)) });
    const view = connection.view(place).catch(codeOf);
    for (const wait of [500, 1000, 2000, 4000]) {
      const line = Line.all.at(-1)!;
      line.onopen!();
      expect(line.sent.map((message) => message.type)).toEqual(wait < 4000 ? ["view", "search"] : []);
      line.onclose!();
      const before = Line.all.length;
      vi.advanceTimersByTime(wait - 1);
      expect(Line.all.length).toBe(before);
      vi.advanceTimersByTime(1);
    }
    expect([...heard, await view]).toEqual(["given-up", "given-up"]);
    Line.all.at(-1)!.onopen!();
    vi.advanceTimersByTime(60_000);
    Line.all.at(-1)!.onclose!(); // it had held: no reason to wait
    const before = Line.all.length;
    vi.advanceTimersByTime(500);
    expect(Line.all.length).toBe(before + 1);
  });

  it("does not give up what is answered, what waits for long, or what was not sent", () => {
    const connection = connect();
    const heard: unknown[] = [];
    const running = connection.search(place, "strong", { result: () => {}, error: (error) => heard.push(error) });
    const again = (): Line => {
      Line.all.at(-1)!.onclose!();
      vi.advanceTimersByTime(8000);
      return Line.all.at(-1)!;
    };
    for (let n = 0; n < 5; n++) {
      Line.all.at(-1)!.onopen!();
      Line.all.at(-1)!.say({ type: "started", id: running.id });
      again();
    }
    for (let n = 0; n < 5; n++) {
      Line.all.at(-1)!.onopen!();
      vi.advanceTimersByTime(30_000);
      again();
    }
    for (let n = 0; n < 5; n++) again(); // the server is away
    Line.all.at(-1)!.onopen!();
    expect(Line.all.at(-1)!.sent).toHaveLength(1);
    expect(heard).toEqual([]);
  });
});
