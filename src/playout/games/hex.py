"""Hex: connect your two edges; one of the players always does.

      a b c d e             Black connects the top edge to the bottom, White the
    1 . . . . . 1           left edge to the right. The neighbours of c3 are
     2 . ○ . . . 2          c2 d2 above, b3 d3 beside, b4 c4 below; a1 is an
      3 . . ● . . 3         acute corner, with two neighbours only.
       4 . . . . . 4
        5 . . . . . 5
          a b c d e

The state is told in `hex_board.py`.

Move: size * row + column, written `c3`; the last number is `swap`. With the swap
rule White may answer the first move by taking it over: the stone changes its
colour and is mirrored on the long diagonal, which keeps the edges where they are.
"""

from typing import NamedTuple

import numpy as np

from ..board import Board, cell_name, parse_cell
from ..kernel import below, bit, lowest, mix, unit
from ..rules import FIRST, SECOND, game, within
from .hex_board import (
    KEY,
    ROWS,
    WINNER,
    empty_cells,
    linked_stones,
    place,
    take_over,
    winning_chain,
    zobrist,
)
from .hex_playouts import bridge_reply, crosses, fill_board, is_empty, list_codes

__all__ = ["Hex"]


@game
class Hex(NamedTuple):
    """A rhombus of `size` x `size` cells, 2 to 19; `swap` turns the swap rule on."""

    size: int = 11
    swap: bool = False

    def check(self):
        within(self, "size", 2, 19)

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

    def bridge_reply(self, state, move, stream):
        """The cell that mends a bridge of the player to move which this move broke; or -1."""
        return bridge_reply(state, self.size, move, below(stream, 6))

    def bridge_playout(self, state, stream, moves, line, often):
        """A playout that mends bridges: the line goes on to the full board."""
        while self.swap and state[0] < 2:
            self.place_blindly(state, moves[below(stream, self.moves(state, moves))], line)
        if state[WINNER] != 0:
            return np.int64(state[WINNER]) - 1
        n = self.moves(state, moves)
        for i in range(n - 1):  # the order in which cells are taken that nothing else decides
            k = i + below(stream, n - i)
            moves[i], moves[k] = moves[k], moves[i]
        i = 0
        while True:
            move = np.int64(-1)
            if line.size[0] > 0 and unit(stream) < often:
                move = self.bridge_reply(state, line.move[line.size[0] - 1], stream)
            if move < 0:
                while i < n and not is_empty(state, self.size, moves[i]):
                    i += 1
                if i == n:
                    return FIRST if crosses(state, self.size) else SECOND
                move = moves[i]
            self.place_blindly(state, move, line)

    def place_blindly(self, state, move, line):
        """Put a stone down without a look at what it connects, and write it into the line."""
        player = np.int64(state[0] & np.uint64(1))
        at = line.size[0]
        line.move[at] = move
        line.code[at] = self.code(state, move)
        line.size[0] = at + 1
        if move == self.size * self.size:
            self.play(state, move)
        else:
            state[ROWS + player * self.size + move // self.size] |= bit(move % self.size)
            state[0] += np.uint64(1)

    def move_name(self, state, move):
        if move == self.size * self.size:
            return "swap"
        return cell_name((move % self.size, move // self.size))

    def move_cells(self, state, move):
        if move == self.size * self.size:
            return tuple(cell for cell, player in self.board(state).pieces.items() if player == 1)
        return ((move % self.size, move // self.size),)

    def complaint(self, state, text):
        if text in ("swap", "swap-pieces"):
            return "swap answers the first move, and only with the swap rule on"
        cell = parse_cell(text)
        if cell is None:
            return "a move is a cell such as c3"
        if cell[0] >= self.size or not 0 <= cell[1] < self.size:
            return f"{text} is not on the board of {self.size} x {self.size}"
        return f"{text} is occupied"

    def board(self, state):
        n = self.size
        pieces = {
            (col, row): player
            for player in (0, 1)
            for row in range(n)
            for col in range(n)
            if int(state[ROWS + player * n + row]) >> col & 1
        }
        winning = frozenset()
        if state[WINNER]:
            winning = winning_chain(state, n, int(state[WINNER]) - 1)
        return Board(n, n, pieces, shape="hex", one_on_top=True, winning=winning)

    def set_up(self, state, pieces, player):
        """Any number of stones, as in a puzzle or a game with a handicap."""
        state[0] = len(pieces) + (len(pieces) + player) % 2
        if state[0] == 1 and list(pieces.values()) != [FIRST]:
            state[0] = 3  # no first move to answer by swap
        for (col, row), owner in pieces.items():
            state[KEY] ^= np.uint64(zobrist(self.size, owner, row, col))
            state[ROWS + owner * self.size + row] |= bit(col)
        for owner in (FIRST, SECOND):
            linked = linked_stones({c for c in pieces if pieces[c] == owner}, owner)
            for col, row in linked:
                state[ROWS + (2 + owner) * self.size + row] |= bit(col)
            if any(cell[1 - owner] == self.size - 1 for cell in linked):
                state[WINNER] = owner + 1
