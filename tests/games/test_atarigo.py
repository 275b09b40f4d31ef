"""Atarigo: the kernel against a naive board, solved boards, the law of playouts, notation."""

import random
from functools import cache

import numba
import numpy as np
import pytest

from playout import ONGOING, Atarigo, GameError, IllegalMove
from playout.kernel import JIT
from playout.perft import perft
from playout.playouts import run_playouts

BLACK, WHITE = 0, 1


class Goban:
    """A Go board as a beginner would write it: a dictionary of stones, nothing remembered."""

    def __init__(self, size):
        self.size = size
        self.stones = {}

    def points(self):
        return [(col, row) for row in range(self.size) for col in range(self.size)]

    def neighbours(self, point):
        col, row = point
        around = [(col + 1, row), (col - 1, row), (col, row + 1), (col, row - 1)]
        return [(c, r) for c, r in around if 0 <= c < self.size and 0 <= r < self.size]

    def has_liberty(self, point):
        """Whether the chain of the stone at this point touches an empty point."""
        chain, to_visit = {point}, [point]
        while to_visit:
            for near in self.neighbours(to_visit.pop()):
                if near not in self.stones:
                    return True
                if near not in chain and self.stones[near] == self.stones[point]:
                    chain.add(near)
                    to_visit.append(near)
        return False

    def what_happens(self, point, colour):
        """What a stone at this empty point would do: "capture", "suicide" or "nothing"."""
        self.stones[point] = colour
        touched = [p for p in self.neighbours(point) if self.stones.get(p) == 1 - colour]
        captures = not all(self.has_liberty(p) for p in touched)
        lives = self.has_liberty(point)
        del self.stones[point]
        if captures:
            return "capture"
        return "nothing" if lives else "suicide"

    def moves(self, colour, forbidden):
        """The numbers of the points where what happens is not forbidden."""
        return [
            number
            for number, point in enumerate(self.points())
            if point not in self.stones and self.what_happens(point, colour) not in forbidden
        ]


def naive_game(size, seed, is_shy):
    """A random game on the naive board: (legal moves, the move played), ..., and the winner.

    A shy game captures only where nothing else is legal, so the board gets crowded.
    """
    rng = random.Random(seed)
    goban, colour, plies = Goban(size), BLACK, []
    while True:
        legal = goban.moves(colour, forbidden=("suicide",))
        if not legal:
            return plies, 1 - colour
        quiet = goban.moves(colour, forbidden=("suicide", "capture"))
        move = rng.choice(quiet if is_shy and quiet else legal)
        plies.append((legal, move))
        if move not in quiet:
            return plies, colour
        goban.stones[goban.points()[move]] = colour
        colour = 1 - colour


GAMES = [(2, 10), (3, 30), (4, 30), (5, 20), (6, 12), (7, 12), (8, 15), (9, 10), (10, 3), (11, 2)]
LARGE = [(12, 1), (13, 1), (15, 1), (16, 1), (19, 1)]


@pytest.mark.parametrize("is_shy", [False, True])
@pytest.mark.parametrize(("size", "n_games"), GAMES + LARGE if JIT else [(2, 5), (3, 5), (9, 1)])
def test_legal_moves_and_winner_are_those_of_a_naive_board(size, n_games, is_shy):
    for seed in range(n_games):
        plies, winner = naive_game(size, seed, is_shy)
        state = Atarigo(size).start()
        for legal, move in plies:
            assert [int(m) for m in state.moves()] == legal
            state = state.play(move)
        assert state.is_over
        assert state.winner == winner


@pytest.mark.parametrize("size", [2, 3] if JIT else [2])
def test_every_position_of_a_small_board_is_that_of_a_naive_board(size):
    to_visit, seen = [(Atarigo(size).start(), ())], set()
    while to_visit:
        state, stones = to_visit.pop()
        if stones in seen:
            continue
        seen.add(stones)
        goban = Goban(size)
        goban.stones = dict(stones)
        legal = goban.moves(state.player, forbidden=("suicide",))
        quiet = goban.moves(state.player, forbidden=("suicide", "capture"))
        assert [int(move) for move in state.moves()] == legal
        assert state.winner == (None if legal else 1 - state.player)
        for move in legal:
            after = state.play(move)
            if move in quiet:
                stone = goban.points()[move], state.player
                to_visit.append((after, tuple(sorted((*stones, stone)))))
            else:
                assert after.winner == state.player
    assert len(seen) == {2: 25, 3: 3884}[size]  # where every chain has a liberty


def test_playing_on_after_a_capture_is_refused():
    state = Atarigo(3).start().play_all("a2 a1 b1")
    assert state.winner == BLACK
    assert state.board().winning == {(0, 0)}
    with pytest.raises(IllegalMove, match="the game is over, Black has won"):
        state.play("c3")


def test_a_capture_goes_before_the_liberties_of_the_stone_that_captures():
    # b1 has no liberty of its own, but takes the last one of the white stones a1 and a2.
    state = Atarigo(4).start().play_all("a3 a1 b2 a2 d4 c1 d3 b3 b1")
    assert state.winner == BLACK


@pytest.mark.parametrize("size", [5, 9, 11] if JIT else [5])
@pytest.mark.parametrize(
    ("one", "two", "captured"),
    [
        ("c3 a1 e1 b5", "e1 b5 c3 a1", set()),
        # In one line c3 is in atari when it runs to c4, in the other not yet.
        ("c3 c2 e1 b3 e2 d3 c4", "c3 c2 e1 b3 c4 d3 e2", set()),
        # The last stone captures c3 and d4 together; d3 has one liberty left.
        ("b3 c3 c2 d4 e4 a1 d5 d2 c4 a5 d3", "b3 c3 c2 d4 e4 a1 d5 d2 d3 a5 c4", {(2, 2), (3, 3)}),
    ],
)
def test_position_is_the_same_whatever_the_order_of_the_moves(size, one, two, captured):
    states = [Atarigo(size).start().play_all(line) for line in (one, two)]
    assert states[0] == states[1]
    assert hash(states[0]) == hash(states[1])
    assert states[0].board().winning == captured


def exact_chance(state):
    """The chance that the first player wins if all moves are random, by trying them all."""

    @cache
    def chance(state):
        if state.is_over:
            return float(state.winner == BLACK)
        return sum(chance(state.play(move)) for move in state._legal) / len(state._legal)

    return chance(state)


def crowded(game, seed, n_left):
    """A position so many plies before the end of a random game that shuns its end."""
    rng = random.Random(seed)
    states = [game.start()]
    while not states[-1].is_over:
        for move in rng.sample(states[-1]._legal, len(states[-1]._legal)):
            after = states[-1].play(move)
            if not after.is_over:
                break
        states.append(after)
    return states[-min(n_left + 1, len(states))]


@pytest.mark.parametrize("size", [3, 8, 9, 10, 13] if JIT else [3, 9, 11])
def test_playouts_win_as_often_as_uniformly_random_play(size):
    n = 20_000 if JIT else 100
    for seed in range(2 if JIT else 1):
        state = crowded(Atarigo(size), seed, n_left=7 if JIT else 4)
        expected = exact_chance(state)
        wins = int((run_playouts(state, n, seed) == BLACK).sum())
        # Within five standard deviations; exactly, where nothing is left to chance.
        assert abs(wins - n * expected) <= 5 * (n * expected * (1 - expected)) ** 0.5


@numba.njit(error_model="numpy")
def search(game, hero, limit, states, moves, left, known):
    """Whether a player can force a win within `limit` plies: every move is tried.

    Row p of the arrays belongs to ply p, and left[p] of its moves are still to be tried.
    `known` remembers positions by their key, the answer in its lowest bit.
    """
    ply = 0
    left[0] = game.moves(states[0], moves[0])
    while True:
        if left[ply] > 0:
            left[ply] -= 1
            for i in range(game.n_words()):
                states[ply + 1, i] = states[ply, i]
            game.play(states[ply + 1], moves[ply, left[ply]])
            ply += 1
            winner = game.winner(states[ply])
            key = game.key(states[ply])
            found = known[key % np.uint64(len(known))]
            if winner != ONGOING or ply == limit:
                is_won = winner == hero
            elif found >> np.uint64(1) == key >> np.uint64(1):
                is_won = found & np.uint64(1) != 0
            else:
                left[ply] = game.moves(states[ply], moves[ply])
                continue
        else:
            # All moves tried: none won for the hero, or none saved the other.
            is_won = game.player(states[ply]) != hero
            remember(known, game.key(states[ply]), is_won)
        # A move that wins for the one who chose it decides the position before it.
        while ply > 0 and is_won == (game.player(states[ply - 1]) == hero):
            ply -= 1
            remember(known, game.key(states[ply]), is_won)
        if ply == 0:
            return is_won
        ply -= 1


@numba.njit
def remember(known, key, is_won):
    known[key % np.uint64(len(known))] = key & ~np.uint64(1) | np.uint64(is_won)


def can_win(game, hero, limit, memory=1 << 20):
    """Whether a player can force a win from the start within so many plies."""
    start = game.start()
    if start.is_over:
        return start.winner == hero
    states = np.zeros((limit + 1, game.n_words()), np.uint64)
    states[0] = start.words
    moves = np.zeros((limit + 1, game.n_moves()), np.int64)
    left = np.zeros(limit + 1, np.int64)
    return bool(search(game, hero, limit, states, moves, left, np.zeros(memory, np.uint64)))


SOLVED = [(2, WHITE, 4), (3, BLACK, 7), (4, WHITE, 14)]


@pytest.mark.parametrize(("size", "winner", "plies"), SOLVED if JIT else SOLVED[:2])
def test_solved_boards_are_won_in_so_many_plies_and_not_before(size, winner, plies):
    assert can_win(Atarigo(size), winner, plies)
    assert not can_win(Atarigo(size), winner, plies - 1)


# Counted on the naive board.
PERFT = {
    2: [4, 12, 24, 16, 0],
    3: [9, 72, 504, 2928, 13952, 48000, 114912, 118656, 43776, 0],
    4: [16, 240, 3360, 43472, 517952],
    5: [25, 600, 13800, 303248],
}


@pytest.mark.parametrize("size", PERFT)
def test_perft(size):
    counts = PERFT[size] if JIT else PERFT[size][:3]
    state = Atarigo(size).start()
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("text", ["c4", "C4", " c4 ", "c 4", "c04"])
def test_spellings_of_a_point(text):
    assert Atarigo(5).start().play(text).board().pieces == {(2, 3): BLACK}


def test_no_letter_is_skipped():
    names = [move.name for move in Atarigo(19).start().moves()]
    assert names[:19] == [f"{letter}1" for letter in "abcdefghijklmnopqrs"]
    assert names[-1] == "s19"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a6", "a6 is not on the board of 5 x 5"),
        ("f1", "f1 is not on the board of 5 x 5"),
        ("a0", "a0 is not on the board of 5 x 5"),
        ("pass", "a move is a point such as c4"),
        ("b1", "b1 is occupied"),
        ("a1", "suicide is illegal, and a stone at a1 would have no liberty"),
    ],
)
def test_complaint_says_what_is_wrong(text, why):
    state = Atarigo(5).start().play_all("a2 e5 b1")
    with pytest.raises(IllegalMove, match=why):
        state.play(text)


@pytest.mark.parametrize("size", [1, 20, -3])
def test_size_out_of_range_is_refused(size):
    with pytest.raises(GameError, match=f"Atarigo: size must be from 2 to 19, not {size}"):
        Atarigo(size)


def test_text_board():
    state = Atarigo(4).start().play_all("a1 b2 d4")
    assert str(state).split("\n") == [
        "4 . . . ●",
        "3 . . . .",
        "2 . ○ . .",
        "1 ● . . .",
        "  a b c d",
        "White to move",
    ]
