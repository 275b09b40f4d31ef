"""The sequential test: the vectors of the reference, and laws."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_llr import llrs

from playout.lab.stats.pentanomial import Pairs, Score, share_of
from playout.lab.stats.sprt import Sprt, Verdict

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


@given(some_pairs)
def test_ratio_is_that_by_bisection(pairs):
    for elos in ((0, 50), (-900, -800), (100, 400)):
        expected = llrs(*elos, [pairs.counts])[0]
        assert Sprt(*elos).llr(pairs) == pytest.approx(expected, rel=1e-9, abs=1e-8)


def test_ratio_of_hypotheses_beyond_all_reason_is_finite_and_falls():
    """A mean that is 1 to the last bit, where every level pair speaks against it."""
    pairs = Pairs(10, 0, 80, 0, 60)
    ratios = [Sprt(0, elo).llr(pairs) for elo in (2000, 4000, 6000, 8000, 10_000)]
    assert ratios == sorted(ratios, reverse=True)
    per_elo = -(10 + 80 + 0.002) * math.log(10) / 400  # every pair that was not won
    assert (ratios[4] - ratios[3]) / 2000 == pytest.approx(per_elo, rel=1e-6)


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


def test_no_verdict_before_64_pairs():
    assert Sprt().decide(Pairs(0, 0, 30, 0, 33)).verdict is Verdict.RUNNING
    assert Sprt().decide(Pairs(0, 0, 30, 0, 34)).verdict is Verdict.ACCEPTED_H1
    assert Sprt().decide(Score(wins=90, losses=37)).verdict is Verdict.RUNNING
    assert Sprt().decide(Score(wins=90, losses=38)).verdict is Verdict.ACCEPTED_H1
    assert Sprt(minimum=5).decide(Pairs(0, 0, 10, 0, 33)).stopped


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Sprt(50, 0), "elo0 must be below elo1"),
        (lambda: Sprt(0, math.nan), "elo0 must be below elo1"),
        (lambda: Sprt(0, 1e21), "from -10000 to 10000"),
        (lambda: Sprt(alpha=0.0), "alpha and beta"),
        (lambda: Sprt(alpha=0.6, beta=0.5), "alpha and beta"),
        (lambda: Sprt(minimum=0), "a pair or more"),
    ],
)
def test_nonsense_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
