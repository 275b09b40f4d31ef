"""Text boards and pictures."""

from xml.etree import ElementTree

import pytest

from playout import Board, Connect4, Hex, Nim, find
from playout.board import cell_name, column_name, parse_cell
from playout.svg import draw, draw_text

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("cell", "name"), [((0, 0), "a1"), ((5, 5), "f6"), ((25, 9), "z10"), ((26, 0), "aa1")]
)
def test_cells_have_names(cell, name):
    assert cell_name(cell) == name
    assert parse_cell(name) == cell
    assert parse_cell(name.upper()) == cell


@pytest.mark.parametrize("text", ["", "a", "1", "a-1", "é1", "abc1", "a1b", "a 1"])
def test_text_that_names_no_cell(text):
    assert parse_cell(text) is None


def test_columns_go_on_after_z():
    assert [column_name(i) for i in (0, 25, 26, 51, 52)] == ["a", "z", "aa", "az", "ba"]


def test_hex_is_a_rhombus():
    assert str(Hex(3).start().play_all("a1 b2").board()) == (
        "  a b c\n"
        "1 ● . . 1\n"
        " 2 . ○ . 2\n"
        "  3 . . . 3\n"
        "     a b c"
    )  # fmt: skip


def test_connect4_stands_on_its_columns():
    assert str(Connect4(4, 2, 2).start().play_all("22").board()) == (
        "|. ○ . .|\n"
        "|. ● . .|\n"
        " 1 2 3 4"
    )  # fmt: skip


def test_nim_shows_its_heaps():
    assert str(Nim(3, 3, False, 2).start().play("a1").board()) == "| |\n| |"


def test_wide_column_labels_stand_above_their_cells():
    *rows, labels = str(Connect4(11, 2, 2).start().play("11").board()).split("\n")
    assert labels.endswith(" 9 10 11")
    assert rows[-1].index("●") == len(labels) - 1


def test_hex_board_leans_like_its_picture_when_row_1_is_at_the_bottom():
    text = str(Board(2, 2, {(0, 0): 0}, shape="hex"))
    assert text == "  a b\n2 . . 2\n 1 ● . 1\n    a b"


@pytest.mark.parametrize("shape", ["hex", "squares", "points", "slots", "felt", "bare"])
@pytest.mark.parametrize("piece", ["stone", "pawn", "knight", "mark", "match"])
def test_picture_shows_every_piece_inside_its_frame(shape, piece):
    board = Board(3, 2, {(0, 0): 0, (2, 1): 1}, shape=shape, piece=piece)
    root = ElementTree.fromstring(draw(board))
    assert root.tag == f"{SVG}svg"
    bare = ElementTree.fromstring(draw(Board(3, 2, {}, shape=shape)))
    assert len(root) - len(bare) >= 2
    width, height = (float(n) for n in root.get("viewBox").split()[2:])
    for circle in root.iter(f"{SVG}circle"):
        x, y, r = (float(circle.get(name)) for name in ("cx", "cy", "r"))
        assert r <= x <= width - r
        assert r <= y <= height - r


def test_dominoes_lie_on_two_cells():
    board = Board(2, 2, {(0, 0): 0, (0, 1): 0}, piece="domino", dominoes=(((0, 0), (0, 1)),))
    domino = list(ElementTree.fromstring(draw(board)).iter(f"{SVG}rect"))[-1]
    assert float(domino.get("height")) > 2 * float(domino.get("width"))


def test_hex_picture_marks_last_move_and_winning_chain():
    state = Hex(2).start().play_all("a1 b1 a2")
    assert state.winner == 0
    board = state.board()
    assert board.last == {(0, 1)}
    assert board.winning == {(0, 0), (0, 1)}
    assert state.svg().count("#2a9d5c") == 2


@pytest.mark.parametrize(
    ("game", "moves", "cells"),
    [
        ("connect4", "5 7 1 2 1 3 6 2 1 4 1", "a1 a2 a3 a4"),
        ("mnk", "a1 b3 c3 b1 c2 a2 a3 c1 b2", "a1 b2 c3"),
        ("hex:3", "a1 b3 c3 b1 c2 a2 a3 c1", "a2 b1 c1"),
        ("breakthrough:3x4", "b2xc3 b4xc3 c2xb3 a3b2 a2a3 b2xc1", "c1"),
        ("knightthrough:4x5", "a2c3 a4xc3 c2xb4 c3xb1", "b1"),
        ("atarigo:3", "a1 b3 c3 b1 c2 a2", "a1"),
    ],
)
def test_what_has_won_is_marked_in_the_text_and_in_the_picture(game, moves, cells):
    *before, last = moves.split()
    state = find(game).start().play_all(" ".join(before))
    assert state.board().winning == frozenset()
    assert "#2a9d5c" not in state.svg()
    state = state.play(last)
    board = state.board()
    assert state.is_over
    assert board.winning == {parse_cell(cell) for cell in cells.split()}
    assert state.svg().count("#2a9d5c") == len(board.winning)


def test_text_becomes_a_picture_with_special_characters_escaped():
    root = ElementTree.fromstring(draw_text("a < b\n& c"))
    assert [text.text for text in root] == ["a < b", "& c"]
