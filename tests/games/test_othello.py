"""Othello: published counts, a naive oracle, passes and ends, the solution of the 4 x 4 board."""

from math import exp, sqrt

import pytest

from playout import GameError, IllegalMove, Othello
from playout.board import cell_name
from playout.conformance import random_game
from playout.kernel import JIT, entry
from playout.perft import perft
from playout.playouts import run_playouts

# Move sequences by length, a pass being a move, as published: a game that is over counts at
# every greater length too. ENDED are the games that are over after so many moves.
PUBLISHED = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636]
ENDED = {9: 228, 10: 356, 11: 6384}

PASS_OF_BLACK = "b1 c1 d3 a1"  # on the 4 x 4 board
SHORTEST_GAME = "e6 f4 e3 f6 g5 d6 e7 f5 c5"


def ended_before(depth):
    return sum(count for plies, count in ENDED.items() if plies < depth)


def test_perft():
    depth = 11 if JIT else 4
    counts = [perft(Othello().start(), d) + ended_before(d) for d in range(depth)]
    assert counts == PUBLISHED[:depth]


@pytest.mark.slow
@pytest.mark.parametrize("depth", [11, 12])
def test_perft_deeper(depth):
    assert perft(Othello().start(), depth) + ended_before(depth) == PUBLISHED[depth]


# --- a naive oracle: a dict of discs, one step at a time -----------------------------

DIRECTIONS = [(c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)]


def enclosed(discs, cell, player):
    """The discs that a new disc encloses; off the board `discs.get` finds nothing."""
    found = []
    for right, down in DIRECTIONS:
        run = []
        at = cell[0] + right, cell[1] + down
        while discs.get(at) == 1 - player:
            run.append(at)
            at = at[0] + right, at[1] + down
        if discs.get(at) == player:
            found += run
    return found


def turning(discs, size, player):
    """The cells where a player turns something, row by row."""
    cells = [(col, row) for row in range(size) for col in range(size)]
    return [cell for cell in cells if cell not in discs and enclosed(discs, cell, player)]


def naive_moves(discs, size, player):
    """The names of the legal moves row by row; none where the game is over."""
    if own := turning(discs, size, player):
        return [cell_name(cell) for cell in own]
    return ["pass"] if turning(discs, size, 1 - player) else []


def naive_evaluation(discs, size):
    """A move to choose from counts one, a corner six, and six are worth e to one."""
    corners = [discs.get((col, row)) for col in (0, size - 1) for row in (0, size - 1)]
    counts = [len(turning(discs, size, who)) + 6 * corners.count(who) for who in (0, 1)]
    return 1 / (1 + exp((counts[1] - counts[0]) / 6))


def naive_winner(discs):
    black = list(discs.values()).count(0)
    white = list(discs.values()).count(1)
    return None if black == white else int(white > black)


@entry
def evaluated(game, words):
    return game.evaluate(words)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_rules_agree_with_a_naive_board(size):
    h = size // 2
    passes = 0
    for seed in range(100 if JIT else 3):
        discs = {(h - 1, h - 1): 1, (h, h): 1, (h, h - 1): 0, (h - 1, h): 0}
        state = Othello(size).start()
        for move in random_game(Othello(size), seed).history:
            assert state.board().pieces == discs
            assert [legal.name for legal in state.moves()] == naive_moves(discs, size, state.player)
            value = naive_evaluation(discs, size)
            assert evaluated(state.game, state.words) == pytest.approx(value, abs=1e-12)
            if move.name == "pass":
                passes += 1
            else:
                cell = move % size, move // size
                for turned in (*enclosed(discs, cell, state.player), cell):
                    discs[turned] = state.player
            state = state.play(move)
        assert state.board().pieces == discs
        assert naive_moves(discs, size, state.player) == []
        assert state.is_over
        assert state.winner == naive_winner(discs)
    assert passes > 0 or not JIT


# --- passing and the end -------------------------------------------------------------


def test_pass_is_the_only_move_of_who_can_turn_nothing():
    state = Othello(4).start().play_all(PASS_OF_BLACK)
    assert not state.is_over
    assert [(int(move), move.name) for move in state.moves()] == [(16, "pass")]
    after = state.play("PASS")
    assert after.board().pieces == state.board().pieces
    assert after.board().last == frozenset()
    assert after.player == 1
    assert "pass" not in [move.name for move in after.moves()]


def test_key_tells_who_is_to_move():
    state = Othello(4).start().play_all(PASS_OF_BLACK)
    assert state._key != state.play("pass")._key


def test_key_ignores_how_often_was_passed():
    # The same discs and the same player to move, whatever the count of plies.
    state = Othello(4).start().play_all(PASS_OF_BLACK)
    words = state.words.copy()
    words[0] += 2
    assert type(state)(state.game, words)._key == state._key


def test_game_is_over_when_neither_can_turn_a_disc():
    state = Othello().start().play_all(SHORTEST_GAME)
    assert state.is_over
    assert state.winner == 0
    assert set(state.board().pieces.values()) == {0}
    assert set(run_playouts(state, 5).tolist()) == {0}
    with pytest.raises(IllegalMove, match="the game is over, Black has won"):
        state.play("pass")


def test_equal_numbers_of_discs_are_a_draw():
    for seed in range(200):
        state = random_game(Othello(4), seed)
        owners = list(state.board().pieces.values())
        assert state.is_draw == (owners.count(0) == owners.count(1))
        if state.is_draw:
            assert state.winner is None
            return
    pytest.fail("no draw in 200 games")


@pytest.mark.parametrize("line", [PASS_OF_BLACK, "b1 a1 a2 c1 d1"])
def test_playouts_follow_the_exact_law(line):
    laws = {}

    def law(state):
        """The chances of Black, of White and of a draw in random play."""
        if state.is_over:
            return [float(state._winner == winner) for winner in (0, 1, 2)]
        if state._key not in laws:
            after = [law(state.play(move)) for move in state._legal]
            laws[state._key] = [sum(chances) / len(after) for chances in zip(*after, strict=True)]
        return laws[state._key]

    state = Othello(4).start().play_all(line)
    n = 200_000 if JIT else 2_000
    winners = run_playouts(state, n, seed=5)
    for winner, chance in enumerate(law(state)):
        # Five standard deviations: by chance once in two million times.
        assert abs((winners == winner).mean() - chance) < 5 * sqrt(chance * (1 - chance) / n)


@pytest.mark.skipif(not JIT, reason="some ten thousand positions")
def test_white_wins_on_the_4_x_4_board():
    values = {}

    def value(state):
        """1, 0 or -1 for the player to move."""
        if state.is_over:
            return 0 if state.is_draw else (1 if state.winner == state.player else -1)
        if state._key not in values:
            best = -1
            for move in state._legal:
                best = max(best, -value(state.play(move)))
                if best == 1:
                    break
            values[state._key] = best
        return values[state._key]

    assert value(Othello(4).start()) == -1


@pytest.mark.slow
def test_white_wins_by_11_to_3_on_the_4_x_4_board():
    margins = {}

    def margin(state):
        """Discs of the player to move less those of the other, after best play."""
        if state.is_over:
            owners = list(state.board().pieces.values())
            return owners.count(state.player) - owners.count(1 - state.player)
        if state._key not in margins:
            margins[state._key] = max(-margin(state.play(move)) for move in state._legal)
        return margins[state._key]

    assert margin(Othello(4).start()) == 3 - 11


# --- looks and words -----------------------------------------------------------------


def test_board_has_row_1_on_top_and_white_on_d4():
    assert str(Othello().start().play("d3")).split("\n") == [
        "1 . . . . . . . .",
        "2 . . . . . . . .",
        "3 . . . ● . . . .",
        "4 . . . ● ● . . .",
        "5 . . . ● ○ . . .",
        "6 . . . . . . . .",
        "7 . . . . . . . .",
        "8 . . . . . . . .",
        "  a b c d e f g h",
        "White to move",
    ]


def test_picture_is_green_and_marks_the_last_disc():
    state = Othello(4).start()
    assert state.svg().count('fill="#2f8556"') == 16
    assert state.play("b1").board().last == {(1, 0)}


def test_moves_are_numbered_row_by_row():
    assert [int(move) for move in Othello().start().moves()] == [19, 26, 37, 44]
    assert [move.name for move in Othello().start().moves()] == ["d3", "c4", "f5", "e6"]
    assert [int(move) for move in Othello(6).start().moves()] == [8, 13, 22, 27]


def test_moves_may_run_together():
    spaced = Othello().start().play_all("f5 d6, c3 D3")
    assert Othello().start().play_all("F5d6c3d3") == spaced
    state = Othello(4).start().play_all(PASS_OF_BLACK.replace(" ", "") + "pass")
    assert [move.name for move in state.history][-2:] == ["a1", "pass"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pass", "a player with a disc to turn must not pass"),
        ("i1", "i1 is not on the board of 8 x 8"),
        ("a9", "a9 is not on the board of 8 x 8"),
        ("a0", "a0 is not on the board of 8 x 8"),
        ("D4", "d4 is occupied"),
        ("a1", "a disc on a1 turns nothing"),
        ("x", "a move is a cell such as d3, or pass"),
    ],
)
def test_illegal_moves_are_explained(text, why):
    with pytest.raises(IllegalMove, match=f"{why}; legal: d3 c4 f5 e6"):
        Othello().start().play(text)


@pytest.mark.parametrize("size", [0, 2, 5, 7, 10, -4])
def test_impossible_sizes_are_refused(size):
    with pytest.raises(GameError, match=f"Othello: size must be one of 4, 6, 8, not {size}"):
        Othello(size)
