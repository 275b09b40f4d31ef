"""Nogo: the kernel against a naive board, solved boards, the law of playouts, notation."""

import random

import pytest
from test_atarigo import Goban, can_win, crowded, exact_chance

from playout import GameError, IllegalMove, Nogo
from playout.kernel import JIT
from playout.perft import perft
from playout.playouts import run_playouts

BLACK, WHITE = 0, 1
FORBIDDEN = ("capture", "suicide")

GAMES = [(2, 10), (3, 30), (4, 30), (5, 20), (6, 12), (7, 12), (8, 15), (9, 10), (10, 3), (11, 2)]
LARGE = [(12, 1), (13, 1), (15, 1), (16, 1), (19, 1)]


@pytest.mark.parametrize(("size", "n_games"), GAMES + LARGE if JIT else [(2, 5), (3, 5), (9, 1)])
def test_legal_moves_and_winner_are_those_of_a_naive_board(size, n_games):
    for seed in range(n_games):
        rng = random.Random(seed)
        state, goban = Nogo(size).start(), Goban(size)
        while legal := goban.moves(state.player, FORBIDDEN):
            assert [int(move) for move in state.moves()] == legal
            move = rng.choice(legal)
            goban.stones[goban.points()[move]] = state.player
            state = state.play(move)
        assert state.is_over
        assert state.winner == 1 - state.player


@pytest.mark.parametrize("size", [2, 3] if JIT else [2])
def test_every_position_of_a_small_board_is_that_of_a_naive_board(size):
    to_visit, seen = [(Nogo(size).start(), ())], set()
    while to_visit:
        state, stones = to_visit.pop()
        if stones in seen:
            continue
        seen.add(stones)
        goban = Goban(size)
        goban.stones = dict(stones)
        legal = goban.moves(state.player, FORBIDDEN)
        assert [int(move) for move in state.moves()] == legal
        assert state.winner == (None if legal else 1 - state.player)
        for move in legal:
            stone = goban.points()[move], state.player
            to_visit.append((state.play(move), tuple(sorted((*stones, stone)))))
    assert len(seen) == {2: 25, 3: 3884}[size]  # where every chain has a liberty


def test_position_is_the_same_whatever_the_order_of_the_moves():
    # In one line c3 is in atari when it runs to c4, in the other not yet.
    one = Nogo(5).start().play_all("c3 c2 e1 b3 e2 d3 c4")
    two = Nogo(5).start().play_all("c3 c2 e1 b3 c4 d3 e2")
    assert one == two
    assert hash(one) == hash(two)


@pytest.mark.parametrize("size", [3, 8, 9, 10, 13] if JIT else [3, 9, 11])
def test_playouts_win_as_often_as_uniformly_random_play(size):
    n = 20_000 if JIT else 100
    for seed in range(2 if JIT else 1):
        state = crowded(Nogo(size), seed, n_left=7 if JIT else 4)
        expected = exact_chance(state)
        wins = int((run_playouts(state, n, seed) == BLACK).sum())
        # Within five standard deviations; exactly, where nothing is left to chance.
        assert abs(wins - n * expected) <= 5 * (n * expected * (1 - expected)) ** 0.5


SOLVED = [(2, BLACK), (3, BLACK), (4, WHITE)]


@pytest.mark.parametrize(("size", "winner"), SOLVED if JIT else SOLVED[:2])
def test_solved_boards(size, winner):
    game = Nogo(size)
    assert can_win(game, winner, game.max_plies())


# Counted on the naive board.
PERFT = {
    2: [4, 12, 16, 0],
    3: [9, 72, 496, 2832, 12768, 41328, 80352, 43776, 0],
    4: [16, 240, 3352, 43264, 511776],
    5: [25, 600, 13792, 302896],
}


@pytest.mark.parametrize("size", PERFT)
def test_perft(size):
    counts = PERFT[size] if JIT else PERFT[size][:3]
    state = Nogo(size).start()
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("text", ["c4", "C4", " c4 ", "c 4", "c04"])
def test_spellings_of_a_point(text):
    assert Nogo(5).start().play(text).board().pieces == {(2, 3): BLACK}


@pytest.mark.parametrize(
    ("line", "text", "why"),
    [
        ("a3 a2 b2 c1 b1", "e1", "e1 is not on the board of 4 x 4"),
        ("a3 a2 b2 c1 b1", "pass", "a move is a point such as c4"),
        ("a3 a2 b2 c1 b1", "b2", "b2 is occupied"),
        ("a3 a2 b2 c1 b1", "a1", "suicide is illegal, and a stone at a1 would have no liberty"),
        ("a3 a2 b2 c1 b1 d4", "a1", "capturing is illegal, and a stone at a1 would capture"),
    ],
)
def test_complaint_says_what_is_wrong(line, text, why):
    with pytest.raises(IllegalMove, match=why):
        Nogo(4).start().play_all(line).play(text)


@pytest.mark.parametrize("size", [1, 20, -3])
def test_size_out_of_range_is_refused(size):
    with pytest.raises(GameError, match=f"Nogo: size must be from 2 to 19, not {size}"):
        Nogo(size)


def test_text_board():
    state = Nogo(4).start().play_all("a3 a2 b2 c1 b1")
    assert str(state).split("\n") == [
        "4 . . . .",
        "3 ● . . .",
        "2 ○ ● . .",
        "1 . ● ○ .",
        "  a b c d",
        "White to move",
    ]
