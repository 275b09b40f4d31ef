"""p values, and Holm's correction for many comparisons at once.

Twenty comparisons of equal players at 5 % show one difference on average. Holm (1979) keeps the
probability of any false one at the level: with the p values in rising order, p_1 to p_k,

    adjusted p_i = max over j <= i of  min(1, (k - j + 1) p_j),

and a difference is found where the adjusted p is at the level or below. It needs no independence.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

import scipy

from .intervals import normal_quantile
from .likelihood import moments, regular, signed_root
from .pentanomial import Counts

__all__ = ["FEWEST", "Comparison", "compare", "holm", "p_value"]

TESTS = ("likelihood", "normal", "t")
FEWEST = 10  # pairs, or twice as many single games, before anybody is called stronger


class Comparison(NamedTuple):
    """One of many comparisons."""

    name: str
    p: float
    adjusted: float
    found: bool


def holm(p_values: Sequence[float]) -> list[float]:
    """The adjusted p values, in the order of those given."""
    if any(not 0.0 <= p <= 1.0 for p in p_values):
        raise ValueError("p values lie between 0 and 1")
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = highest
    return adjusted


def p_value(counts: Counts, test: str = "likelihood") -> float:
    """The two-sided p against equal strength.

    "likelihood" is twice the tail of `los`, "normal" that of `normal_los`, and "t" the test of
    Student, with the variance of a sample.
    """
    if test not in TESTS:
        raise ValueError(f"the tests are {', '.join(TESTS)}, not {test!r}")
    if counts.units < (1 if test == "likelihood" else 2):
        return 1.0
    if test == "likelihood":
        return 2 * NormalDist().cdf(-abs(signed_root(counts.counts, counts.VALUES)))
    if test == "normal":
        return 2 * min(counts.normal_los(), counts.swapped().normal_los())
    freedom = counts.units - 1
    variance = counts.variance or moments(regular(counts.counts), counts.VALUES)[1]
    t = (counts.mean - 0.5) / math.sqrt(variance / freedom)
    return 2 * float(scipy.special.stdtr(freedom, -abs(t)))


def compare(
    results: Mapping[str, Counts], level: float = 0.95, test: str = "likelihood"
) -> list[Comparison]:
    """Which of many results show a difference, with Holm's correction over all of them."""
    normal_quantile(level)
    p_values = [p_value(counts, test) for counts in results.values()]
    compared = []
    for (name, counts), p, adjusted in zip(results.items(), p_values, holm(p_values), strict=True):
        found = adjusted <= 1 - level and counts.games >= 2 * FEWEST
        compared.append(Comparison(name, p, adjusted, found))
    return compared
