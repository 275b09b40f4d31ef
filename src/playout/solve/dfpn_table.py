"""The bounded memory of the general solver: positions with their proof numbers.

    entries[i] = key | check | phi << 32 + delta | work

Entries come in buckets of four. The table begins small, since touching memory for the first
time takes a while, and grows a bucket at a time as it fills (linear hashing, Litwin 1980) until
it has all the memory it may take. From then on a full bucket gives up the entry that took the
least work to find: it is the cheap results that have to be found again.

Two positions are told apart by 128 bits: `key` is the game's own hash and `check` one of all words
but the count of plies, made another way. (A game's key may leave out what does not matter, or take
in the count of plies where that does; so it is never left out.) Among a hundred billion positions,
the odds that any two agree in both by chance are below one in 10^16: no verdict hangs on that.
"""

from typing import NamedTuple

import numpy as np

from ..kernel import GOLDEN, compiled, mix

__all__ = ["ENTRY_BYTES", "INFINITE", "Table", "delta_of", "find", "identify", "phi_of", "store"]

KEY, CHECK, NUMBERS, WORK = 0, 1, 2, 3
BUCKET = 4
ENTRY_BYTES = 32
INFINITE = 2**31 - 1  # the proof number of what cannot be proven
LOW = np.uint64(0xFFFFFFFF)
N_BUCKETS, HALF, USED = 0, 1, 2  # what `sizes` says
FIRST_SIZE = 1024  # buckets


class Table(NamedTuple):
    """The entries, and how many of their buckets are in use."""

    entries: np.ndarray  # uint64[entry, 4]
    sizes: np.ndarray  # int64: buckets, the power of two not above that, entries in use

    @classmethod
    def of(cls, memory: int) -> "Table":
        """An empty table that never takes more bytes than this."""
        most = max(1, memory // (BUCKET * ENTRY_BYTES))
        half = 1 << (min(most, FIRST_SIZE).bit_length() - 1)
        entries = np.zeros((BUCKET * most, 4), np.uint64)
        return cls(entries, np.array([half, half, 0], np.int64))


@compiled
def identify(game, symmetry, state, words, salt):
    """The key and the check of a position in one question; `words` is scratch for one state."""
    symmetry.fold(state, words)
    check = mix(salt + (words[0] & np.uint64(1)))
    for i in range(1, game.n_words()):
        check = mix((check ^ words[i]) * GOLDEN)
    return game.key(words) ^ salt, check


@compiled
def bucket_of(table, key, check):
    """The first entry of the bucket that a position belongs to."""
    half = table.sizes[HALF]
    bucket = np.int64(mix(key + check) & np.uint64(2 * half - 1))
    if bucket >= table.sizes[N_BUCKETS]:
        bucket -= half  # the bucket that it will be split from
    return bucket * BUCKET


@compiled
def find(table, key, check):
    """The entry of a position, or -1."""
    entries = table.entries
    first = bucket_of(table, key, check)
    for i in range(first, first + BUCKET):
        if entries[i, KEY] == key and entries[i, CHECK] == check and entries[i, WORK] != 0:
            return i
    return np.int64(-1)


@compiled
def phi_of(table, i):
    """The proof number of an entry, for its player to move."""
    return np.int64(table.entries[i, NUMBERS] >> np.uint64(32))


@compiled
def delta_of(table, i):
    """The disproof number of an entry, for its player to move."""
    return np.int64(table.entries[i, NUMBERS] & LOW)


@compiled
def work_of(table, i):
    """How many nodes were expanded for an entry."""
    return np.int64(table.entries[i, WORK])


@compiled
def store(table, key, check, phi, delta, work):
    """Remember the numbers of a position, and forget the least work in its bucket for them.

    `work` is what was spent since the position was stored the last time.
    """
    entries = table.entries
    first = bucket_of(table, key, check)
    least = first
    for i in range(first, first + BUCKET):
        if entries[i, KEY] == key and entries[i, CHECK] == check:
            least = i
            work += np.int64(entries[i, WORK])
            break
        if entries[i, WORK] < entries[least, WORK]:
            least = i
    if entries[least, WORK] == 0:
        table.sizes[USED] += 1
    entries[least, KEY] = key
    entries[least, CHECK] = check
    entries[least, NUMBERS] = np.uint64(phi) << np.uint64(32) | np.uint64(delta)
    entries[least, WORK] = np.uint64(work)
    n_buckets = table.sizes[N_BUCKETS]
    # At one entry a bucket, hardly any overflow, even of those whose turn to split is last.
    if table.sizes[USED] > n_buckets and BUCKET * n_buckets < entries.shape[0]:
        split_bucket(table)


@compiled
def split_bucket(table):
    """Add a bucket, and let it take from the one it is split from what now belongs to it."""
    entries = table.entries
    half = table.sizes[HALF]
    old = BUCKET * (table.sizes[N_BUCKETS] - half)
    to = BUCKET * table.sizes[N_BUCKETS]
    table.sizes[N_BUCKETS] += 1
    for i in range(old, old + BUCKET):
        if entries[i, WORK] != 0 and bucket_of(table, entries[i, KEY], entries[i, CHECK]) != old:
            for word in range(4):
                entries[to, word] = entries[i, word]
            entries[i, WORK] = 0
            to += 1
    if table.sizes[N_BUCKETS] == 2 * half:
        table.sizes[HALF] = 2 * half
