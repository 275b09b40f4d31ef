// One WebSocket to the server. Requests are promises, searches call back; when the line is lost
// it is tried again, and what was asked and not answered is asked again.
import {
  MOST_BYTES,
  type ErrorReply,
  type Opinion,
  type Place,
  type Preparing,
  type Replay,
  type Replayed,
  type SearchReport,
  type Solution,
  type ToPage,
  type ToServer,
  type TreeNode,
  type View,
} from "../protocol";

export type LinkState = "connecting" | "open" | "lost";

/** An error with a code; its message is the sentence of the server in English, `french` in French. */
export class CodedError extends Error {
  readonly code: string;
  readonly fields: ErrorReply["fields"];
  readonly french: ErrorReply["french"];

  constructor({ code, fields, text, french }: Pick<ErrorReply, "code" | "fields" | "text" | "french">) {
    super(text);
    this.code = code;
    this.fields = fields;
    this.french = french;
  }
}

/** The code of an error, or "error" if it has none. */
export function codeOf(error: unknown): string {
  return (error as Partial<CodedError>).code ?? "error";
}

/** The error of a connection that is lost. */
export function lost(): CodedError {
  return refusal("lost");
}

function refusal(code: "lost" | "message-too-long" | "given-up", fields: CodedError["fields"] = {}): CodedError {
  return new CodedError({ code, fields, text: code, french: {} });
}

/** Called when there is no answer; without an error if that is because it was stopped. */
type Failed = (error: Error | null) => void;

export interface SearchHandlers {
  started?: () => void;
  preparing?: (what: Preparing) => void; // something has to be compiled first
  progress?: (report: SearchReport) => void;
  sample?: (report: SearchReport) => void; // a point of its curve
  result: (report: SearchReport) => void;
  error: Failed;
}

export interface SolveHandlers {
  progress?: (nodes: number, seconds: number) => void;
  solved: (solved: Solution) => void;
  error: Failed;
}

export interface Running {
  id: number;
  stop: () => void;
}

/** What waits for an answer. */
interface Waiting {
  message: ToServer;
  fail: Failed;
  sentAt: number | null; // on this line, which has not said a word about it; null: it has, or it was not sent
  ends: number; // how many lines in a row have ended right after it was sent
}

interface Asked extends Waiting {
  resolve: (answer: ToPage) => void;
}

/** Work that goes on until it is done or stopped. */
interface Searching extends Waiting {
  hear: (message: ToPage) => void;
  stopping: boolean;
}

export interface Options {
  onstate?: (state: LinkState) => void;
  onerror?: (error: Error) => void; // an error that belongs to no request
  socket?: (url: string) => WebSocket; // for tests
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const AT_ONCE_MS = 5000; // a line that ends within it may have ended by what was sent
const MOST_ENDS = 3; // after so many of them it is sent no more

export class Connection {
  state: LinkState = "connecting";
  private socket: WebSocket | null = null;
  private asked = new Map<number, Asked>();
  private searches = new Map<number, Searching>();
  private ids = 0;
  private wait = FIRST_WAIT_MS;
  private openedAt = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly options: Options = {},
  ) {
    this.open();
  }

  view(place: Place): Promise<View> {
    return this.ask({ type: "view", id: ++this.ids, place }).then(viewOf);
  }

  setUp(game: string, pieces: [number, number, 0 | 1][], player: 0 | 1): Promise<View> {
    return this.ask({ type: "set_up", id: ++this.ids, game, pieces, player }).then(viewOf);
  }

  /** A whole game, played through: its moves as the server writes them, and where it ends. */
  replay(game: string, position: string | null, moves: Replay["moves"]): Promise<Replayed> {
    return this.ask({ type: "replay", id: ++this.ids, game, position, moves }).then((answer) => {
      if (answer.type !== "replayed") throw new Error(answer.type);
      return answer;
    });
  }

  tree(search: number, path: string[]): Promise<TreeNode> {
    return this.ask({ type: "tree", id: ++this.ids, search, path }).then((answer) => {
      if (answer.type !== "tree") throw new Error(answer.type);
      return answer.node;
    });
  }

  search(place: Place, player: string, handlers: SearchHandlers, seed?: number): Running {
    const id = ++this.ids;
    const message: ToServer = { type: "search", id, place, player };
    if (seed !== undefined) message.seed = seed;
    if (handlers.sample) message.curve = true;
    return this.work(message, handlers.error, (answer) => {
      if (answer.type === "started") handlers.started?.();
      else if (answer.type === "preparing") handlers.preparing?.(answer);
      else if (answer.type === "progress") handlers.progress?.(answer.report);
      else if (answer.type === "sample") handlers.sample?.(answer.report);
      else if (answer.type === "result") return () => handlers.result(answer.report);
      return null;
    });
  }

  /** What is true of a position, and of a move in it. */
  solve(place: Place, move: string | null, seconds: number, handlers: SolveHandlers): Running {
    const message: ToServer = { type: "solve", id: ++this.ids, place, seconds };
    if (move !== null) message.move = move;
    return this.work(message, handlers.error, (answer) => {
      if (answer.type === "solving") handlers.progress?.(answer.nodes, answer.seconds);
      else if (answer.type === "solved") return () => handlers.solved(answer);
      return null;
    });
  }

  /** What the network of a game thinks of a position by itself. */
  async opine(place: Place): Promise<Opinion> {
    const answer = await this.ask({ type: "opine", id: ++this.ids, place });
    if (answer.type !== "opinion") throw new Error(answer.type);
    return answer;
  }

  /** Have what players need compiled; `hear` is told what is at work, and null in the end. */
  prepare(
    game: string,
    players: string[],
    teaches: boolean,
    hear: (what: Preparing | null) => void,
    fail: (error: Error) => void = () => {}, // a game or a player that cannot be
  ): void {
    const message: ToServer = { type: "prepare", id: ++this.ids, game, players, teaches };
    const failed = (error: Error | null): void => {
      if (error) fail(error);
      hear(null);
    };
    this.work(message, failed, (answer) => {
      if (answer.type !== "preparing") return null;
      if (answer.part === "") return () => hear(null);
      hear(answer);
      return null;
    });
  }

  /** Begin work; `read` says what is to be done with a message that is its last. */
  private work(
    message: ToServer,
    fail: Failed,
    read: (answer: ToPage) => (() => void) | null,
  ): Running {
    const { id } = message;
    const hear = (answer: ToPage): void => {
      const last = answer.type === "error" ? () => fail(new CodedError(answer)) : read(answer);
      if (last !== null) this.searches.delete(id);
      last?.();
    };
    this.begin(this.searches, { message, hear, fail, stopping: false, sentAt: null, ends: 0 });
    return { id, stop: () => this.stop(id) };
  }

  /** Try again now, without waiting. */
  retry(): void {
    if (this.state === "lost" && this.timer !== null) {
      clearTimeout(this.timer);
      this.open();
    }
  }

  close(): void {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.socket?.close();
  }

  private stop(id: number): void {
    const search = this.searches.get(id);
    if (!search || search.stopping) return;
    search.stopping = true;
    if (this.state === "open") this.socket?.send(JSON.stringify({ type: "stop", id } satisfies ToServer));
    else this.forget(id, search);
  }

  private forget(id: number, search: Searching): void {
    this.searches.delete(id);
    search.fail(null);
  }

  private ask(message: ToServer): Promise<ToPage> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error | null): void => reject(error ?? lost());
      this.begin(this.asked, { message, resolve, fail, sentAt: null, ends: 0 });
    });
  }

  /** Send what is to be answered. The server ends the line by which too large a message comes: it is not sent. */
  private begin<T extends Waiting>(all: Map<number, T>, waiting: T): void {
    const { message, fail } = waiting;
    if (new TextEncoder().encode(JSON.stringify(message)).length > MOST_BYTES) {
      queueMicrotask(() => fail(refusal("message-too-long", { most: MOST_BYTES / 1024 }))); // who asks is not ready to hear it yet
      return;
    }
    all.set(message.id, waiting);
    this.send(waiting);
  }

  private send(waiting: Waiting): void {
    // What cannot be sent now goes when the line is open again.
    if (this.state !== "open") return;
    waiting.sentAt = Date.now();
    this.socket?.send(JSON.stringify(waiting.message));
  }

  private open(): void {
    this.timer = null;
    const socket = (this.options.socket ?? ((url) => new WebSocket(url)))(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.openedAt = Date.now();
      this.become("open");
      for (const waiting of this.waiting()) this.send(waiting);
    };
    socket.onmessage = (event: MessageEvent) => this.receive(String(event.data));
    socket.onclose = () => this.drop();
  }

  private drop(): void {
    if (this.closed) return;
    // A line that ends at once is no better than none: the pauses grow.
    if (this.state === "open" && Date.now() - this.openedAt >= AT_ONCE_MS) this.wait = FIRST_WAIT_MS;
    this.become("lost");
    for (const [id, asked] of [...this.asked]) {
      // The tree of a search is lost with it; all else can be asked again.
      if (asked.message.type !== "tree") continue;
      this.asked.delete(id);
      asked.fail(lost());
    }
    for (const [id, search] of [...this.searches]) if (search.stopping) this.forget(id, search);
    this.giveUp();
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }

  private waiting(): Waiting[] {
    return [...this.asked.values(), ...this.searches.values()];
  }

  /** What one line after the other has ended upon may be what ends them: it is not sent for ever. */
  private giveUp(): void {
    for (const waiting of this.waiting()) {
      if (waiting.sentAt === null) continue;
      waiting.ends = Date.now() - waiting.sentAt < AT_ONCE_MS ? waiting.ends + 1 : 0;
      waiting.sentAt = null;
      if (waiting.ends < MOST_ENDS) continue;
      const { id } = waiting.message;
      this.asked.delete(id);
      this.searches.delete(id);
      waiting.fail(refusal("given-up", { n: MOST_ENDS }));
    }
  }

  private become(state: LinkState): void {
    this.state = state;
    this.options.onstate?.(state);
  }

  private receive(text: string): void {
    let message: ToPage;
    try {
      message = JSON.parse(text) as ToPage;
    } catch {
      return;
    }
    const id = message.id;
    const search = id === null ? undefined : this.searches.get(id);
    const asked = id === null ? undefined : this.asked.get(id);
    if (search) {
      Object.assign(search, { sentAt: null, ends: 0 });
      search.hear(message);
    } else if (id !== null && asked) {
      this.asked.delete(id);
      if (message.type === "error") asked.fail(new CodedError(message));
      else asked.resolve(message);
    } else if (message.type === "error" && id === null) {
      this.options.onerror?.(new CodedError(message));
    }
  }
}

function viewOf(answer: ToPage): View {
  if (answer.type !== "view") throw new Error(answer.type);
  return answer.view;
}

/** Hand a token from the link to the server, which answers with a cookie; then forget it. */
export async function handToken(): Promise<void> {
  const parts = location.hash.replace(/^#/, "").split("&");
  const token = parts.find((part) => part.startsWith("token="))?.slice("token=".length);
  if (!token) return;
  const rest = parts.filter((part) => !part.startsWith("token="));
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token: decodeURIComponent(token) }),
  };
  try {
    // 429: so many tabs have come with the cookie of an earlier server that no more is looked at now.
    for (let tries = 0; tries < 5 && (await fetch("./api/token", request)).status === 429; tries++) {
      await new Promise((done) => setTimeout(done, 1000));
    }
  } finally {
    const hash = rest.join("&");
    history.replaceState(null, "", location.pathname + location.search + (hash ? `#${hash}` : ""));
  }
}

/** Where the WebSocket is: beside the page. */
export function socketUrl(): string {
  const url = new URL("ws", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url.href;
}
