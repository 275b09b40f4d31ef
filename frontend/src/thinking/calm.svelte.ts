// A value that changes often, read less often: once in so many milliseconds, and always its latest
// in the end.
import { untrack } from "svelte";

export function calmly<T>(
  read: () => T,
  ms: number,
  isUrgent: (now: T, next: T) => boolean = () => false, // what is to be seen at once
  isNew: (now: T, next: T) => boolean = () => false, // what had better not come at once
): { readonly now: T } {
  let now = $state.raw(untrack(read));
  let at = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(): void {
    clearTimeout(timer);
    timer = undefined;
    at = performance.now();
    now = untrack(read);
  }

  $effect(() => {
    const next = read();
    untrack(() => {
      if (next === now) return;
      const wait = isNew(now, next) ? ms : at + ms - performance.now();
      if (wait <= 0 || isUrgent(now, next)) take();
      else timer ??= setTimeout(take, wait);
    });
  });
  $effect(() => () => clearTimeout(timer));

  return {
    get now() {
      return now;
    },
  };
}
