// Which game a link means, and the key of the seat that this browser has there. A key comes in the
// link and is then out of sight: the address that is left is one that may be shown to anybody. Only
// where nothing can be kept does it stay there.

export interface Place {
  room: string;
  seat: string | null; // null: one watches
  friend: string | null; // the key to be given to the friend, if this is who invited
  isBare: boolean; // the key is in the address
}

interface Kept {
  seat: string;
  friend?: string;
  game?: string; // "connect4"
  people?: string[]; // those that have names
  at?: number; // when one was there last
}

/** A game of the list. */
export interface Mine {
  room: string;
  game: string;
  people: string[];
  at: number;
}

type Store = "localStorage" | "sessionStorage";

export const MOST_NAME = 24; // signs, as the server has it
const KEY = "playout-seats";
const NAME = "playout-name";
const WATCH = "watch"; // in place of a key: this tab watches, though this browser has a seat
const MOST = 50;

/** The address of a room, for the one who has this key, or for all who watch. */
export function linkTo(room: string, seat: string | null): string {
  return `${location.origin}${location.pathname}#friend=${room}.${seat ?? WATCH}`;
}

/** The room in the address; what it says of the seat is kept, and taken out of it. */
export function placeInAddress(): Place | null {
  const found = /^#friend=([\w-]+)(?:\.([\w-]+))?(?:\.([\w-]+))?$/.exec(location.hash);
  if (!found) return null;
  const [, room = "", given, friend] = found;
  let isBare = false;
  if (given) {
    const own = kept("localStorage")[room];
    const mine = { seat: given, ...(friend && { friend }) };
    // The first seat of this browser stays its own: a second tab may play the other side.
    const isFound = given === WATCH || own !== undefined || put("localStorage", room, mine);
    isBare = !put("sessionStorage", room, { ...own, ...mine }) || !isFound;
    if (!isBare) history.replaceState(null, "", `${location.pathname}${location.search}#friend=${room}`);
  }
  const mine = isBare ? { seat: given!, friend } : (kept("sessionStorage")[room] ?? kept("localStorage")[room] ?? null);
  const seat = mine && mine.seat !== WATCH ? mine.seat : null;
  return { room, seat, friend: seat ? (mine?.friend ?? null) : null, isBare: isBare && seat !== null };
}

/** Keep the seat of a game that was started here; its address, with the keys in it if they cannot be kept. */
export function keepSeat(room: string, seat: string, friend: string): string {
  // Both: what only the tab has is gone with it.
  const isKept = [put("localStorage", room, { seat, friend }), put("sessionStorage", room, { seat, friend })].every(Boolean);
  return isKept ? `friend=${room}` : `friend=${room}.${seat}.${friend}`;
}

/** For the list: what is played there, and that one was there. */
export function keepGame(room: string, seat: string, game: string, people: string[]): void {
  const mine = kept("localStorage")[room];
  if (mine?.seat === seat) put("localStorage", room, { ...mine, game, people, at: Date.now() });
}

/** The games in which this browser has a seat, the latest first. */
export function myGames(): Mine[] {
  const all = Object.entries(kept("localStorage")).map(([room, { game, people, at }]) => ({
    room,
    game: typeof game === "string" ? game : "",
    people: Array.isArray(people) ? people.filter((name) => typeof name === "string") : [],
    at: Number.isFinite(at) ? at! : 0,
  }));
  return all.sort((a, b) => b.at - a.at);
}

/** A tab that has watched takes the seat that this browser has; one with a seat of its own keeps it. */
export function sit(room: string): void {
  const mine = kept("localStorage")[room];
  if (mine && kept("sessionStorage")[room]?.seat === WATCH) put("sessionStorage", room, mine);
}

export function dropSeat(room: string): void {
  for (const store of ["localStorage", "sessionStorage"] as const) {
    const { [room]: _, ...others } = kept(store);
    set(store, others);
  }
}

/** What this person is called; said again in their next game. */
export function keptName(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

export function keepName(name: string): void {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // Not kept, then.
  }
}

/** The seats in a store; it is named here, since to reach for one that is forbidden is an error. */
function kept(store: Store): Record<string, Kept> {
  try {
    const all = JSON.parse(window[store].getItem(KEY) ?? "{}") as Record<string, Partial<Kept> | null> | null;
    return Object.fromEntries(Object.entries(all ?? {}).filter(isSeat));
  } catch {
    return {};
  }
}

/** Whether an entry is a seat: a store can be edited. */
function isSeat(entry: [string, Partial<Kept> | null]): entry is [string, Kept] {
  return typeof entry[1]?.seat === "string";
}

function put(store: Store, room: string, seat: Kept): boolean {
  const { [room]: _, ...others } = kept(store); // what was put last stands last, and is dropped last
  return set(store, Object.fromEntries([...Object.entries(others), [room, seat]].slice(-MOST)));
}

/** Whether it could be kept: if not, the link itself opens the seat again. */
function set(store: Store, seats: Record<string, Kept>): boolean {
  try {
    window[store].setItem(KEY, JSON.stringify(seats));
    return true;
  } catch {
    return false;
  }
}
