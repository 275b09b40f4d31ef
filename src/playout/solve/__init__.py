"""The solvers, and the one door to them: `playout.solve(state)` says what is true."""

import importlib
import inspect
import sys
import types
from collections.abc import Callable
from typing import Any

from ..protocols import Game
from ..registry import REGISTRY, is_ours, lookup, name_of
from ..state import State
from .solution import DRAW, LOSS, OUTCOMES, UNKNOWN, WIN, MoveValue, Solution, SolveError
from .solver import Solver, check_position, solver

# The package's own: one for a game goes by its name, and the general one.
NAMES = {"connect4": "Connect4Solver", "hex": "HexSolver", "dfpn": "DfpnSolver"}

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
    "Solver",
    "best_for",
    "solve",
    "solver",
    "solver_for",
]


def __getattr__(name: str) -> Any:
    for file, cls in NAMES.items():  # loaded when it is asked for: each brings its kernels
        if cls == name:
            return getattr(importlib.import_module(f".{file}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def solve(
    state: State,
    *,
    seconds: float | None = None,
    memory: int | None = None,
    all_moves: bool = False,
    distance: bool = False,
    solver: str = "",
    on_progress: Callable[[int, float], Any] | None = None,
) -> Solution:
    """Find out what becomes of a position with best play on both sides.

    seconds        give up after so long; None to take all the time it needs
    memory         a ceiling in bytes for what is remembered, where the usual one will not do
    all_moves      say it of every legal move too
    distance       find out how long it takes, and the line of best play: the winner hurries,
                   the other player holds out (a solver that knows this anyway always says it)
    solver         its name, or the path of its file, where the best one is not wanted
    on_progress    called some 15 times a second with the nodes and seconds so far; returns
                   True to give up

    The answer is the truth or `unknown`, never an estimate. To solve several positions of a
    game, use one `solver_for(game)`: it keeps what it has found.
    """
    check_position(getattr(state, "game", None), state, seconds)
    options: dict[str, Any] = {"distance": True} if distance else {}
    return solver_for(state.game, memory, distance, solver).solve(
        state, seconds=seconds, all_moves=all_moves, on_progress=on_progress, **options
    )


def solver_for(
    game: Game, memory: int | None = None, distance: bool = False, solver: str = ""
) -> Solver:
    """A solver of a game: the one that is named, otherwise the best that fits.

    With `distance`, it is one that also counts the plies to the end.
    """
    cls = lookup(solver, "solver", error=SolveError) if solver else best_for(game, distance)
    if not cls.fits(game, distance):
        why = "{solver} does not solve {game}"
        if distance:
            why = "{solver} does not solve {game} with the distance"
        raise SolveError(why, "solver-does-not-fit", solver=solver, game=str(game))
    made: Solver = cls(game) if memory is None else cls(game, memory=memory)
    return made


def best_for(game: Any, distance: bool = False) -> Any:
    """The class of a solver: one from a file, the newest first; or the package's for this game; or
    the general one."""
    own = [cls for cls in reversed(REGISTRY["solver"].values()) if not is_ours(cls)]
    name = name_of(type(game)).lower()
    own += [lookup(name, "solver")] if name in NAMES else []
    return next((cls for cls in own if cls.fits(game, distance)), lookup("dfpn", "solver"))


class _CallableModule(types.ModuleType):
    """`playout.solve` is a module and a function."""

    def __call__(self, *args: Any, **kwargs: Any) -> Solution:
        return solve(*args, **kwargs)


sys.modules[__name__].__class__ = _CallableModule
sys.modules[__name__].__signature__ = inspect.signature(solve)  # type: ignore[attr-defined]
