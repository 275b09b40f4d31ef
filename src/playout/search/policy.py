"""Playout policies: how a simulation goes on below the tree, to the end of the game.

    @policy
    class Greedy(NamedTuple):
        def pick(self, game, state, moves, n, line, memory, stream):
            ...                                  the index of one of the first n of `moves`

Behind the words of `state` and the list of `moves` there is room for two more states and for as
many moves again, to try things out.

A policy can be given to any search, `Uct(policy=Mast())`, and is a player of its own: through
`playout.search` it plays the move it picks. The ones here learn nothing; mast.py, ppa.py and
lgr.py have those that do, in the `memory` of the search, from the `line` of every simulation.
"""

import inspect
from typing import Annotated, Any, NamedTuple

import numpy as np

from ..kernel import below, compiled, unit
from ..language import Text
from ..parameters import Range, add_checks
from ..registry import Class, is_ours, register
from ..rules import ONGOING
from .errors import SearchError
from .statistics import with_rows

__all__ = ["Biased", "Bridges", "Line", "Memory", "Random", "policy"]


@compiled
@with_rows
class Line(NamedTuple):
    """The moves of a simulation from the root on, and their codes.

    A game whose playout draws all its moves at once (Hex) lists the codes, in no order.
    """

    move: np.ndarray  # int32
    code: np.ndarray  # int32
    size: np.ndarray  # int64: how many there are

    @classmethod
    def of(cls, game: Any) -> "Line":
        most = game.max_plies() + 2
        return cls(np.zeros(most, np.int32), np.zeros(most, np.int32), np.zeros(1, np.int64))


@compiled
@with_rows
class Memory(NamedTuple):
    """What a policy has learnt, in slots of its own choice, and room to work in."""

    weight: np.ndarray  # float64, by slot
    total: np.ndarray  # float64, by slot
    seen: np.ndarray  # int64, by slot
    chances: np.ndarray  # float64, by move

    @classmethod
    def of(cls, game: Any, policy: Any) -> "Memory":
        n = policy.n_slots(game)
        return cls(
            np.zeros(n, np.float64),
            np.zeros(n, np.float64),
            np.zeros(n, np.int64),
            np.zeros(game.n_moves(), np.float64),
        )


# --- the defaults: what a policy gets that does not say otherwise -----------------------


def check(self):
    """Raise a SearchError if a parameter is out of range."""


def unfit(self, game):
    """Why a game cannot be played by this policy; nothing if it can."""
    return ""


def n_slots(self, game):
    """How many slots of memory it needs for a game."""
    return 1


def needs_line(self):
    """Whether it reads the moves of the simulation or learns from them."""
    return False


def play_out(self, game, state, moves, line, memory, stream):
    """Play to the end, adding the moves to the line; returns the winner."""
    winner = game.winner(state)
    while winner == ONGOING:
        n = game.playout_moves(state, moves)
        move = moves[self.pick(game, state, moves, n, line, memory, stream)]
        add_to_line(game, state, move, line)
        game.play(state, move)
        winner = game.winner(state)
    return winner


def play_out_fast(self, game, state, moves, line, memory, stream):
    """The same where nobody reads the line."""
    winner = game.winner(state)
    while winner == ONGOING:
        n = game.playout_moves(state, moves)
        game.play(state, moves[self.pick(game, state, moves, n, line, memory, stream)])
        winner = game.winner(state)
    return winner


def learn(self, game, root, state, moves, line, memory, winner):
    """Learn from a simulation that began in the words `root`; `state` and `moves` are scratch."""
    return


def fade(self, game, memory):
    """What becomes of the memory when a move has been played and the next search begins."""
    return


DEFAULTS = (check, unfit, n_slots, needs_line, play_out, play_out_fast, learn, fade)


def policy(cls: Class) -> Class:
    """Turn a NamedTuple with a method `pick` into a playout policy."""
    if not hasattr(cls, "_fields") or not inspect.isfunction(vars(cls).get("pick")):
        why = "{cls} must be a NamedTuple with a method pick"
        raise SearchError(why, "wrong-class", cls=cls.__name__)
    for default in DEFAULTS:
        if default.__name__ not in vars(cls):
            setattr(cls, default.__name__, default)
    if not is_ours(cls):
        cls.pick = checked_pick(cls.pick)  # type: ignore[attr-defined]
    add_checks(cls, SearchError)
    compiled(cls)
    return register("policy", cls)


def checked_pick(pick: Any) -> Any:
    """A method `pick` of somebody else, which may be wrong: a move that is none would have the
    playout write anywhere in memory."""
    own = compiled(pick)

    def checked(self, game, state, moves, n, line, memory, stream):
        i = np.int64(own(self, game, state, moves, n, line, memory, stream))
        if i < 0 or i >= n:
            raise IndexError("pick returned no index of a move")
        return i

    return checked


@compiled
def add_to_line(game, state, move, line):
    """Note a move that is about to be played."""
    at = line.size[0]
    line.move[at] = move
    line.code[at] = game.code(state, move)
    line.size[0] = at + 1


# --- policies that learn nothing ---------------------------------------------------------


@policy
class Random(NamedTuple):
    """Any legal move, uniformly."""

    fast: Annotated[
        bool, "play out by the game's own shortcut, which has the same law; false: by its rules"
    ] = True

    def pick(self, game, state, moves, n, line, memory, stream):
        return below(stream, n)

    def play_out(self, game, state, moves, line, memory, stream):
        size = line.size[0]
        winner, n = game.traced_playout(state, stream, moves, line.code[size:])
        line.size[0] = size + n
        return winner

    def play_out_fast(self, game, state, moves, line, memory, stream):
        if self.fast:
            return game.playout(state, stream, moves)
        return game.generic_playout(state, stream, moves)


@policy
class Biased(NamedTuple):
    """Win at once if possible, else stop the other player's immediate win, else any move."""

    blocks: Annotated[bool, "whether it stops wins; false: it only takes its own"] = True

    def pick(self, game, state, moves, n, line, memory, stream):
        words, replies = state[game.n_words() :], moves[game.n_moves() :]
        i = game.urgent(state, moves, n, self.blocks, words, replies, stream)
        return i if i >= 0 else below(stream, n)


@policy
class Bridges(NamedTuple):
    """Answer an intrusion into a bridge: in Hex, two cells that both join the same two stones."""

    often: Annotated[float, Range(0, 1), "the share of intrusions that are answered"] = 1.0

    def unfit(self, game):
        return "" if hasattr(game, "bridge_reply") else Text("Bridges are a thing of Hex")

    def needs_line(self):
        return True

    def pick(self, game, state, moves, n, line, memory, stream):
        if line.size[0] > 0 and unit(stream) < self.often:
            reply = game.bridge_reply(state, line.move[line.size[0] - 1], stream)
            for i in range(n):
                if moves[i] == reply:
                    return i
        return below(stream, n)

    def play_out(self, game, state, moves, line, memory, stream):
        return game.bridge_playout(state, stream, moves, line, self.often)
