"""Nogo: Go in which capturing is forbidden; who cannot move loses.

    4 . . . .
    3 ● . . .      Nobody may play a1: a black stone would capture the one at a2, a
    2 ○ ● . .      white one would have no liberty.
    1 . ● ○ .
      a b c d

The board, the state and the moves are those of Atarigo. A point that is illegal
for a player remains so: only that point's own stone could change it.
"""

from typing import NamedTuple

import numpy as np

from ..board import Board, cell_name, parse_cell
from ..rules import ONGOING, game, within
from .atarigo import Atarigo
from .goban import (
    ATARI,
    can_move,
    cells,
    chains_of,
    clear_board,
    list_moves,
    no_liberty,
    point_name,
    put_stone,
    put_stones,
    stones_key,
    surroundings,
    wrong_point,
)
from .goban_playouts import fill_board, fill_large_board

__all__ = ["Nogo"]


@game
class Nogo(NamedTuple):
    """`size` x `size` points; capturing and suicide are illegal, who cannot move loses."""

    size: int = 8

    grid = Atarigo.grid  # type: ignore[misc]

    def check(self):
        within(self, "size", 2, 19)

    def n_words(self):
        return 2 + 5 * (self.grid().n + 1)

    def n_moves(self):
        return self.size * self.size

    def max_plies(self):
        return self.size * self.size

    def start(self, state):
        clear_board(state, self.grid())

    def moves(self, state, out):
        return list_moves(state, self.grid(), out, capture_wins=False)

    def play(self, state, move):
        put_stone(state, self.grid(), move)

    def winner(self, state):
        if can_move(state, self.grid(), capture_wins=False):
            return ONGOING
        return 1 - np.int64(state[0] & np.uint64(1))

    def key(self, state):
        return stones_key(state, self.grid())

    def playout(self, state, stream, moves):
        grid = self.grid()
        if grid.n == 1:
            return fill_board(state, grid, stream, is_wide=False, capture_wins=False)
        if grid.n == 2:
            return fill_board(state, grid, stream, is_wide=True, capture_wins=False)
        return fill_large_board(state, grid, stream, moves, capture_wins=False)

    def feature_code(self, state, move):
        return 256 * self.code(state, move) + surroundings(state, self.grid(), move)

    def n_feature_codes(self):
        return 256 * self.n_codes()

    def move_name(self, state, move):
        return cell_name((move % self.size, move // self.size))

    def move_cells(self, state, move):
        return ((move % self.size, move // self.size),)

    def canonical(self, text):
        return point_name(text)

    def complaint(self, state, text):
        wrong = wrong_point(self, state, text)
        if wrong:
            return wrong
        col, row = parse_cell(text)
        in_atari = cells(self, state, 1 - int(state[0]) % 2) & cells(self, state, ATARI)
        if in_atari & {(col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)}:
            return f"capturing is illegal, and a stone at {text} would capture"
        return f"suicide is illegal, and a stone at {text} would have no liberty"

    def board(self, state):
        pieces = {cell: player for player in (0, 1) for cell in cells(self, state, player)}
        return Board(self.size, self.size, pieces, shape="points")

    def set_up(self, state, pieces, player):
        """Stones of either colour in any proportion."""
        if not all(liberties for _, liberties in chains_of(self.size, pieces)):
            raise no_liberty(self, pieces, "nothing is captured in Nogo")
        put_stones(self, state, pieces, player, captured=set())
