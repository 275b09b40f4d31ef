"""How the contests of an experiment stand, from the results alone, in the order of the pairs.

Games end in any order, but they are counted pair by pair from the first on. So a contest that
is stopped when it is decided stops at the same pair however many workers played, and what was
played beyond it does not count.

Who failed, how often and how, is counted as well: it has to be said before any score.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...arena import failure_in
from ..stats.pentanomial import Pairs, Score
from ..stats.sprt import Decision, Sprt
from .records import GameRecord
from .tasks import Contest

__all__ = ["Failing", "Tally", "TieBreak", "failing", "who_failed"]

MOST_CHARACTERS = 160  # of what happened in a failure
Game = tuple[float | None, str]  # the points of the contest's first player, how it ended


class Failures:
    """The failures of a player: how many of each kind, and what happened the first time."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.first: dict[str, str] = {}

    def add(self, reason: str) -> None:
        """Count the end of a game that this player lost, if it was a failure."""
        if reason and (failure := failure_in(reason)) is not None:
            kind, what = failure
            self.counts[kind.value] += 1
            short = what if len(what) <= MOST_CHARACTERS else what[: MOST_CHARACTERS - 1] + "…"
            self.first.setdefault(kind.value, short)

    def merge(self, other: "Failures") -> None:
        """Count in those of other games."""
        self.counts += other.counts
        self.first = other.first | self.first

    @property
    def total(self) -> int:
        return self.counts.total()

    def __str__(self) -> str:
        """`crashed in 15 (at first: it ended with exit code 134), too slow in 1 (...)`."""
        ranked = sorted(self.counts.items(), key=lambda item: (-item[1], item[0]))
        return ", ".join(
            f"{kind} in {n} ({'at first: ' * (n > 1)}{self.first[kind]})" for kind, n in ranked
        )


class Failing(NamedTuple):
    """A player that failed in games that count."""

    name: str
    games: int
    failures: Failures

    def __str__(self) -> str:
        return f"{self.name} failed in {self.failures.total} of {self.games} games: {self.failures}"


def who_failed(record: GameRecord) -> str:
    """The player whose failure ended this game, or nobody: an empty text."""
    if record.winner is None or failure_in(record.reason) is None:
        return ""
    return (record.first, record.second)[1 - record.winner]


class Tally:
    """A contest: what has been counted, and whether it is decided."""

    def __init__(self, rule: Sprt | None = None, lone: int | None = None) -> None:
        self.rule = rule
        self.lone = lone  # the number of the pair that is one game only, where there is one
        self.counted = 0  # pairs, from the first on
        self.is_decided = False
        self.pairs = Pairs()  # of which both games were played
        self.single = Score()  # the game that has no twin
        self.failures = Failures(), Failures()  # of the contest's first player, of the other
        self._waiting: dict[int, dict[int, Game]] = {}  # by pair and colour

    @property
    def games(self) -> int:
        """How many games have been counted."""
        return self.pairs.games + self.single.games

    @property
    def points(self) -> float:
        """Of the contest's first player, in all of them."""
        return self.pairs.points + self.single.points

    @property
    def lead(self) -> float:
        """By how many points the contest's first player is ahead."""
        return 2 * self.points - self.games

    @property
    def n_failures(self) -> int:
        """How many of the games a failure decided."""
        return sum(mine.total for mine in self.failures)

    @property
    def is_spoilt(self) -> bool:
        """Whether failures decided half of the games or more: the score then says too little
        about strength for an Elo."""
        return 0 < self.games <= 2 * self.n_failures

    def add(self, pair: int, colour: int, points: float | None, reason: str = "") -> None:
        """A game of a pair: the points of the contest's first player, None if it was given up,
        and how it ended, where that was not by the rules."""
        if self.is_decided:
            return
        self._waiting.setdefault(pair, {})[colour] = points, reason
        while not self.is_decided and self._is_complete():
            games = self._waiting.pop(self.counted)
            self.counted += 1
            self._count([games[colour] for colour in sorted(games)])

    def _is_complete(self) -> bool:
        """Whether all games of the next pair are there."""
        games = self._waiting.get(self.counted, ())
        return len(games) == (1 if self.counted == self.lone else 2)

    def _count(self, games: list[Game]) -> None:
        points = [mine for mine, _ in games if mine is not None]
        if len(points) < len(games):
            return  # half a pair says nothing about the two
        for mine, reason in games:
            if reason:
                self.failures[0 if mine == 0 else 1].add(reason)
        if len(points) == 1:
            self.single = self.single.with_result(*points)
            return
        self.pairs = self.pairs.with_result(*points)
        self.is_decided = self._stops()

    def _stops(self) -> bool:
        return self.rule is not None and self.rule.decide(self.pairs).stopped

    def decision(self) -> Decision | None:
        """What the test says, where there is one."""
        return self.rule.decide(self.pairs) if self.rule is not None else None


class TieBreak(Tally):
    """Further pairs after a tie, until one player is ahead."""

    def _stops(self) -> bool:
        return self.lead != 0


def failing(contests: Iterable[Contest], tallies: Mapping[int, Tally]) -> list[Failing]:
    """Those who failed in these contests, who failed most often first."""
    games: Counter[str] = Counter()
    failures: dict[str, Failures] = {}
    for contest in contests:
        if (tally := tallies.get(contest.index)) is None:
            continue
        for name, mine in zip((contest.one, contest.other), tally.failures, strict=True):
            games[name] += tally.games
            failures.setdefault(name, Failures()).merge(mine)
    some = [Failing(name, games[name], mine) for name, mine in failures.items() if mine.total]
    return sorted(some, key=lambda one: (-one.failures.total, one.name))
