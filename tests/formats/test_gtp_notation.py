"""Moves as GTP writes them: there and back again, for every point and in every game."""

import random

import pytest

from playout import Atarigo, Go, Hex, Nogo, find
from playout.board import cell_name
from playout.formats.gtp_notation import colour_names, read_colour, read_move, write_move

GAMES = ["hex:3,swap=true", "connect4", "breakthrough", "knightthrough", "domineering"]
GAMES += ["atarigo:9", "nogo:10", "go:5", "mnk:15x15x5", "othello:6", "nim:heap=3,heap2=5,take=5"]


@pytest.mark.parametrize("cls", [Atarigo, Go, Nogo, Hex])
def test_every_cell_there_and_back(cls):
    for size in range(2, 20):
        written = set()
        for cell in ((col, row) for col in range(size) for row in range(size)):
            name = cell_name(cell)
            text = write_move(cls(size), name)
            written.add(text)
            for spelling in (text, text.lower(), text.upper()):
                assert read_move(cls(size), spelling) == name
        assert len(written) == size * size


def test_go_leaves_out_the_letter_i():
    game = Atarigo(19)
    pairs = {"a1": "A1", "h8": "H8", "i9": "J9", "j10": "K10", "s19": "T19"}
    assert {name: write_move(game, name) for name in pairs} == pairs
    assert not any(write_move(game, cell_name((col, 0)))[0] == "I" for col in range(19))
    for text in ("i9", "I1", "U1", "A0", "A20", "A", "9", "", "A1B", "A-1", "Å1", "a１", "a 1"):
        assert read_move(game, text) is None
    assert read_move(Atarigo(8), "J1") is None
    assert read_move(Atarigo(9), "J1") == "i1"


def test_hex_has_the_letter_i_and_swaps_pieces():
    assert write_move(Hex(11), "i9") == "i9"
    assert read_move(Hex(11), "I9") == "i9"
    assert write_move(Hex(11, swap=True), "swap") == "swap-pieces"
    assert read_move(Hex(11, swap=True), "SWAP-pieces") == "swap"
    for text in ("l1", "a12", "a0", "", "aa1", "a", "1"):
        assert read_move(Hex(11), text) is None


@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_random_games_there_and_back(name):
    source = random.Random(1)
    state = find(name).start()
    while not state.is_over:
        written = {write_move(state.game, move.name): move for move in state.moves()}
        assert len(written) == len(state.moves())
        text, move = source.choice(sorted(written.items()))
        assert " " not in text
        state = state.play(read_move(state.game, text))
        assert state.history[-1] == move


def test_colours():
    assert colour_names(find("hex")) == colour_names(find("connect4")) == ("black", "white")
    assert colour_names(find("breakthrough")) == ("white", "black")
    assert [read_colour(find("hex"), text) for text in ("b", "W", "BLACK", "White")] == [0, 1, 0, 1]
    assert [read_colour(find("hex"), text) for text in ("x", "", "bl", "purple")] == [None] * 4
    assert read_colour(find("breakthrough"), "w") == 0
