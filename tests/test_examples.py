"""The example game works wherever a game's name does, and is right."""

from functools import cache
from pathlib import Path

import pytest

from playout import find
from playout.conformance import problems

EXAMPLE = Path(__file__).parents[1] / "examples" / "my_game.py"

pytestmark = pytest.mark.skipif(not EXAMPLE.exists(), reason="the examples are not installed")


def test_example_keeps_the_contract(games_each):
    game = find(f"{EXAMPLE}:4x3")
    assert list(problems(game, games_each(game))) == []


@cache
def wins(bar):
    """Whether the player to move wins, the bar given as the height of each column."""
    for col in range(len(bar)):
        for row in range(bar[col]):
            if (col, row) == (0, 0):
                continue
            if not wins(tuple(min(h, row) if c >= col else h for c, h in enumerate(bar))):
                return True
    return False


@cache
def wins_by_state(state):
    if state.is_over:
        return state.winner == state.player
    return any(not wins_by_state(state.play(move)) for move in state.moves())


@pytest.mark.parametrize("size", ["1x1", "1x3", "2x2", "3x2"])
def test_example_agrees_with_a_solver_of_chomp(size):
    cols, rows = map(int, size.split("x"))
    assert wins_by_state(find(f"{EXAMPLE}:{size}").start()) == wins((rows,) * cols)


def test_first_player_loses_only_the_single_square():
    assert not wins_by_state(find(f"{EXAMPLE}:1x1").start())
    assert wins_by_state(find(f"{EXAMPLE}:3x2").start())
