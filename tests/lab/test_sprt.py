"""The sequential test: the vectors of the reference, and laws."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_llr import llrs

from playout.lab.stats.pentanomial import Pairs, share_of
from playout.lab.stats.sprt import Sprt, Verdict

# Computed with fishtest's own code: counts, elo0, elo1, LLR.
VECTORS = [
    (Pairs(10, 50, 100, 60, 15), 0, 5, 0.536601),
    (Pairs(0, 0, 10, 0, 10), 0, 50, 2.671544),
    (Pairs(3, 0, 40, 0, 27), 0, 50, 6.859673),
    (Pairs(20, 0, 110, 0, 70), 0, 50, 11.845303),
    (Pairs(8, 40, 120, 55, 17), -5, 0, 1.287880),
    (Pairs(100, 0, 0, 0, 140), 0, 10, 1.051905),
]
some_pairs = st.lists(st.integers(0, 80), min_size=5, max_size=5).filter(any).map(Pairs.of)


@pytest.mark.parametrize(("pairs", "elo0", "elo1", "llr"), VECTORS)
def test_vectors_of_the_reference(pairs, elo0, elo1, llr):
    assert Sprt(elo0, elo1).llr(pairs.counts) == pytest.approx(llr, abs=1e-6)


@given(some_pairs)
def test_the_other_player_sees_the_opposite(pairs):
    one = Sprt(-10, 40).llr(pairs.counts)
    other = Sprt(-40, 10).llr(pairs.swapped().counts)
    assert one == pytest.approx(-other, abs=1e-6)


@given(some_pairs)
def test_ratio_of_three_hypotheses_adds_up(pairs):
    whole = Sprt(-10, 60).llr(pairs.counts)
    assert Sprt(-10, 20).llr(pairs.counts) + Sprt(20, 60).llr(pairs.counts) == pytest.approx(
        whole, abs=1e-7
    )


@given(st.lists(st.integers(1, 80), min_size=5, max_size=5), st.integers(0, 3))
def test_more_points_speak_for_the_stronger(counts, at):
    better = list(counts)
    better[at] -= 1
    better[at + 1] += 1
    test = Sprt(0, 50)
    if min(better):
        assert test.llr(better) > test.llr(counts)


def test_many_pairs_near_the_hypotheses_are_as_of_a_normal_mean():
    """The formula for small differences: n (s1 - s0) (2 m - s0 - s1) / (2 v)."""
    pairs = Pairs(900, 5000, 10000, 5200, 1000)
    s0, s1 = share_of(0), share_of(5)
    expected = pairs.units * (s1 - s0) * (2 * pairs.mean - s0 - s1) / (2 * pairs.variance)
    assert Sprt(0, 5).llr(pairs.counts) == pytest.approx(expected, rel=0.02)


@given(some_pairs)
def test_ratio_is_that_by_bisection(pairs):
    for elos in ((0, 50), (-900, -800), (100, 400)):
        expected = llrs(*elos, [pairs.counts])[0]
        assert Sprt(*elos).llr(pairs.counts) == pytest.approx(expected, rel=1e-9, abs=1e-8)


def test_ratio_of_hypotheses_beyond_all_reason_is_finite_and_falls():
    """A mean that is 1 to the last bit, where every level pair speaks against it."""
    pairs = Pairs(10, 0, 80, 0, 60)
    ratios = [Sprt(0, elo).llr(pairs.counts) for elo in (2000, 4000, 6000, 8000, 10_000)]
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
    assert f"{running.verdict}" == "running"
    assert not running.stopped
    assert test.bounds[0] < running.llr < test.bounds[1]
    assert test.decide(Pairs()).llr == 0.0


def test_no_verdict_before_64_pairs():
    assert Sprt().decide(Pairs(0, 0, 30, 0, 33)).verdict is Verdict.RUNNING
    assert Sprt().decide(Pairs(0, 0, 30, 0, 34)).verdict is Verdict.ACCEPTED_H1
    assert Sprt(minimum=5).decide(Pairs(0, 0, 10, 0, 33)).stopped


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Sprt(50, 0), "elo0 must be below elo1"),
        (lambda: Sprt(0, math.nan), "elo0 must be below elo1"),
        (lambda: Sprt(0, 1e21), "from -10000 to 10000"),
        (lambda: Sprt(alpha=0.0), "alpha and beta"),
        (lambda: Sprt(alpha=0.6, beta=0.5), "alpha and beta"),
    ],
)
def test_nonsense_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
