"""What the faces of several games share: boards of cells, and moves that are cells."""

import re
from typing import Any

import numpy as np

from ...board import Cell, cell_name, parse_cell
from ...face import Face, Words
from ...language import Text

__all__ = ["CellFace", "bit", "bits_of", "off_board", "pieces_by_rows", "size_of", "two_cells"]


def bit(i: int) -> np.uint64:
    """The word with bit i set; unlike that of the kernels it need not be compiled."""
    return np.uint64(1 << i)


def bits_of(word: np.uint64) -> list[int]:
    """The numbers of the bits that are set in a word."""
    number = int(word)
    return [i for i in range(number.bit_length()) if number >> i & 1]


def pieces_by_rows(state: Words) -> dict[Cell, int]:
    """The pieces where words 1 and 2 are those of each player and a row takes eight bits."""
    return {(i % 8, i // 8): player for player in (0, 1) for i in bits_of(state[1 + player])}


def size_of(game: Any) -> tuple[int, int]:
    """The columns and the rows of a game's board."""
    return (game.size, game.size) if hasattr(game, "size") else (game.cols, game.rows)


def off_board(game: Any, cell: Cell) -> str:
    """What is wrong with a cell that is not on the board, or nothing."""
    cols, rows = size_of(game)
    is_on_board = cell[0] < cols and 0 <= cell[1] < rows
    if is_on_board:
        return ""
    size = {"cols": cols, "rows": rows}
    return Text("{cell} is not on the board of {cols} x {rows}", cell=cell_name(cell), **size)


def two_cells(text: str) -> tuple[Cell, Cell] | None:
    """The two cells in the text of a move: a2a3, A2-A3, a2xa3; or None."""
    match = re.fullmatch(r"([a-z]+\d+)\W*x?\W*([a-z]+\d+)", text.strip().lower())
    start, end = (parse_cell(cell) for cell in match.groups()) if match else (None, None)
    return (start, end) if start and end else None


class CellFace(Face):
    """A game whose moves are cells, numbered row by row, and perhaps one that is none."""

    no_cell = ""  # how the move after the last cell is written: swap, pass
    form: str = Text("a move is a cell such as c3")

    def pieces(self, state: Words) -> dict[Cell, int]:
        """The player whose piece is there, by cell."""
        raise NotImplementedError

    def move_name(self, state: Words, move: int) -> str:
        cols, rows = size_of(self)
        return self.no_cell if move == cols * rows else cell_name((move % cols, move // cols))

    def move_cells(self, state: Words, move: int) -> tuple[Cell, ...]:
        cols, rows = size_of(self)
        return () if move == cols * rows else ((move % cols, move // cols),)

    def complaint(self, state: Words, text: str) -> str:
        cell = parse_cell(text)
        if cell is None:
            return self.form
        occupied = Text("{cell} is occupied", cell=text) if cell in self.pieces(state) else ""
        return off_board(self, cell) or occupied
