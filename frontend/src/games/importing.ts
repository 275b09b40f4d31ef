// Games from texts and files into one's list, each played through first.
import { explain } from "../game/errors";
import { session } from "../game/session.svelte";
import { inOrder, mainLine, type Game } from "../game/tree";
import type { Found } from "../game/treetext";
import { entryOf, put, type Refused } from "./store";

export interface Imported {
  games: Game[]; // that are in the list now
  wrong: { number: number; why: string }[]; // those that are not, by their place in the text
  refused: Refused | null; // why there are no more
}

/** Keep these games; what is wrong with one does not keep the others out. */
export async function keepAll(all: Found[], tell: (n: number) => void = () => {}): Promise<Imported> {
  const done: Imported = { games: [], wrong: [], refused: null };
  for (const [i, game] of all.entries()) {
    tell(i);
    try {
      if (game instanceof Error) throw game;
      const endings = await session.check(game);
      const nodes = inOrder(game);
      const end = mainLine(game).at(-1)!.id;
      const ending = endings.find(({ node }) => nodes[node]?.id === end);
      if (ending) game.ended = { node: end, winner: ending.winner };
      const saved = put(entryOf(game));
      if (saved !== "kept") return { ...done, refused: saved };
      game.rev = 1;
      done.games.push(game);
    } catch (error) {
      done.wrong.push({ number: i + 1, why: explain(error as Error) });
    }
  }
  return done;
}
