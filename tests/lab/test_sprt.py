"""The sequential test: the vectors of the reference, laws, errors by simulation, what follows."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout.lab.stats.pentanomial import Pairs, Score, share_of
from playout.lab.stats.sprt import Sprt, Verdict, sprt
from playout.lab.stats.sprt_elo import is_at_stop, unbiased_elo, unbiased_los
from playout.lab.stats.sprt_power import error_rates, simulate

# Computed with fishtest's own code: counts, elo0, elo1, LLR of logistic and of normalised Elo.
VECTORS = [
    (Pairs(10, 50, 100, 60, 15), 0, 5, 0.536601, 0.382231),
    (Pairs(0, 0, 10, 0, 10), 0, 50, 2.671544, 2.517072),
    (Pairs(3, 0, 40, 0, 27), 0, 50, 6.859673, 6.152796),
    (Pairs(20, 0, 110, 0, 70), 0, 50, 11.845303, 11.208223),
    (Pairs(8, 40, 120, 55, 17), -5, 0, 1.287880, 0.795290),
    (Pairs(100, 0, 0, 0, 140), 0, 10, 1.051905, 1.429074),
    (Score(losses=300, draws=400, wins=330), 0, 5, 0.531569, None),
    (Score(losses=45, draws=0, wins=75), 0, 50, 3.078996, None),
]
some_pairs = st.lists(st.integers(0, 80), min_size=5, max_size=5).filter(any).map(Pairs.of)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "logistic", "normalised"), VECTORS)
def test_vectors_of_the_reference(counts, elo0, elo1, logistic, normalised):
    assert Sprt(elo0, elo1).llr(counts) == pytest.approx(logistic, abs=1e-6)
    if normalised is not None:
        llr = Sprt(elo0, elo1, normalised=True).llr(counts)
        assert llr == pytest.approx(normalised, abs=1e-6)


@given(some_pairs, st.booleans())
def test_the_other_player_sees_the_opposite(pairs, normalised):
    one = Sprt(-10, 40, normalised=normalised).llr(pairs)
    other = Sprt(-40, 10, normalised=normalised).llr(pairs.swapped())
    assert one == pytest.approx(-other, abs=1e-6)


@given(some_pairs)
def test_ratio_of_three_hypotheses_adds_up(pairs):
    whole = Sprt(-10, 60).llr(pairs)
    assert Sprt(-10, 20).llr(pairs) + Sprt(20, 60).llr(pairs) == pytest.approx(whole, abs=1e-7)


@given(st.lists(st.integers(1, 80), min_size=5, max_size=5), st.integers(0, 3))
def test_more_points_speak_for_the_stronger(counts, at):
    better = list(counts)
    better[at] -= 1
    better[at + 1] += 1
    test = Sprt(0, 50)
    if min(better):
        assert test.llr(Pairs.of(better)) > test.llr(Pairs.of(counts))


def test_without_draws_single_games_are_binomial():
    p0, p1 = share_of(0), share_of(50)
    expected = 75 * math.log(p1 / p0) + 45 * math.log((1 - p1) / (1 - p0))
    assert Sprt(0, 50).llr(Score(wins=75, losses=45)) == pytest.approx(expected, abs=2e-3)


def test_many_pairs_near_the_hypotheses_are_as_of_a_normal_mean():
    """The formula for small differences: n (s1 - s0) (2 m - s0 - s1) / (2 v)."""
    pairs = Pairs(900, 5000, 10000, 5200, 1000)
    s0, s1 = share_of(0), share_of(5)
    expected = pairs.units * (s1 - s0) * (2 * pairs.mean - s0 - s1) / (2 * pairs.variance)
    assert Sprt(0, 5).llr(pairs) == pytest.approx(expected, rel=0.02)


def test_bounds():
    assert Sprt().bounds == pytest.approx((-math.log(19), math.log(19)))
    lower, upper = Sprt(alpha=0.01, beta=0.1).bounds
    assert (lower, upper) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_verdicts():
    test = Sprt(0, 50)
    assert test.decide(Pairs(10, 0, 80, 0, 60)).verdict is Verdict.ACCEPTED_H1
    assert test.decide(Pairs(60, 0, 80, 0, 10)).verdict is Verdict.ACCEPTED_H0
    running = test.decide(Pairs(20, 0, 40, 0, 24))
    assert running.verdict is Verdict.RUNNING
    assert running.state == "running"
    assert not running.stopped
    assert running.lower < running.llr < running.upper
    assert running.games == 168
    assert test.decide(Pairs()).llr == 0.0
    assert sprt(Pairs(10, 0, 80, 0, 60), 0, 50) == test.decide(Pairs(10, 0, 80, 0, 60))


def test_no_verdict_before_64_pairs():
    assert Sprt().decide(Pairs(0, 0, 30, 0, 33)).verdict is Verdict.RUNNING
    assert Sprt().decide(Pairs(0, 0, 30, 0, 34)).verdict is Verdict.ACCEPTED_H1
    assert Sprt().decide(Score(wins=90, losses=37)).verdict is Verdict.RUNNING
    assert Sprt().decide(Score(wins=90, losses=38)).verdict is Verdict.ACCEPTED_H1
    assert Sprt(minimum=5).decide(Pairs(0, 0, 10, 0, 33)).stopped


def test_one_by_one_and_together_are_the_same():
    rows = np.array([[10, 50, 100, 60, 15], [0, 0, 10, 0, 10], [100, 0, 0, 0, 140]])
    for test in (Sprt(), Sprt(normalised=True)):
        together = test.llrs(rows)
        assert together == pytest.approx([test.llr(Pairs.of(row)) for row in rows.tolist()])


def test_simulated_tests_end_where_the_test_says():
    found = simulate(Sprt(), 30, 40, draws=0.2, seed=1)
    for verdict, counts in zip(found.verdicts, found.counts.tolist(), strict=True):
        pairs = Pairs.of(counts)
        state = {1: Verdict.ACCEPTED_H1, -1: Verdict.ACCEPTED_H0, 0: Verdict.RUNNING}[int(verdict)]
        assert Sprt().decide(pairs).verdict is state
        assert pairs.units >= 64
        assert is_at_stop(pairs, Sprt())


def test_simulated_games_are_as_asked_for():
    found = simulate(Sprt(), 50, 400, edge=0.08, draws=0.3, seed=2, longest=50)
    assert not found.verdicts.any()
    assert (found.games == 100).all()
    shares = found.counts.sum(0) / found.counts.sum()
    first, second = share_of(50) + 0.08, share_of(50) - 0.08
    won, won_too = first - 0.15, second - 0.15
    lost, lost_too = 1 - first - 0.15, 1 - second - 0.15
    expected = [
        lost * lost_too,
        0.3 * (lost + lost_too),
        0.09 + won * lost_too + lost * won_too,
        0.3 * (won + won_too),
        won * won_too,
    ]
    assert shares == pytest.approx(expected, abs=4 * math.sqrt(0.25 / found.counts.sum()))


def test_errors_are_about_5_percent():
    rates = error_rates(Sprt(0, 50), tests=600)
    assert 0.02 < rates.false_h1 < 0.07
    assert 0.02 < rates.false_h0 < 0.07
    assert 240 < rates.mean_games < 310


@pytest.mark.slow
def test_errors_are_5_percent_within_1():
    """20,000 tests of each hypothesis, known to +- 0.3 %: no more than 6 %, no less than 4 %."""
    rates = error_rates(Sprt(0, 50), tests=20_000, edge=0.08, draws=0.0)
    assert rates.false_h1 == pytest.approx(0.05, abs=0.01)
    assert rates.false_h0 == pytest.approx(0.05, abs=0.01)
    assert 260 < rates.mean_games < 290
    assert 600 < rates.most_games < 680


@pytest.mark.slow
def test_an_earlier_first_look_saves_games_and_costs_errors():
    rates = error_rates(Sprt(0, 50, minimum=7), tests=4000)
    later = error_rates(Sprt(0, 50), tests=4000)
    assert rates.false_h1 + rates.false_h0 > later.false_h1 + later.false_h0
    assert rates.mean_games < later.mean_games


def stopped_tests(elo, tests, seed):
    found = simulate(Sprt(), elo, tests, seed=seed)
    return [Pairs.of(row) for row in found.counts.tolist()]


def test_elo_after_a_stop_is_too_high_as_often_as_too_low():
    pairs = stopped_tests(50, 150, 5)
    plain = np.array([p.elo().value for p in pairs])
    careful = np.array([unbiased_elo(p, Sprt()) for p in pairs])
    assert abs((careful[:, 0] > 50).mean() - 0.5) < 0.12
    assert (plain > 50).mean() > 0.6
    held = ((careful[:, 1] <= 50) & (50 <= careful[:, 2])).mean()
    assert held > 0.9
    assert (careful[:, 1] < careful[:, 0]).all()
    assert (careful[:, 0] < careful[:, 2]).all()


def test_at_the_first_look_nothing_needs_correction():
    pairs = Pairs(5, 0, 30, 0, 29)
    assert unbiased_elo(pairs, Sprt()) == pytest.approx(pairs.elo(), abs=0.1)
    assert unbiased_los(pairs, Sprt()) == pytest.approx(pairs.los(), abs=1e-6)


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
    assert unbiased_elo(h1, Sprt()).value < h1.elo().value
    assert unbiased_elo(h0, Sprt()).value > h0.elo().value


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


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Sprt(50, 0), "elo0 must be below elo1"),
        (lambda: Sprt(0, math.nan), "elo0 must be below elo1"),
        (lambda: Sprt(0, 1e21), "from -10000 to 10000"),
        (lambda: Sprt(alpha=0.0), "alpha and beta"),
        (lambda: Sprt(alpha=0.6, beta=0.5), "alpha and beta"),
        (lambda: Sprt(minimum=0), "a pair or more"),
        (lambda: simulate(Sprt(), 0, 0), "a test and a pair"),
        (lambda: simulate(Sprt(), 0, 1, edge=0.6), "leave no probabilities"),
        (lambda: simulate(Sprt(), 0, 1, draws=-0.1), "leave no probabilities"),
        (lambda: unbiased_elo(Pairs(), Sprt()), "no games"),
        (lambda: unbiased_elo(Pairs(1), Sprt(), 1.5), "between 0 and 1"),
    ],
)
def test_nonsense_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
