"""What the trials of a tuning say: the best values, how sure that is, and curves to look at."""

from typing import Any, NamedTuple

import numpy as np

from ...language import number, tr
from ..stats.intervals import Interval
from ..stats.pentanomial import Pairs
from .plan import OpenParameter, TunePlan, Value, Values
from .surrogate import Surface, fit

N_PLACES = 250  # of the cube, at which the top is looked for
N_DRAWS = 400
PRIOR_PAIRS = 10
STEPS = 41  # of a curve
SIGMAS = 1.96


class Recommendation(NamedTuple):
    """The best values by the trials alone."""

    best: Values
    share: Interval  # of the points, as the smooth surface has it
    start_share: Interval
    ranges: dict[str, tuple[Value, Value]]  # where the best value is, with 95 %; of no choices
    odds: dict[str, dict[str, float]]  # of each choice to be the best one
    curves: list[dict[str, Any]]  # the expected score by each parameter, the others at their best

    def where_best(self, plan: TunePlan) -> list[str]:
        """For each parameter, between which values the best one lies."""
        lines = []
        for p in plan.parameters:
            if p.choices:
                odds = sorted(self.odds[p.name].items(), key=lambda item: -item[1])
                shares = ", ".join(f"{name} {number(share, '.0%')}" for name, share in odds)
                text = "{parameter}: the best one is {shares}"
                lines.append(tr(text, parameter=p.name, shares=shares))
            else:
                low, high = map(p.text, self.ranges[p.name])
                text = "{parameter}: the best value lies between {low} and {high} (95 %)"
                lines.append(tr(text, parameter=p.name, low=low, high=high))
        return lines


def recommend(tune: TunePlan, results: list[tuple[Values, Pairs]]) -> Recommendation:
    """From values and what became of them; there must be some, each with games."""
    tried, pairs = [values for values, _ in results], [pairs for _, pairs in results]
    places, units = tune.places(tried), np.array([some.units for some in pairs], float)
    surface = fit(places, np.array([some.mean for some in pairs]), _variance(pairs) / units)
    best = tried[int(np.argmax(surface.at(places)[0]))]
    ranges, odds = _where(tune, surface, best, np.random.default_rng(len(results)))
    shares = zip(*_shares(tune, surface, [best, tune.start]), strict=True)
    of_best, of_start = (Interval(*share) for share in shares)
    curves = [_curve(tune, surface, best, p) for p in tune.parameters]
    return Recommendation(best, of_best, of_start, ranges, odds, curves)


def _variance(results: list[Pairs]) -> float:
    """Of the share of the points in one pair, by all trials together: a few pairs by themselves
    say too little. Where there are not many, it is near that of two independent games."""
    total = sum(results, Pairs())
    mean = (total.points + 1) / (total.games + 2)
    known = sum(pairs.units - 1 for pairs in results)
    squares = sum(pairs.units * pairs.variance for pairs in results)
    return float((squares + PRIOR_PAIRS * mean * (1 - mean) / 2) / (known + PRIOR_PAIRS))


def _where(
    tune: TunePlan, surface: Surface, best: Values, rng: np.random.Generator
) -> tuple[dict[str, tuple[Value, Value]], dict[str, dict[str, float]]]:
    """Where the tops of all those functions lie that the scores allow."""
    drawn = rng.random((N_PLACES, len(tune.parameters))).tolist()
    ps = tune.parameters
    some = [{p.name: p.at(x) for p, x in zip(ps, row, strict=True)} for row in drawn] + [best]
    tops = [some[i] for i in np.argmax(surface.draw(tune.places(some), rng, N_DRAWS), axis=1)]
    ranges: dict[str, tuple[Value, Value]] = {}
    odds: dict[str, dict[str, float]] = {}
    for p in ps:
        mine = [values[p.name] for values in tops]
        if p.choices:
            odds[p.name] = {p.text(c): mine.count(c) / len(mine) for c in p.choices}
        else:
            low, high = np.quantile(np.array(mine, float), [0.025, 0.975])
            ranges[p.name] = p.near(float(low)), p.near(float(high))
    return ranges, odds


def _shares(tune: TunePlan, surface: Surface, some: list[Values]) -> list[list[float]]:
    """The expected scores of some values, and the ends of their intervals."""
    means, errors = surface.at(tune.places(some))
    return [np.clip(means + z * SIGMAS * errors, 0, 1).tolist() for z in (0, -1, 1)]


def _curve(tune: TunePlan, surface: Surface, best: Values, p: OpenParameter) -> dict[str, Any]:
    steps = p.choices or tuple(dict.fromkeys(p.at(i / (STEPS - 1)) for i in range(STEPS)))
    shares = _shares(tune, surface, [best | {p.name: value} for value in steps])
    keys = "parameter", "values", "shares", "lows", "highs"
    return dict(zip(keys, (p.name, list(steps), *shares), strict=True))
