"""Tic-tac-toe and gomoku: `line` stones in a row win on a board of any size.

    3 . . .        Mnk() is tic-tac-toe. Mnk(15, 15, 5) and Mnk(19, 19, 5) are
    2 . X O        gomoku, the free one: six in a row win as well.
    1 . . .
      a b c

`kernels/mnk.py` says how the stones lie in the words of a state.

Move: cols * row + column, written `b2`.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..kernel import lowest, mix
from ..parameters import Range
from ..rules import DRAW, ONGOING, at_most, game
from .faces.mnk import MnkFace
from .kernels.mnk import HAS_LINE, KEY, empty_cells, place, random_playout, row_of
from .kernels.planes import fill_plane, fill_row

__all__ = ["Mnk"]


@game(face=MnkFace)
class Mnk(NamedTuple):
    """`cols` x `rows` cells; `line` or more of your own in a row win, a full board is a draw."""

    cols: Annotated[int, Range(1, 19), "columns"] = 3
    rows: Annotated[int, Range(1, 19), "rows"] = 3
    line: Annotated[int, Range(2, 8), "stones in a row that win"] = 3

    def check(self):
        at_most(self, "line", max(self.cols, self.rows, 2))

    def n_words(self):
        return 1 + 3 * (self.cols + self.rows)

    def n_moves(self):
        return self.cols * self.rows

    def max_plies(self):
        return self.cols * self.rows

    def start(self, state):
        for i in range(self.n_words()):
            state[i] = 0

    def moves(self, state, out):
        n = 0
        for row in range(self.rows):
            empty = empty_cells(state, self.cols, row)
            while empty != 0:
                out[n] = row * self.cols + lowest(empty)
                empty &= empty - np.uint64(1)
                n += 1
        return n

    def play(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        state[KEY] ^= mix(np.uint64(self.code(state, move) + 1))
        makes_line = place(state, self, move % self.cols, move // self.cols, player)
        state[HAS_LINE] = np.uint64(makes_line)
        state[0] += np.uint64(1)

    def winner(self, state):
        if state[HAS_LINE] != 0:
            return 1 - np.int64(state[0] & np.uint64(1))
        full = np.int64(state[0]) == self.cols * self.rows
        return DRAW if full else ONGOING

    def key(self, state):
        return state[KEY]

    def playout(self, state, stream, moves):
        return random_playout(state, self, stream, moves)

    def net_shape(self):
        return 3, self.rows, self.cols, 1

    def net_planes(self, state, out):
        """The mover's stones, the other's, and ones."""
        player = np.int64(state[0] & np.uint64(1))
        fill_plane(out, 2, np.float32(1))
        for row in range(self.rows):
            fill_row(out, row, 0, row_of(state, row, player))
            fill_row(out, row, 1, row_of(state, row, 1 - player))

    def symmetries(self):
        turned = ("t", "tr", "tc", "trc") if self.cols == self.rows else ()
        return ("r", "c", "rc", *turned)
