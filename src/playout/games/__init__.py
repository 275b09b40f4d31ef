"""The rules, one file a game. The names here are the words used everywhere."""

import importlib
from typing import Any

NAMES = {
    "atarigo": "Atarigo",
    "breakthrough": "Breakthrough",
    "connect4": "Connect4",
    "domineering": "Domineering",
    "hex": "Hex",
    "knightthrough": "Knightthrough",
    "mnk": "Mnk",
    "nim": "Nim",
    "nogo": "Nogo",
    "othello": "Othello",
}

__all__ = list(NAMES.values())


def __getattr__(name: str) -> Any:
    # Importing a game brings Numba in, which takes a moment: only when it is asked for.
    for module, cls in NAMES.items():
        if cls == name:
            return getattr(importlib.import_module(f".{module}", __name__), cls)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
