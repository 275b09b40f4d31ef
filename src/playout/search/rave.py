"""RAVE and its kin: the value of a move borrows from its AMAF value while it is young.

    (1 - beta) Q + beta A + c sqrt(ln N / n)

Q is the mean result of the n simulations, of N in this node, that went through the move, A that
of the a simulations that played it there or later (all moves as first: amaf.py). A is known sooner,
Q is right in the end: beta falls from 1 to 0, by one of the schedules of schedules.py.

RAVE (Gelly and Silver 2007, 2011) takes A from the node itself. GRAVE (Cazenave 2015) takes it
from the nearest ancestor, the node included, with more than `ref` visits, the root if there is
none: few simulations say little. `ref` = 0 is RAVE; a `ref` that no node reaches is HRAVE.

AMAF stays with beta = 1. alpha-AMAF has a beta that never changes, and gives UCT's value the rest
of the weight, exploration included (Helmbold and Parker-Wood 2009):

    (1 - alpha) (Q + c sqrt(ln N / n)) + alpha A

With `inside` the other schedules give exploration its share in the same way.

A move without AMAF samples comes first. One that has not been tried is worth its A, and explored
like a move tried once: nothing is explored more than what is not known. (Fuego and MoHex do the
same by n + 1 instead of n.) So c is a scale that begins where there is no exploration, at 0. To
try all moves before any other, as UCT does, spends 121 simulations in every node of Hex 11x11 with
the smallest c; A says which of them are worth it. `untried=first` does so all the same.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..parameters import Choices, OneOf, Range
from .algorithm import algorithm, best_of_all
from .amaf import AmafTables, check_draw, count_and_value, credit, estimate_of, keep_codes, look_up
from .schedules import Alpha, Bias
from .tree import ROOT, home_of, untried

__all__ = ["Amaf", "Beta", "Expand", "Grave", "Least", "Rave", "Reference", "with_amaf"]

Beta = Annotated[Any, OneOf("schedule"), "how the weight of AMAF values falls"]
Exploration = Annotated[float, Range(0), "how much it explores; 0 was found to be best"]
Reference = Annotated[int, Range(0), "visits that a node must exceed for its AMAF values to count"]
Least = Annotated[
    int,
    Range(0),
    "AMAF samples that a move must exceed before they count: until then its value is UCT's",
]
Expand = Annotated[
    int,
    Range(0),
    "simulations that pass a leaf before it gets children, and AMAF statistics: as soon as possible"
    " is best for a number of simulations, 8 for a length of time",
]
Killer = Annotated[
    bool,
    "Killer RAVE: below the root only those moves of a playout count that have done at least as"
    " well in the whole search as their player on average (our reading of Lorentz 2010)",
]
Recent = Annotated[
    int,
    Range(0, 10**9),
    "Killer RAVE by recent results: about how many of its last ones judge a move; 0: all of them",
]
AS_AMAF, FIRST_OF_ALL = range(2)
Untried = Annotated[
    int,
    Choices({"amaf": AS_AMAF, "first": FIRST_OF_ALL}),
    "a move that has not been tried is worth its AMAF value, or comes first: of several, any",
]
Inside = Annotated[
    bool, "exploration inside of (1 - beta): (1 - beta) (Q + c sqrt(ln N / n)) + beta A"
]
RootPlayer = Annotated[bool, "record only the moves of the player who is to move in the root"]


# --- what the family has in common --------------------------------------------------------


class AmafParent(NamedTuple):
    """A node whose children are compared by their AMAF values, too."""

    node: Any
    first: Any  # its first child: the AMAF entry of the i-th is at place i
    player: Any  # who moves there
    visits: Any
    exploration: Any  # c sqrt(ln N)


def tables(self, tree):
    """Where the AMAF statistics are."""
    return tree.stats


def schedule(self):
    """How beta falls."""
    return self.beta


def reference(self, tree, descent):
    """The node whose AMAF values count here."""
    return descent.node


def exploration(self):
    """The constant of exploration."""
    return self.c


def blends_exploration(self):
    """Whether beta takes its share of the exploration as well."""
    return self.inside or self.schedule().blends_exploration()


def prepare(self, tree, descent):
    """Gather the AMAF entries of a node's children."""
    node, visits = descent.node, tree.visits[descent.node]
    look_up(self.tables(tree), tree, node, tree.row[self.reference(tree, descent)])
    exploration = np.float32(self.exploration() * math.sqrt(math.log(max(visits, 1))))
    return AmafParent(node, np.uint64(tree.first[node]), descent.player, visits, exploration)


def choose(self, tree, descent, stream):
    node = descent.node
    if self.untried == FIRST_OF_ALL and tree.n_tried[node] < tree.n_children[node]:
        return untried(tree, node, stream)
    return best_of_all(self, tree, self.prepare(tree, descent))


def amaf_weight(self, tree, child, parent):
    """beta; 0 where there are too few AMAF samples."""
    a, _ = count_and_value(self.tables(tree).entry[child - parent.first], parent.player)
    n = np.float32(tree.visits[child])
    beta = np.float32(self.schedule().beta(parent.visits, n, max(a, np.float32(1))))
    return np.float32(0) if a <= np.float32(self.least) else beta


def score(self, tree, child, parent):
    """(1 - beta) Q + beta A + exploration; or the exploration inside of (1 - beta)."""
    _, amaf = count_and_value(self.tables(tree).entry[child - parent.first], parent.player)
    mean = tree.mean[child]
    own = mean + parent.exploration * tree.width[child]
    blended = own if self.blends_exploration() else mean
    return own + self.amaf_weight(tree, child, parent) * (amaf - blended)


def first_play(self, tree, child, parent):
    """A of a move that has not been tried, explored like one tried once, whose Q would be A."""
    a, amaf = count_and_value(self.tables(tree).entry[child - parent.first], parent.player)
    exploration = parent.exploration
    if self.blends_exploration():
        one = np.float32(1)
        exploration *= one - np.float32(self.schedule().beta(parent.visits, one, one))
    return amaf + exploration if a > np.float32(self.least) else np.float32(self.fpu)


def needs_line(self):
    return True


def expanded(self, game, tree, node, state):
    keep_codes(self.tables(tree), game, tree, node, state)


def estimates(self, tree, node, child, player):
    amaf = self.tables(tree)
    return {"amaf": estimate_of(amaf.amaf[tree.row[node], amaf.code[child]], player)}


COMMON = (
    tables,
    schedule,
    reference,
    exploration,
    blends_exploration,
    prepare,
    choose,
    amaf_weight,
    score,
    first_play,
    needs_line,
    expanded,
    estimates,
)


def with_amaf(cls: Any) -> Any:
    """Give a search the methods above, those aside that it has itself."""
    cls.check = check_draw
    for method in COMMON:
        if method.__name__ not in vars(cls):
            setattr(cls, method.__name__, method)
    return cls


@compiled
def nearest_with_visits(tree, descent, ref):
    """The nearest ancestor with more than `ref` visits, the node itself included, or the root."""
    for depth in range(descent.depth, 0, -1):
        node = home_of(tree, np.int64(descent.path[depth]))
        if tree.visits[node] > ref:
            return node
    return np.int64(ROOT)


# --- the searches -------------------------------------------------------------------------


@algorithm(statistics=AmafTables)
@with_amaf
class Rave(NamedTuple):
    """Rapid action value estimation."""

    beta: Beta = Bias()
    c: Exploration = 0.0
    least: Least = 0
    killer: Killer = False
    recent: Recent = 0
    untried: Untried = AS_AMAF
    inside: Inside = False
    root_player: RootPlayer = False
    expand: Expand = 8

    def update(self, game, tree, simulation):
        credit(tree.stats, tree, simulation, False, self.killer, self.recent, self.root_player)


@algorithm(statistics=AmafTables)
@with_amaf
class Grave(NamedTuple):
    """Generalized RAVE: AMAF values come from an ancestor with enough visits."""

    ref: Reference = 50
    beta: Beta = Bias()
    c: Exploration = 0.0
    least: Least = 0
    killer: Killer = False
    recent: Recent = 0
    untried: Untried = AS_AMAF
    inside: Inside = False
    root_player: RootPlayer = False
    expand: Expand = 8

    def reference(self, tree, descent):
        return nearest_with_visits(tree, descent, self.ref)

    def update(self, game, tree, simulation):
        both = self.ref > 0
        credit(tree.stats, tree, simulation, both, self.killer, self.recent, self.root_player)


@algorithm(statistics=AmafTables)
@with_amaf
class Amaf(NamedTuple):
    """All moves as first throughout: RAVE with a beta that never falls."""

    alpha: Annotated[
        float,
        Range(0, 1),
        "1: AMAF values alone; less: alpha-AMAF, (1 - alpha) of UCT's value and alpha of AMAF's",
    ] = 1.0
    c: Annotated[float, Range(0), "exploration in UCT's value: none is left where alpha is 1"] = 0.0
    least: Least = 0
    untried: Untried = AS_AMAF
    expand: Expand = 8

    def schedule(self):
        return Alpha(self.alpha)

    def blends_exploration(self):
        return True

    def update(self, game, tree, simulation):
        credit(tree.stats, tree, simulation, False, False, 0, False)
