"""Nim: the mathematics of the game as oracle."""

from functools import cache, reduce
from operator import xor

import pytest

from playout import GameError, IllegalMove, Nim


@cache
def wins(state):
    """Whether the player to move wins."""
    if state.is_over:
        return state.winner == state.player
    return any(not wins(state.play(move)) for move in state._legal)


@pytest.mark.parametrize("heap", range(1, 14))
def test_single_heap_is_lost_at_multiples_of_four(heap):
    assert wins(Nim(heap).start()) == (heap % 4 != 0)


@pytest.mark.parametrize("heap", range(1, 14))
def test_misere_heap_is_lost_one_after_multiples_of_four(heap):
    assert wins(Nim(heap, misere=True).start()) == (heap % 4 != 1)


@pytest.mark.parametrize("heaps", [(1, 1), (1, 2), (2, 2), (1, 2, 3), (1, 2, 2), (1, 1, 1, 1)])
def test_nim_sum_decides_several_heaps(heaps):
    first, *others = heaps
    extra = dict(zip(("heap2", "heap3", "heap4"), others, strict=False))
    assert wins(Nim(first, take=9, **extra).start()) == (reduce(xor, heaps) != 0)


def test_moves_are_named_by_matches_and_heap():
    assert [move.name for move in Nim(2).start().moves()] == ["1", "2"]
    state = Nim(1, 7, False, 3).start()
    assert [move.name for move in state.moves()] == ["a1", "b1", "b2", "b3"]


def test_more_than_there_is_cannot_be_taken():
    with pytest.raises(IllegalMove, match="no more than a heap holds; legal: 1 2"):
        Nim(2).start().play("3")


@pytest.mark.parametrize(
    "arguments", [{"heap": 0}, {"heap": 1001}, {"take": 0}, {"heap3": 2}, {"heap2": 1, "heap4": 1}]
)
def test_impossible_heaps_are_refused(arguments):
    with pytest.raises(GameError, match="Nim: "):
        Nim(**arguments)
