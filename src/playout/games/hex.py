"""Hex: connect your two edges; one of the players always does.

      a b c d e             Black connects the top edge to the bottom, White the
    1 . . . . . 1           left edge to the right. The neighbours of c3 are
     2 . ○ . . . 2          c2 d2 above, b3 d3 beside, b4 c4 below; a1 is an
      3 . . ● . . 3         acute corner, with two neighbours only.
       4 . . . . . 4
        5 . . . . . 5
          a b c d e

`kernels/hex.py` says how the board lies in the words of a state.

Move: size * row + column, written `c3`; the last number is `swap`. With the swap
rule White may answer the first move by taking it over: the stone changes its
colour and is mirrored on the long diagonal, which keeps the edges where they are.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..kernel import below, lowest, mix
from ..parameters import Range
from ..rules import FIRST, SECOND, game
from .faces.hex import HexFace
from .kernels.hex import KEY, ROWS, WINNER, empty_cells, fill_sides, place, take_over
from .kernels.hex_playouts import bridge_playout, bridge_reply, crosses, fill_board, list_codes
from .kernels.planes import fill_plane

__all__ = ["Hex"]


@game(face=HexFace)
class Hex(NamedTuple):
    """A rhombus of `size` x `size` cells; `swap` turns the swap rule on."""

    size: Annotated[int, Range(2, 19), "cells on a side"] = 11
    swap: Annotated[bool, "whether White may take over the first move"] = False

    def n_words(self):
        return ROWS + 4 * self.size

    def n_moves(self):
        return self.size * self.size + 1

    def max_plies(self):
        return self.size * self.size + (1 if self.swap else 0)

    def start(self, state):
        for i in range(self.n_words()):
            state[i] = 0

    def moves(self, state, out):
        n = 0
        for row in range(self.size):
            empty = empty_cells(state, self.size, row)
            while empty != 0:
                out[n] = row * self.size + lowest(empty)
                empty &= empty - np.uint64(1)
                n += 1
        if self.swap and state[0] == 1:
            out[n] = self.size * self.size
            n += 1
        return n

    def play(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        if move == self.size * self.size:
            move = take_over(state, self.size)
        place(state, self.size, player, move // self.size, move % self.size)
        state[0] += np.uint64(1)

    def winner(self, state):
        return np.int64(state[WINNER]) - 1

    def key(self, state):
        return mix(state[KEY] + (state[0] & np.uint64(1)))

    def playout(self, state, stream, moves):
        """Fill the board at random: who has connected then has connected first.

        The stones that Black still places are a uniformly random half of the empty
        cells, so they can be drawn all at once, in any order.
        """
        while self.swap and state[0] < 2:
            n = self.moves(state, moves)
            self.play(state, moves[below(stream, n)])
        if state[WINNER] != 0:
            return np.int64(state[WINNER]) - 1
        fill_board(state, self.size, stream)
        return FIRST if crosses(state, self.size) else SECOND

    def traced_playout(self, state, stream, moves, codes):
        """The playout, and who has which cell when the board is full."""
        n = 0
        while self.swap and state[0] < 2:
            move = moves[below(stream, self.moves(state, moves))]
            codes[n] = self.code(state, move)
            n += 1
            self.play(state, move)
        if state[WINNER] != 0:
            return np.int64(state[WINNER]) - 1, n
        fill_board(state, self.size, stream)
        n = list_codes(state, self.size, codes, n)
        return FIRST if crosses(state, self.size) else SECOND, n

    def net_shape(self):
        return 3, self.size + 2, self.size + 2, 1

    def net_planes(self, state, out):
        """The mover's stones and edges, the other's, and ones. The mover connects top and bottom:
        what White sees is mirrored on the long diagonal."""
        fill_plane(out, 2, np.float32(1))
        fill_sides(state, self.size, np.int64(state[0] & np.uint64(1)), out)
        may_swap = np.float32(self.swap and state[0] == 1)
        out[0, 0, 0] = may_swap
        out[0, 0, 1] = may_swap

    def net_index(self, state, move):
        """The cell; swapping is a corner outside the board."""
        row, col = move // self.size, move % self.size
        if state[0] & np.uint64(1) == 1:
            row, col = col, row
        is_swap = move == self.size * self.size
        return 0 if is_swap else (row + 1) * (self.size + 2) + col + 1

    def symmetries(self):
        return () if self.swap else ("rc",)

    def bridge_reply(self, state, move, stream):
        """The cell that mends a bridge of the player to move which this move broke; or -1."""
        return bridge_reply(state, self.size, move, below(stream, 6))

    def bridge_playout(self, state, stream, moves, line, often):
        """A playout that mends bridges so often, from 0 to 1; its moves are added to the line."""
        return bridge_playout(self, state, stream, moves, line, often)
