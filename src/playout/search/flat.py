"""Searches without a tree: playouts from the position after each move, and nothing below.

They are the tree search with a root that has children and no more.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..parameters import Choices, Range
from .algorithm import FINAL, MEAN, NEVER, algorithm
from .errors import SearchError
from .tree import index_of_smallest, untried
from .uct import ucb1

__all__ = ["Flat", "Ucb"]


@algorithm
class Flat(NamedTuple):
    """Flat Monte Carlo: the same number of playouts for every move."""

    final: Annotated[int, Choices(FINAL), "how the move is chosen in the end"] = MEAN
    expand: Annotated[int, Range(0), "never: there is no tree below the moves"] = NEVER
    solver: Annotated[bool, "prove what two plies decide"] = False
    each: Annotated[
        int,
        Range(0, 10**9),
        "playouts for each move, and then it is over, budget or not; 0: what the budget has",
    ] = 0

    def check(self):
        if self.each % self.playouts:
            why = "each must be a multiple of playouts: {each} is none of {playouts}"
            raise SearchError(why, "not-a-multiple", each=self.each, playouts=self.playouts)

    def enough(self, n):
        return self.each * n

    def choose(self, tree, descent, stream):
        """The move with the fewest playouts; by turns, where that comes to the same."""
        node = descent.node
        first, n = np.int64(tree.first[node]), tree.n_children[node]
        if tree.n_tried[node] < n:
            return untried(tree, node, stream)
        if self.each == 0 and self.playouts == 1:
            return first + tree.visits[node] % n
        return first + index_of_smallest(tree.visits[first : first + n])


@algorithm
class Ucb(NamedTuple):
    """A bandit at the root: UCB1 over the moves, each pull one playout."""

    c: Annotated[float, Range(0), "how much it explores"] = 0.4
    expand: Annotated[int, Range(0), "never: there is no tree below the moves"] = NEVER
    solver: Annotated[bool, "prove what two plies decide"] = False

    def score(self, tree, child, parent):
        return ucb1(tree, child, parent, self.c)
