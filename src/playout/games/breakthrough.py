"""Breakthrough: bring one pawn to the far side of the board (Dan Troyka, 2000).

    8 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟      56 57 58 59 60 61 62 63
    7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟      48 49 50 51 52 53 54 55
    6 . . . . . . . .      40 41 42 43 44 45 46 47
    5 . . . . . . . .      32 33 34 35 36 37 38 39
    4 . . . . . . . .      24 25 26 27 28 29 30 31
    3 . . . . . . . .      16 17 18 19 20 21 22 23
    2 ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙       8  9 10 11 12 13 14 15
    1 ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙       0  1  2  3  4  5  6  7     the bit of each cell
      a b c d e f g h

A row takes eight bits on a narrower board too. State: word 0 counts the plies,
words 1 and 2 are the pawns of White, who moves up, and of Black, who moves down.
Move: 3 * (the bit it leaves) + 0 towards column a, 1 straight, 2 towards column h;
written `a2a3`, a capture `a2xb3`.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..kernel import below, bit, compiled, nth_bit, popcount
from ..parameters import Range
from ..rules import FIRST, ONGOING, SECOND, game
from .faces.breakthrough import BreakthroughFace
from .kernels.forward import (
    balance,
    cells,
    far_row,
    fill_pieces,
    forward,
    index_from,
    list_moves,
    move_piece,
    moved,
    place_pieces,
    position_key,
)

__all__ = ["Breakthrough"]


@game(face=BreakthroughFace)
class Breakthrough(NamedTuple):
    """`cols` x `rows` cells, two full rows of pawns each; the first on the far row wins.

    A pawn steps forward to an empty cell, straight or diagonally; diagonally it may
    also capture. Who has no pawn left has lost. (Who has one can move: nothing stands
    in the way of the foremost pawn's diagonal steps.) With `misere` every end is turned
    around: to reach the far row loses, and so does to capture the last pawn.
    """

    cols: Annotated[int, Range(2, 8), "columns"] = 8
    rows: Annotated[int, Range(4, 8), "rows"] = 8
    misere: Annotated[bool, "whether to reach the far row loses"] = False

    def n_words(self):
        return 3

    def n_moves(self):
        return 3 * 8 * self.rows

    def max_plies(self):
        # Each ply takes a piece ahead, and only the last one to the far row.
        return 2 * self.cols * ((self.rows - 2) + (self.rows - 3)) + 1

    def start(self, state):
        place_pieces(state, self.cols, self.rows)

    def moves(self, state, out):
        player = np.int64(state[0] & np.uint64(1))
        ahead = forward(player)
        empty = cells(0, self.cols, self.rows) & ~(state[1] | state[2])
        left, straight, right = steps(self.cols, self.rows, ahead, state[1 + player], empty)
        n = list_moves(left, ahead - 1, 3, 0, out, 0)
        n = list_moves(straight, ahead, 3, 1, out, n)
        return list_moves(right, ahead + 1, 3, 2, out, n)

    def play(self, state, move):
        start = bit(move // 3)
        ahead = forward(np.int64(state[0] & np.uint64(1)))
        move_piece(state, start, moved(start, ahead + move % 3 - 1))

    def winner(self, state):
        player = np.int64(state[0] & np.uint64(1))
        is_through = state[2 - player] & far_row(self.rows, 1 - player) != 0
        if not is_through and state[1 + player] != 0:
            return ONGOING
        return player if self.misere else 1 - player

    def key(self, state):
        return position_key(state)

    def playout(self, state, stream, moves):
        cols, rows = self.cols, self.rows
        winner = self.winner(state)
        white = state[1]
        black = state[2]
        empty = cells(0, cols, rows) & ~(white | black)
        is_white = state[0] & np.uint64(1) == 0
        # Both players' plies in one round: all shifts are then by constants.
        while winner == ONGOING:
            if is_white:
                white, black, empty = random_step(cols, rows, 8, white, black, empty, stream)
                if white & far_row(rows, FIRST) != 0 or black == 0:
                    return SECOND if self.misere else FIRST
            is_white = True
            black, white, empty = random_step(cols, rows, -8, black, white, empty, stream)
            if black & far_row(rows, SECOND) != 0 or white == 0:
                return FIRST if self.misere else SECOND
        return winner

    def feature_code(self, state, move):
        """Who steps from where to where, and whether that captures."""
        player = np.int64(state[0] & np.uint64(1))
        end = moved(bit(move // 3), forward(player) + move % 3 - 1)
        captures = np.int64(state[2 - player] & end != 0)
        return 2 * self.code(state, move) + captures

    def n_feature_codes(self):
        return 2 * self.n_codes()

    def net_shape(self):
        return 3, self.rows, self.cols, 3

    def net_planes(self, state, out):
        fill_pieces(state, out)

    def net_index(self, state, move):
        return index_from(state, self.cols, self.rows, move // 3) * 3 + move % 3

    def symmetries(self):
        return ("cm",)

    def evaluate(self, state):
        """More pawns, and pawns further on, for White than for Black."""
        value = balance(state, self.rows)
        return 1.0 - value if self.misere else value


@compiled
def steps(cols, rows, ahead, mine, empty):
    """Where these pawns can step to: towards column a, straight, and towards column h."""
    left = moved(mine, ahead - 1) & cells(0, cols - 1, rows) & ~mine
    straight = moved(mine, ahead) & empty
    right = moved(mine, ahead + 1) & cells(1, cols, rows) & ~mine
    return left, straight, right


@compiled
def random_step(cols, rows, ahead, mine, theirs, empty, stream):
    """Play a random step of a player who has one; the new pawns of both and empty cells."""
    left, straight, right = steps(cols, rows, ahead, mine, empty)
    n_left = popcount(left)
    n_not_right = n_left + popcount(straight)
    n = below(stream, n_not_right + popcount(right))
    # Assignments only, which compile to conditional moves: nobody can predict the direction.
    ends, step, before = left, ahead - 1, 0
    if n >= n_left:
        ends, step, before = straight, ahead, n_left
    if n >= n_not_right:
        ends, step, before = right, ahead + 1, n_not_right
    end = nth_bit(ends, n - before)
    start = moved(end, -step)
    return mine ^ (start | end), theirs & ~end, (empty | start) & ~end
