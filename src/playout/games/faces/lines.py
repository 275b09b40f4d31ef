"""What Connect 4 and Mnk share: pieces that stay, and lines of them."""

from typing import Any

from ...board import Cell
from ...errors import GameError
from ...face import Pieces
from ...language import Text

__all__ = ["check_lines", "count_turns", "goal_of", "line_cells"]


def goal_of(line: int) -> Text:
    """What the players are after."""
    return Text(
        "Whoever has {line} in a row first wins: horizontally, vertically or diagonally.", line=line
    )


def line_cells(pieces: Pieces, line: int) -> frozenset[Cell]:
    """The cells of all lines on the board."""
    lines = [
        [(col + i * right, row + i * up) for i in range(line)]
        for col, row in pieces
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    same = [cells for cells in lines if len({pieces.get(cell) for cell in cells}) == 1]
    return frozenset(cell for cells in same for cell in cells)


def count_turns(game: Any, pieces: Pieces, player: int) -> int:
    """How many plies have put these pieces there, if the players can have taken turns."""
    n_second = sum(pieces.values())
    n_first = len(pieces) - n_second
    if n_first - n_second != player:
        first, second = game.player_names()
        wanted = Text("as many pieces as") if player == 0 else Text("one piece more than")
        mover = game.player_names()[player]
        raise GameError(
            "{first} and {second} take turns: with {player} to move {first} has {wanted} {second},"
            " not {n_first} and {n_second}",
            "not-in-turns",
            **{"first": first, "second": second, "player": mover, "wanted": wanted},
            **{"n_first": n_first, "n_second": n_second},
        )
    return len(pieces)


def check_lines(game: Any, pieces: Pieces, player: int) -> None:
    """Raise a GameError if a line stands there that had ended the game before the last move."""
    name = game.player_names()[player]
    if any(pieces[cell] == player for cell in line_cells(pieces, game.line)):
        why = "{player} has a line of {line} and has won: it cannot be {player}'s turn"
        raise GameError(why, "line-has-won", player=name, line=game.line)
