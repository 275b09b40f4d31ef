// The experiment that is being defined; it stays as it is while one looks elsewhere.
import { session } from "../game/session.svelte";
import type { NewExperiment } from "../protocol";

interface Draft {
  name: string;
  game: string;
  games: number;
  opening: number;
  seed: number;
  kind: "round-robin" | "gauntlet"; // of more than two players
  players: string[];
  stops: boolean; // as soon as it is decided
  elo0: number;
  elo1: number;
}

export const draft = $state<Draft>({
  name: "",
  game: session.game.game, // the game that is on the board
  games: 100,
  opening: 2,
  seed: 1,
  kind: "round-robin",
  players: ["uct:simulations=1000", "rave:simulations=1000"],
  stops: false,
  elo0: 0,
  elo1: 50,
});

/** A player goes by its text, as in `playout match`; those who are alike are numbered. */
export function named(players: string[]): string[] {
  return players.map((text, i) => {
    if (players.indexOf(text) === players.lastIndexOf(text)) return text;
    return `${text} (${players.slice(0, i + 1).filter((other) => other === text).length})`;
  });
}

/** The experiment as the server takes it. */
export function defined(usualName: string): Omit<NewExperiment, "language"> {
  const { players, game, games, opening, seed } = draft;
  const names = named(players);
  return {
    name: (draft.name.trim() || usualName).slice(0, 80),
    kind: players.length === 2 ? "match" : draft.kind,
    game,
    games,
    opening,
    seed,
    players: Object.fromEntries(players.map((text, i) => [names[i]!, text])),
    sprt: draft.stops ? { elo0: draft.elo0, elo1: draft.elo1 } : null,
  };
}
