"""Elo of many players at once: the model of Bradley and Terry (1952), a draw half a win to each.

Player i takes from j the share s_ij = 1 / (1 + exp(r_j - r_i)) of the points; Elo is
400 / ln 10 times r. The likelihood is concave, and Newton's method finds its top, with a tiny
ridge that keeps the equations solvable: r grows by H^-1 g with

    g_i = sum over j of  points_ij - n_ij s_ij
    H   = the Laplacian of the weights n_ij s_ij (1 - s_ij).

Only differences mean anything: ratings are given with the mean of the players at 0, and an interval
is that of the difference to this mean. The inverse of H is the covariance of the ratings (Fisher).
It takes games as independent, and draws for as uncertain as wins and losses: with draws, or where
the first move is worth much, pairs say more than that, and the intervals are too wide.

A player who won every game has no finite rating, nor has any set of players that lost nothing to
the rest (Ford, 1957). Seen as a graph with an arrow from i to j where i scored against j, ratings
are bounded within a strongly connected component. Where two met who are not in the same one, a
drawn game is added. The largest component is the core, and its mean is 0; whoever is outside of
it is flagged: rated, but not bounded by the games. Players who never met, not even by way of
others, form groups (weakly connected components), each with a scale of its own.
"""

import math
from collections.abc import Mapping
from typing import Literal, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from ...language import Text
from .intervals import normal_quantile

Array = NDArray[np.float64]
ELO = 400 / math.log(10)
RIDGE = 1e-9
LONGEST_STEP = 1.5  # of Newton's method, far from the top


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


def ratings(scores: Mapping[tuple[str, str], float]) -> list[Rating]:
    """Every player's Elo with Fisher's 95 % interval, group by group, the strongest first; from
    the points of each against each other, both ways."""
    names = list(dict.fromkeys(name for two in scores for name in two))
    if not names:
        return []
    points = np.array([[scores.get((one, other), 0.0) for other in names] for one in names])
    elo, covariance = bradley_terry(points)
    margins = normal_quantile(0.95) * np.sqrt(np.maximum(covariance.diagonal(), 0.0))
    core, groups = _core(points), _components(points, "weak")
    rated = []
    for i, name in enumerate(names):
        won, lost = float(points[i].sum()), float(points[:, i].sum())
        alone = core[i].sum() == 1 and won + lost > 0  # a core of one player bounds nobody
        flag = ""
        if alone or not core[i, i]:
            flag = Text("won all" if lost == 0 else "lost all" if won == 0 else "unbounded")
        mine, margin = float(elo[i]), float(margins[i])
        games, group = round(won + lost), int(groups[i])
        rated.append(Rating(name, mine, mine - margin, mine + margin, games, won, group, flag))
    return sorted(rated, key=lambda rating: (rating.group, -rating.elo))


def bradley_terry(points: Array) -> tuple[Array, Array]:
    """Elo and its covariance from points[i, j], those of player i against player j."""
    met = points + points.T > 0
    table = points + 0.5 * (met & ~_together(points, "strong"))  # a draw where nothing is a bound
    games, groups = table + table.T, _together(points, "weak")
    # What makes H invertible: a step of a whole group changes nothing else.
    lift = groups / groups.sum(-1, keepdims=True) + RIDGE * np.eye(len(points))
    rates = np.zeros(len(points))
    for _ in range(200):
        shares = 1 / (1 + np.exp(rates - rates[:, None]))
        weights = games * shares * (1 - shares)
        inverse = np.linalg.inv(np.diag(weights.sum(-1)) - weights + lift)
        step = inverse @ (table - games * shares).sum(-1)
        rates = rates + step * LONGEST_STEP / max(LONGEST_STEP, np.abs(step).max())
        if np.abs(step).max() < 1e-10:
            break
    core = _core(points).astype(float)
    to_mean = np.eye(len(points)) - core / core.sum(-1, keepdims=True)
    return to_mean @ rates * ELO, to_mean @ inverse @ to_mean.T * ELO**2


def _components(points: Array, connection: Literal["strong", "weak"]) -> NDArray[np.int_]:
    """The number of the component of each player."""
    graph = scipy.sparse.csr_array(points > 0)
    labels = scipy.sparse.csgraph.connected_components(graph, connection=connection)[1]
    return np.asarray(labels)


def _together(points: Array, connection: Literal["strong", "weak"]) -> NDArray[np.bool_]:
    """Who is in one component with whom."""
    labels = _components(points, connection)
    return np.asarray(labels[:, None] == labels)


def _core(points: Array) -> NDArray[np.bool_]:
    """For each player, who is in the core of his group: the most players, then games, count."""
    groups, bounded = _together(points, "weak"), _together(points, "strong")
    games = (points + points.T).sum(-1)
    size = bounded.sum(-1) + (bounded @ games) / (games.sum() + 1)
    chosen = np.where(groups, size, -1.0).argmax(-1)
    return np.asarray(bounded[chosen])
