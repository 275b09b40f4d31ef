"""PUCT, the search of AlphaZero (Rosin 2011; Silver and others 2017, 2018).

In a node that N simulations have passed, the child is chosen that maximises

    Q + c(N) P sqrt(N) / (1 + n)        c(N) = c + ln((1 + N + base) / base) / 2

its mean result Q for the player to move, after n simulations, and its prior P, by the network.
Values are from 0 to 1 here. Those of the papers are from -1 to 1: their c is twice as large.

A move of which nothing is known is worth as much as its parent, less `fpu` times the square root of
the priors that were tried: the more of the good moves have been, the less the others promise.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..nets.names import AUTO
from ..parameters import Range
from .algorithm import algorithm, best_of_all
from .network import (
    Batch,
    Expand,
    Mix,
    Net,
    NetworkValues,
    Symmetries,
    draw_dirichlet,
    mean_result,
    said_of,
    set_even_priors,
)
from .statistics import statistics
from .tree import ROOT

__all__ = ["Base", "Puct", "Urgency", "exploration_in", "unknown_in"]

Base = Annotated[
    float, Range(1), "how many visits it takes to explore more: c grows with their logarithm"
]
Urgency = Annotated[
    float,
    Range(0, 1),
    "first-play urgency: how much less than its parent a move of which nothing is known is"
    " worth, times the square root of the priors that were tried",
]


@statistics
class PuctStatistics(NamedTuple):
    """What the network said."""

    net: Any = NetworkValues


class PuctParent(NamedTuple):
    """A node whose children are compared."""

    node: Any
    exploration: Any  # c(N) sqrt(N)
    unknown: Any  # the value of a child of which nothing is known
    noise: Any  # the weight of the noise in the priors


@algorithm(statistics=PuctStatistics)
class Puct(NamedTuple):
    """The search of AlphaZero: a network says which moves are likely, and who wins."""

    net: Net = AUTO
    c: Annotated[float, Range(0), "how much it explores"] = 0.625
    base: Base = 19652.0
    fpu: Urgency = 0.1
    noise: Annotated[
        float, Range(0, 1), "the weight of random noise in the priors of the root; 0 for strength"
    ] = 0.0
    alpha: Annotated[
        float, Range(1e-3, 1000), "how even that noise is: the parameter of Dirichlet"
    ] = 0.3
    mix: Mix = 0.0
    symmetries: Symmetries = False
    batch: Batch = 4
    expand: Expand = 0

    def prepare(self, tree, descent):
        node = descent.node
        exploration = exploration_in(tree, node, self.c, self.base)
        noise = self.noise if node == ROOT and tree.stats.net.is_drawn[0] else 0.0
        return PuctParent(node, exploration, unknown_in(tree, node, self.fpu), np.float32(noise))

    def score(self, tree, child, parent):
        share = np.float32(1) / (np.float32(1) + np.float32(tree.visits[child]))
        return tree.mean[child] + parent.exploration * prior_of(tree, child, parent) * share

    def first_play(self, tree, child, parent):
        return parent.unknown + parent.exploration * prior_of(tree, child, parent)

    def choose(self, tree, descent, stream):
        return best_of_all(self, tree, self.prepare(tree, descent))

    def draw_noise(self, tree, stream):
        if self.noise > 0:
            draw_dirichlet(tree, self.alpha, stream)

    def expanded(self, game, tree, node, state):
        set_even_priors(tree, node)

    def estimates(self, tree, node, child, player):
        return said_of(tree, node, child)


@compiled
def exploration_in(tree, node, c, base):
    """c(N) sqrt(N)."""
    visits = np.float64(tree.visits[node])
    c += 0.5 * math.log((1.0 + visits + base) / base)
    return np.float32(c * math.sqrt(max(visits, 1.0)))


@compiled
def unknown_in(tree, node, fpu):
    """What a child of which nothing is known is worth."""
    unknown = 1.0 - mean_result(tree, node) if tree.visits[node] > 0 else 0.5
    unknown -= fpu * math.sqrt(tried_priors(tree, node))
    return np.float32(max(unknown, 0.0))


@compiled
def tried_priors(tree, node):
    """The sum of the priors of the children that have been tried."""
    first = np.int64(tree.first[node])
    total = np.float32(0)
    for child in range(first, first + tree.n_tried[node]):
        total += tree.stats.net.prior[child]
    return np.float64(total)


@compiled
def prior_of(tree, child, parent):
    """The prior of a child, with the noise of the root's."""
    net = tree.stats.net
    prior = net.prior[child]
    if parent.noise > 0:
        prior += parent.noise * (net.noise[tree.move[child]] - prior)
    return prior
