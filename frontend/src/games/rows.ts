// The rows of the list of games: what is shown of each, and which are searched for.
import { nameOf, playerName, titleOf } from "../game/names";
import { gameParts } from "../game/link";
import { mainLine, placeOf, type Game } from "../game/tree";
import type { Catalogue, Place } from "../protocol";
import { language, t, whole } from "../words.svelte";
import { gameOf, plies, type Kept } from "./store";

export interface Row {
  kept: Kept;
  game: Game;
  kind: string; // "hex"
  title: string; // "Hex 11"
  name: string;
  date: string;
  players: string;
  result: string;
  moves: string;
  place: Place; // where the main line ends
}

export function rowOf(kept: Kept, catalogue: Catalogue | null): Row | null {
  const game = gameOf(kept);
  if (!game) return null;
  const title = longTitle(game, catalogue);
  return {
    kept,
    game,
    kind: gameParts(game.game).name,
    title,
    name: kept.name || title,
    date: new Date(kept.updated).toLocaleString(language.now, { dateStyle: "medium", timeStyle: "short" }),
    players: game.players.map(playerName).join(" – "),
    result: resultText(kept, game),
    moves: plies(game) === 1 ? t("a_move") : t("n_moves", { n: whole(plies(game)) }),
    place: placeOf(game, mainLine(game).at(-1)!.id),
  };
}

/** "Hex 11": the game and the numbers that its board has. */
function longTitle(game: Game, catalogue: Catalogue | null): string {
  const { values } = gameParts(game.game);
  const size = values.get("size") ?? ["cols", "rows"].flatMap((key) => values.get(key) ?? []).join(" × ");
  return `${titleOf(catalogue, game.game)} ${size}`.trim();
}

function resultText({ result }: Kept, game: Game): string {
  if (result === null) return t("not_over");
  if (result === "draw") return t("drawn");
  const { name, values } = gameParts(game.game);
  const isLarge = name === "mnk" && Math.max(Number(values.get("cols") ?? 3), Number(values.get("rows") ?? 3)) > 5;
  const names = (isLarge ? null : SIDES[name]) ?? ["Black", "White"];
  const winner = t("wins", { player: nameOf(names[result]!) });
  // One who resigned in a side line has not lost the game by it.
  return game.resigned?.node === mainLine(game).at(-1)!.id ? t("by_resignation", { winner }) : winner;
}

/** Players that are not called Black and White. */
const SIDES: Record<string, [string, string]> = {
  connect4: ["Red", "Yellow"],
  mnk: ["X", "O"], // on small boards
  domineering: ["Vertical", "Horizontal"],
  breakthrough: ["White", "Black"],
  knightthrough: ["White", "Black"],
};

/** Whether all words that are searched for are in a row, or in the comments of its game. */
export function isFound(row: Row, words: string): boolean {
  const comments = Object.values(row.game.nodes).map((n) => n.comment ?? "");
  const text = [row.name, row.title, row.date, row.players, row.result, ...comments].join(" ").toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
