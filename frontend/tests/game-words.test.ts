import { describe, expect, it } from "vitest";
import { errors } from "../src/words/errors";
import { game } from "../src/words/game";
import { shared } from "../src/words/shared";
import { solving } from "../src/words/solving";
import { thinking } from "../src/words/thinking";

const sources = import.meta.glob(["../src/App.svelte", "../src/game/*", "../src/board/*"], {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;

describe("the words of the game", () => {
  it.each(Object.entries({ ...shared, ...game, ...solving, ...errors }))("%s says the same in both languages", (_, { en, fr }) => {
    const given = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();
    expect(en).not.toBe("");
    expect(fr).not.toBe("");
    expect(given(fr)).toEqual(given(en));
  });

  it("has every text that is asked for", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(20);
    const asked = Object.values(sources).flatMap((text) => [...text.matchAll(/\bt\("([\w.]+)"/g)].map((m) => m[1]!));
    expect(asked.length).toBeGreaterThan(80);
    expect(asked.filter((key) => !(key in shared) && !(key in game) && !(key in solving) && !(key in thinking))).toEqual([]);
  });

  it("shares no key with the words of the thinking", () => {
    expect(Object.keys(game).filter((key) => key in thinking || key in solving)).toEqual([]);
    expect(Object.keys(solving).filter((key) => key in thinking)).toEqual([]);
    expect(Object.keys(shared).filter((key) => key in thinking || key in solving || key in game)).toEqual([]);
  });
});
