import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { documentElement: {} });
let explain: (message: string) => string;
let speak: (language: "en" | "fr") => void;

beforeAll(async () => {
  ({ explain } = await import("../src/game/errors"));
  ({ speak } = await import("../src/words.svelte"));
});
afterEach(() => speak("en"));

const illegal =
  "illegal move 'zz9' in Hex(size=5, swap=False) after 1 moves: zz9 is not on the board of 5 x 5; legal: a1 a2 ... (24 in all)";

describe("what the server says is wrong", () => {
  it.each([
    [illegal, "Move 2, zz9, is not legal there. (zz9 is not on the board of 5 x 5)"],
    ["Hex: size must be from 2 to 19, not 99", "Size must be from 2 to 19, not 99."],
    ["no game is called 'chess'; there are hex, nim", "No game is called chess."],
    ["threads must be at most 2 on the page, not 64", "threads must be at most 2, not 64."],
    ["Uct: c must be at least 0, not -1", "c must be at least 0, not -1."],
    ["'a1' cannot be played in Nim(): White wins", "a1 cannot be played: the game is over before it."],
    [
      "the disc on d2 hangs in the air: d1 is empty",
      "The disc in column 4, row 2, hangs in the air: there is none below it.",
    ],
    ["lost", "Connection lost, trying again…"],
    ["something else", "Something else"],
  ])("%s: in English", (message, said) => {
    speak("en");
    expect(explain(message)).toBe(said);
  });

  it.each([
    [illegal, "Le coup 2, zz9, n’est pas permis à cet endroit."],
    ["Hex: size must be from 2 to 19, not 99", "Taille doit être entre 2 et 19, et non 99."],
    ["too many searches are waiting; try again in a while", "Le serveur est occupé ; réessayez dans un moment."],
    ["something else", "Le serveur répond (en anglais) : something else"],
  ])("%s: in French", (message, said) => {
    speak("fr");
    expect(explain(message)).toBe(said);
  });
});
