"""What is true of a position: its outcome with best play, and that of every move."""

from typing import NamedTuple

from ...solve import DRAW, OUTCOMES, UNKNOWN, WIN, Solution
from ..run.records import MoveValue

__all__ = ["Label", "label_of"]


class Label(NamedTuple):
    """The outcome of a position, and that of every move; `unknown` where any of it is."""

    outcome: str
    moves: dict[str, MoveValue]
    why: str = ""  # it is unknown

    @property
    def is_known(self) -> bool:
        return self.outcome != UNKNOWN

    @property
    def is_decisive(self) -> bool:
        """Whether it matters what is played: not all moves have the same outcome."""
        return len({move.outcome for move in self.moves.values()}) > 1

    @property
    def keeping(self) -> list[str]:
        """The moves that keep the value."""
        return [name for name, move in self.moves.items() if move.outcome == self.outcome]

    @property
    def best(self) -> list[str] | None:
        """Of these, the fastest wins or the slowest losses; None where that is not known."""
        rows = {name: self.moves[name] for name in self.keeping}
        if self.outcome == DRAW:
            # Of a solver that knows no distances, draws alone would be a lopsided sample.
            is_ranked = any(row[1:] != (None, None) for row in self.moves.values())
            return list(rows) if is_ranked else None
        scores = [row.score for row in rows.values() if row.score is not None]
        if len(scores) == len(rows):
            return [name for name, row in rows.items() if row.score == max(scores)]
        plies = [row.plies for row in rows.values() if row.plies is not None]
        if len(plies) < len(rows):
            return None
        wanted = min(plies) if self.outcome == WIN else max(plies)
        return [name for name, row in rows.items() if row.plies == wanted]

    def cost(self, move: str) -> float:
        """What a move gives away, in points: 1 from a win to a loss, 1/2 with a draw at one end."""
        places = [OUTCOMES.index(outcome) for outcome in (self.outcome, self.moves[move].outcome)]
        return (places[0] - places[1]) / 2

    @property
    def by_chance(self) -> float:
        """The share of the moves that keep the value: how often a blind choice does."""
        return len(self.keeping) / len(self.moves)

    def __str__(self) -> str:
        """`win 1=loss:-3:9 4=win:+5:12`: the outcome; of each move outcome, score and plies."""
        return " ".join([self.outcome, *(_text(*item) for item in self.moves.items())])


def label_of(solution: Solution) -> Label:
    """What a ledger keeps of a solution in which every move was asked for."""
    rows = {row.move.name: MoveValue(row.outcome, row.score, row.plies) for row in solution.moves}
    is_whole = solution.is_known and len(rows) == len(solution.state.moves())
    if not is_whole or any(row.outcome not in OUTCOMES for row in rows.values()):
        return Label(UNKNOWN, {}, solution.stopped)
    return Label(solution.outcome, rows)


def _text(name: str, move: MoveValue) -> str:
    score = "" if move.score is None else f"{move.score:+d}" if move.score else "0"
    plies = "" if move.plies is None else str(move.plies)
    return f"{name}={move.outcome}:{score}:{plies}".rstrip(":")
