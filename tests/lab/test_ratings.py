"""Ratings of many players: laws, choix beside them, players without bounds."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout.lab.stats.pentanomial import Score, elo_of
from playout.lab.stats.ratings import ELO, bradley_terry, ratings


def table_at_random(players, games, seed, draws=0.2):
    """Points of players of random strength, everybody against everybody."""
    random = np.random.default_rng(seed)
    strength = random.normal(0, 0.8, players)
    points = np.zeros((players, players))
    for i in range(players):
        for j in range(i):
            share = 1 / (1 + math.exp(strength[j] - strength[i]))
            drawn = random.binomial(games, draws)
            points[i, j] = random.binomial(games - drawn, share) + drawn / 2
            points[j, i] = games - points[i, j]
    return points


def results_of(scores):
    """The points of each, from {(one, other): (won, drawn, lost)}."""
    points = {}
    for (one, other), (won, drawn, lost) in scores.items():
        points |= {(one, other): won + drawn / 2, (other, one): lost + drawn / 2}
    return points


@pytest.mark.parametrize("seed", range(5))
def test_choix_finds_the_same(seed):
    choix = pytest.importorskip("choix", reason="choix is the peer of the ratings")
    points = table_at_random(20, 105, seed)
    theirs = choix.ilsr_pairwise_dense(points, alpha=0.0, tol=1e-10)
    assert bradley_terry(points)[0] == pytest.approx((theirs - theirs.mean()) * ELO, abs=0.01)


def test_choix_finds_the_same_where_many_never_met():
    choix = pytest.importorskip("choix", reason="choix is the peer of the ratings")
    points = table_at_random(20, 60, 9)
    i, j = np.indices(points.shape)
    points[(np.abs(i - j) > 3) & (np.abs(i - j) < 17)] = 0
    theirs = choix.ilsr_pairwise_dense(points, alpha=0.0, tol=1e-10)
    assert bradley_terry(points)[0] == pytest.approx((theirs - theirs.mean()) * ELO, abs=0.01)


@given(st.integers(1, 60), st.integers(0, 60), st.integers(1, 60))
def test_two_players_are_as_far_apart_as_their_score_says(wins, draws, losses):
    score = Score(losses, draws, wins)
    elo, covariance = bradley_terry(np.array([[0, score.points], [score.games - score.points, 0]]))
    assert elo[0] - elo[1] == pytest.approx(elo_of(score.mean), abs=1e-4)
    share = score.mean
    error = ELO / math.sqrt(score.games * share * (1 - share))
    assert math.sqrt([1, -1] @ covariance @ [1, -1]) == pytest.approx(error, rel=1e-6)


@given(st.integers(0, 1000), st.integers(2, 8))
def test_ratings_follow_the_players_when_they_change_places(seed, players):
    points = table_at_random(players, 40, seed)
    order = np.random.default_rng(seed).permutation(players)
    elo, covariance = bradley_terry(points)
    moved, moved_covariance = bradley_terry(points[np.ix_(order, order)])
    assert moved == pytest.approx(elo[order], abs=1e-5)
    assert moved_covariance == pytest.approx(covariance[np.ix_(order, order)], rel=1e-4, abs=1e-4)


@given(st.integers(0, 1000))
def test_swapped_results_are_the_opposite_ratings(seed):
    points = table_at_random(6, 40, seed)
    assert bradley_terry(points.T)[0] == pytest.approx(-bradley_terry(points)[0], abs=1e-5)


def test_expected_points_are_the_points():
    """The defining law of the top of the likelihood, player by player."""
    points = table_at_random(12, 50, 4)
    elo, _ = bradley_terry(points)
    shares = 1 / (1 + 10 ** ((elo[None, :] - elo[:, None]) / 400))
    games = points + points.T
    assert (games * shares).sum(1) == pytest.approx(points.sum(1), abs=1e-5)


def test_equal_results_are_no_elo():
    elo, _ = bradley_terry(np.ones((5, 5)) - np.eye(5))
    assert elo == pytest.approx(np.zeros(5), abs=1e-9)


def test_a_win_more_is_more_elo():
    points = table_at_random(6, 40, 5)
    before = bradley_terry(points)[0]
    points[2, 3] += 1
    after = bradley_terry(points)[0]
    assert after[2] > before[2]
    assert after[3] < before[3]


def test_intervals_shrink_with_the_root_of_the_games():
    points = table_at_random(6, 40, 6)
    few, many = bradley_terry(points)[1], bradley_terry(100 * points)[1]
    assert few == pytest.approx(100 * many, rel=1e-5)


def test_ratings_are_around_zero_with_the_interval_of_fisher():
    results = results_of({("a", "b"): (20, 3, 10), ("b", "c"): (15, 0, 12), ("a", "c"): (9, 1, 4)})
    assert sum(r.elo for r in ratings(results)) == pytest.approx(0, abs=1e-6)
    a, b = ratings(results_of({("a", "b"): (20, 3, 10)}))
    assert a.elo - b.elo == pytest.approx(elo_of(21.5 / 33), abs=1e-4)
    margin = 1.959964 * ELO / math.sqrt(33 * (21.5 / 33) * (11.5 / 33))
    assert 2 * (a.high - a.elo) == pytest.approx(margin, rel=1e-5)


def test_who_won_all_or_lost_all_is_rated_and_flagged():
    among = {("a", "b"): (10, 0, 8), ("b", "c"): (7, 2, 6), ("a", "c"): (9, 0, 9)}
    outside = {("best", "a"): (10, 0, 0), ("best", "b"): (10, 0, 0), ("c", "worst"): (12, 0, 0)}
    rated = ratings(results_of(among | outside))
    assert (rated[0].name, rated[-1].name) == ("best", "worst")
    flags = {r.name: r.flag for r in rated}
    assert flags == {"best": "won all", "worst": "lost all", "a": "", "b": "", "c": ""}
    assert all(map(math.isfinite, [x for r in rated for x in r[1:4]]))
    assert sum(r.elo for r in rated if not r.flag) == pytest.approx(0, abs=1e-6)
    core = {r.name: r.elo for r in ratings(results_of(among))}
    for r in rated:
        if not r.flag:
            assert r.elo == pytest.approx(core[r.name], abs=10)  # the added draws, and no more


def test_who_won_all_is_rated_as_with_a_draw_more():
    one, other = ratings(results_of({("a", "b"): (10, 0, 0)}))
    assert (one.name, one.games, one.points) == ("a", 10, 10)
    assert one.elo - other.elo == pytest.approx(elo_of(10.5 / 11), abs=1e-4)
    assert (one.flag, other.flag) == ("won all", "lost all")


def test_a_set_that_lost_nothing_to_the_rest_is_flagged():
    scores = {("a", "b"): (3, 0, 2), ("b", "c"): (2, 0, 3), ("a", "x"): (4, 0, 0)}
    flags = {r.name: r.flag for r in ratings(results_of(scores | {("x", "y"): (2, 0, 2)}))}
    assert flags == {"a": "", "b": "", "c": "", "x": "unbounded", "y": "unbounded"}


def test_players_who_never_met_have_scales_of_their_own():
    scores = {("a", "b"): (6, 0, 4), ("x", "y"): (5, 0, 5)}
    rated = ratings(results_of(scores))
    groups = {r.name: r.group for r in rated}
    assert groups == {"a": 0, "b": 0, "x": 1, "y": 1}
    elo = {r.name: r.elo for r in rated}
    assert elo["a"] + elo["b"] == pytest.approx(0, abs=1e-9)
    assert elo["a"] - elo["b"] == pytest.approx(elo_of(0.6), abs=1e-4)
    assert elo["x"] == pytest.approx(0, abs=1e-9)


def test_who_played_nobody_is_alone():
    scores = results_of({("a", "b"): (1, 0, 1), ("idle", "a"): (0, 0, 0)})
    rated = {r.name: r for r in ratings(scores)}
    assert rated["idle"].games == 0
    assert rated["idle"].group != rated["a"].group
    assert ratings({}) == []
