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
from typing import Annotated, Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..parameters import Range
from ..rules import FIRST
from .algorithm import NEVER, algorithm, best_by_score, best_of_all
from .amaf import AmafTables, count_and_sum, credit
from .rave import Beta, Expand, Least, Reference, nearest_with_visits, with_amaf
from .schedules import Bias
from .statistics import per_search, statistics
from .tree import ROOT, Tree, index_of_smallest
from .uct import ucb1

__all__ = ["Halving", "Rounds", "Shuss", "plan"]

NO_BUDGET = 2**62  # simulations that no round ever gets to the end of
NEVER_TRIED = -1e9  # less than what is proven to be lost

# Places in `rounds`: the simulations of the run; how many moves are left, 0 before the first round;
# when a round ends (`next_of_round`).
BUDGET, SURVIVORS, TARGET = range(3)


@statistics
class HalvingRounds(NamedTuple):
    """The moves of the root, the best first as far as that was decided, and the rounds."""

    order: Any = per_search(np.int32, "n_moves")  # by place, which child
    visits: Any = per_search(np.int32, "n_moves", shown=())  # room to compare them
    rounds: Any = per_search(np.int64, 3)


@statistics
class ShussRounds(NamedTuple):
    """The same with AMAF statistics."""

    order: Any = per_search(np.int32, "n_moves")
    visits: Any = per_search(np.int32, "n_moves", shown=())
    rounds: Any = per_search(np.int64, 3)
    amaf: Any = AmafTables


@algorithm(statistics=HalvingRounds)
class Halving(NamedTuple):
    """Sequential halving at the root, over flat playouts or over UCT."""

    expand: Annotated[
        int,
        Range(0),
        "simulations that pass a move before it gets children, which are searched by UCT; as it is,"
        " none ever does, and every simulation is a playout of a move of the root",
    ] = NEVER
    c: Annotated[float, Range(0), "how much UCT explores there"] = 0.4
    floor: Annotated[
        bool,
        "floor(log2 m) rounds that spend the whole budget between them, instead of ceil(log2 m) in"
        " which all moves get the same (Sagers, Winands and Soemers 2024). More than one move is"
        " then left in the end: `final` should be secure, the best mean among those",
    ] = False
    solver: Annotated[bool, "prove wins, draws and losses"] = False

    def rounds(self, n):
        return rounds_for(n, self.floor)

    def score(self, tree, child, parent):
        return ucb1(tree, child, parent, self.c)

    def choose(self, tree, descent, stream):
        if descent.node == ROOT:
            return next_of_round(self, tree, descent.player, self.floor)
        return best_by_score(self, tree, descent, stream)

    def kept_by(self, tree, child, player):
        return np.float64(tree.mean[child])


@algorithm(statistics=ShussRounds)
@with_amaf
class Shuss(NamedTuple):
    """Sequential halving using scores: GRAVE below a root that halves."""

    c: Annotated[float, Range(0), "the weight of AMAF values in what is kept"] = 128.0
    ref: Reference = 50
    beta: Beta = Bias()
    least: Least = 0
    expand: Expand = 8

    def rounds(self, n):
        return rounds_for(n, False)

    def tables(self, tree):
        return tree.stats.amaf

    def exploration(self):
        return 0.0

    def blends_exploration(self):
        return self.beta.blends_exploration()

    def reference(self, tree, descent):
        return nearest_with_visits(tree, descent, self.ref)

    def choose(self, tree, descent, stream):
        if descent.node == ROOT:
            return next_of_round(self, tree, descent.player, False)
        return best_of_all(self, tree, self.prepare(tree, descent))

    def kept_by(self, tree, child, player):
        """The mean plus c A / n."""
        amaf = tree.stats.amaf
        a, total = count_and_sum(amaf.amaf[tree.row[ROOT], amaf.code[child]])
        value = total / max(a, np.float32(1))
        if player != FIRST:
            value = np.float32(1) - value
        return np.float64(tree.mean[child]) + self.c * value / tree.visits[child]

    def update(self, game, tree, simulation):
        credit(tree.stats.amaf, tree, simulation, self.ref > 0, False, 0, False)


class Rounds(NamedTuple):
    """The rounds of a run with a time limit: equal shares of its time."""

    n_moves: int
    n_rounds: int
    began: float
    seconds: float  # infinite where there is no limit

    def next_look(self, tree: Tree, now: float) -> float:
        """End the rounds whose time is over; returns when to look at the clock again.

        Before so many moves have been tried no round ends: those without a try would be dropped.
        """
        over = int(self.n_rounds * (now - self.began) / self.seconds)
        if tree.n_tried[ROOT] >= self.n_moves:
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
        rounds = tree.stats.rounds
        if rounds[SURVIVORS] > left:
            rounds[TARGET] = -left  # the next simulation finds it there


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
        tree.stats.rounds[BUDGET] = (simulations or NO_BUDGET) // len(trees)
        tree.stats.rounds[SURVIVORS] = 0
    n = int(trees[0].n_children[ROOT])
    n = min(n, getattr(algorithm, "m", n))  # a search may consider the likeliest alone (gumbel.py)
    return Rounds(n, algorithm.rounds(n), began, seconds or math.inf)


@compiled
def next_of_round(self, tree, player, floor):
    """The move of this round that has had the fewest simulations; halves where a round ends.

    A round ends when all its moves have had TARGET simulations or, with `floor`, the root has. A
    TARGET below 0 says that the clock has ended it, and how many moves that leaves.
    """
    order, rounds = tree.stats.order, tree.stats.rounds
    n = np.int64(tree.n_children[ROOT])
    if rounds[SURVIVORS] == 0:
        for i in range(n):
            order[i] = tree.first[ROOT] + i
        rounds[SURVIVORS] = n
        rounds[TARGET] = share(rounds[BUDGET], 1 if floor else n, n_rounds(n, floor))
    while True:
        left = rounds[SURVIVORS]
        fewest = np.int64(order[fewest_visits(tree, left)])
        spent = tree.visits[ROOT] if floor else tree.visits[fewest]
        if left == 1 or spent < rounds[TARGET]:
            return fewest
        left = (left + 1) // 2
        keep_best(self, tree, rounds[SURVIVORS], left, player)
        rounds[SURVIVORS] = left
        if rounds[TARGET] < 0:
            if left > -rounds[TARGET]:
                continue
            rounds[TARGET] = spent
        rounds[TARGET] += share(rounds[BUDGET], 1 if floor else left, n_rounds(n, floor))


@compiled
def fewest_visits(tree, left):
    """The place in the order of the first move with the fewest visits, of those that are left."""
    visits = tree.stats.visits[:left]
    for i in range(left):
        visits[i] = tree.visits[np.uint32(tree.stats.order[i])]
    return index_of_smallest(visits)


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
def keep_best(self, tree, n, left, player):
    """Bring the best `left` of the first n moves of the order to the front."""
    order = tree.stats.order
    for i in range(left):
        best = i
        for k in range(i + 1, n):
            if kept_by(self, tree, order[k], player) > kept_by(self, tree, order[best], player):
                best = k
        order[i], order[best] = order[best], order[i]


@compiled
def kept_by(self, tree, child, player):
    return NEVER_TRIED if tree.visits[child] == 0 else self.kept_by(tree, child, player)
