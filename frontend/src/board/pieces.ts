// How pieces look: the outlines and colours of the package's own pictures (src/playout/svg).
import type { Board } from "../protocol";

export const FILL: Record<string, string> = {
  black: "#24272b",
  white: "#fbfaf6",
  red: "#d1495b",
  yellow: "#f4c430",
  blue: "#2a6fdb",
};
export const LIGHT: Record<string, string> = {
  black: "#5b616a",
  white: "#ffffff",
  red: "#e8808d",
  yellow: "#fbe07d",
  blue: "#6ea0ee",
};
export const SHADE: Record<string, string> = {
  black: "#131517",
  white: "#dcd7c9",
  red: "#b93649",
  yellow: "#e0ac14",
  blue: "#1d57b5",
};
export const EDGE: Record<string, string> = {
  black: "#000000",
  white: "#4a4a4a",
  red: "#8f2436",
  yellow: "#a37c00",
  blue: "#14408a",
};
/** What is read on a piece of a colour. */
export const ON: Record<string, string> = {
  black: "#ffffff",
  white: "#1a1a1a",
  red: "#ffffff",
  yellow: "#1a1a1a",
  blue: "#ffffff",
};
export const GRID: Record<string, string> = {
  hex: "#8d8574",
  squares: "#b58863",
  felt: "#1d5c3a",
  points: "#5d4a2b",
  slots: "#14408a",
  bare: "none",
};
export const PAWN =
  "M-10 14h20v-4c0-3-4-4-5-9h3v-4h-3.2a6.5 6.5 0 1 0-9.6 0h-3.2v4h3c-1 5-5 6-5 9z";
export const KNIGHT =
  "M-9 14h19c2-12-1-20-9-24l-1-4-4 4c-5 3-8 8-9 14l3 3 4-3c3 0 5-1 6-3 0 5-9 6-9 13z";
export const MATCH = "M-2-14h4v28h-4z";
export const CROSS = "M-11-11L11 11M11-11L-11 11";
export const MARK = "#e4572e"; // of the last move
export const WON = "#2a9d5c";
export const CHOSEN = "#ffb000";
export const HINTED = "#35d0f2"; // a hint

export function colourOf(board: Pick<Board, "colours">, player: 0 | 1): string {
  return board.colours[player];
}

/** The colour of a cell without anything on it. */
export function groundOf(shape: string, col: number, row: number): string {
  if (shape === "hex") return ["#f3ecda", "#ece2ca", "#e6dabd"][(((col - row) % 3) + 3) % 3]!;
  if (shape === "squares") return (col + row) % 2 ? "#f3e3c3" : "#e3c79a";
  if (shape === "felt") return "#2f8556";
  return "transparent";
}
