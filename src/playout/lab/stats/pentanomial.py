"""Counts of single games and of pairs of games, and the strength that they show.

A pair is two games from the same opening with colours swapped. What one player takes from it is
0, 1/2, 1, 3/2 or 2 points: lost both (LL), LD, level (DD, or one game each), DW, WW. The two
games of a pair depend on each other, by the opening and by the advantage of the first move, but
pairs do not. So the variance is that of pairs, five counts are all that is kept of any number of
pairs (the pentanomial), and counts add up.

Elo and the likelihood of superiority (LOS) come from the likelihood ratio (see `likelihood`):
with few pairs, or pairs that all end alike, the interval stays as wide as it must.
"""

import math
import operator
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import ClassVar, Self

from scipy.special import bdtr, ndtr

from . import likelihood
from .intervals import Interval, sign_test, wilson


def elo_of(share: float) -> float:
    """The difference in Elo at which this share of the points is expected."""
    if not 0.0 < share < 1.0:
        return -math.inf if share <= 0.0 else math.inf
    return 0.0 - 400 * math.log10(1 / share - 1)  # and not -0.0 where both have half


def share_of(elo: float) -> float:
    """The share of the points that is expected at this difference in Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def half_points(points: float) -> int:
    """0 for a loss, 1 for a draw, 2 for a win."""
    if points not in (0, 0.5, 1):
        raise ValueError(f"a game gives 0, 0.5 or 1 points, not {points!r}")
    return int(2 * points)


@dataclass(frozen=True)
class Counts:
    """Results of one player against another, counted; a result is a game or a pair of games."""

    VALUES: ClassVar[tuple[float, ...]]  # the share of the points that each count stands for
    PER_UNIT: ClassVar[int]  # games in a result

    def __post_init__(self) -> None:
        if not all(isinstance(n, int) and n >= 0 for n in self.counts):
            raise ValueError(f"counts are whole numbers of 0 or more, not {self}")

    def __add__(self, other: Self) -> Self:
        if type(other) is not type(self):
            return NotImplemented
        return self.of(map(operator.add, self.counts, other.counts))

    @classmethod
    def of(cls, counts: Iterable[int]) -> Self:
        """From counts in the order of `counts`."""
        whole = [operator.index(n) for n in counts]
        if len(whole) != len(cls.VALUES):
            raise ValueError(f"{cls.__name__} has {len(cls.VALUES)} counts, not {len(whole)}")
        return cls(*whole)

    @property
    def counts(self) -> tuple[int, ...]:
        """From all points lost to all points won."""
        return tuple(vars(self).values())

    @property
    def units(self) -> int:
        """How many results are counted."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """How many games they come from."""
        return self.units * self.PER_UNIT

    @property
    def points(self) -> float:
        """A point for a win, half of one for a draw."""
        return self.PER_UNIT * sum(n * a for n, a in zip(self.counts, self.VALUES, strict=True))

    @property
    def mean(self) -> float:
        """The share of the points."""
        self._check_games()
        return self.points / self.games

    @property
    def variance(self) -> float:
        """The variance of the share in one result."""
        self._check_games()
        return likelihood.moments(self.counts, self.VALUES)[1]

    def with_result(self, *points: float) -> Self:
        """One more result, by the points of its game or of both games of its pair."""
        half = sum(map(half_points, points))
        return self.of(n + (i == half) for i, n in enumerate(self.counts))

    def swapped(self) -> Self:
        """The same games, seen from the other player."""
        return self.of(reversed(self.counts))

    def rate(self) -> Interval:
        """The share of the points with Wilson's interval, game by game: see `intervals`."""
        return wilson(self.points, self.games)

    def elo(self) -> Interval:
        """Elo with the likelihood ratio interval, infinite where all points went one way."""
        self._check_games()
        return self._elo(*likelihood.interval(self.counts, self.VALUES))

    def share(self) -> Interval:
        """The share of the points with the ends of `elo`. Two intervals that are reckoned in
        different ways, side by side, may say that there is a difference and that there is none."""
        elo = self.elo()
        return Interval(self.mean, share_of(elo.low), share_of(elo.high))

    def _elo(self, low: float, high: float) -> Interval:
        low, high = (low if self.mean > 0 else 0.0), (high if self.mean < 1 else 1.0)
        return Interval(elo_of(self.mean), elo_of(low), elo_of(high))

    def los(self) -> float:
        """The likelihood of superiority: how sure it is that this player is the stronger."""
        self._check_games()
        return NormalDist().cdf(likelihood.signed_root(self.counts, self.VALUES))

    def p_value(self) -> float:
        """Two-sided, against equal strength: twice the tail of `los`."""
        if not self.units:
            return 1.0
        return 2 * float(ndtr(-abs(likelihood.signed_root(self.counts, self.VALUES))))

    def _check_games(self) -> None:
        if not self.units:
            raise ValueError("there are no games yet, so nothing is known")


@dataclass(frozen=True)
class Score(Counts):
    """Single games, counted; a draw is half a point."""

    losses: int = 0
    draws: int = 0
    wins: int = 0

    VALUES = (0.0, 0.5, 1.0)
    PER_UNIT = 1

    # Single games can be few, and all go one way: what is exact, or nearly so, replaces the
    # likelihood ratio, which calls 3 of 3 a difference.

    def elo(self) -> Interval:
        """Elo with the ends of Wilson's interval, open where all points went one way; with draws
        that would be too wide."""
        return super().elo() if self.draws else self._elo(*self.rate()[1:])

    def los(self) -> float:
        """The posterior that wins are likelier than losses, from a uniform prior."""
        self._check_games()
        return float(bdtr(self.wins, self.wins + self.losses + 1, 0.5))

    def p_value(self) -> float:
        """Two-sided and exact, of wins against losses: draws say nothing about who is stronger."""
        return sign_test(self.wins, self.losses)


@dataclass(frozen=True)
class Pairs(Counts):
    """Pairs of games, counted by what one player took from both: the pentanomial."""

    lost_both: int = 0  # LL
    lost_one: int = 0  # LD
    level: int = 0  # DD or LW
    won_one: int = 0  # DW
    won_both: int = 0  # WW

    VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)
    PER_UNIT = 2
