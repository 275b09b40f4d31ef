"""What a search must be given: a position that is not over, an algorithm that fits, a budget."""

import operator
import secrets
from typing import Any

from ..parameters import checked, shown
from ..registry import REGISTRY, name_of
from ..state import State
from .algorithm import UCB
from .budget import BUDGET
from .errors import SearchError
from .scores import has_scores
from .tree import NODE_BYTES

__all__ = [
    "check",
    "check_amounts",
    "check_budget",
    "check_parallel",
    "check_room",
    "has_end",
    "seed_word",
]

MOST_NODES = 2**31 - 1  # of a tree: they are numbered in 32 bits


def check(state: Any, algorithm: Any) -> None:
    """Raise a SearchError unless this algorithm can search this position."""
    if not isinstance(state, State):
        why = "a search starts from a State, not from {state}"
        raise SearchError(why, "not-a-state", state=repr(state))
    if state.is_over:
        why = "there is nothing to search: {outcome}"
        raise SearchError(why, "nothing-to-search", outcome=state.outcome())
    kind = None if isinstance(algorithm, type) else getattr(algorithm, "kind", None)
    if kind not in ("search", "policy"):
        classes = (REGISTRY["policy"] | REGISTRY["search"]).values()
        known = ", ".join(name_of(cls) for cls in classes)
        why = "{given} is not an algorithm; there are {known}, such as Uct(c=0.7)"
        raise SearchError(why, "not-an-algorithm", given=repr(algorithm), known=known)
    for part in (algorithm, algorithm.policy) if kind == "search" else (algorithm,):
        problem = part.unfit(state.game)
        if problem:
            why = "{problem}, and {game} has none"
            fields = {"player": name_of(type(part)), "problem": problem, "game": str(state.game)}
            raise SearchError(why, "not-for-this-game", **fields)
    if kind == "search" and algorithm.final == UCB and not has_scores(algorithm):
        name = name_of(type(algorithm))
        why = "{player} does not choose moves by a score, so final cannot be ucb"
        raise SearchError(why, "no-scores", player=name)


def check_parallel(parallel: str) -> None:
    """Raise a SearchError for what older programs may ask: one tree for all threads."""
    if parallel != "root":
        why = "threads grow a tree each now, so search without parallel={parallel!r}"
        raise SearchError(why, "no-shared-tree", parallel=parallel)


def has_end(algorithm: Any) -> bool:
    """Whether an algorithm ends by itself, without a budget."""
    return getattr(algorithm, "kind", "") == "search" and algorithm.enough(1) > 0


def check_budget(simulations: int | None, seconds: float | None, algorithm: Any = None) -> None:
    """Raise a SearchError unless a search has an end, by its budget or by itself."""
    if simulations is None and seconds is None and not has_end(algorithm):
        raise SearchError("say how long: simulations=10_000 or seconds=1.0", "no-budget")
    check_amounts(simulations=simulations, seconds=seconds)


def check_amounts(**budget: Any) -> None:
    """Raise a SearchError for a budget that no search could be given."""
    for name, given in budget.items():
        if given is not None:
            checked(BUDGET[name], "search", given, SearchError)


def seed_word(seed: Any) -> int:
    """A seed as a word of 64 bits; any where none is given."""
    if seed is None:
        return secrets.randbits(64)
    if not hasattr(seed, "__index__"):
        why = "{parameter} must be a whole number, not {value}"
        raise SearchError(why, "not-an-integer", parameter="seed", value=shown(seed))
    return operator.index(seed) % 2**64


def check_room(state: State, threads: int, memory: int) -> None:
    """Raise a SearchError unless so many threads can search in so much memory."""
    check_amounts(threads=threads)
    if not isinstance(memory, int):
        why = "{parameter} must be a whole number of bytes, not {value}"
        raise SearchError(why, "not-an-integer", parameter="memory", value=shown(memory))
    least = (NODE_BYTES + 20) * (state.game.n_moves() + 1) + 16 * state.game.n_codes()
    if memory < threads * least:
        why = "memory must be at least {least} bytes for {game}, not {memory}"
        fields = {"least": threads * least, "game": str(state.game), "memory": shown(memory)}
        raise SearchError(why, "memory-too-low", **fields)
    if memory > threads * MOST_NODES * NODE_BYTES:
        why = "memory must be at most {most} bytes, not {memory}"
        most = threads * MOST_NODES * NODE_BYTES
        raise SearchError(why, "memory-too-high", most=most, memory=shown(memory))
