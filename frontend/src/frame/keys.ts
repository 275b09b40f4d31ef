// What single keys do, outside of fields, dialogs and lists that have keys of their own. The help
// lists them in this order.
import { annotations, drawing } from "../game/annotate.svelte";
import { prefer, preferences, turnOn } from "../game/preferences.svelte";
import { session } from "../game/session.svelte";
import * as tree from "../game/tree";
import { rooms } from "../rooms.svelte";
import { opened, show, showFrom } from "./opened.svelte";
import { toggleProjector } from "./projector.svelte";
import { screen } from "./screen.svelte";

interface Key {
  keys: string[]; // as the browser calls them
  shown: string;
  word: string; // what it does
  act: () => void;
  offBoard?: boolean; // on the board it goes from cell to cell, and from tab to tab where these are
  everywhere?: boolean; // in the other rooms, too
}

const MOVES_ABOUT = "svg.board, [role=tablist]"; // with arrows, Home and End
const OWN_KEYS = "input, select, textarea, [role=tree], [role=slider], [contenteditable]";

function key(name: string, word: string, act: () => void): Key {
  return { keys: [name], shown: name, word, act };
}

export const KEYS: Key[] = [
  { keys: ["ArrowLeft"], shown: "←", word: "step_back", act: () => session.step(-1), offBoard: true },
  { keys: ["ArrowRight"], shown: "→", word: "step_forward", act: () => session.step(1), offBoard: true },
  { keys: ["ArrowUp", "Home"], shown: "↑", word: "to_start", act: () => session.toPly(0), offBoard: true },
  { keys: ["ArrowDown", "End"], shown: "↓", word: "to_end", act: toEnd, offBoard: true },
  key("u", "undo", () => session.undo()),
  key("r", "redo", () => session.redo()),
  key("h", "hint", () => session.askHint()),
  key("p", "key_play", playOrPause),
  key("a", "analyse", () => session.analyse(!session.analysing)),
  key("m", "heat", () => prefer({ heat: !preferences.heat })),
  key("w", "network", () => prefer({ network: !preferences.network })),
  key("t", "teacher", () => prefer({ teacher: !preferences.teacher })),
  key("e", "answers", () => prefer({ teacher: true, answers: !preferences.answers })),
  key("v", "key_review", () => (opened.tab = opened.tab === "review" ? "thinking" : "review")),
  key("b", "rotate", rotate),
  key("c", "coordinates", () => prefer({ coordinates: !preferences.coordinates })),
  key("d", "draw", () => (drawing.on = !drawing.on)),
  key("k", "comment", () => document.getElementById("comment")?.focus()),
  { ...key("f", "full_screen", () => void toggleProjector()), everywhere: true },
  { ...key("s", "sound", () => prefer({ sound: !preferences.sound })), everywhere: true },
  { ...key("n", "new_game", () => showFrom("new")), everywhere: true },
  key("l", "share", () => show("share")),
  key("q", "resign", resign),
  { ...key("?", "help", () => showFrom("help")), everywhere: true },
];

function toEnd(): void {
  session.toPly(tree.line(session.game).length - 1);
}

function playOrPause(): void {
  if (session.machines) session.run(!session.auto);
  else if (session.thinkingNow) session.playNow();
  else session.playOn();
}

function rotate(): void {
  const shape = session.view?.board?.shape;
  if (shape) turnOn(shape, screen.isNarrow);
}

function resign(): void {
  if (!session.isOver && !session.machines) show("resign");
}

/** Ctrl+Z, outside of fields, which have their own. */
function isUndo(event: KeyboardEvent): boolean {
  const isKey = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  const isFree = !document.querySelector("dialog[open]") && !(event.target as Element).closest(OWN_KEYS);
  return isKey && isFree && rooms.now === null;
}

export function onkeydown(event: KeyboardEvent): void {
  if (isUndo(event)) annotations.undo();
  if (!preferences.shortcuts || event.ctrlKey || event.altKey || event.metaKey) return;
  const target = event.target as Element;
  if (event.defaultPrevented || document.querySelector("dialog[open]") || target.closest(OWN_KEYS)) return;
  const found = KEYS.find(({ keys }) => keys.includes(event.key));
  if (!found || (found.offBoard && target.closest(MOVES_ABOUT))) return;
  if (rooms.now !== null && !found.everywhere) return;
  event.preventDefault();
  if (!event.repeat || found.offBoard) found.act();
}
