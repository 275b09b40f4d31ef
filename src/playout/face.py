"""The face of a game: how people write its moves, see its board and set up its positions.

None of it is compiled and none of it changes the rules. A game may have its face in its own class;
those of the package have one beside their rules, which `@game(face=HexFace)` adds to the class:

    class HexFace(Face):
        size: int                             a parameter of the game

        def move_name(self, state, move): ...

`self` is the game, so a method calls another class's by its name, not by `super()`. `state` is the
array of words.
"""

from collections.abc import Mapping
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .board import Board, Cell, cell_name, parse_cell
from .errors import GameError
from .language import Text

__all__ = ["Face", "Pieces", "Words"]

Words: TypeAlias = NDArray[np.uint64]
Pieces: TypeAlias = Mapping[Cell, int]  # the player who owns the piece on a cell


class Face:
    """What a game gets that does not say otherwise."""

    # Parameters that are otherwise where people play, at the terminal or on the page: experiments
    # name what they want.
    customs: ClassVar[Mapping[str, bool | int]] = {}

    def player_names(self) -> tuple[str, str]:
        """What the first and the second player are called."""
        return Text("Black"), Text("White")

    def goal(self) -> str:
        """What the players are after, in a sentence."""
        return ""

    def open_spiel(self) -> str:
        """The same game as OpenSpiel writes it, or nothing where it has no such game."""
        return ""

    def board(self, state: Words) -> Board | str:
        """The position as a Board to draw, or as text."""
        return " ".join(str(word) for word in state[1:])

    def move_name(self, state: Words, move: int) -> str:
        """The move as players write it, in the position before the move."""
        return str(move)

    def move_cells(self, state: Words, move: int) -> tuple[Cell, ...]:
        """The cells that a move touches, in the position before the move; the last is its end.

        None for a move that is not made by pointing at a cell, such as a pass.
        """
        return ()

    def canonical(self, text: str) -> str:
        """A player's spelling of a move, brought to the form that `move_name` has."""
        return text.strip().lower()

    def split_line(self, text: str) -> list[str]:
        """A line of moves, cut into moves."""
        return text.replace(",", " ").split()

    def complaint(self, state: Words, text: str) -> str:
        """Why this text, which is no legal move's name here, is none."""
        return Text("no such move here")

    def set_up(self, state: Words, pieces: Pieces, player: int) -> None:
        """Fill the words, all 0 so far, so that these pieces lie there and this player is to move.

        `pieces` are those of a Board, all on the board. Where they came about in play, and say all
        of it, the words are those of that position, but for the count of plies. Otherwise a
        GameError says what is wrong with them. A game that has no such method cannot be set up.
        """
        raise GameError(
            "{game} has no way to set up a position", "no-set-up", game=type(self).__name__
        )

    def is_all_shown(self, state: Words) -> bool:
        """Whether the pieces and the turn say all of a position; in Go a pass just before, a ko
        and stones taken earlier count, too."""
        return True

    def lead(self, state: Words) -> float | None:
        """After the end, by how many points the first player is ahead; None where none count."""
        return None

    def write_pieces(self, pieces: Pieces) -> str:
        """The pieces of a position as text: the cells of the first player / of the second."""
        cells = [[cell for cell in sorted(pieces) if pieces[cell] == player] for player in (0, 1)]
        return " / ".join(" ".join(map(cell_name, own)) for own in cells)

    def read_pieces(self, text: str) -> Pieces:
        """The pieces that such a text means."""
        parts = text.split("/")
        if len(parts) != 2:
            raise GameError(
                "a position is the cells of the first player, those of the second and who is to"
                " move, such as {example}",
                "position-form",
                example="a1 b2 / c3 / 2",
            )
        pieces: dict[Cell, int] = {}
        for player in (0, 1):
            for name in parts[player].split():
                cell = parse_cell(name)
                if cell is None:
                    why = "{cell!r} is not a cell; a cell is a letter and a number, such as c3"
                    raise GameError(why, "no-cell", cell=name)
                if cell in pieces:
                    why = "{cell} is there twice; a cell has one piece at most"
                    raise GameError(why, "cell-twice", cell=cell_name(cell))
                pieces[cell] = player
        return pieces
