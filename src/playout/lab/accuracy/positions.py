"""Positions to ask players about, and what is true of them.

They come from random games, cut off, the same for a seed. Position i has been played for
`low + i mod (high - low + 1)` moves, so that all lengths come equally often and the first hundred
are as good a sample as all of them; more positions are the same ones and others after them. A game
that is over too soon is thrown away as a whole, so a position of n moves is drawn from the random
games that last longer than that.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, pairwise
from typing import Any

import numpy as np

from ...catalogue import find
from ...kernel import split
from ...language import tr
from ...rules import GameError
from ...solve import OUTCOMES, UNKNOWN, Solution
from ...state import State
from ..run.records import MoveValue
from ..run.tasks import seed_of

TRIES = 2000  # random games before a length is given up
N_PHASES = 3
Position = tuple[str, ...]  # the moves that lead to it


@lru_cache(maxsize=8)
def positions_of(game: str, n: int, plies: tuple[int, int], seed: int) -> tuple[Position, ...]:
    """So many different positions in which the game goes on and there is a choice to make.

    Raises a GameError where there are not so many. The numbers drawn are our own, so that the
    positions do not depend on the version of a library.
    """
    own = np.uint64(seed_of(seed, game))
    numbers = (int(split(own, np.uint64(i))) for i in count(1))
    rules = find(game)
    lengths = list(range(plies[0], min(plies[1], rules.max_plies() - 1) + 1))
    seen: set[State] = set()
    drawn: list[Position] = []
    turn = 0
    while lengths and len(drawn) < n:
        turn %= len(lengths)
        state = _unseen(rules, lengths[turn], numbers, seen)
        if state is None:
            del lengths[turn]
            continue
        seen.add(state)
        drawn.append(tuple(move.name for move in state.history))
        turn += 1
    if len(drawn) < n:
        why = (
            "{game}: only {found} different positions with a choice were found after {low} to"
            " {high} moves, not {n}; ask for fewer, or for other lengths"
        )
        low, high = plies
        raise GameError(why, game=game, found=len(drawn), low=low, high=high, n=n)
    return tuple(drawn)


def _unseen(game: Any, length: int, numbers: Iterator[int], seen: set[State]) -> State | None:
    for _ in range(TRIES):
        state: State = game.start()
        while len(state.history) < length and not state.is_over:
            moves = state.moves()
            state = state.play(moves[next(numbers) % len(moves)])
        if len(state.moves()) > 1 and state not in seen:  # there are none where it is over
            return state
    return None


def phases_of(plies: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The thirds of a range of lengths, from the first phase of the game to the last."""
    lengths = range(plies[0], plies[1] + 1)
    n = min(N_PHASES, len(lengths))
    ends = [len(lengths) * i // n for i in range(n + 1)]
    return tuple((lengths[a], lengths[b - 1]) for a, b in pairwise(ends))


def phase_name(phase: Sequence[int]) -> str:
    """The moves that have been played in a phase, in words."""
    low, high = phase
    if low < high:
        return tr("{low} to {high} moves", low=low, high=high)
    return tr("{n} move", "{n} moves", n=low)


def label_of(solution: Solution) -> tuple[str, dict[str, MoveValue], str]:
    """What a ledger keeps of a solution in which every move was asked for: the outcome, that of
    every move, and why it is unknown, if any of it is."""
    rows = {row.move.name: MoveValue(row.outcome, row.score, row.plies) for row in solution.moves}
    is_whole = solution.is_known and len(rows) == len(solution.state.moves())
    if not is_whole or any(row.outcome not in OUTCOMES for row in rows.values()):
        return UNKNOWN, {}, solution.stopped
    return solution.outcome, rows, ""
