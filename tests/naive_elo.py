"""Elo by the normal approximation, as fishtest has it: counts of zero are taken for 1/1000."""

import math
from statistics import NormalDist

import numpy as np

from playout.lab.stats.intervals import Interval
from playout.lab.stats.pentanomial import elo_of


def mean_and_error(counts):
    """Of the share of the points."""
    seen = np.where(np.array(counts.counts) == 0, 1e-3, counts.counts)
    values = np.array(counts.VALUES)
    mean = seen @ values / seen.sum()
    return mean, math.sqrt(seen @ (values - mean) ** 2) / seen.sum()


def normal_elo(counts):
    """Elo with the 95 % interval from the variance; infinite where that leaves 0 to 1."""
    mean, error = mean_and_error(counts)
    half = NormalDist().inv_cdf(0.975) * error
    return Interval(elo_of(mean), elo_of(mean - half), elo_of(mean + half))


def normal_los(counts):
    """The likelihood of superiority from the variance."""
    mean, error = mean_and_error(counts)
    return NormalDist().cdf((mean - 0.5) / error)
