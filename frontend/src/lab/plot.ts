// The score of a player by games played, with its interval, as lines of a picture.
import type { Contest } from "../protocol";
import { percent, t, whole } from "../words.svelte";

export const WIDTH = 480;
export const HEIGHT = 200;
const LEFT = 48; // room for "100 %"
const RIGHT = 28; // half of the last number of games stands in it: "100,000"
const TOP = 10;
const BOTTOM = 28;

export interface Plot {
  line: string;
  band: string;
  last: { x: number; y: number; low: number; high: number } | null;
  x: (games: number) => number;
  y: (share: number) => number;
}

/** `total` is how many games there will be: the picture does not move as they are played. */
export function plotOf(curve: Contest["curve"], total: number): Plot {
  const most = Math.max(total, curve.at(-1)?.[0] ?? 0, 1);
  const x = (games: number): number => round(LEFT + (games / most) * (WIDTH - LEFT - RIGHT));
  const y = (share: number): number => round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM));
  const path = (points: [number, number][]): string => points.map(([px, py]) => `${px},${py}`).join(" ");
  const upper = curve.map(([games, , , high]): [number, number] => [x(games), y(high)]);
  const lower = curve.map(([games, , low]): [number, number] => [x(games), y(low)]);
  const end = curve.at(-1);
  return {
    line: path(curve.map(([games, share]) => [x(games), y(share)])),
    band: path([...upper, ...lower.reverse()]),
    last: end ? { x: x(end[0]), y: y(end[1]), low: y(end[2]), high: y(end[3]) } : null,
    x,
    y,
  };
}

/** Round numbers for an axis from 0 to `most`, about five of them. */
export function ticks(most: number): number[] {
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power;
  const made: number[] = [];
  for (let n = 0; n <= most; n += step) made.push(n);
  return made;
}

function round(n: number): number {
  return Math.round(10 * n) / 10;
}

/** A score in words. */
export function scoreOf({ share, games, low, high }: Contest): string {
  const shares = { share: percent(share, 1), low: percent(low, 1), high: percent(high, 1) };
  return t("lab.score", { ...shares, n: whole(games) });
}
