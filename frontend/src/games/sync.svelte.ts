// The games of this browser and those that the server keeps as files are the same list, if the
// server keeps any (`playout web --games`). What a file holds has a tag, and each game knows the tag
// that it goes on from: so it is seen which side has changed, the game here, the file, by another
// browser or by hand, or both, and then there are two games. Only what was deleted is deleted: what
// is merely not here any more, or in another folder, comes back from the other side.
import { codeOf, CodedError, lost } from "../game/connection";
import { explain } from "../game/errors";
import { keep, record } from "../game/record.svelte";
import { session } from "../game/session.svelte";
import { fresh, holds, newId } from "../game/tree";
import { rooms } from "../rooms.svelte";
import { addWords, t } from "../words.svelte";
import { games as words } from "../words/games";
import { fromPlain, toPlain } from "./plain";
import { tellRefused } from "./refused";
import { rowOf } from "./rows";
import * as store from "./store";
import type { Kept, Result, Saved } from "./store";

interface Head {
  id: string;
  created: number;
  updated: number;
  result: "first" | "second" | "draw" | "open";
}

interface Filed extends Head {
  text: string;
  tag: string;
}

interface Listed {
  id: string;
  file: string; // its name
  tag: string;
  is_deleted: boolean;
}

interface KeptGames {
  folder: string | null;
  mark: string;
  games: Listed[];
}

interface SetAside {
  copies: string[]; // that people made of the file of a game
}

const PAUSE_MS = 400; // several moves in a moment are written once
const KEEPALIVE = 15_000; // signs that arrive though the tab is closed; browsers refuse more than 64 kB
const RESULTS: Record<Head["result"], Result> = { first: 0, second: 1, draw: "draw", open: null };

/** What the page tells of the files. */
export const files = $state({
  folder: "", // "" if the server keeps none
  unfiled: [] as string[], // what is not kept as a file, and why
  unread: [] as string[], // files that are not in the list, and why
  copies: [] as string[], // of games that were deleted here, as their files are called now
  gone: store.gone(), // games that left the list, since somebody has deleted their files
  parted: [] as string[], // games of which the file held less than there was here
});

let isBegun = false;
let told: string[] = []; // on the board or in the list, of what is not kept as a file
let timer: ReturnType<typeof setTimeout> | null = null;
let working = Promise.resolve();

addWords(words);

/** Keep the list the same from now on. */
export function begin(): Promise<void> {
  if (!isBegun) {
    store.listen(() => (timer ??= setTimeout(soon, PAUSE_MS)));
    $effect.root(followLine);
  }
  isBegun = true;
  return sync();
}

/** What was not settled while the server was away is settled once it is back. */
function followLine(): void {
  let wasOpen = session.link === "open";
  $effect(() => {
    const isOpen = session.link === "open";
    if (isOpen && !wasOpen) void sync();
    wasOpen = isOpen;
  });
}

function soon(): void {
  timer = null;
  if (files.folder || files.unfiled.length) void sync();
}

/** Bring both sides to the same, one after the other, in one tab at a time. */
function sync(): Promise<void> {
  // Where the page does not come by https or from this machine there are no locks: then two tabs
  // may do the same at once, and the later one is refused and looks again.
  const alone = (): Promise<void> => navigator.locks?.request("playout-files", twice) ?? twice();
  working = working.then(alone, alone);
  return working;
}

async function twice(): Promise<void> {
  if (await once()) await once();
  const news = files.unfiled.find((one) => !told.includes(one));
  if (news && rooms.now === null) session.error = news;
  told = files.unfiled;
}

/** True: somebody else has written a file meanwhile, and it is to be looked at again. */
async function once(): Promise<boolean> {
  const unfiled: string[] = [];
  const unread: string[] = [];
  let isStale = false;

  async function trying(work: () => Promise<void>, list: string[], said: (why: string) => string): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (codeOf(error) === "lost") throw error;
      isStale ||= ["game-changed", "no-such-game"].includes(codeOf(error));
      list.push(said(explain(error as Error)));
    }
  }

  async function settle(id: string, theirs: Listed | undefined, mark: string): Promise<void> {
    const ours = store.load(id);
    const takeNew = (): Promise<void> => trying(() => fetched(theirs!, mark), unread, (why) => t("file_unread", { file: theirs!.file, why }));
    const take = (): Promise<void> =>
      trying(() => fetched(theirs!, mark), unfiled, (why) => t("file_not_taken", { name: nameOf(ours!), file: theirs!.file, why }));
    const push = (base: string): Promise<void> => trying(() => pushed(ours!, base, mark), unfiled, (why) => t("not_filed", { name: nameOf(ours!), why }));
    if (!ours) {
      if (theirs && !theirs.is_deleted) await takeNew();
      return;
    }
    const { file } = ours;
    const isKnown = file?.tag === theirs?.tag;
    const isClean = file?.same && (isKnown || file.folder === mark);
    if (!theirs) {
      if (!isClean) return push("");
      store.letGo(ours); // somebody has deleted the file
    } else if (theirs.is_deleted) {
      if (!isClean) return push(theirs.tag);
      store.forget(id);
    } else if (!isKnown) {
      await take();
    } else if (!isClean) {
      await push(theirs.tag);
    } else if (file!.folder !== mark) {
      store.putFiled({ ...ours, file: { ...file!, folder: mark } });
    }
  }

  try {
    const { folder, mark, games } = (await ask("./api/games")) as KeptGames;
    files.folder = folder ?? "";
    const there = new Map(games.map((game) => [game.id, game]));
    for (const [id, seen] of store.discarded()) {
      const theirs = there.get(id);
      if (seen && seen.folder !== mark && !theirs) continue; // for when its own folder is there
      // What somebody else has gone on with meanwhile is not what was deleted.
      const isIt = theirs && !theirs.is_deleted && (seen === null || seen.tag === theirs.tag);
      const remove = async (): Promise<void> => {
        if (isIt) files.copies.push(...((await ask(`./api/games/${id}/delete`, { base: theirs.tag })) as SetAside).copies);
        store.settleDeletion(id);
      };
      await trying(remove, unfiled, (why) => t("file_stays", { file: theirs!.file, why }));
      if (isIt) there.delete(id);
    }
    if (folder !== null) {
      for (const id of new Set([...there.keys(), ...store.all().map((kept) => kept.id)])) await settle(id, there.get(id), mark);
    }
  } catch (error) {
    if (codeOf(error) === "lost") return false; // that is said elsewhere, and it is looked at again
    unfiled.push(t("none_filed", { why: explain(error as Error) }));
  }
  Object.assign(files, { unfiled, unread, gone: store.gone() });
  return isStale;
}

function nameOf(kept: Kept): string {
  return rowOf(kept, session.catalogue)?.name ?? kept.id;
}

/** Take a game over from its file; if it has changed here, too, there are two. */
async function fetched({ id }: Listed, mark: string): Promise<void> {
  const { text, tag, created, updated, result } = (await ask(`./api/games/${id}`)) as Filed;
  const [game] = fromPlain(text, fresh("hex", ["human", "human"]));
  const file = { folder: mark, tag, same: true };
  if (store.load(id)) {
    if (session.link !== "open") throw lost(); // and not wait for it while other tabs wait for this one
    await session.check(game!); // what nobody could open takes the place of no game
  }
  const ours = store.load(id);
  const before = ours && store.gameOf(ours);
  if (ours && before) {
    const isClean = ours.file?.same && ours.file.folder === mark;
    if (!isClean && textOf(ours) === text) return done(store.putFiled({ ...ours, file }));
    // What another browser took away later is gone. What an editor, an old copy of the file or half a file leaves out is not.
    const isLess = updated <= ours.updated && !holds(game!, before);
    if (!isClean || isLess) part(ours);
    if (isClean && isLess) files.parted.push(nameOf(ours));
  }
  const theirs = { ...store.entryOf({ ...game!, id }, 1), created, updated, result: RESULTS[result], file };
  const isNew = before && store.contentOf(before) !== store.contentOf(store.gameOf(theirs)!);
  done(store.putFiled({ ...theirs, rev: (ours?.rev ?? 1) + (isNew ? 1 : 0) }));
}

/** What has changed here is a game of its own from now on, also on the board. */
function part(ours: Kept): void {
  const id = newId();
  done(store.put({ ...ours, id, file: undefined }));
  if (record.game.id !== ours.id || record.game.rev !== ours.rev) return;
  record.game.id = id;
  store.noteSeen(record.game);
  keep();
}

function done(saved: Saved): void {
  if (saved === "full" || saved === "none") throw new Error(tellRefused(saved));
}

async function pushed(ours: Kept, base: string, mark: string): Promise<void> {
  const { id, created, updated } = ours;
  const text = textOf(ours);
  if (text === null) return; // neither can it be shown
  const result = (["first", "second", "draw", "open"] as const).find((name) => RESULTS[name] === ours.result) ?? "open";
  const { tag } = (await ask("./api/games", { id, created, updated, result, text, base })) as { tag: string };
  const now = store.load(id); // one may have played on, or deleted it
  if (now) store.putFiled({ ...now, file: { folder: mark, tag, same: JSON.stringify(now) === JSON.stringify(ours) } });
}

function textOf(kept: Kept): string | null {
  const game = store.gameOf(kept);
  return game && toPlain(game, new Date(kept.created).toISOString().slice(0, 10));
}

/** What the server answers; an error says why it does not. */
async function ask(address: string, message?: unknown): Promise<unknown> {
  const body = message === undefined ? null : JSON.stringify(message);
  const headers = { "Content-Type": "application/json" };
  const post = body === null ? {} : { method: "POST", headers, body, keepalive: body.length < KEEPALIVE };
  const answer = await fetch(address, post).catch(() => {
    throw lost();
  });
  const said = (await answer.json().catch(() => null)) as Partial<CodedError> | null;
  if (answer.ok) return said;
  if (answer.status === 401) throw lost(); // the token: the page asks for it
  const { fields = {}, french = {} } = said ?? {};
  const code = said?.code ?? (answer.status === 413 ? "game-too-long" : "file-refused");
  throw new CodedError({ code, fields: { status: answer.status, ...fields }, text: (said as { text?: string } | null)?.text ?? "", french });
}
