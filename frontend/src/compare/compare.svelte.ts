// Two searches of one position: each has a connection of its own, so that neither stops the other,
// and both begin from the same random numbers.
import { Connection, socketUrl, type Running } from "../game/connection";
import { explain } from "../game/errors";
import type { Place, SearchReport } from "../protocol";
import { withSample } from "./samples";

const PATIENCE_MS = 250; // after the last change of a slider

export type Letter = "A" | "B";

export class Side {
  player = $state("");
  report = $state.raw<SearchReport | null>(null);
  samples = $state.raw<SearchReport[]>([]);
  running = $state(false);
  compiling = $state(false);
  wrong = $state("");
  private connection: Connection | null = null;
  private search: Running | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    readonly letter: Letter,
    player: string,
  ) {
    this.player = player;
  }

  /** Begin anew, a moment later: a slider that is moved has many values on its way. */
  soon(begin: () => void): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(begin, PATIENCE_MS);
  }

  begin(place: Place, seed: number): void {
    this.stop();
    this.connection ??= new Connection(socketUrl());
    this.wrong = "";
    this.running = true;
    this.compiling = false;
    const now = (): boolean => this.search === search;
    const take = (report: SearchReport): void => {
      this.compiling = false;
      this.report = report;
      this.samples = withSample(this.samples, report);
    };
    // What the search before thought stays in sight until this one says something.
    let isFirst = true;
    const hear = (report: SearchReport): void => {
      if (!now()) return;
      if (isFirst) this.samples = [];
      isFirst = false;
      take(report);
    };
    const search = (this.search = this.connection.search(
      place,
      this.player,
      {
        started: () => (isFirst = true),
        preparing: () => {
          if (now()) this.compiling = true;
        },
        progress: hear,
        sample: hear,
        result: (report) => {
          hear(report);
          if (now()) this.running = false;
        },
        error: (error) => {
          if (!now()) return;
          this.running = this.compiling = false;
          if (error) this.wrong = explain(error);
        },
      },
      seed,
    ));
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.search?.stop();
    this.search = null;
    this.running = this.compiling = false;
  }

  /** The position is another one: nothing of what was thought holds. */
  forget(): void {
    this.report = null;
    this.samples = [];
  }

  close(): void {
    this.stop();
    this.connection?.close();
    this.connection = null;
  }
}

class Compare {
  readonly sides: [Side, Side] = [new Side("A", "uct:simulations=20000"), new Side("B", "rave:simulations=20000")];
  simulations = $state(20_000);
  seed = $state(1);
  private place: Place | null = null;

  /** Both think about this position. */
  think(place: Place): void {
    const isOther = JSON.stringify(place) !== JSON.stringify(this.place);
    this.place = place;
    for (const side of this.sides) {
      if (isOther) side.forget();
      side.begin(place, this.seed);
    }
  }

  again(): void {
    if (this.place) this.think(this.place);
  }

  reseed(seed: number): void {
    this.seed = seed;
    this.again();
  }

  /** A side is another player from now on. */
  change(side: Side, player: string): void {
    side.player = player;
    side.soon(() => {
      if (this.place) side.begin(this.place, this.seed);
    });
  }

  stop(): void {
    // A search that is stopped says what it knows: it is listened to no more, and what is shown stays.
    for (const side of this.sides) side.stop();
  }

  close(): void {
    for (const side of this.sides) side.close();
  }
}

export const compare = new Compare();
