"""The games, one file each: the class `Hex` is in `hex.py`, and is called `hex` everywhere.

Beside the rules are `faces/`, how people see each game, and `kernels/`, what two games share or
what would make the file of one too long to read.
"""

import importlib
import pkgutil
from typing import Any

NAMES = {
    module.name: module.name.capitalize()
    for module in pkgutil.iter_modules(__path__)
    if not module.ispkg
}

__all__ = [*NAMES.values()]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    # Importing a game brings Numba in, which takes a moment: only when it is asked for.
    if NAMES.get(name.lower()) != name:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{name.lower()}", __name__), name)
