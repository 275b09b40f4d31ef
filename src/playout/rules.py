"""The contract of a game: what its methods promise, and the defaults for the rest.

    @game
    class Nim(NamedTuple):
        heap: Annotated[int, Range(1, 1000), "matches"] = 21      parameters, all int or bool

        def n_words(self): ...                the size of a state, in words
        def n_moves(self): ...                moves are the integers below this
        def max_plies(self): ...              no game is longer
        def start(self, state): ...           fill the words of the start
        def moves(self, state, out): ...      fill `out`, return how many
        def play(self, state, move): ...      change the words in place
        def winner(self, state): ...          FIRST, SECOND, DRAW or ONGOING

A state is an array of 64-bit words. Word 0 counts the plies played; the player
to move is its lowest bit, so players alternate (a game with passes makes the
pass a move). While `winner` is ONGOING there is at least one legal move. `moves`
lists legal moves only, each once; it is not asked after the end. Kernels trust
what they are given: `State` checks a move before it is played.

These may be given too, and otherwise are those of `Rules`:

    player, code, n_codes, key, playout,      compiled
    playout_moves, traced_playout,
    feature_code, n_feature_codes,
    urgent, evaluate, skip_turn,
    net_shape, net_planes, net_index
    symmetries                                plain Python: what a network sees, turned or mirrored
    check                                     plain Python: parameters that do not go together

How people see the game is plain Python too: notation, board, set-up. See `face.py`. These methods
may be in the same class, or in one of their own: `@game(face=NimFace)`.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any, overload

import numpy as np

from .errors import GameError
from .face import Face
from .kernel import below, compiled, mix
from .language import Text
from .parameters import add_checks
from .registry import Class, name_of, register

__all__ = [
    "DRAW",
    "FIRST",
    "ONGOING",
    "SECOND",
    "GameError",
    "at_most",
    "can_set_up",
    "game",
    "has_evaluation",
]

FIRST, SECOND, DRAW, ONGOING = 0, 1, 2, -1

REQUIRED = ("n_words", "n_moves", "max_plies", "start", "moves", "play", "winner")


class Rules:
    """What a game gets that does not say otherwise: all compiled, but for `check`."""

    def player(self, state):
        """The player to move, 0 or 1."""
        return np.int64(state[0] & np.uint64(1))

    def code(self, state, move):
        """A number for what this move does and who does it, for all-moves-as-first statistics.

        The second player's codes are the upper half of the numbers below `n_codes`.
        """
        return np.int64(state[0] & np.uint64(1)) * self.n_moves() + move

    def n_codes(self):
        """Codes are the integers below this."""
        return 2 * self.n_moves()

    def feature_code(self, state, move):
        """A code that may say more, such as what is captured, for policies that learn from it."""
        return self.code(state, move)

    def n_feature_codes(self):
        """Those codes are the integers below this."""
        return self.n_codes()

    def skip_turn(self, state):
        """Make it the other player's turn as if nothing had been played, to see their threats."""
        state[0] += np.uint64(1)

    def evaluate(self, state):
        """How a position that goes on looks for the first player, from 0 to 1."""
        return 0.5

    def urgent(self, state, moves, n, blocks, words, replies, stream):
        """The index of a move that wins at once, or else of one that stops an immediate win."""
        return self.generic_urgent(state, moves, n, blocks, words, replies, stream)

    def generic_urgent(self, state, moves, n, blocks, words, replies, stream):
        """The same by the rules alone.

        -1 if there is nothing urgent. What is stopped is the first of the other player's wins,
        by any of the moves after which it wins no longer. `words` (two states) and `replies` are
        scratch.
        """
        for i in range(n):
            if wins_at_once(self, state, moves[i], words):
                return i
        if not blocks:
            return -1
        threat = first_threat(self, state, words, replies)
        chosen = -1
        if threat >= 0:
            n_blocks = 0
            for i in range(n):
                copy_words(self, state, words)
                self.play(words, moves[i])
                if not is_winning(self, words, threat, words[self.n_words() :], replies):
                    n_blocks += 1
                    if below(stream, n_blocks) == 0:
                        chosen = i
        return chosen

    def key(self, state):
        """A 64-bit hash of the position and of who is to move.

        This default takes all words, so it tells apart a position reached in two moves and the
        same one reached in four; a game where that happens had better leave the count out.
        """
        word = np.uint64(0)
        for i in range(self.n_words()):
            word = mix(word + state[i] + np.uint64(i))
        return word

    def playout_moves(self, state, out):
        """The moves that a playout chooses from, at least one: all, unless some are folly."""
        return self.moves(state, out)

    def playout(self, state, stream, moves):
        """Play uniformly random moves to the end and return the winner; `moves` is scratch."""
        return self.generic_playout(state, stream, moves)

    def generic_playout(self, state, stream, moves):
        """The playout by the rules alone, which any faster `playout` must match in law."""
        winner = self.winner(state)
        while winner == ONGOING:
            n = self.playout_moves(state, moves)
            self.play(state, moves[below(stream, n)])
            winner = self.winner(state)
        return winner

    def traced_playout(self, state, stream, moves, codes):
        """A playout that also fills `codes` with the codes of its moves; the winner, how many."""
        n = 0
        winner = self.winner(state)
        while winner == ONGOING:
            move = moves[below(stream, self.playout_moves(state, moves))]
            codes[n] = self.code(state, move)
            n += 1
            self.play(state, move)
            winner = self.winner(state)
        return winner, n

    def net_shape(self):
        """What a network sees and says: planes, rows and columns of a board, moves of a cell.

        This default knows of no board: it is one cell, with a plane for every bit of the words.
        """
        return 64 * (self.n_words() - 1) + 1, 1, 1, self.n_moves()

    def net_planes(self, state, out):
        """Fill `out[row, col, plane]`, as the player to move sees the position."""
        out[0, 0, 0] = np.float32(self.player(state))
        for i in range(1, self.n_words()):
            for k in range(64):
                is_set = (state[i] >> np.uint64(k)) & np.uint64(1)
                out[0, 0, 64 * (i - 1) + k + 1] = np.float32(is_set)

    def net_index(self, state, move):
        """Which of a network's moves this is: (row * cols + col) * moves of a cell + one of them,
        seen as by `net_planes`. No two legal moves have the same."""
        return move

    def symmetries(self):
        """Ways to turn what a network sees: texts of `r` (the rows upside down), `c` (the columns
        mirrored), `t` (rows and columns exchanged, first of all), `m` (the moves of a cell in
        reverse order), or digits: `c3120`, the moves of a cell in this order, 0 being what 3 was.
        A position that is turned so is as good, and its moves turn with it.
        """
        return ()

    def check(self):
        """Raise a GameError if parameters do not go together, each of them in its range."""


@compiled
def copy_words(game, state, words):
    """Copy a state."""
    for i in range(game.n_words()):
        words[i] = state[i]


@compiled
def wins_at_once(game, state, move, words):
    """Whether the player to move wins by this move."""
    copy_words(game, state, words)
    game.play(words, move)
    return game.winner(words) == game.player(state)


@compiled
def first_threat(game, state, words, replies):
    """The first move by which the other player would win at once, were it their turn; or -1."""
    copy_words(game, state, words)
    game.skip_turn(words)
    if game.winner(words) == ONGOING:
        n = game.moves(words, replies)
        for i in range(n):
            if wins_at_once(game, words, replies[i], words[game.n_words() :]):
                return replies[i]
    return np.int64(-1)


@compiled
def is_winning(game, state, move, words, replies):
    """Whether this move is legal and wins at once."""
    if game.winner(state) != ONGOING:
        return False
    n = game.moves(state, replies)
    for i in range(n):
        if replies[i] == move:
            return wins_at_once(game, state, move, words)
    return False


def at_most(game: Any, field: str, high: int) -> None:
    """Raise a GameError for a parameter that is too high beside the others."""
    value = getattr(game, field)
    if value > high:
        why = "{game}: {parameter} must be at most {high} here, not {value}"
        fields = {"game": name_of(type(game)), "parameter": field, "value": value}
        raise GameError(why, "too-high", high=high, **fields)


@overload
def game(cls: Class) -> Class: ...
@overload
def game(*, face: type[Face] = ...) -> Callable[[Class], Class]: ...
def game(cls: Any = None, *, face: type[Face] = Face) -> Any:
    """Turn a NamedTuple of parameters whose methods are rules into a game.

    What the class itself does not say of how people see the game, its `face` does.
    """
    if cls is None:
        return functools.partial(game, face=face)
    missing = [name for name in REQUIRED if not inspect.isfunction(vars(cls).get(name))]
    if missing or not hasattr(cls, "_fields"):
        base = Text("its base class, NamedTuple")
        names = ", ".join(missing)
        n = len(missing)
        wanted = Text("the method {names}", "the methods {names}", names=names, n=n) if n else base
        raise GameError("{cls} lacks {missing}", "missing-method", cls=cls.__name__, missing=wanted)
    _add(cls, Rules)
    compiled(cls)
    _add(cls, face)
    _add_start(cls)
    add_checks(cls, GameError)
    return register("game", cls)


def _add(cls: Any, defaults: type) -> None:
    for name in dir(defaults):
        if not name.startswith("__") and name not in vars(cls):
            setattr(cls, name, getattr(defaults, name))


def _add_start(cls: Any) -> None:
    rules = cls.start

    def start(self, state=None):
        if state is not None:
            return rules(self, state)
        from .state import State

        return State.initial(self)

    start.__doc__ = f"{rules.__doc__ or ''}\n\nWithout words to fill: the start as a State."
    cls.start = start


def has_evaluation(game: Any) -> bool:
    """Whether a game says what its positions look like."""
    return type(game).evaluate is not Rules.evaluate


def can_set_up(game: Any) -> bool:
    """Whether positions of a game can be set up by hand."""
    return type(game).set_up is not Face.set_up
