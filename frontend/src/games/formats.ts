// Games as texts and files, in and out; loaded when somebody wants it.
import { fromHash } from "../game/link";
import { fresh, isBegun, type Game } from "../game/tree";
import { unreadable } from "../game/treetext";
import { fromPlain, toPlain } from "./plain";
import { fromSgf } from "./readsgf";
import { hasSgf, toSgf } from "./sgf";

export { hasSgf, toPlain, toSgf };

/** The games in a text: SGF, plain text, a link, or a file that `playout play` has saved. */
export function gamesIn(text: string, present: Game): Game[] {
  const given = text.replace(/^\uFEFF/, "").trim();
  const link = /#\S*\bg=\S+/.exec(given)?.[0];
  const linked = link ? fromHash(link) : null;
  const games = linked ? [linked] : /^\(\s*;/.test(given) ? fromSgf(given) : (saved(given) ?? fromPlain(given, present));
  if (!games.length || (games.length === 1 && !linked && !isBegun(games[0]!) && !/^\[Game /m.test(given) && !saved(given))) {
    throw unreadable("text-empty");
  }
  return games;
}

/** A file of the terminal: JSON with the moves in it. */
function saved(text: string): Game[] | null {
  if (!text.startsWith("{")) return null;
  try {
    const { playout, game, players, position, moves } = JSON.parse(text) as Record<string, unknown>;
    const texts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === "string");
    if (playout !== 1 || typeof game !== "string" || !texts(players) || players.length !== 2 || !texts(moves)) return null;
    return [fresh(game, [players[0]!, players[1]!], typeof position === "string" ? position : null, moves)];
  } catch {
    return null;
  }
}
