"""Elo after a stopped test: laws, and simulated tests beside it."""

import math

import numpy as np
import pytest
from naive_elo import normal_elo, normal_los
from simulated_sprt import simulate

from playout.lab.stats.pentanomial import Pairs, share_of
from playout.lab.stats.sprt import Sprt, Verdict
from playout.lab.stats.sprt_elo import is_at_stop, unbiased_elo, unbiased_los


def stopped_tests(elo, tests, seed):
    found = simulate(Sprt(), elo, tests, seed=seed)
    return [Pairs.of(row) for row in found.counts.tolist()]


def test_elo_after_a_stop_is_too_high_as_often_as_too_low():
    pairs = stopped_tests(50, 150, 5)
    plain = np.array([normal_elo(p).value for p in pairs])
    found = np.array([unbiased_elo(p, Sprt()) for p in pairs])
    assert abs((found[:, 0] > 50).mean() - 0.5) < 0.12
    assert (plain > 50).mean() > 0.6
    held = ((found[:, 1] <= 50) & (50 <= found[:, 2])).mean()
    assert held > 0.9
    assert (found[:, 1] < found[:, 0]).all()
    assert (found[:, 0] < found[:, 2]).all()


def test_at_the_first_look_nothing_needs_correction():
    pairs = Pairs(5, 0, 30, 0, 29)
    assert unbiased_elo(pairs, Sprt()) == pytest.approx(normal_elo(pairs), abs=0.1)
    assert unbiased_los(pairs, Sprt()) == pytest.approx(normal_los(pairs), abs=1e-6)


def at_the_stop(elo):
    """The pairs of a test that stopped some time after its first look."""
    return next(p for p in stopped_tests(elo, 60, 8) if 90 < p.units < 150)


@pytest.mark.parametrize("elo", [0, 50])
def test_after_a_stop_the_other_player_sees_the_opposite(elo):
    pairs = at_the_stop(elo)
    one = unbiased_elo(pairs, Sprt(0, 50))
    other = unbiased_elo(pairs.swapped(), Sprt(-50, 0))
    assert one == pytest.approx((-other.value, -other.high, -other.low), abs=0.01)
    los = unbiased_los(pairs.swapped(), Sprt(-50, 0))
    assert unbiased_los(pairs, Sprt(0, 50)) == pytest.approx(1 - los, abs=1e-6)


def test_after_a_stop_elo_is_nearer_to_the_middle():
    h1, h0 = at_the_stop(80), at_the_stop(-30)
    assert Sprt().decide(h1).verdict is Verdict.ACCEPTED_H1
    assert Sprt().decide(h0).verdict is Verdict.ACCEPTED_H0
    assert unbiased_elo(h1, Sprt()).value < normal_elo(h1).value
    assert unbiased_elo(h0, Sprt()).value > normal_elo(h0).value


def test_the_walk_of_a_running_test_is_that_of_a_simulated_one():
    """Of walks with that drift, the share that ends as high as this one, or higher."""
    pairs = Pairs(25, 0, 80, 0, 36)
    assert not Sprt().decide(pairs).stopped
    elo = unbiased_elo(pairs, Sprt())
    random = np.random.default_rng(6)
    deviation = math.sqrt(pairs.variance)
    middle = (share_of(0) + share_of(50)) / 2
    drift = (share_of(elo.value) - middle) / deviation
    walks = np.cumsum(random.normal(drift, 1, (20_000, pairs.units)), axis=1)
    top = Sprt().bounds[1] * deviation / (share_of(50) - share_of(0))
    outside = np.abs(walks[:, 63:]) >= top
    first = np.where(outside.any(1), outside.argmax(1), -1)
    left_above = (first >= 0) & (walks[np.arange(len(walks)), 63 + first] > 0)
    here = pairs.units * (pairs.mean - middle) / deviation
    as_high = left_above | ((first < 0) & (walks[:, -1] >= here))
    assert as_high.mean() == pytest.approx(0.5, abs=0.015)


def test_games_beyond_the_stop_are_noticed():
    beyond = Pairs(80, 0, 180, 0, 40)
    assert not is_at_stop(beyond, Sprt())
    with pytest.raises(ValueError, match="went on after the test"):
        unbiased_elo(beyond, Sprt())


def test_interval_is_open_where_no_strength_would_be_too_high():
    elo = unbiased_elo(Pairs(0, 0, 2, 0, 5), Sprt(-200, 0, minimum=7))
    assert 0 < elo.low < elo.value < elo.high == math.inf


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: unbiased_elo(Pairs(), Sprt()), "no games"),
    ],
)
def test_nonsense_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
