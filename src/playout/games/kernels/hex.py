"""The board of Hex in words: stones, and which of them are connected to an edge.

State: word 0 counts the plies, 1 is the Zobrist key, 2 the winner + 1 (0 while
there is none); then, for each player in turn, `size` words with the stones of
each row (bit = column), and again `size` words each with those stones that are
connected to the player's first edge (top or left). A stone is added to that set
once and for all, so the winner is known the moment the other edge is reached.
"""

import numpy as np

from ...kernel import bit, compiled, lowest, mix
from ...rules import FIRST

KEY, WINNER, ROWS = 1, 2, 3


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
def fill_sides(state, size, player, out):
    """The stones and the edges of a player and of the other, on a board with a rim; the player's
    edges are the first and the last row."""
    for row in range(size + 2):
        for col in range(size + 2):
            own = row == 0 or row == size + 1
            other = col == 0 or col == size + 1
            if not own and not other:
                at, on = (row - 1, col - 1) if player == FIRST else (col - 1, row - 1)
                own = (state[ROWS + player * size + at] >> np.uint64(on)) & np.uint64(1) != 0
                at += (1 - player) * size
                other = (state[ROWS + at] >> np.uint64(on)) & np.uint64(1) != 0
            is_corner = own and other
            out[row, col, 0] = np.float32(own and not is_corner)
            out[row, col, 1] = np.float32(other and not is_corner)


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
