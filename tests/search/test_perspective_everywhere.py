"""Perspective once more: every search in every game, for either player, one to three plies deep."""

import pytest
from positions import (
    GAMES,
    MORE_GAMES,
    only_block,
    only_plan,
    only_win,
    plans,
    positions,
    wins_at_once,
)

from playout import find, search
from playout.kernel import JIT
from playout.search import POLICIES, SEARCHES, Random, SearchError, Uct, check

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not JIT, reason="takes too long with the JIT off"),
]

FLAT = {name: SEARCHES[name]() for name in ("flat", "ucb", "halving")}
TREES = {name: cls() for name, cls in SEARCHES.items() if name not in FLAT} | {
    f"uct, {name}": Uct(policy=cls()) for name, cls in POLICIES.items() if cls is not Random
}

every_game = pytest.mark.parametrize("name", GAMES | MORE_GAMES)
either_player = pytest.mark.parametrize("player", [0, 1])


def among(algorithms):
    return pytest.mark.parametrize("algorithm", algorithms.values(), ids=algorithms)


def needs(name, algorithm):
    """Skip what a game has not got: bridges outside Hex, minimax without an evaluation."""
    try:
        check(find(name).start(), algorithm)
    except SearchError as error:
        pytest.skip(str(error))


@among(FLAT | TREES)
@either_player
@every_game
def test_only_winning_move_is_found_when_nothing_is_proven(name, player, algorithm):
    needs(name, algorithm)
    settings = {"solver": False, "c": 0.2}
    fields = {field: settings[field] for field in settings if field in algorithm._fields}
    for state, move in positions(name, player, only_win):
        result = search(state, algorithm._replace(**fields), simulations=1000, seed=1)
        assert (result.move, result.value) == (move, 1.0), f"{state!r}\n{result}"
        assert not any(row.proven for row in result.rows)


@among(TREES)
@either_player
@every_game
def test_only_block_is_found(name, player, algorithm):
    needs(name, algorithm)
    for state, move in positions(name, player, only_block):
        result = search(state, algorithm, simulations=1000, seed=1)
        assert result.move == move, f"{state!r}\n{result}"


@among(TREES)
@either_player
@every_game
def test_win_in_three_plies_is_proven(name, player, algorithm):
    needs(name, algorithm)
    for state, move in positions(name, player, only_plan):
        result = search(state, algorithm, simulations=200_000, seed=1)
        assert result.value == 1.0, f"{state!r}\n{result}"
        if result.move != move:  # a longer win, then: at least it must not lose in as many plies
            there = state.play(result.move)
            assert not wins_at_once(there)
            assert not plans(there), f"{state!r}\n{result}"
