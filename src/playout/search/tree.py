"""The search tree: flat arrays, one entry a node, the children of a node side by side.

    node     0     1  2  3  4     5  6  7 ...
            root   its children   the children of 2

Node 0 is the root. A node stands for a move and the position it leads to; its
visits and its total belong to the player who made that move. Children that have
been tried come first, so that what is scanned is what has been seen.
"""

import contextlib
import math
import mmap
from typing import Any, NamedTuple

import numpy as np

from ..kernel import below, compiled
from ..rules import DRAW
from .statistics import NOTHING, make, per_node, per_search, statistics

__all__ = ["DRAWN", "LOST", "ROOT", "UNPROVEN", "WON", "Tree", "ends_at"]

ROOT = 0
UNPROVEN, LOST, DRAWN, WON = 0, 1, 2, 3  # for the player who moved into the node

# What of a node is read by itself lies side by side, in half a cache line: a walk down a large
# tree waits for memory, once a node rather than once a number. What is scanned over all children
# of a node (visits, mean, width) has an array of its own.
NODE = np.dtype(
    [
        ("total", np.float64),
        ("first", np.int32),
        ("n_children", np.int32),
        ("n_tried", np.int32),
        ("move", np.int32),
        ("row", np.int32),
        ("distance", np.int16),
        ("proven", np.int8),
    ],
    align=True,
)
NODE_BYTES = NODE.itemsize + 16  # what a node takes, beside the statistics of a search

NODES, ROWS, POSITIONS, DEPTH = range(4)  # places in `counts`: how many are in use; how deep


@statistics
class Tree(NamedTuple):
    """What the search knows. Arrays of zeros: the system lends their memory as it is used."""

    visits: Any = per_node(np.int32)  # simulations through the node
    total: Any = per_node(np.float64)  # the sum of their results, in [0, visits]
    draws: Any = per_node(np.int32)  # how many of them were draws
    mean: Any = per_node(np.float32)  # total / visits, or what is proven
    width: Any = per_node(np.float32)  # 1 / sqrt(visits), or 0 once proven
    first: Any = per_node(
        np.int32, shown=()
    )  # the first child; 0 before the node is expanded; less than 0:
    #                      the children are those of that node, which has the same position
    n_children: Any = per_node(np.int32)
    n_tried: Any = per_node(np.int32)  # children with a visit
    move: Any = per_node(np.int32, shown=())
    proven: Any = per_node(np.int8)
    distance: Any = per_node(np.int16)  # plies to the end by the proof, where there is one
    row: Any = per_node(
        np.int32, shown=()
    )  # of an expanded node: its row in statistics by expansion
    positions: Any = per_search(
        np.uint64, shown=()
    )  # hash table of the nodes that have children, by key
    counts: Any = per_search(np.int64, 4, shown=())
    values: Any = per_search(np.float32, "n_moves", shown=())  # room to compare children
    stats: Any = NOTHING  # what the search keeps beside all this

    @classmethod
    def of(
        cls, game: Any, n_nodes: int, n_rows: int = 0, n_keys: int = 1, kept: Any = NOTHING
    ) -> "Tree":
        """A root without children, and room for so many nodes, rows of statistics, positions."""
        nodes = zeros(n_nodes, NODE)
        return cls(
            visits=zeros(n_nodes, np.int32),
            draws=zeros(n_nodes, np.int32),
            mean=zeros(n_nodes, np.float32),
            width=zeros(n_nodes, np.float32),
            **{field: nodes[field] for field in NODE.names or ()},
            positions=zeros(n_keys, np.uint64),
            counts=np.array([1, 1, 0, 0], np.int64),
            values=zeros(game.n_moves(), np.float32),
            stats=make(kept, game, n_nodes, n_rows, zeros),
        )


HUGE_PAGES_FROM = 4 * 2**20  # bytes


def zeros(shape: Any, dtype: Any) -> np.ndarray:
    """An array of zeros, of huge pages if it is large: a big tree is read all over the place."""
    n_bytes = int(np.prod(shape)) * np.dtype(dtype).itemsize
    if n_bytes < HUGE_PAGES_FROM or not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(shape, dtype)
    memory = mmap.mmap(-1, n_bytes)
    with contextlib.suppress(OSError):  # a system without them
        memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, dtype).reshape(shape)


@compiled
def expand(game, tree, node, state, moves):
    """Give a node its children, one for each legal move; returns whether there was room."""
    n = game.moves(state, moves)
    first = tree.counts[NODES]
    n_rows = tree.stats.n_rows()
    if first + n > len(tree.visits) or (n_rows > 0 and tree.counts[ROWS] == n_rows):
        return False
    tree.counts[NODES] += n
    for i in range(n):
        tree.move[first + i] = moves[i]
    if n_rows > 0:
        tree.row[node] = tree.counts[ROWS]
        tree.counts[ROWS] += 1
    tree.n_children[node] = n
    tree.first[node] = first  # last: who shows progress takes it as the sign that all is there
    return True


@compiled
def untried(tree, node, stream):
    """A random child that has not been visited; there must be one."""
    n_tried = tree.n_tried[node]
    return np.int64(tree.first[node] + n_tried) + below(stream, tree.n_children[node] - n_tried)


@compiled
def first_visit(tree, node, child):
    """Move a child that is visited for the first time to the end of the tried ones."""
    place = np.int64(tree.first[node] + tree.n_tried[node])
    if child < place:  # proven before it was visited
        return child
    tree.n_tried[node] += 1
    tree.move[child], tree.move[place] = tree.move[place], tree.move[child]
    tree.stats.swap_nodes(child, place)
    return place


@compiled
def record(tree, node, result, is_draw):
    """Add the result of a simulation, in [0, 1] for the player who moved into the node."""
    tree.visits[node] += 1
    tree.total[node] += result
    if is_draw:
        tree.draws[node] += 1
    if tree.proven[node] == UNPROVEN:
        n = tree.visits[node]
        tree.mean[node] = tree.total[node] / n
        tree.width[node] = 1.0 / math.sqrt(n)


def ends_at(tree: Tree, node: int, draw: float) -> tuple[int, int, int]:
    """How many simulations of a node were wins, draws and losses of the player who moved into it;
    a draw is worth `draw`."""
    visits, total, draws = (column[node].item() for column in (tree.visits, tree.total, tree.draws))
    if math.isnan(total):  # not simulated: the move of a playout policy
        return 0, 0, 0
    wins = round(total - draw * draws)
    return wins, draws, visits - wins - draws


@compiled
def index_of_largest(values):
    """Where the first of the largest values is; at most one kind of them may be negative.

    The bits of floats that are not negative compare like integers, and the largest of many
    integers is found on whole vectors.
    """
    keys = values.view(np.int32)
    largest = keys[0]
    for i in range(len(keys)):
        largest = max(largest, keys[i])
    i = 0
    while keys[i] != largest:
        i += 1
    return i


@compiled
def index_of_smallest(visits):
    """Where the first of the smallest numbers is; the smallest is found on whole vectors."""
    smallest = visits[0]
    for i in range(len(visits)):
        smallest = min(smallest, visits[i])
    i = 0
    while visits[i] != smallest:
        i += 1
    return i


# --- proofs (MCTS-Solver: Winands, Björnsson and Saito 2008) ------------------------


@compiled
def result_for(player, winner, draw):
    """What an outcome is worth to a player: 1, 0, or what a draw is."""
    if winner == DRAW:
        return draw
    return 1.0 if winner == player else 0.0


@compiled
def outcome_for(player, winner):
    """What an ended game is to a player: WON, DRAWN or LOST."""
    if winner == DRAW:
        return DRAWN
    return WON if winner == player else LOST


@compiled
def winner_by(outcome, player):
    """Who wins where this is the outcome for a player."""
    if outcome == DRAWN:
        return DRAW
    return player if outcome == WON else 1 - player


@compiled
def home_of(tree, node):
    """The node that has the children of this one's position: itself, mostly."""
    first = np.int64(tree.first[node])
    return node if first >= 0 else -first


@compiled
def prove(tree, path, depth, outcome, distance):
    """The leaf of a path is decided: note it, and what follows for the nodes above."""
    for i in range(depth, -1, -1):
        node = np.int64(path[i])
        home = home_of(tree, node)
        if i < depth:
            best = best_proven(tree, home)
            if best == 0:
                return
            # What is best for the player to move is the other's outcome turned around.
            outcome = WON + LOST - np.int64(tree.proven[best])
            distance = np.int64(tree.distance[best]) + 1
        settle(tree, node, outcome, distance)
        settle(tree, home, outcome, distance)


@compiled
def settle(tree, node, outcome, distance):
    tree.proven[node] = outcome
    tree.distance[node] = distance
    # Not to be sampled again: while its parent is open, there is a move that is worth a look.
    # Draws are left aside like losses. To let them compete with their 1/2 was tried: it won
    # nothing (1,400 games in three games, 50 to 51.5 % for this rule) and proved later.
    tree.width[node] = 0
    tree.mean[node] = 1e6 if outcome == WON else -1e6


@compiled
def best_proven(tree, node):
    """The child that decides a node, or 0 while none does.

    A won child decides at once, the one won soonest. Otherwise all must be proven, and the
    best is a draw, or the loss that takes longest. What is decided is not looked at again, so
    there may be a quicker win than the one that was found.
    """
    first = np.int64(tree.first[node])
    best = np.int64(0)
    all_proven = tree.n_tried[node] == tree.n_children[node]
    for child in range(first, first + tree.n_tried[node]):
        outcome = tree.proven[child]
        if outcome == UNPROVEN:
            all_proven = False
        elif best == 0 or outcome > tree.proven[best]:
            best = child
        elif outcome == tree.proven[best]:
            sooner = tree.distance[child] < tree.distance[best]
            if sooner == (outcome == WON):
                best = child
    if best != 0 and (tree.proven[best] == WON or all_proven):
        return best
    return 0


# --- transpositions: positions by their keys, in a hash table with linear probing -----


@compiled
def find_position(tree, key):
    """The node that has the children of the position of this key, or 0.

    The place in the table and the upper half of the key together tell positions apart.
    """
    mask = np.uint64(len(tree.positions) - 1)
    at = key & mask
    while tree.positions[at] != 0:
        if (tree.positions[at] ^ key) >> np.uint64(32) == 0:
            return np.int64(tree.positions[at] & np.uint64(0xFFFFFFFF))
        at = (at + np.uint64(1)) & mask
    return np.int64(0)


@compiled
def has_room_for_position(tree):
    """Whether one more may be noted: a table that is nearly full would be searched for ever."""
    return 4 * tree.counts[POSITIONS] < 3 * len(tree.positions)


@compiled
def add_position(tree, key, node):
    """Note that a node, never the root, has the children of the position of this key."""
    tree.counts[POSITIONS] += 1
    mask = np.uint64(len(tree.positions) - 1)
    at = key & mask
    while tree.positions[at] != 0:
        at = (at + np.uint64(1)) & mask
    tree.positions[at] = (key & ~np.uint64(0xFFFFFFFF)) | np.uint64(node)
