"""What a teacher says of a move: right, slower than need be, or a mistake, and what it cost."""

from dataclasses import dataclass

from ..language import tr
from ..state import Move
from .solution import DRAW, LOSS, OUTCOMES, UNKNOWN, WIN, MoveValue, Solution

__all__ = ["MISTAKE", "RIGHT", "SLOWER", "UNSURE", "Judgement", "judge"]

RIGHT, SLOWER, MISTAKE, UNSURE = "right", "slower", "mistake", "unsure"


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

    def __str__(self) -> str:
        move = self.move.name
        if self.kind == UNSURE:
            return tr("{move}: not known, the solver was stopped", move=move)
        if self.kind == RIGHT:
            return tr(KEPT[self.after], move=move)
        rather = tr("; better: {best}", best=_listed(self.best)) if self.best else ""
        if self.kind == SLOWER:
            return tr(*LATER[self.after], move=move, n=self.plies) + rather
        return tr(LOST[self.before, self.after], move=move) + rather


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
    (WIN, LOSS): "{move}: a mistake, it turns a win into a loss",
    (DRAW, LOSS): "{move}: a mistake, it turns a draw into a loss",
}
SHOWN = 4  # right moves that are named


def judge(solution: Solution, move: Move | int) -> Judgement:
    """What is to be said of a move in a position that was solved with all its moves."""
    named = {int(legal): legal for legal in solution.state.moves()}[int(move)]
    rows = {int(row.move): row for row in solution.moves}
    row = rows.get(int(move), MoveValue(named, UNKNOWN))  # none are there if it was stopped
    if row.outcome not in OUTCOMES or solution.outcome not in OUTCOMES:
        return Judgement(row.move, UNSURE, (), solution.outcome, row.outcome, 0.0)
    cost = (OUTCOMES.index(solution.outcome) - OUTCOMES.index(row.outcome)) / 2
    keeping = [r for r in solution.moves if r.outcome == solution.outcome]
    best = _fastest(keeping)
    names = tuple(r.move for r in best)
    if cost > 0:
        return Judgement(row.move, MISTAKE, names, solution.outcome, row.outcome, cost)
    if row in best:
        return Judgement(row.move, RIGHT, names, solution.outcome, row.outcome, 0.0)
    later = abs((row.plies or 0) - (best[0].plies or 0))
    return Judgement(row.move, SLOWER, names, solution.outcome, row.outcome, 0.0, later)


def _fastest(rows: list[MoveValue]) -> list[MoveValue]:
    """Of moves of the same outcome: those that win soonest or lose latest, where that is known."""
    plies = [row.plies for row in rows if row.plies is not None]
    if len(plies) < len(rows) or not rows or rows[0].outcome == DRAW:
        return rows
    wanted = min(plies) if rows[0].outcome == WIN else max(plies)
    return [row for row in rows if row.plies == wanted]


def _listed(moves: tuple[Move, ...]) -> str:
    names = [move.name for move in moves[:SHOWN]]
    more = len(moves) - len(names)
    if more:
        return tr("{moves} or one of {n} more", moves=", ".join(names), n=more)
    if len(names) == 1:
        return names[0]
    return tr("{moves} or {last}", moves=", ".join(names[:-1]), last=names[-1])
