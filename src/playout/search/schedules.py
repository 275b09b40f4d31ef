"""The schedules of RAVE: how the weight beta of a move's AMAF value falls.

    @schedule
    class Constant(NamedTuple):
        weight: float = 0.5

        def beta(self, node_visits, n, a):
            return self.weight

from the visits of the node, the move's n visits in it, and its AMAF count a.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..parameters import add_checks
from .errors import SearchError

__all__ = ["Alpha", "Bias", "Hand", "Mse", "Ratio", "Threshold", "Weights", "schedule"]


def check(self):
    """Parameters of a schedule are more than 0, and beta is between 0 and 1."""
    for field, value in zip(self._fields, self, strict=True):
        if not 0 <= value < float("inf") or (field == "alpha" and value > 1):
            raise SearchError(f"{type(self).__name__}: {field} must not be {value}")


def blends_exploration(self):
    """Whether beta takes its share of the exploration as well: (1 - beta) (Q + bonus) + beta A,
    instead of (1 - beta) Q + beta A + bonus."""
    return False


def schedule(cls: type) -> Any:
    """Turn a NamedTuple with a method `beta` into a schedule."""
    cls.check = check  # type: ignore[attr-defined]
    if "blends_exploration" not in vars(cls):
        cls.blends_exploration = blends_exploration  # type: ignore[attr-defined]
    add_checks(cls, SearchError)
    return compiled(cls)


@schedule
class Hand(NamedTuple):
    """sqrt(k / (3 N + k)), N the visits of the node (Gelly and Silver 2007)."""

    k: float = 1000.0

    def beta(self, node_visits, n, a):
        return math.sqrt(self.k / (3.0 * node_visits + self.k))


@schedule
class Mse(NamedTuple):
    """a / (n + a + 4 n a b^2), of the least mean squared error (Gelly and Silver 2011)."""

    b: float = 0.009  # 4 b^2 = 1/3000, nearly

    def beta(self, node_visits, n, a):
        return a / (n + a + np.float32(4.0 * self.b * self.b) * n * a)


@schedule
class Bias(NamedTuple):
    """a / (n + a + bias n a) (Cazenave)."""

    bias: float = 1e-5

    def beta(self, node_visits, n, a):
        return a / (n + a + np.float32(self.bias) * n * a)


@schedule
class Weights(NamedTuple):
    """a / (a + n (1 / initial + a / final)), as in Fuego (0.9, 20000) and MoHex (2.12, 830)."""

    initial: float = 0.9
    final: float = 20000.0

    def beta(self, node_visits, n, a):
        return a / (a + n * (np.float32(1.0 / self.initial) + a * np.float32(1.0 / self.final)))


@schedule
class Ratio(NamedTuple):
    """k / (k + a)."""

    k: float = 100.0

    def beta(self, node_visits, n, a):
        return np.float32(self.k) / (np.float32(self.k) + a)


@schedule
class Threshold(NamedTuple):
    """(v - n) / v up to v visits of the move, then plain UCT."""

    v: float = 300.0

    def beta(self, node_visits, n, a):
        return max(np.float32(0), np.float32(1) - n / np.float32(self.v))


@schedule
class Alpha(NamedTuple):
    """Always alpha: 1 is pure AMAF, less is alpha-AMAF, as in Amaf."""

    alpha: float = 1.0

    def beta(self, node_visits, n, a):
        return self.alpha

    def blends_exploration(self):
        return True
