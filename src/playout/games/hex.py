"""Hex: connect your two edges; one of the players always does.

      a b c d e             Black connects the top edge to the bottom, White the
    1 . . . . . 1           left edge to the right. The neighbours of c3 are
     2 . ○ . . . 2          c2 d2 above, b3 d3 beside, b4 c4 below; a1 is an
      3 . . ● . . 3         acute corner, with two neighbours only.
       4 . . . . . 4
        5 . . . . . 5
          a b c d e

State: word 0 counts the plies, 1 is the Zobrist key, 2 the winner + 1 (0 while
there is none); then, for each player in turn, `size` words with the stones of
each row (bit = column), and again `size` words each with those stones that are
connected to the player's first edge (top or left). A stone is added to that set
once and for all, so the winner is known the moment the other edge is reached.

Move: size * row + column, written `c3`; the last number is `swap`. With the swap
rule White may answer the first move by taking it over: the stone changes its
colour and is mirrored on the long diagonal, which keeps the edges where they are.
"""

from typing import NamedTuple

import numpy as np

from ..board import Board, cell_name, parse_cell
from ..kernel import below, bit, compiled, lowest, mix, next_word, nth_bit, popcount
from ..rules import FIRST, SECOND, game, within

__all__ = ["Hex"]

KEY, WINNER, ROWS = 1, 2, 3


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


@compiled
def empty_cells(state, size, row):
    stones = state[ROWS + row] | state[ROWS + size + row]
    return ~stones & (bit(size) - np.uint64(1))


@compiled
def zobrist(size, player, row, col):
    return mix(np.uint64((player * size + row) * size + col + 1))


@compiled
def place(state, size, player, row, col):
    """Put a stone down and see what it connects."""
    stones = ROWS + player * size
    linked = ROWS + (2 + player) * size
    stone = bit(col)
    state[stones + row] |= stone
    state[KEY] ^= zobrist(size, player, row, col)
    touches = (stone << np.uint64(1) | stone >> np.uint64(1)) & state[linked + row]
    if row > 0:
        touches |= (stone | stone << np.uint64(1)) & state[linked + row - 1]
    if row < size - 1:
        touches |= (stone | stone >> np.uint64(1)) & state[linked + row + 1]
    on_edge = row == 0 if player == FIRST else col == 0
    if on_edge or touches != 0:
        state[linked + row] |= stone
        spread(state, size, stones, linked)
        if reaches_far_edge(state, size, player, linked):
            state[WINNER] = np.uint64(player + 1)


@compiled
def reaches_far_edge(state, size, player, linked):
    if player == FIRST:
        return state[linked + size - 1] != 0
    rows = np.uint64(0)
    for row in range(size):
        rows |= state[linked + row]
    return rows >> np.uint64(size - 1) != 0


@compiled
def take_over(state, size):
    """Remove the only stone and return the cell that mirrors it, for White to place."""
    for row in range(size):
        if state[ROWS + row] != 0:
            col = lowest(state[ROWS + row])
            for i in range(KEY, ROWS + 4 * size):
                state[i] = 0
            return size * col + row
    return 0


@compiled
def fill_row(linked, stones):
    """The stones that are linked within their row: every run of stones that has one in it.

    Adding a linked stone to its run carries up to the run's end. Downwards two steps are
    taken at once; `spread` comes back for what a longer run leaves over.
    """
    linked |= ((stones + linked) ^ stones) & stones
    linked |= (linked >> np.uint64(1)) & stones
    linked |= (linked >> np.uint64(1)) & stones
    return linked


@compiled
def sweep_down(state, size, stones, linked):
    """Carry what is linked from each row to the one below; returns whether anything grew."""
    grown = np.uint64(0)
    above = np.uint64(0)
    for row in range(size):
        old = state[linked + row]
        own = state[stones + row]
        above = fill_row(old | ((above | above >> np.uint64(1)) & own), own)
        grown |= above ^ old
        state[linked + row] = above
    return grown != 0


@compiled
def sweep_up(state, size, stones, linked):
    """The same from each row to the one above."""
    grown = np.uint64(0)
    beneath = np.uint64(0)
    for row in range(size - 1, -1, -1):
        old = state[linked + row]
        own = state[stones + row]
        beneath = fill_row(old | ((beneath | beneath << np.uint64(1)) & own), own)
        grown |= beneath ^ old
        state[linked + row] = beneath
    return grown != 0


@compiled
def spread(state, size, stones, linked):
    """Link every stone that is connected to a linked one."""
    grown = True
    while grown:
        grown = sweep_down(state, size, stones, linked)
        grown |= sweep_up(state, size, stones, linked)


@compiled
def crosses(state, size):
    """Whether Black's stones connect the top to the bottom; stops as soon as they do."""
    linked = ROWS + 2 * size
    state[linked] = state[ROWS]
    while True:
        grown = sweep_down(state, size, ROWS, linked)
        if state[linked + size - 1] != 0:
            return True
        if not grown or not sweep_up(state, size, ROWS, linked):
            return False


@compiled
def fill_board(state, size, stream):
    """Give Black a uniformly random half of the empty cells, the odd one to the player to move.

    Each empty cell gets a fair coin; then random cells change sides until the number is
    right. Only Black's rows are changed: White has the rest.
    """
    empties = 0
    surplus = 0
    per_word = 64 // size
    word = np.uint64(0)
    for row in range(size):
        if row % per_word == 0:
            word = next_word(stream)
        empty = empty_cells(state, size, row)
        chosen = empty & word
        word >>= np.uint64(size)
        empties += popcount(empty)
        surplus += popcount(chosen)
        # White's row becomes the cells that may still change sides.
        state[ROWS + size + row] = empty
        state[ROWS + row] |= chosen
    target = (empties + 1 - np.int64(state[0] & np.uint64(1))) // 2
    while surplus > target:
        change_side(state, size, below(stream, surplus), np.uint64(0))
        surplus -= 1
    while surplus < target:
        change_side(state, size, below(stream, empties - surplus), ~np.uint64(0))
        surplus += 1


@compiled
def list_codes(state, size, codes, n):
    """Add the codes of the cells that `fill_board` has filled to the first n."""
    white = size * size + 1
    for row in range(size):
        black = state[ROWS + row]
        filled = state[ROWS + size + row]
        while filled != 0:
            col = lowest(filled)
            is_white = np.int64((~black >> np.uint64(col)) & np.uint64(1))
            codes[n] = row * size + col + white * is_white
            filled &= filled - np.uint64(1)
            n += 1
    return n


@compiled
def change_side(state, size, index, flip):
    """Turn the index-th of the cells Black was given (of those it was not, if flip is all ones)."""
    for row in range(size):
        cells = state[ROWS + size + row] & (state[ROWS + row] ^ flip)
        n = popcount(cells)
        if index < n:
            state[ROWS + row] ^= nth_bit(cells, index)
            return
        index -= n


def winning_chain(state, size, player):
    """The cells of a shortest chain of the winner's stones from edge to edge."""
    rows = [int(word) for word in state[ROWS + player * size : ROWS + (player + 1) * size]]
    stones = {(c, r) for r in range(size) for c in range(size) if rows[r] >> c & 1}
    along = 1 - player  # the coordinate that the player must cross: the row for Black
    chains = [(cell,) for cell in sorted(stones) if cell[along] == 0]
    seen = {chain[0] for chain in chains}
    for chain in chains:
        col, row = chain[-1]
        if chain[-1][along] == size - 1:
            return frozenset(chain)
        for dc, dr in ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)):
            cell = col + dc, row + dr
            if cell in stones and cell not in seen:
                seen.add(cell)
                chains.append((*chain, cell))
    return frozenset()
