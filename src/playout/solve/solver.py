"""What a solver is: a class that knows the truth about positions of a game.

    @solver
    class ParitySolver:
        def __init__(self, game, memory=0): ...
        @staticmethod
        def fits(game, distance): ...    for which games it is; `distance`: can it count plies, too?
        def solve(self, state, *, seconds=None, all_moves=False, distance=False, on_progress=None):
            ...                          a Solution; never an estimate

It is called `parity` wherever the name of a solver goes, or by the path of its file. Whoever
wants a game solved gets it by itself, if it fits.
"""

import inspect
from collections.abc import Callable
from typing import Any, Protocol

from ..registry import register
from ..state import State
from .solution import Solution, SolveError

__all__ = ["Solver", "check_memory", "check_position", "solver"]


class Solver(Protocol):
    """What a solver has. Only one that fits with `distance` is asked for it."""

    game: Any

    def __init__(self, game: Any, memory: int = ...) -> None: ...

    @staticmethod
    def fits(game: Any, distance: bool) -> bool:
        """Whether it solves this game; and finds out how long a win takes, if that is wanted."""
        ...

    def solve(
        self,
        state: State,
        *,
        seconds: float | None = None,
        all_moves: bool = False,
        on_progress: Callable[[int, float], Any] | None = None,
    ) -> Solution:
        """The truth, or `unknown` where a limit came first."""
        ...


def solver(cls: Any) -> Any:
    """Make a class known as a solver."""
    missing = [
        name for name in ("fits", "solve") if not inspect.isfunction(getattr(cls, name, None))
    ]
    if missing:
        raise SolveError(f"{cls.__name__} lacks the method {' and '.join(missing)}")
    return register("solver", cls)


def check_position(game: Any, state: Any, seconds: float | None) -> None:
    """Raise a SolveError unless a solver of this game can solve this, and in this time."""
    if not isinstance(state, State):
        raise SolveError(f"a solver starts from a State, not from {state!r}")
    if state.game != game:
        raise SolveError(f"this solver is for {game}, not for {state.game}")
    if state.is_over:
        raise SolveError(f"there is nothing to solve: {state.outcome()}", "nothing-to-solve")
    if seconds is not None and not 0 < seconds < float("inf"):
        raise SolveError(f"seconds must be more than 0, or None for no limit, not {seconds!r}")


def check_memory(game: Any, memory: int, least: int) -> None:
    """Raise a SolveError unless this many bytes are enough."""
    if memory < least:
        mib = least / 2**20
        raise SolveError(
            f"memory must be at least {least} bytes ({mib:.3g} MiB) for {game}, not {memory}",
            "too-large-to-solve",
        )
