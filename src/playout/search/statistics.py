"""What a search keeps beside visits and results, declared once: names, types, how many.

    @statistics
    class Squares(NamedTuple):
        square: Any = per_node(np.float32)                    a number for each node
        amaf: Any = per_expansion(np.int64, "n_codes")        a row for each node with children
        seen: Any = per_search(np.int64, "n_codes")           one row for the whole search

A length is a number or the name of a game's method. Methods of a search that was made with
`@algorithm(statistics=Squares)` read and write `tree.stats.square[node]`,
`tree.stats.amaf[tree.row[node], code]` and `tree.stats.seen[code]`. All of them begin at 0. When
nodes change places, when the part of a tree below a move is kept, when threads grow a tree each
and on a GPU, they go along.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled
from .errors import SearchError

__all__ = ["NOTHING", "Column", "per_expansion", "per_node", "per_search", "statistics"]

PER_NODE, PER_EXPANSION, PER_SEARCH = "node", "expansion", "search"
Shown = tuple[tuple[str, Callable[[Any], Any]], ...]
ITSELF: Shown = (("", lambda number: number.item()),)


class Column(NamedTuple):
    """One array of the statistics."""

    scope: str
    dtype: Any
    length: int | str = 1
    # What people are shown of a number, by name: itself, or what is read from it; nothing of what
    # is only room to work in.
    shown: Shown = ITSELF

    def size(self, game: Any) -> int:
        if isinstance(self.length, int):
            return self.length
        if not hasattr(game, self.length):
            why = "{game} has no method {method}, which statistics ask for"
            raise SearchError(why, "missing-game-method", game=str(game), method=self.length)
        return int(getattr(game, self.length)())


def per_node(dtype: Any, shown: Shown = ITSELF) -> Any:
    """A number for each node."""
    return Column(PER_NODE, np.dtype(dtype), 1, shown)


def per_expansion(dtype: Any, length: int | str, shown: Shown = ITSELF) -> Any:
    """A row of numbers for each node that has children: those of a node are at `tree.row[node]`."""
    return Column(PER_EXPANSION, np.dtype(dtype), length, shown)


def per_search(dtype: Any, length: int | str = 1, shown: Shown = ITSELF) -> Any:
    """A row of numbers for the whole search."""
    return Column(PER_SEARCH, np.dtype(dtype), length, shown)


# What is done to the arrays of a class, line by line; {} is the name of an array.
METHODS = {
    "swap_nodes(self, a, b)": {
        PER_NODE: "self.{0}[a], self.{0}[b] = self.{0}[b], self.{0}[a]",
        "": "self.{0}.swap_nodes(a, b)",
    },
    "move_node(self, node, to)": {
        PER_NODE: "self.{0}[to] = self.{0}[node]",
        "": "self.{0}.move_node(node, to)",
    },
    "clear_node(self, node)": {
        PER_NODE: "self.{0}[node] = 0",
        "": "self.{0}.clear_node(node)",
    },
    "move_row(self, row, to)": {
        PER_EXPANSION: "for i in range(self.{0}.shape[1]): self.{0}[to, i] = self.{0}[row, i]",
        "": "self.{0}.move_row(row, to)",
    },
    "clear_row(self, row)": {
        PER_EXPANSION: "for i in range(self.{0}.shape[1]): self.{0}[row, i] = 0",
        "": "self.{0}.clear_row(row)",
    },
}


def statistics(cls: Any) -> Any:
    """Turn a NamedTuple of declared arrays into statistics that a search can keep.

    A field may also hold other statistics, by their class: `amaf: Any = AmafTables`.
    """
    declared = getattr(cls, "_field_defaults", {})
    is_array = [isinstance(part, Column) or is_statistics(part) for part in declared.values()]
    if not is_array or not all(is_array) or len(declared) < len(cls._fields):
        example = "square: Any = per_node(np.float32)"
        why = "{cls} must declare every array, as in {example}"
        raise SearchError(why, "undeclared-array", cls=cls.__name__, example=example)
    for head, lines in METHODS.items():
        body = [
            lines[scope].format(name)
            for name, column in cls._field_defaults.items()
            if (scope := getattr(column, "scope", "")) in lines
        ]
        _add_method(cls, head, body or ["pass"])
    n_rows = [
        f"self.{name}.{'shape[0]' if hasattr(column, 'scope') else 'n_rows()'}"
        for name, column in cls._field_defaults.items()
        if _has_rows(column)
    ]
    _add_method(cls, "n_rows(self)", [f"return {n_rows[0] if n_rows else 0}"])
    return compiled(with_rows(cls))


def values_at(stats: Any, node: int) -> dict[str, float]:
    """What statistics hold of a node alone, by name."""
    values: dict[str, float] = {}
    for name, column in type(stats)._field_defaults.items():
        part = getattr(stats, name)
        if is_statistics(column):
            values |= values_at(part, node)
        elif column.scope == PER_NODE:
            values[name] = part[node].item()
    return values


def is_statistics(cls: Any) -> bool:
    """Whether this is a class of statistics."""
    return isinstance(cls, type) and hasattr(cls, "swap_nodes")


def with_rows(cls: Any) -> Any:
    """Give a NamedTuple of arrays a method for the i-th of many like it, side by side."""
    parts = [
        f"self.{name}.at(i)" if _is_nested(cls, name) else f"self.{name}[i]" for name in cls._fields
    ]
    _add_method(cls, "at(self, i)", [f"return {cls.__name__}({', '.join(parts)})"])
    return cls


def _add_method(cls: Any, head: str, body: list[str]) -> None:
    """Write a method for a class: kernels cannot go through the fields of a tuple themselves."""
    scope: dict[str, Any] = {cls.__name__: cls}
    exec("\n    ".join([f"def {head}:", *body]), scope)
    name = head.partition("(")[0]
    scope[name].__module__ = cls.__module__
    setattr(cls, name, scope[name])


def _is_nested(cls: Any, name: str) -> bool:
    """Whether a field holds a tuple of arrays; of other classes than statistics, an annotation
    says so."""
    kind = cls._field_defaults.get(name, cls.__annotations__.get(name))
    return hasattr(kind, "_fields") and not isinstance(kind, Column)


def _has_rows(column: Any) -> bool:
    if isinstance(column, Column):
        return column.scope == PER_EXPANSION
    return any(_has_rows(part) for part in column._field_defaults.values())


@statistics
class Nothing(NamedTuple):
    """For searches that keep nothing more; Numba cannot pass a tuple of nothing."""

    nothing: Any = per_search(np.int8)


NOTHING = Nothing


def make(cls: Any, game: Any, n_nodes: int, n_rows: int, zeros: Any) -> Any:
    """The arrays of statistics, with room for so many nodes, and rows beside the first one, which
    is nobody's."""
    arrays = []
    for column in cls._field_defaults.values():
        if not isinstance(column, Column):
            arrays.append(make(column, game, n_nodes, n_rows, zeros))
        elif column.scope == PER_NODE:
            arrays.append(zeros(n_nodes, column.dtype))
        elif column.scope == PER_EXPANSION:
            arrays.append(zeros((n_rows + 1, column.size(game)), column.dtype))
        else:
            arrays.append(zeros(column.size(game), column.dtype))
    return cls(*arrays)


def copy_some(arrays: Any, into: Any, nodes: list[int], row: int) -> None:
    """Copy what is known of these nodes, and of one row, to the front of other arrays."""
    columns = type(arrays)._field_defaults.values()
    for column, part, copy in zip(columns, arrays, into, strict=True):
        if not isinstance(column, Column):
            copy_some(part, copy, nodes, row)
        elif column.scope == PER_NODE:
            copy[: len(nodes)] = part[nodes]
        elif column.scope == PER_EXPANSION:
            copy[1] = part[row]
        else:
            copy[:] = part[: len(copy)]


def bytes_of(cls: Any, game: Any) -> tuple[int, int]:
    """How much memory statistics take for a node, and for a row."""
    node = row = 0
    for column in cls._field_defaults.values():
        if not isinstance(column, Column):
            part = bytes_of(column, game)
            node, row = node + part[0], row + part[1]
        elif column.scope == PER_NODE:
            node += column.dtype.itemsize
        elif column.scope == PER_EXPANSION:
            row += column.dtype.itemsize * column.size(game)
    return node, row
