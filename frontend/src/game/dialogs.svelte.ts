// Which dialogs are open, the topmost last: what is outside of it cannot be reached.
export const dialogs = $state<{ open: string[] }>({ open: [] });

/** Note that a dialog is open; what comes back notes that it is closed. */
export function noteOpen(id: string): () => void {
  dialogs.open = [...dialogs.open, id];
  return () => {
    dialogs.open = dialogs.open.filter((one) => one !== id);
  };
}
