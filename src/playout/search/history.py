"""Progressive history: UCT that leans on what a move did anywhere (Nijssen and Winands 2011).

    Q + c sqrt(ln N / n) + H W / ((1 - Q) n + 1)

H is the mean result of the move's code over all simulations of the search: it decides while
n is small, and stays longer where the move does well.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..language import Text
from ..parameters import Range
from ..rules import FIRST
from .algorithm import algorithm
from .amaf import ENTRY, add_samples, check_draw, count_and_sum, credited, estimate_of, samples_of
from .statistics import per_node, per_search, statistics

__all__ = ["History", "MoveHistory", "mean_result", "with_history"]


@statistics
class MoveHistory(NamedTuple):
    """What a code did over the whole search."""

    code: Any = per_node(np.int32, shown=())
    entry: Any = per_search(np.int64, "n_codes", shown=ENTRY)  # as in amaf.py
    played: Any = per_search(np.int32, "n_codes", shown=())  # the different codes of a simulation
    sample: Any = per_search(np.int64, "n_codes", shown=())


def needs_line(self):
    return True


def expanded(self, game, tree, node, state):
    first = np.int64(tree.first[node])
    for child in range(first, first + tree.n_children[node]):
        tree.stats.code[child] = game.code(state, np.int64(tree.move[child]))


def update(self, game, tree, simulation):
    count_once(tree.stats, simulation)


def estimates(self, tree, node, child, player):
    return {Text("history"): estimate_of(tree.stats.entry[tree.stats.code[child]], player)}


def with_history(cls: Any) -> Any:
    """Give a search the methods that keep a history of moves."""
    cls.check = check_draw
    for method in (needs_line, expanded, update, estimates):
        setattr(cls, method.__name__, method)
    return cls


@algorithm(statistics=MoveHistory)
@with_history
class History(NamedTuple):
    """UCT with progressive history."""

    w: Annotated[float, Range(0), "the weight of the history"] = 3.0
    c: Annotated[float, Range(0), "how much it explores"] = 0.4

    def score(self, tree, child, parent):
        mean = np.float64(tree.mean[child])
        history = mean_result(tree.stats, tree.stats.code[child], parent.player)
        score = mean + self.c * math.sqrt(parent.log_visits) * tree.width[child]
        return score + self.w * history / ((1.0 - mean) * tree.visits[child] + 1.0)


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
    sample, more = samples_of(simulation)
    n = np.int64(0)
    for i in range(simulation.line.size[0]):
        n = credited(simulation.line.code[i], history.played, history.sample, sample, n)
    add_samples(history.entry, history.played, n, sample, more)
    for k in range(n):
        history.sample[np.uint32(history.played[k])] = 0
