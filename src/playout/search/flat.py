"""Searches without a tree: playouts from the position after each move, and nothing below.

They are the tree search with a root that has children and no more.
"""

import math
from typing import Any, NamedTuple

from .algorithm import MEAN, NEVER, UNIFORM, VISITS, algorithm, at_least, check_final
from .tree import untried
from .uct import best_by_ucb1

__all__ = ["Flat", "Ucb"]


@algorithm
class Flat(NamedTuple):
    """Flat Monte Carlo: the same number of playouts for every move.

    final    how the move is chosen: MEAN, SECURE or VISITS
    policy   how it plays out
    """

    final: int = MEAN
    policy: Any = UNIFORM

    def check(self):
        check_final(self)

    def expand_after(self):
        return NEVER

    def is_solver(self):
        return False

    def choose(self, tree, node, reference, player, stream):
        if tree.n_tried[node] < tree.n_children[node]:
            return untried(tree, node, stream)
        first = tree.first[node]
        return first + tree.visits[node] % tree.n_children[node]


@algorithm
class Ucb(NamedTuple):
    """A bandit at the root: UCB1 over the moves, each pull one playout.

    c        how much it explores, from 0
    final    how the move is chosen: VISITS, MEAN, SECURE or ROBUST
    policy   how it plays out
    """

    c: float = 0.4
    final: int = VISITS
    policy: Any = UNIFORM

    def check(self):
        at_least(self, "c", 0)
        check_final(self)

    def expand_after(self):
        return NEVER

    def is_solver(self):
        return False

    def choose(self, tree, node, reference, player, stream):
        if tree.n_tried[node] < tree.n_children[node]:
            return untried(tree, node, stream)
        return best_by_ucb1(tree, node, self.c * math.sqrt(math.log(tree.visits[node])))[0]
