"""How people see Mnk: as tic-tac-toe on small boards, on a Go board otherwise."""

import numpy as np

from ...board import Board, Cell
from ...face import Pieces, Words
from ...kernel import mix
from ...language import Text
from ..kernels.mnk import HAS_LINE, KEY, ROWS
from .cells import CellFace, bit, bits_of
from .lines import check_lines, count_turns, goal_of, line_cells

MARKS = "squares", "mark", ("red", "blue")
STONES = "points", "stone", ("black", "white")


class MnkFace(CellFace):
    cols: int
    rows: int
    line: int
    form = Text("a move is a cell such as b2")

    def has_marks(self) -> bool:
        """Whether the board is small enough to be drawn with X and O."""
        return max(self.cols, self.rows) <= 5

    def player_names(self) -> tuple[str, str]:
        return ("X", "O") if self.has_marks() else CellFace.player_names(self)

    def goal(self) -> str:
        return goal_of(self.line)

    def open_spiel(self) -> str:
        if (self.cols, self.rows, self.line) == (3, 3, 3):
            return "tic_tac_toe"
        return f"mnk(m={self.cols},n={self.rows},k={self.line})"

    def pieces(self, state: Words) -> dict[Cell, int]:
        return {
            (i % 32, row): i // 32 for row in range(self.rows) for i in bits_of(state[ROWS + row])
        }

    def board(self, state: Words) -> Board:
        pieces = self.pieces(state)
        shape, piece, colours = STONES
        if self.has_marks():
            shape, piece, colours = MARKS
        winning = line_cells(pieces, self.line)
        return Board(self.cols, self.rows, pieces, shape, piece, colours, winning=winning)

    def set_up(self, state: Words, pieces: Pieces, player: int) -> None:
        state[0] = count_turns(self, pieces, player)
        check_lines(self, pieces, player)
        state[HAS_LINE] = len(line_cells(pieces, self.line)) > 0
        columns = ROWS + self.rows
        diagonals = columns + self.cols + self.rows - 1
        antidiagonals = diagonals + self.cols
        for (col, row), owner in pieces.items():
            code = (owner * self.rows + row) * self.cols + col
            state[KEY] ^= np.uint64(mix(np.uint64(code + 1)))
            state[ROWS + row] |= bit(32 * owner + col)
            state[columns + col] |= bit(32 * owner + row)
            state[diagonals + col - row] |= bit(32 * owner + col)
            state[antidiagonals + col + row] |= bit(32 * owner + col)
