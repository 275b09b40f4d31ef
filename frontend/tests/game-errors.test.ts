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
const move = { move: "zz9", number: 2, why: "zz9 is not on the board" };
const french = { text: "une phrase", why: "zz9 n’est pas sur le plateau" };
const CASES: [string, Fields, string, string][] = [
  [
    "illegal-move",
    move,
    "Move 2, zz9, is not legal there: zz9 is not on the board.",
    "Le coup 2, zz9, n’est pas permis à cet endroit : zz9 n’est pas sur le plateau.",
  ],
  ["out-of-range", range, "Size must be from 2 to 19, not 99.", "Taille doit être entre 2 et 19, et non 99."],
  ["unknown-game", { game: "chess" }, "No game is called chess.", "Aucun jeu ne s’appelle chess."],
  ["search-error", {}, "Some sentence", "Une phrase"],
  ["a code of tomorrow", {}, "Some sentence", "Une phrase"],
];

describe("an error of the server", () => {
  it.each(CASES)("%s", (code, fields, english, inFrench) => {
    const error = new CodedError({ code, fields, text: "some sentence", french });
    expect(explain(error)).toBe(english);
    speak("fr");
    expect(explain(error)).toBe(inFrench);
  });

  it("may be one of the page itself", () => {
    expect(explain(lost())).toBe("Connection lost, trying again…");
    expect(explain(new Error("no node 3"))).toBe("No node 3");
  });
});
