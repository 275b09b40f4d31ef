"""Positions as text, for links and the command line: `a1 b2 / c3 / 2`.

The cells of the first player, those of the second, and who is to move, 1 or 2; commas may stand
for spaces. A game may write its pieces in its own way: Nim has `5 3 7 / 1`, the heaps.
"""

from typing import Any

from .board import Board
from .protocols import Game
from .rules import GameError, can_set_up
from .state import State

__all__ = ["position_of", "position_text"]


def position_of(game: Game, text: str) -> State:
    """The position that a text means; a GameError says what is wrong with it."""
    _check(game)
    pieces, slash, turn = text.replace(",", " ").rpartition("/")
    if not slash or turn.strip() not in ("1", "2"):
        why = "{position!r} does not end in / 1 or / 2, the player to move"
        raise GameError(why, "position-turn", position=text)
    face: Any = game
    return State.set_up(game, face.read_pieces(pieces), int(turn) - 1)


def position_text(state: State) -> str:
    """The text that `position_of` turns into this position; the moves that led here are gone."""
    _check(state.game)
    board = state.board()
    if not isinstance(board, Board):
        name = type(state.game).__name__
        raise GameError("{game} has no board of cells to write down", "no-set-up", game=name)
    pieces = state.game.write_pieces(board.pieces)
    return " ".join(f"{pieces} / {state.player + 1}".split())


def _check(game: Any) -> None:
    if not can_set_up(game):
        name = type(game).__name__
        raise GameError("{game} has no way to set up a position", "no-set-up", game=name)
