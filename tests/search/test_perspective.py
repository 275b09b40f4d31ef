"""Whose value it is: each search wins and blocks for either player, at every depth."""

import pytest
from positions import GAMES, only_block, only_win, positions

from playout import Amaf, Flat, Grave, Nim, Rave, Ucb, Uct, search
from playout.search import Alpha, Hand, Mse, Ratio, Threshold, Weights

TREES = {
    "uct": Uct(),
    "uct tuned": Uct(tuned=True),
    "uct fpu": Uct(fpu=1.0),
    "amaf": Amaf(),
    "rave": Rave(),
    "grave": Grave(),
    "grave ref 0": Grave(ref=0),
}
BANDITS = {"flat": Flat(), "ucb": Ucb()}
# Without proofs a value read from the wrong side cannot hide behind one.
UNPROVING = {
    "uct": Uct(solver=False),
    "uct tuned": Uct(tuned=True, solver=False),
    "rave": Rave(c=0.2, solver=False),
    "grave": Grave(c=0.2, solver=False),
}
SCHEDULES = [Hand(), Mse(), Weights(), Ratio(), Threshold(), Alpha()]

every_game = pytest.mark.parametrize("name", GAMES)
either_player = pytest.mark.parametrize("player", [0, 1])


def among(algorithms):
    return pytest.mark.parametrize("algorithm", algorithms.values(), ids=algorithms)


@among(TREES | BANDITS)
@either_player
@every_game
def test_only_winning_move_is_found_when_it_ends_the_game(name, player, algorithm):
    for state, move in positions(name, player, only_win):
        result = search(state, algorithm, simulations=600, seed=1)
        assert (result.move, result.value) == (move, 1.0), f"{state!r}\n{result}"


@among(UNPROVING)
@either_player
@every_game
def test_only_winning_move_is_found_when_nothing_is_proven(name, player, algorithm):
    for state, move in positions(name, player, only_win):
        result = search(state, algorithm, simulations=600, seed=1)
        assert (result.move, result.value) == (move, 1.0), f"{state!r}\n{result}"
        assert not any(row.proven for row in result.rows)


@among(TREES)
@either_player
@every_game
def test_only_block_is_found_when_the_other_player_is_about_to_win(name, player, algorithm):
    for state, move in positions(name, player, only_block):
        result = search(state, algorithm, simulations=1000, seed=1)
        assert result.move == move, f"{state!r}\n{result}"


@among(TREES | {type(s).__name__: Rave(s) for s in SCHEDULES})
@either_player
@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10, 11])
def test_only_winning_move_of_nim_is_found_when_the_end_is_plies_away(heap, player, algorithm):
    state = Nim(heap).start() if player == 0 else Nim(heap + 1).start().play("1")
    result = search(state, algorithm, simulations=2000, seed=1)
    assert (result.move.name, result.value) == (str(heap % 4), 1.0), f"{result}"


@among(UNPROVING | {type(s).__name__: Rave(s, c=0.2, solver=False) for s in SCHEDULES[:-1]})
@either_player
@pytest.mark.parametrize("heap", [5, 6, 7])
def test_only_winning_move_of_nim_is_found_when_nothing_is_proven(heap, player, algorithm):
    state = Nim(heap).start() if player == 0 else Nim(heap + 1).start().play("1")
    result = search(state, algorithm, simulations=2000, seed=1)
    assert result.move.name == str(heap % 4), f"{result}"
    assert result.value > 0.9


@among(TREES)
@either_player
@pytest.mark.parametrize("heap", [4, 8])
def test_value_is_that_of_a_loss_when_every_move_loses(heap, player, algorithm):
    state = Nim(heap).start() if player == 0 else Nim(heap + 1).start().play("1")
    result = search(state, algorithm, simulations=2000, seed=1)
    assert result.value == 0.0
    assert all(row.proven == "lost" for row in result.rows)


@among(BANDITS | {"uct": Uct(), "uct tuned": Uct(tuned=True), "uct fpu": Uct(fpu=1.0)})
@pytest.mark.parametrize("heap", [7, 13, 16])
def test_search_is_the_same_for_both_players_when_the_position_is(heap, algorithm):
    first = search(Nim(heap).start(), algorithm, simulations=300, seed=4)
    second = search(Nim(heap + 1).start().play("1"), algorithm, simulations=300, seed=4)
    assert repr(first.rows) == repr(second.rows)
    assert (first.move, first.value) == (second.move, second.value)


@among({"rave": Rave(), "grave": Grave()})
@either_player
def test_amaf_value_of_a_row_is_that_of_the_player_to_move(player, algorithm):
    # Whoever moves takes all three at once or loses: taking three is all that ever wins here.
    state = Nim(3).start() if player == 0 else Nim(4).start().play("1")
    result = search(state, algorithm._replace(solver=False, c=1.0), simulations=500, seed=1)
    row = next(row for row in result.rows if row.move.name == "3")
    assert row.estimates["amaf"] == (row.visits, row.value) == (row.visits, 1.0)
