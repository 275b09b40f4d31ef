"""RAVE and its kin: the value of a move borrows from its AMAF value while it is young.

    (1 - beta) Q + beta A + c sqrt(ln N / n)

Q is the mean result of the n simulations, of N in this node, that went through the move, A that
of the a simulations that played it there or later (all moves as first). A is known sooner, Q is
right in the end: beta falls from 1 to 0, by one of the schedules of schedules.py.

RAVE (Gelly and Silver 2007, 2011) takes A from the node itself. GRAVE (Cazenave 2015) takes it
from the nearest ancestor, the node included, with more than `ref` visits, the root if there is
none: few simulations say little. `ref` = 0 is RAVE; a `ref` that no node reaches is HRAVE.

AMAF stays with beta = 1. alpha-AMAF has a beta that never changes, and gives UCT's value the rest
of the weight, exploration included (Helmbold and Parker-Wood 2009):

    (1 - alpha) (Q + c sqrt(ln N / n)) + alpha A

A move without AMAF samples comes first. One that has not been tried is worth its A, and explored
like a move tried once: nothing is explored more than what is not known. (Fuego and MoHex do the
same by n + 1 instead of n.) So c is a scale that begins where there is no exploration, at 0. To
try all moves before any other, as UCT does, spends 121 simulations in every node of Hex 11x11 with
the smallest c; A says which of them are worth it.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..rules import FIRST
from .algorithm import UNIFORM, VISITS, algorithm, at_least, check_final
from .errors import SearchError
from .schedules import Alpha, Bias, Hand, Mse, Ratio, Threshold, Weights
from .tree import count_and_sum, index_of_largest

__all__ = [
    "Alpha",
    "Amaf",
    "Bias",
    "Grave",
    "Hand",
    "Mse",
    "Ratio",
    "Rave",
    "Threshold",
    "Weights",
]

# --- the searches -------------------------------------------------------------------


@algorithm
class Rave(NamedTuple):
    """Rapid action value estimation.

    schedule  how beta falls: Bias(), Hand(), Mse(), Weights(), Ratio(), Threshold(), Alpha()
    c         exploration; with AMAF values the best was found to be 0
    least     AMAF samples that a move must exceed before they count: until then its value is
              UCT's, and it comes first while it has not been tried
    expand    simulations that pass a leaf before it gets children, and an AMAF table: as soon
              as possible is best for a number of simulations, 8 for a length of time
    solver    prove wins, draws and losses, and stop when the root is proven
    final     how the move is chosen: VISITS, MEAN, SECURE or ROBUST
    killer    Killer RAVE: below the root only those moves of a playout count that have done at
              least as well in the whole search as their player on average (our reading of
              Lorentz 2010: the important moves of a simulation)
    transpositions  moves that lead to the same position share what is known of it
    policy    how it plays out
    """

    schedule: Any = Bias()
    c: float = 0.0
    least: int = 0
    expand: int = 8
    solver: bool = True
    final: int = VISITS
    killer: bool = False
    transpositions: bool = False
    policy: Any = UNIFORM

    def check(self):
        for field in ("c", "least", "expand"):
            at_least(self, field, 0)
        check_final(self)

    def uses_amaf(self):
        return True

    def choose(self, tree, node, reference, player, stream):
        return best_by_amaf(tree, node, node, player, self.c, self.least, self.schedule)


@algorithm
class Grave(NamedTuple):
    """Generalized RAVE.

    ref       visits that a node must exceed for its AMAF table to be used
    all others are as in Rave
    """

    ref: int = 50
    schedule: Any = Bias()
    c: float = 0.0
    least: int = 0
    expand: int = 8
    solver: bool = True
    final: int = VISITS
    killer: bool = False
    transpositions: bool = False
    policy: Any = UNIFORM

    def check(self):
        for field in ("ref", "c", "least", "expand"):
            at_least(self, field, 0)
        check_final(self)

    def uses_amaf(self):
        return True

    def choose(self, tree, node, reference, player, stream):
        return best_by_amaf(tree, node, reference, player, self.c, self.least, self.schedule)


@algorithm
class Amaf(NamedTuple):
    """All moves as first throughout: RAVE with a beta that never falls.

    alpha     1: AMAF values alone; less: alpha-AMAF, (1 - alpha) of UCT's value and alpha of AMAF's
    c         exploration in UCT's value: none is left where alpha is 1
    least, expand, solver, final and policy are as in Rave
    """

    alpha: float = 1.0
    c: float = 0.0
    least: int = 0
    expand: int = 8
    solver: bool = True
    final: int = VISITS
    policy: Any = UNIFORM

    def check(self):
        for field in ("alpha", "c", "least", "expand"):
            at_least(self, field, 0)
        if self.alpha > 1:
            raise SearchError(f"Amaf: alpha must be at most 1, not {self.alpha}")
        check_final(self)

    def uses_amaf(self):
        return True

    def beta(self, node_visits, n, a):
        return self.alpha

    def blends_exploration(self):
        return True

    def choose(self, tree, node, reference, player, stream):
        return best_by_amaf(tree, node, node, player, self.c, self.least, self)


@compiled
def best_by_amaf(tree, node, reference, player, c, least, schedule):
    """The child of the highest value, its AMAF part read from the table of the reference.

    In plain loops, gather, compute, compare: those that compute then run on whole vectors.
    Children that have not been tried come last; they have an AMAF value and no other.
    """
    n_children = tree.n_children[node]
    n_tried = tree.n_tried[node]
    first = tree.first[node]
    table = tree.amaf[tree.table[reference]]
    code = tree.code[first : first + n_children]
    entries = tree.entries[:n_children]
    values = tree.values[:n_children]
    for i in range(n_children):
        entries[i] = table[np.uint32(code[i])]
    fill_amaf(entries, values, player, least)
    bonus = np.float32(0)  # the exploration of a move tried once
    if c > 0:
        bonus = np.float32(c * math.sqrt(math.log(max(tree.visits[node], 1))))
        explore_untried(values[n_tried:], tree.visits[node], bonus, schedule)
    if n_tried > 0:
        last = first + n_tried
        blend_tried(
            tree.visits[first:last],
            tree.mean[first:last],
            tree.width[first:last],
            entries[:n_tried],
            values[:n_tried],
            tree.visits[node],
            bonus,
            least,
            schedule,
        )
    return first + index_of_largest(values)


@compiled
def fill_amaf(entries, values, player, least):
    """The AMAF value of every move for the player to move; 1e6 where there are no samples."""
    one = np.float32(1)
    for i in range(len(values)):
        a, amaf_sum = count_and_sum(entries[i])
        amaf = amaf_sum / max(a, one)
        if player != FIRST:
            amaf = one - amaf
        values[i] = np.float32(1e6) if a <= np.float32(least) else amaf


@compiled
def explore_untried(values, node_visits, bonus, schedule):
    """Add the exploration of a move tried once, whose own mean would be its AMAF value."""
    one = np.float32(1)
    if schedule.blends_exploration():
        bonus *= one - np.float32(schedule.beta(node_visits, one, one))
    for i in range(len(values)):
        values[i] += bonus


@compiled
def blend_tried(visits, mean, width, entries, values, node_visits, bonus, least, schedule):
    """Blend the AMAF values of moves that have been tried with their own."""
    zero = np.float32(0)
    one = np.float32(1)
    for i in range(len(values)):
        n = np.float32(visits[i])
        a, _ = count_and_sum(entries[i])
        own = mean[i] + bonus * width[i]
        beta = np.float32(schedule.beta(node_visits, n, max(a, one)))
        blended = own if schedule.blends_exploration() else mean[i]
        value = own + beta * (values[i] - blended)
        value = own if a <= np.float32(least) else value
        values[i] = own if width[i] == zero else value  # width 0: proven
