// How things stand, in words: who is to move, who thinks, how the game ended.
import type { View } from "../protocol";
import { language, t, whole } from "../words.svelte";
import { nameOf } from "./names";
import { scene } from "./scene.svelte";
import { session } from "./session.svelte";
import type { Game } from "./tree";

function now(): string {
  const { view } = scene;
  if (session.setUp) return t("setting_up");
  if (!view) return t(session.link === "open" ? "opening" : "connecting");
  const name = (player: 0 | 1): string => nameOf(view.names[player]);
  const { resigned } = session;
  if (resigned !== null) {
    return `${t("resigned", { player: name(resigned) })} ${t("wins", { player: name(resigned === 0 ? 1 : 0) })}`;
  }
  if (view.over) return ended(view, name);
  return t(scene.thinks ? "thinks" : "to_move", { player: name(view.player) });
}

function ended(view: View, name: (player: 0 | 1) => string): string {
  const { winner, lead } = view;
  const counts = discs(view);
  if (counts) {
    const [fewer, more] = [...counts].sort((a, b) => a - b) as [number, number];
    return winner === null ? t("drawn_count", { more, fewer }) : t("wins_count", { player: name(winner), more, fewer });
  }
  if (winner === null) return t("drawn");
  if (lead === null) return t("wins", { player: name(winner) });
  return t("wins_by", { player: name(winner), points: whole(Math.abs(lead)) });
}

/** How many discs either player has, where they are what counts. */
export function discs({ board }: View): [number, number] | null {
  if (board?.shape !== "felt") return null;
  const first = board.pieces.filter(([, , owner]) => owner === 0).length;
  return [first, board.pieces.length - first];
}

let told: { game: Game; language: string; text: string } | null = null;

// Until the view of a new position is there, the page says what it said before.
const text = $derived.by(() => {
  const { game } = session;
  const isHeld =
    !session.setUp && scene.view && !session.isFresh && told?.game === game && told.language === language.now;
  const said = isHeld ? told!.text : now();
  told = { game, language: language.now, text: said };
  return said;
});

export function standing(): string {
  return text;
}
