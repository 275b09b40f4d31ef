"""Gumbel AlphaZero (Danihelka, Guez, Schrittwieser and Silver 2022): better with few simulations.

In the root, the m moves with the largest g + ln P are considered, P being the priors and g Gumbel
noise, by which they are a sample without replacement; without noise, for strength, the likeliest.
Sequential halving (halving.py) shares the simulations out among them. It keeps moves by

    g + ln P + s(q)                     s(q) = (c_visit + max n) c_scale q

q being the mean result, from 0 to 1, and max n the visits of the most visited move. Below the
root the visits follow the improved policy: the child is chosen that maximises

    p(a) - n(a) / (1 + sum of n)        p = softmax(ln P + s(q))

where a move without visits is given, for its q, a mix of the network's value v of the node and of
the moves that have been tried ("completed"):

    (v + N sum(P q) / sum(P)) / (1 + N)      the sums over moves with visits, N of them in all
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from ..kernel import compiled, unit
from ..nets.names import AUTO
from ..parameters import Range
from .algorithm import algorithm
from .halving import BUDGET, SURVIVORS, TARGET, n_rounds, rounds_for, share
from .network import (
    Batch,
    Expand,
    Mix,
    Net,
    NetworkValues,
    Symmetries,
    mean_result,
    said_of,
    set_even_priors,
    value_of,
)
from .statistics import per_search, statistics
from .tree import ROOT, UNPROVEN

__all__ = ["Gumbel"]


@statistics
class GumbelStatistics(NamedTuple):
    """What the network said, and the rounds of the root."""

    net: Any = NetworkValues
    order: Any = per_search(np.int32, "n_moves")  # the moves that are left, the best first
    place: Any = per_search(np.int32, "n_moves", shown=())  # by move, which child of the root
    rounds: Any = per_search(np.int64, 3)


@algorithm(statistics=GumbelStatistics)
class Gumbel(NamedTuple):
    """Gumbel AlphaZero: of the moves that a network thinks likely, it keeps the better half."""

    net: Net = AUTO
    m: Annotated[int, Range(1, 10**6), "how many moves of the root are considered"] = 16
    c_visit: Annotated[float, Range(0), "visits that are added where values are weighed"] = 50.0
    c_scale: Annotated[float, Range(0), "the weight of values beside the priors"] = 1.0
    noise: Annotated[
        float, Range(0, 10), "how much chance has to do with the moves considered; 0 for strength"
    ] = 0.0
    mix: Mix = 0.0
    symmetries: Symmetries = False
    batch: Batch = 4
    expand: Expand = 0

    def rounds(self, n):
        return rounds_for(min(n, self.m), False)

    def waits(self, tree):
        """Whether a round is over: moves are compared when all results are there."""
        rounds = tree.stats.rounds
        if rounds[SURVIVORS] == 0:
            return True
        if rounds[SURVIVORS] == 1:
            return False
        find_places(tree)
        return tree.visits[fewest_visits(tree)] >= rounds[TARGET]

    def choose(self, tree, descent, stream):
        if descent.node == ROOT:
            return next_considered(self, tree, stream)
        return improve(self, tree, descent.node)

    def draw_noise(self, tree, stream):
        """Gumbel noise for the moves of the root."""
        if self.noise > 0:
            net = tree.stats.net
            first = np.int64(tree.first[ROOT])
            for child in range(first, first + tree.n_children[ROOT]):
                drawn = -math.log(-math.log(unit(stream) * (1.0 - 1e-12) + 5e-13))
                net.noise[tree.move[child]] = self.noise * drawn
            net.is_drawn[0] = 1

    def expanded(self, game, tree, node, state):
        set_even_priors(tree, node)

    def kept(self, tree):
        """What rounds have left: a tree that was kept from the move before may have visited others
        more."""
        left = int(tree.stats.rounds[SURVIVORS])
        return {int(move) for move in tree.stats.order[:left]} if left else None

    def estimates(self, tree, node, child, player):
        return said_of(tree, node, child)


# --- below the root -----------------------------------------------------------------------


class Completed(NamedTuple):
    """What is needed to weigh the moves of a node."""

    visits: Any  # of all moves
    scale: Any  # of values
    unknown: Any  # the value of a move without visits


@compiled
def complete(self, tree, node):
    first = np.int64(tree.first[node])
    end = first + tree.n_children[node]
    visits, most = 0, 0
    priors, values = 0.0, 0.0
    for child in range(first, end):
        n = np.int64(tree.visits[child])
        if n > 0:
            visits += n
            most = max(most, n)
            prior = np.float64(tree.stats.net.prior[child])
            priors += prior
            values += prior * mean_result(tree, child)
    unknown = value_of(tree, node)
    if visits > 0:
        unknown = (unknown + visits * values / priors) / (1.0 + visits)
    return Completed(visits, (self.c_visit + most) * self.c_scale, unknown)


@compiled
def weight(tree, child, known):
    """ln P + s(q)."""
    q = mean_result(tree, child) if tree.visits[child] > 0 else known.unknown
    return math.log(np.float64(tree.stats.net.prior[child])) + known.scale * q


@compiled
def improve(self, tree, node):
    """Fill `tree.values` with the improved policy of a node; returns the child that is furthest
    behind it, of those that are not proven."""
    known = complete(self, tree, node)
    first = np.int64(tree.first[node])
    n = np.int64(tree.n_children[node])
    largest = -math.inf
    for i in range(n):
        largest = max(largest, weight(tree, first + i, known))
    total = 0.0
    for i in range(n):
        tree.values[i] = math.exp(weight(tree, first + i, known) - largest)
        total += np.float64(tree.values[i])
    best = first
    furthest = -math.inf
    for i in range(n):
        share_of_it = np.float64(tree.values[i]) / total
        tree.values[i] = share_of_it
        behind = share_of_it - tree.visits[first + i] / (1.0 + known.visits)
        if behind > furthest and tree.proven[first + i] == UNPROVEN:
            best = first + i
            furthest = behind
    return best


# --- in the root --------------------------------------------------------------------------


@compiled
def next_considered(self, tree, stream):
    """The move of this round with the fewest visits; halves where a round ends."""
    rounds = tree.stats.rounds
    if rounds[SURVIVORS] == 0:
        consider(self, tree, stream)
    else:
        find_places(tree)
        drop_proven(self, tree)
    m = min(np.int64(tree.n_children[ROOT]), self.m)
    while True:
        left = rounds[SURVIVORS]
        fewest = fewest_visits(tree)
        spent = np.int64(tree.visits[fewest])
        if left == 1 or spent < rounds[TARGET]:
            return fewest
        left = (left + 1) // 2
        keep_best(self, tree, rounds[SURVIVORS], left)
        rounds[SURVIVORS] = left
        if rounds[TARGET] < 0:  # the clock has ended it: see halving.py
            if left > -rounds[TARGET]:
                continue
            rounds[TARGET] = spent
        rounds[TARGET] += share(usable(rounds[BUDGET]), left, n_rounds(m, False))


@compiled
def usable(budget):
    """The simulations of the rounds: the first one asks about the root, and the last one is for the
    winner, which then has the most visits."""
    return max(budget - 2, 1)


@compiled
def consider(self, tree, stream):
    """Begin with the moves of the largest g + ln P, no more of them than can be tried."""
    rounds = tree.stats.rounds
    if tree.stats.net.is_drawn[0] == 0:
        self.draw_noise(tree, stream)
    find_places(tree)
    n = np.int64(tree.n_children[ROOT])
    left = 0
    for i in range(n):
        child = np.int64(tree.first[ROOT]) + i
        if tree.proven[child] == UNPROVEN:
            tree.stats.order[left] = tree.move[child]
            left += 1
    m = min(n, self.m)
    keep = min(left, m, usable(rounds[BUDGET]))
    for i in range(keep):
        best = i
        for k in range(i + 1, left):
            if prior_weight(tree, tree.stats.order[k]) > prior_weight(tree, tree.stats.order[best]):
                best = k
        swap(tree, i, best)
    rounds[SURVIVORS] = keep
    rounds[TARGET] = share(usable(rounds[BUDGET]), keep, n_rounds(m, False))


@compiled
def swap(tree, i, k):
    order = tree.stats.order
    order[i], order[k] = order[k], order[i]


@compiled
def find_places(tree):
    """Note where the children of the root are by now: they change places."""
    first = np.int64(tree.first[ROOT])
    for child in range(first, first + tree.n_children[ROOT]):
        tree.stats.place[tree.move[child]] = child


@compiled
def fewest_visits(tree):
    """The child with the fewest visits of the moves that are left."""
    order, place = tree.stats.order, tree.stats.place
    best = np.int64(place[order[0]])
    for i in range(1, tree.stats.rounds[SURVIVORS]):
        child = np.int64(place[order[i]])
        if tree.visits[child] < tree.visits[best]:
            best = child
    return best


@compiled
def prior_weight(tree, move):
    """g + ln P."""
    net = tree.stats.net
    return math.log(np.float64(net.prior[tree.stats.place[move]])) + net.noise[move]


@compiled
def drop_proven(self, tree):
    """Moves that have been proven are out; if none is left, the best of all others goes on."""
    order, rounds = tree.stats.order, tree.stats.rounds
    left = 0
    for i in range(rounds[SURVIVORS]):
        if tree.proven[tree.stats.place[order[i]]] == UNPROVEN:
            order[left] = order[i]
            left += 1
    if left == 0:
        known = complete(self, tree, ROOT)
        best = np.int64(-1)
        first = np.int64(tree.first[ROOT])
        for child in range(first, first + tree.n_children[ROOT]):
            if tree.proven[child] == UNPROVEN and (
                best < 0 or weight(tree, child, known) > weight(tree, best, known)
            ):
                best = child
        order[0] = tree.move[best]
        left = 1
    rounds[SURVIVORS] = left


@compiled
def keep_best(self, tree, n, left):
    """Bring the best `left` of the first n moves of the order to the front, by g + ln P + s(q)."""
    order, place = tree.stats.order, tree.stats.place
    known = complete(self, tree, ROOT)
    for i in range(left):
        best = i
        for k in range(i + 1, n):
            if weight(tree, place[order[k]], known) + tree.stats.net.noise[order[k]] > (
                weight(tree, place[order[best]], known) + tree.stats.net.noise[order[best]]
            ):
                best = k
        swap(tree, i, best)
