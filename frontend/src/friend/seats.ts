// Which game a link means, and the key of the seat that this browser has there. A key comes in the
// link and is then out of sight: the address that is left is one that may be shown to anybody.

export interface Place {
  room: string;
  seat: string | null; // null: one watches
  friend: string | null; // the key to be given to the friend, if this is who invited
}

interface Kept {
  seat: string;
  friend?: string;
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
  const found = /^#friend=([\w-]+)(?:\.([\w-]+))?$/.exec(location.hash);
  if (!found) return null;
  const [, room = "", given] = found;
  if (given) {
    put("sessionStorage", room, { ...kept("localStorage")[room], seat: given });
    // The first seat of this browser stays its own: a second tab may play the other side.
    if (given !== WATCH && !kept("localStorage")[room]) put("localStorage", room, { seat: given });
    history.replaceState(null, "", `${location.pathname}${location.search}#friend=${room}`);
  }
  const mine = kept("sessionStorage")[room] ?? kept("localStorage")[room] ?? null;
  const seat = mine && mine.seat !== WATCH ? mine.seat : null;
  return { room, seat, friend: seat ? (mine?.friend ?? null) : null };
}

/** Keep the seat of a game that was started here. */
export function keepSeat(room: string, seat: string, friend: string): void {
  put("sessionStorage", room, { seat, friend });
  put("localStorage", room, { seat, friend });
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

function put(store: Store, room: string, seat: Kept): void {
  const all = Object.entries({ ...kept(store), [room]: seat }).slice(-MOST);
  try {
    window[store].setItem(KEY, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // Not kept, then: the link itself opens the seat again.
  }
}
