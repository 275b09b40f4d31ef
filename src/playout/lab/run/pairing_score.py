"""How the contests of an experiment stand, from the results alone, in the order of the pairs.

Games end in any order, but they are counted pair by pair from the first on. So a contest that
is stopped when it is decided stops at the same pair however many workers played, and what was
played beyond it does not count.
"""

from ..stats.pentanomial import Pairs, Score, half_points
from ..stats.sprt import Decision, Sprt
from .failures import Failures

__all__ = ["Tally", "TieBreak"]

Game = tuple[float | None, str]  # the points of the contest's first player, how it ended


class Tally:
    """A contest: what has been counted, and whether it is decided."""

    def __init__(self, rule: Sprt | None = None, lone: int | None = None) -> None:
        self.rule = rule
        self.lone = lone  # the number of the pair that is one game only, where there is one
        self.counted = 0  # pairs, from the first on
        self.is_decided = False
        self.single = Score()  # the game that has no twin
        self.failures = Failures(), Failures()  # of the contest's first player, of the other
        self._counts = [0] * len(Pairs.VALUES)
        self._waiting: dict[int, dict[int, Game]] = {}  # by pair and colour

    @property
    def pairs(self) -> Pairs:
        """What has been counted of the pairs that were played."""
        return Pairs.of(self._counts)

    @property
    def games(self) -> int:
        """How many games have been counted."""
        return 2 * sum(self._counts) + self.single.games

    @property
    def points(self) -> float:
        """Of the contest's first player, in all of them."""
        return sum(i * n for i, n in enumerate(self._counts)) / 2 + self.single.points

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
            self.single = self.single.with_result(points[0])
            return
        self._counts[half_points(points[0]) + half_points(points[1])] += 1
        self.is_decided = self._stops()

    def _stops(self) -> bool:
        return self.rule is not None and self.rule.stops(self._counts)

    def decision(self) -> Decision | None:
        """What the test says, where there is one."""
        return self.rule.decide(self.pairs) if self.rule is not None else None


class TieBreak(Tally):
    """Further pairs after a tie, until one player is ahead."""

    def _stops(self) -> bool:
        return self.lead != 0
