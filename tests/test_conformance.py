"""Every game keeps the contract, and the check of the contract notices those that do not."""

from typing import NamedTuple

import numpy as np
import pytest
from boards import EVERY, SMALL, some_now

import playout
from playout import FIRST, ONGOING, SECOND, Board, GameError, find, game, mix
from playout.conformance import problems, random_game
from playout.kernel import JIT

# The short lane has each game once: every size is compiled anew.
QUICK = [
    "hex:5",
    "connect4",
    "breakthrough:5x5",
    "knightthrough:5x6",
    "domineering:4x3",
    "atarigo:5",
]
QUICK += ["nogo:5", "go:5,komi=2", "mnk", "othello:6", "nim"]


@pytest.mark.parametrize("name", some_now(EVERY, QUICK) if JIT else SMALL)
def test_game_keeps_its_promises_in_random_games(name, games_each):
    game = find(name)
    assert list(problems(game, games_each(game))) == []


@pytest.mark.parametrize("name", SMALL)
def test_key_tells_positions_apart_and_ignores_the_way_there(name):
    def position(state):
        # Two boards look the same where the same pieces lie on the same cells.
        return tuple(sorted(state.board().pieces.items())), state.player, state.is_over

    seen = {}
    for seed in range(60 if JIT else 6):
        state = random_game(find(name), seed, plies=seed % 9)
        assert seen.setdefault(state._key, position(state)) == position(state)
    assert len(seen) == len(set(seen.values()))


@pytest.mark.parametrize("name", SMALL)
def test_code_names_what_is_played_and_by_whom(name):
    meaning = {}
    for seed in range(40 if JIT else 4):
        state = random_game(find(name), seed, plies=seed % 7)
        for move, code in state.codes().items():
            # The same code always is the same player's; and never two names in one game.
            text = state.game.move_name(state.words, move)
            cells = state.game.move_cells(state.words, move)
            what = state.player, cells or text
            assert meaning.setdefault(code, what) == what


class Counting:
    """Rules of a counting game, to be spoilt one at a time."""

    def n_words(self):
        return 2

    def n_moves(self):
        return 2

    def max_plies(self):
        return self.length

    def start(self, state):
        state[0] = 0
        state[1] = 0

    def moves(self, state, out):
        out[0] = 0
        out[1] = 1
        return 2

    def play(self, state, move):
        state[0] += np.uint64(1)
        state[1] += np.uint64(move)

    def winner(self, state):
        if np.int64(state[0]) < self.length:
            return ONGOING
        return FIRST if state[1] & np.uint64(1) else SECOND


def counting(**changes):
    """The counting game as a class, with some of its rules replaced."""
    rules = {k: v for k, v in vars(Counting).items() if not k.startswith("__")}

    class Length(NamedTuple):
        length: int

    annotations = {"__annotations__": Length.__annotations__, "__module__": __name__}
    global Counted  # noqa: PLW0603  where pickle looks for it
    Counted = game(type("Counted", (Length,), {**rules, **changes, **annotations}))
    return Counted


def no_moves(self, state, out):
    return 0


def twice(self, state, out):
    out[0] = 1
    out[1] = 1
    return 2


def too_far(self, state, out):
    out[0] = 2
    return 1


def one_code(self, state, move):
    return 0


def same_name(self, state, move):
    return "x"


def stands_still(self, state, move):
    state[1] += np.uint64(1) + np.uint64(move)


def short(self):
    return self.length - 1


def test_sound_rules_have_no_problem():
    assert list(problems(counting()(5), 5)) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"moves": no_moves}, "no legal move"),
        ({"moves": twice}, "listed twice"),
        ({"moves": too_far}, "not below n_moves"),
        ({"code": one_code}, "share a code"),
        ({"move_name": same_name}, "same name"),
        ({"play": stands_still}, "does not count the plies"),
        ({"max_plies": short}, "goes on after max_plies() = 4"),
    ],
)
def test_broken_rules_are_noticed(changes, message):
    found = " ".join(problems(counting(**changes)(5), 3))
    assert message in found


def board_of_plies(self, state):
    return Board(self.length, 1, {(i, 0): int(i < state[1]) for i in range(int(state[0]))})


def board_of_ones(self, state):
    return Board(self.length, 1, {(i, 0): 1 for i in range(int(state[1]))})


def set_up_plies(self, state, pieces, player):
    state[0] = len(pieces)
    state[1] = sum(pieces.values())


def set_up_nothing(self, state, pieces, player):
    state[0] = len(pieces)


def set_up_player(self, state, pieces, player):
    state[0] = player
    state[1] = sum(pieces.values())


def refuse(self, state, pieces, player):
    raise GameError("too many of them")


def key_of_ones(self, state):
    return mix(state[1]) + (state[0] & np.uint64(1))


def test_sound_set_up_has_no_problem():
    sound = counting(board=board_of_plies, set_up=set_up_plies)
    assert list(problems(sound(5), 20)) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"set_up": set_up_plies}, "no Board whose pieces"),
        ({"set_up": refuse, "board": board_of_plies}, "refuses a position that was played: too"),
        ({"set_up": set_up_nothing, "board": board_of_plies}, "makes another position"),
        (
            {"set_up": set_up_player, "board": board_of_plies, "key": key_of_ones},
            "makes has another board",
        ),
        (
            {"set_up": set_up_player, "board": board_of_ones, "key": key_of_ones},
            "the position that set_up() makes have other results",
        ),
    ],
)
def test_broken_set_up_is_noticed(changes, message):
    found = " ".join(problems(counting(**changes)(5), 20))
    assert message in found


def test_all_is_what_the_package_offers():
    assert all(getattr(playout, name) is not None for name in playout.__all__)
    assert set(playout.__all__) <= set(dir(playout))
