"""What a teacher says of a move: right, slower than need be, or a mistake, and what it cost.

The page says the same (frontend/src/thinking/verdict.ts), and a test compares them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..language import tr
from ..state import Move
from .solution import DRAW, LOSS, OUTCOMES, UNKNOWN, WIN, MoveValue, Solution

__all__ = ["BLUNDER", "ENOUGH", "MISTAKE", "RIGHT", "SLOWER", "SOLVE_S", "UNSURE", "UNTRIED"]
__all__ += ["Judgement", "Tally", "is_whole", "judge", "with_plies"]

RIGHT, SLOWER, MISTAKE, UNSURE = "right", "slower", "mistake", "unsure"
BLUNDER = "blunder"  # the worst of mistakes
UNTRIED = "untried"  # why a move is not known, beside what stops a solver
SOLVE_S = 5.0  # for the moves of a position; what takes longer is not known
ENOUGH = 2  # moves in a row that are not known: those before them are harder still
MEASURE_S = 1.5  # to count the plies of a position whose moves are all solved


@dataclass(frozen=True)
class Judgement:
    """A move, beside the best that could have been played.

    `kind` is `right` for a move that keeps the value and, where that is known, is as fast to win
    or as slow to lose as any; `slower` for one that keeps the value but wins later or loses
    sooner than need be; `mistake` for one that gives away a win or a draw; `unsure` where the
    truth is not known.
    """

    move: Move
    kind: str
    best: tuple[Move, ...]  # the moves that would have been right
    before: str  # what the position was worth, for the player who moved: win, draw or loss
    after: str  # what is left of it
    cost: float  # in points: 1 from a win to a loss, 1/2 with a draw at one end
    plies: int | None = None  # by how many a win comes later or a loss sooner, if it is slower
    line: tuple[Move, ...] = ()  # best play, from before the move
    why: str = ""  # it is not known: "time", "memory", "cancelled" or "untried"

    @property
    def grade(self) -> str:
        """Its kind, or `blunder` for a mistake that turned a win into a loss."""
        return BLUNDER if self.cost >= 1 else self.kind

    def __str__(self) -> str:
        move = self.move.name
        if self.kind == UNSURE:
            return tr(NOT_KNOWN.get(self.why, NOT_KNOWN[""]), move=move)
        if self.kind == RIGHT:
            return tr(KEPT[self.after], move=move)
        rather = tr("; {best} was better", best=_listed(self.best)) if self.best else ""
        if self.kind == SLOWER:
            return tr(*LATER[self.after], move=move, n=self.plies) + rather
        return tr(LOST[self.before, self.after], move=move) + rather


NOT_KNOWN = {
    "": "{move}: not known",
    "time": "{move}: not known, the solver ran out of time",
    "memory": "{move}: not known, the solver ran out of memory",
    "cancelled": "{move}: not known, the solver was stopped",
    UNTRIED: "{move}: not known, it was not tried",
}
KEPT = {
    WIN: "{move}: right, it wins",
    DRAW: "{move}: right, it draws",
    LOSS: "{move}: right, but every move loses",
}
LATER = {
    WIN: (
        "{move}: wins, but {n} ply later than necessary",
        "{move}: wins, but {n} plies later than necessary",
    ),
    LOSS: (
        "{move}: loses {n} ply sooner than necessary",
        "{move}: loses {n} plies sooner than necessary",
    ),
}
LOST = {
    (WIN, DRAW): "{move}: a mistake, it turns a win into a draw",
    (WIN, LOSS): "{move}: a blunder, it turns a win into a loss",
    (DRAW, LOSS): "{move}: a mistake, it turns a draw into a loss",
}
SHOWN = 4  # right moves that are named


def judge(solution: Solution, move: Move | int) -> Judgement:
    """What is to be said of a move in a position that was solved with all its moves."""
    named = {int(legal): legal for legal in solution.state.moves()}[int(move)]
    rows = {int(row.move): row for row in solution.moves}
    row = rows.get(int(move), MoveValue(named, UNKNOWN))  # none are there if it was stopped
    if row.outcome not in OUTCOMES or solution.outcome not in OUTCOMES:
        why = solution.stopped
        return Judgement(row.move, UNSURE, (), solution.outcome, row.outcome, 0.0, why=why)
    cost = (OUTCOMES.index(solution.outcome) - OUTCOMES.index(row.outcome)) / 2
    keeping = [r for r in solution.moves if r.outcome == solution.outcome]
    best = _fastest(keeping)
    kind = MISTAKE if cost > 0 else RIGHT if row in best else SLOWER
    later = abs((row.plies or 0) - (best[0].plies or 0)) if kind == SLOWER else None
    names, line = tuple(r.move for r in best), _line(solution, best)
    return Judgement(row.move, kind, names, solution.outcome, row.outcome, cost, later, line)


def _line(solution: Solution, best: list[MoveValue]) -> tuple[Move, ...]:
    """The solver's line, if it begins with one of the best moves: it need not be the fastest."""
    first = best[0].move
    starts = {int(row.move) for row in best}
    return solution.line if solution.line and int(solution.line[0]) in starts else (first,)


def _fastest(rows: list[MoveValue]) -> list[MoveValue]:
    """Of moves of the same outcome: those that win soonest or lose latest, where that is known."""
    plies = [row.plies for row in rows if row.plies is not None]
    if len(plies) < len(rows) or not rows or rows[0].outcome == DRAW:
        return rows
    wanted = min(plies) if rows[0].outcome == WIN else max(plies)
    return [row for row in rows if row.plies == wanted]


def _listed(moves: tuple[Move, ...]) -> str:
    shown = SHOWN if len(moves) > SHOWN + 1 else SHOWN + 1  # no "one of 1 more"
    names = [move.name for move in moves[:shown]]
    more = len(moves) - len(names)
    if more:
        return tr("{moves} or one of {n} more", moves=", ".join(names), n=more)
    if len(names) == 1:
        return names[0]
    return tr("{moves} or {last}", moves=", ".join(names[:-1]), last=names[-1])


# --- all moves of a position, and of a game ---------------------------------------------


def is_whole(solution: Solution) -> bool:
    """Whether all is known of a position and its moves."""
    return solution.is_known and all(row.outcome != UNKNOWN for row in solution.moves)


def with_plies(
    solver: Any, solution: Solution, seconds: float | None = None, **limits: Any
) -> Solution:
    """The same with the plies to the end, if the solver can count them in a short time."""
    from . import DfpnSolver

    left = MEASURE_S if seconds is None else min(MEASURE_S, seconds - solution.seconds)
    if not isinstance(solver, DfpnSolver) or left <= 0 or not is_whole(solution):
        return solution
    again = solver.solve(solution.state, all_moves=True, distance=True, seconds=left, **limits)
    nodes, spent = solution.nodes + again.nodes, solution.seconds + again.seconds
    return replace(again if is_whole(again) else solution, nodes=nodes, seconds=spent)


@dataclass(frozen=True)
class Tally:
    """How a player played: how many moves were right, and how many were not."""

    right: int
    inaccuracies: int
    mistakes: int
    blunders: int
    unknown: int

    @classmethod
    def of(cls, judgements: Iterable[Judgement]) -> "Tally":
        grades = [one.grade for one in judgements]
        return cls(*(grades.count(one) for one in (RIGHT, SLOWER, MISTAKE, BLUNDER, UNSURE)))

    @property
    def known(self) -> int:
        return self.right + self.inaccuracies + self.mistakes + self.blunders

    def __str__(self) -> str:
        parts = [
            (self.inaccuracies, tr("{n} inaccuracy", "{n} inaccuracies", n=self.inaccuracies)),
            (self.mistakes, tr("{n} mistake", "{n} mistakes", n=self.mistakes)),
            (self.blunders, tr("{n} blunder", "{n} blunders", n=self.blunders)),
            (self.unknown, tr("{n} move not known", "{n} moves not known", n=self.unknown)),
        ]
        share = {"n": self.right, "total": self.known, "share": self.right / max(1, self.known)}
        right = tr("{share:.0%} accuracy, {n} of {total} moves right", **share)
        told = [text for n, text in parts if n]
        return ", ".join([right, *told] if self.known else told)
