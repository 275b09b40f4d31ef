"""The example game works wherever a game's name does, and is right."""

import importlib.util
from functools import cache
from pathlib import Path

import pytest

from playout import Connect4, Hex, SearchError, find, search
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


@pytest.fixture(scope="module")
def greedy():
    spec = importlib.util.spec_from_file_location("my_search", EXAMPLE.with_name("my_search.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Greedy


@pytest.mark.parametrize("moves", ["121212", "7121213"])
def test_own_search_finds_the_win_for_either_player(greedy, moves):
    state = Connect4().start().play_all(moves)
    result = search(state, greedy(), simulations=500, seed=1)
    assert result.move.name == "1"
    assert result.value == 1.0


def test_own_search_spends_its_budget_and_checks_its_parameters(greedy):
    result = search(Hex(3).start(), greedy(0.5), simulations=30, seed=1)
    assert result.simulations == 30
    assert sum(row.visits for row in result.rows) == 30
    with pytest.raises(SearchError, match="epsilon must be a number, not 'much'"):
        greedy("much")
