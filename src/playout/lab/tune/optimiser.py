"""Which values to try next: what the optimiser proposes, knowing the results so far.

The optimiser is CMA-ES (Hansen and Ostermeier 2001), of the package cma: it keeps a normal
distribution in the unit cube, draws a batch from it, and moves and shapes it towards the better
half of the batch. Only the order within a batch counts, and it averages over many trials: so it
stands noise well. docs/tuning.md has the measurements by which it was chosen.

It is made anew for each batch, from the seed and all results: the same results always lead to the
same proposals, and there is no state that a kill could lose.
"""

import warnings
from typing import Any

import numpy as np

from ...extras import require
from .plan import OpenParameter, TunePlan, Values

Result = tuple[Values, float | None]  # the share of the points, None where no pair was played
WIDTH = 0.25  # of the first distribution, around the middle of the cube


def propose(tune: TunePlan, batches: list[list[Result]], seed: int) -> list[Values]:
    """A batch of values to try, chosen without knowing what becomes of the others in it."""
    optimiser = _optimiser(tune, seed)
    for batch in batches:
        _tell(tune, optimiser, batch)
    drawn = [_values(tune, point) for point in optimiser.ask(tune.batch)]
    rng = np.random.default_rng([seed, len(batches)])
    for p in tune.parameters:
        # Every third trial has choices at random: a few unlucky games must not rule one out.
        for values in drawn[2::3] if p.choices else ():
            values[p.name] = p.choices[int(rng.integers(len(p.choices)))]
    return drawn if batches else [tune.start, *drawn[1:]]


def _optimiser(tune: TunePlan, seed: int) -> Any:
    require("tune")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is no matplotlib, and the like
        import cma  # type: ignore[import-untyped]
    # Two coordinates are the least it takes: one without effect stands beside a lone parameter.
    middle = [0.5] * max(2, sum(map(_width, tune.parameters)))
    options = {
        "bounds": [0, 1],
        "seed": seed % 2**31 or 1,  # 0 would be the time of day
        "popsize": max(2, tune.batch),
        "verbose": -9,
    }
    return cma.CMAEvolutionStrategy(middle, WIDTH, options)


def _tell(tune: TunePlan, optimiser: Any, batch: list[Result]) -> None:
    """Let it draw the batch again, and say what came of it."""
    known = [share for _, share in batch if share is not None]
    mean = float(np.mean(known)) if known else 0.5
    losses = [-(mean if share is None else share) for _, share in batch]
    # Other values than those it draws now: the start, or what another version drew.
    points = [
        point if _values(tune, point) == values else _point(tune, values)
        for point, (values, _) in zip(optimiser.ask(len(batch)), batch, strict=True)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that all are equally good
        optimiser.tell(points, losses)


def _values(tune: TunePlan, point: np.ndarray) -> Values:
    """What a point of the cube stands for: of choices, the one with the highest coordinate, so
    that none lies between two others."""
    values: Values = {}
    rest = [float(x) for x in np.clip(point, 0.0, 1.0)]
    for p in tune.parameters:
        mine, rest = rest[: _width(p)], rest[_width(p) :]
        values[p.name] = p.choices[int(np.argmax(mine))] if p.choices else p.at(mine[0])
    return values


def _point(tune: TunePlan, values: Values) -> np.ndarray:
    point: list[float] = []
    for p in tune.parameters:
        value = values[p.name]
        point += [0.75 if value == c else 0.25 for c in p.choices] if p.choices else p.place(value)
    return np.array(point + [0.5] * (2 - len(point)))


def _width(p: OpenParameter) -> int:
    return len(p.choices) or 1  # coordinates
