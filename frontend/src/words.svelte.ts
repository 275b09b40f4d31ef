// The page in English and in French: t("undo"), t("n_moves", { n: 12 }).
import { board } from "./words/board";
import { errors } from "./words/errors";
import { game } from "./words/game";
import { notes } from "./words/notes";
import { shared } from "./words/shared";
import { solving } from "./words/solving";
import { thinking } from "./words/thinking";
import { titles } from "./words/titles";

export type Language = "en" | "fr";
/** The words of one part of the page: key -> English and French. */
export type Words = Record<string, { en: string; fr: string }>;

const words: Words = { ...shared, ...board, ...game, ...notes, ...solving, ...thinking, ...titles, ...errors };

/** The words of a room come with it, when it is opened. */
export function addWords(more: Words): void {
  Object.assign(words, more);
}

const KEY = "playout-language";

function initial(): Language {
  const kept = chosen();
  if (kept === "en" || kept === "fr") return kept;
  return navigator.language.startsWith("fr") ? "fr" : "en";
}

function chosen(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // no store here
  }
}

export const language = $state<{ now: Language }>({ now: initial() });

export function speak(next: Language): void {
  language.now = next;
  document.documentElement.lang = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Not kept, then.
  }
}

/** A text in the language of the page; {name} stands for what is given under that name. */
export function t(key: string, given: Record<string, string | number> = {}): string {
  const text = words[key]?.[language.now] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name] ?? ""));
}

/** Whether there is a text under this key. */
export function has(key: string): boolean {
  return key in words;
}

/** A whole number as people write it here. */
export function whole(n: number): string {
  return n.toLocaleString(language.now);
}

/** A share as per cent. */
export function percent(share: number, digits = 0): string {
  return share.toLocaleString(language.now, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
