// Why the browser keeps no game, and what to do.
import { t } from "../words.svelte";
import { all, type Refused } from "./store";

export function tellRefused(why: Refused): string {
  if (why === "none") return t("games_nowhere");
  return t(all().length ? "games_full" : "games_no_room"); // one deletes what there is
}
