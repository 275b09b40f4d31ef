"""Positions set up by hand, from pieces and from text."""

import pickle
from typing import NamedTuple

import numpy as np
import pytest
from boards import EVERY, SMALL
from hypothesis import given
from hypothesis import strategies as st

from playout import (
    Atarigo,
    Breakthrough,
    Connect4,
    Domineering,
    GameError,
    Hex,
    Knightthrough,
    Mnk,
    Nim,
    Nogo,
    Othello,
    State,
    Uct,
    can_set_up,
    find,
    game,
    position_of,
    position_text,
    run_playouts,
    search,
)
from playout.conformance import random_game
from playout.kernel import JIT
from playout.players import Searcher

NAMES = [*EVERY, "atarigo:19", "nogo:13"] if JIT else SMALL


def positions(game, n):
    """Positions of random games, from the start to the end, of which the pieces say all."""
    for seed in range(n):
        end = random_game(game, seed)
        some = random_game(game, seed, seed * len(end.history) // n)
        yield from (state for state in (end, some) if game.is_all_shown(state.words))


@pytest.mark.parametrize("name", NAMES)
def test_position_set_up_is_the_one_that_was_played(name):
    game = find(name)
    for played in positions(game, 20 if JIT else 4):
        state = played
        again = State.set_up(game, state.board().pieces, state.player)
        assert again == state
        assert hash(again) == hash(state)
        assert again._key == state._key
        assert again._winner == state._winner
        assert again.moves() == state.moves()
        assert again.codes() == state.codes()
        assert again.game.board(again.words) == state.game.board(state.words)
        assert again.history == ()
        assert run_playouts(again, 5).tolist() == run_playouts(state, 5).tolist()
        while not again.is_over:  # the same moves mean the same from here on
            move = again.moves()[-1]
            again, state = again.play(move), state.play(move)
            assert again == state


@pytest.mark.parametrize("name", NAMES)
def test_position_survives_being_written_down(name):
    game = find(name)
    for state in positions(game, 10 if JIT else 3):
        text = position_text(state)
        assert position_of(game, text) == state
        assert position_of(game, f"  {text.upper().replace(' ', ', ')} ") == state
        assert position_text(position_of(game, text)) == text


@pytest.mark.full
@pytest.mark.parametrize("name", SMALL)
def test_position_set_up_can_be_searched(name):
    game = find(name)
    state = next(s for s in positions(game, 9) if not s.is_over and s.player == 1)
    again = State.set_up(game, state.board().pieces, state.player)
    result = search(again, Uct(), simulations=200 if JIT else 20, seed=1)
    assert result.move == search(state, Uct(), simulations=200 if JIT else 20, seed=1).move


def test_player_takes_one_position_set_up_for_no_other():
    player = Searcher(Uct(), simulations=50, reuse=True)
    player.choose(position_of(Hex(3), "a1 / b2 / 1"), 1)
    other = position_of(Hex(3), "/ / 1").play_all("a1 b1")  # a1 was taken in the first
    assert player.choose(other, 1).move in other.moves()
    player.choose(position_of(Hex(2), "a1 / b1 / 1"), 1)
    other = position_of(Hex(2), "a2 / b2 / 1")
    assert player.choose(other, 1).move in other.moves()


TEXTS = [
    (Hex(5), "a1 b2 / c3 / 2"),
    (Hex(5), "/ / 1"),
    (Connect4(), "d1 d2 / e1 / 2"),
    (Mnk(), "b2 / a1 / 1"),
    (Nim(21), "5 / 2"),
    (Nim(3, 3, False, 5, 7), "1 0 7 / 1"),
    (Domineering(), "c4 c5 / e6 f6 / 1"),
]


@pytest.mark.parametrize(("game", "text"), TEXTS)
def test_text_of_a_position(game, text):
    assert position_text(position_of(game, text)) == text


def test_text_names_the_cells_of_each_player_and_who_is_to_move():
    state = position_of(Hex(5), "a1,B2/ c3 /2")
    assert state.board().pieces == {(0, 0): 0, (1, 1): 0, (2, 2): 1}
    assert state.player == 1


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        (Hex(5), "", "does not end in / 1 or / 2"),
        (Hex(5), "a1 b2", "does not end in / 1 or / 2"),
        (Hex(5), "a1 / b2", "does not end in / 1 or / 2"),
        (Hex(5), "a1 / b2 / 3", "does not end in / 1 or / 2"),
        (Hex(5), "a1 / b2 / black", "does not end in / 1 or / 2"),
        (Hex(5), "a1 / 2", "the cells of the first player, those of the second and who is to move"),
        (Hex(5), "a1 / b2 / c3 / 2", "the cells of the first player, those of the second"),
        (Hex(5), "a1 hello / b2 / 2", "'hello' is not a cell; a cell is a letter and a number"),
        (Hex(5), "a1 a01 / b2 / 2", "a1 is there twice"),
        (Hex(5), "a1 / A1 / 2", "a1 is there twice"),
        (Hex(5), "a1 / f1 / 2", "f1 is not on the board of 5 x 5"),
        (Hex(5), "a0 / / 2", "a0 is not on the board of 5 x 5"),
        (Nim(21), "a1 / / 1", "the matches in each heap and who is to move, such as 21 / 1"),
        (Nim(21), "5 3 / 1", "such as 21 / 1"),
        (Nim(21), "٣ / 1", "such as 21 / 1"),
        (Nim(21), "22 / 1", "heap 1 begins with 21 matches, so 22 are too many"),
        (Nim(21), "9" * 5000 + " / 1", "such as 21 / 1"),
        (Nim(3, 3, False, 5), "3 6 / 1", "heap 2 begins with 5 matches, so 6 are too many"),
    ],
)
def test_malformed_text_is_explained(game, text, why):
    with pytest.raises(GameError) as raised:
        position_of(game, text)
    assert why in str(raised.value)


CELLS = st.sampled_from(["a1", "b1", "a2", "b2", "c3", "C4", "d4", "5", "3", "0", "/", ",", "zz9"])


@pytest.mark.parametrize("name", SMALL)
@given(text=st.text() | st.lists(CELLS).map(" ".join), turn=st.sampled_from(["", "/1", "/ 2"]))
def test_no_text_raises_anything_but_a_game_error(name, text, turn):
    game = find(name)
    try:
        state = position_of(game, text + turn)
    except GameError:
        return
    assert position_of(game, position_text(state)) == state


@pytest.mark.parametrize("name", SMALL)
@given(data=st.data())
def test_whatever_can_be_set_up_can_be_played_to_an_end(name, data):
    game = find(name)
    board = game.start().board()
    cells = st.tuples(st.integers(0, board.cols - 1), st.integers(0, board.rows - 1))
    # Most sets of pieces make no sense: a few more or less than those of a game make some.
    played = random_game(game, data.draw(st.integers(0, 50)), data.draw(st.integers(0, 6)))
    pieces = dict(played.board().pieces) | data.draw(
        st.dictionaries(cells, st.integers(0, 1), max_size=3)
    )
    for cell in data.draw(st.lists(cells, max_size=2)):
        pieces.pop(cell, None)
    player = data.draw(st.integers(0, 1))
    try:
        state = State.set_up(game, pieces, player)
    except GameError:
        return
    assert state.player == player
    assert state.board().pieces == pieces
    assert set(run_playouts(state, 3).tolist()) <= {0, 1, 2}
    plies = 0
    while not state.is_over:
        state = state.play(state.moves()[plies % len(state.moves())])
        plies += 1
    assert plies <= game.max_plies()


@pytest.mark.parametrize(
    ("game", "pieces", "player", "why"),
    [
        (Hex(5), {(5, 0): 0}, 1, "f1 is not on the board of 5 x 5"),
        (Hex(5), {(-1, 0): 0}, 1, "(-1, 0) is not on the board of 5 x 5"),
        (Hex(5), {(0, 0): 2}, 1, "a piece is that of player 0 or 1, not of 2"),
        (Hex(5), {(0, 0): 0}, 2, "the player to move is 0, the first, or 1"),
        (Hex(5), {0: 0}, 1, "a cell is its column and its row"),
        (Hex(5), {(0.5, 1): 0}, 1, "a cell is its column and its row"),
        (Connect4(), {(3, 1): 0}, 1, "the disc on d2 hangs in the air: d1 is empty"),
        (
            Connect4(),
            {(3, 0): 0},
            0,
            "with Red to move Red has as many pieces as Yellow, not 1 and",
        ),
        (Connect4(), {}, 1, "with Yellow to move Red has one piece more than Yellow, not 0 and 0"),
        (
            Connect4(4, 4, 2),
            {(0, 0): 0, (1, 0): 0, (3, 0): 1, (3, 1): 1},
            0,
            "Red has a line of 2 and has won: it cannot be Red's turn",
        ),
        (Mnk(), {(0, 0): 1}, 0, "X and O take turns"),
        (
            Mnk(),
            {(0, 0): 0, (1, 0): 0, (2, 0): 0, (0, 2): 1, (1, 2): 1, (2, 2): 1},
            0,
            "X has a line of 3 and has won",
        ),
        (Atarigo(3), {(0, 0): 0}, 0, "with 1 of them it is White's turn, not Black's"),
        (Atarigo(3), {(0, 0): 0, (1, 0): 1, (0, 1): 1}, 1, "Black's stone on a1 has no liberty"),
        (Nogo(3), {(0, 0): 1, (1, 0): 0, (0, 1): 0}, 1, "White's stone on a1 has no liberty"),
        (Nogo(3), {(0, 0): 0}, 0, "with 1 of them it is White's turn, not Black's"),
        (Breakthrough(3, 4), {(0, 0): 0}, 0, "Black has no pawn left"),
        (Breakthrough(3, 4), {(0, 3): 0, (1, 2): 1}, 0, "the pawn on a4 has ended the game"),
        (Breakthrough(3, 4), {(0, 1): 0, (1, 0): 1}, 1, "the pawn on b1 has ended the game"),
        (
            Breakthrough(2, 4),
            {(c, r): int(r == 3) for c in (0, 1) for r in range(4)},
            1,
            "White begins with 4 pawns, so 6 are too many",
        ),
        (Knightthrough(3, 4), {(0, 3): 0, (1, 2): 1}, 0, "the knight on a4 has ended the game"),
        (Domineering(), {(0, 0): 0}, 0, "a1 is half a domino: Vertical needs a second cell"),
        (Domineering(), {(0, 0): 1, (0, 1): 1}, 0, "a1 is half a domino: Horizontal needs"),
        (Domineering(), {(7, 7): 0, (7, 6): 1}, 0, "h8 is half a domino"),
        (Othello(), {}, 0, "d4 is empty; the four cells in the middle never are"),
        (Nim(5), {(1, 0): 0}, 0, "heap 1 has gaps"),
        (Nim(5), {(0, 0): 1}, 0, "matches are nobody's"),
        (Nim(2, 3, False, 5), {(i, 0): 0 for i in range(3)}, 0, "heap 1 begins with 2 matches"),
    ],
)
def test_impossible_position_is_explained(game, pieces, player, why):
    with pytest.raises(GameError) as raised:
        State.set_up(game, pieces, player)
    assert why in str(raised.value)


def test_swap_answers_the_first_move_of_a_position_too_and_no_other():
    game = Hex(3, swap=True)

    def can_swap(pieces, player):
        return "swap" in [m.name for m in State.set_up(game, pieces, player).moves()]

    assert can_swap({(1, 1): 0}, 1)
    assert not can_swap({}, 1)
    assert not can_swap({(1, 1): 1}, 1)
    assert not can_swap({(1, 1): 1}, 0)
    assert not can_swap({(1, 1): 0, (0, 0): 0}, 1)
    after = State.set_up(game, {}, 0).play("a1")
    assert "swap" in [m.name for m in after.moves()]


def test_stones_captured_by_the_last_one_may_lie_there_still():
    # White at b1 took a1 just now, though b1 itself has no liberty beside the captured stone.
    pieces = {(0, 0): 0, (1, 0): 1, (2, 0): 0, (0, 1): 1, (1, 1): 0, (2, 1): 1}
    state = State.set_up(Atarigo(4), pieces, 0)
    assert state.winner == 1
    assert state.board().winning == {(0, 0)}
    # Two stones in opposite corners are not taken by one.
    pieces = {(0, 0): 0, (1, 0): 1, (0, 1): 1, (3, 3): 0, (2, 3): 1, (3, 2): 1}
    with pytest.raises(GameError, match="a1 has no liberty, and no last stone can have taken it"):
        State.set_up(Atarigo(4), pieces, 0)


def test_positions_of_puzzles_may_be_uneven():
    assert State.set_up(Hex(5), {(2, 2): 0, (3, 3): 0}, 0).player == 0
    assert State.set_up(Domineering(), {(0, 0): 0, (0, 1): 0}, 0).player == 0
    assert State.set_up(Atarigo(5), {(2, 2): 0, (3, 3): 0}, 0).player == 0


def test_who_must_pass_in_othello_passes():
    # Black has nothing to turn; White turns a whole row by a disc on c4.
    state = position_of(Othello(), "d4 d5 e4 e5 f4 g4 / h4 / 1")
    assert [move.name for move in state.moves()] == ["pass"]
    assert [move.name for move in state.play("pass").moves()] == ["c4"]


def test_position_set_up_says_so():
    state = position_of(Hex(5), "a1 / b2 / 1")
    assert repr(state) == "<State of Hex(size=5, swap=False), set up>"
    assert repr(state.play("c3")) == "<State of Hex(size=5, swap=False), set up: c3>"
    assert repr(position_of(Nim(5), "4 / 1")).endswith(", set up>")
    assert pickle.loads(pickle.dumps(state)) == state


def test_game_without_set_up_says_so():
    @game
    class Bare(NamedTuple):
        size: int = 1

        def n_words(self):
            return 1

        def n_moves(self):
            return 1

        def max_plies(self):
            return 1

        def start(self, state):
            state[0] = 0

        def moves(self, state, out):
            out[0] = 0
            return 1

        def play(self, state, move):
            state[0] += np.uint64(1)

        def winner(self, state):
            return np.int64(state[0]) - 1

    assert not can_set_up(Bare())
    assert can_set_up(Hex())
    for refused in (
        lambda: State.set_up(Bare(), {}, 0),
        lambda: position_of(Bare(), "/ / 1"),
        lambda: position_text(Bare().start()),
    ):
        with pytest.raises(GameError, match="Bare has no way to set up a position"):
            refused()
