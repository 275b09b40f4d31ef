"""The solver's table and symmetries: nothing is lost while there is room, and nothing confused."""

import random

import numpy as np
import pytest

from playout import Breakthrough, Domineering, Knightthrough, Mnk
from playout.kernel import JIT, entry
from playout.solve.dfpn_symmetry import Unfolded, symmetry_of
from playout.solve.dfpn_table import (
    BUCKET,
    ENTRY_BYTES,
    N_BUCKETS,
    USED,
    Table,
    delta_of,
    find,
    phi_of,
    store,
    work_of,
)


def pair(i):
    """The key and check of the i-th position."""
    rng = random.Random(i)
    return np.uint64(rng.getrandbits(64)), np.uint64(rng.getrandbits(64))


def put(table, i, work):
    with np.errstate(over="ignore"):
        store(table, *pair(i), np.int64(i), np.int64(i + 1), np.int64(work))


def get(table, i):
    """What the table has of the i-th position, or None."""
    with np.errstate(over="ignore"):
        at = find(table, *pair(i))
    if at < 0:
        return None
    return int(phi_of(table, at)), int(delta_of(table, at)), int(work_of(table, at))


def test_a_growing_table_finds_what_was_stored():
    table = Table.of(2**26)
    n = 20_000 if JIT else 3_000
    before = int(table.sizes[N_BUCKETS])
    for i in range(n):
        put(table, i, 1)
    found = [get(table, i) for i in range(n)]
    assert table.sizes[N_BUCKETS] > before
    known = [i for i in range(n) if found[i] is not None]
    assert all(found[i] == (i, i + 1, 1) for i in known)
    # A quarter of it is full while it can grow, so very few of its buckets of four overflow.
    assert len(known) > 0.97 * n
    assert len(known) == table.sizes[USED] == np.count_nonzero(table.entries[:, 3])


def test_other_positions_are_not_found():
    table = Table.of(2**16)
    for i in range(500):
        put(table, i, 1)
    assert all(get(table, i) is None for i in range(1000, 2000))
    # A key alone, or a check alone, is not enough.
    key, check = pair(499)
    with np.errstate(over="ignore"):
        assert find(table, key, check) >= 0
        assert find(table, key, check ^ np.uint64(1)) < 0
        assert find(table, key ^ np.uint64(1), check) < 0


def test_work_adds_up_and_numbers_are_replaced():
    table = Table.of(2**16)
    put(table, 7, 10)
    with np.errstate(over="ignore"):
        store(table, *pair(7), np.int64(3), np.int64(4), np.int64(5))
    assert get(table, 7) == (3, 4, 15)
    assert table.sizes[USED] == 1


def test_a_full_table_gives_up_the_least_work():
    table = Table.of(BUCKET * ENTRY_BYTES)
    for i, work in enumerate([5, 2, 9, 4]):
        put(table, i, work)
    put(table, 4, 1)  # what is new is always taken: it is needed at once
    assert [get(table, i) is not None for i in range(5)] == [True, False, True, True, True]
    put(table, 5, 7)
    assert [get(table, i) is not None for i in range(6)] == [True, False, True, True, False, True]


@pytest.mark.parametrize("memory", [128, 1000, 100_000])
def test_a_table_takes_no_more_than_its_memory(memory):
    table = Table.of(memory)
    assert table.entries.nbytes <= memory
    for i in range(5000 if JIT else 500):
        put(table, i, 1 + i % 5)
    assert BUCKET * table.sizes[N_BUCKETS] <= len(table.entries)
    assert memory > 1000 or BUCKET * table.sizes[N_BUCKETS] == len(table.entries)


# --- symmetry -----------------------------------------------------------------------


@entry
def fill_folded(symmetry, words, folded):
    symmetry.fold(words, folded)


def fold(symmetry, words):
    folded = np.zeros_like(words)
    with np.errstate(over="ignore"):
        fill_folded(symmetry, np.array(words), folded)
    return folded.tolist()


def mirrored(game, state, axis):
    """The pieces of a position, turned left to right (0) or upside down (1)."""
    size = game.cols, game.rows
    return {
        tuple(size[i] - 1 - c if i == axis else c for i, c in enumerate(cell)): player
        for cell, player in state.board().pieces.items()
    }


def words_of(game, pieces, player):
    words = np.zeros(3, np.uint64)
    words[0] = player
    for (col, row), owner in pieces.items():
        words[1 + owner] |= np.uint64(1 << (8 * row + col))
    return words


@pytest.mark.parametrize(
    ("game", "axes"),
    [
        (Breakthrough(5, 6), (0,)),
        (Knightthrough(8, 8), (0,)),
        (Domineering(5, 4), (0, 1)),
        (Domineering(8, 8), (0, 1)),
    ],
)
def test_mirror_images_fold_into_one_of_them(game, axes):
    symmetry = symmetry_of(game)
    rng = random.Random(1)
    n_different = 0
    for _ in range(20 if JIT else 3):
        state = game.start()
        for _ in range(8):
            if not state.is_over:
                state = state.play(rng.choice(state.moves()))
        mine = words_of(game, state.board().pieces, state.player)
        folded = fold(symmetry, mine)
        for axis in axes:
            image = words_of(game, mirrored(game, state, axis), state.player)
            assert fold(symmetry, image) == folded
            n_different += image.tolist() != mine.tolist()
        assert fold(symmetry, np.array(folded, np.uint64)) == folded
        assert folded[0] % 2 == state.player
    assert n_different > 0


def test_black_and_white_do_not_fold_into_each_other():
    game = Breakthrough(5, 5)
    start = words_of(game, game.start().board().pieces, 0)
    turned = start[[0, 2, 1]]
    assert fold(symmetry_of(game), start) != fold(symmetry_of(game), turned)


def test_games_without_a_known_symmetry_are_left_as_they_are():
    words = Mnk().start().play("a1").play("b2").words
    assert isinstance(symmetry_of(Mnk()), Unfolded)
    assert fold(Unfolded(), words) == words.tolist()
