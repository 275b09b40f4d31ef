"""A solution in the words of a search, so that whoever shows a search can show it."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..search import Result
from ..search.result import Row
from ..state import Move, State
from .solution import DRAW, LOSS, UNKNOWN, WIN, MoveValue, Solution

__all__ = ["proof_of", "result_of"]

PROVEN = {WIN: "won", DRAW: "draw", LOSS: "lost"}
VALUE = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}
MOST_ON_OTHERS_S = 1.0  # for the other moves, once the best one is known


def proof_of(
    solver: Any, state: State, seconds: float, on_progress: Callable[[Result], Any] | None = None
) -> Result:
    """What a solver says in so much time, with no value where it knows of no move to play."""

    def tell(nodes: int, spent: float) -> bool:
        return bool(on_progress and on_progress(result_of(unknown(nodes, spent))))

    def unknown(nodes: int, spent: float) -> Solution:
        return Solution(state, UNKNOWN, None, None, (), (), nodes, spent)

    found = solver.solve(state, seconds=seconds, on_progress=tell)
    left = min(seconds - found.seconds, MOST_ON_OTHERS_S)
    if found.is_known and left > 0:  # what of the other moves?
        every = solver.solve(state, seconds=left, all_moves=True, on_progress=tell)
        total = found.seconds + every.seconds
        # Stopped, it may know less than before: the outcome of a move and not its distance.
        is_more = every.is_known and (every.plies is not None or found.plies is None)
        found = replace(every if is_more else found, seconds=total)
    if found.outcome == LOSS and found.plies is None:  # a search knows better how to resist
        return result_of(unknown(found.nodes, found.seconds))
    return result_of(found)


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
    return Row(move, 0, VALUE.get(outcome, math.nan), proven, plies - 1)


def _rank(row: Row) -> tuple[float, int]:
    """Won ones first, the fastest of them; then draws, then what is not known, then losses."""
    worth = {"won": 0, "draw": 1, "": 2, "lost": 3}[row.proven]
    return worth, -row.distance if row.proven == "lost" else row.distance
