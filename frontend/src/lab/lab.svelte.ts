// The experiments of this machine, as the server tells of them. All of it is in files there: the
// page asks every now and then, and a reload loses nothing.
import { CodedError, lost } from "../game/connection";
import type { Detail, ErrorReply, Experiments, NewExperiment } from "../protocol";
import { language } from "../words.svelte";

const BUSY_MS = 1000; // between two looks while something runs
const CALM_MS = 4000; // a terminal may begin something

type Deed = "run" | "stop" | "report";

/** Where files of an experiment are. */
export function addressOf(id: string, file = ""): string {
  return `./api/experiments/${encodeURIComponent(id)}${file && `/${encodeURIComponent(file)}`}`;
}

async function ask<T>(address: string, body?: unknown): Promise<T> {
  const posted = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(address, body === undefined ? {} : posted).catch(() => {
    throw lost();
  });
  const content = (await answer.json().catch(() => null)) as T | ErrorReply | null;
  if (answer.ok && content) return content as T;
  throw content && typeof content === "object" && "code" in content ? new CodedError(content) : lost();
}

class Lab {
  all = $state.raw<Experiments | null>(null);
  chosen = $state<string | null>(null); // the id of what is shown; null: a new one is defined
  detail = $state.raw<Detail | null>(null);
  reporting = $state<string | null>(null); // the id of what a report is written of
  perMinute = $state<number | null>(null); // games, of the experiment that is shown
  private first = true;
  private seen: { id: string; at: number; done: number } | null = null; // when it was first looked at
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** Look now and then for as long as the room is open; returns what ends that. */
  watch(fail: (error: Error) => void): () => void {
    let ended = false;
    const look = async (): Promise<void> => {
      if (!document.hidden) await this.look().catch(fail);
      const busy = this.all === null || this.all.experiments.some(({ state }) => state === "running" || state === "elsewhere");
      if (!ended) this.timer = setTimeout(() => void look(), busy ? BUSY_MS : CALM_MS);
    };
    void look();
    return () => {
      ended = true;
      if (this.timer !== null) clearTimeout(this.timer);
      this.seen = null;
    };
  }

  private async look(): Promise<void> {
    this.all = await ask<Experiments>(`./api/experiments?lang=${language.now}`);
    if (this.first) {
      const { experiments } = this.all;
      const now = experiments.find(({ state }) => state === "running") ?? experiments[0];
      this.chosen = now?.id ?? null;
      this.first = false;
    }
    if (this.chosen !== null) await this.see(this.chosen);
  }

  private async see(id: string): Promise<void> {
    this.take(await ask<Detail>(`${addressOf(id)}?lang=${language.now}`));
  }

  private take(detail: Detail): void {
    if (this.chosen !== detail.id) return;
    const before = this.detail?.id === detail.id ? this.detail : null;
    this.detail = detail;
    this.measure(detail);
    // A report that was written on the way is not that of the end.
    const ends = before?.state === "running" && detail.state === "finished";
    if (ends) void this.act("report").catch(() => undefined);
  }

  private measure({ id, done, state }: Detail): void {
    const now = Date.now();
    if (state !== "running" || this.seen?.id !== id || !this.seen.done) this.seen = { id, at: now, done };
    const { at, done: from } = this.seen;
    this.perMinute = done > from && now > at ? (60_000 * (done - from)) / (now - at) : null;
  }

  choose(id: string | null): void {
    this.chosen = id;
    this.first = false;
    this.detail = null;
    if (id !== null) void this.see(id).catch(() => undefined);
  }

  async create(experiment: NewExperiment): Promise<void> {
    const detail = await ask<Detail>("./api/experiments", experiment);
    this.chosen = detail.id;
    this.first = false;
    this.take(detail);
    await this.look();
  }

  /** Run, stop or report what is shown. */
  async act(deed: Deed): Promise<void> {
    const id = this.chosen;
    if (id === null) return;
    if (deed === "report") this.reporting = id;
    try {
      this.take(await ask<Detail>(addressOf(id, deed), { language: language.now }));
    } finally {
      if (deed === "report") this.reporting = null;
    }
    if (deed !== "report") await this.look();
  }
}

export const lab = new Lab();
