"""Atarigo: Go in which the first capture wins.

    5 . . ● . .      20 21 22 23 24
    4 . ● ○ ○ .      15 16 17 18 19     The white chain c4 d4 has three liberties: d5,
    3 . . ● . .      10 11 12 13 14     e4 and d3. Black wins by taking them all before
    2 . . . . .       5  6  7  8  9     White has captured anything.
    1 . . . . .       0  1  2  3  4     the number of each point
      a b c d e

The state is that of `goban.py`, which Nogo shares: sets of points as words.

Move: the number of the point, size * row + column, written `c4`.
"""

from typing import NamedTuple

import numpy as np

from ..board import Board, cell_name
from ..rules import ONGOING, game, within
from .goban import (
    CHAIN,
    Grid,
    can_have_taken,
    can_move,
    cells,
    chains_of,
    clear_board,
    has_captured,
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

__all__ = ["Atarigo"]


@game
class Atarigo(NamedTuple):
    """`size` x `size` points; the first capture wins, suicide is illegal, nobody passes.

    A player who has no legal move has lost.
    """

    size: int = 8

    def check(self):
        within(self, "size", 2, 19)

    def grid(self):
        rows = self.size if self.size <= 8 else 63 // self.size
        span = rows * self.size
        every = ~np.uint64(0) >> np.uint64(64 - span)
        left_column = every // np.uint64((1 << self.size) - 1)  # 1 in every digit, base 2**size
        return Grid(self.size, (self.size + rows - 1) // rows, span, ~left_column)

    def n_words(self):
        return 2 + 5 * (self.grid().n + 1)

    def n_moves(self):
        return self.size * self.size

    def max_plies(self):
        return self.size * self.size

    def start(self, state):
        clear_board(state, self.grid())

    def moves(self, state, out):
        return list_moves(state, self.grid(), out, capture_wins=True)

    def play(self, state, move):
        put_stone(state, self.grid(), move)

    def winner(self, state):
        grid = self.grid()
        if not has_captured(state, grid) and can_move(state, grid, capture_wins=True):
            return ONGOING
        return 1 - np.int64(state[0] & np.uint64(1))

    def key(self, state):
        return stones_key(state, self.grid())

    def playout(self, state, stream, moves):
        grid = self.grid()
        if has_captured(state, grid):
            return 1 - np.int64(state[0] & np.uint64(1))
        if grid.n == 1:
            return fill_board(state, grid, stream, is_wide=False, capture_wins=True)
        if grid.n == 2:
            return fill_board(state, grid, stream, is_wide=True, capture_wins=True)
        return fill_large_board(state, grid, stream, moves, capture_wins=True)

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
        suicide = f"suicide is illegal, and a stone at {text} would have no liberty"
        return wrong_point(self, state, text) or suicide

    def board(self, state):
        pieces = {cell: player for player in (0, 1) for cell in cells(self, state, player)}
        captured = frozenset(cells(self, state, CHAIN))
        return Board(self.size, self.size, pieces, shape="points", winning=captured)

    def set_up(self, state, pieces, player):
        """Stones of either colour in any proportion; captured ones, which lie there still, too."""
        captured = set()
        for chain, liberties in chains_of(self.size, pieces):
            if not liberties and pieces[chain[0]] == player:
                captured |= set(chain)
        if not can_have_taken(self.size, pieces, captured):
            raise no_liberty(self, pieces, "no last stone can have taken it")
        put_stones(self, state, pieces, player, captured)
