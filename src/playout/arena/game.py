"""One game between two players, with the cost of each move."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..kernel import split
from ..protocols import Player
from ..state import IllegalMove, State
from .forfeit import Failure, ForfeitError, PlayerFailedError

__all__ = ["Played", "Turn", "play_game"]


class Turn(NamedTuple):
    """A move and its cost."""

    move: str
    seconds: float
    simulations: int
    value: float | None  # the win chance, as the player who moved saw it


class Played(NamedTuple):
    """A game that was played: the moves of the opening, those of the players, and the result."""

    opening: tuple[str, ...]
    turns: tuple[Turn, ...]
    winner: int | None  # None in a draw
    reason: str  # how it ended, where that was not by the rules: see `forfeit`

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves, from the start of the game."""
        return (*self.opening, *(turn.move for turn in self.turns))


def play_game(
    start: State, players: Sequence[Player], seed: int, equal_seconds: float | None = None
) -> Played:
    """Play from a position to the end; the same seed gives the same game, budgets of time aside.

    players         the first one moves when player 0 is to move; they choose(state, seed), and may
                    prepare(state, seconds) what takes long before any clock runs
    equal_seconds   measured time per move for both sides: a move that takes longer shortens the
                    time of the next one
    """
    opening = tuple(move.name for move in start.history)
    turns: list[Turn] = []
    state, mover = start, start.player
    try:
        for mover in () if start.is_over else (start.player, 1 - start.player):
            player = players[mover]
            if hasattr(player, "prepare"):
                player.prepare(start, equal_seconds)
        while not state.is_over:
            mover = state.player
            own = turns[len(turns) % 2 :: 2]  # players alternate
            state, turn = _turn(state, players[mover], seed, _seconds(own, equal_seconds))
            turns.append(turn)
    except ForfeitError as error:
        return Played(opening, tuple(turns), 1 - mover, str(error))
    return Played(opening, tuple(turns), state.winner, "")


def _turn(state: State, player: Player, seed: int, seconds: float | None) -> tuple[State, Turn]:
    """The position after a player's move, and the move."""
    number = int(split(np.uint64(seed % 2**64), np.uint64(len(state.history))))
    options: dict[str, Any] = {} if seconds is None else {"seconds": seconds}
    began = time.perf_counter()
    choice = player.choose(state, number, **options)
    try:
        after = state.play(choice.move)
    except IllegalMove as error:
        what = str(error).removeprefix("illegal move ")
        raise PlayerFailedError(Failure.ILLEGAL, what) from None
    spent = time.perf_counter() - began
    return after, Turn(after.history[-1].name, spent, choice.simulations, choice.value)


def _seconds(own: Sequence[Turn], equal_seconds: float | None) -> float | None:
    """The time for the next move, after a player's own turns so far."""
    if equal_seconds is None:
        return None
    left = (len(own) + 1) * equal_seconds - sum(turn.seconds for turn in own)
    return max(left, equal_seconds / 10)
