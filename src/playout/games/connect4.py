"""Connect 4: drop discs into columns; four of your own in a row win.

    | . . . . . . . |      6 13 20 27 34 41 48
    | . . . . . . . |      5 12 19 26 33 40 47
    | . . . . . . . |      4 11 18 25 32 39 46
    | . . . ○ . . . |      3 10 17 24 31 38 45
    | . . . ● . . . |      2  9 16 23 30 37 44
    | . . ● ● . ○ . |      1  8 15 22 29 36 43
      1 2 3 4 5 6 7        0  7 14 21 28 35 42     the bit of each cell

Above each column one bit stays empty, so that a line never wraps around into the
next column. State: word 0 counts the plies, words 1 and 2 are the discs of each
player. Move: the column from 0, written from 1. Code: the cell, not the column.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..errors import GameError
from ..kernel import below, bit, compiled, lowest, mix, nth_bit, popcount
from ..parameters import Range
from ..rules import DRAW, ONGOING, at_most, game
from .faces.connect4 import Connect4Face
from .kernels.lines import runs_along
from .kernels.planes import fill_plane

__all__ = ["Connect4"]


@game(face=Connect4Face)
class Connect4(NamedTuple):
    """`cols` x `rows` cells, `line` discs in a row win; a full board is a draw."""

    cols: Annotated[int, Range(1, 21), "columns"] = 7
    rows: Annotated[int, Range(1, 31), "rows"] = 6
    line: Annotated[int, Range(2, 8), "discs in a row that win"] = 4

    def check(self):
        at_most(self, "line", max(self.cols, self.rows, 2))
        if self.cols * (self.rows + 1) > 64:
            why = "Connect4: columns x (rows + 1) must be at most 64, not {cols} x ({rows} + 1)"
            raise GameError(why, "board-too-large", cols=self.cols, rows=self.rows)

    def n_words(self):
        return 3

    def n_moves(self):
        return self.cols

    def max_plies(self):
        return self.cols * self.rows

    def start(self, state):
        state[0] = 0
        state[1] = 0
        state[2] = 0

    def moves(self, state, out):
        landing = landing_cells(self.cols, self.rows, state[1] | state[2])
        n = popcount(landing)
        for i in range(n):
            out[i] = lowest(landing) // (self.rows + 1)
            landing &= landing - np.uint64(1)
        return n

    def play(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        state[1 + player] |= bit(landing_bit(self, state, move))
        state[0] += np.uint64(1)

    def winner(self, state):
        mover = 1 - np.int64(state[0] & np.uint64(1))  # who moved last
        if has_line(state[1 + mover], self.rows, self.line):
            return mover
        full = np.int64(state[0]) == self.cols * self.rows
        return DRAW if full else ONGOING

    def code(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        return player * self.cols * (self.rows + 1) + landing_bit(self, state, move)

    def n_codes(self):
        return 2 * self.cols * (self.rows + 1)

    def key(self, state):
        return mix(mix(state[1] + np.uint64(1)) + state[2])

    def playout(self, state, stream, moves):
        bottom = bottom_cells(self.cols, self.rows)
        cells = bottom * column_cells(self.rows)
        player = np.int64(state[0] & np.uint64(1))
        mine = state[1 + player]
        discs = state[1] | state[2]
        if has_line(mine ^ discs, self.rows, self.line):
            return 1 - player
        while discs != cells:
            landing = (discs + bottom) & cells
            disc = nth_bit(landing, below(stream, popcount(landing)))
            mine |= disc
            discs |= disc
            if has_line(mine, self.rows, self.line):
                return player
            mine ^= discs
            player = 1 - player
        return DRAW

    def urgent(self, state, moves, n, blocks, words, replies, stream):
        player = np.int64(state[0] & np.uint64(1))
        landing = landing_cells(self.cols, self.rows, state[1] | state[2])
        win = completing(landing, state[1 + player], self.rows, self.line)
        if win < 0 and blocks:
            win = completing(landing, state[2 - player], self.rows, self.line)
        return win

    def net_shape(self):
        return 3, self.rows, self.cols, 1

    def net_planes(self, state, out):
        """The mover's discs, the other's, and ones."""
        player = np.int64(state[0] & np.uint64(1))
        fill_plane(out, 2, np.float32(1))
        for side in range(2):
            discs = state[1 + player] if side == 0 else state[2 - player]
            for row in range(self.rows):
                for col in range(self.cols):
                    at = np.uint64(col * (self.rows + 1) + row)
                    out[row, col, side] = np.float32((discs >> at) & np.uint64(1))

    def net_index(self, state, move):
        """The cell that the disc comes to."""
        row = landing_bit(self, state, move) % (self.rows + 1)
        return row * self.cols + move

    def symmetries(self):
        return ("c",)


@compiled
def column_cells(rows):
    """The cells of the first column."""
    return bit(rows) - np.uint64(1)


@compiled
def bottom_cells(cols, rows):
    """The lowest cell of each column."""
    cells = np.uint64(0)
    for col in range(cols):
        cells |= bit(col * (rows + 1))
    return cells


@compiled
def landing_cells(cols, rows, discs):
    """The lowest empty cell of each column that is not full: adding one carries up to it."""
    bottom = bottom_cells(cols, rows)
    return (discs + bottom) & (bottom * column_cells(rows))


@compiled
def landing_bit(game, state, move):
    """The bit of the cell that a disc dropped into this column comes to."""
    landing = landing_cells(game.cols, game.rows, state[1] | state[2])
    return lowest(landing & (column_cells(game.rows) << np.uint64(move * (game.rows + 1))))


@compiled
def has_line(discs, rows, line):
    """Whether `line` of these discs stand in a row, in one of the four directions."""
    height = rows + 1
    runs = runs_along(discs, 1, line) | runs_along(discs, height, line)
    runs |= runs_along(discs, height - 1, line) | runs_along(discs, height + 1, line)
    return runs != 0


@compiled
def completing(landing, discs, rows, line):
    """Which of the landing cells, counted from 0, gives these discs a line; -1 for none."""
    i = 0
    while landing != 0:
        disc = landing & (~landing + np.uint64(1))
        if has_line(discs | disc, rows, line):
            return i
        landing ^= disc
        i += 1
    return -1
