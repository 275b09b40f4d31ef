"""Go: the kernel against a naive board, OpenSpiel's counts, captures, ko, eyes, the score."""

import random

import numpy as np
import pytest
from test_atarigo import Goban

from playout import DRAW, GameError, Go, IllegalMove, State
from playout.kernel import JIT, entry, seed_stream
from playout.language import speaking, translated
from playout.perft import perft

BLACK, WHITE = 0, 1


class NaiveGo(Goban):
    """The rules by the book: the board before every move is compared for the ko."""

    def __init__(self, size):
        super().__init__(size)
        self.last = None  # the stones before the last move
        self.passes = 0

    def chain(self, point):
        chain, to_visit = {point}, [point]
        while to_visit:
            for near in self.neighbours(to_visit.pop()):
                if near not in chain and self.stones.get(near) == self.stones.get(point):
                    chain.add(near)
                    to_visit.append(near)
        return chain

    def after(self, point, colour):
        """The stones after a move, None for suicide."""
        new = NaiveGo(self.size)
        new.stones = {**self.stones, point: colour}
        for near in self.neighbours(point):
            if new.stones.get(near) == 1 - colour and not new.has_liberty(near):
                for dead in new.chain(near):
                    del new.stones[dead]
        return new.stones if new.has_liberty(point) else None

    def legal(self, colour):
        legal = []
        for number, point in enumerate(self.points()):
            if point not in self.stones:
                after = self.after(point, colour)
                if after is not None and after != self.last:
                    legal.append(number)
        return [*legal, self.size**2]

    def play(self, move, colour):
        is_pass = move == self.size**2
        after = self.stones if is_pass else self.after(self.points()[move], colour)
        self.last, self.stones = None if is_pass else self.stones, after
        self.passes = self.passes + 1 if is_pass else 0

    def lead(self):
        """Black's area less White's."""
        lead = 0
        for point in self.points():
            region = self.chain(point)
            seen = {self.stones.get(point)} - {None}
            if not seen:
                seen = {self.stones.get(n) for p in region for n in self.neighbours(p)} - {None}
            lead += {(BLACK,): 1, (WHITE,): -1}.get(tuple(seen), 0)
        return lead

    def is_eye(self, point, colour):
        col, row = point
        if any(self.stones.get(near) != colour for near in self.neighbours(point)):
            return False
        corners = [(col + i, row + j) for i in (-1, 1) for j in (-1, 1)]
        on_board = [corner for corner in corners if corner in self.points()]
        enemies = sum(self.stones.get(corner) == 1 - colour for corner in on_board)
        return enemies < (2 if len(on_board) == 4 else 1)


GAMES = [(2, 40), (3, 40), (4, 20), (5, 15), (7, 5), (8, 3), (9, 3), (10, 2), (11, 1), (13, 1)]


@pytest.mark.parametrize(("size", "n_games"), GAMES if JIT else [(2, 8), (3, 4), (9, 1)])
def test_moves_board_and_score_are_those_of_a_naive_board(size, n_games):
    for seed in range(n_games):
        rng, naive = random.Random(seed), NaiveGo(size)
        state = Go(size, 0.5).start()
        while naive.passes < 2 and len(state.history) < state.game.max_plies():
            legal = naive.legal(state.player)
            assert [int(move) for move in state.moves()] == legal
            assert not state.is_over
            move = rng.choice(legal[:-1] or legal) if rng.random() < 0.95 else legal[-1]
            naive.play(move, state.player)
            state = state.play(move)
            assert state.board().pieces == naive.stones
        assert state.is_over
        assert state.game.lead(state.words) == naive.lead() - 0.5
        assert state.winner == (BLACK if naive.lead() > 0.5 else WHITE)


# Counted by OpenSpiel.
PERFT = {
    2: [5, 21, 68, 156, 316, 604],
    3: [10, 91, 738, 5281, 33384],
    4: [17, 273, 4112, 57984],
    5: [26, 651, 15650],
}


@pytest.mark.parametrize("size", PERFT)
def test_perft(size):
    counts = PERFT[size] if JIT else PERFT[size][:3]
    state = Go(size).start()
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def position(size, black, white, player, komi=0.5):
    return State.set_up(
        Go(size, komi),
        {
            (ord(c[0]) - 97, int(c[1:]) - 1): p
            for p, cs in ((0, black), (1, white))
            for c in cs.split()
        },
        player,
    )


def stones(state, player):
    found = [cell for cell, owner in state.board().pieces.items() if owner == player]
    return " ".join(sorted(f"{chr(97 + col)}{row + 1}" for col, row in found))


@pytest.mark.parametrize("size", [5, 9, 13] if JIT else [5])
@pytest.mark.parametrize(
    ("black", "white", "move", "left"),
    [
        ("a2", "a1", "b1", ""),
        ("b3 c2 d3", "c3", "c4", ""),
        ("b3 b2 c1 d1 e2 e3 d4", "c3 d3 c2 d2", "c4", ""),  # a chain
        ("b2 c1 d2 b4 a3 c5 d4", "c2 b3 c4", "c3", ""),  # three chains at once
        ("a3 c1 c2 b3", "a2 b2 b1 d1", "a1", "d1"),  # where the stone has no other liberty
    ],
)
def test_stones_without_a_liberty_are_taken(size, black, white, move, left):
    state = position(size, black, white, BLACK).play(move)
    assert stones(state, WHITE) == left
    assert stones(state, BLACK).split() == sorted([*black.split(), move])


def test_stones_around_what_was_taken_have_their_liberties_back():
    # c1 is in atari until b2 takes the two stones beside it.
    state = position(4, "a1 b1 d1", "a2 c1", WHITE).play("b2")
    assert stones(state, BLACK) == "d1"
    state = state.play("c2")
    assert stones(state, WHITE) == "a2 b2 c1"
    assert stones(state.play_all("pass b1"), WHITE) == "a2 b2"


def test_suicide_is_illegal_but_a_capture_is_none():
    with pytest.raises(IllegalMove, match="suicide"):
        position(5, "a2 b1", "", WHITE).play("a1")
    with pytest.raises(IllegalMove, match="suicide"):  # of two stones
        position(5, "a2 b2 c1", "b1", WHITE).play("a1")
    assert stones(position(5, "a2 b1", "a3 b2 c1", WHITE).play("a1"), BLACK) == ""


KO = ("c5 d4 c3", "b5 a4 b3 c4")


@pytest.mark.parametrize("size", [5, 9, 13] if JIT else [5])
@pytest.mark.parametrize("elsewhere", ["e1 a1", "pass e1", "e1 pass"])
def test_ko_is_not_taken_back_at_once_but_later(size, elsewhere):
    state = position(size, *KO, BLACK).play("b4")
    assert stones(state, WHITE) == "a4 b3 b5"
    with pytest.raises(IllegalMove, match="c4 is a ko"):
        state.play("c4")
    back = state.play_all(elsewhere).play("c4")
    assert "b4" not in stones(back, BLACK)
    with pytest.raises(IllegalMove, match="b4 is a ko"):
        back.play("b4")


def test_taking_back_what_took_two_stones_is_no_ko():
    state = position(5, "a1 b2 c2", "b1 c1 e1 d2", BLACK).play("d1")
    assert stones(state, WHITE) == "d2 e1"
    assert stones(state.play("c1"), BLACK) == "a1 b2 c2"


@pytest.mark.parametrize(
    ("black", "white", "lead"),
    [
        ("", "", 0),
        ("c3", "", 25),
        ("c3", "e1", 0),  # every empty point reaches both
        ("a2 b2 c2 d2 e2", "a3 b3 c3 d3 e3", -5),
        ("a2 b2 c2 d2 e2", "a3 b3 c3 d3 e3 c1", -11),  # a dead stone counts, and reaches
    ],
)
def test_score_is_the_area(black, white, lead):
    state = position(5, black, white, BLACK, komi=0).play_all("pass pass")
    naive = NaiveGo(5)
    naive.stones = dict(state.board().pieces)
    assert state.is_over
    assert state.game.lead(state.words) == naive.lead()
    assert naive.lead() == lead
    assert state.is_draw == (naive.lead() == 0)


def test_points_of_a_seki_are_nobodys():
    # The chains b1 and b2 share the liberties a3 and b3, where nobody can play.
    black, white = "a1 b1 c1 c2 c3", "a2 b2 a4 b4 c4 d4 d3 d2 d1"
    state = position(4, black, white, BLACK, komi=0).play_all("pass pass")
    assert state.game.lead(state.words) == 5 - 9
    assert state.outcome() == "the game is over, White has won by 4 points"


def test_whole_komi_may_be_a_draw():
    end = position(3, "b2", "", WHITE, komi=9).play_all("pass pass")
    assert end._winner == DRAW
    assert position(3, "b2", "", WHITE, komi=8.5).play_all("pass pass").winner == BLACK
    assert position(3, "b2", "", WHITE, komi=9.5).play_all("pass pass").winner == WHITE


def test_game_ends_after_two_passes_in_a_row_and_no_others():
    start = Go(5).start()
    assert start.play_all("pass pass").is_over
    assert not start.play_all("pass c3 pass").is_over
    assert start.play_all("pass c3 pass pass").is_over
    with pytest.raises(IllegalMove, match="over"):
        start.play_all("pass pass c3")


def test_game_ends_at_the_most_of_plies_and_is_counted():
    # Both take back for ever on two by two, which no rule forbids.
    rng, state = random.Random(2), Go(2, 0.5).start()
    while not state.is_over:
        points = [move for move in state.moves() if move.name != "pass"]
        state = state.play(rng.choice(points or state.moves()))
    assert len(state.history) == 12
    assert state.game.lead(state.words) is not None


# --- playouts ---


@entry
def playout_moves(game, words, out):
    return game.playout_moves(words, out)


@entry
def traced(game, words, stream, moves, codes):
    return game.traced_playout(words, stream, moves, codes)


@entry
def untraced(game, words, stream, moves):
    return game.playout(words, stream, moves)


SIZES = [2, 3, 5, 8, 9, 10, 11, 19]


@pytest.mark.parametrize("size", SIZES if JIT else [2, 3, 9])
def test_playouts_fill_no_eyes_and_pass_only_where_nothing_is_left(size):
    for seed in range(2):
        state = Go(size, 0.5).start()
        game, out = state.game, np.zeros(state.game.n_moves(), np.int64)
        stream, moves = np.zeros(2, np.uint64), np.zeros(game.n_moves(), np.int64)
        codes = np.zeros(game.max_plies(), np.int32)
        seed_stream(stream, np.uint64(seed))
        winner, n = traced(game, state.words.copy(), stream, moves, codes)
        for code in codes[:n].tolist():
            naive = NaiveGo(size)
            naive.stones = dict(state.board().pieces)
            assert not state.is_over
            legal = [int(move) for move in state.moves()][:-1]
            sound = [m for m in legal if not naive.is_eye(naive.points()[m], state.player)]
            assert out[: playout_moves(game, state.words.copy(), out)].tolist() == (
                sound or [size**2]
            )
            state = state.play({c: m for m, c in state.codes().items()}[code])
            assert int(state.history[-1]) in (sound or [size**2])
        assert state.is_over
        assert state._winner == winner
        stream_before = np.zeros(2, np.uint64)
        seed_stream(stream_before, np.uint64(seed))
        assert untraced(game, game.start().words.copy(), stream_before, moves) == winner
        assert stream_before.tolist() == stream.tolist()


# --- how people see it ---


def test_position_set_up_is_played_on_as_the_one_that_was_played():
    rng, state = random.Random(5), Go(5, 0.5).start()
    for _ in range(60):
        again = State.set_up(state.game, state.board().pieces, state.player)
        flags = len(state.words) - 3
        assert again.words[1:flags].tolist() == state.words[1:flags].tolist()
        assert state.words[flags] or again._legal == state._legal
        state = state.play(rng.choice(state.moves()[:-1] or state.moves()))


def test_set_up_refuses_a_stone_without_a_liberty():
    with pytest.raises(GameError, match="Black's stone on a1 has no liberty"):
        position(3, "a1", "a2 b1", BLACK)


@pytest.mark.parametrize("komi", [0.25, 500, float("nan")])
def test_komi_is_a_whole_number_or_a_half(komi):
    with pytest.raises(GameError, match="komi"):
        Go(9, komi)


def test_names_of_moves_and_what_is_said():
    state = Go(4, 0.5).start()
    assert [move.name for move in state.moves()][-2:] == ["d4", "pass"]
    assert state.play(" PASS ").history[-1].cells == ()
    with pytest.raises(IllegalMove, match="a move is a point such as c4, or pass"):
        state.play("hello")
    end = state.play_all("b2 pass pass")
    assert end.outcome() == "the game is over, Black has won by 15.5 points"
    with speaking("fr"):
        assert translated(end.outcome(), "fr").endswith("Noir a gagné de 15,5 points")


def test_pass_by_choice_has_another_code_than_one_with_nothing_else_left():
    start = Go(3).start()
    last = position(3, "a2 b2 c2 b1 b3", "", BLACK)  # only eyes are left
    assert start.codes()[9] == 9
    assert last.codes()[9] == 10
    assert start.game.n_codes() == 2 * 11


def test_key_knows_the_ko_the_passes_and_the_plies():
    start = Go(5).start()
    taken = position(5, *KO, BLACK).play("b4")
    same = position(5, stones(taken, BLACK), stones(taken, WHITE), WHITE)
    keys = [start, start.play_all("pass a1 pass"), start.play_all("a1"), taken, same]
    assert len({state._key for state in keys}) == 5
    one, two = (start.play_all(line) for line in ("a1 b1 c1", "c1 b1 a1"))
    assert one == two
