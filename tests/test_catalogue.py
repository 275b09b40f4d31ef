"""Games by name, by size and by file; and one clear sentence for what is none."""

import pytest

from playout import Connect4, GameError, Hex, Nim, find
from playout.catalogue import resized


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("hex", Hex(11)),
        ("HEX:7", Hex(7)),
        ("hex:7,swap=true", Hex(7, swap=True)),
        ("hex:size=7, swap=no", Hex(7)),
        ("connect4:9x6", Connect4(9, 6)),
        ("connect4:5", Connect4(5, 5)),
        ("connect4:6x5x3", Connect4(6, 5, 3)),
        ("nim:heap=9", Nim(9)),
    ],
)
def test_find_reads_names_and_parameters(text, game):
    found = find(text)
    assert found == game
    assert type(found) is type(game)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", "no game is called 'chess'; there are atarigo, "),
        ("", "no game is called ''"),
        ("hex:1", "Hex: size must be from 2 to 19, not 1"),
        ("hex:20", "Hex: size must be from 2 to 19, not 20"),
        ("hex:-5", "Hex: '-5' is not a size"),
        ("hex:size=big", "Hex: size must be an integer, not 'big'"),
        ("hex:swap=maybe", "Hex: swap must be true or false, not 'maybe'"),
        ("hex:7x7", "Hex: '7x7' is not a size"),
        ("hex:colour=3", "Hex has no parameter 'colour'; it has size, swap"),
        ("connect4:9x9", r"columns x \(rows \+ 1\) must be at most 64, not 9 x "),
        ("connect4:line=9", "line must be from 2 to 8, not 9"),
        ("connect4:line=8", "line must be at most 7 here, not 8"),
        ("othello:5", "Othello: size must be one of 4, 6, 8, not 5"),
        ("nowhere/game.py", "nowhere/game.py cannot be read: No such file"),
        ("nowhere/game", "is not a Python file"),
    ],
)
def test_find_says_what_is_wrong(text, message):
    with pytest.raises(GameError, match=message):
        find(text)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Hex("11"), "Hex: size must be an integer, not '11'"),
        (lambda: Hex(5.0), "Hex: size must be an integer, not 5.0"),
        (lambda: Hex(5, 2), "Hex: swap must be true or false, not 2"),
        (lambda: Hex(5, colour=1), "Hex takes size, swap: .*colour"),
        (lambda: Hex(1, 2, 3), "Hex takes size, swap"),
    ],
)
def test_class_checks_its_parameters(call, message):
    with pytest.raises(GameError, match=message):
        call()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def (", r"game.py, line 1: "),
        ("1 / 0", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("import nothing_of_this_name", "cannot be loaded: ModuleNotFoundError"),
        ("x = 1", "defines no class with @game"),
        ("from playout import Hex", "defines no class with @game"),
        (
            "from typing import NamedTuple\nfrom playout import game\n"
            "@game\nclass Odd(NamedTuple):\n    n: int = 1\n    def start(self, state): pass",
            "Odd lacks the methods n_words, n_moves, max_plies, moves, play, winner",
        ),
        (
            "from playout import game\n@game\nclass Odd:\n    pass",
            "Odd lacks the methods",
        ),
    ],
)
def test_file_of_a_game_says_what_is_wrong(tmp_path, source, message):
    path = tmp_path / "game.py"
    path.write_text(source)
    with pytest.raises(GameError, match=message):
        find(str(path))


def test_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "game.py"
    path.write_bytes(b"\x00\xff\xfe")
    with pytest.raises(GameError, match=r"game\.py"):
        find(str(path))


def test_resized_keeps_the_options():
    assert resized(Hex(11, swap=True), "5") == Hex(5, swap=True)
    assert resized(Connect4(line=3), "5x4") == Connect4(5, 4, 3)
    with pytest.raises(GameError, match="not a size"):
        resized(Hex(), "big")
