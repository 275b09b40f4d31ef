"""The games, one file each: the class `Hex` is in `hex.py`, and is called `hex` everywhere.

Beside the rules are `faces/`, how people see each game, and `kernels/`, what two games share or
what would make the file of one too long to read.
"""

import importlib
import os
from typing import Any

_FILES = [os.path.splitext(name) for name in sorted(os.listdir(__path__[0]))]
NAMES = {name: name.capitalize() for name, kind in _FILES if kind == ".py" and name[0] != "_"}

__all__ = [*NAMES.values()]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    # Importing a game brings Numba in, which takes a moment: only when it is asked for.
    if NAMES.get(name.lower()) != name:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{name.lower()}", __name__), name)
