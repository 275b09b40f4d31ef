// What a person has solved, and how well, kept in this browser. The terminal keeps its own in much the
// same way: src/playout/puzzles/record.py says what counts.
import type { PuzzleInfo } from "../protocol";

export type How = "solved" | "helped" | "failed";

export interface Standing {
  rating: number;
  streak: number; // solved one after another
  best: number; // the longest streak
  done: Record<string, How>; // by the id of a puzzle
  hinted: string[]; // puzzles of which one has seen a hint
}

export const KEY = "playout-puzzles";
const STEP = 32; // how far a rating moves
const FIRST_STEP = 64; // in the first puzzles
const FIRST = 10;
const RANKS: Record<How, number> = { failed: 1, helped: 2, solved: 3 };

export function fresh(): Standing {
  return { rating: 1000, streak: 0, best: 0, done: {}, hinted: [] };
}

export function read(): Standing {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "") as Partial<Standing>;
    const numbers = [kept.rating, kept.streak, kept.best].every((n) => Number.isFinite(n));
    if (!numbers || typeof kept.done !== "object" || kept.done === null) return fresh();
    const done = Object.entries(kept.done).filter(([, how]) => Object.hasOwn(RANKS, how));
    const hinted = Array.isArray(kept.hinted) ? kept.hinted : [];
    return { ...(kept as Standing), done: Object.fromEntries(done), hinted };
  } catch {
    return fresh();
  }
}

/** Keep the record; whether that could be done. */
export function write(record: Standing): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(record));
    return true;
  } catch {
    return false; // a full or forbidden store: it is not there after a reload
  }
}

/** The record after a puzzle has ended; only the first time counts. */
export function noted(record: Standing, puzzle: PuzzleInfo, ended: "solved" | "failed"): Standing {
  if (record.done[puzzle.id]) return record;
  const how: How = ended === "solved" && record.hinted.includes(puzzle.id) ? "helped" : ended;
  const done = { ...record.done, [puzzle.id]: how };
  if (how === "helped") return { ...record, done };
  const step = Object.keys(record.done).length < FIRST ? FIRST_STEP : STEP;
  const expected = 1 / (1 + 10 ** ((puzzle.rating - record.rating) / 400));
  const streak = how === "solved" ? record.streak + 1 : 0;
  const rating = record.rating + step * ((how === "solved" ? 1 : 0) - expected);
  return { ...record, rating, streak, best: Math.max(record.best, streak), done };
}

/** The record after a hint, which is known from then on, whenever the puzzle ends. */
export function helped(record: Standing, puzzle: PuzzleInfo): Standing {
  return { ...record, hinted: [...new Set([...record.hinted, puzzle.id])] };
}

/** What suits best: a new one about as hard as one is strong, then one that failed. None that was
    passed over comes again before all have been. */
export function nextOf(record: Standing, puzzles: PuzzleInfo[], passed: Set<string>, now: string | null): PuzzleInfo | null {
  if (now !== null) passed.add(now);
  if (puzzles.every((p) => passed.has(p.id))) for (const { id } of puzzles) passed.delete(id);
  const rank = (p: PuzzleInfo): number => RANKS[record.done[p.id] as How] ?? 0;
  const far = (p: PuzzleInfo): number => Math.abs(p.rating - record.rating);
  const others = puzzles.filter((p) => !passed.has(p.id) && (p.id !== now || puzzles.length === 1));
  return others.reduce<PuzzleInfo | null>((best, p) => {
    if (!best) return p;
    const order = rank(p) - rank(best) || far(p) - far(best) || (p.id < best.id ? -1 : 1);
    return order < 0 ? p : best;
  }, null);
}
