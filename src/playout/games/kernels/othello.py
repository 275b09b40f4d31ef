"""The discs of Othello in words: where a disc turns others, and which.

A line of bits runs upwards in steps of 1 (along the row), 7, 8 and 9 (to the next
row), downwards in the same steps. Steps of 1, 7 and 9 leave the board through the
columns a and h, and wrap around. But what is turned lies between two discs, so
off these columns (INNER): a run of such discs ends before it can wrap.
"""

import numpy as np

from ...kernel import bit, compiled, lowest, popcount
from ...rules import DRAW

LEGAL = 3
INNER = np.uint64(0x7E7E7E7E7E7E7E7E)  # the columns b to g
COLUMN = np.uint64(0x0101010101010101)  # column a


@compiled
def board_cells(size):
    """The cells of the board: `size` rows of `size` bits."""
    rows = ~np.uint64(0) >> np.uint64(64 - 8 * size)
    return rows & ((bit(size) - np.uint64(1)) * COLUMN)


@compiled
def majority(mine, theirs, player):
    """Who wins with these discs: `player` has the first ones."""
    lead = popcount(mine) - popcount(theirs)
    if lead == 0:
        return DRAW
    return player if lead > 0 else 1 - player


@compiled
def turning_cells(mine, theirs, cells):
    """The empty cells where a disc of mine turns at least one of theirs."""
    inner = theirs & INNER
    ends = ends_of_runs(mine, theirs, 8) | ends_of_runs(mine, inner, 1)
    ends |= ends_of_runs(mine, inner, 7) | ends_of_runs(mine, inner, 9)
    return ends & cells & ~(mine | theirs)


@compiled
def ends_of_runs(mine, theirs, step):
    """The cells just behind a run of their discs that starts at one of mine, both ways."""
    # One, two, four, six discs: `pairs` are two at a time (the fill of Kogge and Stone).
    pairs = theirs & (theirs << np.uint64(step))
    up = theirs & (mine << np.uint64(step))
    up |= theirs & (up << np.uint64(step))
    up |= pairs & (up << np.uint64(2 * step))
    up |= pairs & (up << np.uint64(2 * step))
    pairs >>= np.uint64(step)
    down = theirs & (mine >> np.uint64(step))
    down |= theirs & (down >> np.uint64(step))
    down |= pairs & (down >> np.uint64(2 * step))
    down |= pairs & (down >> np.uint64(2 * step))
    return (up << np.uint64(step)) | (down >> np.uint64(step))


@compiled
def turned_discs(mine, theirs, disc):
    """Their discs that a new disc of mine turns."""
    at = np.uint64(lowest(disc))
    inner = theirs & INNER
    turned = turned_below(mine, theirs, at) | turned_on_ray(mine, inner, np.uint64(0xFE) << at)
    # Upside down, row 8 for row 1, what lies above lies below.
    turned |= upside_down(turned_below(upside_down(mine), upside_down(theirs), at ^ np.uint64(56)))
    return turned | turned_to_the_left(mine, inner, disc)


@compiled
def turned_below(mine, theirs, at):
    """What is turned from a disc at this bit down the column and down both diagonals."""
    inner = theirs & INNER
    turned = turned_on_ray(mine, theirs, np.uint64(0x0101010101010100) << at)
    turned |= turned_on_ray(mine, inner, np.uint64(0x0002040810204080) << at)
    return turned | turned_on_ray(mine, inner, np.uint64(0x8040201008040200) << at)


@compiled
def turned_on_ray(mine, theirs, ray):
    """Their discs on a ray of higher bits up to the first other cell, if a disc of mine is there.

    The ray may wrap around the edge: the first other cell comes before that.
    """
    others = ray & ~theirs
    end = mine & others & ~(others - np.uint64(1))
    return ray & (end - np.uint64(end != 0))


@compiled
def turned_to_the_left(mine, theirs, disc):
    """What is turned from a disc towards column a: there the bits are lower, so by a fill."""
    pairs = theirs & (theirs >> np.uint64(1))
    run = theirs & (disc >> np.uint64(1))
    run |= theirs & (run >> np.uint64(1))
    run |= pairs & (run >> np.uint64(2))
    run |= pairs & (run >> np.uint64(2))
    return run if mine & (run >> np.uint64(1)) != 0 else np.uint64(0)


@compiled
def upside_down(discs):
    """The board mirrored top to bottom; compilers know this as one swap of bytes."""
    odd = np.uint64(0x00FF00FF00FF00FF)
    discs = ((discs >> np.uint64(8)) & odd) | ((discs & odd) << np.uint64(8))
    odd = np.uint64(0x0000FFFF0000FFFF)
    discs = ((discs >> np.uint64(16)) & odd) | ((discs & odd) << np.uint64(16))
    return (discs >> np.uint64(32)) | (discs << np.uint64(32))
