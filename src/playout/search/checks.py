"""What a search must be given: a position that is not over, an algorithm that fits, a budget."""

from typing import Any

from ..parameters import shown
from ..registry import REGISTRY, name_of
from ..state import State
from .errors import SearchError
from .tree import NODE_BYTES

__all__ = [
    "check",
    "check_amounts",
    "check_budget",
    "check_parallel",
    "check_room",
    "check_threads",
]

MOST_SIMULATIONS = 2**31 - 1  # visits are counted in 32 bits
MOST_SECONDS = 10**9
MOST_NODES = 2**31 - 1  # of a tree: they are numbered in 32 bits


def check(state: Any, algorithm: Any) -> None:
    """Raise a SearchError unless this algorithm can search this position."""
    if not isinstance(state, State):
        raise SearchError(f"a search starts from a State, not from {state!r}")
    if state.is_over:
        why = "there is nothing to search: {outcome}"
        raise SearchError(why, "nothing-to-search", outcome=state.outcome())
    kind = None if isinstance(algorithm, type) else getattr(algorithm, "kind", None)
    if kind not in ("search", "policy"):
        classes = (REGISTRY["policy"] | REGISTRY["search"]).values()
        known = ", ".join(name_of(cls) for cls in classes)
        raise SearchError(f"{algorithm!r} is no algorithm; there are {known}, such as Uct(c=0.7)")
    for part in (algorithm, algorithm.policy) if kind == "search" else (algorithm,):
        problem = part.unfit(state.game)
        if problem:
            why = "{problem}, and {game} has none"
            fields = {"player": name_of(type(part)), "problem": problem, "game": str(state.game)}
            raise SearchError(why, "not-for-this-game", **fields)


def check_parallel(parallel: str) -> None:
    """Raise a SearchError for what older programs may ask: one tree for all threads."""
    if parallel != "root":
        raise SearchError(f"threads grow a tree each now, so search without {parallel=}")


def check_budget(simulations: int | None, seconds: float | None) -> None:
    """Raise a SearchError unless a search has an end."""
    if simulations is None and seconds is None:
        raise SearchError("say how long: simulations=10_000 or seconds=1.0", "no-budget")
    check_amounts(simulations, seconds)


def check_amounts(simulations: int | None, seconds: float | None) -> None:
    """Raise a SearchError for a budget that no search could be given."""
    if simulations is not None and (not isinstance(simulations, int) or simulations < 1):
        why = "{parameter} must be a whole number from 1, not {value}"
        fields = {"parameter": "simulations", "value": shown(simulations)}
        raise SearchError(why, "not-an-integer", **fields)
    if seconds is not None and not seconds > 0:
        why = "{parameter} must be more than 0, not {value}"
        raise SearchError(why, "not-positive", parameter="seconds", value=shown(seconds))
    limits = {"simulations": (simulations, MOST_SIMULATIONS), "seconds": (seconds, MOST_SECONDS)}
    for name, (value, most) in limits.items():
        if value is not None and value > most:
            why = "{parameter} must be at most {high}, not {value}"
            raise SearchError(why, "too-high", parameter=name, high=most, value=shown(value))


def check_threads(threads: int) -> None:
    """Raise a SearchError for a number of threads that no search could be given."""
    if not isinstance(threads, int) or not 1 <= threads <= 256:
        why = "{parameter} must be a whole number from {low} to {high}, not {value}"
        fields = {"parameter": "threads", "low": 1, "high": 256, "value": shown(threads)}
        raise SearchError(why, "out-of-range", **fields)


def check_room(state: State, threads: int, memory: int) -> None:
    """Raise a SearchError unless so many threads can search in so much memory."""
    check_threads(threads)
    least = (NODE_BYTES + 20) * (state.game.n_moves() + 1) + 16 * state.game.n_codes()
    if memory < threads * least:
        raise SearchError(
            f"memory must be at least {threads * least} bytes for {state.game}, not {shown(memory)}"
        )
    if memory > threads * MOST_NODES * NODE_BYTES:
        most = threads * MOST_NODES * NODE_BYTES
        raise SearchError(f"memory must be at most {most} bytes, not {shown(memory)}")
