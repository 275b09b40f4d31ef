"""Counts of games and pairs: laws of what they say, and the vectors of the reference."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_elo import normal_elo, normal_los

from playout.lab.stats.pentanomial import Pairs, Score, elo_of, share_of

counts_of_pairs = st.lists(st.integers(0, 60), min_size=5, max_size=5).filter(any).map(Pairs.of)
counts_of_games = st.lists(st.integers(0, 60), min_size=3, max_size=3).filter(any).map(Score.of)
either = st.one_of(counts_of_pairs, counts_of_games)

# Computed with fishtest's own code: counts, Elo, half of its 95 % interval, LOS where known.
VECTORS = [
    (Pairs(10, 50, 100, 60, 15), 14.793, 20.974, 0.9171),
    (Pairs(0, 0, 10, 0, 10), 190.791, 107.221, None),
    (Pairs(3, 0, 40, 0, 27), 124.144, 51.956, None),
    (Pairs(20, 0, 110, 0, 70), 88.739, 32.080, None),
    (Pairs(8, 40, 120, 55, 17), 23.924, 19.693, 0.9916),
    (Pairs(100, 0, 0, 0, 140), 58.450, 44.847, None),
    (Score(losses=300, draws=400, wins=330), 10.122, 16.609, None),
    (Score(losses=45, draws=0, wins=75), 88.739, 65.094, None),
]


@pytest.mark.parametrize(("counts", "elo", "margin", "los"), VECTORS)
def test_vectors_of_the_reference(counts, elo, margin, los):
    normal, ours = normal_elo(counts), counts.elo()
    assert normal.value == pytest.approx(elo, abs=6e-4)
    assert (normal.high - normal.low) / 2 == pytest.approx(margin, abs=6e-4)
    assert ours.value == pytest.approx(elo, abs=0.1)
    assert (ours.high - ours.low) / 2 == pytest.approx(margin, rel=0.25)
    if los is not None:
        assert normal_los(counts) == pytest.approx(los, abs=6e-5)
        assert counts.los() == pytest.approx(los, abs=0.01)


@settings(max_examples=40)
@given(either)
def test_the_other_player_sees_the_opposite(counts):
    other = counts.swapped()
    one, two = counts.elo(), other.elo()
    assert one == pytest.approx((-two.value, -two.high, -two.low), abs=1e-6)
    assert counts.los() + other.los() == pytest.approx(1)
    assert counts.points + other.points == counts.games
    assert other.swapped() == counts


@given(counts_of_pairs, counts_of_pairs)
def test_counts_add_up(one, other):
    both = one + other
    assert both == other + one
    assert both.games == one.games + other.games
    assert both.points == one.points + other.points
    assert both.mean == pytest.approx((one.points + other.points) / both.games)


@given(counts_of_pairs)
def test_mean_and_variance_are_those_of_the_pairs_in_full(pairs):
    shares = np.repeat(Pairs.VALUES, pairs.counts)
    assert pairs.mean == pytest.approx(shares.mean())
    assert pairs.variance == pytest.approx(shares.var())


@settings(max_examples=40)
@given(counts_of_pairs, st.integers(0, 3))
def test_more_points_are_more_of_everything(pairs, at):
    counts = list(pairs.counts)
    if not counts[at]:
        return
    counts[at] -= 1
    counts[at + 1] += 1
    better = Pairs.of(counts)
    assert better.mean > pairs.mean
    assert better.rate().low > pairs.rate().low or pairs.rate().low == 0.0
    assert better.elo().value >= pairs.elo().value


@given(st.lists(st.integers(0, 50), min_size=2, max_size=2), st.integers(1, 50))
def test_equal_results_are_no_elo(sides, level):
    pairs = Pairs(*sides, level, *reversed(sides))
    assert pairs.elo().value == pytest.approx(0, abs=1e-9)
    assert pairs.los() == pytest.approx(0.5)


def test_width_shrinks_with_the_root_of_the_pairs():
    few = Pairs(10, 20, 60, 30, 15)
    one, other = few.elo(), Pairs.of(n * 100 for n in few.counts).elo()
    assert one.high - one.low == pytest.approx(10 * (other.high - other.low), rel=0.02)


@given(st.floats(-2000, 2000))
def test_elo_and_share_are_inverse(elo):
    assert elo_of(share_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_certain_shares_are_infinite_elo():
    assert (elo_of(0.0), elo_of(1.0)) == (-math.inf, math.inf)


@given(counts_of_pairs)
def test_likelihood_interval_and_los_agree(pairs):
    """The interval leaves out 0 just where the likelihood of superiority is past its tails."""
    los, elo = pairs.los(), pairs.elo()
    if abs(los - 0.5) < 0.4749:
        assert elo.low < 0 < elo.high
    elif abs(los - 0.5) > 0.4751:
        assert elo.low > 0 or elo.high < 0


def test_likelihood_interval_holds_the_truth_where_the_plain_one_does_not():
    """Few pairs, most of them level: the variance is often zero, and then says too much."""
    chances = [0.02, 0.0, 0.9, 0.0, 0.08]
    drawn = np.random.default_rng(3).multinomial(20, chances, 600)
    truth = elo_of(float(np.dot(chances, Pairs.VALUES)))
    kinds = {tuple(row) for row in drawn.tolist()}
    ours = {row: Pairs.of(row).elo() for row in kinds}
    normal = {row: normal_elo(Pairs.of(row)) for row in kinds}

    def held(ends):
        return np.mean([ends[tuple(r)].low <= truth <= ends[tuple(r)].high for r in drawn.tolist()])

    assert held(ours) > 0.9
    assert held(normal) < 0.85


def test_likelihood_interval_is_open_where_all_was_won():
    elo = Pairs(won_both=40).elo()
    assert elo.value == elo.high == math.inf
    assert 400 < elo.low < 700
    assert Pairs(lost_both=40).elo().low == -math.inf


def test_level_pairs_alone_leave_a_width():
    elo = Pairs(level=100).elo()
    assert -elo.low == pytest.approx(elo.high)
    assert elo.high == pytest.approx(elo_of(0.5 + (1 - math.exp(-1.9207 / 100)) / 2), abs=1e-3)


@given(counts_of_pairs)
def test_share_and_elo_agree_on_whether_there_is_a_difference(pairs):
    share, elo = pairs.share(), pairs.elo()
    assert share.value == pairs.mean
    assert share.low <= share.value + 1e-12
    assert share.value <= share.high + 1e-12
    for end, rating in zip(share, elo, strict=True):
        assert (end > 0.5, end < 0.5) == (rating > 0, rating < 0) or end == pytest.approx(0.5)
    if 0 < share.low:
        assert elo_of(share.low) == pytest.approx(elo.low)


def test_score_counts_game_by_game():
    score = Score()
    for points in (1, 1, 0.5, 0):
        score = score.with_result(points)
    assert score == Score(wins=2, draws=1, losses=1)
    assert score.counts == (1, 1, 2)
    assert score.rate().value == 0.625


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Score(wins=-1), "0 or more"),
        (lambda: Pairs(level=0.5), "whole numbers"),
        (lambda: Pairs.of([1, 2, 3]), "has 5 counts, not 3"),
        (lambda: Score.of([1, 2]), "has 3 counts, not 2"),
        (lambda: Score().mean, "no games"),
        (lambda: Pairs().elo(), "no games"),
        (lambda: Pairs().los(), "no games"),
        (lambda: Score().with_result(0.7), "0, 0.5 or 1"),
    ],
)
def test_nonsense_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_counts_of_two_kinds_do_not_add():
    with pytest.raises(TypeError):
        Score() + Pairs()


def test_few_single_games_that_all_go_one_way_show_no_difference():
    score = Score(wins=3)
    assert score.p_value() == pytest.approx(0.25)  # 2 / 2**3
    assert score.los() == pytest.approx(15 / 16)  # 1 - 1 / 2**4
    low, high = score.elo().low, score.elo().high
    assert low < 0
    assert high == math.inf
    assert low == pytest.approx(elo_of(score.rate().low))
