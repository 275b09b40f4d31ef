// Full screen with large type, for those who sit at the back of the room.
export const projector = $state({ on: false });

/** Large type stays where a browser gives no full screen to a page. */
export async function toggleProjector(): Promise<void> {
  set(!projector.on);
  if (!projector.on) {
    if (document.fullscreenElement) await document.exitFullscreen();
    return;
  }
  await document.documentElement.requestFullscreen?.().catch(() => undefined);
}

function set(on: boolean): void {
  projector.on = on;
  document.documentElement.toggleAttribute("data-projector", on);
}

// By Escape one leaves the full screen without a word to the page.
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) set(false);
});
