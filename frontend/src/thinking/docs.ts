// What a parameter is called and what it does: in the words of the page if it has any, else in the server's.
import type { Parameter } from "../protocol";
import { has, t } from "../words.svelte";

/** `owner` is the name of the algorithm or policy, "schedule.bias" for a schedule. */
export function docOf(owner: string, parameter: Parameter): string {
  const key = `parameter.${owner}.${parameter.name}`;
  return has(key) ? t(key) : parameter.doc;
}

/** "Exploration (c)": a word for it, and its name on the command line. */
export function wordOf(owner: string, { name, key }: Parameter): string {
  const found = [`called.${owner}.${name}`, `called.${name}`].find(has);
  return found ? t("called", { word: t(found), key }) : key;
}
