"""Mnk: all of tic-tac-toe, a naive oracle, the exact law of playouts on both of their paths."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import sqrt

import pytest

from playout import GameError, IllegalMove, Mnk
from playout.conformance import random_game
from playout.kernel import JIT
from playout.perft import perft
from playout.playouts import run_playouts

# --- tic-tac-toe, counted completely ---------------------------------------------------

PERFT = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
GAMES_BY_LENGTH = {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}
GAMES_BY_WINNER = {0: 131184, 1: 77904, None: 46080}
REACHABLE_STATES = 5478


def test_perft_of_tic_tac_toe():
    depth = len(PERFT) if JIT else 5
    assert [perft(Mnk().start(), d) for d in range(depth)] == PERFT[:depth]


@pytest.fixture(scope="module")
def tic_tac_toe():
    """Every state, and in how many ways it is reached."""
    layers = [{Mnk().start(): 1}]
    while layers[-1]:
        following = Counter()
        for state, ways in layers[-1].items():
            for move in state._legal:
                following[state.play(move)] += ways
        layers.append(following)
    return {state: ways for layer in layers for state, ways in layer.items()}


def test_tic_tac_toe_has_its_number_of_states(tic_tac_toe):
    assert len(tic_tac_toe) == REACHABLE_STATES
    assert len({state._key for state in tic_tac_toe}) == REACHABLE_STATES


def test_tic_tac_toe_has_its_number_of_games(tic_tac_toe):
    by_length, by_winner = Counter(), Counter()
    for state, ways in tic_tac_toe.items():
        if state.is_over:
            by_length[len(state.history)] += ways
            by_winner[state.winner] += ways
    assert by_length == GAMES_BY_LENGTH
    assert by_winner == GAMES_BY_WINNER
    assert by_length.total() == 255168


# --- a naive oracle: a dict of stones --------------------------------------------------


def naive_lines(stones, line):
    """Every `line` cells in a row with stones of one player."""
    found = []
    for col, row in stones:
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = [(col + i * right, row + i * up) for i in range(line)]
            if {stones.get(cell) for cell in cells} == {stones[col, row]}:
                found.append(cells)
    return found


SIZES = [
    (3, 3, 3), (4, 3, 3), (3, 4, 3), (5, 5, 4), (7, 7, 5), (7, 2, 6), (2, 7, 2), (1, 1, 2),
    (8, 7, 5), (7, 8, 7), (8, 8, 8), (15, 15, 5), (19, 19, 5), (19, 2, 3), (1, 19, 4), (13, 9, 6),
]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_rules_agree_with_a_naive_board(size):
    cols, rows, line = size
    game = Mnk(*size)
    for seed in range((60 if cols * rows < 50 else 4) if JIT else 1):
        stones = {}
        state = game.start()
        for move in random_game(game, seed).history:
            empty = [i for i in range(cols * rows) if (i % cols, i // cols) not in stones]
            assert state._legal == tuple(empty)
            assert not naive_lines(stones, line)
            stones[move % cols, move // cols] = state.player
            state = state.play(move)
            assert state.board().pieces == stones
        lines = naive_lines(stones, line)
        assert state.is_over
        assert state.winner == (stones[lines[0][0]] if lines else None)
        assert state.is_draw == (not lines)
        assert state.board().winning == {cell for cells in lines for cell in cells}


@pytest.mark.parametrize("size", [(7, 7, 5), (9, 9, 5)])
def test_every_place_and_direction_of_a_line_wins(size):
    """X fills each line in turn, last of all the middle; O's stones never make one."""
    cols, rows, line = size
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for col in range(cols - right * (line - 1)):
            for row in range(max(0, -up) * (line - 1), rows - max(0, up) * (line - 1)):
                cells = [(col + i * right, row + i * up) for i in range(line)]
                # A knight's move apart, O's stones are nowhere next to each other.
                others = [(c, r) for r in range(rows) for c in range(cols) if (c + 2 * r) % 5 == 0]
                others = [cell for cell in others if cell not in cells][: line - 1]
                order = [*cells[: line // 2], *cells[line // 2 + 1 :], cells[line // 2]]
                state = Mnk(*size).start()
                for mine, theirs in zip(order, [*others, None], strict=True):
                    assert not state.is_over
                    state = state.play(mine[1] * cols + mine[0])
                    if theirs:
                        state = state.play(theirs[1] * cols + theirs[0])
                assert state.winner == 0
        if not JIT:
            return


def test_more_than_a_line_wins_too():
    state = Mnk(15, 15, 5).start().play_all("a1 a9 b1 b9 c1 c8 e1 d8 f1 e9 d1")
    assert state.winner == 0
    assert state.board().winning == {(col, 0) for col in range(6)}


@pytest.mark.parametrize("moves", ["r5 a5 s5", "e18 e1 e19", "r18 a1 s19", "r2 a19 s1"])
def test_stones_at_opposite_edges_are_no_line(moves):
    # Nor are those of both players: in a word they lie one behind the other.
    assert not Mnk(19, 19, 3).start().play_all(moves).is_over


# --- the law of playouts ---------------------------------------------------------------


def exact_law(size, moves=()):
    """The chance of each winner (2: a draw) in random play, from a naive walk over all games."""
    cols, rows, line = size

    @cache
    def law(stones):
        player = len(stones) % 2
        if naive_lines(dict(stones), line):
            return {1 - player: Fraction(1)}
        cells = [(col, row) for row in range(rows) for col in range(cols)]
        empty = [cell for cell in cells if cell not in dict(stones)]
        if not empty:
            return {2: Fraction(1)}
        chances = Counter()
        for cell in empty:
            for winner, chance in law(stones | {(cell, player)}).items():
                chances[winner] += chance / len(empty)
        return dict(chances)

    return law(frozenset((cell, i % 2) for i, cell in enumerate(moves)))


@pytest.mark.parametrize(
    ("size", "moves"),
    [
        ((3, 3, 3), ()),
        ((3, 3, 3), ((1, 1), (0, 0), (2, 2))),
        ((2, 4, 3), ()),
        # Longer than 7: the playout of large boards.
        ((8, 1, 3), ()),
        ((1, 8, 2), ((0, 3),)),
        ((8, 2, 3), ((0, 0), (2, 1), (5, 0), (3, 0), (7, 1), (1, 0), (6, 1), (7, 0))),
    ],
)
def test_playouts_follow_the_exact_law(size, moves):
    law = exact_law(size, moves)
    state = Mnk(*size).start()
    for col, row in moves:
        state = state.play(row * size[0] + col)
    n = 200_000 if JIT else 2_000
    counts = Counter(run_playouts(state, n, seed=5).tolist())
    assert counts.keys() <= law.keys()
    for winner, chance in law.items():
        # Five standard deviations: by chance once in two million times.
        assert abs(counts[winner] / n - chance) < 5 * sqrt(chance * (1 - chance) / n)


def test_exact_law_of_tic_tac_toe_is_the_known_one():
    x, o, draw = Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63)
    assert exact_law((3, 3, 3)) == {0: x, 1: o, 2: draw}


@pytest.mark.parametrize(
    ("size", "moves"), [((3, 3, 3), "a1 a2 b1 b2 c1"), ((9, 9, 3), "a1 a2 b1 b2 i9 c2")]
)
def test_playout_of_a_finished_game_keeps_its_winner(size, moves):
    state = Mnk(*size).start().play_all(moves)
    assert state.is_over
    assert set(run_playouts(state, 20).tolist()) == {state.winner}


# --- best play -------------------------------------------------------------------------


VALUES = {(2, 2, 2): 1, (4, 2, 3): 0, (3, 3, 3): 0, (4, 3, 3): 1}


@pytest.mark.parametrize("size", VALUES if JIT else [(2, 2, 2), (4, 2, 3)])
def test_value_under_best_play(size):
    values = {}

    def best(state):
        """1, 0 or -1 for the player to move; who has just moved is the one who may have won."""
        if state.is_over:
            return 0 if state.is_draw else -1
        if state._key not in values:
            found = -1
            for move in state._legal:
                found = max(found, -best(state.play(move)))
                if found == 1:
                    break
            values[state._key] = found
        return values[state._key]

    assert best(Mnk(*size).start()) == VALUES[size]


# --- looks and words -------------------------------------------------------------------


def test_small_board_has_marks_and_row_1_at_the_bottom():
    state = Mnk().start().play_all("b2 c2 a1")
    assert str(state) == "3 . . .\n2 . X O\n1 X . .\n  a b c\nO to move"
    board = state.board()
    assert (board.shape, board.piece, board.last) == ("squares", "mark", {(0, 0)})


def test_large_board_has_stones_on_points():
    state = Mnk(6, 5, 4).start().play_all("a1 f5")
    board = state.board()
    assert (board.shape, board.piece) == ("points", "stone")
    assert str(board).split("\n")[0] == "5 . . . . . ○"
    assert str(board).split("\n")[4:] == ["1 ● . . . . .", "  a b c d e f"]
    assert Mnk(5, 5, 4).start().board().shape == "squares"


def test_winner_and_draw_in_words():
    assert Mnk().start().play_all("a1 a2 b1 b2 c1").outcome() == "the game is over, X has won"
    assert Mnk().start().play_all("a1 a2 b1 b2 c3 c2").outcome() == "the game is over, O has won"
    assert Mnk(6, 1, 2).start().play_all("a1 c1 b1").outcome() == "the game is over, Black has won"
    drawn = Mnk().start().play_all("b2 a1 c1 a3 a2 c2 b3 b1 c3")
    assert drawn.outcome() == "the game is over, a draw"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("d1", "d1 is not on the board of 3 x 4"),
        ("a5", "a5 is not on the board of 3 x 4"),
        ("a0", "a0 is not on the board of 3 x 4"),
        ("B2", "b2 is occupied"),
        ("5", "a move is a cell such as b2"),
    ],
)
def test_illegal_moves_are_explained(text, why):
    with pytest.raises(IllegalMove, match=f"{why}; legal: a1 b1 c1 a2 c2"):
        Mnk(3, 4, 3).start().play("b2").play(text)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ((0, 3, 3), "cols must be from 1 to 19, not 0"),
        ((20, 3, 3), "cols must be from 1 to 19, not 20"),
        ((3, 0, 3), "rows must be from 1 to 19, not 0"),
        ((3, 20, 3), "rows must be from 1 to 19, not 20"),
        ((3, 3, 1), "line must be from 2 to 8, not 1"),
        ((3, 4, 5), "line must be at most 4 here, not 5"),
        ((15, 15, 9), "line must be from 2 to 8, not 9"),
    ],
)
def test_impossible_sizes_are_refused(size, message):
    with pytest.raises(GameError, match=f"Mnk: {message}"):
        Mnk(*size)
