"""Knightthrough: counts, solved boards, a naive oracle, knights that cannot jump."""

import pytest
from test_breakthrough import (
    check_against_naive_board,
    check_playouts_by_the_rules,
    first_wins,
    position,
)

from playout import GameError, IllegalMove, Knightthrough
from playout.kernel import JIT
from playout.perft import perft

PERFT = [1, 40, 1600, 63520, 2521306, 99598454]
# Who wins with best play, by columns and rows; all but 4x6 and 5x6 also by plain enumeration.
FIRST_WINS = [(2, 4), (3, 4), (3, 5), (4, 6), (5, 6)]
SECOND_WINS = [(2, 5), (2, 6), (3, 6)]
FIRST_WINS_MISERE = [(2, 4)]  # only because a player who cannot jump wins
SECOND_WINS_MISERE = [(3, 4), (4, 4), (2, 5), (3, 5)]

SIZES = [(8, 8), (2, 4), (3, 4), (3, 5), (2, 7), (4, 4), (5, 6), (7, 8)]
STEPS = {(-2, 1): True, (-1, 2): True, (1, 2): True, (2, 1): True}  # may it capture?


def test_perft():
    counts = PERFT[: 5 if JIT else 2]
    assert [perft(Knightthrough().start(), d) for d in range(len(counts))] == counts


@pytest.mark.slow
def test_perft_to_the_end_of_the_table():
    assert perft(Knightthrough().start(), 5) == PERFT[5]


@pytest.mark.parametrize("size", FIRST_WINS if JIT else FIRST_WINS[:2])
def test_first_player_wins(size):
    assert first_wins(Knightthrough(*size))


@pytest.mark.parametrize("size", SECOND_WINS if JIT else SECOND_WINS[:1])
def test_second_player_wins(size):
    assert not first_wins(Knightthrough(*size))


@pytest.mark.parametrize("size", FIRST_WINS_MISERE)
def test_first_player_wins_misere(size):
    assert first_wins(Knightthrough(*size, misere=True))


@pytest.mark.parametrize("size", SECOND_WINS_MISERE if JIT else SECOND_WINS_MISERE[:1])
def test_second_player_wins_misere(size):
    assert not first_wins(Knightthrough(*size, misere=True))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_moves_and_winner_agree_with_a_naive_board(size, misere):
    check_against_naive_board(Knightthrough(*size, misere), STEPS, 20 if JIT else 1)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("size", [(8, 8), (3, 5), (4, 6)])
def test_playouts_are_those_of_the_rules(size, misere):
    check_playouts_by_the_rules(Knightthrough(*size, misere))


def test_four_jumps_of_each_player():
    state = position(Knightthrough(), 40, ["d4"], ["e6"])
    assert {move.name for move in state.moves()} == {"d4b5", "d4c6", "d4xe6", "d4f5"}
    state = position(Knightthrough(), 41, ["d4"], ["e6"])
    assert {move.name for move in state.moves()} == {"e6c5", "e6xd4", "e6f4", "e6g5"}


def test_knight_on_the_far_row_wins():
    after = position(Knightthrough(), 40, ["b7"], ["h8"]).play("b7d8")
    assert after.winner == 0
    assert after.board().winning == {(3, 7)}
    assert position(Knightthrough(), 41, ["h1"], ["g3"]).play("g3xh1").winner == 1
    assert position(Knightthrough(misere=True), 40, ["b7"], ["h8"]).play("b7d8").winner == 1


def test_capture_of_the_last_knight_wins():
    assert position(Knightthrough(), 40, ["c3"], ["d5"]).play("c3xd5").winner == 0
    assert position(Knightthrough(misere=True), 40, ["c3"], ["d5"]).play("c3xd5").winner == 1


@pytest.mark.parametrize(("misere", "winner"), [(False, 0), (True, 1)])
def test_player_whose_knights_cannot_jump_has_lost(misere, winner):
    # In the middle of three columns, before the far row: no cell to jump to.
    assert position(Knightthrough(3, 5, misere), 20, ["a1"], ["b2"]).winner is None
    assert position(Knightthrough(3, 5, misere), 21, ["a1"], ["b2"]).winner == winner
    # Beside it there is one, and on four columns there always is.
    assert position(Knightthrough(3, 5, misere), 21, ["a1"], ["c2"]).winner is None
    assert position(Knightthrough(4, 5, misere), 21, ["a1"], ["b2"]).winner is None


def test_key_ignores_the_number_of_plies_but_not_the_player():
    keys = [position(Knightthrough(), plies, ["c3"], ["d6"])._key for plies in (20, 24, 21)]
    assert keys[0] == keys[1] != keys[2]


def test_text_board():
    state = Knightthrough(4, 6).start().play_all("a2b4 c6xb4")
    assert str(state.board()).split("\n") == [
        "6 ♞ ♞ . ♞",
        "5 ♞ ♞ ♞ ♞",
        "4 . ♞ . .",
        "3 . . . .",
        "2 . ♘ ♘ ♘",
        "1 ♘ ♘ ♘ ♘",
        "  a b c d",
    ]
    assert state.outcome() == "White to move"
    assert state.board().last == {(1, 3)}


@pytest.mark.parametrize("text", ["c6xb4", "c6b4", "C6-B4"])
def test_spellings_of_a_capture(text):
    state = Knightthrough(4, 6).start().play("a2b4").play(text)
    assert state.history[-1].name == "c6xb4"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a2", "a move names two cells, where from and where to"),
        ("d2f3", "f3 is not on the board of 4 x 6"),
        ("a5b3", "White has no knight on a5"),
        ("a1c2", "White has a knight on c2 already"),
        ("a2a3", "a knight jumps forward, one row and two columns or two rows and one column"),
    ],
)
def test_complaint_says_what_is_wrong(text, why):
    with pytest.raises(IllegalMove) as error:
        Knightthrough(4, 6).start().play(text)
    assert f": {why}; legal: " in str(error.value)


@pytest.mark.parametrize("size", [(1, 8), (9, 8), (8, 3), (8, 9)])
def test_impossible_sizes_are_refused(size):
    with pytest.raises(GameError, match=r"Knightthrough: (cols|rows) must be from [24] to 8, not"):
        Knightthrough(*size)
