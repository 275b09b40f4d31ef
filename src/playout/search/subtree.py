"""The part of a tree that a move leads to, kept for the next search.

Children are always made after their parent, so a node's index is larger than its parent's: going
up the indices once marks what is below the new root, once more moves it to the front, each node
to a place that has been read already.
"""

import numpy as np

from ..kernel import entry
from .tree import DEPTH, NODES, ROOT, ROWS, Tree

__all__ = ["keep_subtree"]


def keep_subtree(tree: Tree, move: int) -> bool:
    """Make the child of the root with this move the root; false if nothing is known of it."""
    first, n = int(tree.first[ROOT]), int(tree.n_children[ROOT])
    children = [node for node in range(first, first + n) if tree.move[node] == move]
    if not children or tree.n_tried[children[0]] == 0:
        return False
    places = np.zeros(tree.counts[NODES], np.int32)
    rows = np.zeros(tree.counts[ROWS], np.int32)
    depths = np.zeros(tree.counts[NODES], np.int16)
    move_to_front(tree, children[0], places, rows, depths)
    return True


@entry
def move_to_front(tree, root, places, rows, depths):
    """Move the subtree of a node to the front; `places`, `rows` and `depths` are zeros."""
    places[root] = 1  # marks what is kept; then where it goes, plus 1
    n_nodes = 0
    deepest = np.int64(0)
    for node in range(root, len(places)):
        if places[node] != 0:
            first = tree.first[node]
            for child in range(first, first + tree.n_children[node]):
                places[child] = 1
                depths[child] = depths[node] + 1
            if tree.visits[node] > 0:
                deepest = max(deepest, np.int64(depths[node]))
            rows[tree.row[node]] = 1
            n_nodes += 1
            places[node] = n_nodes
    rows[0] = 0
    n_rows = 1
    for row in range(1, len(rows)):
        if rows[row] != 0:
            rows[row] = n_rows
            tree.stats.move_row(row, n_rows)
            n_rows += 1
    for node in range(root, len(places)):
        if places[node] != 0:
            to = places[node] - 1
            tree.move_node(node, to)
            first = tree.first[to]
            tree.first[to] = places[first] - 1 if first != 0 else 0
            tree.row[to] = rows[tree.row[to]]
    for node in range(n_nodes, len(places)):
        tree.clear_node(node)
    for row in range(n_rows, len(rows)):
        tree.stats.clear_row(row)
    tree.counts[NODES] = n_nodes
    tree.counts[ROWS] = n_rows
    tree.counts[DEPTH] = deepest
