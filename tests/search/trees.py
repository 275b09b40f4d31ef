"""Trees for tests: grown step by step, copied, or made up at random."""

import numpy as np

from playout import Nim
from playout.kernel import entry, seed_stream
from playout.search.algorithm import Descent
from playout.search.loop import Scratch
from playout.search.statistics import Column
from playout.search.tree import ROOT, Tree, record


@entry
def _chosen(algorithm, tree, node, player, path, stream):
    return algorithm.choose(tree, Descent(node, player, path, 0), stream)


def chosen(algorithm, tree, player=0, stream=None, node=ROOT):
    """The child that a search goes to from a node, as if that were the root."""
    stream = np.ones(2, np.uint64) if stream is None else stream
    return _chosen(algorithm, tree, node, player, np.full(1, node, np.int32), stream)


def fresh(game, algorithm, n_nodes=20_000, n_rows=2_000, n_keys=1, seed=1):
    """An empty tree for an algorithm, and memory to grow it in."""
    scratch = Scratch.of(game, algorithm)
    seed_stream(scratch.stream, np.uint64(seed))
    return Tree.of(game, n_nodes, n_rows, n_keys, algorithm.statistics), scratch


def copied(arrays):
    """A copy of a tuple of arrays, those inside of it as well."""
    return type(arrays)(
        *(copied(part) if isinstance(part, tuple) else part.copy() for part in arrays)
    )


def arrays_of(tree):
    """All arrays of a tree, those of its statistics as well."""
    for part in tree:
        if isinstance(part, tuple):
            yield from arrays_of(part)
        else:
            yield part


def n_bytes(tree):
    return sum(array.nbytes for array in arrays_of(tree))


def columns(arrays, scope):
    """The names of the arrays that were declared for each node, or for each expansion."""
    for name, column in type(arrays)._field_defaults.items():
        if isinstance(column, Column) and column.scope == scope:
            yield name


def children(tree, node):
    return range(tree.first[node], tree.first[node] + tree.n_children[node])


def packed(count, total):
    """An entry of an AMAF table: the count in the low half, half points in the high one."""
    return count + (int(2 * total) << 32)


def unpacked(entry):
    """The count and the sum of results of an entry."""
    return int(entry) & 0xFFFFFFFF, (int(entry) >> 32) / 2


def random_tree(rng, algorithm, n_children, all_tried=True):
    """A root and its children with random results, and random statistics of those that searches
    here keep: codes, AMAF values, histories and minimax values."""
    game = Nim(take=5)  # for the sizes of the tables
    n_codes = game.n_codes()
    tree = Tree.of(game, 1 + n_children, 1, kept=algorithm.statistics)
    tree.first[ROOT], tree.n_children[ROOT], tree.row[ROOT] = 1, n_children, 1
    tree.n_tried[ROOT] = n_children if all_tried else rng.integers(1, n_children)
    codes, minimax = rng.permutation(n_codes)[:n_children], rng.random(n_children)
    for child in range(1, 1 + int(tree.n_tried[ROOT])):
        for _ in range(rng.integers(1, 30)):
            result = float(rng.choice([0.0, 0.5, 1.0]))
            record(tree, child, result, result == 0.5)
    tree.visits[ROOT] = 1 + tree.visits[1:].sum()
    counts = rng.integers(1, 60, n_codes)
    entries = [packed(int(n), rng.integers(0, 2 * n + 1) / 2) for n in counts]
    stats = getattr(tree.stats, "amaf", None)
    stats = stats if isinstance(stats, tuple) else tree.stats
    for name, value in (("code", codes), ("minimax", minimax)):
        if hasattr(stats, name):
            getattr(stats, name)[1:] = value
    if hasattr(stats, "amaf"):
        stats.amaf[1] = entries
    elif hasattr(stats, "entry"):  # a history
        stats.entry[:] = entries
    return tree
