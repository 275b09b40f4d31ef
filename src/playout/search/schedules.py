"""The schedules of RAVE: how the weight beta of a move's AMAF value falls.

    @schedule
    class Constant(NamedTuple):
        weight: float = 0.5

        def beta(self, node_visits, n, a):
            return self.weight

from the visits of the node, the move's n visits in it, and its AMAF count a.
"""

import inspect
import math
from typing import Annotated, NamedTuple

import numpy as np

from ..kernel import compiled
from ..parameters import ABOVE_0, Range, add_checks
from ..registry import Class, register
from .errors import SearchError

__all__ = ["Alpha", "Bias", "Child", "Hand", "Mse", "Ratio", "Threshold", "Weights", "schedule"]

FROM_0 = Range(0, 1e308)  # not infinite
MORE = Range(ABOVE_0, 1e308)  # what is divided by


def check(self):
    """Parameters of a schedule are checked by their ranges alone."""


def blends_exploration(self):
    """Whether beta takes its share of the exploration as well: (1 - beta) (Q + bonus) + beta A,
    instead of (1 - beta) Q + beta A + bonus."""
    return False


def schedule(cls: Class) -> Class:
    """Turn a NamedTuple with a method `beta` into a schedule."""
    if not hasattr(cls, "_fields") or not inspect.isfunction(vars(cls).get("beta")):
        why = "{cls} must be a NamedTuple with a method beta"
        raise SearchError(why, "wrong-class", cls=cls.__name__)
    for default in (check, blends_exploration):
        if default.__name__ not in vars(cls):
            setattr(cls, default.__name__, default)
    add_checks(cls, SearchError)
    compiled(cls)
    return register("schedule", cls)


@schedule
class Hand(NamedTuple):
    """sqrt(k / (3 N + k)), N the visits of the node (Gelly and Silver 2007)."""

    k: Annotated[float, FROM_0, "visits of the node at which beta is 1/2"] = 1000.0

    def beta(self, node_visits, n, a):
        return math.sqrt(self.k / (3.0 * node_visits + self.k))


@schedule
class Child(NamedTuple):
    """sqrt(k / (3 n + k)), n the visits of the move itself: each gives up AMAF for itself."""

    k: Annotated[float, FROM_0, "visits of the move at which beta is 1/2"] = 300.0

    def beta(self, node_visits, n, a):
        return math.sqrt(self.k / (3.0 * n + self.k))


@schedule
class Mse(NamedTuple):
    """a / (n + a + 4 n a b^2), of the least mean squared error (Gelly and Silver 2011)."""

    b: Annotated[float, FROM_0, "the bias of AMAF values"] = 0.009  # 4 b^2 = 1/3000, nearly

    def beta(self, node_visits, n, a):
        return a / (n + a + np.float32(4.0 * self.b * self.b) * n * a)


@schedule
class Bias(NamedTuple):
    """a / (n + a + bias n a) (Cazenave)."""

    bias: Annotated[float, FROM_0, "how soon AMAF values are given up"] = 1e-5

    def beta(self, node_visits, n, a):
        return a / (n + a + np.float32(self.bias) * n * a)


@schedule
class Weights(NamedTuple):
    """a / (a + n (1 / initial + a / final)), as in Fuego (0.9, 20000) and MoHex (2.12, 830)."""

    initial: Annotated[float, MORE, "the weight of the first AMAF samples"] = 0.9
    final: Annotated[float, MORE, "the weight that all of them come to"] = 20000.0

    def beta(self, node_visits, n, a):
        return a / (a + n * (np.float32(1.0 / self.initial) + a * np.float32(1.0 / self.final)))


@schedule
class Ratio(NamedTuple):
    """k / (k + a)."""

    k: Annotated[float, FROM_0, "AMAF samples at which beta is 1/2"] = 100.0

    def beta(self, node_visits, n, a):
        return np.float32(self.k) / (np.float32(self.k) + a)


@schedule
class Threshold(NamedTuple):
    """(v - n) / v up to v visits of the move, then plain UCT."""

    v: Annotated[float, MORE, "visits of the move from which on it is UCT"] = 300.0

    def beta(self, node_visits, n, a):
        return max(np.float32(0), np.float32(1) - n / np.float32(self.v))


@schedule
class Alpha(NamedTuple):
    """Always alpha: 1 is pure AMAF, less is alpha-AMAF, as in Amaf."""

    alpha: Annotated[float, Range(0, 1), "the weight of AMAF values"] = 1.0

    def beta(self, node_visits, n, a):
        return self.alpha

    def blends_exploration(self):
        return True
