// The line to one game between people: how things stand there, and what one does. When it is lost it
// is tried again, and a move that was not heard is sent again.
import { CodedError } from "../game/connection";
import { explain } from "../game/errors";
import { keepName, keptName } from "./seats";
import { t } from "../words.svelte";
import type { FromFriend, Say, Table, ToFriend, View } from "../protocol";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5000;
const FINAL = ["no-such-game", "room-full"]; // it is no use to try again

export class Line {
  table = $state.raw<Table | null>(null);
  heardAt = $state(0); // when the table came: clocks count from there
  state = $state<"connecting" | "open" | "lost" | "refused">("connecting");
  error = $state("");
  past = $state.raw<{ ply: number; view: View } | null>(null); // an earlier position that one looks at
  private socket: WebSocket | null = null;
  private unheard: { number: number; ply: number; move: string } | null = null;
  private wait = FIRST_WAIT_MS;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private closed = false;

  constructor(
    private readonly room: string,
    private readonly seat: string | null,
  ) {
    this.open();
  }

  get moves(): string[] {
    return this.table?.view.place.moves ?? [];
  }

  play(move: string): void {
    if (!this.table) return;
    this.unheard = { number: this.table.number, ply: this.moves.length, move };
    this.error = "";
    this.send({ type: "move", ...this.unheard });
  }

  say(what: Say["what"]): void {
    this.error = "";
    this.send({ type: "say", what });
  }

  /** What one is to be called; "": by the colour. */
  call(name: string): void {
    this.error = "";
    keepName(name);
    this.send({ type: "name", name });
  }

  /** Look at an earlier position; at the last one the game goes on. */
  look(ply: number): void {
    const at = Math.max(0, Math.min(ply, this.moves.length));
    if (at === this.moves.length) this.past = null;
    else this.send({ type: "look", ply: at });
  }

  close(): void {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.socket?.close();
  }

  private open(): void {
    const url = new URL("friend", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    const socket = new WebSocket(url.href);
    this.socket = socket;
    socket.onopen = () => {
      const enter: FromFriend = { type: "enter", room: this.room };
      socket.send(JSON.stringify(this.seat ? { ...enter, seat: this.seat } : enter));
    };
    socket.onmessage = (event: MessageEvent) => this.hear(JSON.parse(String(event.data)) as ToFriend);
    socket.onclose = () => this.drop();
  }

  private send(message: FromFriend): void {
    if (this.state === "open") this.socket?.send(JSON.stringify(message));
  }

  private hear(message: ToFriend): void {
    if (message.type === "table") this.show(message);
    else if (message.type === "looked") this.past = { ply: message.ply, view: message.view };
    else {
      const isNoKey = message.code === "bad-message" && this.state !== "open"; // nor will it ever be one
      this.error = isNoKey ? t("friend_no_key") : explain(new CodedError(message));
      this.unheard = null;
      if (isNoKey || FINAL.includes(message.code)) this.state = "refused";
    }
  }

  private show(table: Table): void {
    const isBack = this.state !== "open";
    // A move, or another game: one looks at what is new.
    if (table.number !== this.table?.number || table.view.place.moves.length !== this.moves.length) this.past = null;
    this.table = table;
    this.heardAt = performance.now();
    this.state = "open";
    this.wait = FIRST_WAIT_MS;
    if (isBack) this.error = "";
    if (isBack && table.you !== null && !table.people[table.you] && keptName()) this.call(keptName());
    const { unheard } = this;
    if (unheard && (unheard.number !== table.number || unheard.ply < this.moves.length)) this.unheard = null;
    else if (unheard && isBack) this.send({ type: "move", ...unheard });
  }

  private drop(): void {
    if (this.closed || this.state === "refused") return;
    this.state = "lost";
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }
}
