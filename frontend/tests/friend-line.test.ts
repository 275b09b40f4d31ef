import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Line as Opened } from "../src/friend/line.svelte";
import { timeText } from "../src/friend/time";
import type { FromFriend, Table, ToFriend } from "../src/protocol";

let Line: typeof Opened;
beforeAll(async () => {
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  ({ Line } = await import("../src/friend/line.svelte"));
});

class Socket {
  static all: Socket[] = [];
  sent: FromFriend[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  say(message: ToFriend): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function table(...moves: string[]): Table {
  return { type: "table", number: 1, you: null, people: ["", ""], view: { place: { game: "hex", position: null, moves } } } as Table;
}

function error(code: string): ToFriend {
  return { type: "error", id: null, code, fields: {}, text: "why not", french: {} };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", new URL("http://test/#friend=room"));
  Socket.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the line to a friend's game", () => {
  it("enters with its key, or only watches", () => {
    new Line("room", "key");
    new Line("room", null);
    for (const socket of Socket.all) socket.onopen!();
    expect(Socket.all.map((socket) => socket.sent)).toEqual([
      [{ type: "enter", room: "room", seat: "key" }],
      [{ type: "enter", room: "room" }],
    ]);
  });

  it("comes back by itself and sends a move again that was not heard", () => {
    const line = new Line("room", "key");
    Socket.all[0]!.onopen!();
    Socket.all[0]!.say(table());
    line.play("a1");
    Socket.all[0]!.onclose!();
    expect(line.state).toBe("lost");
    vi.advanceTimersByTime(1000);
    Socket.all[1]!.onopen!();
    Socket.all[1]!.say(table());
    expect(Socket.all[1]!.sent.at(-1)).toEqual({ type: "move", number: 1, ply: 0, move: "a1" });
  });

  it("does not send a move in the game after it", () => {
    const line = new Line("room", "key");
    Socket.all[0]!.onopen!();
    Socket.all[0]!.say(table());
    line.play("a1");
    Socket.all[0]!.onclose!();
    vi.advanceTimersByTime(1000);
    Socket.all[1]!.onopen!();
    Socket.all[1]!.say({ ...table(), number: 2 } as ToFriend);
    expect(Socket.all[1]!.sent.map((message) => message.type)).toEqual(["enter"]);
  });

  it("does not send a move again that was heard, or refused", () => {
    for (const answer of [table("a1"), error("illegal-move")]) {
      Socket.all = [];
      const line = new Line("room", "key");
      Socket.all[0]!.onopen!();
      Socket.all[0]!.say(table());
      line.play("a1");
      Socket.all[0]!.say(answer);
      Socket.all[0]!.onclose!();
      vi.advanceTimersByTime(1000);
      Socket.all[1]!.onopen!();
      Socket.all[1]!.say(table("a1"));
      expect(Socket.all[1]!.sent.map((message) => message.type)).toEqual(["enter"]);
    }
  });

  it("does not try again where there is no such game", () => {
    const line = new Line("room", "wrong");
    Socket.all[0]!.onopen!();
    Socket.all[0]!.say(error("no-such-game"));
    Socket.all[0]!.onclose!();
    vi.advanceTimersByTime(60_000);
    expect([line.state, line.error, Socket.all.length]).toEqual(["refused", "Why not", 1]);
  });
});

describe("a clock", () => {
  it.each([
    [0, "0.0"],
    [9.99, "9.9"],
    [10, "0:10"],
    [59.2, "1:00"],
    [600, "10:00"],
    [3661, "1:01:01"],
  ])("%f seconds", (seconds, text) => expect(timeText(seconds)).toBe(text));
});
