"""What a search found, and what it thought of every move."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from .. import svg
from ..board import Board
from ..state import Move, State
from ..svg import Heat
from .algorithm import MEAN, SECURE, VISITS
from .tree import DEPTH, DRAWN, LOST, NODES, ROOT, UNPROVEN, WON, Tree

__all__ = [
    "Estimate",
    "Result",
    "Row",
    "children_of",
    "estimates_at",
    "in_words",
    "line_from",
    "read",
    "summed",
]

PROVEN = {UNPROVEN: "", LOST: "lost", DRAWN: "draw", WON: "won"}
EXACT = {LOST: 0.0, DRAWN: 0.5, WON: 1.0}


class Estimate(NamedTuple):
    """What a search thinks of a move by another way than its own simulations."""

    visits: int  # samples
    value: float  # in [0, 1] for the player to move; nan if there are none


@dataclass(frozen=True)
class Row:
    """One move of the root; values are in [0, 1] for the player to move."""

    move: Move
    visits: int
    value: float  # nan if it was never tried
    proven: str  # won, draw, lost or nothing
    distance: int  # plies from there to the end, where it is proven; below 0 if not known
    # What else the search thinks of it, by name: of how many samples, and the value.
    estimates: dict[str, Estimate] = field(default_factory=dict)

    def note(self) -> str:
        """All of it in a line, for people."""
        parts = [f"{self.visits:,} visits"]
        if not np.isnan(self.value):
            parts.append(f"value {self.value:.1%}")
        for name, (count, value) in self.estimates.items():
            if count:
                parts.append(f"{in_heading(name)} {value:.1%} of {count:,}")
        parts.append(in_words(self.proven, self.distance) or "not proven")
        return f"{self.move.name}: {', '.join(parts)}"


def in_heading(name: str) -> str:
    """The name of an estimate as people write it."""
    return name.upper() if name == "amaf" else name


def in_words(proven: str, distance: int) -> str:
    """What is proven of a move, the move itself being the first of the plies that are counted."""
    verb = {"won": "wins", "draw": "draws", "lost": "loses"}.get(proven, "")
    if not verb or distance < 0:
        return verb
    return f"{verb} in 1 ply" if distance == 0 else f"{verb} in {distance + 1} plies"


@dataclass(frozen=True)
class Result:
    """A search's move, its value and how it came to it."""

    state: State
    algorithm: Any  # None where a solver has proven it
    move: Move
    value: float
    line: tuple[Move, ...]
    simulations: int
    seconds: float
    nodes: int
    depth: int
    rows: tuple[Row, ...] = field(repr=False)

    @property
    def table(self) -> Any:
        """The moves of the root as a pandas DataFrame, most visited first."""
        import pandas as pd

        return pd.DataFrame([_record(row) for row in self.rows])

    def __str__(self) -> str:
        rate = self.simulations / self.seconds if self.seconds else 0.0
        work = (
            f"{self.simulations:,} simulations in {self.seconds:.2f} s ({rate:,.0f}/s),"
            f" {self.nodes:,} nodes, depth {self.depth}"
        )
        if self.algorithm is None:
            work = f"proven by a solver: {self.nodes:,} positions in {self.seconds:.2f} s"
        lines = [
            f"{self.move}  value {self.value:.3f}  line {' '.join(m.name for m in self.line)}",
            work,
        ]
        for row in self.rows[:10]:
            value = "" if np.isnan(row.value) else f"{row.value:.3f}"
            more = "".join(
                f"  {name} {estimate:.3f} of {count}"
                for name, (count, estimate) in row.estimates.items()
                if count
            )
            lines.append(
                f"{row.move.name:>8} {row.visits:>9,} {value:>6} {row.proven}{more}".rstrip()
            )
        return "\n".join(lines)

    def svg(self) -> str:
        """The board with what the search made of each move: see `playout.svg`."""
        total = sum(row.visits for row in self.rows)
        heat = [
            Heat(
                row.move.name,
                row.move.cells,
                row.visits / total if total else 0.0,
                "" if np.isnan(row.value) else f"{row.value:.0%}",
                row.note(),
                row.move == self.move,
            )
            for row in self.rows
        ]
        board = self.state.board()
        return svg.draw(board, heat) if isinstance(board, Board) else svg.draw_text(board, heat)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": str(self), "image/svg+xml": self.svg()}


def _record(row: Row) -> dict[str, Any]:
    """A row of the table, with two columns for each estimate."""
    more = {
        f"{name}_{part}": value
        for name, estimate in row.estimates.items()
        for part, value in estimate._asdict().items()
    }
    plain = {"move": row.move.name, "visits": row.visits, "value": row.value}
    return plain | more | {"proven": row.proven, "distance": row.distance}


def read(
    state: State, algorithm: Any, trees: list[Tree], simulations: int, seconds: float
) -> Result:
    """The result that a tree holds, or several trees of the same root together."""
    top = trees[0] if len(trees) == 1 else summed(trees)
    rows = sorted(_rows(state, algorithm, top, trees), key=lambda row: -row[1].visits)
    best = _best([node for node, _ in rows], top, algorithm.final)
    row = next(row for node, row in rows if node == best)
    value = EXACT[int(top.proven[best])] if top.proven[best] else row.value
    return Result(
        state,
        algorithm,
        row.move,
        value,
        max((line_from(state, tree, row.move) for tree in trees), key=len),
        simulations,
        seconds,
        sum(int(tree.counts[NODES]) for tree in trees),
        max(int(tree.counts[DEPTH]) for tree in trees),
        tuple(row for _, row in rows),
    )


def agrees(trees: list[Tree]) -> bool:
    """Whether the most visited move also has the best mean (robust-max)."""
    top = trees[0] if len(trees) == 1 else summed(trees)
    nodes = children_of(top, ROOT)
    return _best(nodes, top, VISITS) == _best(nodes, top, MEAN)


def summed(trees: list[Tree]) -> Tree:
    """The root and its children with the statistics of all trees added up."""
    n = 1 + int(trees[0].n_children[ROOT])
    arrays = zip(Tree._fields, trees[0], strict=True)
    top = Tree(*(part if name == "stats" else part[:n].copy() for name, part in arrays))
    top.first[ROOT] = 1
    for name in ("visits", "total", "proven", "distance", "move"):
        column = getattr(trees[0], name)
        getattr(top, name)[1:] = column[children_of(trees[0], ROOT)]
    at = {int(top.move[i]): i for i in range(1, n)}
    for tree in trees[1:]:
        for node in children_of(tree, ROOT):
            i = at[int(tree.move[node])]
            top.visits[i] += tree.visits[node]
            top.total[i] += tree.total[node]
            if tree.proven[node]:
                top.proven[i], top.distance[i] = tree.proven[node], tree.distance[node]
    return top


def children_of(tree: Tree, node: int) -> range:
    """The children of a node, tried or not."""
    first = int(tree.first[node])
    if first < 0:  # the children of the same position elsewhere
        return children_of(tree, -first)
    return range(first, first + int(tree.n_children[node]))


def _rows(state: State, algorithm: Any, top: Tree, trees: list[Tree]) -> list[tuple[int, Row]]:
    names = {int(move): move for move in state.moves()}
    estimates = estimates_at(algorithm, [(tree, ROOT) for tree in trees], state.player)
    rows = []
    for node, move, visits, total, proven, distance in _columns(top, children_of(top, ROOT)):
        value = total / visits if visits else float("nan")
        row = Row(names[move], visits, value, PROVEN[proven], distance, estimates.get(move, {}))
        rows.append((node, row))
    return rows


def estimates_at(
    algorithm: Any, places: list[tuple[Tree, int]], player: int
) -> dict[int, dict[str, Estimate]]:
    """What a search thinks of the moves of a node beside their values, by move and name; where
    several trees have the node, all their samples together."""
    sums: dict[int, dict[str, tuple[int, float]]] = {}
    for tree, node in places:
        home = max(node, -int(tree.first[node]))  # which has the children
        for child in children_of(tree, home):
            found = sums.setdefault(int(tree.move[child]), {})
            for name, (count, value) in algorithm.estimates(tree, home, child, player).items():
                before = found.get(name, (0, 0.0))
                more = count * float(value) if count else 0.0
                found[name] = before[0] + int(count), before[1] + more
    return {
        move: {
            name: Estimate(count, total / count if count else float("nan"))
            for name, (count, total) in found.items()
        }
        for move, found in sums.items()
    }


def _best(nodes: range | list[int], tree: Tree, final: int) -> int:
    """The child to play: the soonest proven win; else the best by the rule, or a proven draw if
    that promises less; if all are lost, the one that takes longest."""
    seen = [_Child(*child) for child in _columns(tree, nodes)]

    def among(outcome: int) -> list[_Child]:
        return [child for child in seen if child.proven == outcome]

    if among(WON):
        return min(among(WON), key=lambda child: child.distance).node
    rule = {MEAN: _Child.mean, SECURE: _Child.secure}.get(final, _Child.n_visits)
    best = max(
        among(UNPROVEN),
        key=lambda child: (rule(child), child.visits, child.mean()),
        default=None,
    )
    if best is not None and (not among(DRAWN) or best.mean() >= EXACT[DRAWN]):
        return best.node
    if among(DRAWN):
        return max(among(DRAWN), key=_Child.n_visits).node
    return max(seen, key=lambda child: child.distance).node


class _Child(NamedTuple):
    """What counts of a child when one is chosen."""

    node: int
    move: int
    visits: int
    total: float
    proven: int
    distance: int

    def n_visits(self) -> int:
        return self.visits

    def mean(self) -> float:
        return self.total / self.visits if self.visits else -1.0

    def secure(self) -> float:
        return self.mean() - 1.0 / max(self.visits, 1) ** 0.5


def _columns(tree: Tree, nodes: range | list[int]) -> Iterator[tuple]:
    """Some nodes and what is known of them, as plain numbers: far quicker than one by one."""
    at = slice(nodes.start, nodes.stop) if isinstance(nodes, range) else nodes
    columns = (tree.move, tree.visits, tree.total, tree.proven, tree.distance)
    return zip(nodes, *(column[at].tolist() for column in columns), strict=True)


def line_from(state: State, tree: Tree, move: Move) -> tuple[Move, ...]:
    """The principal variation from a move on: the most visited child of each node."""
    line: list[Move] = []
    node = next(node for node in children_of(tree, ROOT) if tree.move[node] == move)
    while True:
        state = state.play(int(tree.move[node]))
        line.append(state.history[-1])
        children = children_of(tree, node)
        visits = tree.visits[children.start : children.stop].tolist()
        tried = [child for child, n in zip(children, visits, strict=True) if n > 0]
        if not tried or state.is_over:
            return tuple(line)
        node = _best(tried, tree, 0)
