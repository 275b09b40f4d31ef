"""Sequential halving at the root: rounds of equal shares, the worse half dropped after each.

Of m moves those that are left in a round get floor(budget / (left x ceil(log2 m))) simulations
each, then the better half of them stays (Karnin, Koren and Somekh 2013). What the rounding leaves
over goes to the winner. With a time limit every round takes the same share of the time, in which
the moves that are left get simulations in turn: how many there will be need not be known.

`Halving` plays out from each move, or searches below it with UCT; `Shuss` (Fabiano and Cazenave
2021) searches below it with GRAVE, and keeps moves by their mean plus c A / n: their AMAF value A
counts while n is small.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..rules import FIRST
from .algorithm import NEVER, UNIFORM, VISITS, algorithm, at_least, check_final
from .rave import Bias, best_by_amaf
from .tree import BUDGET, ROOT, SURVIVORS, TARGET, Tree, count_and_sum, untried
from .uct import best_by_ucb1

__all__ = ["Halving", "Rounds", "Shuss", "plan"]

NO_BUDGET = 2**62  # simulations that no round ever gets to the end of
NEVER_TRIED = -1e9  # less than what is proven to be lost


@algorithm
class Halving(NamedTuple):
    """Sequential halving at the root, over flat playouts or over UCT.

    expand   simulations that pass a move before it gets children, which are searched by UCT; as
             it is, none ever does, and every simulation is a playout of a move of the root
    c        how much UCT explores there
    floor    floor(log2 m) rounds that spend the whole budget between them, instead of ceil(log2 m)
             in which all moves get the same (Sagers, Winands and Soemers 2024). More than one move
             is then left in the end: `final` should be SECURE, the best mean among those
    final    how the move is chosen: VISITS, MEAN, SECURE or ROBUST
    policy   how it plays out
    """

    expand: int = NEVER
    c: float = 0.4
    floor: bool = False
    final: int = VISITS
    policy: Any = UNIFORM

    def check(self):
        for field in ("expand", "c"):
            at_least(self, field, 0)
        check_final(self)

    def is_solver(self):
        return False

    def uses_plan(self):
        return True

    def rounds(self, n):
        return rounds_for(n, self.floor)

    def choose(self, tree, node, reference, player, stream):
        if node == ROOT:
            return next_of_round(tree, player, 0.0, self.floor)
        if tree.n_tried[node] < tree.n_children[node]:
            return untried(tree, node, stream)
        exploration = self.c * math.sqrt(math.log(max(tree.visits[node], 1)))
        return best_by_ucb1(tree, node, exploration)[0]


@algorithm
class Shuss(NamedTuple):
    """Sequential halving using scores: GRAVE below a root that halves.

    c        the weight of AMAF values in what is kept
    ref, schedule, least, expand, solver, final and policy are as in Grave
    """

    c: float = 128.0
    ref: int = 50
    schedule: Any = Bias()
    least: int = 0
    expand: int = 8
    solver: bool = True
    final: int = VISITS
    policy: Any = UNIFORM

    def check(self):
        for field in ("c", "ref", "least", "expand"):
            at_least(self, field, 0)
        check_final(self)

    def uses_amaf(self):
        return True

    def uses_plan(self):
        return True

    def rounds(self, n):
        return rounds_for(n, False)

    def choose(self, tree, node, reference, player, stream):
        if node == ROOT:
            return next_of_round(tree, player, self.c, False)
        return best_by_amaf(tree, node, reference, player, 0.0, self.least, self.schedule)


class Rounds(NamedTuple):
    """The rounds of a run with a time limit: equal shares of its time."""

    n_moves: int
    n_rounds: int
    began: float
    seconds: float  # infinite where there is no limit

    def next_look(self, tree: Tree, now: float) -> float:
        """End the rounds whose time is over; returns when to look at the clock again.

        Before every move has been tried no round ends: those without a try would be dropped.
        """
        over = int(self.n_rounds * (now - self.began) / self.seconds)
        if tree.n_tried[ROOT] == tree.n_children[ROOT]:
            self._end(tree, over)
        length = self.seconds / self.n_rounds
        end = self.began + length * (over + 1)
        # Halfway at first: a search that gets slower would miss the end.
        return end if end - now < length / 8 else (now + end) / 2

    def end_all(self, tree: Tree) -> None:
        """End the rounds that are left, however little time they had."""
        self._end(tree, self.n_rounds)

    def _end(self, tree: Tree, over: int) -> None:
        left = -(-self.n_moves // 2**over)
        if tree.counts[SURVIVORS] > left:
            tree.counts[TARGET] = -left  # the next simulation finds it there


def plan(
    algorithm: Any,
    trees: list[Tree],
    simulations: int | None,
    began: float,
    seconds: float | None,
) -> Rounds:
    """Begin a run: a round ends after its share of the simulations or of the time, whichever is
    first; of what has no limit there is no share."""
    for tree in trees:
        tree.counts[BUDGET] = (simulations or NO_BUDGET) // len(trees)
        tree.counts[SURVIVORS] = 0
    n = int(trees[0].n_children[ROOT])
    return Rounds(n, algorithm.rounds(n), began, seconds or math.inf)


@compiled
def next_of_round(tree, player, c, floor):
    """The move of this round that has had the fewest simulations; halves where a round ends.

    A round ends when all its moves have had TARGET simulations or, with `floor`, the root has. A
    TARGET below 0 says that the clock has ended it, and how many moves that leaves.
    """
    first = tree.first[ROOT]
    n = tree.n_children[ROOT]
    if tree.counts[SURVIVORS] == 0:
        tree.counts[SURVIVORS] = n
        tree.counts[TARGET] = share(tree.counts[BUDGET], 1 if floor else n, n_rounds(n, floor))
    while True:
        left = tree.counts[SURVIVORS]
        fewest = first + index_of_smallest(tree.visits[first : first + left])
        spent = tree.visits[ROOT] if floor else tree.visits[fewest]
        if left == 1 or spent < tree.counts[TARGET]:
            return fewest
        left = (left + 1) // 2
        keep_best(tree, first, tree.counts[SURVIVORS], left, player, c)
        tree.counts[SURVIVORS] = left
        if tree.counts[TARGET] < 0:
            if left > -tree.counts[TARGET]:
                continue
            tree.counts[TARGET] = spent
        part = share(tree.counts[BUDGET], 1 if floor else left, n_rounds(n, floor))
        tree.counts[TARGET] += part


@compiled
def index_of_smallest(visits):
    """Where the first of the smallest numbers is; the smallest is found on whole vectors."""
    smallest = visits[0]
    for i in range(len(visits)):
        smallest = min(smallest, visits[i])
    i = 0
    while visits[i] != smallest:
        i += 1
    return i


def rounds_for(n, floor):
    """The logarithm of the number of moves, rounded up or down; at least one."""
    rounds = 1
    while 2**rounds < n:
        rounds += 1
    return rounds - 1 if floor and rounds > 1 and 2**rounds > n else rounds


n_rounds = compiled(rounds_for)  # for kernels; Python asks in a search's time: not to compile then


@compiled
def share(budget, left, rounds):
    """How many simulations each of the moves that are left gets in a round; at least one."""
    return max(1, budget // (left * rounds))


@compiled
def keep_best(tree, first, n, left, player, c):
    """Bring the best `left` of the first n children to the front."""
    for i in range(first, first + left):
        best = i
        for child in range(i + 1, first + n):
            if score(tree, child, player, c) > score(tree, best, player, c):
                best = child
        if best != i:
            swap_nodes(tree, i, best)


@compiled
def score(tree, child, player, c):
    if tree.visits[child] == 0:
        return NEVER_TRIED
    value = np.float64(tree.mean[child])
    if c > 0:
        a, won = count_and_sum(tree.amaf[tree.table[ROOT], tree.code[child]])
        amaf = won / max(a, np.float32(1))
        if player != FIRST:
            amaf = np.float32(1) - amaf
        value += c * amaf / tree.visits[child]
    return value


@compiled
def swap_nodes(tree, a, b):
    """Let two children of the root change places, with all that hangs below them."""
    for column in (tree.visits, tree.code):
        column[a], column[b] = column[b], column[a]
    for values in (tree.mean, tree.width):
        values[a], values[b] = values[b], values[a]
    for fields in (tree.first, tree.n_children, tree.n_tried, tree.move, tree.table):
        fields[a], fields[b] = fields[b], fields[a]
    tree.total[a], tree.total[b] = tree.total[b], tree.total[a]
    tree.proven[a], tree.proven[b] = tree.proven[b], tree.proven[a]
    tree.distance[a], tree.distance[b] = tree.distance[b], tree.distance[a]
