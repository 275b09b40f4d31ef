// Which numbers of a search can be moved by a slider, and between which ends.
import type { Catalogue, Parameter } from "../protocol";
import { algorithmOf, partsFor, type Choice } from "../thinking/player";

const STEPS = 200;
const FAR = 100; // times the default, either way, where only ratios matter
const MAIN = ["c", "ref", "alpha", "w", "expand", "k", "tau", "epsilon"];

export interface Slider {
  parameter: Parameter;
  part: string | null; // the key of the policy or schedule it belongs to
  owner: string; // for its words
  value: number;
  low: number;
  high: number;
  isLog: boolean;
}

/** The sliders of a choice: its own numbers, and those of its schedule and policy. */
export function slidersOf(choice: Choice, catalogue: Catalogue): Slider[] {
  const made: Slider[] = [];
  for (const parameter of algorithmOf(choice.name, catalogue)?.parameters ?? []) {
    const part = choice.parts[parameter.key];
    if (!part) {
      if (MAIN.includes(parameter.name)) add(made, parameter, null, choice.name, choice.values[parameter.key]);
      continue;
    }
    const owner = parameter.type === "schedule" ? `schedule.${part.name}` : part.name;
    const info = partsFor(parameter, catalogue)?.find(({ name }) => name === part.name);
    for (const own of info?.parameters ?? []) add(made, own, parameter.key, owner, part.values[own.key]);
  }
  return made;
}

function add(made: Slider[], parameter: Parameter, part: string | null, owner: string, value: unknown): void {
  if ((parameter.type !== "int" && parameter.type !== "float") || typeof value !== "number") return;
  made.push({ parameter, part, owner, value, ...endsOf(parameter, value) });
}

/** Linear where 0 and 1 are near, in ratios where a number may be of any size. */
export function endsOf(parameter: Parameter, value: number): Pick<Slider, "low" | "high" | "isLog"> {
  const usual = Number(parameter.default);
  const least = parameter.low ?? -Infinity;
  const most = parameter.high ?? Infinity;
  const isLog = usual > 0 && (usual < 0.05 || usual > 5) && !(most <= 1);
  if (!isLog) {
    const low = Math.max(least, Math.min(0, value));
    return { low, high: Math.min(most, Math.max(2, 4 * usual, value)), isLog };
  }
  const floor = parameter.type === "int" ? 1 : usual / FAR;
  const low = Math.min(Math.max(least, floor, Number.MIN_VALUE), value > 0 ? value : Infinity);
  return { low, high: Math.max(Math.min(most, usual * FAR), value), isLog };
}

/** Where the thumb is, from 0 to 200, and the value there. */
export function positionOf({ value, low, high, isLog }: Slider): number {
  if (high <= low) return 0;
  const share = isLog ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low);
  return Math.round(STEPS * Math.min(1, Math.max(0, share)));
}

export function valueAt({ parameter, low, high, isLog }: Slider, position: number): number {
  const share = position / STEPS;
  const exact = isLog ? low * (high / low) ** share : low + (high - low) * share;
  if (position >= STEPS) return high;
  return parameter.type === "int" ? Math.round(exact) : Number(exact.toPrecision(3));
}

export { STEPS };
