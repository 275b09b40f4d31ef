"""Elo of many players at once: the model of Bradley and Terry (1952), a draw half a win to each.

Player i takes from j the share s_ij = 1 / (1 + exp(r_j - r_i)) of the points; Elo is
400 / ln 10 times r. The likelihood is concave, and Newton's method finds its top, with a tiny
ridge that keeps the equations solvable: r grows by H^-1 g with

    g_i = sum over j of  points_ij - n_ij s_ij
    H   = the Laplacian of the weights n_ij s_ij (1 - s_ij).

Only differences mean anything. Ratings are given with the mean of the players at 0, or with one
of them, the anchor, at 0; an interval is that of the difference to this mean or anchor, so the
anchor itself has none. The inverse of H is the covariance of the ratings (Fisher). It takes
games as independent, and draws for no surer than wins and losses: with draws, or where the first
move is worth much, pairs know more than it tells, and `bootstrap`, which draws whole pairs anew
within each match, has the narrower intervals.

A player who won every game has no finite rating, nor has any set of players that lost nothing to
the rest (Ford, 1957). Where two met and not each has scored against the other, directly or by
way of others, one drawn game is added; the largest set of players that needs none is the core,
and its mean is 0. Whoever is outside of it is flagged: rated, but not bounded by the games.
Players who never met, not even by way of others, form groups, each with a scale of its own.
"""

import math
from typing import NamedTuple

import numpy as np

from .likelihood import quantile
from .pentanomial import Results

__all__ = ["Rating", "bootstrap", "bradley_terry", "ratings"]

ELO = 400 / math.log(10)
RIDGE = 1e-9
LONGEST_STEP = 1.5  # of Newton's method, far from the top
BATCH = 100  # tables that are solved together


class Rating(NamedTuple):
    """A player's strength in Elo among those of his group."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    points: float
    group: int  # players of different groups cannot be compared
    flag: str  # "", or "won all", "lost all" or "unbounded" outside of the core


def ratings(results: Results, anchor: str | None = None, level: float = 0.95) -> list[Rating]:
    """Every player's Elo with Fisher's interval, group by group, the strongest first."""
    points = _points(results)
    elo, covariance = bradley_terry(points, _index(results, anchor))
    margin = quantile(level) * np.sqrt(np.maximum(covariance.diagonal(), 0.0))
    return _rated(results, points, elo, elo - margin, elo + margin)


def bootstrap(
    results: Results,
    anchor: str | None = None,
    level: float = 0.95,
    samples: int = 1000,
    seed: int = 0,
) -> list[Rating]:
    """The same with intervals from pairs that are drawn anew, match by match, many times."""
    if samples < 100:
        raise ValueError(f"an interval needs 100 samples or more, not {samples}")
    quantile(level)
    if not results.players:
        return []
    points = _points(results)
    at = _index(results, anchor)
    elo, _ = bradley_terry(points, at)
    reference = _reference(points, at)
    random = np.random.default_rng(seed)
    drawn = []
    for start in range(0, samples, BATCH):
        tables = _resampled(results, min(BATCH, samples - start), random)
        rates = _solve(*_bounded(tables))
        drawn.append(rates - rates @ reference.T)
    tails = 0.5 - level / 2, 0.5 + level / 2
    low, high = np.quantile(np.concatenate(drawn) * ELO, tails, axis=0)
    return _rated(results, points, elo, low, high)


def bradley_terry(points: np.ndarray, anchor: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Elo and its covariance from points[i, j], those of player i against player j."""
    points = np.asarray(points, float)
    if points.ndim != 2 or points.shape[0] != points.shape[1]:
        raise ValueError(f"points must be a square table, not one of shape {points.shape}")
    if not np.isfinite(points).all() or (points < 0).any() or points.diagonal().any():
        raise ValueError("points must be numbers of 0 or more, and 0 of a player against himself")
    if not len(points):
        return np.zeros(0), np.zeros((0, 0))
    table, groups = _bounded(points[None])
    rates = _solve(table, groups)
    inverse = np.linalg.inv(_laplacian(table, rates) + _lift(groups))[0]
    to_reference = np.eye(len(points)) - _reference(points, anchor)
    return to_reference @ rates[0] * ELO, to_reference @ inverse @ to_reference.T * ELO**2


def _points(results: Results) -> np.ndarray:
    """The points of each player against each other."""
    at = {name: i for i, name in enumerate(results.players)}
    table = np.zeros((len(at), len(at)))
    for (a, b), match in results.matches.items():
        score = match.score
        table[at[a], at[b]] = score.points
        table[at[b], at[a]] = score.games - score.points
    return table


def _index(results: Results, anchor: str | None) -> int | None:
    if anchor is None:
        return None
    if anchor not in results.players:
        raise ValueError(f"the anchor {anchor!r} is none of the players")
    return results.players.index(anchor)


def _reach(steps: np.ndarray) -> np.ndarray:
    """Who is reached from whom in any number of steps, for a batch of tables."""
    n = steps.shape[-1]
    reached = steps | np.eye(n, dtype=bool)
    for _ in range(max(n - 1, 1).bit_length()):
        reached = (reached.astype(np.float32) @ reached.astype(np.float32)) > 0
    return reached


def _met(points: np.ndarray) -> np.ndarray:
    return points + points.swapaxes(-1, -2) > 0


def _both_ways(points: np.ndarray) -> np.ndarray:
    """Between whom the games bound the difference: each has scored on a way to the other."""
    scored = _reach(points > 0)
    return scored & scored.swapaxes(-1, -2)


def _bounded(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The tables with a draw added where ratings had no bounds, and who is in whose group."""
    met = _met(points)
    return points + 0.5 * (met & ~_both_ways(points)), _reach(met)


def _core(points: np.ndarray) -> np.ndarray:
    """For each player, who is in the core of his group: the most players, then games, count."""
    groups, both = _reach(_met(points)), _both_ways(points)
    games = (points + points.T).sum(-1)
    size = both.sum(-1) + (both @ games) / (games.sum() + 1)
    chosen = np.where(groups, size, -1.0).argmax(-1)
    return both[chosen]


def _reference(points: np.ndarray, anchor: int | None) -> np.ndarray:
    """Row by row, the weights of the ratings whose sum is the zero of that player's scale."""
    core = _core(points).astype(float)
    weights = core / core.sum(-1, keepdims=True)
    if anchor is not None:
        weights[_reach(_met(points))[anchor]] = np.eye(len(points))[anchor]
    return weights


def _shares(rates: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(rates[..., None, :] - rates[..., :, None]))


def _laplacian(points: np.ndarray, rates: np.ndarray) -> np.ndarray:
    shares = _shares(rates)
    weights = (points + points.swapaxes(-1, -2)) * shares * (1 - shares)
    return np.eye(points.shape[-1]) * weights.sum(-1)[..., None] - weights


def _lift(groups: np.ndarray) -> np.ndarray:
    """What makes a Laplacian invertible: a step of a whole group changes nothing else."""
    return groups / groups.sum(-1, keepdims=True) + RIDGE * np.eye(groups.shape[-1])


def _solve(points: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """The ratings of a batch of tables, in natural units, the mean of each group at 0."""
    games = points + points.swapaxes(-1, -2)
    rates = np.zeros(points.shape[:-1])
    lift = _lift(groups)
    for _ in range(200):
        gradient = (points - games * _shares(rates)).sum(-1)
        step = np.linalg.solve(_laplacian(points, rates) + lift, gradient[..., None])[..., 0]
        longest = np.abs(step).max(-1, initial=LONGEST_STEP, keepdims=True)
        rates = rates + step * LONGEST_STEP / longest
        if np.abs(step).max(initial=0.0) < 1e-10:
            break
    return rates


def _rated(
    results: Results, points: np.ndarray, elo: np.ndarray, low: np.ndarray, high: np.ndarray
) -> list[Rating]:
    if not results.players:
        return []
    core = _core(points)
    groups = _reach(_met(points))
    bounded = (core.sum(-1) > 1) | (groups.sum(-1) == 1)  # one player alone bounds nobody
    firsts = groups.argmax(-1)  # the first player of a group stands for it
    numbers = {int(first): i for i, first in enumerate(dict.fromkeys(firsts.tolist()))}
    rated = []
    for i, name in enumerate(results.players):
        won, lost = float(points[i].sum()), float(points[:, i].sum())
        flag = ""
        if not (core[i, i] and bounded[i]):
            flag = "won all" if lost == 0 else "lost all" if won == 0 else "unbounded"
        ends = float(elo[i]), float(low[i]), float(high[i])
        group = numbers[int(firsts[i])]
        rated.append(Rating(name, *ends, round(won + lost), won, group, flag))
    return sorted(rated, key=lambda rating: (rating.group, -rating.elo))


def _resampled(results: Results, samples: int, random: np.random.Generator) -> np.ndarray:
    """Tables of points from the pairs and the single games of each match, drawn anew."""
    at = {name: i for i, name in enumerate(results.players)}
    tables = np.zeros((samples, len(at), len(at)))
    for (a, b), match in results.matches.items():
        for counts in (match.pairs, match.single):
            if counts.units:
                shares = np.array(counts.counts) / counts.units
                points = random.multinomial(counts.units, shares, samples) @ counts.VALUES
                tables[:, at[a], at[b]] += points * counts.PER_UNIT
                tables[:, at[b], at[a]] += (counts.units - points) * counts.PER_UNIT
    return tables
