"""Intervals of a share, and the two distributions that the exact ones need.

Wilson (1927), with p the share of n games and z the quantile of the level:

    (p + z^2/2n  +-  z sqrt(p (1 - p)/n + z^2/4n^2)) / (1 + z^2/n)

A draw is half a game won. Its variance is below that of a win or a loss, which the formula
takes it for, so that draws make the interval a little too wide and never too narrow.

Clopper and Pearson (1934) hold their level exactly or better, for games without draws: the ends
are the shares at which as many wins or more, or as many or fewer, have half of what the level
leaves. Tails of the binomial and of Student's t are incomplete beta functions, by the continued
fraction of Lentz.
"""

import math
from typing import NamedTuple

from .likelihood import quantile

__all__ = ["Interval", "binomial_at_least", "exact", "sign_test", "student_tail", "wilson"]


class Interval(NamedTuple):
    """An estimate and the ends of its interval; the level is the caller's, 95 % unless told."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width."""
        return (self.high - self.low) / 2


def wilson(points: float, games: int, level: float = 0.95) -> Interval:
    """The share of points with Wilson's interval; 0 to 1 before the first game."""
    _check_share(points, games)
    z = quantile(level)
    if games == 0:
        return Interval(0.5, 0.0, 1.0)
    share = points / games
    scale = 1 + z * z / games
    centre = (share + z * z / (2 * games)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    low = 0.0 if points == 0 else max(0.0, centre - half)
    return Interval(share, low, 1.0 if points == games else min(1.0, centre + half))


def exact(wins: int, games: int, level: float = 0.95) -> Interval:
    """The share of wins with the interval of Clopper and Pearson; there are no draws in it."""
    _check_share(wins, games)
    if wins != int(wins):
        raise ValueError(f"the exact interval counts whole wins, not {wins!r}: leave out the draws")
    quantile(level)
    if games == 0:
        return Interval(0.5, 0.0, 1.0)
    tail = (1 - level) / 2

    def end(count: int, target: float) -> float:
        """The share at which `count` wins or more have the probability `target`."""
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            if binomial_at_least(count, games, middle) < target:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    low = 0.0 if wins == 0 else end(wins, tail)
    return Interval(wins / games, low, 1.0 if wins == games else end(wins + 1, 1 - tail))


def sign_test(wins: int, losses: int) -> float:
    """The exact two-sided p of so uneven a result between equals; draws do not count."""
    _check_share(wins, wins + losses)
    return min(1.0, 2 * binomial_at_least(max(wins, losses), wins + losses, 0.5))


def binomial_at_least(wins: int, games: int, share: float) -> float:
    """The probability of so many wins or more."""
    if wins <= 0:
        return 1.0
    return _beta(wins, games - wins + 1, share) if wins <= games else 0.0


def student_tail(t: float, freedom: float) -> float:
    """The probability of more than t in Student's distribution."""
    half = _beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2
    return half if t > 0 else 1 - half


def _check_share(points: float, games: int) -> None:
    if not (games >= 0 and 0 <= points <= games):
        raise ValueError(f"{points!r} points cannot come from {games!r} games")


def _beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    if x > (a + 1) / (a + b + 2):  # the fraction converges quickly only below
        return 1.0 - _beta(b, a, 1.0 - x)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    log_front += a * math.log(x) + b * math.log1p(-x)
    value = d = 1.0 / (1.0 - (a + b) * x / (a + 1) or 1e-300)
    c = 1.0
    for m in range(1, 10_000):
        before = value
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1.0 / (1.0 + term * d or 1e-300)
            c = 1.0 + term / c or 1e-300
            value *= c * d
        if abs(value - before) < 1e-15 * abs(value):
            break
    return math.exp(log_front) * value / a
