"""Domineering: the kernel against sets of cells, solved boards, the law of playouts, notation."""

import random
from functools import cache

import pytest
from test_atarigo import can_win

from playout import Domineering, GameError, IllegalMove
from playout.kernel import JIT
from playout.perft import perft
from playout.playouts import run_playouts

VERTICAL, HORIZONTAL = 0, 1

# The published classes: V and H, Vertical or Horizontal wins whoever begins; N, the player
# who begins wins; P, the other one. A line is a number of rows, from 1 column on.
OUTCOMES = {
    1: "PHHHHH",
    2: "VNNHVN",
    3: "VNNHHH",
    4: "VVVNVN",
    5: "VHVHPH",
    6: "VNVNV",
}
BOARDS = [
    (cols, rows, outcome)
    for rows, line in OUTCOMES.items()
    for cols, outcome in enumerate(line, start=1)
]


def dominoes(cells, player):
    """Each pair of free cells that a player can cover, by its lower or left cell."""
    across, up = (0, 1) if player == VERTICAL else (1, 0)
    return {cell for cell in cells if (cell[0] + across, cell[1] + up) in cells}


@pytest.mark.parametrize("cols", [1, 2, 3, 5, 8] if JIT else [1, 3])
@pytest.mark.parametrize("rows", [1, 2, 4, 7, 8] if JIT else [2, 4])
def test_legal_moves_and_winner_are_those_of_sets_of_cells(cols, rows):
    for seed in range(20 if JIT else 2):
        rng = random.Random(seed)
        state = Domineering(cols, rows).start()
        free = {(col, row) for col in range(cols) for row in range(rows)}
        while places := dominoes(free, state.player):
            assert {(move % 8, move // 8) for move in state.moves()} == places
            assert len(state.moves()) == len(places)
            col, row = rng.choice(sorted(places))
            free -= {(col, row), (col, row + 1) if state.player == VERTICAL else (col + 1, row)}
            state = state.play(8 * row + col)
            assert state.board().pieces.keys().isdisjoint(free)
            assert len(state.board().pieces) + len(free) == cols * rows
        assert state.winner == 1 - state.player


def first_wins(cols, rows):
    game = Domineering(cols, rows)
    return can_win(game, VERTICAL, game.max_plies())


def outcome(cols, rows):
    """The class of a board; Horizontal begins on the board that is laid on its side."""
    who_wins = first_wins(cols, rows), first_wins(rows, cols)
    return {(1, 1): "N", (1, 0): "V", (0, 1): "H", (0, 0): "P"}[who_wins]


SMALL = [board for board in BOARDS if board[0] * board[1] <= 9]


@pytest.mark.parametrize(("cols", "rows", "expected"), BOARDS if JIT else SMALL)
def test_outcome_of_solved_boards(cols, rows, expected):
    assert outcome(cols, rows) == expected


def test_perft():
    counts = [56, 2940, 146580, 6823548] if JIT else [56, 2940]
    state = Domineering().start()
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("size", [(1, 1), (5, 1)])
def test_a_player_who_cannot_move_at_the_start_has_lost(size):
    start = Domineering(*size).start()
    assert start.winner == HORIZONTAL
    assert perft(start, 1) == 0
    assert set(run_playouts(start, 5)) == {HORIZONTAL}


@cache
def chance(state):
    """The chance that Vertical wins if all moves are random, by trying them all."""
    if state.is_over:
        return float(state.winner == VERTICAL)
    return sum(chance(state.play(move)) for move in state._legal) / len(state._legal)


@pytest.mark.parametrize(
    ("cols", "rows", "line"),
    [
        (3, 3, ""),
        (4, 3, ""),
        (3, 4, "a1a2"),
        (8, 2, "h1h2"),
        (2, 8, ""),
        (8, 8, "a1a2 b1c1 a3a4 b2c2 a5a6 b3c3 a7a8 b4c4 d1d2 b5c5 d3d4 b6c6 d5d6 b7c7 d7d8 b8c8"
         " e1e2 f1g1 e3e4 f2g2 e5e6 f3g3 e7e8 f4g4"),
    ],
)  # fmt: skip
def test_playouts_win_as_often_as_uniformly_random_play(cols, rows, line):
    n = 40_000 if JIT else 300
    state = Domineering(cols, rows).start().play_all(line)
    wins = int((run_playouts(state, n) == VERTICAL).sum())
    expected = chance(state)
    assert 0 < expected < 1
    assert abs(wins - n * expected) <= 5 * (n * expected * (1 - expected)) ** 0.5


@pytest.mark.parametrize("text", ["a1a2", "A1A2", "a1-a2", "a1 a2", " a2a1 "])
def test_spellings_of_a_domino(text):
    assert Domineering(3, 3).start().play(text).history[0].name == "a1a2"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1", "a move is the two cells of a domino, such as a1a2"),
        ("a1a22", "a22 is not on the board of 4 x 3"),
        ("d3d4", "d4 is not on the board of 4 x 3"),
        ("a1b1", "Vertical covers a cell and the one above it, such as a1a2"),
        ("a1a3", "Vertical covers a cell and the one above it, such as a1a2"),
        ("c2c3", "c3 is covered"),
        ("b2b3", "b3 is covered"),
    ],
)
def test_complaint_says_what_is_wrong(text, why):
    state = Domineering(4, 3).start().play_all("a1a2 b3c3")
    with pytest.raises(IllegalMove, match=why):
        state.play(text)


def test_complaint_tells_horizontal_how_its_dominoes_lie():
    with pytest.raises(IllegalMove, match="Horizontal covers a cell and the one on its right"):
        Domineering(4, 4).start().play("a1a2").play("b1b2")


def test_codes_tell_dominoes_apart_on_the_same_cell():
    state = Domineering(3, 3).start()
    vertical = {state.codes()[move] for move in state.moves()}
    horizontal = set(state.play("c2c3").codes().values())
    assert vertical.isdisjoint(horizontal)


@pytest.mark.parametrize("field", ["cols", "rows"])
@pytest.mark.parametrize("value", [0, 9])
def test_size_out_of_range_is_refused(field, value):
    with pytest.raises(GameError, match=f"Domineering: {field} must be from 1 to 8, not {value}"):
        Domineering(**{field: value})


def test_board_shows_dominoes_that_touch_as_those_that_were_laid():
    state = Domineering(4, 4).start().play_all("a1a2 b1c1 a3a4 b2c2")
    assert str(state).split("\n") == [
        "4 ┃ . . .",
        "3 ┃ . . .",
        "2 ┃ ━ ━ .",
        "1 ┃ ━ ━ .",
        "  a b c d",
        "Vertical to move",
    ]
    assert set(state.board().dominoes) == {
        ((0, 0), (0, 1)),
        ((0, 2), (0, 3)),
        ((1, 0), (2, 0)),
        ((1, 1), (2, 1)),
    }
    assert state.board().last == {(1, 1), (2, 1)}
