"""The stones of Mnk in words, and a playout for small boards.

State: word 0 counts the plies, 1 is the Zobrist key, 2 is 1 once there is a line.
Then a word for each line of cells: the rows, the columns, the diagonals (those
that rise, from the upper left corner's on) and the antidiagonals (those that fall,
from the lower left corner's on). Its bits 0 to 18 are the first player's stones by
column, or by row in a column; its bits 32 to 50 the second player's. So a stone
is four bits in four words, and a line through it is a run of bits in one of them.
"""

import numpy as np

from ...kernel import below, bit, compiled, nth_bit, popcount
from ...rules import DRAW
from .lines import runs_along

KEY, HAS_LINE, ROWS = 1, 2, 3
SECOND_HALF = np.uint64(32)  # where the second player's stones begin in a word
ONE_WORD = 7  # up to 7 x 7 cells fit into a word, with a gap behind each row


@compiled
def row_of(state, row, player):
    """A player's stones in a row."""
    return (state[ROWS + row] >> (np.uint64(player) * SECOND_HALF)) & np.uint64(0xFFFFFFFF)


@compiled
def empty_cells(state, cols, row):
    """The empty cells of a row."""
    return ~(row_of(state, row, 0) | row_of(state, row, 1)) & (bit(cols) - np.uint64(1))


@compiled
def place(state, mnk, col, row, player):
    """Put a stone into its four lines of cells; returns whether it makes a line.

    Any run in these words counts: before this stone there was none, of either player.
    """
    side = np.uint64(player) * SECOND_HALF
    by_col = np.uint64(1) << (np.uint64(col) + side)
    by_row = np.uint64(1) << (np.uint64(row) + side)
    columns = ROWS + mnk.rows
    diagonals = columns + mnk.cols + mnk.rows - 1
    antidiagonals = diagonals + mnk.cols
    runs = runs_with(state, ROWS + row, by_col, mnk.line)
    runs |= runs_with(state, columns + col, by_row, mnk.line)
    runs |= runs_with(state, diagonals + col - row, by_col, mnk.line)
    runs |= runs_with(state, antidiagonals + col + row, by_col, mnk.line)
    return runs != 0


@compiled
def runs_with(state, i, stone, line):
    """Add a stone to word i and return the bits that start `line` stones in a row there."""
    stones = state[i] | stone
    state[i] = stones
    return runs_along(stones, 1, line)


@compiled
def random_playout(state, mnk, stream, moves):
    player = np.int64(state[0] & np.uint64(1))
    if state[HAS_LINE] != 0:
        return 1 - player
    if max(mnk.cols, mnk.rows) <= ONE_WORD:
        return one_word_playout(state, mnk, stream)
    n = list_empty_cells(state, mnk, moves)
    while n > 0:
        # A cell leaves the list by taking the last one into its place.
        n -= 1
        i = below(stream, n + 1)
        cell = moves[i]
        moves[i] = moves[n]
        if place(state, mnk, cell & 31, cell >> 5, player):
            return player
        player = 1 - player
    return DRAW


@compiled
def list_empty_cells(state, mnk, out):
    """Fill `out` with the empty cells as 32 * row + column; returns how many there are."""
    n = 0
    for row in range(mnk.rows):
        empty = empty_cells(state, mnk.cols, row)
        for col in range(mnk.cols):
            # Written in any case, kept if empty: nothing for the processor to guess.
            out[n] = 32 * row + col
            n += np.int64((empty >> np.uint64(col)) & np.uint64(1))
    return n


@compiled
def one_word_playout(state, mnk, stream):
    """The playout with all stones of a player in one word: on a small board twice as fast."""
    width = mnk.cols + 1
    player = np.int64(state[0] & np.uint64(1))
    mine = np.uint64(0)
    theirs = np.uint64(0)
    empty = np.uint64(0)
    for row in range(mnk.rows):
        at = np.uint64(row * width)
        mine |= row_of(state, row, player) << at
        theirs |= row_of(state, row, 1 - player) << at
        empty |= empty_cells(state, mnk.cols, row) << at
    while empty != 0:
        stone = nth_bit(empty, below(stream, popcount(empty)))
        empty ^= stone
        mine |= stone
        runs = runs_along(mine, 1, mnk.line) | runs_along(mine, width, mnk.line)
        runs |= runs_along(mine, width - 1, mnk.line) | runs_along(mine, width + 1, mnk.line)
        if runs != 0:
            return player
        mine, theirs = theirs, mine
        player = 1 - player
    return DRAW
