"""Intervals of a share: laws, statsmodels and sums beside them, and how often they hold."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout.lab.stats.intervals import crossing, sign_test, wilson

SHARES = [(0, 1), (0, 20), (1, 1), (3, 10), (50, 100), (99, 100), (640, 1280), (1, 5000)]


@pytest.mark.parametrize(("wins", "games"), SHARES)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_statsmodels_has_the_same_ends(wins, games, level):
    proportion = pytest.importorskip(
        "statsmodels.stats.proportion", reason="statsmodels is the peer of the intervals"
    )
    theirs = proportion.proportion_confint(wins, games, 1 - level, "wilson")
    assert wilson(wins, games, level)[1:] == pytest.approx(theirs, abs=1e-9)


@given(wins=st.integers(0, 300), losses=st.integers(0, 300))
def test_sign_test_counts_the_results_that_are_as_uneven(wins, losses):
    n = wins + losses
    uneven = sum(math.comb(n, i) for i in range(n + 1) if abs(2 * i - n) >= abs(wins - losses))
    assert sign_test(wins, losses) == pytest.approx(uneven / 2**n, rel=1e-10)


@pytest.mark.parametrize(("at", "expected"), [(-1.0, 0.0), (0.25, 0.25), (7.0, 1.0)])
def test_crossing_is_found_or_the_end_before_it(at, expected):
    assert crossing(lambda x: (x - at) ** 3, 0.0, 1.0) == pytest.approx(expected, abs=1e-4)
    assert crossing(lambda x: math.exp(x) - math.exp(at), 0, 1) == pytest.approx(expected)


@given(half=st.integers(0, 400), games=st.integers(1, 200))
def test_wilson_is_symmetric_and_holds_its_share(half, games):
    half %= 2 * games + 1
    one, other = wilson(half / 2, games), wilson(games - half / 2, games)
    assert one.low == pytest.approx(1 - other.high, abs=1e-12)
    assert one.low <= one.value <= one.high
    assert 0.0 <= one.low < one.high <= 1.0


def test_interval_rises_with_wins():
    ends = np.array([wilson(wins, 60) for wins in range(61)])
    assert (np.diff(ends, axis=0) > 0).all()


def test_width_shrinks_with_the_root_of_the_games():
    few, many = wilson(600, 1000), wilson(60_000, 100_000)
    assert many.high - many.low == pytest.approx((few.high - few.low) / 10, rel=0.01)


@pytest.mark.parametrize("share", [0.08, 0.3, 0.5, 0.9])
def test_wilson_holds_the_truth_as_often_as_it_says(share):
    wins = np.random.default_rng(1).binomial(80, share, 4000)
    ends = np.array([wilson(n, 80)[1:] for n in range(81)])[wins]
    held = ((ends[:, 0] <= share) & (share <= ends[:, 1])).mean()
    assert 0.93 <= held <= 0.975  # of whole numbers, the coverage is never just 95 %


def test_draws_make_wilson_wide_and_not_narrow():
    points = np.random.default_rng(2).choice([0, 0.5, 1], (4000, 80), p=[0.2, 0.5, 0.3]).sum(1)
    held = np.mean([low <= 0.55 <= high for _, low, high in (wilson(p, 80) for p in points)])
    assert held > 0.97


def test_before_the_first_game_all_is_possible():
    assert wilson(0, 0) == (0.5, 0.0, 1.0)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: wilson(3, 2), "cannot come from"),
        (lambda: wilson(-1, 2), "cannot come from"),
        (lambda: wilson(float("nan"), 2), "cannot come from"),
        (lambda: wilson(1, 2, 1.0), "between 0 and 1"),
        (lambda: sign_test(-1, 3), "cannot come from"),
    ],
)
def test_nonsense_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
