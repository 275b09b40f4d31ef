"""What a Hex solver remembers: one row for each position, by both players' stones.

    open      proof numbers; which moves are left to try (the must-play region); the
              union of the carriers that ruled the others out
    proven    who wins, and in which carrier: the winner wins even if all other empty
              cells are the loser's
    filled    dead and captured cells have made it another position with its own row

Positions are compared stone by stone, not by a hash: what is found is never that of
another one. A position and its picture turned by 180 degrees share a row.
"""

from typing import NamedTuple

import numpy as np

from ..kernel import compiled, mix
from .hex_board import NONE, turned

__all__ = [
    "CARRIER",
    "DEPTH",
    "LOST",
    "MISSING",
    "MOVES",
    "NODES",
    "NUMBERS",
    "OTHER",
    "OWN",
    "PROVEN",
    "USED",
    "WON",
    "Table",
    "delta_of",
    "find_row",
    "is_full",
    "is_turned",
    "look_up",
    "numbers",
    "phi_of",
    "put_filled",
    "put_row",
    "row_bytes",
    "table_for",
]

OWN, OTHER, MOVES, CARRIER, NUMBERS = range(5)  # the words of a row
PROVEN = np.int64(1) << np.int64(30)  # a proof number that says: never
WON = np.uint64(PROVEN)  # the numbers of a position that the player to move wins
LOST = np.uint64(PROVEN) << np.uint64(32)
FILLED = ~NONE
MISSING = np.int64(-1)
DEPTH, NODES, USED = range(3)  # places in `counts`


class Table(NamedTuple):
    rows: np.ndarray  # uint64, rows x 5: see above; numbers are 0 where a row is free
    order: np.ndarray  # uint8, rows x cells: the moves, the most promising first
    counts: np.ndarray  # int64: depth of the path, nodes looked at, rows in use
    path: np.ndarray  # int64, by depth: row, and bounds of the proof and the disproof number


def row_bytes(size: int) -> int:
    return 8 * 5 + size * size


def table_for(size: int, n_rows: int) -> Table:
    return Table(
        rows=np.zeros((n_rows, 5), np.uint64),
        order=np.zeros((n_rows, size * size), np.uint8),
        counts=np.zeros(3, np.int64),
        path=np.zeros((size * size + 2, 3), np.int64),
    )


@compiled
def numbers(phi, delta):
    """Proof numbers in a word: how much is left to do to prove a win (phi), a loss (delta)."""
    return np.uint64(phi) << np.uint64(32) | np.uint64(delta)


@compiled
def phi_of(table, i):
    return np.int64(table.rows[i, NUMBERS] >> np.uint64(32))


@compiled
def delta_of(table, i):
    return np.int64(table.rows[i, NUMBERS] & np.uint64(0xFFFFFFFF))


@compiled
def is_full(table):
    """Whether there may be no room for a position: a tenth stays free, or looking takes long."""
    return table.counts[USED] + 2 > len(table.rows) - len(table.rows) // 10


@compiled
def is_turned(own, other, size):
    """Whether a position is known by its picture turned by 180 degrees."""
    own2 = turned(own, size)
    return own2 < own or (own2 == own and turned(other, size) < other)


@compiled
def find_row(table, own, other):
    """The row of a position as it is known, or -1 - the row where it would be."""
    n = len(table.rows)
    i = np.int64(mix(own ^ mix(other + np.uint64(1))) % np.uint64(n))
    while table.rows[i, NUMBERS] != NONE:
        if table.rows[i, OWN] == own and table.rows[i, OTHER] == other:
            return i
        i += 1
        if i == n:
            i = np.int64(0)
    return -1 - i


@compiled
def put_row(table, own, other, moves, carrier, word):
    """Write the row of a position that has none."""
    i = -1 - find_row(table, own, other)
    table.rows[i, OWN] = own
    table.rows[i, OTHER] = other
    table.rows[i, MOVES] = moves
    table.rows[i, CARRIER] = carrier
    table.rows[i, NUMBERS] = word
    table.counts[USED] += 1
    return i


@compiled
def put_filled(table, own, other, own2, other2):
    """Say that a position is another one once it is filled in."""
    put_row(table, own, other, own2, other2, FILLED)


@compiled
def look_up(table, own, other, size, out):
    """The row of a position in any orientation, filled in; MISSING if there is none.

    `out` gets the cells that filling in has given to each of the players, and whether the
    row has the picture turned.
    """
    is_back = is_turned(own, other, size)
    if is_back:
        own = turned(own, size)
        other = turned(other, size)
    i = find_row(table, own, other)
    out[0] = NONE
    out[1] = NONE
    out[2] = np.uint64(is_back)
    if i < 0:
        return MISSING
    if table.rows[i, NUMBERS] != FILLED:
        return i
    own2 = table.rows[i, MOVES]
    other2 = table.rows[i, CARRIER]
    out[0] = own2 & ~own
    out[1] = other2 & ~other
    if is_back:
        out[0] = turned(out[0], size)
        out[1] = turned(out[1], size)
    if is_turned(own2, other2, size):
        out[2] ^= np.uint64(1)
        own2 = turned(own2, size)
        other2 = turned(other2, size)
    return find_row(table, own2, other2)
