"""UCT plus AMAF: the value of a move and its AMAF value are added, and no beta fades them.

    Q + c sqrt(ln N / n) + A

A is the mean result of the move's code over all simulations of the search, wherever they played
it: one table for the whole tree, unlike the tables of RAVE, one a node. It never stops to count,
so a move that is good elsewhere misleads for ever. A study of Connect 4 called this both GRAVE and
AMAF. Progressive history (history.py) has the same table, and lets it fade.
"""

from typing import Annotated, NamedTuple

from ..parameters import Range
from .algorithm import algorithm
from .history import MoveHistory, mean_result, with_history
from .uct import ucb1

__all__ = ["UctAmaf"]


@algorithm(statistics=MoveHistory)
@with_history
class UctAmaf(NamedTuple):
    """UCT plus the AMAF value of the whole search."""

    c: Annotated[float, Range(0), "how much it explores"] = 0.4

    def score(self, tree, child, parent):
        amaf = mean_result(tree.stats, tree.stats.code[child], parent.player)
        return ucb1(tree, child, parent, self.c) + amaf
