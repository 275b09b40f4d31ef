"""Hex boards of up to 8 x 8 cells as words: one for each player's stones.

Bit 8 * row + column is a cell, whatever the size of the board, so that turning a
board is a matter of shifts:

    transposed     rows become columns: the edges of one player become the other's
    turned         by 180 degrees: every player keeps both edges

A solver's position is seen by the player to move, whose edges are the top and the
bottom one: `own` stones and `other` stones. After a move both are transposed.
"""

from typing import NamedTuple

import numpy as np

from ..kernel import compiled, lowest

__all__ = [
    "LARGEST",
    "NONE",
    "Geometry",
    "around",
    "crosses",
    "geometry",
    "grown",
    "subset",
    "transposed",
    "turned",
    "without_lowest",
]

NONE = np.uint64(0)
ONE = np.uint64(1)
LARGEST = 8


class Geometry(NamedTuple):
    """What belongs to a size of board: the neighbours of each cell, and the edges."""

    near: np.ndarray  # uint64, by cell: its neighbours
    cells: np.ndarray  # uint64: all cells, the top row, the bottom row
    size: int


def geometry(size: int) -> Geometry:
    def word(cells: list[tuple[int, int]]) -> int:
        inside = [(c, r) for c, r in cells if 0 <= c < size and 0 <= r < size]
        return sum(1 << (8 * r + c) for c, r in inside)

    around = ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))
    near = np.zeros(64, np.uint64)
    board = [(c, r) for r in range(size) for c in range(size)]
    for c, r in board:
        near[8 * r + c] = word([(c + dc, r + dr) for dc, dr in around])
    rows = [word([(c, r) for c in range(size)]) for r in (0, size - 1)]
    return Geometry(near, np.array([word(board), *rows], np.uint64), size)


@compiled
def subset(a, b):
    return (a & ~b) == NONE


@compiled
def without_lowest(cells):
    """The cells less the first of them: how to walk through a word that is not empty."""
    return cells & (cells - ONE)


@compiled
def transposed(x):
    t = np.uint64(0x0F0F0F0F00000000) & (x ^ (x << np.uint64(28)))
    x ^= t ^ (t >> np.uint64(28))
    t = np.uint64(0x3333000033330000) & (x ^ (x << np.uint64(14)))
    x ^= t ^ (t >> np.uint64(14))
    t = np.uint64(0x5500550055005500) & (x ^ (x << np.uint64(7)))
    return x ^ t ^ (t >> np.uint64(7))


@compiled
def turned(x, size):
    """The board turned by 180 degrees: all 64 bits in reverse, moved back to the corner."""
    x = swapped(x, 1, np.uint64(0x5555555555555555))
    x = swapped(x, 2, np.uint64(0x3333333333333333))
    x = swapped(x, 4, np.uint64(0x0F0F0F0F0F0F0F0F))
    x = swapped(x, 8, np.uint64(0x00FF00FF00FF00FF))
    x = swapped(x, 16, np.uint64(0x0000FFFF0000FFFF))
    x = (x >> np.uint64(32)) | (x << np.uint64(32))
    return x >> np.uint64(9 * (8 - size))


@compiled
def swapped(x, width, mask):
    return ((x >> np.uint64(width)) & mask) | ((x & mask) << np.uint64(width))


@compiled
def around(near, cells):
    """The neighbours of a set of cells, some of which may belong to the set."""
    found = NONE
    while cells != NONE:
        found |= near[lowest(cells)]
        cells = without_lowest(cells)
    return found


@compiled
def grown(near, seed, within):
    """The cells of `within` that hang together with the seed, which lies in it."""
    found = seed
    new = seed
    while new != NONE:
        new = around(near, new) & within & ~found
        found |= new
    return found


@compiled
def crosses(near, cells, stones):
    """Whether stones connect the top edge to the bottom one."""
    return grown(near, stones & cells[1], stones) & cells[2] != NONE
