"""p values, and Holm's correction for many comparisons at once.

Twenty comparisons of equal players at 5 % show one difference on average. Holm (1979) keeps the
probability of any false one at the level: with the p values in rising order, p_1 to p_k,

    adjusted p_i = max over j <= i of  min(1, (k - j + 1) p_j),

and a difference is found where the adjusted p is at the level or below. It needs no independence.
"""

from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from .intervals import normal_quantile
from .likelihood import signed_root
from .pentanomial import Pairs

__all__ = ["FEWEST", "Comparison", "compare", "holm", "p_value"]

FEWEST = 10  # pairs before anybody is called stronger


class Comparison(NamedTuple):
    """One of many comparisons."""

    name: str
    p: float
    adjusted: float
    found: bool


def holm(p_values: Sequence[float]) -> list[float]:
    """The adjusted p values, in the order of those given."""
    if not all(0.0 <= p <= 1.0 for p in p_values):
        raise ValueError("p values lie between 0 and 1")
    values = np.array(p_values, float)
    order = values.argsort(kind="stable")
    scaled = values[order] * np.arange(len(values), 0, -1)
    values[order] = np.minimum(1.0, np.maximum.accumulate(scaled))
    return [float(p) for p in values]


def p_value(pairs: Pairs) -> float:
    """The two-sided p against equal strength: twice the tail of `Pairs.los`."""
    if not pairs.units:
        return 1.0
    return 2 * NormalDist().cdf(-abs(signed_root(pairs.counts, pairs.VALUES)))


def compare(results: Mapping[str, Pairs], level: float = 0.95) -> list[Comparison]:
    """Which of many results show a difference, with Holm's correction over all of them."""
    normal_quantile(level)
    p_values = [p_value(pairs) for pairs in results.values()]
    return [
        Comparison(name, p, adjusted, adjusted <= 1 - level and pairs.units >= FEWEST)
        for (name, pairs), p, adjusted in zip(
            results.items(), p_values, holm(p_values), strict=True
        )
    ]
