"""Othello: enclose the other's discs to turn them over; more discs at the end win.

    1 . . . . . . . .       0  1  2  3  4  5  6  7
    2 . . . . . . . .       8  9 10 11 12 13 14 15
    3 . . . . . . . .      16 17 18 19 20 21 22 23
    4 . . . ○ ● . . .      24 25 26 27 28 29 30 31
    5 . . . ● ○ . . .      32 33 34 35 36 37 38 39
    6 . . . . . . . .      40 41 42 43 44 45 46 47
    7 . . . . . . . .      48 49 50 51 52 53 54 55
    8 . . . . . . . .      56 57 58 59 60 61 62 63     the bit of each cell
      a b c d e f g h

On a smaller board too a row takes eight bits. State: word 0 counts the plies,
words 1 and 2 are the discs of each player, word 3 the cells where the player to
move turns something. Move: size * row + column, written `d3`; the last number is
`pass`, the only move of a player who can turn nothing while the other can.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from ..kernel import below, bit, lowest, mix, nth_bit, popcount
from ..parameters import Choices
from ..rules import FIRST, ONGOING, game
from .faces.othello import OthelloFace
from .kernels.othello import LEGAL, board_cells, majority, turned_discs, turning_cells
from .kernels.planes import fill_board, fill_plane

__all__ = ["Othello"]


@game(face=OthelloFace)
class Othello(NamedTuple):
    """`size` x `size` cells; every move encloses and turns discs of the other.

    Who can turn nothing passes; the game ends when neither can turn anything.
    """

    size: Annotated[int, Choices({"4": 4, "6": 6, "8": 8}), "cells on a side"] = 8

    def n_words(self):
        return 4

    def n_moves(self):
        return self.size * self.size + 1

    def max_plies(self):
        return 2 * (self.size * self.size - 4)  # no two passes in a row, and none at the end

    def start(self, state):
        corner = 9 * (self.size // 2 - 1)  # the upper left one of the four cells in the middle
        state[0] = 0
        state[1] = bit(corner + 1) | bit(corner + 8)
        state[2] = bit(corner) | bit(corner + 9)
        state[LEGAL] = turning_cells(state[1], state[2], board_cells(self.size))

    def moves(self, state, out):
        legal = state[LEGAL]
        if legal == 0:
            out[0] = self.size * self.size
            return 1
        n = popcount(legal)
        for i in range(n):
            at = lowest(legal)
            out[i] = at // 8 * self.size + at % 8
            legal &= legal - np.uint64(1)
        return n

    def play(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        mine = state[1 + player]
        theirs = state[2 - player]
        if move < self.size * self.size:
            disc = bit(move // self.size * 8 + move % self.size)
            turned = turned_discs(mine, theirs, disc)
            mine |= turned | disc
            theirs ^= turned
        state[0] += np.uint64(1)
        state[1 + player] = mine
        state[2 - player] = theirs
        state[LEGAL] = turning_cells(theirs, mine, board_cells(self.size))

    def skip_turn(self, state):
        player = np.int64(state[0] & np.uint64(1))
        state[0] += np.uint64(1)
        state[LEGAL] = turning_cells(state[2 - player], state[1 + player], board_cells(self.size))

    def evaluate(self, state):
        """More corners, and more moves to choose from, for Black than for White."""
        corners = bit(0) | bit(self.size - 1)
        corners |= corners << np.uint64(8 * (self.size - 1))
        lead = 6 * (popcount(state[1] & corners) - popcount(state[2] & corners))
        player = np.int64(state[0] & np.uint64(1))
        others = turning_cells(state[2 - player], state[1 + player], board_cells(self.size))
        more = popcount(state[LEGAL]) - popcount(others)
        lead += more if player == FIRST else -more
        return 1.0 / (1.0 + math.exp(-lead / 6.0))

    def winner(self, state):
        player = np.int64(state[0] & np.uint64(1))
        mine = state[1 + player]
        theirs = state[2 - player]
        if state[LEGAL] != 0 or turning_cells(theirs, mine, board_cells(self.size)) != 0:
            return ONGOING
        return majority(mine, theirs, player)

    def key(self, state):
        to_move = mix(state[0] & np.uint64(1))
        return mix(mix(to_move + state[1]) + state[2])

    def net_shape(self):
        return 4, self.size, self.size, 1

    def net_planes(self, state, out):
        """The mover's discs, the other's, where the mover turns something, and ones."""
        player = np.int64(state[0] & np.uint64(1))
        fill_board(out, 0, state[1 + player], 8, False)
        fill_board(out, 1, state[2 - player], 8, False)
        fill_board(out, 2, state[LEGAL], 8, False)
        fill_plane(out, 3, np.float32(1))

    def net_index(self, state, move):
        """The cell; a pass, which is the only move, is any."""
        return 0 if move == self.size * self.size else move

    def symmetries(self):
        return ("r", "c", "rc", "t", "tr", "tc", "trc")

    def playout(self, state, stream, moves):
        cells = board_cells(self.size)
        player = np.int64(state[0] & np.uint64(1))
        mine = state[1 + player]
        theirs = state[2 - player]
        passes = 0
        while passes < 2:
            legal = turning_cells(mine, theirs, cells)
            passes += 1
            if legal != 0:
                disc = nth_bit(legal, below(stream, popcount(legal)))
                turned = turned_discs(mine, theirs, disc)
                mine |= turned | disc
                theirs ^= turned
                passes = 0
            mine, theirs = theirs, mine
            player = 1 - player
        return majority(mine, theirs, player)
