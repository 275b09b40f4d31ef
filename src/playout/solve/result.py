"""A solution in the words of a search, so that whoever shows a search can show it."""

import math

from ..search import Result
from ..search.result import Row
from ..state import Move
from .solution import DRAW, LOSS, WIN, MoveValue, Solution

__all__ = ["result_of"]

PROVEN = {WIN: "won", DRAW: "draw", LOSS: "lost"}
VALUE = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}


def result_of(solution: Solution) -> Result:
    """The result of a search that knows what the solver knows; its simulations are positions."""
    known = {int(row.move): row for row in solution.moves}
    if solution.line and solution.is_known:
        first = solution.line[0]
        known.setdefault(int(first), MoveValue(first, solution.outcome, None, solution.plies))
    found = [_row(move, known.get(int(move))) for move in solution.state.moves()]
    rows = sorted(found, key=lambda row: (_rank(row), row.move not in solution.line[:1]))
    move = rows[0].move
    line = solution.line if solution.line and solution.line[0] == move else (move,)
    return Result(
        solution.state,
        None,
        move,
        VALUE.get(solution.outcome, math.nan),
        line,
        solution.nodes,
        solution.seconds,
        solution.nodes,
        len(line),
        tuple(rows),
    )


def _row(move: Move, value: MoveValue | None) -> Row:
    outcome = value.outcome if value else ""
    plies = value.plies if value and value.plies is not None else 0
    proven = PROVEN.get(outcome, "")
    return Row(move, 0, VALUE.get(outcome, math.nan), 0, math.nan, proven, plies - 1)


def _rank(row: Row) -> tuple[float, int]:
    """Won ones first, the fastest of them; then draws, then what is not known, then losses."""
    worth = {"won": 0, "draw": 1, "": 2, "lost": 3}[row.proven]
    return worth, -row.distance if row.proven == "lost" else row.distance
