// How a game between people stands, in words.
import { toHash } from "../game/link";
import { nameOf } from "../game/names";
import { fresh } from "../game/tree";
import type { Player, Table } from "../protocol";
import { t } from "../words.svelte";

/** A player's name, or the name of the colour. */
export function personOf({ people, view }: Table, player: Player): string {
  return people[player] || nameOf(view.names[player]);
}

export function standingOf(table: Table): string {
  const { view, you, ended } = table;
  const name = (player: Player): string => personOf(table, player);
  if (!ended) return you === view.player ? t("friend_your_turn") : t("to_move", { player: name(view.player) });
  const { winner, why } = ended;
  if (winner === null) return t(why === "agreed" ? "friend_agreed" : "drawn");
  const loser = name(winner === 0 ? 1 : 0);
  const how = why === "resigned" ? `${t("resigned", { player: loser })} ` : why === "time" ? `${t("friend_time", { player: loser })} ` : "";
  const result = you === null ? t("wins", { player: name(winner) }) : t(you === winner ? "you_won" : "you_lost");
  return how + result;
}

/** The game on a board of one's own, with a resignation if that ended it. */
export function reviewLink({ view, ended }: Table): string {
  const { game, moves } = view.place;
  const own = fresh(game, ["human", "human"], null, moves);
  if (ended?.why === "resigned" && ended.winner !== null) own.resigned = { node: own.cursor, by: ended.winner === 0 ? 1 : 0 };
  return toHash(own);
}
