"""Playout: a laboratory of Monte Carlo search for board games.

>>> import playout
>>> from playout import Grave, Hex
>>> state = Hex(5).start().play("a1")
>>> playout.search(state, Grave(), simulations=2000, seed=1).move
c3
"""

import ast
import importlib
from pathlib import Path
from typing import Any

__version__ = "0.1.0"

# The stub beside this file says where each name is; editors read it, too.
_STUB = ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8"))
_WHERE = {
    alias.name: str(node.module)
    for node in _STUB.body
    if isinstance(node, ast.ImportFrom)
    if node.level == 1
    for alias in node.names
} | {node.name: "search" for node in _STUB.body if isinstance(node, ast.ClassDef)}

__all__ = [*_WHERE]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    # Nothing heavy is imported before it is needed: `playout --help` answers at once.
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(f".{_WHERE[name]}", __name__)
    # The modules `search` and `solve` are callable: their names go by both.
    return module if name == _WHERE[name] else getattr(module, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
