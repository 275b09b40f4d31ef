"""What the trials of a tuning say: the best values, how sure that is, and curves to look at."""

from typing import NamedTuple

import numpy as np

from ..stats.intervals import Interval
from ..stats.pentanomial import Pairs
from .plan import Parameter, TunePlan, Value, Values
from .surrogate import Surface, fit

__all__ = ["Curve", "Recommendation", "recommend"]

N_PLACES = 250  # of the cube, at which the top is looked for
N_DRAWS = 400
PRIOR_PAIRS = 10
STEPS = 41  # of a curve
SIGMAS = 1.96


class Curve(NamedTuple):
    """The expected score by one parameter, the others at their best."""

    parameter: str
    values: list[Value]
    shares: list[float]
    lows: list[float]
    highs: list[float]


class Recommendation(NamedTuple):
    """The best values by the trials alone."""

    best: Values
    share: Interval  # of the points, as the smooth surface has it
    start_share: Interval
    ranges: dict[str, tuple[Value, Value]]  # where the best value is, with 95 %; of no choices
    odds: dict[str, dict[str, float]]  # of each choice to be the best one
    curves: list[Curve]


def recommend(tune: TunePlan, results: list[tuple[Values, Pairs]]) -> Recommendation:
    """From values and what became of them; there must be some, each with games."""
    surface = _surface(tune, results)
    rng = np.random.default_rng(len(results))
    best = _top(tune, surface, [values for values, _ in results])
    ranges, odds = _where(tune, surface, best, rng)
    shares = _shares(tune, surface, [best, tune.start])
    curves = [_curve(tune, surface, best, p) for p in tune.parameters]
    return Recommendation(best, shares[0], shares[1], ranges, odds, curves)


def _surface(tune: TunePlan, results: list[tuple[Values, Pairs]]) -> Surface:
    points = np.array([tune.place(values) for values, _ in results])
    scores = np.array([pairs.mean for _, pairs in results])
    units = np.array([pairs.units for _, pairs in results], float)
    return fit(points, scores, _variance([pairs for _, pairs in results]) / units)


def _variance(results: list[Pairs]) -> float:
    """Of the share of the points in one pair, by all trials together: a few pairs by themselves
    say too little. Where there are not many, it is near that of two independent games."""
    total = sum(results, Pairs())
    mean = (total.points + 1) / (total.games + 2)
    known = sum(pairs.units - 1 for pairs in results)
    squares = sum(pairs.units * pairs.variance for pairs in results)
    return float((squares + PRIOR_PAIRS * mean * (1 - mean) / 2) / (known + PRIOR_PAIRS))


def _top(tune: TunePlan, surface: Surface, tried: list[Values]) -> Values:
    """The values with the best expected score, among those that were tried."""
    places = np.array([tune.place(values) for values in tried])
    return tried[int(np.argmax(surface.at(places)[0]))]


def _where(
    tune: TunePlan, surface: Surface, best: Values, rng: np.random.Generator
) -> tuple[dict[str, tuple[Value, Value]], dict[str, dict[str, float]]]:
    """Where the tops of all those functions lie that the scores allow."""
    shares = rng.random((N_PLACES, len(tune.parameters)))
    some = [_at(tune, row) for row in shares] + [best]
    places = np.array([tune.place(values) for values in some])
    tops = [some[i] for i in np.argmax(surface.draw(places, rng, N_DRAWS), axis=1)]
    ranges: dict[str, tuple[Value, Value]] = {}
    odds: dict[str, dict[str, float]] = {}
    for p in tune.parameters:
        mine = [values[p.name] for values in tops]
        if p.choices:
            odds[p.name] = {p.text(c): mine.count(c) / len(mine) for c in p.choices}
        else:
            low, high = np.quantile(np.array(mine, float), [0.025, 0.975])
            ranges[p.name] = p.near(float(low)), p.near(float(high))
    return ranges, odds


def _at(tune: TunePlan, shares: np.ndarray) -> Values:
    pairs = zip(tune.parameters, shares, strict=True)
    return {p.name: p.at(float(share)) for p, share in pairs}


def _shares(tune: TunePlan, surface: Surface, some: list[Values]) -> list[Interval]:
    means, errors = surface.at(np.array([tune.place(values) for values in some]))
    ends = [np.clip(means + sign * SIGMAS * errors, 0, 1) for sign in (-1, 1)]
    means = np.clip(means, 0, 1)
    return [Interval(*map(float, row)) for row in zip(means, *ends, strict=True)]


def _curve(tune: TunePlan, surface: Surface, best: Values, p: Parameter) -> Curve:
    steps = p.choices or tuple(dict.fromkeys(p.at(i / (STEPS - 1)) for i in range(STEPS)))
    shares = _shares(tune, surface, [best | {p.name: value} for value in steps])
    return Curve(
        p.name,
        list(steps),
        [share.value for share in shares],
        [share.low for share in shares],
        [share.high for share in shares],
    )
