"""Who failed in the games that count, how often and how: what has to be said before any score."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...arena import failure_in
from .records import GameRecord

if TYPE_CHECKING:
    from .pairing_score import Tally
    from .tasks import Contest

__all__ = ["Failing", "Failures", "failing", "who_failed"]

MOST_CHARACTERS = 160  # of what happened


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


def failing(contests: Iterable["Contest"], tallies: Mapping[int, "Tally"]) -> list[Failing]:
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
