"""Playout: a laboratory of Monte Carlo search for board games.

>>> import playout
>>> from playout import Grave, Hex
>>> state = Hex(5).start().play("a1")
>>> playout.search(state, Grave(), simulations=2000, seed=1).move
c3
"""

import importlib
from typing import TYPE_CHECKING, Any

from . import games

if TYPE_CHECKING:
    from .search import search as search
    from .solve import solve as solve

__version__ = "0.1.0"

_WHERE = {
    "State": "state",
    "Move": "state",
    "IllegalMove": "state",
    "Face": "face",
    "game": "rules",
    "GameError": "rules",
    "can_set_up": "rules",
    "FIRST": "rules",
    "SECOND": "rules",
    "DRAW": "rules",
    "ONGOING": "rules",
    "position_of": "notation",
    "position_text": "notation",
    "Board": "board",
    "Choices": "parameters",
    "Range": "parameters",
    "compiled": "kernel",
    "below": "kernel",
    "bit": "kernel",
    "lowest": "kernel",
    "mix": "kernel",
    "next_word": "kernel",
    "nth_bit": "kernel",
    "popcount": "kernel",
    "unit": "kernel",
    "find": "catalogue",
    "PlayoutError": "errors",
    "OneOf": "parameters",
    "PlayerSpec": "player_spec",
    "run_playouts": "playouts",
    "SearchError": "search",
    "Result": "search",
    "algorithm": "search",
    "policy": "search",
    "schedule": "search",
    "statistics": "search",
    "per_node": "search",
    "per_expansion": "search",
    "per_search": "search",
    "Search": "search",
    "Random": "search",
    "Biased": "search",
    "Bridges": "search",
    "Mast": "search",
    "Nst": "search",
    "Ppa": "search",
    "Ppaf": "search",
    "Lgr": "search",
    "Flat": "search",
    "Ucb": "search",
    "Halving": "search",
    "Uct": "search",
    "Amaf": "search",
    "Rave": "search",
    "Grave": "search",
    "Shuss": "search",
    "History": "search",
    "Implicit": "search",
    "Alpha": "search",
    "Bias": "search",
    "Hand": "search",
    "Mse": "search",
    "Ratio": "search",
    "Threshold": "search",
    "Weights": "search",
    "Solution": "solve",
    "SolveError": "solve",
    **dict.fromkeys(games.__all__, "games"),
}

__all__ = [*_WHERE, "search", "solve"]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    # Nothing heavy is imported before it is needed: `playout --help` answers at once.
    if name in ("search", "solve"):  # rooms, and callable: the doors to searches and solvers
        return importlib.import_module(f".{name}", __name__)
    if name in _WHERE:
        return getattr(importlib.import_module(f".{_WHERE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
