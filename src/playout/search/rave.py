"""RAVE and its kin: the value of a move borrows from its AMAF value while it is young.

    (1 - beta) Q + beta A

Q is the mean result of the n simulations that went through the move in this node, A that of
the a simulations that played it there or later (all moves as first). A is known sooner, Q is
right in the end: beta falls from 1 to 0, by one of the schedules below.

RAVE (Gelly and Silver 2007, 2011) takes A from the node itself. GRAVE (Cazenave 2015) takes it
from the nearest ancestor, the node included, with more than `ref` visits, the root if there is
none: few simulations say little. `ref` = 0 is RAVE; a `ref` that no node reaches is HRAVE.
AMAF stays with beta = 1, alpha-AMAF with a beta that never changes.

A move without AMAF samples comes first; one that has not been tried is worth its A.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..parameters import add_checks
from ..rules import FIRST
from .algorithm import UNIFORM, VISITS, algorithm, at_least, check_final
from .errors import SearchError
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

# --- schedules: beta from the visits of the node, the move's visits n and its AMAF count a -----


def check(self):
    """Parameters of a schedule are more than 0, and beta is between 0 and 1."""
    for field, value in zip(self._fields, self, strict=True):
        if not 0 <= value < float("inf") or (field == "alpha" and value > 1):
            raise SearchError(f"{type(self).__name__}: {field} must not be {value}")


def schedule(cls: type) -> Any:
    """Turn a NamedTuple with a method `beta` into a schedule."""
    cls.check = check  # type: ignore[attr-defined]
    add_checks(cls, SearchError)
    return compiled(cls)


@schedule
class Hand(NamedTuple):
    """sqrt(k / (3 N + k)), N the visits of the node (Gelly and Silver 2007)."""

    k: float = 1000.0

    def beta(self, node_visits, n, a):
        return math.sqrt(self.k / (3.0 * node_visits + self.k))


@schedule
class Mse(NamedTuple):
    """a / (n + a + 4 n a b^2), of the least mean squared error (Gelly and Silver 2011)."""

    b: float = 0.009  # 4 b^2 = 1/3000, nearly

    def beta(self, node_visits, n, a):
        return a / (n + a + np.float32(4.0 * self.b * self.b) * n * a)


@schedule
class Bias(NamedTuple):
    """a / (n + a + bias n a) (Cazenave)."""

    bias: float = 1e-5

    def beta(self, node_visits, n, a):
        return a / (n + a + np.float32(self.bias) * n * a)


@schedule
class Weights(NamedTuple):
    """a / (a + n (1 / initial + a / final)), as in Fuego (0.9, 20000) and MoHex (2.12, 830)."""

    initial: float = 0.9
    final: float = 20000.0

    def beta(self, node_visits, n, a):
        return a / (a + n * (np.float32(1.0 / self.initial) + a * np.float32(1.0 / self.final)))


@schedule
class Ratio(NamedTuple):
    """k / (k + a)."""

    k: float = 100.0

    def beta(self, node_visits, n, a):
        return np.float32(self.k) / (np.float32(self.k) + a)


@schedule
class Threshold(NamedTuple):
    """(v - n) / v up to v visits of the move, then plain UCT."""

    v: float = 300.0

    def beta(self, node_visits, n, a):
        return max(np.float32(0), np.float32(1) - n / np.float32(self.v))


@schedule
class Alpha(NamedTuple):
    """Always alpha: 1 is pure AMAF, less is alpha-AMAF."""

    alpha: float = 1.0

    def beta(self, node_visits, n, a):
        return self.alpha


# --- the searches -------------------------------------------------------------------


@algorithm
class Rave(NamedTuple):
    """Rapid action value estimation.

    schedule  how beta falls: Bias(), Hand(), Mse(), Weights(), Ratio(), Threshold(), Alpha()
    c         exploration as in UCT; with AMAF values the best was found to be 0
    least     AMAF samples that a move must have before they count; UCT until then
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
    c         exploration as in UCT
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

    def choose(self, tree, node, reference, player, stream):
        return best_by_amaf(tree, node, node, player, self.c, self.least, self)


@compiled
def best_by_amaf(tree, node, reference, player, c, least, schedule):
    """The child of the highest value, its AMAF part read from the table of the reference.

    In plain loops, gather, compute, compare: those that compute then run on whole vectors.
    Children that have not been tried, which come last, have an AMAF value and nothing else.
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
    if n_tried > 0:
        last = first + n_tried
        blend_tried(
            tree.visits[first:last],
            tree.mean[first:last],
            tree.width[first:last],
            entries[:n_tried],
            values[:n_tried],
            tree.visits[node],
            c,
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
def blend_tried(visits, mean, width, entries, values, node_visits, c, least, schedule):
    """Blend the AMAF values of moves that have been tried with their own."""
    exploration = np.float32(0)
    if c > 0:
        exploration = np.float32(c * math.sqrt(math.log(max(node_visits, 1))))
    zero = np.float32(0)
    one = np.float32(1)
    for i in range(len(values)):
        n = np.float32(visits[i])
        a, _ = count_and_sum(entries[i])
        own = mean[i] + exploration * width[i]
        beta = np.float32(schedule.beta(node_visits, n, max(a, one)))
        value = own + beta * (values[i] - mean[i])
        value = own if a <= np.float32(least) else value
        values[i] = own if width[i] == zero else value  # width 0: proven
