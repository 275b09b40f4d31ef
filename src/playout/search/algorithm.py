"""What a tree search is: a NamedTuple of parameters whose methods are its policy.

    @algorithm
    class Greedy(NamedTuple):
        def choose(self, tree, node, reference, player, stream):
            ...                                  the child to go to, an index into the tree

`tree` is described in tree.py. `player` is who moves in this node, `reference` the node whose
AMAF table counts here, `stream` the random numbers. The other methods have the defaults below;
a field called expand, solver, ref, final, killer, transpositions or policy sets one of them.
"""

import inspect
from typing import Any

from ..kernel import compiled
from ..parameters import add_checks
from .errors import SearchError
from .policy import Random

__all__ = ["MEAN", "NEVER", "ROBUST", "SECURE", "VISITS", "SearchError", "algorithm"]

NEVER = 2**31 - 1

# How the move is chosen in the end: most visits, best mean, best lower bound of the mean, or the
# one with both most visits and the best mean (the search goes on a little until there is one).
VISITS, MEAN, SECURE, ROBUST = range(4)


UNIFORM = Random()


def check(self):
    """Raise a SearchError if a parameter is out of range."""


def expand_after(self):
    """How many simulations pass a leaf before it gets children; the root has them at once."""
    return 1


def is_solver(self):
    """Whether wins, draws and losses are proven."""
    return True


def uses_amaf(self):
    """Whether nodes keep AMAF tables."""
    return False


def ref_visits(self):
    """The AMAF table used in a node is its nearest ancestor's with more visits than this."""
    return 0


def final_choice(self):
    """How the move is chosen in the end."""
    return VISITS


def is_killer(self):
    """Whether only moves that did well elsewhere are credited in AMAF tables (Killer RAVE)."""
    return False


def uses_keys(self):
    """Whether moves that lead to the same position share what is known of it."""
    return False


def uses_evaluation(self):
    """Whether `tree.worth` keeps the minimax of the game's evaluation."""
    return False


def uses_plan(self):
    """Whether the moves of the root are halved in `self.rounds(n)` rounds, whose ends are planned:
    by `tree.counts[BUDGET]` simulations, and by the clock (halving.py)."""
    return False


def rounds(self, n):
    """How many rounds there are for n moves, where they are planned."""
    return 1


def playout_policy(self):
    """How a simulation goes on below the tree."""
    return UNIFORM


DEFAULTS = (
    check,
    expand_after,
    is_solver,
    uses_amaf,
    ref_visits,
    final_choice,
    is_killer,
    uses_keys,
    uses_evaluation,
    uses_plan,
    rounds,
    playout_policy,
)


# A search that has one of these fields means it: the method is then its value.


def expand_field(self):
    return self.expand


def solver_field(self):
    return self.solver


def ref_field(self):
    return self.ref


def final_field(self):
    return self.final


def killer_field(self):
    return self.killer


def transpositions_field(self):
    return self.transpositions


def policy_field(self):
    return self.policy


FIELDS = {
    "expand": ("expand_after", expand_field),
    "solver": ("is_solver", solver_field),
    "ref": ("ref_visits", ref_field),
    "final": ("final_choice", final_field),
    "killer": ("is_killer", killer_field),
    "transpositions": ("uses_keys", transpositions_field),
    "policy": ("playout_policy", policy_field),
}


def algorithm(cls: type) -> Any:
    """Turn a NamedTuple with a method `choose` into a tree search."""
    if not hasattr(cls, "_fields") or not inspect.isfunction(vars(cls).get("choose")):
        raise SearchError(f"{cls.__name__} must be a NamedTuple with a method choose")
    methods = {default.__name__: default for default in DEFAULTS}
    methods.update(method for field, method in FIELDS.items() if field in cls._fields)
    for name, method in methods.items():
        if name not in vars(cls):
            setattr(cls, name, method)
    add_checks(cls, SearchError)
    return compiled(cls)


def check_final(self: Any) -> None:
    """Raise a SearchError unless `final` names a way to choose."""
    if self.final not in (VISITS, MEAN, SECURE, ROBUST):
        known = f"VISITS ({VISITS}), MEAN ({MEAN}), SECURE ({SECURE}) or ROBUST ({ROBUST})"
        raise SearchError(f"{type(self).__name__}: final must be {known}, not {self.final}")


def at_least(self: Any, field: str, low: float) -> None:
    """Raise a SearchError unless a parameter is at least so much."""
    if getattr(self, field) < low:
        name = type(self).__name__
        raise SearchError(f"{name}: {field} must be at least {low}, not {getattr(self, field)}")
