"""What the answers of players are worth, beside the labels: shares, by phase, and paired tests.

Two players were asked about the same positions, so what tells them apart are the positions in
which one kept the value and the other did not. McNemar's exact test (1947) asks whether these
are divided unevenly: a sign test. The interval of the difference is Wald's with half a position
added to each of the four counts (Agresti and Min 2005), which holds its level with few of them.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from ..stats.intervals import Interval, normal_quantile, sign_test, wilson
from ..stats.multiple_testing import holm
from .labels import Label
from .plan import Budget, Entrant
from .positions import Position, phases_of
from .schedule import AccuracySchedule

__all__ = ["Answers", "GameScores", "Paired", "Record", "paired_difference", "scores_of"]


@dataclass
class Record:
    """Counts of answers."""

    n: int = 0
    kept: int = 0  # the value
    decisive: int = 0  # positions in which it matters what is played
    decisive_kept: int = 0
    ranked: int = 0  # positions in which the fastest win or the slowest loss is known
    best: int = 0
    cost: float = 0.0  # points given away
    seconds: list[float] = field(default_factory=list)  # of each
    simulations: int = 0

    def add(self, label: Label, move: str, seconds: float, simulations: int) -> None:
        """Count an answer."""
        cost = label.cost(move)
        best = label.best
        self.n += 1
        self.kept += cost == 0
        self.cost += cost
        self.seconds.append(seconds)
        self.simulations += simulations
        if label.is_decisive:
            self.decisive += 1
            self.decisive_kept += cost == 0
        if best is not None:
            self.ranked += 1
            self.best += move in best

    @property
    def accuracy(self) -> Interval:
        """The share of positions in which the value was kept."""
        return wilson(self.kept, self.n)

    @property
    def decisive_accuracy(self) -> Interval:
        """The same among positions in which it matters."""
        return wilson(self.decisive_kept, self.decisive)

    @property
    def exactness(self) -> Interval:
        """The share of positions in which no move wins sooner, or loses later."""
        return wilson(self.best, self.ranked)

    @property
    def mean_cost(self) -> float:
        return self.cost / self.n if self.n else math.nan


@dataclass
class Answers:
    """All answers of a player with a budget, at one game."""

    entrant: Entrant
    whole: Record
    phases: list[Record]
    chosen: dict[int, str] = field(default_factory=dict)  # by the number of the position


class Paired(NamedTuple):
    """Two players with the same budget, on the positions that both were asked about."""

    one: Entrant
    other: Entrant
    n: int
    only_one: int  # kept the value
    only_other: int
    difference: Interval  # of the shares
    p: float
    adjusted: float  # by Holm, over all comparisons at the game

    @property
    def is_clear(self) -> bool:
        return self.adjusted <= 0.05


@dataclass
class GameScores:
    """What was asked at one game, and what came of it."""

    game: str
    positions: tuple[Position, ...]
    labels: dict[int, Label]  # those that are known, by the number of the position
    n_unknown: int
    phases: tuple[tuple[int, int], ...]  # the least and the most moves played in each
    answers: list[Answers]

    @property
    def n_decisive(self) -> int:
        return sum(label.is_decisive for label in self.labels.values())

    @property
    def by_chance(self) -> float:
        """How often a blind choice keeps the value: exactly, not by trying."""
        shares = [label.by_chance for label in self.labels.values()]
        return math.fsum(shares) / len(shares) if shares else math.nan

    def phase_of(self, position: int) -> int:
        """The number of the phase that a position belongs to."""
        plies = len(self.positions[position].moves)
        return next(i for i, (_, high) in enumerate(self.phases) if plies <= high)

    def compared(self) -> list[Paired]:
        """Every two players with the same budget."""
        budgets: dict[Budget, list[Answers]] = {}
        for answers in self.answers:
            if answers.whole.n:
                budgets.setdefault(answers.entrant.budget, []).append(answers)
        pairs = [
            (one, other, *self._discordant(one, other))
            for group in budgets.values()
            for one, other in combinations(group, 2)
        ]
        adjusted = holm([sign_test(a, b) for _, _, _, a, b in pairs])
        return [
            Paired(
                one.entrant, other.entrant, n, a, b, paired_difference(a, b, n), sign_test(a, b), p
            )
            for (one, other, n, a, b), p in zip(pairs, adjusted, strict=True)
        ]

    def _discordant(self, one: Answers, other: Answers) -> tuple[int, int, int]:
        both = one.chosen.keys() & other.chosen.keys()
        kept = [(self.keeps(i, one.chosen[i]), self.keeps(i, other.chosen[i])) for i in both]
        return len(kept), kept.count((True, False)), kept.count((False, True))

    def keeps(self, position: int, move: str) -> bool:
        """Whether a move keeps the value of a position."""
        return self.labels[position].cost(move) == 0


def paired_difference(only_one: int, only_other: int, n: int, level: float = 0.95) -> Interval:
    """By how much the share of one is above that of the other, who had the same n questions."""
    z = normal_quantile(level)
    if not n:
        return Interval(0.0, -1.0, 1.0)
    a, b, whole = only_one + 0.5, only_other + 0.5, n + 2
    middle = (a - b) / whole
    half = z * math.sqrt(a + b - (a - b) ** 2 / whole) / whole
    value = (only_one - only_other) / n
    # The interval is not around the estimate itself, but it shall hold it.
    return Interval(
        value, max(-1.0, min(middle - half, value)), min(1.0, max(middle + half, value))
    )


def scores_of(schedule: AccuracySchedule) -> Iterator[GameScores]:
    """Game by game, what the ledger has by now."""
    phases = phases_of(schedule.plan.plies)
    for game in schedule.experiment.games:
        solved = schedule.labels(game)
        known = {i: label for i, label in solved.items() if label.is_known}
        entrants = schedule.plan.entrants
        answers = [Answers(entrant, Record(), [Record() for _ in phases]) for entrant in entrants]
        positions, n_unknown = schedule.positions(game), len(solved) - len(known)
        scores = GameScores(game, positions, known, n_unknown, phases, answers)
        for row in schedule.ledger.answers(game):
            mine = answers[row.entrant]
            for record in (mine.whole, mine.phases[scores.phase_of(row.position)]):
                record.add(known[row.position], row.chosen, row.seconds, row.simulations)
            mine.chosen[row.position] = row.chosen
        yield scores
