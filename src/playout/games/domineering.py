"""Domineering: one player lays dominoes upright, the other across; who cannot move loses.

    8 . . . . . . . .      56 57 58 59 60 61 62 63
    7 . . . . . . . .      48 49 50 51 52 53 54 55
    6 . . . . ━ ━ . .      40 41 42 43 44 45 46 47
    5 . . ┃ . . . . .      32 33 34 35 36 37 38 39
    4 . . ┃ . . . . .      24 25 26 27 28 29 30 31
    3 . . . . . . . .      16 17 18 19 20 21 22 23
    2 . . . . . ┃ . .       8  9 10 11 12 13 14 15
    1 . . . . . ┃ . .       0  1  2  3  4  5  6  7     the bit of each cell
      a b c d e f g h

A row takes eight bits on a smaller board too. State: word 0 counts the plies,
words 1 and 2 are the cells that each player's dominoes cover. Move: the bit of the
domino's lower or left cell, written with both its cells, `c4c5` or `e6f6`.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..kernel import below, bit, compiled, lowest, mix, nth_bit, popcount
from ..parameters import Range
from ..rules import FIRST, ONGOING, SECOND, game
from .faces.domineering import DomineeringFace

__all__ = ["Domineering"]

BUT_LAST_COLUMN = np.uint64(0x7F7F7F7F7F7F7F7F)


@game(face=DomineeringFace)
class Domineering(NamedTuple):
    """`cols` x `rows` cells; Vertical begins. A player without a move loses.

    If Horizontal is to begin, exchange `cols` and `rows`: it is the same game on its side.
    """

    cols: Annotated[int, Range(1, 8), "columns"] = 8
    rows: Annotated[int, Range(1, 8), "rows"] = 8

    def n_words(self):
        return 3

    def n_moves(self):
        return 8 * self.rows

    def max_plies(self):
        return self.cols * self.rows // 2

    def start(self, state):
        state[0] = 0
        state[1] = 0
        state[2] = 0

    def moves(self, state, out):
        player = np.int64(state[0] & np.uint64(1))
        places = domino_places(free_cells(self.cols, self.rows, state), player)
        n = popcount(places)
        for i in range(n):
            out[i] = lowest(places)
            places &= places - np.uint64(1)
        return n

    def play(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        cell = bit(move)
        state[1 + player] |= cell | cell << np.uint64(8 if player == FIRST else 1)
        state[0] += np.uint64(1)

    def winner(self, state):
        player = np.int64(state[0] & np.uint64(1))
        places = domino_places(free_cells(self.cols, self.rows, state), player)
        return ONGOING if places != 0 else 1 - player

    def key(self, state):
        return mix(mix(state[1] + np.uint64(1)) + state[2])

    def playout(self, state, stream, moves):
        free = free_cells(self.cols, self.rows, state)
        is_first = state[0] & np.uint64(1) == 0
        while True:
            if is_first:
                places = domino_places(free, FIRST)
                if places == 0:
                    return SECOND
                cell = nth_bit(places, below(stream, popcount(places)))
                free ^= cell | cell << np.uint64(8)
            is_first = True
            places = domino_places(free, SECOND)
            if places == 0:
                return FIRST
            cell = nth_bit(places, below(stream, popcount(places)))
            free ^= cell | cell << np.uint64(1)

    def net_shape(self):
        size = max(self.cols, self.rows)
        return 2, size, size, 1

    def net_planes(self, state, out):
        """The free cells, and all of the board; Horizontal sees rows as columns."""
        free = np.uint64(free_cells(self.cols, self.rows, state))
        is_first = state[0] & np.uint64(1) == 0
        for row in range(out.shape[0]):
            for col in range(out.shape[0]):
                x, y = (col, row) if is_first else (row, col)
                is_on_board = x < self.cols and y < self.rows
                out[row, col, 0] = np.float32(is_free(free, 8 * y + x, not is_on_board))
                out[row, col, 1] = np.float32(is_on_board)

    def net_index(self, state, move):
        size = max(self.cols, self.rows)
        is_first = state[0] & np.uint64(1) == 0
        return move // 8 * size + move % 8 if is_first else move % 8 * size + move // 8

    def feature_code(self, state, move):
        """Who covers which cells, and which of the six cells beside them are free."""
        player = np.int64(state[0] & np.uint64(1))
        free = np.uint64(free_cells(self.cols, self.rows, state))
        along, across = (8, 1) if player == FIRST else (1, 8)
        col, row = move % 8, move // 8
        at_start = (row if player == FIRST else col) == 0
        at_side = (col if player == FIRST else row) == 0
        ends = is_free(free, move + 2 * along, player == SECOND and col >= 6)
        ends = 2 * ends + is_free(free, move - along, at_start)
        at_far_side = (col if player == FIRST else row) == 7
        sides = is_free(free, move + across, at_far_side)
        sides = 2 * sides + is_free(free, move + across + along, at_far_side)
        sides = 2 * sides + is_free(free, move - across, at_side)
        sides = 2 * sides + is_free(free, move - across + along, at_side)
        return 64 * self.code(state, move) + 16 * ends + sides

    def n_feature_codes(self):
        return 64 * self.n_codes()


@compiled
def is_free(free, cell, is_outside):
    """1 if a cell is free, 0 if it is covered or not on the board."""
    if is_outside or cell < 0 or cell > 63:
        return np.int64(0)
    return np.int64(free >> np.uint64(cell)) & 1


@compiled
def free_cells(cols, rows, state):
    """The cells of the board that no domino covers."""
    # A row of ones, eight times, cut off above the last row.
    cells = (bit(cols) - np.uint64(1)) * np.uint64(0x0101010101010101)
    return cells & (~np.uint64(0) >> np.uint64(64 - 8 * rows)) & ~(state[1] | state[2])


@compiled
def domino_places(free, player):
    """The lower or left cells of all dominoes that a player can lay on these cells."""
    if player == FIRST:
        return free & (free >> np.uint64(8))
    return free & (free >> np.uint64(1)) & BUT_LAST_COLUMN
