"""Clobber, as an example of a larger game of your own, one that a network learns from this file.

Black and White stand on all squares in turn. A player moves one stone up, down, left or right onto
a stone of the other player, which leaves the board. Who cannot move has lost (Albert, Grossman,
Nowakowski and Wolfe, 2001).

    playout check examples/clobber.py
    playout train examples/clobber.py --minutes 10 --out clobber.net
    playout match puct:net=clobber.net,seconds=0.5 uct:seconds=0.5 --game examples/clobber.py
"""

from typing import Annotated, NamedTuple

import numpy as np

from playout import ONGOING, Board, Range, bit, game, lowest
from playout.kernel import compiled

STEPS = (-1, -8, 8, 1)  # of the four directions: left, down, up, right
FIRST_COLUMN = np.uint64(0x0101010101010101)


@compiled
def moved(stones, direction):
    """Where these stones come to, those that would leave the board at its side left out."""
    if direction == 0:
        return (stones & ~FIRST_COLUMN) >> np.uint64(1)
    if direction == 1:
        return stones >> np.uint64(8)
    if direction == 2:
        return stones << np.uint64(8)
    return (stones << np.uint64(1)) & ~FIRST_COLUMN


@game
class Clobber(NamedTuple):
    """Move a stone onto one of the other player's beside it; who cannot has lost."""

    # Square (col, row) is bit 8 * row + col; words 1 and 2 are the stones of Black and White.
    cols: Annotated[int, Range(2, 8), "columns"] = 6
    rows: Annotated[int, Range(1, 8), "rows"] = 6

    def n_words(self):
        return 3

    def n_moves(self):
        return 4 * 64  # 4 * the square that a stone leaves + the direction

    def max_plies(self):
        return self.cols * self.rows - 1  # each takes a stone off the board

    def start(self, state):
        state[0] = state[1] = state[2] = 0
        for row in range(self.rows):
            for col in range(self.cols):
                state[1 + (row + col) % 2] |= bit(8 * row + col)

    def moves(self, state, out):
        player = np.int64(state[0] & np.uint64(1))
        n = 0
        for direction in range(4):
            ends = moved(state[1 + player], direction) & state[2 - player]
            while ends != 0:
                out[n] = 4 * (lowest(ends) - STEPS[direction]) + direction
                ends &= ends - np.uint64(1)
                n += 1
        return n

    def play(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        start = bit(move // 4)
        end = moved(start, move % 4)
        state[1 + player] ^= start | end
        state[2 - player] ^= end
        state[0] += np.uint64(1)

    def winner(self, state):
        # Where one player has a move, the other has the same one backwards.
        for direction in range(4):
            if moved(state[1], direction) & state[2] != 0:
                return ONGOING
        return np.int64(1) - np.int64(state[0] & np.uint64(1))

    # What a network sees: the stones of the player to move, those of the other, and ones, which
    # tell it where the board ends. A move is one of four of the square that it leaves.

    def net_shape(self):
        return 3, self.rows, self.cols, 4

    def net_planes(self, state, out):
        player = np.int64(state[0] & np.uint64(1))
        for row in range(self.rows):
            for col in range(self.cols):
                at = np.uint64(8 * row + col)
                out[row, col, 0] = np.float32((state[1 + player] >> at) & np.uint64(1))
                out[row, col, 1] = np.float32((state[2 - player] >> at) & np.uint64(1))
                out[row, col, 2] = np.float32(1)

    def net_index(self, state, move):
        square = move // 4
        return (square // 8 * self.cols + square % 8) * 4 + move % 4

    def symmetries(self):
        # The columns mirrored: what was left is right, direction 0 is what 3 was, and so on.
        mirrored = ("c3120", "r0213", "rc3210")
        turned = ("t1032", "tc2031", "tr1302", "trc2301")  # also the rows as columns
        return mirrored + turned if self.cols == self.rows else mirrored

    # From here on plain Python: how people see the game.

    def move_name(self, state, move):
        square = move // 4
        ends = (square, square + STEPS[move % 4])
        return "".join(f"{'abcdefgh'[end % 8]}{end // 8 + 1}" for end in ends)

    def player_names(self):
        return "Black", "White"

    def board(self, state):
        squares = {
            (i % 8, i // 8): k for k in (0, 1) for i in range(64) if int(state[1 + k]) >> i & 1
        }
        return Board(self.cols, self.rows, squares)
