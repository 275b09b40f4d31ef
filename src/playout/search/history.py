"""Progressive history: UCT that leans on what a move did anywhere (Nijssen and Winands 2011).

    Q + c sqrt(ln N / n) + H W / ((1 - Q) n + 1)

H is the mean result of the move's code over all simulations of the search: it decides while
n is small, and stays longer where the move does well.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..rules import FIRST
from .algorithm import NEVER, UNIFORM, VISITS, algorithm, at_least, check_final
from .tree import ROOT, UNPROVEN, count_and_sum, untried

__all__ = ["History"]


@algorithm
class History(NamedTuple):
    """UCT with progressive history.

    w        the weight of the history
    c, expand, solver, final, transpositions and policy are as in Uct
    """

    w: float = 3.0
    c: float = 0.4
    expand: int = 1
    solver: bool = True
    final: int = VISITS
    transpositions: bool = False
    policy: Any = UNIFORM

    def check(self):
        for field in ("w", "c", "expand"):
            at_least(self, field, 0)
        check_final(self)

    def uses_amaf(self):
        return True

    def ref_visits(self):
        return NEVER  # the root's table, in which every move of every simulation is credited

    def choose(self, tree, node, reference, player, stream):
        if tree.n_tried[node] < tree.n_children[node]:
            return untried(tree, node, stream)
        exploration = self.c * math.sqrt(math.log(tree.visits[node]))
        first = tree.first[node]
        best = first
        best_value = -1e9
        for child in range(first, first + tree.n_children[node]):
            mean = np.float64(tree.mean[child])
            value = mean
            if tree.proven[child] == UNPROVEN:
                history = history_of(tree, tree.code[child], player)
                value += exploration * tree.width[child]
                value += self.w * history / ((1.0 - mean) * tree.visits[child] + 1.0)
            if value > best_value:
                best = child
                best_value = value
        return best


@compiled
def history_of(tree, code, player):
    """The mean result of a code over the whole search, for the player who plays it."""
    count, total = count_and_sum(tree.amaf[tree.table[ROOT], code])
    if count == 0:
        return 0.5
    mean = np.float64(total) / np.float64(count)
    return mean if player == FIRST else 1.0 - mean
