"""Errors that a user can cause: a sentence, a code and fields."""

import ast
import pickle
import re
from pathlib import Path

import pytest

import playout
from playout import Hex
from playout.errors import PlayoutError
from playout.rules import GameError
from playout.state import IllegalMove


def test_fields_fill_in_the_sentence():
    error = GameError("{cell!r} is not a cell", "no-cell", cell="{x}")
    assert (str(error), error.code, error.fields) == (
        "'{x}' is not a cell",
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


GENERAL = {"PlayoutError", "GameError", "SearchError", "SolveError", "ConfigError", "error"}
PACKAGE = Path(playout.__file__).parent
FILES = [path for path in PACKAGE.rglob("*.py") if not path.is_relative_to(PACKAGE / "lab")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_error_has_a_code_of_its_own(path):
    """A program that reads `search-error` knows no more than that there was one."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        made = getattr(node, "exc", None) if isinstance(node, ast.Raise) else None
        made = node.value if isinstance(node, ast.Return) else made
        if isinstance(made, ast.Call) and getattr(made.func, "id", "") in GENERAL:
            assert len(made.args) == 2, ast.unparse(made)
            code = made.args[1]
            if isinstance(code, ast.Constant):  # parameters.py computes one
                assert re.fullmatch("[a-z]+(-[a-z]+)*", code.value), ast.unparse(made)
