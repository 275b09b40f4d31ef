import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { CodedError, lost } from "../src/game/connection";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { documentElement: {} });
let explain: (error: Error) => string;
let speak: (language: "en" | "fr") => void;

beforeAll(async () => {
  ({ explain } = await import("../src/game/errors"));
  ({ speak } = await import("../src/words.svelte"));
});
afterEach(() => speak("en"));

type Fields = Record<string, string | number>;
const range = { game: "Hex", parameter: "size", low: 2, high: 19, value: 99 };
const move = { move: "zz9", number: 2, why: "zz9 is not on the board of 5 x 5" };
const CASES: [string, Fields, string, string][] = [
  [
    "illegal-move",
    move,
    "Move 2, zz9, is not legal there: zz9 is not on the board of 5 x 5.",
    "Le coup 2, zz9, n’est pas permis à cet endroit.",
  ],
  ["out-of-range", range, "Size must be from 2 to 19, not 99.", "Taille doit être entre 2 et 19, et non 99."],
  ["unknown-game", { game: "chess" }, "No game is called chess.", "Aucun jeu ne s’appelle chess."],
  [
    "line-has-won",
    { player: "Red", line: 4 },
    "Red has a line of 4 and has won: it cannot be Red’s turn.",
    "Rouge a aligné 4 pièces et gagné : ce ne peut pas être à Rouge de jouer.",
  ],
  ["search-error", {}, "Some sentence", "Le serveur répond (en anglais) : some sentence"],
  ["a code of tomorrow", {}, "Some sentence", "Le serveur répond (en anglais) : some sentence"],
];

describe("an error of the server", () => {
  it.each(CASES)("%s", (code, fields, english, french) => {
    const error = new CodedError({ code, fields, text: "some sentence" });
    expect(explain(error)).toBe(english);
    speak("fr");
    expect(explain(error)).toBe(french);
  });

  it("may be one of the page itself", () => {
    expect(explain(lost())).toBe("Connection lost, trying again…");
    expect(explain(new Error("no node 3"))).toBe("No node 3");
  });
});
