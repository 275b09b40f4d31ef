"""What a user can get wrong about what a network sees is told in a sentence."""

from pathlib import Path

import pytest

from playout import find
from playout.cli import main
from playout.conformance import problems
from playout.errors import PlayoutError
from playout.nets.checks import check_view, view_problems

EXAMPLE = Path(__file__).parents[2] / "examples" / "clobber.py"

pytestmark = pytest.mark.skipif(not EXAMPLE.exists(), reason="the examples are not installed")


def planes(n=3, clear=False, value=1.0):
    """A way to fill so many planes, or to change the position meanwhile."""

    def net_planes(self, state, out):
        for plane in range(n):
            for row in range(self.rows):
                for col in range(self.cols):
                    out[row, col, plane] = value * (row == col)
        if clear:
            state[1] = 0

    return net_planes


def index_that_plays(self, state, move):
    """As it should be, but for what it does to the position."""
    state[1] = 0
    return move


MISTAKES = {  # the method, what it is instead, what is said
    "few": ("net_shape", lambda self: (3, 4, 4), "must be four whole numbers"),
    "none": ("net_shape", lambda self: (0, 4, 4, 4), "all above 0"),
    "half": ("net_shape", lambda self: (3, 4.5, 4, 4), "must be four whole numbers"),
    "huge": ("net_shape", lambda self: (3, 9999, 9999, 4), "is too large"),
    "rim": ("net_shape", lambda self: (3, 5, 5, 4), "zeros must be written, too"),
    "three moves": ("net_shape", lambda self: (3, 4, 4, 3), "digits must name each of the 3"),
    "far": ("net_planes", planes(4), "writes outside of its 4 rows, 4 columns and 3 planes"),
    "unset": ("net_planes", planes(2), "leaves out[0, 0, 2] as it was"),
    "changed": ("net_planes", planes(3, clear=True), "net_planes() changes the position"),
    "large": ("net_planes", planes(value=1e30), "net_planes() writes 1e+30 to out[0, 0, 0]"),
    "beyond": ("net_index", lambda self, state, move: 64 + move, "it must be from 0 to 63"),
    "shared": ("net_index", lambda self, state, move: 0, "each legal move needs another"),
    "parts": ("net_index", lambda self, state, move: move / 1, "must be a whole number"),
    "played": ("net_index", index_that_plays, "net_index() changes the position"),
    "fails": ("net_index", lambda self, state, move: 1 // 0, "ZeroDivisionError"),
    "letters": ("symmetries", lambda self: ("xc",), "of the letters r, c, t and m"),
    "digits": ("symmetries", lambda self: ("rc321",), "digits must name each of the 4"),
    "no image": ("symmetries", lambda self: ("rc",), "the moves of the image are others"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told(name, monkeypatch):
    game = find(f"{EXAMPLE}:4x4")
    method, wrong, said = MISTAKES[name]
    monkeypatch.setattr(type(game), method, wrong)
    assert any(said in problem for problem in problems(game, 1))  # what `playout check` says
    with pytest.raises(PlayoutError, match="a network cannot learn") as caught:
        check_view(game)
    assert said in str(caught.value)


def test_rows_and_columns_are_exchanged_only_on_a_square(monkeypatch):
    game = find(f"{EXAMPLE}:4x3")
    assert list(view_problems(game)) == []
    monkeypatch.setattr(type(game), "symmetries", lambda self: ("t1032",))
    assert "there are 3 rows and 4 columns" in next(view_problems(game))


def test_symmetries_that_cannot_be_tried_are_named(monkeypatch, capsys):
    """By which the start is another position: they passed without a word."""
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")  # which the command sets otherwise, for good
    monkeypatch.setattr("playout.conformance.problems", lambda *_: [])
    assert main(["check", f"{EXAMPLE}:4x4"]) == 0
    said = capsys.readouterr().out
    assert "symmetries() has 'c3120', not tried: by it the start is another position" in said
    assert "t1032" not in said


def test_nothing_is_said_of_games_that_are_right():
    for text in (f"{EXAMPLE}:4x4", f"{EXAMPLE.with_name('my_game.py')}:3x3", "hex:3", "nim:7"):
        assert list(view_problems(find(text))) == []
