"""What every solver asks of its caller, and how it says no."""

from typing import Any

from ..state import State
from .solution import SolveError

__all__ = ["check_position"]


def check_position(state: Any, seconds: float | None) -> None:
    """Raise a SolveError unless this can be solved, and in this time."""
    if not isinstance(state, State):
        raise SolveError(f"a solver starts from a State, not from {state!r}")
    if state.is_over:
        raise SolveError(f"there is nothing to solve: {state.outcome()}")
    if seconds is not None and not 0 < seconds < float("inf"):
        raise SolveError(f"seconds must be more than 0, or None for no limit, not {seconds!r}")
