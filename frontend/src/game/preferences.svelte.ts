// What this browser is to remember: looks, not games.
import { turns, type Shape } from "../board/geometry";
import type { Board } from "../protocol";

export type Theme = "auto" | "light" | "dark";

interface Kept {
  theme: Theme;
  coordinates: boolean;
  heat: boolean;
  network: boolean; // what the network thinks by itself is the heat
  teacher: boolean; // moves are judged
  answers: boolean; // and what is true of every move is on the board
  shortcuts: boolean;
  sound: boolean;
  reviewer: string; // by whom a game is reviewed
  lines: number; // of a search that are shown
  turns: Partial<Record<Shape, number>>;
}

const KEY = "playout-preferences";
const usual: Kept = {
  theme: "auto",
  coordinates: true,
  heat: true,
  network: false,
  teacher: false,
  answers: false,
  shortcuts: true,
  sound: false,
  reviewer: "default:seconds=0.3",
  lines: 3,
  turns: {},
};

function initial(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown> | null;
    return { ...usual, ...Object.fromEntries(Object.entries(kept ?? {}).filter(isFit)) };
  } catch {
    return usual;
  }
}

/** Whether it is of the kind that it should be: a store can be edited. */
function isFit([key, value]: [string, unknown]): boolean {
  return value !== null && typeof value === typeof usual[key as keyof Kept];
}

export const preferences = $state<Kept>(initial());

export function prefer(changed: Partial<Kept>): void {
  Object.assign(preferences, changed);
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Not kept, then.
  }
  dress();
}

const night = matchMedia("(prefers-color-scheme: dark)");
night.addEventListener("change", dress);

/** Put the theme on the page. */
export function dress(): void {
  const { theme } = preferences;
  const dark = theme === "dark" || (theme === "auto" && night.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

/** How a board is turned: on a narrow screen a hex board stands on its corner, and pieces that go one
 * way go away from the person who moves them. */
export function turnOf(board: Pick<Board, "shape" | "piece">, players: [string, string], narrow: boolean): number {
  return (chosen(board.shape, narrow) + (isFromAbove(board, players) ? 180 : 0)) % 360;
}

function isFromAbove({ piece }: Pick<Board, "piece">, [first, second]: [string, string]): boolean {
  return (piece === "pawn" || piece === "knight") && first !== "human" && second === "human";
}

function chosen(shape: Shape, narrow: boolean): number {
  const kept = preferences.turns[shape];
  if (kept !== undefined && turns(shape).includes(kept)) return kept;
  return shape === "hex" && narrow ? 300 : 0;
}

export function turnOn(shape: Shape, narrow: boolean): void {
  const all = turns(shape);
  const next = all[(all.indexOf(chosen(shape, narrow)) + 1) % all.length] ?? 0;
  prefer({ turns: { ...preferences.turns, [shape]: next } });
}
