"""Which numbers of a search tree a simulation has changed."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..language import Text, tr
from ..state import Move
from .policy import Memory
from .statistics import PER_EXPANSION, PER_NODE, Column
from .tree import NODES, ROWS, Tree

__all__ = ["Before", "Change"]

LEARNT = "weight", "total", "seen"  # what a playout policy keeps


class Change(NamedTuple):
    """A number that a simulation has changed."""

    statistic: str  # visits, total, mean, amaf_visits, ...
    node: int | None  # None: of the whole search, or of the playout policy
    line: tuple[Move, ...] | None  # the moves that lead to the node
    place: int | None  # in a table: the code of a move, or the slot of a policy
    before: float
    after: float

    def __str__(self) -> str:
        at = " ".join(move.name for move in self.line or ()) or Text("the root")
        where = Text("the search") if self.node is None else at
        place = "" if self.place is None else f"[{self.place}]"
        values = {"before": float(self.before), "after": float(self.after)}
        what = f"{self.statistic}{place}"
        return tr("{what} of {where}: {before:g} -> {after:g}", what=what, where=where, **values)


class Before:
    """A tree, and what its playout policy has learnt, as they were before a simulation."""

    def __init__(self, tree: Tree, memory: Memory, game: Any) -> None:
        self.n_nodes = int(tree.counts[NODES])
        # A simulation expands two nodes at most.
        self.tree = _copied(tree, self.n_nodes + 2 * game.n_moves(), int(tree.counts[ROWS]) + 2)
        self.memory = {name: getattr(memory, name).copy() for name in LEARNT}

    def follow(self, tree: Tree, node: int, child: int) -> None:
        """A child was tried for the first time, and changed places with another one."""
        first = int(tree.first[node])
        if first >= self.n_nodes:
            return  # it is new itself
        moves = self.tree.move[first : first + int(tree.n_children[node])]
        place = first + int(np.flatnonzero(moves == tree.move[child])[0])
        moves[child - first], moves[place - first] = moves[place - first], moves[child - first]
        self.tree.stats.swap_nodes(child, place)

    def changes(
        self, tree: Tree, memory: Memory, lines: dict[int, tuple[Move, ...]]
    ) -> tuple[Change, ...]:
        """What has changed since; `lines` are the moves that lead to the nodes that may have."""
        nodes = {int(tree.row[node]): node for node in lines if tree.row[node]}
        found = []
        for name, scope, at, before, after in _differences(self.tree, tree):
            node = {PER_NODE: at[0], PER_EXPANSION: nodes.get(at[0])}.get(scope)
            place = None if scope == PER_NODE else at[-1]
            line = None if node is None else lines.get(node)
            found.append(Change(name, node, line, place, before, after))
        for name, old in self.memory.items():
            new = getattr(memory, name)
            for slot in np.flatnonzero(old != new).tolist():
                found.append(
                    Change(f"policy.{name}", None, None, slot, old[slot].item(), new[slot].item())
                )
        return tuple(found)


def _copied(arrays: Any, n_nodes: int, n_rows: int) -> Any:
    parts = []
    for column, part in zip(type(arrays)._field_defaults.values(), arrays, strict=True):
        if not isinstance(column, Column):
            parts.append(_copied(part, n_nodes, n_rows))
            continue
        size = {PER_NODE: n_nodes, PER_EXPANSION: n_rows}.get(column.scope, len(part))
        is_needed = column.shown or column.scope == PER_NODE
        parts.append(part[:size].copy() if is_needed else part[:0])
    return type(arrays)(*parts)


def _differences(
    before: Any, after: Any
) -> Iterator[tuple[str, str, tuple[int, ...], float, float]]:
    columns = type(before)._field_defaults.items()
    for (name, column), old, new in zip(columns, before, after, strict=True):
        if not isinstance(column, Column):
            yield from _differences(old, new)
            continue
        if not column.shown:
            continue
        for at in np.argwhere(old != new[: len(old)]).tolist():
            for part, read in column.shown:
                numbers = read(old[tuple(at)]), read(new[tuple(at)])
                if numbers[0] != numbers[1]:
                    whole = f"{name}_{part}" if part else name
                    yield whole, column.scope, tuple(at), *numbers
