// What a game is about, in a sentence for somebody who has never played it.
import type { Catalogue } from "../protocol";
import { has, t } from "../words.svelte";
import { gameParts } from "./link";

const USUAL: Record<string, string> = { line: "3" }; // where the catalogue does not say: a friend has none

export function goalOf(game: string, catalogue: Catalogue | null): string {
  const { name, values } = gameParts(game);
  const info = catalogue?.games.find((one) => one.name === name);
  const given = (parameter: string): string =>
    values.get(parameter) ?? String(info?.parameters.find((one) => one.name === parameter)?.default ?? USUAL[parameter] ?? "");
  const key = given("misere") === "true" ? `goal_${name}_misere` : `goal_${name}`;
  return has(key) ? t(key, { line: given("line") }) : (info?.doc ?? "");
}

/** Whether the second player may take over the first move. */
export function hasSwap(game: string): boolean {
  return gameParts(game).values.get("swap") === "true";
}
