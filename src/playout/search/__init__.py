"""The searches, and the one door to all of them: `playout.search(state, algorithm, ...)`."""

import secrets
import sys
import time
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ..kernel import seed_stream
from ..state import State
from .algorithm import MEAN, SECURE, VISITS, SearchError, algorithm
from .flat import Flat, Ucb
from .loop import Scratch, simulate
from .rave import Alpha, Bias, Grave, Hand, Mse, Ratio, Rave, Threshold, Weights
from .result import Result, read
from .tree import NODE_BYTES, Tree
from .uct import Uct

__all__ = [
    "MEAN",
    "SECURE",
    "VISITS",
    "Alpha",
    "Bias",
    "Flat",
    "Grave",
    "Hand",
    "Mse",
    "Ratio",
    "Rave",
    "Result",
    "SearchError",
    "Threshold",
    "Ucb",
    "Uct",
    "Weights",
    "algorithm",
    "search",
]

# By name, as on the command line: `grave`, and `rave:beta=hand`.
ALGORITHMS = {cls.__name__.lower(): cls for cls in (Flat, Ucb, Uct, Rave, Grave)}
SCHEDULES = {
    cls.__name__.lower(): cls for cls in (Bias, Hand, Mse, Weights, Ratio, Threshold, Alpha)
}

SLICE_S = 0.02  # between two looks at the clock
MEMORY = 512 * 2**20


def search(
    state: State,
    algorithm: Any = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    memory: int = MEMORY,
    on_progress: Callable[[Result], Any] | None = None,
) -> Result:
    """Search for a move.

    simulations, seconds   the budget, one or both: whichever is spent first
    seed                   the same seed and simulations give the same result
    memory                 a ceiling in bytes for the tree; full, it stays as large as it is
    on_progress            called about 20 times a second with the result so far; returns True
                           to stop the search
    """
    algorithm = Uct() if algorithm is None else algorithm
    _check(state, algorithm, simulations, seconds, memory)
    game = state.game
    tree = _tree_for(game, algorithm, simulations, memory)
    scratch = Scratch.of(game)
    seed_stream(scratch.stream, np.uint64((secrets.randbits(64) if seed is None else seed) % 2**64))
    limit = sys.maxsize if simulations is None else simulations
    simulate(game, algorithm, tree, scratch, state.words, 0)  # compiles before the clock starts
    began = time.perf_counter()
    shown, done, size = began, 0, 16
    while done < limit:
        size = min(size, limit - done)
        started = time.perf_counter()
        ran = simulate(game, algorithm, tree, scratch, state.words, size)
        now = time.perf_counter()
        done += ran
        if ran < size or (seconds is not None and now - began >= seconds):
            break
        if on_progress and now - shown >= 0.05:
            shown = now
            if on_progress(read(state, algorithm, tree, done, now - began)) is True:
                break
        size = _next_size(size, now - started, None if seconds is None else seconds - now + began)
    return read(state, algorithm, tree, done, time.perf_counter() - began)


def _next_size(size: int, took_s: float, left_s: float | None) -> int:
    """How many simulations fit into the next slice; at most twice as many as before."""
    slice_s = SLICE_S if left_s is None else min(SLICE_S, left_s)
    return max(1, min(2 * size, int(size * slice_s / max(took_s, 1e-9))))


def _tree_for(game: Any, algorithm: Any, simulations: int | None, memory: int) -> Tree:
    """A tree that fits into the memory, and is no larger than the simulations can fill."""
    table_bytes = 8 * game.n_codes() if algorithm.uses_amaf() else 0
    expansion = NODE_BYTES * game.n_moves() + table_bytes
    most = memory // expansion if simulations is None else min(memory // expansion, simulations + 1)
    n_nodes = 1 + max(1, most) * game.n_moves()
    return Tree.of(game, n_nodes, most if algorithm.uses_amaf() else 0)


def _check(
    state: Any, algorithm: Any, simulations: int | None, seconds: float | None, memory: int
) -> None:
    if not isinstance(state, State):
        raise SearchError(f"a search starts from a State, not from {state!r}")
    if state.is_over:
        raise SearchError(f"there is nothing to search: {state.outcome()}")
    if isinstance(algorithm, type) or not hasattr(algorithm, "choose"):
        known = ", ".join(cls.__name__ for cls in ALGORITHMS.values())
        raise SearchError(f"{algorithm!r} is no algorithm; there are {known}, such as Uct(c=0.7)")
    if simulations is None and seconds is None:
        raise SearchError("say how long: simulations=10_000 or seconds=1.0")
    if simulations is not None and (not isinstance(simulations, int) or simulations < 1):
        raise SearchError(f"simulations must be a whole number from 1, not {simulations!r}")
    if seconds is not None and not 0 < seconds < float("inf"):
        raise SearchError(f"seconds must be more than 0, not {seconds!r}")
    least = NODE_BYTES * (state.game.n_moves() + 1) + 16 * state.game.n_codes()
    if memory < least:
        raise SearchError(f"memory must be at least {least} bytes for {state.game}, not {memory}")


class _Door(types.ModuleType):
    """This module is callable, since `playout.search` names both the room and its door."""

    def __call__(self, *args: Any, **kwargs: Any) -> Result:
        return search(*args, **kwargs)


sys.modules[__name__].__class__ = _Door
