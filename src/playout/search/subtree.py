"""The part of a tree that a move leads to, kept for the next search.

Children are always made after their parent, so a node's index is larger than its parent's: going
up the indices once marks what is below the new root, once more moves it to the front, each node
to a place that has been read already.
"""

import numpy as np

from ..kernel import compiled, entry
from .tree import DEPTH, NODES, ROOT, SURVIVORS, TABLES, Tree

__all__ = ["keep_subtree"]


def keep_subtree(tree: Tree, move: int) -> bool:
    """Make the child of the root with this move the root; false if nothing is known of it."""
    first, n = int(tree.first[ROOT]), int(tree.n_children[ROOT])
    children = [node for node in range(first, first + n) if tree.move[node] == move]
    if not children or tree.n_tried[children[0]] == 0:
        return False
    places = np.zeros(tree.counts[NODES], np.int32)
    tables = np.zeros(tree.counts[TABLES], np.int32)
    depths = np.zeros(tree.counts[NODES], np.int16)
    move_to_front(tree, children[0], places, tables, depths)
    tree.counts[SURVIVORS] = 0
    if len(tables) > 1 and tree.table[ROOT] == 0:
        # Only the root had a table: the new one gets an empty one.
        tree.table[ROOT] = 1
        tree.counts[TABLES] = 2
    return True


@entry
def move_to_front(tree, root, places, tables, depths):
    """Move the subtree of a node to the front; `places`, `tables` and `depths` are zeros."""
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
            tables[tree.table[node]] = 1
            n_nodes += 1
            places[node] = n_nodes
    tables[0] = 0
    n_tables = 1
    for table in range(1, len(tables)):
        if tables[table] != 0:
            tables[table] = n_tables
            for code in range(tree.amaf.shape[1]):
                tree.amaf[n_tables, code] = tree.amaf[table, code]
            n_tables += 1
    for node in range(root, len(places)):
        if places[node] != 0:
            move_node(tree, node, places[node] - 1, places, tables)
    for node in range(n_nodes, len(places)):
        clear_node(tree, node)
    for table in range(n_tables, len(tables)):
        for code in range(tree.amaf.shape[1]):
            tree.amaf[table, code] = 0
    tree.counts[NODES] = n_nodes
    tree.counts[TABLES] = n_tables
    tree.counts[DEPTH] = deepest


@compiled
def move_node(tree, node, to, places, tables):
    tree.visits[to] = tree.visits[node]
    tree.total[to] = tree.total[node]
    tree.mean[to] = tree.mean[node]
    tree.width[to] = tree.width[node]
    tree.n_children[to] = tree.n_children[node]
    tree.n_tried[to] = tree.n_tried[node]
    tree.move[to] = tree.move[node]
    tree.code[to] = tree.code[node]
    tree.proven[to] = tree.proven[node]
    tree.distance[to] = tree.distance[node]
    tree.table[to] = tables[tree.table[node]]
    if len(tree.worth) > 1:
        tree.worth[to] = tree.worth[node]
    first = tree.first[node]
    tree.first[to] = places[first] - 1 if first != 0 else 0


@compiled
def clear_node(tree, node):
    tree.visits[node] = 0
    tree.total[node] = 0
    tree.mean[node] = 0
    tree.width[node] = 0
    tree.first[node] = 0
    tree.n_children[node] = 0
    tree.n_tried[node] = 0
    tree.proven[node] = 0
    tree.distance[node] = 0
    tree.table[node] = 0
    if len(tree.worth) > 1:
        tree.worth[node] = 0
