// What a person has solved, and how well, kept in this browser. The terminal keeps its own the same
// way: src/playout/puzzles/record.py says what counts.
import type { PuzzleInfo } from "../protocol";

export type How = "solved" | "helped" | "failed";

export interface Standing {
  rating: number;
  streak: number; // solved one after another
  best: number; // the longest streak
  done: Record<string, How>; // by the id of a puzzle
}

const KEY = "playout-puzzles";
const STEP = 32; // how far a rating moves
const FIRST_STEP = 64; // in the first puzzles
const FIRST = 10;
const RANKS: Record<How, number> = { failed: 1, helped: 2, solved: 3 };

export function fresh(): Standing {
  return { rating: 1000, streak: 0, best: 0, done: {} };
}

export function read(): Standing {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "") as Partial<Standing>;
    const numbers = [kept.rating, kept.streak, kept.best].every((n) => Number.isFinite(n));
    if (!numbers || typeof kept.done !== "object" || kept.done === null) return fresh();
    const done = Object.entries(kept.done).filter(([, how]) => Object.hasOwn(RANKS, how));
    return { ...(kept as Standing), done: Object.fromEntries(done) };
  } catch {
    return fresh();
  }
}

export function write(record: Standing): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    // A full or forbidden store: it is not there after a reload.
  }
}

/** The record after a puzzle has ended; only the first time moves the rating. */
export function noted(record: Standing, puzzle: PuzzleInfo, how: How): Standing {
  const known = record.done[puzzle.id];
  if (known) return how === "solved" ? { ...record, done: { ...record.done, [puzzle.id]: how } } : record;
  const done = { ...record.done, [puzzle.id]: how };
  if (how === "helped") return { ...record, done };
  const step = Object.keys(record.done).length < FIRST ? FIRST_STEP : STEP;
  const expected = 1 / (1 + 10 ** ((puzzle.rating - record.rating) / 400));
  const streak = how === "solved" ? record.streak + 1 : 0;
  const rating = record.rating + step * ((how === "solved" ? 1 : 0) - expected);
  return { rating, streak, best: Math.max(record.best, streak), done };
}

/** What suits best: a new one about as hard as one is strong, then one that failed. */
export function nextOf(record: Standing, puzzles: PuzzleInfo[], not: string | null): PuzzleInfo | null {
  const rank = (p: PuzzleInfo): number => RANKS[record.done[p.id] as How] ?? 0;
  const far = (p: PuzzleInfo): number => Math.abs(p.rating - record.rating);
  const others = puzzles.filter((p) => p.id !== not || puzzles.length === 1);
  return others.reduce<PuzzleInfo | null>((best, p) => {
    if (!best) return p;
    const order = rank(p) - rank(best) || far(p) - far(best) || (p.id < best.id ? -1 : 1);
    return order < 0 ? p : best;
  }, null);
}
