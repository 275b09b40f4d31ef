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
from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled
from .algorithm import UNIFORM, VISITS, algorithm, at_least, check_final
from .tree import UNPROVEN, untried

__all__ = ["Uct"]


@algorithm
class Uct(NamedTuple):
    """The plain tree search.

    c        how much it explores, from 0
    tuned    UCB1-Tuned instead, which has no constant
    fpu      the value of a child not tried yet; 1e6: all come first, in random order
    expand   simulations that pass a leaf before it gets children; 0: as soon as it is reached
    solver   prove wins, draws and losses, and stop when the root is proven
    final    how the move is chosen: VISITS, MEAN, SECURE or ROBUST
    transpositions  moves that lead to the same position share what is known of it
    policy   how it plays out: Random(), Biased(), Mast() and so on
    """

    c: float = 0.4
    tuned: bool = False
    fpu: float = 1e6
    expand: int = 1
    solver: bool = True
    final: int = VISITS
    transpositions: bool = False
    policy: Any = UNIFORM

    def check(self):
        at_least(self, "c", 0)
        at_least(self, "expand", 0)
        check_final(self)

    def choose(self, tree, node, reference, player, stream):
        has_untried = tree.n_tried[node] < tree.n_children[node]
        if has_untried and self.fpu >= 1e6:
            return untried(tree, node, stream)
        log_visits = math.log(max(tree.visits[node], 1))
        if self.tuned:
            best, value = best_by_ucb1_tuned(tree, node, log_visits)
        else:
            best, value = best_by_ucb1(tree, node, self.c * math.sqrt(log_visits))
        if has_untried and self.fpu > value:
            return untried(tree, node, stream)
        return best


@compiled
def best_by_ucb1(tree, node, exploration):
    """The tried child with the highest bound, and the bound."""
    first = tree.first[node]
    best = first
    best_value = np.float32(-1e9)
    for child in range(first, first + tree.n_tried[node]):
        value = tree.mean[child] + np.float32(exploration) * tree.width[child]
        if value > best_value:
            best = child
            best_value = value
    return best, np.float64(best_value)


@compiled
def best_by_ucb1_tuned(tree, node, log_visits):
    """The same for UCB1-Tuned."""
    first = tree.first[node]
    best = first
    best_value = -1e9
    for child in range(first, first + tree.n_tried[node]):
        value = np.float64(tree.mean[child])
        if tree.proven[child] == UNPROVEN:
            share = log_visits / tree.visits[child]
            variance = value * (1.0 - value) + math.sqrt(2.0 * share)
            value += math.sqrt(share * min(0.25, variance))
        if value > best_value:
            best = child
            best_value = value
    return best, best_value
