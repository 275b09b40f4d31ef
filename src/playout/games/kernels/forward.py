"""What Breakthrough and Knightthrough share: two rows of pieces that only go forward.

A row takes eight bits, on a narrower board too. Word 0 counts the plies, words 1 and 2 are the
pieces of White, who moves up, and of Black, who moves down.
"""

import math

import numpy as np

from ...kernel import bit, compiled, lowest, mix, popcount
from ...rules import FIRST
from .planes import fill_board, fill_plane


@compiled
def cells(low, high, rows):
    """The cells of columns low to high - 1, in the lowest rows."""
    return (bit(high) - bit(low)) * (np.uint64(0x0101010101010101) >> np.uint64(64 - 8 * rows))


@compiled
def far_row(rows, player):
    """The row that a player wants to reach."""
    return np.uint64(0xFF) << np.uint64(8 * (rows - 1)) if player == FIRST else np.uint64(0xFF)


@compiled
def forward(player):
    """One row ahead, as a number of bits."""
    return 8 if player == FIRST else -8


@compiled
def moved(pieces, step):
    """All these pieces moved by the same number of bits, which is not 0."""
    return pieces << np.uint64(step) if step > 0 else pieces >> np.uint64(-step)


@compiled
def place_pieces(state, cols, rows):
    """Fill the words of the start."""
    two_rows = cells(0, cols, 2)
    state[0] = 0
    state[1] = two_rows
    state[2] = two_rows << np.uint64(8 * (rows - 2))


@compiled
def move_piece(state, start, end):
    """Move a piece of the player to move, and capture what is there."""
    player = np.int64(state[0] & np.uint64(1))
    state[1 + player] ^= start | end
    state[2 - player] &= ~end
    state[0] += np.uint64(1)


@compiled
def balance(state, rows):
    """What pieces and their advance promise the first player, from 0 to 1: a piece counts ten
    rows, the foremost one once more the square of its advance."""
    white, black = state[1], state[2]
    lead = 10 * (popcount(white) - popcount(black))
    lead += sum_of_rows(white) + sum_of_rows(black) - (rows - 1) * popcount(black)
    far_white = 0
    for row in range(1, 8):
        far_white += np.int64(white >= bit(8 * row))
    far_black = rows - 1 - lowest(black) // 8 if black != 0 else 0
    lead += far_white * far_white - far_black * far_black
    return 1.0 / (1.0 + math.exp(-lead / 30.0))


@compiled
def sum_of_rows(pieces):
    """The numbers of the rows of all pieces, from 0 on, added up bit by bit."""
    ones = popcount(pieces & np.uint64(0xFF00FF00FF00FF00))
    twos = popcount(pieces & np.uint64(0xFFFF0000FFFF0000))
    fours = popcount(pieces & np.uint64(0xFFFFFFFF00000000))
    return ones + 2 * twos + 4 * fours


@compiled
def fill_pieces(state, out):
    """For a network: the mover's pieces, the other's, and ones. The mover always moves up."""
    player = np.int64(state[0] & np.uint64(1))
    fill_board(out, 0, state[1 + player], 8, player != FIRST)
    fill_board(out, 1, state[2 - player], 8, player != FIRST)
    fill_plane(out, 2, np.float32(1))


@compiled
def index_from(state, cols, rows, start):
    """The cell that a piece leaves, as the mover sees it."""
    row = start // 8
    if state[0] & np.uint64(1) == 1:
        row = rows - 1 - row
    return row * cols + start % 8


@compiled
def list_moves(ends, step, n_directions, direction, out, n):
    """Add the moves that come to these cells in one direction to the first n of `out`."""
    while ends != 0:
        out[n] = n_directions * (lowest(ends) - step) + direction
        n += 1
        ends &= ends - np.uint64(1)
    return n


@compiled
def position_key(state):
    """The hash of a position: White's pieces are turned into their complement for Black's turn."""
    turn = np.uint64(0) - (state[0] & np.uint64(1))
    return mix(mix(state[1] ^ turn) + state[2])
