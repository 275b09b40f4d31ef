import { mount } from "svelte";
import App from "./App.svelte";
import { dress } from "./game/preferences.svelte";
import { session } from "./game/session.svelte";
import "./theme.css";
import { language, speak } from "./words.svelte";

dress();
speak(language.now);
mount(App, { target: document.getElementById("page")! });
void session.start();
