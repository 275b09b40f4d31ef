"""Atarigo: Go in which the first capture wins.

    5 . . ● . .      20 21 22 23 24
    4 . ● ○ ○ .      15 16 17 18 19     The white chain c4 d4 has three liberties: d5,
    3 . . ● . .      10 11 12 13 14     e4 and d3. Black wins by taking them all before
    2 . . . . .       5  6  7  8  9     White has captured anything.
    1 . . . . .       0  1  2  3  4     the number of each point
      a b c d e

The state is that of `kernels/goban.py`, which Nogo shares: sets of points as words.

Move: the number of the point, size * row + column, written `c4`.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..parameters import Range
from ..rules import ONGOING, game
from .faces.goban import AtarigoFace
from .kernels.goban import (
    Grid,
    can_move,
    clear_board,
    fill_stones,
    has_captured,
    list_moves,
    put_stone,
    stones_key,
    surroundings,
)
from .kernels.goban_playouts import random_playout
from .kernels.planes import fill_plane

__all__ = ["Atarigo"]


@game(face=AtarigoFace)
class Atarigo(NamedTuple):
    """`size` x `size` points; the first capture wins, suicide is illegal, nobody passes.

    A player who has no legal move has lost.
    """

    size: Annotated[int, Range(2, 19), "points on a side"] = 8

    def grid(self):
        """How the board lies in words; a method, so that Python can call it uncompiled."""
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
        return random_playout(state, self.grid(), stream, moves, capture_wins=True)

    def net_shape(self):
        return 4, self.size, self.size, 1

    def net_planes(self, state, out):
        """The mover's stones, the other's, those that have one liberty left, and ones."""
        fill_stones(state, self.grid(), out)
        fill_plane(out, 3, np.float32(1))

    def symmetries(self):
        return ("r", "c", "rc", "t", "tr", "tc", "trc")

    def feature_code(self, state, move):
        return 256 * self.code(state, move) + surroundings(state, self.grid(), move)

    def n_feature_codes(self):
        return 256 * self.n_codes()
