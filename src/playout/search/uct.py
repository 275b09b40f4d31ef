"""UCT: upper confidence bounds applied to trees (Kocsis and Szepesvári 2006).

In a node that N simulations have passed, the child is chosen that maximises

    Q + c sqrt(ln N / n)

its mean result Q for the player to move, plus the more the less often (n times) it
has been tried. A child that has never been tried comes first, or counts as much as
`fpu` says (first-play urgency: Gelly and Wang 2006).

UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002) explores where results vary:

    Q + sqrt(ln N / n min(1/4, v + sqrt(2 ln N / n)))

v being the variance of the results; that of a mean Q of wins and losses is Q (1 - Q).
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from ..kernel import compiled
from ..parameters import Range
from .algorithm import algorithm

__all__ = ["Uct", "ucb1"]


@algorithm
class Uct(NamedTuple):
    """The plain tree search."""

    c: Annotated[float, Range(0), "how much it explores"] = 0.4
    tuned: Annotated[bool, "UCB1-Tuned instead, which has no constant"] = False

    def score(self, tree, child, parent):
        if self.tuned:
            return ucb1_tuned(tree, child, parent)
        return ucb1(tree, child, parent, self.c)


@compiled
def ucb1(tree, child, parent, c):
    """Q + c sqrt(ln N / n); `width` is 1 / sqrt(n)."""
    return tree.mean[child] + np.float32(c * math.sqrt(parent.log_visits)) * tree.width[child]


@compiled
def ucb1_tuned(tree, child, parent):
    mean = np.float64(tree.mean[child])
    share = parent.log_visits / tree.visits[child]
    variance = mean * (1.0 - mean) + math.sqrt(2.0 * share)
    return mean + math.sqrt(share * min(0.25, variance))
