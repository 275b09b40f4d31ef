"""Implicit minimax backups (Lanctot, Winands, Pepels and Sturtevant 2014).

UCT on a blend of two values of a move,

    (1 - alpha) Q + alpha V

the mean result Q of its simulations and the minimax value V of the game's own evaluation over
what the tree holds below it, tried or not (worth.py).
"""

import math
from typing import Any, NamedTuple

import numpy as np

from .algorithm import UNIFORM, VISITS, algorithm, at_least, check_final
from .errors import SearchError
from .tree import UNPROVEN, untried

__all__ = ["Implicit"]


@algorithm
class Implicit(NamedTuple):
    """UCT with implicit minimax, for games with an evaluation.

    alpha    the weight of the evaluation, 0 to 1
    c, expand, solver, final and policy are as in Uct
    """

    alpha: float = 0.4
    c: float = 0.4
    expand: int = 1
    solver: bool = True
    final: int = VISITS
    policy: Any = UNIFORM

    def check(self):
        for field in ("alpha", "c", "expand"):
            at_least(self, field, 0)
        if self.alpha > 1:
            raise SearchError(f"Implicit: alpha must be at most 1, not {self.alpha}")
        check_final(self)

    def uses_evaluation(self):
        return True

    def choose(self, tree, node, reference, player, stream):
        if tree.n_tried[node] < tree.n_children[node]:
            return untried(tree, node, stream)
        exploration = self.c * math.sqrt(math.log(tree.visits[node]))
        first = tree.first[node]
        best = first
        best_value = -1e9
        for child in range(first, first + tree.n_children[node]):
            value = np.float64(tree.mean[child])
            if tree.proven[child] == UNPROVEN:
                value += self.alpha * (tree.worth[child] - value)
                value += exploration * tree.width[child]
            if value > best_value:
                best = child
                best_value = value
        return best
