"""Errors that a user can cause: a sentence, a code and fields."""

import pickle

import pytest

from playout import Hex
from playout.errors import PlayoutError
from playout.rules import GameError
from playout.state import IllegalMove


def test_fields_fill_in_the_sentence():
    error = GameError("{cell!r} is no cell", "no-cell", cell="{x}")
    assert (str(error), error.code, error.fields) == (
        "'{x}' is no cell",
        "no-cell",
        {"cell": "{x}"},
    )
    plain = GameError("{x} is as it stands")
    assert (str(plain), plain.code, plain.fields) == ("{x} is as it stands", "game-error", {})
    assert GameError.code == "game-error"


def test_it_is_a_value_error_and_comes_through_a_pipe():
    error = pickle.loads(pickle.dumps(IllegalMove("{move} is taken", "taken", move="{c3}")))
    assert isinstance(error, PlayoutError)
    assert isinstance(error, ValueError)
    assert (str(error), error.code, error.fields) == ("{c3} is taken", "taken", {"move": "{c3}"})


def test_illegal_move_says_which():
    with pytest.raises(IllegalMove) as caught:
        Hex(5).start().play("c3").play("c3")
    fields = caught.value.fields
    assert (caught.value.code, fields["move"], fields["number"]) == ("illegal-move", "c3", 2)
