"""A search as messages: a report of its statistics, and the nodes of its tree."""

import itertools
import math
from typing import Any, TypeAlias

from ..search import Result, Search, SearchError
from ..search.result import PROVEN, Estimate, children_of, estimates_at, line_from, summed
from ..search.tree import ROOT, Tree
from ..state import State
from .messages import Row, SearchReport, TreeChild, TreeNode

__all__ = ["Lines", "lines_of", "node_of", "report_of"]

Lines: TypeAlias = tuple[tuple[str, ...], ...]

MOST_CHILDREN = 100
MOST_LINES = 5
LONGEST = 10  # moves of a line
NONE = Estimate(0, math.nan)
SOLVER = "Solver()"  # in place of an algorithm, where nothing is simulated


def report_of(result: Result, lines: Lines = ()) -> SearchReport:
    """A result, intermediate or final."""
    return SearchReport.of(
        result,
        move=result.move.name,
        value=_number(result.value),
        line=tuple(move.name for move in result.line),
        lines=lines,
        algorithm=SOLVER if result.algorithm is None else repr(result.algorithm),
        rows=tuple(_row(row) for row in result.rows),
    )


def lines_of(search: Search, result: Result) -> Lines:
    """How a search expects the game to go on after each of its best moves, the chosen one first."""
    others = (row.move for row in result.rows if row.visits and row.move != result.move)
    lines = [result.line]
    for move in itertools.islice(others, MOST_LINES - 1):
        state, trees = search.state, search.trees
        lines.append(max((line_from(state, tree, move, LONGEST) for tree in trees), key=len))
    return tuple(tuple(move.name for move in line[:LONGEST]) for line in lines)


def _row(row: Any) -> Row:
    return Row(
        move=row.move.name,
        visits=row.visits,
        value=_number(row.value),
        **_estimates(row.estimates),
        proven=row.proven,
        distance=row.distance,
    )


def _estimates(found: dict[str, Estimate]) -> dict[str, Any]:
    """What a search thinks of a move beside its value, as a row has it."""
    amaf = found.get("amaf", NONE)
    said = {name: _number(found.get(name, NONE).value) for name in ("prior", "network")}
    return {"amaf_visits": amaf.visits, "amaf_value": _number(amaf.value), **said}


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def node_of(search: Search, path: list[str]) -> TreeNode:
    """The node that a path of moves from the root leads to, and its children.

    A search on several threads has one tree each. In the root their statistics are added up;
    below it, each move is shown from the tree that has visited it most.
    """
    if not search.workers:
        raise SearchError("the tree of this search is gone; search again", "tree-gone")
    trees = search.trees
    node, state = ROOT, search.state
    for i, name in enumerate(path):
        state = state.play(name)
        child = _child(trees, node, int(state.history[-1]))
        if child is None:
            why = "the search has not come to {path}"
            raise SearchError(why, "not-in-tree", path=" ".join(path[: i + 1]))
        trees, node = [child[0]], child[1]
    tree = trees[0] if len(trees) == 1 else summed(trees)
    estimates = estimates_at(search.algorithm, [(grown, node) for grown in trees], state.player)
    children = sorted(children_of(tree, node), key=lambda child: -int(tree.visits[child]))
    return TreeNode(
        path=tuple(move.name for move in state.history[len(search.state.history) :]),
        player=1 if state.player else 0,
        visits=sum(int(grown.visits[node]) for grown in trees),
        children=tuple(
            _tree_child(state, tree, node, child, trees, estimates)
            for child in children[:MOST_CHILDREN]
        ),
        left_off=max(0, len(children) - MOST_CHILDREN),
    )


def _child(trees: list[Tree], node: int, move: int) -> tuple[Tree, int] | None:
    """The child that a move leads to, in the tree with the most visits of it."""
    children = [
        (tree, child)
        for tree in trees
        for child in children_of(tree, node)
        if tree.move[child] == move
    ]
    return max(children, key=lambda place: int(place[0].visits[place[1]]), default=None)


def _tree_child(
    state: State, tree: Tree, node: int, child: int, trees: list[Tree], estimates: Any
) -> TreeChild:
    move, visits = int(tree.move[child]), int(tree.visits[child])
    grown, place = (tree, child) if len(trees) == 1 else _child(trees, node, move) or (tree, child)
    return TreeChild(
        move=state.game.move_name(state.words, move),
        visits=visits,
        value=_number(float(tree.total[child]) / visits) if visits else None,
        **_estimates(estimates.get(move, {})),
        proven=PROVEN[int(tree.proven[child])],  # type: ignore[arg-type]
        distance=int(tree.distance[child]),
        n_children=len(children_of(grown, place)),
    )
