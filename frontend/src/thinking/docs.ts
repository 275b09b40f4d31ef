// What a parameter does: in the words of the page if it has any, else in the server's.
import type { Parameter } from "../protocol";
import { has, t } from "../words.svelte";

/** `owner` is the name of the algorithm or policy, "schedule.bias" for a schedule. */
export function docOf(owner: string, parameter: Parameter): string {
  const key = `parameter.${owner}.${parameter.name}`;
  return has(key) ? t(key) : parameter.doc;
}
