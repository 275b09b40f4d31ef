"""Knightthrough: Breakthrough with knights, which jump forward only.

    8 ♞ ♞ ♞ ♞ ♞ ♞ ♞ ♞      . . . . . . . .
    7 ♞ ♞ ♞ ♞ ♞ ♞ ♞ ♞      . . . . . . . .
    6 . . . . . . . .      . . . . . . . .
    5 . . . . . . . .      . . . . . . . .
    4 . . . . . . . .      . . 1 . 2 . . .
    3 . . . . . . . .      . 0 . . . 3 . .
    2 ♘ ♘ ♘ ♘ ♘ ♘ ♘ ♘      . . . ♘ . . . .     the four jumps
    1 ♘ ♘ ♘ ♘ ♘ ♘ ♘ ♘      . . . . . . . .
      a b c d e f g h

The words of a state and the bits of the cells are those of Breakthrough. Move:
4 * (the bit it leaves) + the jump, counted from column a to column h whoever
moves; written `a2b4`, a capture `a2xb4`.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..kernel import below, bit, compiled, nth_bit, popcount
from ..parameters import Range
from ..rules import FIRST, ONGOING, SECOND, game
from .breakthrough import Breakthrough
from .faces.breakthrough import KnightthroughFace
from .kernels.forward import (
    cells,
    far_row,
    forward,
    index_from,
    list_moves,
    move_piece,
    moved,
    place_pieces,
)

__all__ = ["Knightthrough"]


@game(face=KnightthroughFace)
class Knightthrough(NamedTuple):
    """`cols` x `rows` cells, two full rows of knights each; the first on the far row wins.

    A knight jumps forward as in chess, to an empty cell or to capture. Who has no knight
    left, or (on boards of two and three columns) none that can jump, has lost. With
    `misere` every end is turned around, as in Breakthrough: who cannot jump wins.
    """

    cols: Annotated[int, Range(2, 8), "columns"] = 8
    rows: Annotated[int, Range(4, 8), "rows"] = 8
    misere: Annotated[bool, "whether to reach the far row loses"] = False

    n_words = Breakthrough.n_words  # type: ignore[misc]
    max_plies = Breakthrough.max_plies  # type: ignore[misc]
    key = Breakthrough.key  # type: ignore[misc]
    evaluate = Breakthrough.evaluate  # type: ignore[misc]
    n_feature_codes = Breakthrough.n_feature_codes  # type: ignore[misc]
    net_planes = Breakthrough.net_planes  # type: ignore[misc]
    symmetries = Breakthrough.symmetries  # type: ignore[misc]

    def n_moves(self):
        return 4 * 8 * self.rows

    def start(self, state):
        place_pieces(state, self.cols, self.rows)

    def moves(self, state, out):
        player = np.int64(state[0] & np.uint64(1))
        ahead = forward(player)
        a, b, c, d = jumps(self.cols, self.rows, ahead, state[1 + player])
        n = list_moves(a, ahead - 2, 4, 0, out, 0)
        n = list_moves(b, 2 * ahead - 1, 4, 1, out, n)
        n = list_moves(c, 2 * ahead + 1, 4, 2, out, n)
        return list_moves(d, ahead + 2, 4, 3, out, n)

    def play(self, state, move):
        start = bit(move // 4)
        move_piece(state, start, landing(state, start, move % 4))

    def winner(self, state):
        player = np.int64(state[0] & np.uint64(1))
        is_through = state[2 - player] & far_row(self.rows, 1 - player) != 0
        if not is_through and can_jump(self.cols, self.rows, forward(player), state[1 + player]):
            return ONGOING
        return player if self.misere else 1 - player

    def feature_code(self, state, move):
        """Who jumps from where to where, and whether that captures."""
        player = np.int64(state[0] & np.uint64(1))
        end = landing(state, bit(move // 4), move % 4)
        captures = np.int64(state[2 - player] & end != 0)
        return 2 * self.code(state, move) + captures

    def playout(self, state, stream, moves):
        cols, rows = self.cols, self.rows
        winner = self.winner(state)
        white = state[1]
        black = state[2]
        is_white = state[0] & np.uint64(1) == 0
        # Both players' plies in one round: all shifts are then by constants.
        while winner == ONGOING:
            if is_white:
                white, black = random_jump(cols, rows, 8, white, black, stream)
                if white & far_row(rows, FIRST) != 0 or not can_jump(cols, rows, -8, black):
                    return SECOND if self.misere else FIRST
            is_white = True
            black, white = random_jump(cols, rows, -8, black, white, stream)
            if black & far_row(rows, SECOND) != 0 or not can_jump(cols, rows, 8, white):
                return FIRST if self.misere else SECOND
        return winner

    def net_shape(self):
        return 3, self.rows, self.cols, 4

    def net_index(self, state, move):
        return index_from(state, self.cols, self.rows, move // 4) * 4 + move % 4


@compiled
def landing(state, start, jump):
    """Where a knight of the player to move comes down."""
    ahead = forward(np.int64(state[0] & np.uint64(1)))
    if jump == 0:
        step = ahead - 2
    elif jump == 1:
        step = 2 * ahead - 1
    elif jump == 2:
        step = 2 * ahead + 1
    else:
        step = ahead + 2
    return moved(start, step)


@compiled
def jumps(cols, rows, ahead, mine):
    """Where these knights can jump to, by each of the four jumps."""
    a = moved(mine, ahead - 2) & cells(0, cols - 2, rows) & ~mine
    b = moved(mine, 2 * ahead - 1) & cells(0, cols - 1, rows) & ~mine
    c = moved(mine, 2 * ahead + 1) & cells(1, cols, rows) & ~mine
    d = moved(mine, ahead + 2) & cells(2, cols, rows) & ~mine
    return a, b, c, d


@compiled
def can_jump(cols, rows, ahead, mine):
    """Whether one of these knights has a jump."""
    if cols > 3:  # the foremost one has, two columns to its left or two to its right
        return mine != 0
    a, b, c, d = jumps(cols, rows, ahead, mine)
    return a | b | c | d != 0


@compiled
def random_jump(cols, rows, ahead, mine, theirs, stream):
    """Play a random jump of a player who has one; the new knights of both."""
    a, b, c, d = jumps(cols, rows, ahead, mine)
    n_a = popcount(a)
    n_ab = n_a + popcount(b)
    n_abc = n_ab + popcount(c)
    n = below(stream, n_abc + popcount(d))
    # Assignments only, which compile to conditional moves: nobody can predict the jump.
    ends, step, before = a, ahead - 2, 0
    if n >= n_a:
        ends, step, before = b, 2 * ahead - 1, n_a
    if n >= n_ab:
        ends, step, before = c, 2 * ahead + 1, n_ab
    if n >= n_abc:
        ends, step, before = d, ahead + 2, n_abc
    end = nth_bit(ends, n - before)
    return mine ^ (moved(end, -step) | end), theirs & ~end
