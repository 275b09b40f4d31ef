// What is seen of the game and of the search, for all parts of the page: the board, the words above
// it, the panels beside it.
import { untrack } from "svelte";
import { reportOf } from "../board/heat";
import type { Opinion, View } from "../protocol";
import { calmly } from "../thinking/calm.svelte";
import { isExact, truthsIn } from "../thinking/verdict";
import { preferences } from "./preferences.svelte";
import { session } from "./session.svelte";

const HEAT_MS = 150; // between two changes of the heat map

class Scene {
  /** A line of moves that somebody points at in a panel. */
  hovered = $state.raw<string[]>([]);

  readonly view = $derived(session.setUp?.view ?? session.view);

  /** Whether what was thought last was thought of the position one sees. */
  readonly isThoughtHere = $derived(
    session.thought !== null && session.thought.node === session.game.cursor && session.isFresh,
  );

  // Colours that change 20 times a second are a flicker, and dear to draw. Those of a new search
  // come a moment after its first numbers, so that neither has to wait for the other.
  private readonly calm = calmly(
    () => session.thought,
    HEAT_MS,
    () => !session.running,
    (now, next) => now?.search !== next?.search || !now?.report,
  );
  private readonly warm = $derived.by(() => {
    const { now } = this.calm;
    return now?.node === session.game.cursor && now.view === session.thought?.view ? now.report : null;
  });
  private readonly truth = $derived(session.isFresh && !session.isOver ? session.teacher.truth : null);
  private readonly heated = $derived(
    preferences.heat && this.isThoughtHere && !session.isOver && !this.truth ? this.warm : null,
  );

  private opinion = $state.raw<{ view: View; said: Opinion } | null>(null);

  /** What the network thinks of the position one sees, if that is wanted. */
  readonly network = $derived(
    this.asksNetwork && this.opinion !== null && this.opinion.view === session.view ? this.opinion.said : null,
  );

  /** What a search or the network makes of the moves; what is proven has no visits, but outcomes. */
  readonly heat = $derived.by(() => {
    if (this.network && preferences.heat && !this.truth) return reportOf(this.network);
    return isExact(this.heated) ? null : this.heated;
  });
  readonly truths = $derived(this.truth?.moves ?? truthsIn(this.heated));

  readonly hint = $derived(session.hint?.node === session.game.cursor ? session.hint.report : null);

  private get asksNetwork(): boolean {
    return preferences.network && session.hasNetwork && session.isFresh && !session.isOver && session.setUp === null;
  }

  constructor() {
    $effect(() => {
      const { view } = session;
      if (!this.asksNetwork || !view) return;
      untrack(() => session.opinionOf(view.place)).then(
        (said) => (this.opinion = { view, said }),
        (error: Error) => session.fail(error),
      );
    });
  }

  /** Two machines think without a break, as far as the page tells. */
  readonly thinks = $derived(
    session.thinkingNow || (session.machines && session.auto && !session.isOver),
  );
}

// It looks on for as long as the page is there.
export let scene: Scene;
$effect.root(() => {
  scene = new Scene();
});
