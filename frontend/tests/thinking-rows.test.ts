// The order of the table of moves, and the rows of the tree.
import { expect, test } from "vitest";
import type { Row, TreeNode } from "../src/protocol";
import { ordered } from "../src/thinking/order";
import { rowsOf, type Opened } from "../src/thinking/treerows";

function row(move: string, rest: Partial<Row> = {}): Row {
  return { move, visits: 0, value: null, amaf_visits: 0, amaf_value: null, prior: null, network: null, proven: "", distance: 0, ...rest };
}

const rows = [
  row("a10", { visits: 5, value: 0.5, amaf_visits: 9, amaf_value: 0.1 }),
  row("a2", { visits: 9, value: 0.4, proven: "lost", distance: 4 }),
  row("b1", { visits: 1, value: 1, proven: "won", distance: 2 }),
  row("c1", { visits: 5 }),
];

test("moves are ordered by any column, both ways", () => {
  expect(ordered(rows, { by: "visits", descending: true })).toEqual(["a2", "a10", "c1", "b1"]);
  expect(ordered(rows, { by: "visits", descending: false })).toEqual(["b1", "a10", "c1", "a2"]);
  expect(ordered(rows, { by: "move", descending: false })).toEqual(["a2", "a10", "b1", "c1"]);
  expect(ordered(rows, { by: "value", descending: true })).toEqual(["b1", "a10", "a2", "c1"]);
  expect(ordered(rows, { by: "amaf", descending: true })[0]).toBe("a10");
  expect(ordered(rows, { by: "proven", descending: true })).toEqual(["b1", "a10", "c1", "a2"]);
});

test("what a solver knows is ordered without visits", () => {
  const proven = [
    row("1"),
    row("2", { proven: "lost", distance: 3 }),
    row("3", { proven: "won", distance: -1 }),
    row("4", { proven: "draw", distance: -1 }),
    row("5", { proven: "lost", distance: 9 }),
  ];
  expect(ordered(proven, { by: "proven", descending: true })).toEqual(["3", "1", "4", "5", "2"]);
});

function node(path: string[], visits: number[], left_off = 0): TreeNode {
  const children = visits.map((n, i) => ({ ...row(`m${i}`, { visits: n }), n_children: 3 }));
  return { path, player: 0, visits: 100, children, left_off };
}

const open = (path: string[], of: TreeNode | null, shown = 2): Opened => ({ path, node: of, shown });

test("a wide node shows its first children and how much the others have", () => {
  const seen = rowsOf({ "": open([], node([], [60, 30, 6, 4], 10)) });
  expect(seen.map((one) => one.kind)).toEqual(["move", "move", "more"]);
  expect(seen[2]).toMatchObject({ n: 12, share: 0.1, posinset: 3, setsize: 3, level: 1 });
});

test("when all are shown, what the server left off is said", () => {
  const seen = rowsOf({ "": open([], node([], [60, 30], 10)) });
  expect(seen[2]).toMatchObject({ kind: "left_off", n: 10 });
});

test("an open node's children follow it, one level down", () => {
  const seen = rowsOf({ "": open([], node([], [60, 30])), m0: open(["m0"], node(["m0"], [9])) });
  expect(seen.map((one) => [one.key, one.level])).toEqual([
    ["m0", 1],
    ["m0/m0", 2],
    ["m1", 1],
  ]);
  expect(seen[0]).toMatchObject({ open: true });
});

test("a node that is asked for says so", () => {
  const seen = rowsOf({ "": open([], node([], [60])), m0: open(["m0"], null) });
  expect(seen[1]).toMatchObject({ kind: "loading", level: 2 });
});

test("a node that is open stays in sight when others overtake it", () => {
  const seen = rowsOf({ "": open([], node([], [60, 30, 6, 4])), m3: open(["m3"], node(["m3"], [])) });
  expect(seen.map((one) => one.key)).toEqual(["m0", "m1", "m3", "+"]);
  expect(seen[3]).toMatchObject({ kind: "more", n: 1 });
});
