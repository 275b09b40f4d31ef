// How much room there is.
import { innerHeight, innerWidth } from "svelte/reactivity/window";

export const screen = {
  get width(): number {
    return innerWidth.current ?? 1280;
  },
  /** A phone that is held upright. */
  get isNarrow(): boolean {
    return this.width < 700 && this.width < (innerHeight.current ?? 800);
  },
};
