// The games of this browser and those that the server keeps as files are the same list, if the
// server keeps any (`playout web --games`). Every game has a number of times it was written; the
// higher one wins, and where two browsers have gone on with one game, there are two.
import { fresh, newId } from "../game/tree";
import { fromPlain, toPlain } from "./plain";
import { all, entryOf, forget, gameOf, listen, load, put, type Kept, type Result } from "./store";

interface Head {
  id: string;
  rev: number;
  created: number;
  updated: number;
  result: "first" | "second" | "draw" | "open";
}

interface KeptGames {
  folder: string | null;
  games: { head: Head; is_deleted: boolean }[];
}

const PAUSE_MS = 400; // several moves in a moment are written once
const RESULTS: Record<Head["result"], Result> = { first: 0, second: 1, draw: "draw", open: null };

let known = new Map<string, number>(); // what the server has, by the times it was written
let isBegun = false;
let timer: ReturnType<typeof setTimeout> | null = null;
let working: Promise<string> = Promise.resolve("");

/** Keep the list the same from now on; "" if the server keeps none, else its folder. */
export async function begin(): Promise<string> {
  const folder = await sync();
  if (folder && !isBegun) listen(() => (timer ??= setTimeout(pushSoon, PAUSE_MS)));
  isBegun ||= folder !== "";
  return folder;
}

function pushSoon(): void {
  timer = null;
  void sync();
}

/** Bring both sides to the same, one after the other; the folder of the server. */
export function sync(): Promise<string> {
  working = working.then(once, once);
  return working;
}

async function once(): Promise<string> {
  const answer = await fetch("./api/games").catch(() => null);
  if (!answer?.ok) return "";
  const { folder, games } = (await answer.json()) as KeptGames;
  if (folder === null) return "";
  const heads = new Map(games.map((game) => [game.head.id, game]));
  for (const { head, is_deleted } of games) await take(head, is_deleted);
  for (const kept of all()) {
    const head = heads.get(kept.id)?.head;
    if (!head || head.rev < kept.rev) await push(kept);
  }
  // What was there and is not here any more was deleted here.
  for (const { head, is_deleted } of games) {
    if (!is_deleted && known.has(head.id) && !load(head.id)) await drop(head.id);
  }
  known = new Map(all().map((kept) => [kept.id, kept.rev]));
  return folder;
}

/** Take a game over from the server, if it is later than ours. */
async function take(head: Head, isDeleted: boolean): Promise<void> {
  const ours = load(head.id);
  if (isDeleted) {
    if (ours && ours.rev <= head.rev) forget(head.id);
    return;
  }
  const isParted = ours !== null && ours.rev === head.rev && ours.updated !== head.updated;
  if (isParted) put({ ...ours, id: newId(), rev: 1 });
  if (ours ? ours.rev < head.rev || isParted : !known.has(head.id)) {
    const answer = await fetch(`./api/games/${head.id}`).catch(() => null);
    if (answer?.ok) keep((await answer.json()) as Head & { text: string });
  }
}

function keep({ text, id, rev, created, updated, result }: Head & { text: string }): void {
  const [game] = fromPlain(text, fresh("hex", ["human", "human"]));
  if (game) put({ ...entryOf({ ...game, id }, rev), created, updated, result: RESULTS[result] });
}

async function push(kept: Kept): Promise<void> {
  const game = gameOf(kept);
  if (!game) return;
  const { id, rev, created, updated } = kept;
  const result = (["first", "second", "draw", "open"] as const).find((name) => RESULTS[name] === kept.result) ?? "open";
  const text = toPlain(game, new Date(created).toISOString().slice(0, 10));
  await post("./api/games", { id, rev, created, updated, result, text });
}

async function drop(id: string): Promise<void> {
  await post(`./api/games/${id}/delete`, {});
}

/** `keepalive`: it arrives though the tab is closed. */
async function post(address: string, body: unknown): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await fetch(address, { method: "POST", headers, body: JSON.stringify(body), keepalive: true }).catch(() => null);
}
