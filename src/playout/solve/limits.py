"""What every solver asks of its caller, and how it says no."""

from typing import Any

from ..state import State
from .solution import SolveError

__all__ = ["check_memory", "check_position"]


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
