"""Atarigo in which nobody fills an eye of their own while there is anything else to play.

Go programs play their playouts so, and whether those of the papers did is not known. Here the tree
keeps to it too: see open-settings-eyes.toml.
"""

from typing import NamedTuple

import numpy as np

from playout import ONGOING, Atarigo, game
from playout.games.goban import (
    can_move,
    clear_board,
    has_captured,
    list_moves,
    put_stone,
    stones_key,
    surroundings,
)

EYE = 0b01010101  # own stones or the edge on all four sides


@game
class NoEyes(NamedTuple):
    """`size` x `size` points; the first capture wins."""

    size: int = 8

    grid = Atarigo.grid  # type: ignore[misc]

    def n_words(self):
        return 2 + 5 * (self.grid().n + 1)

    def n_moves(self):
        return self.size * self.size

    def max_plies(self):
        return self.size * self.size

    def start(self, state):
        clear_board(state, self.grid())

    def moves(self, state, out):
        grid = self.grid()
        n = list_moves(state, grid, out, capture_wins=True)
        n_open = 0
        for i in range(n):
            if surroundings(state, grid, out[i]) & EYE != EYE:
                out[n_open] = out[i]
                n_open += 1
        return n_open if n_open > 0 else n

    def play(self, state, move):
        put_stone(state, self.grid(), move)

    def winner(self, state):
        grid = self.grid()
        if not has_captured(state, grid) and can_move(state, grid, capture_wins=True):
            return ONGOING
        return 1 - np.int64(state[0] & np.uint64(1))

    def key(self, state):
        return stones_key(state, self.grid())
