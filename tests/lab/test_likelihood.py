"""Empirical likelihood: no distribution is more likely, and bisection finds the same."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from naive_llr import lost

from playout.lab.stats import likelihood
from playout.lab.stats.pentanomial import Pairs

VALUES = np.array(Pairs.VALUES)
some_counts = st.lists(st.integers(0, 60), min_size=5, max_size=5).filter(any)


@given(some_counts)
def test_no_distribution_of_that_mean_is_more_likely(counts):
    """Of many at random, with a value that was never seen or without."""
    mean = 0.42
    found = likelihood.log_ratio(counts, [a - mean for a in Pairs.VALUES])
    tried = np.random.default_rng(0).dirichlet(np.ones(5), 400)
    above = tried @ VALUES > mean
    ends = np.where(above[:, None], np.eye(5)[0], np.eye(5)[4])
    a, b = tried @ VALUES, ends @ VALUES
    mixed = tried + ((mean - a) / (b - a))[:, None] * (ends - tried)
    assert mixed @ VALUES == pytest.approx(np.full(400, mean))
    counts = np.array(counts)
    seen, shares = counts > 0, counts / counts.sum()
    lacking = (counts[seen] * np.log(shares[seen] / mixed[:, seen])).sum(1)
    assert -1e-9 <= found <= lacking.min() + 1e-9


@given(
    st.lists(st.integers(0, 60_000), min_size=5, max_size=5).filter(any),
    st.one_of(st.floats(0.001, 0.999), st.sampled_from([0.25, 0.5, 0.75])),
)
def test_bisection_finds_the_same(counts, mean):
    counts = likelihood.regular(counts)
    found = likelihood.log_ratio(counts, [a - mean for a in Pairs.VALUES])
    expected = lost(np.array([counts]), mean)[0]
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-8)


def test_nothing_is_lost_at_the_mean_itself():
    counts = [3, 0, 9, 1, 7]
    mean = likelihood.moments(counts, Pairs.VALUES)[0]
    assert likelihood.log_ratio(counts, [a - mean for a in Pairs.VALUES]) == pytest.approx(0)
    assert likelihood.signed_root([0, 0, 9, 0, 0], Pairs.VALUES) == 0.0


@given(some_counts, st.sampled_from([0.5, 0.95, 0.999]))
def test_just_as_much_is_lost_at_the_ends_of_the_interval_as_the_level_allows(counts, level):
    low, high = likelihood.interval(counts, Pairs.VALUES, level)
    seen = likelihood.moments(counts, Pairs.VALUES)[0]
    allowed = likelihood.normal_quantile(level) ** 2 / 2
    for end, is_open in ((low, seen == 0), (high, seen == 1)):
        found = likelihood.log_ratio(counts, [a - end for a in Pairs.VALUES])
        assert is_open or found == pytest.approx(allowed, abs=1e-6)
    assert low <= seen <= high or pytest.approx(seen, abs=1e-11) in (low, high)
