import { describe, expect, it } from "vitest";
import type { Words } from "../src/words.svelte";

const sources = import.meta.glob(["../src/App.svelte", "../src/*/*.svelte", "../src/*/*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;
const modules = import.meta.glob("../src/words/*.ts", { eager: true }) as Record<string, Record<string, Words>>;
// A file of words has the name of what it exports: other exports are no words.
const parts = Object.entries(modules).map(([path, module]) => module[path.match(/(\w+)\.ts$/)![1]!]!);
const words: Words = Object.assign({}, ...parts);

describe("the words of the page", () => {
  it.each(Object.entries(words))("%s says the same in both languages", (_, { en, fr }) => {
    const given = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();
    expect(en).not.toBe("");
    expect(fr).not.toBe("");
    expect(given(fr)).toEqual(given(en));
  });

  it("has every text that is asked for", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(40);
    const asked = Object.values(sources).flatMap((text) => [...text.matchAll(/\bt\("([\w.]+)"/g)].map((m) => m[1]!));
    expect(asked.length).toBeGreaterThan(80);
    expect(asked.filter((key) => !(key in words))).toEqual([]);
  });

  it("has no key twice", () => {
    const keys = parts.flatMap((part) => Object.keys(part));
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });
});
