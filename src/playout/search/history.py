"""Progressive history: UCT that leans on what a move did anywhere (Nijssen and Winands 2011).

    Q + c sqrt(ln N / n) + H W / ((1 - Q) n + 1)

H is the mean result of the move's code over all simulations of the search: it decides while
n is small, and stays longer where the move does well.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..parameters import Range
from ..rules import FIRST
from .algorithm import algorithm
from .amaf import count_and_sum, credited, estimate_of, sample_of
from .statistics import per_node, per_search, statistics
from .tree import result_for

__all__ = ["History"]


@statistics
class MoveHistory(NamedTuple):
    """What a code did over the whole search."""

    code: Any = per_node(np.int32)
    entry: Any = per_search(np.int64, "n_codes")  # count and sum of results, as in amaf.py
    played: Any = per_search(np.int32, "n_codes")  # the different codes of a simulation
    sample: Any = per_search(np.int64, "n_codes")


@algorithm(statistics=MoveHistory)
class History(NamedTuple):
    """UCT with progressive history."""

    w: Annotated[float, Range(0), "the weight of the history"] = 3.0
    c: Annotated[float, Range(0), "how much it explores"] = 0.4

    def score(self, tree, child, parent):
        mean = np.float64(tree.mean[child])
        history = mean_result(tree.stats, tree.stats.code[child], parent.player)
        score = mean + self.c * math.sqrt(parent.log_visits) * tree.width[child]
        return score + self.w * history / ((1.0 - mean) * tree.visits[child] + 1.0)

    def needs_line(self):
        return True

    def expanded(self, game, tree, node, state):
        first = np.int64(tree.first[node])
        for child in range(first, first + tree.n_children[node]):
            tree.stats.code[child] = game.code(state, np.int64(tree.move[child]))

    def update(self, game, tree, simulation):
        count_once(tree.stats, simulation)

    def estimates(self, tree, node, child, player):
        return {"history": estimate_of(tree.stats.entry[tree.stats.code[child]], player)}


@compiled
def mean_result(history, code, player):
    """The mean result of a code over the whole search, for the player who plays it."""
    count, total = count_and_sum(history.entry[code])
    if count == 0:
        return 0.5
    mean = np.float64(total) / np.float64(count)
    return mean if player == FIRST else 1.0 - mean


@compiled
def count_once(history, simulation):
    """Add the result of a simulation to every code that was played in it."""
    sample = sample_of(result_for(FIRST, simulation.winner))
    n = np.int64(0)
    for i in range(simulation.line.size[0]):
        n = credited(simulation.line.code[i], history.played, history.sample, sample, n)
    for k in range(n):
        code = np.uint32(history.played[k])
        history.entry[code] += sample
        history.sample[code] = 0
