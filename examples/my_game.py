"""Chomp, as an example of a game of your own: copy this file and change the rules.

Bite into a bar of chocolate: the square you choose goes, and with it all that lie above
it or to its right. The square a1 is poisoned; whoever has to eat it loses.

    playout check examples/my_game.py          do the rules keep the contract?
    playout play examples/my_game.py --size 5x4
    playout train examples/my_game.py --minutes 2
"""

from typing import Annotated, NamedTuple

import numpy as np

from playout import ONGOING, Board, Range, bit, game, lowest


@game
class Chomp(NamedTuple):
    """Eat the chocolate, leave the poisoned corner to the other player."""

    # Square (col, row) is bit 8 * row + col of word 1.
    cols: Annotated[int, Range(1, 8), "columns"] = 7
    rows: Annotated[int, Range(1, 8), "rows"] = 4

    def n_words(self):
        return 2  # word 0 counts the plies, as in every game

    def n_moves(self):
        return 64

    def max_plies(self):
        return self.cols * self.rows

    def start(self, state):
        state[0] = 0
        state[1] = 0
        for row in range(self.rows):
            state[1] |= (bit(self.cols) - np.uint64(1)) << np.uint64(8 * row)

    def moves(self, state, out):
        n = 0
        left = state[1]
        while left != 0:
            out[n] = lowest(left)
            left &= left - np.uint64(1)  # clears the lowest bit
            n += 1
        return n

    def play(self, state, move):
        for square in range(move, 64):
            if square % 8 >= move % 8:
                state[1] &= ~bit(square)
        state[0] += np.uint64(1)

    def winner(self, state):
        if state[1] != 0:
            return ONGOING
        return np.int64(state[0] & np.uint64(1))  # the poison is gone: who would move has won

    # What a network sees, for `playout train`: the squares that are left, and ones, which tell it
    # where the bar ends. Without these methods it sees bits, and learns more slowly.

    def net_shape(self):
        return 2, self.rows, self.cols, 1  # planes, rows, columns, moves of each cell

    def net_planes(self, state, out):
        for row in range(self.rows):
            for col in range(self.cols):
                is_left = (state[1] >> np.uint64(8 * row + col)) & np.uint64(1)
                out[row, col, 0] = np.float32(is_left)
                out[row, col, 1] = np.float32(1)

    def net_index(self, state, move):
        return move // 8 * self.cols + move % 8  # (row * columns + col) * moves of a cell

    def symmetries(self):
        return ("t",) if self.rows == self.cols else ()  # rows and columns may be exchanged

    # From here on plain Python: how people see the game. All of it may be left out.

    def move_name(self, state, move):
        return f"{'abcdefgh'[move % 8]}{move // 8 + 1}"

    def board(self, state):
        squares = {(i % 8, i // 8): 0 for i in range(64) if int(state[1]) >> i & 1}
        return Board(self.cols, self.rows, squares)
