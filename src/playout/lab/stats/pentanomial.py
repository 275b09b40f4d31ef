"""Counts of single games and of pairs of games, and the strength that they show.

A pair is two games from the same opening with colours swapped. What one player takes from it is
0, 1/2, 1, 3/2 or 2 points: lost both (LL), LD, level (DD, or one game each), DW, WW. The points
of a pair hang together, by the opening and by the advantage of the first move, but pairs do not:
so the pair is the unit of which the variance is taken, five counts are all that is kept of any
number of pairs, and counts add up.

    mean m of the share of points, variance v of that share in one pair, n pairs
    Elo                        E(m) = -400 log10(1/m - 1)
    its interval               E(m - z sqrt(v/n)) to E(m + z sqrt(v/n))
    likelihood of superiority  Phi((m - 1/2) / sqrt(v/n))

as fishtest has them, with counts of zero taken for 1/1000. A few pairs, or pairs that all end
alike, have too small a variance: the methods called `careful` use the likelihood instead (see
`multinomial`), whose interval stays open where nothing is known.
"""

import math
import operator
from collections.abc import Hashable, Iterable
from dataclasses import astuple, dataclass, fields
from statistics import NormalDist
from typing import ClassVar, Self

import numpy as np

from . import likelihood as multinomial
from .intervals import Interval, exact, sign_test, wilson
from .likelihood import moments, quantile, regular

__all__ = ["Match", "Pairs", "Results", "Score", "elo_of", "pairs_of", "share_of"]


def elo_of(share: float) -> float:
    """The difference in Elo at which this share of the points is expected."""
    if not 0.0 < share < 1.0:
        return -math.inf if share <= 0.0 else math.inf
    return -400 * math.log10(1 / share - 1)


def share_of(elo: float) -> float:
    """The share of the points that is expected at this difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


class Counts:
    """What is known from counts of a few values, seen from one of two players."""

    VALUES: ClassVar[np.ndarray]  # the share of the points that each count stands for
    PER_UNIT: ClassVar[int]  # games in a unit, the thing that is counted

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            name, value = field.name, getattr(self, field.name)
            try:
                number = operator.index(value)
            except TypeError:
                raise ValueError(f"{name} must be a whole number, not {value!r}") from None
            if number < 0:
                raise ValueError(f"{name} is a count and cannot be {number}")
            object.__setattr__(self, name, number)

    def __add__(self, other: Self) -> Self:
        if type(other) is not type(self):
            return NotImplemented
        return self.of(a + b for a, b in zip(self.counts, other.counts, strict=True))

    @classmethod
    def of(cls, counts: Iterable[int]) -> Self:
        """From counts in the order of `counts`."""
        counts = list(counts)
        if len(counts) != len(cls.VALUES):
            raise ValueError(f"{cls.__name__} has {len(cls.VALUES)} counts, not {len(counts)}")
        return cls(*counts)

    @property
    def counts(self) -> tuple[int, ...]:
        """From all points lost to all points won."""
        return astuple(self)  # type: ignore[call-overload]

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
        return float(np.dot(self.counts, self.VALUES)) * self.PER_UNIT

    @property
    def mean(self) -> float:
        """The share of the points."""
        return self.points / self._some_games()

    @property
    def variance(self) -> float:
        """The variance of the share in one unit."""
        self._some_games()
        return float(moments(self.counts, self.VALUES)[1])

    def swapped(self) -> Self:
        """The same games, seen from the other player."""
        return self.of(reversed(self.counts))

    def rate(self, level: float = 0.95) -> Interval:
        """The share of the points with Wilson's interval, game by game: see `intervals`."""
        return wilson(self.points, self.games, level)

    def elo(self, level: float = 0.95) -> Interval:
        """Elo with the interval from the variance; infinite where that leaves 0 to 1."""
        mean, error = self._mean_and_error()
        ends = (mean + sign * quantile(level) * error for sign in (-1, 1))
        return Interval(elo_of(mean), *map(elo_of, ends))

    def los(self) -> float:
        """The likelihood of superiority: how sure it is that this player is the stronger."""
        mean, error = self._mean_and_error()
        return NormalDist().cdf((mean - 0.5) / error)

    def careful_elo(self, level: float = 0.95) -> Interval:
        """Elo with the interval from the likelihood, infinite where all points went one way."""
        self._some_games()
        low, high = multinomial.interval(self.counts, self.VALUES, level)
        low, high = (low if self.mean > 0 else 0.0), (high if self.mean < 1 else 1.0)
        return Interval(elo_of(self.mean), elo_of(low), elo_of(high))

    def careful_los(self) -> float:
        """The likelihood of superiority by the likelihood ratio against equal strength."""
        self._some_games()
        return NormalDist().cdf(multinomial.signed_root(self.counts, self.VALUES))

    def _some_games(self) -> int:
        if not self.games:
            raise ValueError("there are no games to tell anything from")
        return self.games

    def _mean_and_error(self) -> tuple[float, float]:
        self._some_games()
        counts = regular(self.counts)
        mean, variance = moments(counts, self.VALUES)
        return float(mean), math.sqrt(float(variance) / float(counts.sum()))


@dataclass(frozen=True)
class Score(Counts):
    """Single games, counted; a draw is half a point."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    VALUES = np.array([0.0, 0.5, 1.0])
    PER_UNIT = 1

    @classmethod
    def of(cls, counts: Iterable[int]) -> "Score":
        """From losses, draws and wins, in the order of `counts`."""
        return super().of(reversed(list(counts)))

    @property
    def counts(self) -> tuple[int, ...]:
        """Losses, draws, wins: from all points lost to all points won, as in `Pairs`."""
        return self.losses, self.draws, self.wins

    def with_game(self, points: float) -> "Score":
        """One more game: 1 for a win, 1/2 for a draw, 0 for a loss."""
        half = half_points(points)
        return Score.of(n + (i == half) for i, n in enumerate(self.counts))

    def exact(self, level: float = 0.95) -> Interval:
        """The share of wins among the games that were not drawn, by Clopper and Pearson."""
        return exact(self.wins, self.wins + self.losses, level)

    def sign_test(self) -> float:
        """The exact two-sided p against equal strength, by the games that were not drawn."""
        return sign_test(self.wins, self.losses)


@dataclass(frozen=True)
class Pairs(Counts):
    """Pairs of games, counted by what one player took from both: the pentanomial."""

    lost_both: int = 0  # LL
    lost_one: int = 0  # LD
    level: int = 0  # DD or LW
    won_one: int = 0  # DW
    won_both: int = 0  # WW

    VALUES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    PER_UNIT = 2

    def with_pair(self, points: float, other_points: float) -> "Pairs":
        """One more pair, of games with so many points each."""
        half = half_points(points) + half_points(other_points)
        return Pairs.of(n + (i == half) for i, n in enumerate(self.counts))


def half_points(points: float) -> int:
    """0 for a loss, 1 for a draw, 2 for a win."""
    if points not in (0, 0.5, 1):
        raise ValueError(f"a game gives 0, 0.5 or 1 points, not {points!r}")
    return int(2 * points)


class Match:
    """The games of two players as they come in, seen from one of them.

    Only counts are kept, and the result of each game that waits for its twin. A pair that is
    complete is forgotten but for its count, so its name must not be used again.
    """

    def __init__(self) -> None:
        self._as_first = [0, 0, 0]
        self._as_second = [0, 0, 0]
        self._pairs = [0, 0, 0, 0, 0]
        self._single = [0, 0, 0]
        self._waiting: dict[Hashable, tuple[int, bool]] = {}

    def add(self, points: float, first: bool, pair: Hashable = None) -> None:
        """Count a game: this player's points, whether he moved first, and the name of its pair."""
        half = half_points(points)
        twin = self._waiting.get(pair) if pair is not None else None
        if twin and twin[1] == first:
            raise ValueError(f"both games of pair {pair!r} have the same player to move first")
        (self._as_first if first else self._as_second)[half] += 1
        if pair is None:
            self._single[half] += 1
        elif twin:
            del self._waiting[pair]
            self._pairs[half + twin[0]] += 1
        else:
            self._waiting[pair] = half, first

    @property
    def as_first(self) -> Score:
        """The games in which this player moved first."""
        return Score.of(self._as_first)

    @property
    def as_second(self) -> Score:
        """The games in which the other player moved first."""
        return Score.of(self._as_second)

    @property
    def score(self) -> Score:
        """All games."""
        return self.as_first + self.as_second

    @property
    def pairs(self) -> Pairs:
        """The pairs that are complete."""
        return Pairs.of(self._pairs)

    @property
    def single(self) -> Score:
        """The games that are in no complete pair: those of none, and those that wait."""
        counts = list(self._single)
        for half, _ in self._waiting.values():
            counts[half] += 1
        return Score.of(counts)

    @property
    def waiting(self) -> int:
        """How many games wait for the other one of their pair."""
        return len(self._waiting)


def pairs_of(games: Iterable[tuple[Hashable, bool, float]]) -> Pairs:
    """The complete pairs among games, each a pair's name, whether one player moved first, and
    his points."""
    match = Match()
    for pair, first, points in games:
        match.add(points, first, pair)
    return match.pairs


class Results:
    """The games of many players as they come in: a `Match` for every two who met."""

    def __init__(self, players: Iterable[str] = ()) -> None:
        self._at = {name: i for i, name in enumerate(players)}
        self._matches: dict[tuple[int, int], Match] = {}

    def add(self, first: str, second: str, points: float, pair: Hashable = None) -> None:
        """Count a game: who moved first, who second, the points of the first, its pair."""
        if first == second:
            raise ValueError(f"{first!r} cannot play a game against itself")
        a, b = (self._at.setdefault(name, len(self._at)) for name in (first, second))
        if (match := self._matches.get((min(a, b), max(a, b)))) is None:
            match = self._matches[min(a, b), max(a, b)] = Match()
        half_points(points)
        match.add(points if a < b else 1 - points, a < b, pair)

    @property
    def players(self) -> list[str]:
        """Everybody, in the order in which they came."""
        return list(self._at)

    @property
    def matches(self) -> dict[tuple[str, str], Match]:
        """Every two who met, and their games as the first of the two names sees them."""
        names = self.players
        return {(names[a], names[b]): match for (a, b), match in sorted(self._matches.items())}
