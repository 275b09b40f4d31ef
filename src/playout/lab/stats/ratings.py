"""Elo of many players at once: the model of Bradley and Terry (1952), a draw half a win to each.

Player i takes from j the share s_ij = 1 / (1 + exp(r_j - r_i)) of the points; Elo is
400 / ln 10 times r. The likelihood is concave, and Newton's method finds its top, with a tiny
ridge that keeps the equations solvable: r grows by H^-1 g with

    g_i = sum over j of  points_ij - n_ij s_ij
    H   = the Laplacian of the weights n_ij s_ij (1 - s_ij).

Only differences mean anything. Ratings are given with the mean of the players at 0, or with one
of them, the anchor, at 0; an interval is that of the difference to this mean or anchor, so the
anchor itself has none. The inverse of H is the covariance of the ratings (Fisher). It takes
games as independent, and draws for as uncertain as wins and losses. With draws, or where the first
move is worth much, pairs say more than that, and `bootstrap`, which draws whole pairs anew within
each match, has the narrower intervals.

A player who won every game has no finite rating, nor has any set of players that lost nothing to
the rest (Ford, 1957). Seen as a graph with an arrow from i to j where i scored against j, ratings
are bounded within a strongly connected component. Where two met who are not in the same one, a
drawn game is added. The largest component is the core, and its mean is 0; whoever is outside of
it is flagged: rated, but not bounded by the games. Players who never met, not even by way of
others, form groups (weakly connected components), each with a scale of its own.
"""

import math
from typing import Literal, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from .intervals import normal_quantile
from .results import Results

__all__ = ["Rating", "bootstrap", "bradley_terry", "ratings"]

Array = NDArray[np.float64]
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
    margin = normal_quantile(level) * np.sqrt(np.maximum(covariance.diagonal(), 0.0))
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
    normal_quantile(level)
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
        rates = _solve(np.stack([_with_draws(table) for table in tables]))
        drawn.append(rates - rates @ reference.T)
    tails = 0.5 - level / 2, 0.5 + level / 2
    low, high = np.quantile(np.concatenate(drawn) * ELO, tails, axis=0)
    return _rated(results, points, elo, low, high)


def bradley_terry(points: Array, anchor: int | None = None) -> tuple[Array, Array]:
    """Elo and its covariance from points[i, j], those of player i against player j."""
    points = np.asarray(points, float)
    if points.ndim != 2 or points.shape[0] != points.shape[1]:
        raise ValueError(f"points must be a square table, not one of shape {points.shape}")
    if not np.isfinite(points).all() or (points < 0).any() or points.diagonal().any():
        raise ValueError("points must be numbers of 0 or more, and 0 of a player against himself")
    if not len(points):
        return np.zeros(0), np.zeros((0, 0))
    table = _with_draws(points)
    rates = _solve(table[None])[0]
    inverse = np.linalg.inv(_laplacian(table, rates) + _lift(table))
    to_reference = np.eye(len(points)) - _reference(points, anchor)
    return to_reference @ rates * ELO, to_reference @ inverse @ to_reference.T * ELO**2


def _points(results: Results) -> Array:
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


def _components(points: Array, connection: Literal["strong", "weak"]) -> NDArray[np.int_]:
    """The number of the component of each player."""
    graph = scipy.sparse.csr_array(points > 0)
    labels = scipy.sparse.csgraph.connected_components(graph, connection=connection)[1]
    return np.asarray(labels)


def _together(points: Array, connection: Literal["strong", "weak"]) -> NDArray[np.bool_]:
    """Who is in one component with whom."""
    labels = _components(points, connection)
    return np.asarray(labels[:, None] == labels)


def _with_draws(points: Array) -> Array:
    """The table with a drawn game added where ratings had no bounds."""
    met = points + points.T > 0
    return points + 0.5 * (met & ~_together(points, "strong"))


def _core(points: Array) -> NDArray[np.bool_]:
    """For each player, who is in the core of his group: the most players, then games, count."""
    groups, bounded = _together(points, "weak"), _together(points, "strong")
    games = (points + points.T).sum(-1)
    size = bounded.sum(-1) + (bounded @ games) / (games.sum() + 1)
    chosen = np.where(groups, size, -1.0).argmax(-1)
    return np.asarray(bounded[chosen])


def _reference(points: Array, anchor: int | None) -> Array:
    """Row by row, the weights of the ratings whose sum is the zero of that player's scale."""
    core = _core(points).astype(float)
    weights = core / core.sum(-1, keepdims=True)
    if anchor is not None:
        weights[_together(points, "weak")[anchor]] = np.eye(len(points))[anchor]
    return np.asarray(weights)


def _shares(rates: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(rates[..., None, :] - rates[..., :, None])))


def _laplacian(points: Array, rates: Array) -> Array:
    shares = _shares(rates)
    weights = (points + points.swapaxes(-1, -2)) * shares * (1 - shares)
    return np.asarray(np.eye(points.shape[-1]) * weights.sum(-1)[..., None] - weights)


def _lift(points: Array) -> Array:
    """What makes a Laplacian invertible: a step of a whole group changes nothing else."""
    groups = _together(points, "weak")
    return np.asarray(groups / groups.sum(-1, keepdims=True) + RIDGE * np.eye(len(points)))


def _solve(points: Array) -> Array:
    """The ratings of tables with the same games, in natural units, each group's mean at 0."""
    games = points + points.swapaxes(-1, -2)
    rates = np.zeros(points.shape[:-1])
    lift = _lift(games[0])
    for _ in range(200):
        gradient = (points - games * _shares(rates)).sum(-1)
        step = np.linalg.solve(_laplacian(points, rates) + lift, gradient[..., None])[..., 0]
        longest = np.abs(step).max(-1, initial=LONGEST_STEP, keepdims=True)
        rates = rates + step * LONGEST_STEP / longest
        if np.abs(step).max(initial=0.0) < 1e-10:
            break
    return rates


def _rated(results: Results, points: Array, elo: Array, low: Array, high: Array) -> list[Rating]:
    if not results.players:
        return []
    core, groups = _core(points), _components(points, "weak")
    rated = []
    for i, name in enumerate(results.players):
        won, lost = float(points[i].sum()), float(points[:, i].sum())
        alone = core[i].sum() == 1 and won + lost > 0  # a core of one player bounds nobody
        flag = ""
        if alone or not core[i, i]:
            flag = "won all" if lost == 0 else "lost all" if won == 0 else "unbounded"
        ends = float(elo[i]), float(low[i]), float(high[i])
        rated.append(Rating(name, *ends, round(won + lost), won, int(groups[i]), flag))
    return sorted(rated, key=lambda rating: (rating.group, -rating.elo))


def _resampled(results: Results, samples: int, random: np.random.Generator) -> Array:
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
