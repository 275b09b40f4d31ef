"""State: an immutable value, and errors that help."""

import pickle

import numpy as np
import pytest

from playout import Connect4, Hex, IllegalMove, Nim, State


@pytest.fixture
def state():
    return Hex(5).start().play("c3").play("b4")


def test_state_tells_what_there_is_to_know(state):
    assert state.player == 0
    assert state.winner is None
    assert not state.is_over
    assert [move.name for move in state.history] == ["c3", "b4"]
    assert len(state.moves()) == 23
    assert repr(state) == "<State of Hex(size=5, swap=False): c3 b4>"
    assert str(state).endswith("Black to move")


def test_move_is_a_number_and_prints_as_its_name(state):
    move = state.history[0]
    assert move == 12
    assert f"{move}" == "c3"
    assert pickle.loads(pickle.dumps(move)).name == "c3"


def test_play_leaves_the_old_state_alone(state):
    before = state.words.copy(), state.history
    state.play("a1")
    assert np.array_equal(state.words, before[0])
    assert state.history == before[1]


def test_state_cannot_be_changed(state):
    with pytest.raises(AttributeError, match="cannot be changed"):
        state.player = 1
    with pytest.raises(ValueError, match="read-only"):
        state.words[0] = 1


def test_states_are_equal_whatever_the_way_there():
    one = Hex(5).start().play_all("a1 b1 c1 d1")
    two = Hex(5).start().play_all("c1 d1 a1 b1")
    assert one == two
    assert hash(one) == hash(two)
    assert one != two.play("e5")
    assert one != Hex(5, swap=True).start().play_all("a1 b1 c1 d1")
    assert one != "a1 b1 c1 d1"
    assert len({one, two}) == 1


def test_number_of_moves_does_not_tell_positions_apart():
    one = Nim(9).start().play_all("1 1 3 1")
    two = Nim(9).start().play_all("3 3")
    assert one == two
    assert hash(one) == hash(two)
    assert one != Nim(9).start().play_all("3 2 1")


def test_state_survives_pickling(state):
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert copy.history == state.history
    assert copy.moves() == state.moves()


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("c3", "c3 is occupied"),
        ("f1", "f1 is not on the board of 5 x 5"),
        ("a0", "a0 is not on the board of 5 x 5"),
        ("hello", "a move is a cell such as c3"),
        ("", "a move is a cell such as c3"),
        ("swap", "swap answers the first move"),
        (12, "no such move here"),
        (-1, "no such move here"),
        (10**30, "no such move here"),
        (1.5, "a move is a number or a text"),
        (None, "a move is a number or a text"),
    ],
)
def test_illegal_move_says_what_was_wrong_and_what_is_legal(state, move, why):
    with pytest.raises(IllegalMove) as raised:
        state.play(move)
    message = str(raised.value)
    assert why in message
    assert "Hex(size=5, swap=False) after 2 moves" in message
    assert "legal: a1 b1" in message
    assert "(23 in all)" in message


def test_move_after_the_end_is_refused():
    state = Connect4().start().play_all("1212121")
    assert state.winner == 0
    assert state.moves() == []
    with pytest.raises(IllegalMove, match="the game is over, Red has won"):
        state.play("3")


def test_notebooks_get_text_and_picture(state):
    bundle = state._repr_mimebundle_()
    assert bundle["text/plain"] == str(state)
    assert bundle["image/svg+xml"].startswith("<svg")


def test_codes_belong_to_the_legal_moves():
    state = Nim(5).start()
    assert state.codes() == {0: 0, 1: 1, 2: 2}
    assert state.play("1").codes() == {0: 12, 1: 13, 2: 14}


def test_state_can_be_made_from_words(state):
    assert State(state.game, state.words) == state
