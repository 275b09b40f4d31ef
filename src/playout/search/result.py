"""What a search found, and what it thought of every move."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from .. import svg
from ..board import Board
from ..extras import require
from ..language import Text, number, said, tr
from ..state import Move, State
from ..svg import Heat
from .algorithm import MEAN, SECURE, UCB
from .scores import Score, has_scores, root_of, scores_of_root
from .tree import DEPTH, DRAWN, LOST, NODES, ROOT, UNPROVEN, WON, Tree, ends_at

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
    # How its simulations ended, for the player to move.
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def note(self) -> str:
        """All of it in a line, for people."""
        parts = [tr("{n:,} visit", "{n:,} visits", n=self.visits)]
        if not np.isnan(self.value):
            parts.append(tr("value {value:.1%}", value=float(self.value)))
        for name, (count, value) in self.estimates.items():
            if count:
                about = {"name": in_heading(name), "value": float(value), "n": count}
                parts.append(tr("{name} {value:.1%} of {n:,}", **about))
        parts.append(in_words(self.proven, self.distance) or tr("not proven"))
        return tr("{name}: {text}", name=self.move.name, text=", ".join(parts))


def in_heading(name: str) -> str:
    """The name of an estimate as people write it."""
    return name.upper() if name == "amaf" else said(name)


def in_words(proven: str, distance: int) -> str:
    """What is proven of a move, the move itself being the first of the plies that are counted."""
    verb = {"won": Text("wins"), "draw": Text("draws"), "lost": Text("loses")}.get(proven, "")
    if not verb or distance < 0:
        return said(verb)
    return tr("{wins} in {n} ply", "{wins} in {n} plies", wins=verb, n=distance + 1)


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
    roots: tuple[Tree, ...] = field(default=(), repr=False, compare=False)  # one a thread

    @property
    def table(self) -> Any:
        """The moves of the root as a pandas DataFrame, most visited first.

        `score` is the value by which the next simulation would choose, where the search has one;
        it is infinite for what is tried first or proven to win. `beta` is the weight of the AMAF
        value in it.
        """
        require("lab")
        import pandas as pd

        table = pd.DataFrame([_record(row) for row in self.rows])
        if self.roots and has_scores(self.algorithm):
            scores = scores_of_root(self.algorithm, self.roots, self.state.player)
            pairs = [scores[int(row.move)] for row in self.rows]
            columns = {"beta": [beta for _, beta in pairs], "score": [score for score, _ in pairs]}
            for name, column in columns.items():
                if not np.isnan(column).all():
                    table.insert(table.columns.get_loc("proven"), name, column)
        return table

    def __str__(self) -> str:
        found: dict[str, Any] = {
            "move": self.move,
            "value": float(self.value),
            "nodes": self.nodes,
            "depth": self.depth,
        }
        found |= {"line": " ".join(move.name for move in self.line), "n": self.simulations}
        rate = self.simulations / self.seconds if self.seconds else 0.0
        work = (
            "{n:,} simulations in {seconds:.2f} s ({rate:,.0f}/s), {nodes:,} nodes, depth {depth}"
        )
        if self.algorithm is None:
            work = "proven by a solver: {nodes:,} positions in {seconds:.2f} s"
        first = tr("{move}  value {value:.3f}  line {line}", **found)
        lines = [first, tr(work, **found, seconds=self.seconds, rate=rate)]
        return "\n".join([*lines, *map(_line, self.rows[:10])])

    def svg(self) -> str:
        """The board with what the search made of each move: see `playout.svg`."""
        total = sum(row.visits for row in self.rows)
        heat = [
            Heat(
                row.move.name,
                row.move.cells,
                row.visits / total if total else 0.0,
                "" if np.isnan(row.value) else number(row.value, ".0%"),
                row.note(),
                row.move == self.move,
            )
            for row in self.rows
        ]
        board = self.state.board()
        return svg.draw(board, heat) if isinstance(board, Board) else svg.draw_text(board, heat)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": str(self), "image/svg+xml": self.svg()}


def _line(row: Row) -> str:
    """A row of the table, for people."""
    value = "" if np.isnan(row.value) else number(row.value, ".3f")
    more = [
        tr("{name} {value:.3f} of {n}", name=said(name), value=float(value), n=count)
        for name, (count, value) in row.estimates.items()
        if count
    ]
    words = "  ".join([tr(row.proven), *more])
    return f"{row.move.name:>8} {number(row.visits, '>9,')} {value:>6} {words}".rstrip()


def _record(row: Row) -> dict[str, Any]:
    """A row of the table, with two columns for each estimate."""
    more = {
        f"{name}_{part}": value
        for name, estimate in row.estimates.items()
        for part, value in estimate._asdict().items()
    }
    names = ("visits", "value", "wins", "draws", "losses")
    plain = {"move": row.move.name} | {name: getattr(row, name) for name in names}
    return plain | more | {"proven": row.proven, "distance": row.distance}


def read(
    state: State, algorithm: Any, trees: list[Tree], simulations: int, seconds: float
) -> Result:
    """The result that a tree holds, or several trees of the same root together."""
    top = trees[0] if len(trees) == 1 else summed(trees)
    roots = tuple(root_of(state.game, tree) for tree in trees)
    rows = sorted(_rows(state, algorithm, top, trees), key=lambda row: -row[1].visits)
    scores = scores_of_root(algorithm, roots, state.player) if algorithm.final == UCB else {}
    rule = _rule(algorithm.final, scores)
    left = _left(algorithm, trees)
    nodes = [node for node, row in rows if left is None or row.proven or int(row.move) in left]
    best = _best(nodes or [node for node, _ in rows], top, rule, algorithm.draw)
    row = next(row for node, row in rows if node == best)
    exact = EXACT | {DRAWN: algorithm.draw}
    value = exact[int(top.proven[best])] if top.proven[best] else _worth(row, top)
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
        roots,
    )


def _worth(row: Row, top: Tree) -> float:
    """What a move is worth; one that was never tried, what the position is. A search with a network
    begins with the position itself, and may have had no time for more."""
    if row.visits or not top.visits[ROOT]:
        return row.value
    return 1 - float(top.total[ROOT] / top.visits[ROOT])  # which is for who has moved there


def _left(algorithm: Any, trees: list[Tree]) -> set[int] | None:
    """The moves of the root that a search has not dropped; None where it has dropped none."""
    found = [algorithm.kept(tree) for tree in trees]
    return None if None in found else set().union(*found)


def agrees(trees: list[Tree]) -> bool:
    """Whether the most visited move also has the best mean (robust-max)."""
    top = trees[0] if len(trees) == 1 else summed(trees)
    nodes = children_of(top, ROOT)
    return _best(nodes, top, _Child.n_visits) == _best(nodes, top, _Child.mean)


def summed(trees: list[Tree]) -> Tree:
    """The root and its children with the statistics of all trees added up."""
    n = 1 + int(trees[0].n_children[ROOT])
    arrays = zip(Tree._fields, trees[0], strict=True)
    top = Tree(*(part if name == "stats" else part[:n].copy() for name, part in arrays))
    top.first[ROOT] = 1
    for name in ("visits", "total", "draws", "proven", "distance", "move"):
        column = getattr(trees[0], name)
        getattr(top, name)[1:] = column[children_of(trees[0], ROOT)]
    at = {int(top.move[i]): i for i in range(1, n)}
    for tree in trees[1:]:
        for node in children_of(tree, ROOT):
            i = at[int(tree.move[node])]
            top.visits[i] += tree.visits[node]
            top.total[i] += tree.total[node]
            top.draws[i] += tree.draws[node]
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
        more = estimates.get(move, {}), *ends_at(top, node, algorithm.draw)
        rows.append((node, Row(names[move], visits, value, PROVEN[proven], distance, *more)))
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


def _best(nodes: range | list[int], tree: Tree, rule: Any, draw: float = 0.5) -> int:
    """The child to play: the soonest proven win; else the best by the rule, or a proven draw if
    that promises less; if all are lost, the one that takes longest."""
    seen = [_Child(*child) for child in _columns(tree, nodes)]

    def among(outcome: int) -> list[_Child]:
        return [child for child in seen if child.proven == outcome]

    if among(WON):
        return min(among(WON), key=lambda child: child.distance).node
    best = max(
        among(UNPROVEN),
        key=lambda child: (rule(child), child.visits, child.mean()),
        default=None,
    )
    if best is not None and (not among(DRAWN) or best.mean() >= draw):
        return best.node
    if among(DRAWN):
        return max(among(DRAWN), key=_Child.n_visits).node
    return max(seen, key=lambda child: child.distance).node


def _rule(final: int, scores: dict[int, Score]) -> Any:
    """What a child is chosen by in the end."""
    if final == UCB:
        return lambda child: scores[child.move][0]
    return {MEAN: _Child.mean, SECURE: _Child.secure}.get(final, _Child.n_visits)


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
        return self.mean() - 1.0 / float(max(self.visits, 1) ** 0.5)


def _columns(tree: Tree, nodes: range | list[int]) -> Iterator[tuple[Any, ...]]:
    """Some nodes and what is known of them, as plain numbers: far quicker than one by one."""
    at = slice(nodes.start, nodes.stop) if isinstance(nodes, range) else nodes
    columns = (tree.move, tree.visits, tree.total, tree.proven, tree.distance)
    return zip(nodes, *(column[at].tolist() for column in columns), strict=True)


def line_from(state: State, tree: Tree, move: Move, longest: int | None = None) -> tuple[Move, ...]:
    """The principal variation from a move on: the most visited child of each node."""
    line: list[Move] = []
    node = next(node for node in children_of(tree, ROOT) if tree.move[node] == move)
    while True:
        state = state.play(int(tree.move[node]))
        line.append(state.history[-1])
        children = children_of(tree, node)
        visits = tree.visits[children.start : children.stop].tolist()
        tried = [child for child, n in zip(children, visits, strict=True) if n > 0]
        if not tried or state.is_over or len(line) == longest:
            return tuple(line)
        node = _best(tried, tree, _Child.n_visits)
