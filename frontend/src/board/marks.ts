// How marks look: a colour and a shape of its own for each.
import type { Colour } from "../game/notes";
import { t } from "../words.svelte";

export const INKS: Record<Colour, string> = { G: "#128a3e", R: "#d3222f", B: "#1f5fd6", Y: "#e2a400" };

/** Around the middle of a cell. */
export const OUTLINES: Record<Colour, string> = {
  G: "M13 0A13 13 0 1 1-13 0A13 13 0 1 1 13 0z",
  R: "M-10-10L10 10M10-10L-10 10",
  B: "M-11.500-11.500h23v23h-23z",
  Y: "M0-13.500L12 8H-12z",
};

/** What is said of a cell that something is drawn on. */
export function drawnOn(cell: string, marks: string[]): string[] {
  return marks.flatMap((mark) => {
    const [from, to] = mark.slice(1).match(/[a-z]+\d+/g) ?? [];
    if (from !== cell) return [];
    return to ? t("arrow_to", { cell: to }) : t(`mark_${mark[0]}`).toLowerCase();
  });
}
