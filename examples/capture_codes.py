"""Breakthrough whose codes tell a capture from a step, for AMAF: `capture_codes.py:5x5`.

RAVE and its kin learn by the code of a move. In Breakthrough itself, as in the rules, a step to a
cell and a capture there are one move with one code. Here they have two.
"""

from typing import Annotated, NamedTuple

from playout import Breakthrough, Range, compiled, game
from playout.games.faces.breakthrough import BreakthroughFace


@compiled
def board(self):
    return Breakthrough(self.cols, self.rows, self.misere)


@game(face=BreakthroughFace)
class CaptureCodes(NamedTuple):
    """Breakthrough, with a code of its own for every capture."""

    cols: Annotated[int, Range(2, 8), "columns"] = 5
    rows: Annotated[int, Range(4, 8), "rows"] = 5
    misere: Annotated[bool, "whether to reach the far row loses"] = False

    def n_words(self):
        return board(self).n_words()

    def n_moves(self):
        return board(self).n_moves()

    def max_plies(self):
        return board(self).max_plies()

    def start(self, state):
        board(self).start(state)

    def moves(self, state, out):
        return board(self).moves(state, out)

    def play(self, state, move):
        board(self).play(state, move)

    def winner(self, state):
        return board(self).winner(state)

    def key(self, state):
        return board(self).key(state)

    def code(self, state, move):
        return board(self).feature_code(state, move)

    def n_codes(self):
        return board(self).n_feature_codes()
