"""Confidence intervals, an exact test of a share of games, and a correction for many tests.

Wilson (1927), with p the share of n games and z the normal quantile of the level:

    (p + z^2/2n  +-  z sqrt(p (1 - p)/n + z^2/4n^2)) / (1 + z^2/n)

A draw is half a game won. The formula takes its variance for that of a win or a loss, which is
larger, so draws make the interval a little too wide and never too narrow.

Twenty comparisons of equal players at 5 % show one difference on average. Holm (1979) keeps the
probability of any false one at the level: with the p values in rising order, p_1 to p_k,

    adjusted p_i = max over j <= i of  min(1, (k - j + 1) p_j),

and a difference is found where the adjusted p is at the level or below. It needs no independence.
"""

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np


class Interval(NamedTuple):
    """An estimate and the ends of its confidence interval, at 95 % where no level is given."""

    value: float
    low: float
    high: float

    def fields(self, name: str) -> dict[str, float]:
        """As fields of a sentence: the estimate by a name, and the ends."""
        return {name: float(self.value), "low": float(self.low), "high": float(self.high)}


def normal_quantile(level: float) -> float:
    """The z of a two-sided interval: 1.96 for 0.95."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"the level of an interval lies between 0 and 1, not {level!r}")
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(points: float, games: int, level: float = 0.95) -> Interval:
    """The share of points with Wilson's interval; 0 to 1 before the first game."""
    _check_share(points, games)
    z = normal_quantile(level)
    if games == 0:
        return Interval(0.5, 0.0, 1.0)
    share = points / games
    scale = 1 + z * z / games
    centre = (share + z * z / (2 * games)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    low = 0.0 if points == 0 else max(0.0, centre - half)
    return Interval(share, low, 1.0 if points == games else min(1.0, centre + half))


def sign_test(wins: int, losses: int) -> float:
    """The exact two-sided p of so uneven a result between equals; draws do not count."""
    _check_share(wins, wins + losses)
    import scipy

    return min(1.0, 2 * float(scipy.special.bdtr(min(wins, losses), wins + losses, 0.5)))


def holm(p_values: Sequence[float]) -> list[float]:
    """The p values with Holm's correction, in the order of those given."""
    if not all(0.0 <= p <= 1.0 for p in p_values):
        raise ValueError("p values lie between 0 and 1")
    values = np.array(p_values, float)
    order = values.argsort(kind="stable")
    scaled = values[order] * np.arange(len(values), 0, -1)
    values[order] = np.minimum(1.0, np.maximum.accumulate(scaled))
    return [float(p) for p in values]


def crossing(rising: Callable[[float], float], low: float, high: float) -> float:
    """Where a rising function is 0, or the end of the range that is nearer to it."""
    if rising(low) >= 0.0:
        return low
    if rising(high) <= 0.0:
        return high
    import scipy

    return float(scipy.optimize.brentq(rising, low, high, xtol=1e-13, maxiter=1000))


def _check_share(points: float, games: int) -> None:
    if not (games >= 0 and 0 <= points <= games):
        raise ValueError(f"{points!r} points cannot come from {games!r} games")
