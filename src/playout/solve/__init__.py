"""The solvers, and the one door to them: `playout.solve(state)` says what is true."""

import sys
import types
from collections.abc import Callable
from typing import Any

from ..state import State
from .dfpn import DfpnSolver
from .limits import check_position
from .solution import DRAW, LOSS, OUTCOMES, UNKNOWN, WIN, MoveValue, Solution, SolveError

__all__ = [
    "DRAW",
    "LOSS",
    "OUTCOMES",
    "UNKNOWN",
    "WIN",
    "DfpnSolver",
    "MoveValue",
    "Solution",
    "SolveError",
    "solve",
    "solver_for",
]


def solve(
    state: State,
    *,
    seconds: float | None = None,
    memory: int | None = None,
    all_moves: bool = False,
    distance: bool = False,
    on_progress: Callable[[int, float], Any] | None = None,
) -> Solution:
    """Find out what becomes of a position with best play on both sides.

    seconds        give up after so long; None to take all the time it needs
    memory         a ceiling in bytes for what is remembered, where the usual one will not do
    all_moves      say it of every legal move too
    distance       find out how long it takes, and the line of best play: the winner hurries,
                   the other player holds out (a solver that knows this anyway always says it)
    on_progress    called some 15 times a second with the nodes and seconds so far; returns
                   True to give up

    The answer is the truth or `unknown`, never an estimate. To solve several positions of a
    game, use one `solver_for(game)`: it keeps what it has found.
    """
    check_position(getattr(state, "game", None), state, seconds)
    solver = solver_for(state.game, memory, distance)
    options: dict[str, Any] = {"seconds": seconds, "all_moves": all_moves}
    if isinstance(solver, DfpnSolver):
        options["distance"] = distance
    return solver.solve(state, on_progress=on_progress, **options)


def solver_for(game: Any, memory: int | None = None, distance: bool = False) -> Any:
    """The best solver for a game: one of its own, or the general one.

    With `distance`, the best of those that also count the plies to the end.
    """
    from ..games import Connect4, Hex

    limits: dict[str, Any] = {} if memory is None else {"memory": memory}
    if isinstance(game, Connect4):
        from .connect4 import Connect4Solver

        return Connect4Solver(game, **limits)
    if isinstance(game, Hex) and not distance:
        from .hex import LARGEST, HexSolver

        if game.size <= LARGEST:
            return HexSolver(game, **limits)
    return DfpnSolver(game, **limits)


class _Door(types.ModuleType):
    """This module is callable, since `playout.solve` names both the room and its door."""

    def __call__(self, *args: Any, **kwargs: Any) -> Solution:
        return solve(*args, **kwargs)


sys.modules[__name__].__class__ = _Door
