"""Searches without a tree: playouts from the position after each move, and nothing below.

They are the tree search with a root that has children and no more.
"""

from typing import Annotated, NamedTuple

from ..parameters import Choices, Range
from .algorithm import FINAL, MEAN, NEVER, algorithm
from .tree import untried
from .uct import ucb1

__all__ = ["Flat", "Ucb"]


@algorithm
class Flat(NamedTuple):
    """Flat Monte Carlo: the same number of playouts for every move."""

    final: Annotated[int, Choices(FINAL), "how the move is chosen in the end"] = MEAN
    expand: Annotated[int, Range(0), "never: there is no tree below the moves"] = NEVER
    solver: Annotated[bool, "prove what two plies decide"] = False

    def choose(self, tree, descent, stream):
        node = descent.node
        if tree.n_tried[node] < tree.n_children[node]:
            return untried(tree, node, stream)
        return tree.first[node] + tree.visits[node] % tree.n_children[node]


@algorithm
class Ucb(NamedTuple):
    """A bandit at the root: UCB1 over the moves, each pull one playout."""

    c: Annotated[float, Range(0), "how much it explores"] = 0.4
    expand: Annotated[int, Range(0), "never: there is no tree below the moves"] = NEVER
    solver: Annotated[bool, "prove what two plies decide"] = False

    def score(self, tree, child, parent):
        return ucb1(tree, child, parent, self.c)
