"""Counts of games and pairs: laws of what they say, and the vectors of the reference."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playout.lab.stats import likelihood as multinomial
from playout.lab.stats.pentanomial import Match, Pairs, Results, Score, elo_of, pairs_of, share_of

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
    found = counts.elo()
    assert found.value == pytest.approx(elo, abs=6e-4)
    assert found.margin == pytest.approx(margin, abs=6e-4)
    if los is not None:
        assert counts.los() == pytest.approx(los, abs=6e-5)


@settings(max_examples=40)
@given(either)
def test_the_other_player_sees_the_opposite(counts):
    other = counts.swapped()
    for method in ("elo", "careful_elo"):
        one, two = getattr(counts, method)(), getattr(other, method)()
        assert one == pytest.approx((-two.value, -two.high, -two.low), abs=1e-6)
    assert counts.los() + other.los() == pytest.approx(1)
    assert counts.careful_los() + other.careful_los() == pytest.approx(1)
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
    assert better.careful_elo().value >= pairs.careful_elo().value


@given(st.lists(st.integers(0, 50), min_size=2, max_size=2), st.integers(1, 50))
def test_equal_results_are_no_elo(sides, level):
    pairs = Pairs(*sides, level, *reversed(sides))
    assert pairs.elo().value == pytest.approx(0, abs=1e-9)
    assert pairs.los() == pytest.approx(0.5)
    assert pairs.careful_los() == pytest.approx(0.5)


@pytest.mark.parametrize("method", ["elo", "careful_elo"])
def test_width_shrinks_with_the_root_of_the_pairs(method):
    counts = Pairs(10, 20, 60, 30, 15)
    many = Pairs.of(n * 100 for n in counts.counts)
    ours, theirs = getattr(counts, method)(), getattr(many, method)()
    assert ours.margin == pytest.approx(10 * theirs.margin, rel=0.02)


@given(st.floats(-2000, 2000))
def test_elo_and_share_are_inverse(elo):
    assert elo_of(share_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_certain_shares_are_infinite_elo():
    assert (elo_of(0.0), elo_of(1.0)) == (-math.inf, math.inf)


@given(counts_of_pairs)
def test_careful_interval_and_careful_los_agree(pairs):
    """The interval leaves out 0 just where the likelihood of superiority is past its tails."""
    los, elo = pairs.careful_los(), pairs.careful_elo()
    if abs(los - 0.5) < 0.4749:
        assert elo.low < 0 < elo.high
    elif abs(los - 0.5) > 0.4751:
        assert elo.low > 0 or elo.high < 0


@given(counts_of_pairs)
def test_distance_is_the_likelihood_that_the_best_distribution_lacks(pairs):
    """No distribution with that mean, of many at random, is more likely than the one found."""
    shares = np.array(pairs.counts) / pairs.units
    mean = 0.42
    gap = float(multinomial.distance(shares, Pairs.VALUES, mean))
    tried = np.random.default_rng(0).dirichlet(np.ones(5), 400)
    above = tried @ Pairs.VALUES > mean
    ends = np.where(above[:, None], np.eye(5)[0], np.eye(5)[4])
    a, b = tried @ Pairs.VALUES, ends @ Pairs.VALUES
    mixed = tried + ((mean - a) / (b - a))[:, None] * (ends - tried)
    assert mixed @ Pairs.VALUES == pytest.approx(np.full(400, mean))
    seen = shares > 0
    lacking = (shares[seen] * np.log(shares[seen] / mixed[:, seen])).sum(1)
    assert gap <= lacking.min() + 1e-9
    assert gap >= -1e-9


def test_careful_interval_holds_the_truth_where_the_plain_one_does_not():
    """Few pairs, most of them level: the variance is often zero, and then says too much."""
    chances = [0.02, 0.0, 0.9, 0.0, 0.08]
    drawn = np.random.default_rng(3).multinomial(20, chances, 600)
    truth = elo_of(float(np.dot(chances, Pairs.VALUES)))
    kinds = {tuple(row) for row in drawn.tolist()}
    careful = {row: Pairs.of(row).careful_elo() for row in kinds}
    plain = {row: Pairs.of(row).elo() for row in kinds}

    def held(ends):
        return np.mean([ends[tuple(r)].low <= truth <= ends[tuple(r)].high for r in drawn.tolist()])

    assert held(careful) > 0.9
    assert held(plain) < 0.85


def test_careful_interval_is_open_where_all_was_won():
    elo = Pairs(won_both=40).careful_elo()
    assert elo.value == elo.high == math.inf
    assert 400 < elo.low < 700
    assert Pairs(lost_both=40).careful_elo().low == -math.inf


def test_level_pairs_alone_leave_a_width():
    elo = Pairs(level=100).careful_elo()
    assert -elo.low == pytest.approx(elo.high)
    assert elo.high == pytest.approx(elo_of(0.5 + (1 - math.exp(-1.9207 / 100)) / 2), abs=1e-3)


def games_at_random(n, seed=0):
    """Pairs with names, each game with its points, in any order."""
    chance = random.Random(seed)
    games = [
        (pair, first, chance.choice([0, 0.5, 1])) for pair in range(n) for first in (True, False)
    ]
    chance.shuffle(games)
    return games


def test_pairs_are_found_in_any_order():
    games = games_at_random(200)
    by_pair = {}
    for pair, _, points in games:
        by_pair.setdefault(pair, []).append(points)
    naive = [sum(sum(points) == total / 2 for points in by_pair.values()) for total in range(5)]
    assert pairs_of(games).counts == tuple(naive)
    assert pairs_of(reversed(games)) == pairs_of(games)


def test_every_two_results_have_their_place():
    places = {
        (0, 0): 0, (0, 0.5): 1, (0.5, 0.5): 2, (0, 1): 2, (0.5, 1): 3, (1, 1): 4,
    }  # fmt: skip
    for one, other in itertools.product([0, 0.5, 1], repeat=2):
        counts = pairs_of([("a", True, one), ("a", False, other)]).counts
        assert counts.index(1) == places[min(one, other), max(one, other)]
        assert Pairs().with_pair(one, other).counts == counts


def test_match_keeps_counts_only():
    match = Match()
    for pair, first, points in games_at_random(500):
        match.add(points, first, pair)
    assert match.waiting == 0
    assert not match._waiting
    assert match.score.games == 1000
    assert match.as_first.games == match.as_second.games == 500
    assert match.pairs.points == match.score.points
    assert match.single == Score()


def test_games_without_their_twin_are_single():
    match = Match()
    match.add(1, True, "a")
    match.add(0.5, True)
    match.add(0, False)
    assert match.waiting == 1
    assert match.pairs == Pairs()
    assert match.single == match.score == Score(wins=1, draws=1, losses=1)
    assert match.as_first == Score(wins=1, draws=1)
    match.add(0, False, "a")
    assert match.pairs == Pairs(level=1)
    assert match.single == Score(draws=1, losses=1)


def test_results_see_each_match_from_one_side():
    results = Results()
    results.add("uct", "rave", 1, pair=1)
    results.add("rave", "uct", 0, pair=1)
    results.add("rave", "flat", 1)
    assert results.players == ["uct", "rave", "flat"]
    assert results.matches["uct", "rave"].pairs == Pairs(won_both=1)
    assert results.matches["uct", "rave"].as_first == Score(wins=1)
    assert results.matches["rave", "flat"].score == Score(wins=1)


def test_score_counts_game_by_game():
    score = Score()
    for points in (1, 1, 0.5, 0):
        score = score.with_game(points)
    assert score == Score(wins=2, draws=1, losses=1)
    assert score.counts == (1, 1, 2)
    assert score.rate().value == 0.625
    assert score.exact().value == pytest.approx(2 / 3)
    assert score.sign_test() == 1.0


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Score(wins=-1), "wins is a count"),
        (lambda: Pairs(level=0.5), "level must be a whole number"),
        (lambda: Pairs.of([1, 2, 3]), "has 5 counts, not 3"),
        (lambda: Score.of([1, 2]), "has 3 counts, not 2"),
        (lambda: Score().mean, "no games"),
        (lambda: Pairs().elo(), "no games"),
        (lambda: Pairs().careful_elo(), "no games"),
        (lambda: Pairs().careful_los(), "no games"),
        (lambda: Pairs(1).elo(2.0), "between 0 and 1"),
        (lambda: Score().with_game(0.7), "0, 0.5 or 1"),
        (lambda: Match().add(2, True), "0, 0.5 or 1"),
        (lambda: pairs_of([(1, True, 1), (1, True, 0)]), "both games of pair 1"),
        (lambda: Results().add("a", "a", 1), "against itself"),
        (lambda: Results().add("a", "b", 3), "0, 0.5 or 1"),
    ],
)
def test_nonsense_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_counts_of_two_kinds_do_not_add():
    with pytest.raises(TypeError):
        Score() + Pairs()
