"""A smooth curve through noisy scores: the score as a function of the parameters.

The best of many noisy results is mostly lucky. A value whose neighbours score well is not: so what
a tuning recommends is the top of a Gaussian process, which gives each place the mean of the scores
around it, weighted by how far they are, and says how sure that is (Rasmussen and Williams 2006,
chapter 2).

    scores y at points x in the unit cube, their noise S (known: it comes from counting games)
    covariance      K = a^2 exp(-sum_i (x_i - x'_i)^2 / (2 l_i^2))
    mean at x*      m + k*' (K + S)^-1 (y - m)
    variance at x*  a^2 - k*' (K + S)^-1 k*

How high the hills are (a) and how long their slopes (l) is not known either: all that a grid has
of them count, each as much as its marginal likelihood says. One alone, the likeliest, would be far
too sure of itself.
"""

from typing import Any, NamedTuple

import numpy as np
import scipy  # its parts are loaded when they are first used
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]
HEIGHTS = (0.03, 0.06, 0.12, 0.25)  # of the hills, in shares of the points
LENGTHS = (0.1, 0.17, 0.3, 0.5, 0.9, 2.0)  # of their slopes, in widths of the range
MOST_POINTS = 600  # the work grows with the cube
MOST_PARTS = 12


class Part(NamedTuple):
    """A Gaussian process of one height and lengths that has seen the scores."""

    height: float
    lengths: Array  # by dimension
    mean: float
    factor: Array  # of the covariance of the scores, by Cholesky
    weights: Array  # (K + S)^-1 (y - m)
    likelihood: float  # its logarithm, but for a constant

    def at(self, places: Array, points: Array) -> tuple[Array, Array]:
        """The mean at some places, and the root of the covariance that the scores explain."""
        near = _covariance(places, points, self.height, self.lengths)
        explained = scipy.linalg.solve_triangular(self.factor, near.T, lower=True)
        return self.mean + near @ self.weights, explained


class Surface(NamedTuple):
    """What is known of the score everywhere: a mixture of processes."""

    points: Array  # (trials, dimensions)
    parts: list[Part]
    shares: Array  # of the parts

    def at(self, places: Array) -> tuple[Array, Array]:
        """The expected score at some places, and its standard deviation."""
        known = [part.at(places, self.points) for part in self.parts]
        means = np.array([mean for mean, _ in known])
        heights = np.array([[part.height**2] for part in self.parts])
        explained = np.array([np.sum(root**2, axis=0) for _, root in known])
        mean = self.shares @ means
        between = (means - mean) ** 2
        return mean, np.sqrt(self.shares @ (np.maximum(heights - explained, 1e-12) + between))

    def draw(self, places: Array, rng: np.random.Generator, n: int) -> Array:
        """Some of the functions that the scores allow, at these places: an (n, places) array."""
        drawn = []
        for part, count in zip(self.parts, rng.multinomial(n, self.shares), strict=True):
            mean, root = part.at(places, self.points)
            covariance = _covariance(places, places, part.height, part.lengths) - root.T @ root
            options: Any = {"check_valid": "ignore", "method": "eigh"}  # it is nearly singular
            drawn.append(rng.multivariate_normal(mean, covariance, count, **options))
        return np.vstack(drawn)


def fit(points: Array, scores: Array, noise: Array) -> Surface:
    """The surface through scores at points, each with its variance; there must be some."""
    points, scores, noise = points[-MOST_POINTS:], scores[-MOST_POINTS:], noise[-MOST_POINTS:]
    dimensions = points.shape[1]
    parts = [
        _part(points, scores, noise, height, length * np.ones(dimensions))
        for height in HEIGHTS
        for length in LENGTHS
    ]
    for _ in range(2 if dimensions > 1 else 0):  # then each parameter's length by itself
        for i in range(dimensions):
            best = max(parts, key=lambda part: part.likelihood)
            for length in LENGTHS:
                if length != best.lengths[i]:
                    lengths = np.where(np.arange(dimensions) == i, length, best.lengths)
                    parts.append(_part(points, scores, noise, best.height, lengths))
    # Those that were looked at twice, or are hardly possible, are not worth their work.
    some = {(part.height, *part.lengths): part for part in parts}
    kept = sorted(some.values(), key=lambda part: -part.likelihood)[:MOST_PARTS]
    shares = np.exp([part.likelihood - kept[0].likelihood for part in kept])
    return Surface(points, kept, shares / shares.sum())


def _covariance(a: Array, b: Array, height: float, lengths: Array) -> Array:
    squares = scipy.spatial.distance.cdist(a / lengths, b / lengths, "sqeuclidean")
    return np.asarray(height**2 * np.exp(-0.5 * squares))


def _part(points: Array, scores: Array, noise: Array, height: float, lengths: Array) -> Part:
    covariance = _covariance(points, points, height, lengths) + np.diag(noise)
    factor = np.linalg.cholesky(covariance)
    solved = scipy.linalg.cho_solve((factor, True), np.column_stack([scores, np.ones_like(scores)]))
    mean = float(solved[:, 0].sum() / solved[:, 1].sum())
    weights = solved[:, 0] - mean * solved[:, 1]
    # Slopes of about half the range are expected: few scores are not to get a hill each.
    prior = float(np.sum(0.5 * (np.log(lengths / 0.5)) ** 2))
    rest = float((scores - mean) @ weights)
    likelihood = -0.5 * rest - float(np.sum(np.log(np.diag(factor)))) - prior
    return Part(height, lengths, mean, factor, weights, likelihood)
