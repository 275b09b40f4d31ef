"""The table of positions that the Connect 4 solver has met: bounds of their scores.

    63 .............. 16 | 15 .. 12 | 11 ........... 6 | 5 ............ 0
    tag                  | work     | 32 - upper bound | lower bound + 32

An entry is a word. Multiplying by an odd number is a bijection of words: the high bits of the
product choose the bucket, and the tag keeps all the others, so no two positions are ever taken for
one another. Two entries share a bucket; the first is kept for the position that cost more work.
"""

import numpy as np

from ..kernel import bit, compiled
from .connect4_board import NO_BOUND

SLOTS = 2  # entries that share a bucket
BOUND = 6  # bits of a bound
WORK = 4  # bits of how much work an entry has cost: the logarithm of its nodes
DATA = 2 * BOUND + WORK
ODD = 0x9E3779B97F4A7C15
MIRRORED = 3  # a position and its mirror image share an entry while a third of the board is filled


def make_table(index_bits: int) -> np.ndarray:
    """All zeros, which tell nothing; a bucket never lies in two lines of the processor's cache."""
    table = np.zeros((SLOTS << index_bits) + 8, np.uint64)
    start = -table.ctypes.data % 64 // 8
    return table[start : start + (SLOTS << index_bits)]


@compiled
def mirror(frame, key):
    """The key of the mirror image: the columns of a key are fields of their own."""
    tall = frame.tall()
    cols = frame.n_wide()
    column = bit(tall) - np.uint64(1)
    image = np.uint64(0)
    for col in range(cols):
        image |= ((key >> np.uint64(col * tall)) & column) << np.uint64((cols - 1 - col) * tall)
    return image


@compiled
def hash_of(frame, mine, discs, n_discs):
    """A number that no other position has, its high bits well mixed."""
    key = mine + discs
    if MIRRORED * n_discs < frame.n_cells():
        key = min(key, mirror(frame, key))
    shift = np.uint64(64 - frame.key_bits)
    return ((key * np.uint64(ODD)) << shift) >> shift


@compiled
def look_up(frame, table, hashed):
    """The entry of a position, or 0, which tells nothing."""
    at = np.int64(hashed >> np.uint64(frame.tag_bits)) * SLOTS
    tag = hashed & (bit(frame.tag_bits) - np.uint64(1))
    for slot in range(at, at + SLOTS):
        if table[slot] >> np.uint64(DATA) == tag:
            return table[slot]
    return np.uint64(0)


@compiled
def lower_bound(found):
    return np.int64(found & np.uint64(63)) - NO_BOUND


@compiled
def upper_bound(found):
    return NO_BOUND - np.int64((found >> np.uint64(BOUND)) & np.uint64(63))


@compiled
def work_of(found):
    return np.int64((found >> np.uint64(2 * BOUND)) & np.uint64(15))


@compiled
def keep(frame, table, hashed, value, is_lower, nodes):
    """Write a bound into the table, over what is least worth keeping."""
    at = np.int64(hashed >> np.uint64(frame.tag_bits)) * SLOTS
    tag = hashed & (bit(frame.tag_bits) - np.uint64(1))
    lower = np.int64(-NO_BOUND)
    upper = np.int64(NO_BOUND)
    work = np.int64(0)
    while nodes > 1 and work < 15:
        nodes >>= 1
        work += 1
    slot = np.int64(-1)
    for i in range(at, at + SLOTS):
        if table[i] >> np.uint64(DATA) == tag:
            lower = lower_bound(table[i])
            upper = upper_bound(table[i])
            work = max(work, work_of(table[i]))
            slot = i
            break
    if slot < 0:
        slot = at + SLOTS - 1
        least = np.int64(99)
        for i in range(at, at + SLOTS - 1):
            other = work_of(table[i])
            if other < least:
                least = other
                slot = i
        if least > work:
            slot = at + SLOTS - 1
    if is_lower:
        lower = max(lower, value)
    else:
        upper = min(upper, value)
    data = np.uint64(lower + NO_BOUND) | np.uint64(NO_BOUND - upper) << np.uint64(BOUND)
    data |= np.uint64(work) << np.uint64(2 * BOUND)
    table[slot] = data | tag << np.uint64(DATA)
