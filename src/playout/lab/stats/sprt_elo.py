"""Elo after a sequential test that stopped early.

A test that stops when things go well stops on good luck: the plain Elo of its games is too far
from zero, in the middle and on average, and its interval misses the truth too often. Here is the
estimate that is too high as often as too low (median unbiased), with its interval, by the order
of outcomes of Siegmund (1985) and Jennison and Turnbull (2000): an early H1 is above a late H1,
that is above a test still running, that above a late H0, and an early H0 is the lowest. The low
end of the interval is the strength at which an outcome so high or higher has the probability
2.5 %, the estimate that at which it has 1/2, and so on.

The sum of pairs is taken for a Brownian motion X with the observed deviation d of a pair:

    drift      (mean - (s0 + s1)/2) / d  a pair
    boundaries bound * d / (s1 - s0), moved outwards by 0.583 for the steps in between

X is normal at the first pairs that may bring a verdict; from there, the probability to leave a
strip of width w at the top, distance h above, within t pairs at drift v, is the sum over all
whole j of images at distances q = h + 2 j w,

    sign(q) exp(v (h - |q|)) (Phi((v t - |q|)/sqrt t) + exp(2 v |q|) Phi((-v t - |q|)/sqrt t)).

Factors that are huge meet others that are tiny, so products are taken as sums of logarithms.
"""

import math

import numpy as np
import scipy
from numpy.typing import NDArray

from .intervals import Interval, crossing
from .likelihood import moments, regular
from .pentanomial import Counts, Pairs, elo_of, share_of
from .sprt import Sprt, Verdict

Array = NDArray[np.float64]
OVERSHOOT = 0.5826  # of a walk beyond a boundary, in deviations of a step (Siegmund)


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


def unbiased_elo(pairs: Pairs, test: Sprt) -> Interval:
    """The median-unbiased Elo of games that were played until the test stopped, or so far.

    The pairs must be those at the stop, without games that were finished later.
    """
    walk = _Walk(pairs, test)

    def elo_at(probability: float) -> float:
        return elo_of(crossing(lambda mean: walk.at_least(mean) - probability, 0.0, 1.0))

    return Interval(elo_at(0.5), elo_at(0.025), elo_at(0.975))


def strength(pairs: Counts, test: Sprt | None) -> tuple[Interval, float, bool]:
    """Elo, the likelihood of superiority, and whether they are corrected for the stop of a test:
    they are not where games came after it."""
    if test is not None and isinstance(pairs, Pairs) and is_at_stop(pairs, test):
        return unbiased_elo(pairs, test), unbiased_los(pairs, test), True
    return pairs.elo(), pairs.los(), False


class _Walk:
    """A stopped test as a Brownian motion."""

    def __init__(self, pairs: Pairs, test: Sprt) -> None:
        if not pairs.units:
            raise ValueError("there are no games yet, so nothing is known")
        if not is_at_stop(pairs, test):
            raise ValueError("the games went on after the test: give the pairs at its stop")
        mean, variance = moments(regular(pairs.counts), pairs.VALUES)
        self.deviation = math.sqrt(variance)
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
            return 1.0 - self._above(-drift, -self.top, -self.bottom, -self.position)
        return self._above(drift, self.bottom, self.top, self.position)

    def _above(self, drift: float, bottom: float, top: float, position: float) -> float:
        """The probability to leave the strip at the top as early as now, or to be as high now."""
        centre, spread = drift * self.first_look, math.sqrt(self.first_look)
        if self.pairs == self.first_look:
            return float(scipy.special.ndtr((centre - position) / spread))
        above_at_once = float(scipy.special.ndtr((centre - top) / spread))
        low, high = max(bottom, centre - 9 * spread), min(top, centre + 9 * spread)
        if low >= high:
            return above_at_once
        strip = top - bottom + 2 * OVERSHOOT, drift, float(self.pairs - self.first_look)

        def later(at: Array) -> Array:
            """The density at the first look, times the probability from there."""
            density = np.exp(-0.5 * ((at - centre) / spread) ** 2) / spread / math.sqrt(2 * math.pi)
            rise = top + OVERSHOOT - at
            reached = _leaves(rise, *strip)
            if self.verdict is Verdict.RUNNING:
                reached += _stays(rise, *strip, below=top + OVERSHOOT - position)
            return density * reached

        return above_at_once + float(scipy.integrate.fixed_quad(later, low, high, n=96)[0])


def _images(width: float, time: float) -> Array:
    """How far the images that count are moved, a row each."""
    n = math.ceil(4 * math.sqrt(time) / width) + 1
    return 2 * width * np.arange(-n, n + 1.0)[:, None]


def _leaves(rise: Array, width: float, drift: float, time: float) -> Array:
    """The probability to leave a strip at the top in time, from `rise` below the top."""
    far = rise + _images(width, time)
    root, size, log_phi = math.sqrt(time), np.abs(far), scipy.special.log_ndtr
    terms = np.exp(drift * (rise - size) + log_phi((drift * time - size) / root))
    terms += np.exp(drift * (rise + size) + log_phi((-drift * time - size) / root))
    return np.asarray((np.sign(far) * terms).sum(0))


def _stays(rise: Array, width: float, drift: float, time: float, below: float) -> Array:
    """The probability to be still in the strip then, at most `below` under the top."""
    root, log_phi = math.sqrt(time), scipy.special.log_ndtr
    below = min(max(below, 0.0), width)
    total = np.zeros_like(rise)
    for sign in (1, -1):
        # The density at depth y under the top, exp(drift (rise - y) - drift^2 t/2) times that of
        # a motion without drift from depth `start`, is a normal density times a constant.
        start = sign * rise + _images(width, time)
        high, low = (below - start + drift * time) / root, (drift * time - start) / root
        upper = low > 0  # differences are taken in the tail where they are not lost
        weight = drift * (rise - start)
        inside = np.exp(weight + log_phi(np.where(upper, -low, high)))
        inside -= np.exp(weight + log_phi(np.where(upper, -high, low)))
        total += sign * inside.sum(0)
    return total
