"""The solvers, and the one door to them: `playout.solve(state)` says what is true."""

from .solution import DRAW, LOSS, OUTCOMES, UNKNOWN, WIN, MoveValue, Solution, SolveError

__all__ = [
    "DRAW",
    "LOSS",
    "OUTCOMES",
    "UNKNOWN",
    "WIN",
    "MoveValue",
    "Solution",
    "SolveError",
]
