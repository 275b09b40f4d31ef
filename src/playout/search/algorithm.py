"""What a tree search is: a NamedTuple of parameters whose methods are its rules.

    @algorithm
    class Ucb1(NamedTuple):
        c: Annotated[float, Range(0), "how much it explores"] = 0.4

        def score(self, tree, child, parent):
            return tree.mean[child] + self.c * math.sqrt(parent.log_visits) * tree.width[child]

A simulation goes to the child with the highest score. What every search has in common is in the
parameters of `Shared` below, which each gets beside its own, and in the methods:

    prepare(self, tree, descent)         what `score` is told of the node whose children are
                                         compared: a NamedTuple, otherwise a `Parent`
    score(self, tree, child, parent)     the worth of a child that has been tried
    choose(self, tree, descent, stream)  the child to go to, where a score is not enough
    first_play(self, tree, child, parent)       the worth of one that has not, for people
    amaf_weight(self, tree, child, parent)      beta, for people; nan of a search without AMAF
    expanded(self, game, tree, node, state)     a node has got its children
    update(self, game, tree, simulation)        a simulation has ended; its results come after that
    estimates(self, tree, node, child, player)  what else it thinks of a child, for people: (count,
                                         value) by name

What it keeps in the tree is declared apart (statistics.py): `@algorithm(statistics=Squares)`. Its
method `needs_line` says whether `update` reads the moves of a simulation. `tree` is described in
tree.py.
"""

import inspect
import math
import types
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, overload

import numpy as np

from ..kernel import compiled
from ..parameters import Choices, OneOf, Range, add_checks
from ..registry import Class, is_ours, register
from .budget import BUDGET
from .errors import SearchError
from .policy import Random
from .statistics import NOTHING, is_statistics
from .tree import index_of_largest, result_for, untried

__all__ = [
    "FIRST_PLAY",
    "MEAN",
    "NEVER",
    "ROBUST",
    "SECURE",
    "UCB",
    "VISITS",
    "Descent",
    "Parent",
    "SearchError",
    "Simulation",
    "algorithm",
    "best_by_score",
    "best_of_all",
]

NEVER = 2**31 - 1
FIRST_PLAY = 1e6  # from this value on, a child that has not been tried comes before all others

VISITS, MEAN, SECURE, ROBUST, UCB = range(5)
FINAL = {"visits": VISITS, "mean": MEAN, "secure": SECURE, "robust": ROBUST, "ucb": UCB}


class Shared(NamedTuple):
    """What every search can be told."""

    expand: Annotated[
        int,
        Range(0),
        "simulations that pass a leaf before it gets children; 0: as soon as it is reached",
    ] = 1
    solver: Annotated[bool, "prove wins, draws and losses, and stop when the root is proven"] = True
    final: Annotated[
        int,
        Choices(FINAL),
        "how the move is chosen: most visits, best mean, best lower bound of the mean (secure), the"
        " one with both most visits and the best mean (robust: it goes on until there is one), or"
        " the best score, by which simulations choose (ucb)",
    ] = VISITS
    fpu: Annotated[
        float,
        Range(0),
        "first-play urgency: the value of a move of which nothing is known; 1e6: it is tried"
        " before all others",
    ] = FIRST_PLAY
    playouts: Annotated[int, Range(1, 10**6), "playouts from each leaf"] = 1
    draw: Annotated[
        float,
        Range(0, 1),
        "what a draw is worth to both players; with AMAF values or a history 0, 0.5 or 1",
    ] = 0.5
    transpositions: Annotated[
        bool, "moves that lead to the same position share what is known of it"
    ] = False
    policy: Annotated[Any, OneOf("policy"), "how it plays out"] = Random()


class Descent(NamedTuple):
    """A simulation on its way down."""

    node: Any  # where it is
    player: Any  # who moves there
    path: Any  # the nodes it has passed, from the root; this one is at path[depth]
    depth: Any


class Parent(NamedTuple):
    """A node whose children are compared."""

    node: Any
    player: Any  # who moves there
    visits: Any
    log_visits: Any  # the natural logarithm of the visits


@compiled
class Simulation(NamedTuple):
    """A simulation that has ended."""

    path: Any  # the nodes it has passed, from the root to path[depth], where its playout began
    depth: Any
    line: Any  # its moves and their codes (`needs_line`): line.move[i] was played in path[i]
    player: Any  # who moves in the root
    winner: Any
    draw: Any  # what a draw is worth

    def result(self, i):
        """What it was worth to the player who moved into path[i]: 1, 0, or what a draw is."""
        return result_for((self.player + i + 1) & 1, self.winner, self.draw)


# --- the methods that a search gets if it does not say otherwise ---------------------------


def check(self):
    """Raise a SearchError where parameters do not fit together; their ranges are seen to."""


def prepare(self, tree, descent):
    visits = tree.visits[descent.node]
    return Parent(descent.node, descent.player, visits, math.log(max(visits, 1)))


def choose(self, tree, descent, stream):
    return best_by_score(self, tree, descent, stream)


def first_play(self, tree, child, parent):
    return self.fpu


def amaf_weight(self, tree, child, parent):
    return math.nan


def expanded(self, game, tree, node, state):
    pass


def update(self, game, tree, simulation):
    pass


def needs_line(self):
    return False


def estimates(self, tree, node, child, player):
    return {}


def unfit(self, game):
    """Why a game cannot be searched like this; nothing if it can."""
    return ""


def waits(self, tree):
    """Whether the next choice in the root needs the values of all leaves that wait for a network
    (leaves.py)."""
    return False


def draw_noise(self, tree, stream):
    """Draw noise for the priors of the root, of a search with a network that has any."""
    return


def kept(self, tree):
    """The moves of the root that are left, of a search that drops some; all of any other."""
    return None


def rounds(self, n):
    """How many rounds there are for n moves of the root, of a search that halves them (halving.py);
    0 of any other."""
    return 0


def enough(self, n):
    """How many simulations are enough where the root has n moves; 0: as many as the budget has."""
    return 0


DEFAULTS = (
    check,
    prepare,
    choose,
    first_play,
    amaf_weight,
    expanded,
    update,
    needs_line,
    estimates,
    unfit,
    waits,
    draw_noise,
    kept,
    rounds,
    enough,
)


@overload
def algorithm(cls: Class, *, statistics: Any = ...) -> Class: ...
@overload
def algorithm(*, statistics: Any = ...) -> Callable[[Class], Class]: ...
def algorithm(cls: Any = None, *, statistics: Any = NOTHING) -> Any:
    """Turn a NamedTuple with a method `score` or `choose` into a tree search.

    `statistics` is the class of what it keeps in the tree beside visits and results.
    """
    if cls is None:
        return lambda cls: algorithm(cls, statistics=statistics)
    given = vars(cls)
    if not hasattr(cls, "_fields") or not any(
        inspect.isfunction(given.get(name)) for name in ("score", "choose")
    ):
        why = "{cls} must be a NamedTuple with a method score or choose"
        raise SearchError(why, "wrong-class", cls=cls.__name__)
    if not is_statistics(statistics):
        why = "{cls}: statistics must be a class made by @statistics"
        raise SearchError(why, "not-statistics", cls=cls.__name__)
    for name in BUDGET.keys() & set(cls._fields):
        why = "{cls}: {name} is part of every budget; use another name"
        raise SearchError(why, "reserved-name", cls=cls.__name__, name=name)
    refuse_names(cls, (*DEFAULTS, best_by_score))
    made = with_shared(cls)
    made.statistics = statistics
    for default in DEFAULTS:
        if default.__name__ not in given:
            setattr(made, default.__name__, default)
    if "choose" in given and not is_ours(cls):
        made.choose = checked_choice(cls.choose)
    add_checks(made, SearchError)
    return register("search", compiled(made))


def refuse_names(cls: Any, methods: Any) -> None:
    """Raise a SearchError for a parameter that is called like something else of such a class."""
    taken = {"kind", "written", "statistics"} | {each.__name__ for each in methods}
    for name in taken & set(cls._fields):
        why = "{cls}: {name} means something else here; give the parameter another name"
        raise SearchError(why, "reserved-name", cls=cls.__name__, name=name)


def checked_choice(choose: Any) -> Any:
    """A method `choose` of somebody else, which may be wrong: a child that is none would have the
    search write anywhere in memory."""
    own = compiled(choose)

    def checked(self, tree, descent, stream):
        child = np.int64(own(self, tree, descent, stream))
        first = np.int64(tree.first[descent.node])
        if child < first or child >= first + tree.n_children[descent.node]:
            raise IndexError("choose returned no child of the node")
        return child

    return checked


def with_shared(cls: Any) -> Any:
    """The class with the fields of `Shared` behind its own, those aside that it has itself."""
    body = {"__doc__": cls.__doc__, "__module__": cls.__module__, "__qualname__": cls.__qualname__}
    annotations = dict(cls.__annotations__)
    for owner in (cls, Shared):
        for name, kind in owner.__annotations__.items():
            annotations.setdefault(name, kind)
            if name in owner._field_defaults:
                body.setdefault(name, owner._field_defaults[name])
    body["__annotations__"] = annotations
    for name, value in vars(cls).items():
        if name not in cls._fields and name not in vars(Shared):
            body[name] = value
    return types.new_class(cls.__name__, (NamedTuple,), exec_body=lambda space: space.update(body))


@compiled
def best_by_score(self, tree, descent, stream):
    """The tried child of the highest score, or one that was not tried, if that is worth more."""
    node = descent.node
    has_untried = tree.n_tried[node] < tree.n_children[node]
    if has_untried and self.fpu >= FIRST_PLAY:
        return untried(tree, node, stream)
    parent = self.prepare(tree, descent)
    first = np.int64(tree.first[node])
    best = first
    best_score = -math.inf
    for child in range(first, first + tree.n_tried[node]):
        score = tree.mean[child]
        if tree.width[child] > 0:  # not proven
            score = self.score(tree, child, parent)
        if score > best_score:
            best = child
            best_score = score
    if has_untried and self.fpu > best_score:
        return untried(tree, node, stream)
    return best


@compiled
def best_of_all(self, tree, parent):
    """The child of the highest score, for a search that scores children nobody has tried, too, by
    a method `first_play`.

    In plain loops, compute, then compare, which run on whole vectors: in Hex 11x11 that is 1.6
    times as fast as one loop. Scores are compared in single precision.
    """
    first = np.uint64(tree.first[parent.node])
    n_tried = np.uint64(tree.n_tried[parent.node])
    values = tree.values[: tree.n_children[parent.node]]
    for i in range(n_tried):
        child = first + i
        score = np.float32(self.score(tree, child, parent))
        values[i] = tree.mean[child] if tree.width[child] == np.float32(0) else score
    for i in range(n_tried, np.uint64(len(values))):
        values[i] = self.first_play(tree, first + i, parent)
    return np.int64(first) + index_of_largest(values)
