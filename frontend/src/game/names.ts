// Words for what the server names in English: players, games, moves.
import { takes } from "../board/clicks";
import type { Catalogue, View } from "../protocol";
import { has, t, whole } from "../words.svelte";
import { gameParts } from "./link";

/** A player's name, "Black", in the language of the page. */
export function nameOf(name: string): string {
  const key = `name_${name}`;
  return has(key) ? t(key) : name;
}

/** A move as it is written: "f6", "swap", "take 3". */
export function sayMove(move: string, view: View | null): string {
  if (move === "swap" || move === "pass") return t(move);
  if (view?.board?.piece === "match") {
    const taken = takes(move);
    if (!taken) return move;
    const several = /^[a-d]/.test(move);
    return several
      ? t("take_from", { n: taken.n, heap: String.fromCharCode(65 + taken.heap) })
      : t("take", { n: taken.n });
  }
  return move;
}

/** A move in a sentence: "column 4" where the list of moves has "4". */
export function tellMove(move: string, view: View | null): string {
  return view?.board?.shape === "slots" ? t("column", { col: move }) : sayMove(move, view);
}

/** A search as its paper calls it, "GRAVE"; a name of one's own with a capital. */
export function searchName(name: string): string {
  const topic = ["search", "policy"].map((kind) => `topic.${kind}.${name}.title`).find(has);
  return topic ? t(topic) : name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Who plays, in words: "Human", "Hard", "GRAVE, 2 s". */
export function playerName(player: string): string {
  const { name, values } = gameParts(player);
  const words = has(`level_${name}`) ? t(`level_${name}`) : searchName(name);
  const parts = [words];
  const seconds = values.get("seconds");
  const simulations = Number(values.get("simulations"));
  if (seconds) parts.push(`${seconds} s`);
  if (simulations) parts.push(t("n_simulations", { n: whole(simulations) }));
  return parts.join(", ");
}

/** The title of a game: "Hex". */
export function titleOf(catalogue: Catalogue | null, game: string): string {
  const name = game.split(":")[0] ?? game;
  if (has(`title_${name}`)) return t(`title_${name}`);
  return catalogue?.games.find((g) => g.name === name)?.title ?? name;
}
