"""Nogo: Go in which capturing is forbidden; who cannot move loses.

    4 . . . .
    3 ● . . .      Nobody may play a1: a black stone would capture the one at a2, a
    2 ○ ● . .      white one would have no liberty.
    1 . ● ○ .
      a b c d

The board, the state and the moves are those of Atarigo. A point that is illegal
for a player remains so: only that point's own stone could change it.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..parameters import Range
from ..rules import ONGOING, game
from .atarigo import Atarigo
from .faces.goban import NogoFace
from .kernels.goban import can_move, clear_board, list_moves
from .kernels.goban_playouts import random_playout

__all__ = ["Nogo"]


@game(face=NogoFace)
class Nogo(NamedTuple):
    """`size` x `size` points; capturing and suicide are illegal, a player without a move loses."""

    size: Annotated[int, Range(2, 19), "points on a side"] = 8

    grid = Atarigo.grid  # type: ignore[misc]
    n_words = Atarigo.n_words  # type: ignore[misc]
    n_moves = Atarigo.n_moves  # type: ignore[misc]
    max_plies = Atarigo.max_plies  # type: ignore[misc]
    play = Atarigo.play  # type: ignore[misc]
    key = Atarigo.key  # type: ignore[misc]
    feature_code = Atarigo.feature_code  # type: ignore[misc]
    n_feature_codes = Atarigo.n_feature_codes  # type: ignore[misc]
    net_shape = Atarigo.net_shape  # type: ignore[misc]
    net_planes = Atarigo.net_planes  # type: ignore[misc]
    symmetries = Atarigo.symmetries  # type: ignore[misc]

    def start(self, state):
        clear_board(state, self.grid())

    def moves(self, state, out):
        return list_moves(state, self.grid(), out, capture_wins=False)

    def winner(self, state):
        if can_move(state, self.grid(), capture_wins=False):
            return ONGOING
        return 1 - np.int64(state[0] & np.uint64(1))

    def playout(self, state, stream, moves):
        return random_playout(state, self.grid(), stream, moves, capture_wins=False)
