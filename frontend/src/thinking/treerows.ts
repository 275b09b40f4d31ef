// The rows of the open tree: what is open, and from that what is seen.
import type { TreeNode } from "../protocol";

/** An open node: what is known of it, and how many of its children are shown. */
export interface Opened {
  path: string[];
  node: TreeNode | null; // null: asked for, not here yet
  shown: number;
}

interface Placed {
  key: string;
  path: string[]; // of the move; of the node that holds the others, in rows of other kinds
  level: number;
  posinset: number;
  setsize: number;
}

export type TreeRow = Placed &
  (
    | { kind: "move"; child: TreeNode["children"][number]; player: 0 | 1; share: number; open: boolean }
    | { kind: "more"; n: number; share: number } // children that can be shown
    | { kind: "left_off"; n: number } // children that the server left off
    | { kind: "loading" }
  );

export function keyOf(path: string[]): string {
  return path.join("/");
}

/** The rows that are seen, from the root down. */
export function rowsOf(opened: Record<string, Opened>): TreeRow[] {
  const rows: TreeRow[] = [];
  add(rows, opened, opened[""]!, 1);
  return rows;
}

function add(rows: TreeRow[], opened: Record<string, Opened>, entry: Opened, level: number): void {
  const { path, node, shown } = entry;
  const key = keyOf(path);
  if (!node) {
    rows.push({ kind: "loading", key: `${key}+`, path, level, posinset: 1, setsize: 1 });
    return;
  }
  // A child that is open stays in sight, even if others overtake it.
  const isSeen = (move: string, i: number) => i < shown || keyOf([...path, move]) in opened;
  const seen = node.children.filter((child, i) => isSeen(child.move, i));
  const hidden = node.children.filter((child, i) => !isSeen(child.move, i));
  const rest = hidden.length > 0 || node.left_off > 0 ? 1 : 0;
  const setsize = seen.length + rest;
  const total = Math.max(1, node.children.reduce((sum, child) => sum + child.visits, 0));
  seen.forEach((child, i) => {
    const below = [...path, child.move];
    const inner = opened[keyOf(below)];
    rows.push({
      kind: "move",
      key: keyOf(below),
      path: below,
      level,
      posinset: i + 1,
      setsize,
      child,
      player: node.player,
      share: child.visits / total,
      open: inner !== undefined,
    });
    if (inner) add(rows, opened, inner, level + 1);
  });
  if (!rest) return;
  const place = { key: `${key}+`, path, level, posinset: setsize, setsize };
  if (hidden.length === 0) {
    rows.push({ kind: "left_off", n: node.left_off, ...place });
    return;
  }
  const visits = hidden.reduce((sum, child) => sum + child.visits, 0);
  rows.push({ kind: "more", n: hidden.length + node.left_off, share: visits / total, ...place });
}
