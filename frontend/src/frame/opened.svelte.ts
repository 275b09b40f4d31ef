// What is open on the page: a dialog, a topic of the teaching, a tab beside the board.
import { tick } from "svelte";

export type Dialog = "new" | "resign" | "share" | "help" | "first" | "second" | "analyst";
export type Tab = "thinking" | "review";

export const opened = $state<{ dialog: Dialog | null; teaching: boolean; topic: string | null; tab: Tab }>({
  dialog: null,
  teaching: false,
  topic: null,
  tab: "thinking",
});

export function show(dialog: Dialog): void {
  opened.dialog = dialog;
}

export function close(): void {
  const button = `open-${opened.dialog}`;
  opened.dialog = null;
  void tick().then(() => focusFromNowhere(button));
}

/** Open a dialog by a key. The focus comes back to where it was: from nowhere, to the dialog's button. */
export function showFrom(dialog: "new" | "help"): void {
  focusFromNowhere(`open-${dialog}`);
  show(dialog);
}

/** Also where the header was drawn anew meanwhile, with its buttons: the browser then knows of no place to go back to. */
function focusFromNowhere(button: string): void {
  if (document.activeElement === document.body) document.getElementById(button)?.focus();
}

/** Read about a search, a number or a word of the page; null: from the beginning. */
export function learn(topic: string | null): void {
  opened.topic = topic;
  opened.teaching = true;
}
