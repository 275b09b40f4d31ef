import { mount } from "svelte";
import App from "./App.svelte";
import { dress } from "./game/preferences.svelte";
import { session } from "./game/session.svelte";
import "./theme.css";
import { language, speak } from "./words.svelte";

dress();
speak(language.now);
mount(App, { target: document.getElementById("page")! });

// A friend who has a link to a game, and no token, talks to that game alone: nothing else is asked of
// the server. Whoever goes elsewhere from there begins as with a new page.
const isVisit = (): boolean => /^#friend=[\w-]+(\.[\w-]+){0,2}$/.test(location.hash);
if (isVisit()) {
  addEventListener("hashchange", () => {
    if (!isVisit()) location.reload();
  });
} else {
  void session.start().then(async () => {
    if (!session.locked) await (await import("./games/sync.svelte")).begin();
  });
}
