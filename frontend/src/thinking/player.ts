// A player as the command line writes it, "grave:beta=bias,bias=0.001,policy=mast,seconds=2",
// and as a form shows it. The grammar is that of src/playout/players.py.
import type { AlgorithmInfo, Catalogue, Level, Parameter, PartInfo } from "../protocol";

export type Value = number | boolean;

/** A playout policy or a schedule, with all its parameters. */
export interface Part {
  name: string;
  values: Record<string, Value>;
}

export interface Budget {
  seconds: number | null;
  simulations: number | null; // both null: the level's own
  threads: number;
  reuse: boolean;
  ponder: boolean;
  prove: number | null; // the share of the time for a proof; null: as usual
  early_win: boolean; // policies have this alone
}

/** Everything that can be chosen; values that are not written are the defaults. */
export interface Choice {
  name: string; // human, hard, perfect, default, grave, random
  values: Record<string, Value>; // by key
  parts: Record<string, Part>; // by key: policy, beta
  budget: Budget;
}

const SECONDS = 1; // where nothing is said

/** The seconds of a player of which nothing is said. */
function usual(name: string, catalogue: Catalogue): number {
  return name === catalogue.perfect.name ? (catalogue.perfect.budget.seconds ?? SECONDS) : SECONDS;
}

export function isPerfect(name: string, catalogue: Catalogue): boolean {
  return name === catalogue.perfect.name;
}

export function isLevel(name: string, catalogue: Catalogue): boolean {
  return catalogue.levels.some((level) => level.name === name);
}

/** Whether a level is one of its own in a game: those that play as another does were not measured there. */
export function isOffered({ former, elo }: Level, game: string, catalogue: Catalogue): boolean {
  const [name] = split(game, ":");
  const isMeasured = catalogue.levels.some((level) => name in level.elo); // a game of one's own is not
  return !former && (!isMeasured || name in elo);
}

/** The Elo of a level and its margin, where it was measured: on the usual board of a game. */
export function eloOf(player: string, game: string, catalogue: Catalogue): [number, number] | null {
  const level = [...catalogue.levels, catalogue.perfect].find(({ name }) => name === player);
  const [name, rest] = split(game, ":");
  const info = catalogue.games.find((one) => one.name === name);
  const isUsual = [...(settingsOf(rest ?? "") ?? [["", ""]])].every(([key, value]) => {
    const usual = [info?.parameters.find((one) => one.key === key)?.default, info?.customs[key]];
    return usual.some((one) => String(one) === value);
  });
  return (isUsual && level?.elo[name]) || null;
}

export function algorithmOf(name: string, catalogue: Catalogue): AlgorithmInfo | undefined {
  return catalogue.algorithms.find((algorithm) => algorithm.name === name);
}

/** The parts that a parameter of this kind chooses among; null for a plain value. */
export function partsFor(parameter: Parameter, catalogue: Catalogue): PartInfo[] | null {
  if (parameter.type === "policy") return catalogue.policies;
  if (parameter.type === "schedule") return catalogue.schedules;
  return null;
}

/** Whether a player of this name has a budget. */
export function hasBudget(name: string, catalogue: Catalogue): boolean {
  if (name === "default" || isPerfect(name, catalogue)) return true;
  return isLevel(name, catalogue) || algorithmOf(name, catalogue)?.searches === true;
}

/** A player of this name with default values; null if there is none. */
export function fresh(name: string, catalogue: Catalogue): Choice | null {
  const algorithm = algorithmOf(name, catalogue);
  const level = isLevel(name, catalogue);
  const plain = ["human", "default", catalogue.perfect.name].includes(name);
  if (!algorithm && !level && !plain) return null;
  const choice: Choice = {
    name,
    values: {},
    parts: {},
    budget: {
      seconds: hasBudget(name, catalogue) && !level ? usual(name, catalogue) : null,
      simulations: null,
      threads: 1,
      reuse: false,
      ponder: false,
      prove: null,
      early_win: false,
    },
  };
  for (const parameter of algorithm?.parameters ?? []) {
    if (partsFor(parameter, catalogue)) {
      choice.parts[parameter.key] = freshPart(parameter, defaultPart(parameter), catalogue)!;
    } else {
      choice.values[parameter.key] = parameter.default as Value;
    }
  }
  return choice;
}

/** A part of this name with default values; null if there is none. */
export function freshPart(parameter: Parameter, name: string, catalogue: Catalogue): Part | null {
  const info = partsFor(parameter, catalogue)?.find((part) => part.name === name);
  if (!info) return null;
  return { name, values: Object.fromEntries(info.parameters.map((p) => [p.key, p.default as Value])) };
}

function defaultPart(parameter: Parameter): string {
  return String(parameter.default);
}

/** Parameters that hold parts, in the order in which they take their settings. */
function partParameters(algorithm: AlgorithmInfo | undefined): Parameter[] {
  const of = (type: string) => (algorithm?.parameters ?? []).filter((p) => p.type === type);
  return [...of("schedule"), ...of("policy")];
}

function isWritten(parameter: Parameter, part: Part, catalogue: Catalogue): boolean {
  if (part.name !== defaultPart(parameter)) return true;
  const plain = freshPart(parameter, part.name, catalogue)!;
  return Object.entries(part.values).some(([key, value]) => value !== plain.values[key]);
}

/** The text of a choice; only what differs from the defaults is in it. */
export function write(choice: Choice, catalogue: Catalogue): string {
  const settings: string[] = [];
  const algorithm = algorithmOf(choice.name, catalogue);
  for (const parameter of algorithm?.parameters ?? []) {
    const part = choice.parts[parameter.key];
    if (part) {
      if (!isWritten(parameter, part, catalogue)) continue;
      settings.push(`${parameter.key}=${part.name}`);
      const plain = freshPart(parameter, part.name, catalogue)!;
      for (const [key, value] of Object.entries(part.values)) {
        if (value !== plain.values[key]) settings.push(`${parameter.key}.${key}=${value}`);
      }
    } else {
      const value = choice.values[parameter.key];
      if (value !== undefined && value !== parameter.default) settings.push(`${parameter.key}=${value}`);
    }
  }
  if (hasBudget(choice.name, catalogue)) settings.push(...budgetSettings(choice, catalogue));
  if (choice.budget.early_win) settings.push("early_win=true");
  return settings.length ? `${choice.name}:${settings.join(",")}` : choice.name;
}

function budgetSettings({ name, budget }: Choice, catalogue: Catalogue): string[] {
  const settings: string[] = [];
  const isPlain = !isLevel(name, catalogue) && budget.simulations === null && budget.seconds === usual(name, catalogue);
  if (budget.seconds !== null && !isPlain) settings.push(`seconds=${budget.seconds}`);
  if (budget.simulations !== null) settings.push(`simulations=${budget.simulations}`);
  if (budget.threads !== 1) settings.push(`threads=${budget.threads}`);
  if (budget.reuse) settings.push("reuse=true");
  if (budget.ponder) settings.push("ponder=true");
  if (budget.prove !== null) settings.push(`prove=${budget.prove}`);
  return settings;
}

/** The choice that a text names; null if it names none. */
export function parse(text: string, catalogue: Catalogue): Choice | null {
  const [name, rest] = split(text.trim(), ":");
  const choice = fresh(name, catalogue);
  const given = settingsOf(rest ?? "");
  if (!choice || !given) return null;
  if (hasBudget(name, catalogue) && !takeBudget(choice, given, catalogue)) return null;
  if (name !== "human" && !takeEarlyWin(choice, given)) return null;
  const algorithm = algorithmOf(name, catalogue);
  // A key without the name of a part in front is the search's own, if it has such a one.
  const plain = (algorithm?.parameters ?? []).filter((p) => !partsFor(p, catalogue));
  if (!takeValues(plain, given, choice.values)) return null;
  for (const parameter of partParameters(algorithm)) {
    const chosen = given.get(parameter.key);
    if (chosen === undefined) continue;
    given.delete(parameter.key);
    const part = freshPart(parameter, chosen, catalogue);
    const info = partsFor(parameter, catalogue)?.find((p) => p.name === chosen);
    if (!part || !info) return null;
    if (!takeValues(info.parameters, given, part.values)) return null;
    if (!takeValues(info.parameters, given, part.values, `${parameter.key}.`)) return null;
    choice.parts[parameter.key] = part;
  }
  return given.size ? null : choice;
}

function split(text: string, by: string): [string, string | undefined] {
  const at = text.indexOf(by);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + by.length)];
}

function settingsOf(text: string): Map<string, string> | null {
  const settings = new Map<string, string>();
  for (const part of text.split(",").filter(Boolean)) {
    const [key, value] = split(part, "=");
    if (value === undefined) return null;
    settings.set(key.trim(), value.trim());
  }
  return settings;
}

function takeBudget(choice: Choice, given: Map<string, string>, catalogue: Catalogue): boolean {
  const { budget } = choice;
  const take = (key: string, type: "int" | "float" | "bool"): Value | null | undefined => {
    const text = given.get(key);
    given.delete(key);
    return text === undefined ? undefined : valueOf(text, type);
  };
  const seconds = take("seconds", "float");
  const simulations = take("simulations", "int");
  const threads = take("threads", "int");
  const reuse = take("reuse", "bool");
  const ponder = take("ponder", "bool");
  const prove = take("prove", "float");
  if ([seconds, simulations, threads, reuse, ponder, prove].includes(null)) return false;
  for (const number of [seconds, simulations, threads]) {
    if (number !== undefined && (number as number) <= 0) return false;
  }
  if (prove !== undefined && ((prove as number) < 0 || (prove as number) > 1)) return false;
  // To prove is a matter of time alone.
  const proves = prove === undefined ? isPerfect(choice.name, catalogue) : (prove as number) > 0;
  if (proves && simulations !== undefined) return false;
  const level = isLevel(choice.name, catalogue);
  budget.simulations = (simulations as number | undefined) ?? null;
  budget.seconds = (seconds as number | undefined) ?? (level || budget.simulations !== null ? null : usual(choice.name, catalogue));
  budget.threads = (threads as number | undefined) ?? 1;
  budget.reuse = (reuse as boolean | undefined) ?? false;
  budget.ponder = (ponder as boolean | undefined) ?? false;
  budget.prove = (prove as number | undefined) ?? null;
  return true;
}

function takeEarlyWin({ budget }: Choice, given: Map<string, string>): boolean {
  const value = valueOf(given.get("early_win") ?? "false", "bool");
  given.delete("early_win");
  budget.early_win = value === true;
  return value !== null;
}

/** Move the settings of these parameters into `values`; false if one is no such value. */
function takeValues(
  parameters: Parameter[],
  given: Map<string, string>,
  values: Record<string, Value>,
  before = "",
): boolean {
  for (const parameter of parameters) {
    const text = given.get(before + parameter.key);
    if (text === undefined) continue;
    given.delete(before + parameter.key);
    const value = valueOf(text, parameter.type);
    if (value === null || !isWithin(value, parameter)) return false;
    values[parameter.key] = value;
  }
  return true;
}

/** A setting as a value; null if it is none. */
function valueOf(text: string, type: Parameter["type"]): Value | null {
  if (type === "bool") {
    if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
    return /^[+-]?\d+$/.test(text) ? Number(text) !== 0 : null;
  }
  const isNumber = type === "float" ? /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i : /^[+-]?\d+$/;
  return isNumber.test(text) ? Number(text) : null;
}

/** Whether a parameter may have this value. */
export function isWithin(value: Value, parameter: Parameter): boolean {
  if (typeof value === "boolean") return parameter.type === "bool";
  if (!Number.isFinite(value)) return false;
  if (parameter.type === "choice") return parameter.choices.some((choice) => choice.value === value);
  if (parameter.type === "int" && !Number.isInteger(value)) return false;
  return (parameter.low ?? -Infinity) <= value && value <= (parameter.high ?? Infinity);
}

/** The algorithm or policy of a choice that cannot play this game; null if all can. */
export function unfit(choice: Choice, game: string): "bridges" | "implicit" | null {
  const [name] = split(game, ":");
  if (choice.name === "implicit" && !EVALUATED.includes(name)) return "implicit";
  const uses = [choice.name, choice.parts.policy?.name];
  return uses.includes("bridges") && name !== "hex" ? "bridges" : null;
}

const EVALUATED = ["breakthrough", "knightthrough", "othello"];
