// What is open on the page: a dialog, a topic of the teaching, a tab beside the board.
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
  opened.dialog = null;
}

/** Open a dialog by a key. The focus comes back to where it was: from nowhere, to the dialog's button. */
export function showFrom(dialog: "new" | "help"): void {
  if (document.activeElement === document.body) document.getElementById(`open-${dialog}`)?.focus();
  show(dialog);
}

/** Read about a search, a number or a word of the page; null: from the beginning. */
export function learn(topic: string | null): void {
  opened.topic = topic;
  opened.teaching = true;
}
