"""The contract of a game: what its methods promise, and the defaults for the rest.

    @game
    class Nim(NamedTuple):
        heap: int = 21                        parameters, all int or bool

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

These may be given too, and otherwise have the meaning written below:

    player, code, n_codes, key, playout       compiled
    check, board, move_name, move_cells,      plain Python
    canonical, split_line, complaint, player_names
"""

import inspect
from typing import Any

import numpy as np

from .kernel import below, compiled, mix
from .parameters import add_checks

__all__ = ["DRAW", "FIRST", "ONGOING", "SECOND", "GameError", "game", "within"]

FIRST, SECOND, DRAW, ONGOING = 0, 1, 2, -1

REQUIRED = ("n_words", "n_moves", "max_plies", "start", "moves", "play", "winner")


class GameError(ValueError):
    """A game that cannot be: a parameter out of range, a missing method, no such file."""


# --- the defaults: what a game gets that does not say otherwise ---------------------


def player(self, state):
    """The player to move, 0 or 1."""
    return np.int64(state[0] & np.uint64(1))


def code(self, state, move):
    """A number for what this move does and who does it, for all-moves-as-first statistics."""
    return np.int64(state[0] & np.uint64(1)) * self.n_moves() + move


def n_codes(self):
    """Codes are the integers below this."""
    return 2 * self.n_moves()


def key(self, state):
    """A 64-bit hash of the position and of who is to move.

    This default takes all words, so it tells apart a position reached in two moves and the
    same one reached in four; a game where that happens had better leave the count out.
    """
    word = np.uint64(0)
    for i in range(self.n_words()):
        word = mix(word + state[i] + np.uint64(i))
    return word


def playout(self, state, stream, moves):
    """Play uniformly random moves to the end and return the winner; `moves` is scratch."""
    return self.generic_playout(state, stream, moves)


def generic_playout(self, state, stream, moves):
    """The playout by the rules alone, which any faster `playout` must match in law."""
    winner = self.winner(state)
    while winner == ONGOING:
        n = self.moves(state, moves)
        self.play(state, moves[below(stream, n)])
        winner = self.winner(state)
    return winner


def traced_playout(self, state, stream, moves, codes):
    """A playout that also fills `codes` with the codes of its moves; the winner, how many."""
    n = 0
    winner = self.winner(state)
    while winner == ONGOING:
        move = moves[below(stream, self.moves(state, moves))]
        codes[n] = self.code(state, move)
        n += 1
        self.play(state, move)
        winner = self.winner(state)
    return winner, n


def check(self):
    """Raise a GameError if a parameter is out of range."""


def player_names(self):
    """What the first and the second player are called."""
    return "Black", "White"


def board(self, state):
    """The position as a Board to draw, or as text."""
    return " ".join(str(word) for word in state[1:])


def move_name(self, state, move):
    """The move as players write it."""
    return str(move)


def move_cells(self, state, move):
    """The cells of the board that a move touches, as (column, row) from 0."""
    return ()


def canonical(self, text):
    """A player's spelling of a move, brought to the form that `move_name` has."""
    return text.strip().lower()


def split_line(self, text):
    """A line of moves, cut into moves."""
    return text.replace(",", " ").split()


def complaint(self, state, text):
    """Why this text, which is no legal move's name here, is none."""
    return "no such move here"


DEFAULTS = (
    player,
    code,
    n_codes,
    key,
    playout,
    generic_playout,
    traced_playout,
    check,
    player_names,
    board,
    move_name,
    move_cells,
    canonical,
    split_line,
    complaint,
)


def game(cls: type) -> Any:
    """Turn a NamedTuple of parameters whose methods are rules into a game."""
    missing = [name for name in REQUIRED if not inspect.isfunction(vars(cls).get(name))]
    if missing or not hasattr(cls, "_fields"):
        wanted = f"the method{'s' * (len(missing) > 1)} {', '.join(missing)}" if missing else ""
        raise GameError(f"{cls.__name__} lacks {wanted or 'its base class, NamedTuple'}")
    for default in DEFAULTS:
        if default.__name__ not in vars(cls):
            setattr(cls, default.__name__, default)
    compiled(cls)
    _add_start(cls)
    add_checks(cls, GameError)
    return cls


def _add_start(cls: Any) -> None:
    rules = cls.start

    def start(self, state=None):
        if state is not None:
            return rules(self, state)
        from .state import State

        return State.initial(self)

    start.__doc__ = f"{rules.__doc__ or ''}\n\nWithout words to fill: the start as a State."
    cls.start = start


def within(game: Any, field: str, low: int, high: int) -> None:
    """Raise a GameError unless a parameter lies in its range."""
    value = getattr(game, field)
    if not low <= value <= high:
        name = type(game).__name__
        raise GameError(f"{name}: {field} must be from {low} to {high}, not {value}")
