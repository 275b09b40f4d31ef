"""p values, and many comparisons at once."""

import math
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout.lab.stats.intervals import holm
from playout.lab.stats.pentanomial import Pairs

some_pairs = st.lists(st.integers(0, 80), min_size=5, max_size=5).filter(any).map(Pairs.of)


@pytest.mark.full
@given(st.lists(st.floats(0, 1), max_size=30))
def test_statsmodels_corrects_the_same(p_values):
    multitest = pytest.importorskip(
        "statsmodels.stats.multitest", reason="statsmodels is the peer of Holm's correction"
    )
    with mock.patch("gc.collect"):  # it does so after each, which takes longer than all else here
        expected = multitest.multipletests(p_values, method="holm")[1] if p_values else []
    assert holm(p_values) == pytest.approx(list(expected), abs=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_keeps_the_order_and_lies_below_bonferroni(p_values):
    adjusted = holm(p_values)
    assert np.argsort(p_values, kind="stable").tolist() == sorted(
        range(len(p_values)), key=lambda i: (adjusted[i], p_values[i], i)
    )
    for p, after in zip(p_values, adjusted, strict=True):
        assert p <= after <= min(1.0, p * len(p_values)) or after == pytest.approx(p)


def test_p_does_not_care_who_is_first():
    pairs = Pairs(20, 3, 60, 5, 41)
    assert pairs.p_value() == pytest.approx(pairs.swapped().p_value())
    assert Pairs(20, 5, 60, 5, 20).p_value() == pytest.approx(1)
    assert Pairs().p_value() == 1.0


@given(some_pairs)
def test_p_is_about_that_of_the_t_test_on_many_pairs(pairs):
    weightstats = pytest.importorskip(
        "statsmodels.stats.weightstats", reason="statsmodels is the peer of the p value"
    )
    many = Pairs.of(100 * n + 50 for n in pairs.counts)
    expected = weightstats.DescrStatsW(np.repeat(Pairs.VALUES, many.counts)).ttest_mean(0.5)[1]
    if expected > 0.001:
        assert many.p_value() == pytest.approx(expected, rel=0.05)


def test_p_of_equal_players_is_anywhere():
    """Below 5 % in about 5 % of matches of equals."""
    drawn = np.random.default_rng(4).multinomial(100, [0.2, 0.1, 0.4, 0.1, 0.2], 3000)
    assert np.mean([Pairs.of(row).p_value() < 0.05 for row in drawn.tolist()]) == pytest.approx(
        0.05, abs=0.02
    )


def found_in(results):
    adjusted = holm([pairs.p_value() for pairs in results.values()])
    return {name for name, p in zip(results, adjusted, strict=True) if p <= 0.05}


def test_comparisons_are_corrected_together():
    results = {
        "clear": Pairs(10, 0, 80, 0, 60),
        "alone": Pairs(30, 0, 80, 0, 52),
        "none": Pairs(40, 0, 80, 0, 41),
    }
    assert results["alone"].p_value() < 0.05
    assert found_in(results) == {"clear", "alone"}
    many = results | {f"equal {i}": Pairs(40, 0, 80, 0, 40) for i in range(10)}
    assert found_in(many) == {"clear"}


def test_any_false_find_among_many_is_rare():
    random = np.random.default_rng(7)
    finds = 0
    for _ in range(200):
        drawn = random.multinomial(100, [0.2, 0.1, 0.4, 0.1, 0.2], 10)
        finds += bool(found_in({i: Pairs.of(row) for i, row in enumerate(drawn.tolist())}))
    assert finds <= 0.05 * 200 + 2 * math.sqrt(0.05 * 0.95 * 200)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: holm([0.5, 1.5]), "between 0 and 1"),
        (lambda: holm([math.nan]), "between 0 and 1"),
    ],
)
def test_nonsense_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
