"""What a solver found: the truth about a position, or that it is not known."""

from dataclasses import dataclass
from typing import Any

from ..errors import PlayoutError
from ..state import Move, State
from .words import told

__all__ = ["DRAW", "LOSS", "OUTCOMES", "UNKNOWN", "WIN", "MoveValue", "Solution", "SolveError"]

LOSS, DRAW, WIN, UNKNOWN = "loss", "draw", "win", "unknown"
OUTCOMES = (LOSS, DRAW, WIN)  # from worst to best for the player they are told of


class SolveError(PlayoutError):
    """A position that no solver takes: the game is over, the board too large, no such limit."""

    code = "solve-error"


@dataclass(frozen=True)
class MoveValue:
    """What a move leads to with best play, for the player who makes it."""

    move: Move
    outcome: str
    score: int | None = None  # where a game counts one: higher is better, 0 a draw
    plies: int | None = None  # to the end of the game, the move itself among them


@dataclass(frozen=True)
class Solution:
    """A position's outcome for the player to move, and what shows it.

    `outcome` is `unknown` where the solver was stopped before it knew, and `stopped` says by what.
    Stopped a little later, it may know the outcome and not all of the line, or of the moves.
    """

    state: State
    outcome: str
    score: int | None  # where a game counts one: higher is better for the player to move
    plies: int | None  # to the end with best play on both sides; None if that is not known
    line: tuple[Move, ...]  # best play, or play that shows the win, from here
    moves: tuple[MoveValue, ...]  # every legal move, if that was asked for
    nodes: int
    seconds: float
    stopped: str = ""  # by "time", "memory" or "cancelled"; or by nothing

    @property
    def is_known(self) -> bool:
        return self.outcome != UNKNOWN

    @property
    def winner(self) -> int | None:
        """The player who wins, 0 or 1; None for a draw and where nothing is known."""
        if self.outcome not in (WIN, LOSS):
            return None
        return self.state.player if self.outcome == WIN else 1 - self.state.player

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value; of a known position whose moves were asked for."""
        known = [row for row in self.moves if row.outcome == self.outcome]
        if self.score is not None:
            known = [row for row in known if row.score == self.score]
        return tuple(row.move for row in known)

    @property
    def table(self) -> Any:
        """The moves as a pandas DataFrame."""
        import pandas as pd

        return pd.DataFrame([{**vars(row), "move": row.move.name} for row in self.moves])

    def __str__(self) -> str:
        return told(self)
