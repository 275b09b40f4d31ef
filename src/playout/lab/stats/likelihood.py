"""Empirical likelihood: what counts of a few known values say about the mean behind them.

The results of games, or of pairs of games, are draws from a few values a_i (0, 1/2, 1) with
unknown probabilities. With counts c_i, the most likely distribution of mean s has probabilities
in proportion to c_i / (1 + x (a_i - s)). Compared with the observed shares, it loses the log
likelihood

    L(s) = max over x of  sum of c_i log(1 + x (a_i - s)),

where x keeps every 1 + x (a_i - s) at 0 or above (Owen, Empirical likelihood, 2001; Van den
Bergh, A practical introduction to the GSPRT, 2020). Everything else follows from L:

    the log likelihood ratio of two means     L(s0) - L(s1)
    the interval of Wilks                     all s with 2 L(s) <= z^2
    the signed root, normal if s is the mean  +- sqrt(2 L(s))

With only two values this interval is that of the binomial likelihood. It never shrinks to a
point: a value that was never seen may still have some probability.
"""

import math
from collections.abc import Sequence
from operator import mul

from .intervals import crossing, normal_quantile

ZERO = 1e-3  # what a count of zero is taken for where a variance is needed, as fishtest does
INSIDE = 1 - 1e-15  # x stays a little inside its range, where logarithms are finite


def regular(counts: Sequence[int]) -> list[float]:
    """The counts with each zero replaced by a thousandth."""
    return [n or ZERO for n in counts]


def moments(counts: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of the values."""
    total = sum(counts)
    mean = sum(map(mul, counts, values)) / total
    return mean, sum(n * (a - mean) ** 2 for n, a in zip(counts, values, strict=True)) / total


def log_ratio(counts: Sequence[float], offsets: Sequence[float]) -> float:
    """L: the log likelihood that is lost where the mean of the offsets must be 0."""
    seen = [(n, b) for n, b in zip(counts, offsets, strict=True) if n]

    def falling(x: float) -> float:
        """Minus the slope, which is 0 where L has its maximum."""
        return -sum([n * b / (1.0 + x * b) for n, b in seen])

    x = crossing(falling, -INSIDE / max(offsets), -INSIDE / min(offsets))
    return sum([n * math.log(1.0 + x * b) for n, b in seen])


def signed_root(counts: Sequence[int], values: Sequence[float], mean: float = 0.5) -> float:
    """A standard normal number if `mean` is the true mean, positive where more was seen."""
    seen = moments(counts, values)[0]
    lost = max(0.0, log_ratio(counts, [a - mean for a in values]))
    return math.copysign(math.sqrt(2 * lost), seen - mean) if seen != mean else 0.0


def interval(
    counts: Sequence[int], values: Sequence[float], level: float = 0.95
) -> tuple[float, float]:
    """The means that the likelihood ratio test of Wilks does not reject."""
    allowed = normal_quantile(level) ** 2 / 2

    def excess(mean: float) -> float:
        return log_ratio(counts, [a - mean for a in values]) - allowed

    first, last = values[0] + 1e-12, values[-1] - 1e-12
    seen = min(max(moments(counts, values)[0], first), last)
    return crossing(lambda mean: -excess(mean), first, seen), crossing(excess, seen, last)
