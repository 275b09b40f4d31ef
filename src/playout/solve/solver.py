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
from typing import Any

from ..protocols import Solver
from ..registry import Class, register
from ..state import State
from .solution import SolveError

__all__ = ["Solver", "check_memory", "check_position", "solver"]


def solver(cls: Class) -> Class:
    """Make a class known as a solver."""
    missing = [
        name for name in ("fits", "solve") if not inspect.isfunction(getattr(cls, name, None))
    ]
    if missing:
        why = "{cls} lacks the method {missing}"
        raise SolveError(why, "missing-method", cls=cls.__name__, missing=" and ".join(missing))
    return register("solver", cls)


def check_position(game: Any, state: Any, seconds: float | None) -> None:
    """Raise a SolveError unless a solver of this game can solve this, and in this time."""
    if not isinstance(state, State):
        why = "a solver starts from a State, not from {state}"
        raise SolveError(why, "not-a-state", state=repr(state))
    if state.game != game:
        why = "this solver is for {game}, not for {other}"
        raise SolveError(why, "solver-of-another-game", game=str(game), other=str(state.game))
    if state.is_over:
        why = "there is nothing to solve: {outcome}"
        raise SolveError(why, "nothing-to-solve", outcome=state.outcome())
    if seconds is not None and not 0 < seconds < float("inf"):
        why = "seconds must be more than 0, or None for no limit, not {seconds!r}"
        raise SolveError(why, "bad-seconds", seconds=seconds)


def check_memory(game: Any, memory: int, least: int) -> None:
    """Raise a SolveError unless this many bytes are enough."""
    if memory < least:
        mib = least / 2**20
        why = "memory must be at least {least} bytes ({mib:.3g} MiB) for {game}, not {memory}"
        raise SolveError(
            why, "too-large-to-solve", least=least, mib=mib, game=str(game), memory=memory
        )
