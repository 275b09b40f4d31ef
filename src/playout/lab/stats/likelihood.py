"""Likelihoods of a mean: what counts of a few known values say about the mean behind them.

The results of games, or of pairs of games, are draws from a few values a_i (0, 1/2, 1) with
unknown probabilities. With observed shares p_i of n draws, the distribution of mean s that is
most likely has the probabilities p_i / (1 + x (a_i - s)), and the log likelihood that it lacks
is n times

    D(s) = max over x of  sum of p_i log(1 + x (a_i - s)),

where x keeps every 1 + x (a_i - s) at 0 or above (Owen, Empirical likelihood, 2001; Van den
Bergh, A practical introduction to the GSPRT, 2020). Everything else follows from D:

    the log likelihood ratio of two means     n (D(s0) - D(s1))
    the interval of Wilks                     all s with 2 n D(s) <= z^2
    the signed root, normal if s is the mean  +- sqrt(2 n D(s))

With only two values this interval is that of the binomial likelihood. It is never empty of
width: a value that was never seen may still have some probability.

Normalised Elo asks for the mean in units of the deviation, t = (mean - 1/2) / deviation. There
the values above are replaced by a_i - 1/2 - t/2 (deviation + (a_i - mean)^2 / deviation), the
gradient of the constraint, at the mean and deviation of the solution, found by iteration.
"""

import math
from statistics import NormalDist
from typing import Any

import numpy as np

__all__ = ["distance", "interval", "moments", "quantile", "regular", "signed_root", "t_distance"]

SEEN = 1e-3  # what a count of zero is taken for where a variance is needed, as fishtest does
TINY = 1e-100
STEPS = 100  # of an iteration, at the most


def quantile(level: float) -> float:
    """The z of a two-sided interval: 1.96 for 0.95."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"the level of an interval lies between 0 and 1, not {level!r}")
    return NormalDist().inv_cdf(0.5 + level / 2)


def regular(counts: Any) -> np.ndarray:
    """The counts with each zero replaced by a thousandth."""
    counts = np.asarray(counts, float)
    return np.where(counts == 0, SEEN, counts)


def moments(counts: Any, values: Any) -> tuple[Any, Any]:
    """Mean and variance of the values, the counts along the last axis."""
    counts = np.asarray(counts, float)
    total = counts.sum(-1)
    mean = (counts * values).sum(-1) / total
    return mean, (counts * (np.asarray(values) - mean[..., None]) ** 2).sum(-1) / total


def distance(shares: np.ndarray, values: np.ndarray, mean: Any) -> np.ndarray:
    """D(mean) of the shares along the last axis; `mean` lies strictly between the values."""
    return _gain(shares, values - np.asarray(mean, float)[..., None])


def _gain(shares: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """The maximum over x of the sum of shares * log(1 + x offsets)."""
    x = _tilt(shares, offsets)
    inside = np.maximum(1.0 + x[..., None] * offsets, TINY)
    return np.where(shares > 0, shares * np.log(inside), 0.0).sum(-1)


def _tilt(shares: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """The x at which the sum of shares * offsets / (1 + x offsets) is 0, or the end before it."""
    low, high = -1.0 / offsets.max(-1), -1.0 / offsets.min(-1)
    pull = shares * offsets
    x = np.zeros(pull.shape[:-1])
    for _ in range(STEPS):  # Newton's method, or the middle where that leads outside
        inside = np.maximum(1.0 + x[..., None] * offsets, TINY)
        terms = pull / inside
        slope, bend = terms.sum(-1), (terms * (offsets / inside)).sum(-1)
        low, high = np.where(slope > 0, x, low), np.where(slope > 0, high, x)
        last, x = x, x + slope / np.maximum(bend, TINY)
        x = np.where((low < x) & (x < high), x, (low + high) / 2)
        if (np.abs(x - last) < 1e-11 * (high - low + 1)).all():
            break
    return x


def t_distance(shares: np.ndarray, values: np.ndarray, t: float) -> np.ndarray:
    """What the likelihood lacks where (mean - 1/2) / deviation is t; no share may be 0."""
    found = np.full_like(shares, 1 / shares.shape[-1])  # wide enough for any constraint
    for _ in range(100):
        mean, variance = moments(found, values)
        deviation = np.sqrt(variance)[..., None]
        bend = deviation + (values - mean[..., None]) ** 2 / deviation
        offsets = values - 0.5 - t / 2 * bend
        last, found = found, shares / (1.0 + _tilt(shares, offsets)[..., None] * offsets)
        if np.abs(found - last).max() < 1e-12:
            break
    return (shares * np.log(shares / found)).sum(-1)


def signed_root(counts: Any, values: np.ndarray, mean: float = 0.5) -> float:
    """A standard normal number if `mean` is the true mean, positive where more was seen."""
    counts = np.asarray(counts, float)
    n = counts.sum()
    seen, _ = moments(counts, values)
    gain = max(0.0, float(distance(counts / n, values, mean)))
    return math.copysign(math.sqrt(2 * n * gain), seen - mean) if seen != mean else 0.0


def interval(counts: Any, values: np.ndarray, level: float = 0.95) -> tuple[float, float]:
    """The means that the likelihood ratio test of Wilks does not reject."""
    counts = np.asarray(counts, float)
    n, allowed = counts.sum(), quantile(level) ** 2 / 2
    seen = float(moments(counts, values)[0])
    outer = np.array([values.min() + 1e-12, values.max() - 1e-12])
    inner = np.clip([seen, seen], *outer)
    grid = np.linspace(0.0, 1.0, 34)[1:-1]
    for _ in range(8):
        means = inner[:, None] + (outer - inner)[:, None] * grid
        held = n * distance(counts / n, values, means) <= allowed
        steps = np.where(held.all(-1), len(grid), held.argmin(-1))  # those next to the inner end
        for end, step in enumerate(steps.tolist()):
            inner[end], outer[end] = (
                means[end, step - 1] if step else inner[end],
                means[end, step] if step < len(grid) else outer[end],
            )
    return float(inner[0]), float(inner[1])
