"""What the answers of players are worth, beside the labels: shares, by phase, and paired tests.

Two players were asked about the same positions, so what tells them apart are the positions in
which one kept the value and the other did not. McNemar's exact test (1947) asks whether these
are divided unevenly: a sign test. The interval of the difference is Wald's with half a position
added to each of the four counts (Agresti and Min 2005), which holds its level with few of them.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from statistics import fmean, median
from typing import Any, NamedTuple

from ..report.page import named
from ..run.records import AnswerRecord
from ..stats.intervals import Interval, holm, normal_quantile, sign_test, wilson
from .positions import Label, Position, phases_of
from .schedule import AccuracySchedule, Budget, Entrant

__all__ = ["Answer", "Answers", "GameScores", "Row", "paired_difference", "record_of", "scores_of"]

Row = dict[str, Any]  # as report.json has it


class Answer(NamedTuple):
    """A move that was chosen in a position, and what it is worth."""

    position: int  # its number
    move: str
    cost: float  # points given away; 0 keeps the value
    is_decisive: bool  # whether it matters what is played
    is_best: bool | None  # None where the fastest win or the slowest loss is not known
    seconds: float
    simulations: int

    @classmethod
    def of(cls, row: AnswerRecord, label: Label) -> "Answer":
        best = label.best
        is_best = None if best is None else row.chosen in best
        worth = label.cost(row.chosen), label.is_decisive, is_best
        return cls(row.position, row.chosen, *worth, row.seconds, row.simulations)


def record_of(answers: Sequence[Answer]) -> Row:
    """How many answers are right, and all else that is counted of them."""
    n = len(answers)
    kept = [answer.cost == 0 for answer in answers]
    decisive = [answer.cost == 0 for answer in answers if answer.is_decisive]
    ranked = [answer.is_best for answer in answers if answer.is_best is not None]
    return {
        "n": n,
        "kept": sum(kept),
        **_share("share", kept),
        "decisive": len(decisive),
        "decisive_kept": sum(decisive),
        **_share("decisive_share", decisive),
        "ranked": len(ranked),
        "best": sum(ranked),
        **_share("best_share", ranked),
        "mean_cost": fmean(answer.cost for answer in answers) if n else None,
        "seconds_per_move": median(answer.seconds for answer in answers) if n else None,
        "simulations_per_move": sum(a.simulations for a in answers) / n if n else None,
    }


def _share(key: str, right: list[bool]) -> dict[str, float | None]:
    value, low, high = wilson(sum(right), len(right)) if right else (None, None, None)
    return {key: value, f"{key}_low": low, f"{key}_high": high}


@dataclass
class Answers:
    """All answers of a player with a budget, at one game."""

    entrant: Entrant
    phases: list[list[Answer]]

    @cached_property
    def by_position(self) -> dict[int, Answer]:
        return {answer.position: answer for phase in self.phases for answer in phase}

    @cached_property
    def row(self) -> Row:
        """The record of all of them, and that of each phase."""
        phases = [record_of(phase) for phase in self.phases]
        budget = self.entrant.budget._asdict()
        about = {"name": self.entrant.name, **self.entrant._asdict(), "budget": budget}
        return about | record_of([*self.by_position.values()]) | {"phases": phases}


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
    def answered(self) -> list[Answers]:
        """Those of whoever has answered something."""
        return [answers for answers in self.answers if answers.by_position]

    def phase_of(self, position: int) -> int:
        """The number of the phase that a position belongs to."""
        plies = len(self.positions[position])
        return next(i for i, (_, high) in enumerate(self.phases) if plies <= high)

    def by_chance(self, *phases: int) -> float | None:
        """How often a blind choice keeps the value, in all phases or in these: computed exactly."""
        labels = self.labels.items()
        shares = [x.by_chance for i, x in labels if not phases or self.phase_of(i) in phases]
        return fmean(shares) if shares else None

    def compared(self) -> list[Row]:
        """Every two players with the same budget, on the positions that both were asked about."""
        budgets: dict[Budget, list[Answers]] = {}
        for answers in self.answered:
            budgets.setdefault(answers.entrant.budget, []).append(answers)
        pairs = [pair for group in budgets.values() for pair in combinations(group, 2)]
        counts = [_discordant(*pair) for pair in pairs]
        adjusted = holm([sign_test(a, b) for _, a, b in counts])
        return [
            _comparison(one.entrant.name, other.entrant.name, *count, p)
            for (one, other), count, p in zip(pairs, counts, adjusted, strict=True)
        ]


def _discordant(one: Answers, other: Answers) -> tuple[int, int, int]:
    """How many positions both were asked about, and how many only one of the two got right."""
    mine, theirs = one.by_position, other.by_position
    both = mine.keys() & theirs.keys()
    right = Counter((mine[i].cost == 0, theirs[i].cost == 0) for i in both)
    return len(both), right[True, False], right[False, True]


def _comparison(
    one: str, other: str, n: int, only_one: int, only_other: int, adjusted: float
) -> Row:
    """The row of two players; `adjusted` is p after Holm's correction over all rows of a game."""
    difference, is_found = paired_difference(only_one, only_other, n), adjusted <= 0.05
    better, worse = (one, other) if difference.value > 0 else (other, one)
    verdict = f"no difference was found between {one} and {other}"
    if is_found:
        verdict = f"{better} keeps the value more often than {worse}"
    most, least = max(only_one, only_other), min(only_one, only_other)
    tail = f"{most} against {least} positions that only one of them got right, p {adjusted:.2g}"
    return {
        "one": one,
        "other": other,
        "n": n,
        "only_one": only_one,
        "only_other": only_other,
        **named(difference, "difference"),
        "p": sign_test(only_one, only_other),
        "adjusted": adjusted,
        "found": is_found,
        "verdict": f"{verdict} ({tail} by McNemar’s test and Holm’s correction)",
    }


def paired_difference(only_one: int, only_other: int, n: int) -> Interval:
    """By how much the share of one is above that of the other, who had the same n questions."""
    if not n:
        return Interval(0.0, -1.0, 1.0)
    a, b, whole = only_one + 0.5, only_other + 0.5, n + 2
    middle = (a - b) / whole
    half = normal_quantile(0.95) * math.sqrt(a + b - (a - b) ** 2 / whole) / whole
    value = (only_one - only_other) / n
    # The interval is not around the estimate itself, but it shall hold it.
    low, high = min(middle - half, value), max(middle + half, value)
    return Interval(value, max(-1.0, low), min(1.0, high))


def scores_of(schedule: AccuracySchedule) -> Iterator[GameScores]:
    """Game by game, what the ledger has by now."""
    phases = phases_of(schedule.plan.plies)
    for game in schedule.experiment.games:
        solved = schedule.labels(game)
        known = {i: label for i, label in solved.items() if label.is_known}
        answers = [Answers(entrant, [[] for _ in phases]) for entrant in schedule.plan.entrants]
        counts = len(solved) - len(known), phases, answers
        scores = GameScores(game, schedule.positions(game), known, *counts)
        for row in schedule.ledger.answers(game):
            mine = answers[row.entrant].phases[scores.phase_of(row.position)]
            mine.append(Answer.of(row, known[row.position]))
        yield scores
