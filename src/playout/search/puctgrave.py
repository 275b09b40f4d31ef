"""GRAVE with a network: PUCT, in which the value of a young move borrows from its AMAF value.

    (1 - beta) Q + beta A + c(N) P sqrt(N) / (1 + n)

P, Q, n, N and c(N) are PUCT's (puct.py), A and beta GRAVE's (rave.py). Every leaf is played out as
well as shown to the network: a playout costs a hundredth of what the network takes, and A comes
from it. In the value of the leaf it counts as far as `mix` says. beta is that of n + 1 visits: what
is known of the parent stands for a first one, so that A, which random moves have made, is never all
that there is. `ref` = 0 is RAVE with a network.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from ..nets.names import AUTO
from ..parameters import Range
from .algorithm import algorithm, best_of_all
from .amaf import AmafTables, count_and_value, credit, estimate_of, keep_codes, look_up
from .network import (
    Batch,
    Expand,
    Mix,
    Net,
    NetworkValues,
    Symmetries,
    said_of,
    set_even_priors,
)
from .puct import Base, Urgency, exploration_in, unknown_in
from .rave import Reference, nearest_with_visits, with_amaf
from .schedules import Bias
from .statistics import statistics

__all__ = ["PuctGrave"]


@statistics
class PuctGraveStatistics(NamedTuple):
    """What the network said, and AMAF values."""

    net: Any = NetworkValues
    amaf: Any = AmafTables


class PuctGraveParent(NamedTuple):
    """A node whose children are compared."""

    node: Any
    first: Any  # its first child: the AMAF entry of the i-th is at place i
    player: Any  # who moves there
    visits: Any
    exploration: Any  # c(N) sqrt(N)
    unknown: Any  # the value of a child of which nothing is known


@algorithm(statistics=PuctGraveStatistics)
@with_amaf
class PuctGrave(NamedTuple):
    """GRAVE with a network: its priors, its values, and AMAF values of playouts beside them."""

    net: Net = AUTO
    c: Annotated[float, Range(0), "how much it explores"] = 0.625
    base: Base = 19652.0
    fpu: Urgency = 0.1
    ref: Reference = 50
    bias: Annotated[
        float, Range(0, 1e308), "how soon AMAF values are given up: the schedule is bias"
    ] = 1.0
    mix: Mix = 0.0
    symmetries: Symmetries = False
    batch: Batch = 4
    expand: Expand = 0

    def tables(self, tree):
        return tree.stats.amaf

    def schedule(self):
        return Bias(self.bias)

    def reference(self, tree, descent):
        return nearest_with_visits(tree, descent, self.ref)

    def prepare(self, tree, descent):
        node = descent.node
        look_up(tree.stats.amaf, tree, node, tree.row[self.reference(tree, descent)])
        exploration = exploration_in(tree, node, self.c, self.base)
        unknown = unknown_in(tree, node, self.fpu)
        first = np.uint64(tree.first[node])
        visits = tree.visits[node]
        return PuctGraveParent(node, first, descent.player, visits, exploration, unknown)

    def amaf_weight(self, tree, child, parent):
        a, _ = count_and_value(tree.stats.amaf.entry[child - parent.first], parent.player)
        n = np.float32(tree.visits[child]) + np.float32(1)
        beta = np.float32(self.schedule().beta(parent.visits, n, max(a, np.float32(1))))
        return np.float32(0) if a == np.float32(0) else beta

    def blended(self, tree, child, parent, value):
        """What a child is worth beside its prior, by its own value and AMAF's."""
        _, amaf = count_and_value(tree.stats.amaf.entry[child - parent.first], parent.player)
        return value + self.amaf_weight(tree, child, parent) * (amaf - value)

    def score(self, tree, child, parent):
        share = np.float32(1) / (np.float32(1) + np.float32(tree.visits[child]))
        explored = parent.exploration * tree.stats.net.prior[child] * share
        return self.blended(tree, child, parent, tree.mean[child]) + explored

    def first_play(self, tree, child, parent):
        explored = parent.exploration * tree.stats.net.prior[child]
        return self.blended(tree, child, parent, parent.unknown) + explored

    def choose(self, tree, descent, stream):
        return best_of_all(self, tree, self.prepare(tree, descent))

    def update(self, game, tree, simulation):
        credit(tree.stats.amaf, tree, simulation, self.ref > 0, False, 0, False)

    def expanded(self, game, tree, node, state):
        set_even_priors(tree, node)
        keep_codes(tree.stats.amaf, game, tree, node, state)

    def estimates(self, tree, node, child, player):
        amaf = tree.stats.amaf
        entry = amaf.amaf[tree.row[node], amaf.code[child]]
        return said_of(tree, node, child) | {"amaf": estimate_of(entry, player)}
