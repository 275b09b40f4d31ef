"""Atarigo in which nobody fills an eye of their own while there is anything else to play.

Go programs play their playouts so, and whether those of the papers did is not known. Here the tree
keeps to it too: see open-settings-eyes.toml.
"""

from typing import NamedTuple

from playout import Atarigo, game
from playout.games.kernels.goban import clear_board, list_moves, surroundings

EYE = 0b01010101  # own stones or the edge on all four sides


@game
class NoEyes(NamedTuple):
    """`size` x `size` points; the first capture wins."""

    size: int = 8

    grid = Atarigo.grid
    n_words = Atarigo.n_words
    n_moves = Atarigo.n_moves
    max_plies = Atarigo.max_plies
    play = Atarigo.play
    winner = Atarigo.winner
    key = Atarigo.key

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
