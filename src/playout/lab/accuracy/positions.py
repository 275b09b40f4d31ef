"""Positions to ask players about: random games from the start, cut off, the same for a seed.

Position i has been played for `low + i mod (high - low + 1)` moves, so that all lengths come
equally often and the first hundred are as good a sample as all of them; more positions are the
same ones and others after them. A game that is over too soon is thrown away as a whole, so a
position of n moves is drawn from the random games that last longer than that.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ...catalogue import find
from ...kernel import split
from ...rules import GameError
from ...state import State
from ..run.tasks import seed_of

__all__ = ["Position", "phase_name", "phases_of", "positions_of"]

TRIES = 2000  # random games before a length is given up
N_PHASES = 3


class Position(NamedTuple):
    """The moves that lead to a position, and who is to move there."""

    moves: tuple[str, ...]
    player: int


@lru_cache(maxsize=8)
def positions_of(game: str, n: int, plies: tuple[int, int], seed: int) -> tuple[Position, ...]:
    """So many different positions in which the game goes on and there is a choice to make.

    Raises a GameError where there are not so many. The numbers drawn are our own, so that the
    positions do not depend on the version of a library.
    """
    rules, source = find(game), _Source(seed, game)
    lengths = list(range(plies[0], min(plies[1], rules.max_plies() - 1) + 1))
    seen: set[State] = set()
    drawn: list[Position] = []
    turn = 0
    while lengths and len(drawn) < n:
        turn %= len(lengths)
        state = _unseen(rules, lengths[turn], source, seen)
        if state is None:
            del lengths[turn]
            continue
        seen.add(state)
        drawn.append(Position(tuple(move.name for move in state.history), state.player))
        turn += 1
    if len(drawn) < n:
        raise GameError(
            f"{game}: only {len(drawn)} different positions with a choice were found after"
            f" {plies[0]} to {plies[1]} moves, not {n}; ask for fewer, or for other lengths"
        )
    return tuple(drawn)


class _Source:
    """Random numbers that belong to a seed and a game."""

    def __init__(self, seed: int, game: str) -> None:
        self.seed = seed_of(seed, game)
        self.drawn = 0

    def below(self, n: int) -> int:
        self.drawn += 1
        return int(split(np.uint64(self.seed), np.uint64(self.drawn))) % n


def _unseen(game: Any, length: int, source: _Source, seen: set[State]) -> State | None:
    for _ in range(TRIES):
        state: State = game.start()
        while len(state.history) < length and not state.is_over:
            moves = state.moves()
            state = state.play(moves[source.below(len(moves))])
        if len(state.moves()) > 1 and state not in seen:  # there are none where it is over
            return state
    return None


def phases_of(plies: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The thirds of a range of lengths, from the first phase of the game to the last."""
    low, high = plies
    lengths = range(low, high + 1)
    n = min(N_PHASES, len(lengths))
    ends = [len(lengths) * i // n for i in range(n + 1)]
    return tuple((lengths[a], lengths[b - 1]) for a, b in pairwise(ends))


def phase_name(phase: Sequence[int]) -> str:
    """The moves that have been played in a phase, in words."""
    low, high = phase
    return f"{low} to {high} moves" if low < high else f"{low} move{'s' * (low != 1)}"
