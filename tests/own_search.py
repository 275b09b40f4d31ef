"""A search with statistics of every kind, which can be checked against the rest of its tree."""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np
from registering import unregistered

from playout import Range, algorithm, per_expansion, per_node, per_search, statistics
from playout.search.tree import ROOT

with unregistered():

    @statistics
    class Labels(NamedTuple):
        label: Any = per_node(np.int32)  # the move and 1
        tries: Any = per_expansion(np.int64, "n_moves")  # by move, its simulations from here

    @statistics
    class Counts(NamedTuple):
        labels: Any = Labels
        seen: Any = per_node(np.int64)  # its simulations
        ever: Any = per_search(np.int64, 2)  # all simulations, and the moves they made in the tree

    @algorithm(statistics=Counts)
    class Counting(NamedTuple):
        """UCT that also counts everything itself."""

        c: Annotated[float, Range(0), "how much it explores"] = 0.4

        def score(self, tree, child, parent):
            exploration = np.float32(self.c * math.sqrt(parent.log_visits))
            return tree.mean[child] + exploration * tree.width[child]

        def expanded(self, game, tree, node, state):
            first = np.int64(tree.first[node])
            for child in range(first, first + tree.n_children[node]):
                tree.stats.labels.label[child] = tree.move[child] + 1

        def update(self, game, tree, simulation):
            tree.stats.ever[0] += 1
            tree.stats.ever[1] += simulation.depth
            for i in range(simulation.depth + 1):
                node = np.int64(simulation.path[i])
                home = node if tree.first[node] >= 0 else np.int64(-tree.first[node])
                tree.stats.seen[node] += 1
                if home != node:
                    tree.stats.seen[home] += 1
                if i < simulation.depth:
                    move = tree.move[simulation.path[i + 1]]
                    tree.stats.labels.tries[tree.row[home], move] += 1

        def estimates(self, tree, node, child, player):
            tries = int(tree.stats.labels.tries[tree.row[node], tree.move[child]])
            return {"tries": (tries, float(tree.stats.labels.label[child]))}


def assert_counts_are_right(tree):
    """Each statistic says of each node what the tree says of it."""
    used = int(tree.counts[0])
    labels = tree.stats.labels
    assert np.array_equal(tree.stats.seen[:used], tree.visits[:used])
    assert not tree.stats.seen[used:].any()
    expanded = np.flatnonzero(tree.first[:used] > 0)
    rows = tree.row[expanded]
    assert sorted(rows) == list(range(1, 1 + len(expanded)))
    for node in expanded:
        below = range(tree.first[node], tree.first[node] + tree.n_children[node])
        moves = tree.move[below]
        assert labels.label[below].tolist() == (moves + 1).tolist()
        tries = labels.tries[tree.row[node]]
        assert (tries[moves] <= tree.visits[below]).all()  # shared positions have other ways in
        assert tries.sum() == tries[moves].sum()  # nothing of moves that are none here
    assert not labels.tries[0].any()
    assert not labels.tries[1 + len(expanded) :].any()
    assert tree.stats.ever[0] >= tree.visits[ROOT]


def assert_tries_are_visits(tree):
    """Where no position is shared, all simulations of a child came from its node."""
    for node in np.flatnonzero(tree.first[: tree.counts[0]] > 0):
        below = range(tree.first[node], tree.first[node] + tree.n_children[node])
        tries = tree.stats.labels.tries[tree.row[node], tree.move[below]]
        assert tries.tolist() == tree.visits[below].tolist()
