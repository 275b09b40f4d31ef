"""One game between two players, with what each move cost."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..kernel import split
from ..state import IllegalMove, State
from .forfeit import Failure, ForfeitError, PlayerFailedError

__all__ = ["Played", "Turn", "play_game"]


class Turn(NamedTuple):
    """A move and what went into it."""

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
    start: State, players: Sequence[Any], seed: int, equal_seconds: float | None = None
) -> Played:
    """Play from a position to the end; the same seed gives the same game, budgets of time aside.

    players         the first one moves when player 0 is to move; they choose(state, seed), and may
                    prepare(state, seconds) what takes long before any clock runs
    equal_seconds   both sides get so much time a move, as it is measured: what one move takes
                    too long, the next one has less
    """
    state = start
    turns: list[Turn] = []
    spent = [0.0, 0.0]
    moved = [0, 0]
    for seat in () if start.is_over else (start.player, 1 - start.player):
        try:
            if hasattr(players[seat], "prepare"):
                players[seat].prepare(start, equal_seconds)
        except ForfeitError as error:
            return _ended(start, turns, 1 - seat, str(error))
    while not state.is_over:
        mover = state.player
        number = int(split(np.uint64(seed % 2**64), np.uint64(len(state.history))))
        options = {}
        if equal_seconds is not None:
            left = (moved[mover] + 1) * equal_seconds - spent[mover]
            options["seconds"] = max(left, equal_seconds / 10)
        began = time.perf_counter()
        try:
            choice = players[mover].choose(state, number, **options)
            after = state.play(choice.move)
        except ForfeitError as error:
            return _ended(start, turns, 1 - mover, str(error))
        except IllegalMove as error:
            failed = PlayerFailedError(Failure.ILLEGAL, str(error).removeprefix("illegal move "))
            return _ended(start, turns, 1 - mover, str(failed))
        seconds = time.perf_counter() - began
        spent[mover] += seconds
        moved[mover] += 1
        turns.append(Turn(after.history[-1].name, seconds, choice.simulations, choice.value))
        state = after
    return _ended(start, turns, state.winner, "")


def _ended(start: State, turns: list[Turn], winner: int | None, reason: str) -> Played:
    moves = tuple(move.name for move in start.history)
    return Played(moves, tuple(turns), winner, reason)
