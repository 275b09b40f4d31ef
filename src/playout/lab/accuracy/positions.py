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
from typing import Any, NamedTuple

import numpy as np

from ...catalogue import find
from ...kernel import split
from ...rules import GameError
from ...solve import DRAW, OUTCOMES, UNKNOWN, WIN, Solution
from ...state import State
from ..run.records import MoveValue
from ..run.tasks import seed_of

__all__ = ["Label", "Position", "label_of", "phase_name", "phases_of", "positions_of"]

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
        raise GameError(
            f"{game}: only {len(drawn)} different positions with a choice were found after"
            f" {plies[0]} to {plies[1]} moves, not {n}; ask for fewer, or for other lengths"
        )
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
    return f"{low} to {high} moves" if low < high else f"{low} move{'s' * (low != 1)}"


class Label(NamedTuple):
    """The outcome of a position, and that of every move; `unknown` where any of it is."""

    outcome: str
    moves: dict[str, MoveValue]
    why: str = ""  # it is unknown

    @property
    def is_known(self) -> bool:
        return self.outcome != UNKNOWN

    @property
    def is_decisive(self) -> bool:
        """Whether it matters what is played: not all moves have the same outcome."""
        return len({move.outcome for move in self.moves.values()}) > 1

    @property
    def keeping(self) -> list[str]:
        """The moves that keep the value."""
        return [name for name, move in self.moves.items() if move.outcome == self.outcome]

    @property
    def best(self) -> list[str] | None:
        """Of these, the fastest wins or the slowest losses; None where that is not known."""
        rows = {name: self.moves[name] for name in self.keeping}
        if self.outcome == DRAW:
            # Of a solver that knows no distances, draws alone would be a lopsided sample.
            is_ranked = any(row[1:] != (None, None) for row in self.moves.values())
            return list(rows) if is_ranked else None
        scores = [row.score for row in rows.values() if row.score is not None]
        if len(scores) == len(rows):
            return [name for name, row in rows.items() if row.score == max(scores)]
        plies = [row.plies for row in rows.values() if row.plies is not None]
        if len(plies) < len(rows):
            return None
        wanted = min(plies) if self.outcome == WIN else max(plies)
        return [name for name, row in rows.items() if row.plies == wanted]

    def cost(self, move: str) -> float:
        """What a move gives away, in points: 1 from a win to a loss, 1/2 with a draw at one end."""
        places = [OUTCOMES.index(outcome) for outcome in (self.outcome, self.moves[move].outcome)]
        return (places[0] - places[1]) / 2

    @property
    def by_chance(self) -> float:
        """The share of the moves that keep the value: how often a blind choice does."""
        return len(self.keeping) / len(self.moves)


def label_of(solution: Solution) -> Label:
    """What a ledger keeps of a solution in which every move was asked for."""
    rows = {row.move.name: MoveValue(row.outcome, row.score, row.plies) for row in solution.moves}
    is_whole = solution.is_known and len(rows) == len(solution.state.moves())
    if not is_whole or any(row.outcome not in OUTCOMES for row in rows.values()):
        return Label(UNKNOWN, {}, solution.stopped)
    return Label(solution.outcome, rows)
