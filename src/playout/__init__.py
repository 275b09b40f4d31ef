"""Playout: a laboratory of Monte Carlo search for board games.

>>> from playout import Hex
>>> state = Hex(5).start().play("c3")
>>> state.player, state.is_over
(1, False)
"""

import importlib
from typing import Any

__version__ = "0.1.0"

_WHERE = {
    "State": "state",
    "Move": "state",
    "IllegalMove": "state",
    "game": "rules",
    "GameError": "rules",
    "FIRST": "rules",
    "SECOND": "rules",
    "DRAW": "rules",
    "ONGOING": "rules",
    "Board": "board",
    "compiled": "kernel",
    "below": "kernel",
    "bit": "kernel",
    "lowest": "kernel",
    "mix": "kernel",
    "next_word": "kernel",
    "nth_bit": "kernel",
    "popcount": "kernel",
    "find": "catalogue",
    "run_playouts": "playouts",
    "Atarigo": "games",
    "Breakthrough": "games",
    "Connect4": "games",
    "Domineering": "games",
    "Hex": "games",
    "Knightthrough": "games",
    "Mnk": "games",
    "Nim": "games",
    "Nogo": "games",
    "Othello": "games",
}

__all__ = [*_WHERE]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    # Nothing heavy is imported before it is needed: `playout --help` answers at once.
    if name in _WHERE:
        return getattr(importlib.import_module(f".{_WHERE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_WHERE])
