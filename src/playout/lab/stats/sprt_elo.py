"""Elo after a test that stopped early.

A test that stops when things go well stops on good luck: the plain Elo of its games is too far
from zero, in the middle and on average, and its interval misses the truth too often. Here is the
estimate that is too high as often as too low (median unbiased), with its interval, by the order
of outcomes of Siegmund (1985) and Jennison and Turnbull (2000): an early H1 is above a late H1,
that is above a test still running, that above a late H0, and an early H0 is the lowest. The low
end of the interval is the strength at which an outcome so high or higher has the probability
(1 - level) / 2, the estimate that at which it has 1/2, and so on.

The sum of pairs is taken for a Brownian motion X with the observed deviation d of a pair:

    drift      (mean - (s0 + s1)/2) / d  a pair
    boundaries bound * d / (s1 - s0), moved outwards by 0.583 for the steps in between

X is normal at the first pairs that may bring a verdict; from there, the probability to leave a
strip of width w at the top, distance h above, within t pairs at drift v, is the sum over all
whole j of images at distances q = h + 2 j w,

    sign(q) exp(v (h - |q|)) (Phi((v t - |q|)/sqrt t) + exp(2 v |q|) Phi((-v t - |q|)/sqrt t)).
"""

import math
from statistics import NormalDist

import numpy as np

from .intervals import Interval
from .likelihood import moments, quantile, regular
from .pentanomial import Pairs, elo_of, share_of
from .sprt import NORMALISED, Sprt, Verdict

__all__ = ["is_at_stop", "unbiased_elo", "unbiased_los"]

OVERSHOOT = 0.5826  # of a walk beyond a boundary, in deviations of a step (Siegmund)
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(96)
_ERFC = np.frompyfunc(math.erfc, 1, 1)


def is_at_stop(pairs: Pairs, test: Sprt) -> bool:
    """Whether the test can have stopped with the last of these pairs, or still runs."""
    if pairs.units <= test.minimum or not test.decide(pairs).stopped:
        return True
    counts = np.array(pairs.counts)
    before = (counts - np.eye(len(counts), dtype=int))[counts > 0]
    return any(not test.decide(Pairs.of(row)).stopped for row in before.tolist())


def unbiased_los(pairs: Pairs, test: Sprt) -> float:
    """The likelihood of superiority in the same order of outcomes."""
    return 1.0 - _Walk(pairs, test).at_least(0.5)


def unbiased_elo(pairs: Pairs, test: Sprt, level: float = 0.95) -> Interval:
    """The median-unbiased Elo of games that were played until the test stopped, or so far.

    The pairs must be those at the stop, without games that were finished later.
    """
    quantile(level)
    walk = _Walk(pairs, test)

    def mean_at(probability: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(40):
            middle = (low + high) / 2
            if walk.at_least(middle) < probability:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    tail = (1 - level) / 2
    return Interval(*(elo_of(mean_at(probability)) for probability in (0.5, tail, 1 - tail)))


class _Walk:
    """A stopped test as a Brownian motion."""

    def __init__(self, pairs: Pairs, test: Sprt) -> None:
        if not pairs.units:
            raise ValueError("there are no games to tell anything from")
        if not is_at_stop(pairs, test):
            raise ValueError("the games went on after the test: give the pairs at its stop")
        mean, variance = (float(x) for x in moments(regular(pairs.counts), pairs.VALUES))
        self.deviation = math.sqrt(variance)
        if test.normalised:
            unit = math.sqrt(2) / NORMALISED * self.deviation
            s0, s1 = 0.5 + test.elo0 * unit, 0.5 + test.elo1 * unit
        else:
            s0, s1 = share_of(test.elo0), share_of(test.elo1)
        self.middle = (s0 + s1) / 2
        self.bottom, self.top = (bound * self.deviation / (s1 - s0) for bound in test.bounds)
        self.pairs = pairs.units
        self.first_look = min(test.minimum, self.pairs)
        self.position = self.pairs * (mean - self.middle) / self.deviation
        self.verdict = test.decide(pairs).verdict

    def at_least(self, mean: float) -> float:
        """The probability of so high an outcome or a higher one at this mean."""
        drift = (mean - self.middle) / self.deviation
        if self.verdict is Verdict.ACCEPTED_H0:  # the same seen from below
            return 1.0 - self._above(-drift, -self.top, -self.bottom, -self.position, True)
        stopped = self.verdict is Verdict.ACCEPTED_H1
        return self._above(drift, self.bottom, self.top, self.position, stopped)

    def _above(
        self, drift: float, bottom: float, top: float, position: float, stopped: bool
    ) -> float:
        """The probability to leave the strip at the top as early as now, or to be as high now."""
        look = self.first_look
        spread = math.sqrt(look)
        start = NormalDist(drift * look, spread)
        if self.pairs == look:
            return 1.0 - start.cdf(position)
        low = max(bottom, (drift * look) - 9 * spread)
        high = min(top, (drift * look) + 9 * spread)
        if low >= high:
            return 1.0 - start.cdf(top)
        at = (low + high) / 2 + (high - low) / 2 * _NODES
        density = np.exp(-0.5 * ((at - drift * look) / spread) ** 2)
        density *= _WEIGHTS * (high - low) / 2 / (spread * math.sqrt(2 * math.pi))
        width = top - bottom + 2 * OVERSHOOT
        rise = top + OVERSHOOT - at
        time = self.pairs - look
        left = 1.0 - start.cdf(top) + float(density @ _leaves(rise, width, drift, time))
        if stopped:
            return left
        return left + float(density @ _stays(rise, width, drift, time, top + OVERSHOOT - position))


def _phi(x: np.ndarray) -> np.ndarray:
    return 0.5 * _ERFC(-np.clip(x, -37.0, 37.0) / math.sqrt(2)).astype(float) * (x > -37.0)


def _images(rise: np.ndarray, width: float, time: float) -> np.ndarray:
    """The whole numbers j of the images that count."""
    n = math.ceil(4 * math.sqrt(time) / width) + 1
    return np.arange(-n, n + 1)[:, None]


def _leaves(rise: np.ndarray, width: float, drift: float, time: float) -> np.ndarray:
    """The probability to leave a strip at the top in time, from `rise` below the top."""
    far = rise + 2 * width * _images(rise, width, time)
    root, size = math.sqrt(time), np.abs(far)
    near, turned = (drift * time - size) / root, (-drift * time - size) / root
    with np.errstate(over="ignore", invalid="ignore"):
        terms = np.where(near > -37, np.exp(drift * (rise - size)) * _phi(near), 0.0)
        terms += np.where(turned > -37, np.exp(drift * (rise + size)) * _phi(turned), 0.0)
    return (np.sign(far) * terms).sum(0)


def _stays(rise: np.ndarray, width: float, drift: float, time: float, below: float) -> np.ndarray:
    """The probability to be still in the strip then, at most `below` under the top."""
    root = math.sqrt(time)
    total = np.zeros_like(rise)
    below = min(max(below, 0.0), width)
    shift = 2 * width * _images(rise, width, time)
    for sign, start in ((1, rise + shift), (-1, -rise + shift)):
        # The density at depth y under the top, exp(drift (rise - y) - drift^2 t/2) times that of
        # a motion without drift from depth `start`, is a normal density times a constant.
        with np.errstate(over="ignore", invalid="ignore"):
            weight = np.exp(drift * (rise - start))
            high, low = (below - start + drift * time) / root, (drift * time - start) / root
            upper = low > 0  # differences are taken in the tail where they are not lost
            inside = _phi(np.where(upper, -low, high)) - _phi(np.where(upper, -high, low))
            total += sign * np.where(inside > 0, weight * inside, 0.0).sum(0)
    return total
