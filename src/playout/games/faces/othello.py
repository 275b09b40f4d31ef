"""How people see Othello."""

import itertools
import re

import numpy as np

from ...board import Board, Cell, cell_name
from ...errors import GameError
from ...face import Pieces, Words
from ...language import Text
from ..kernels.othello import LEGAL, board_cells, turning_cells
from .cells import CellFace, bit, pieces_by_rows


class OthelloFace(CellFace):
    size: int
    no_cell = "pass"
    form = Text("a move is a cell such as d3, or pass")

    def goal(self) -> str:
        return Text("Whoever has more discs in the end wins.")

    def open_spiel(self) -> str:
        return "othello" if self.size == 8 else ""

    def split_line(self, text: str) -> list[str]:
        # Records of games often run the moves together: f5d6c3.
        return re.findall(r"pass|[a-z]\d+|[^\s,]+", text.lower())

    def complaint(self, state: Words, text: str) -> str:
        if text == "pass":
            return Text("a player with a disc to turn must not pass")
        nothing = Text("a disc on {cell} turns nothing", cell=text)
        return CellFace.complaint(self, state, text) or nothing

    def pieces(self, state: Words) -> dict[Cell, int]:
        return pieces_by_rows(state)

    def board(self, state: Words) -> Board:
        return Board(self.size, self.size, self.pieces(state), shape="felt", one_on_top=True)

    def set_up(self, state: Words, pieces: Pieces, player: int) -> None:
        middle = (self.size // 2 - 1, self.size // 2)
        for cell in itertools.product(middle, middle):
            if cell not in pieces:
                why = "{cell} is empty; the four cells in the middle never are"
                raise GameError(why, "empty-middle", cell=cell_name(cell))
        # Where somebody passed there were more plies; nothing depends on it.
        state[0] = len(pieces) - 4 + (len(pieces) + player) % 2
        for (col, row), owner in pieces.items():
            state[1 + owner] |= bit(8 * row + col)
        cells = np.uint64(board_cells(self.size))
        state[LEGAL] = turning_cells(state[1 + player], state[2 - player], cells)
