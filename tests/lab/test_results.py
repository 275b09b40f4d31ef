"""Games as they come in: matched into pairs in any order, and seen from one side."""

import itertools
import random

import pytest

from playout.lab.stats.pentanomial import Pairs, Score
from playout.lab.stats.ratings import Match, Results


def games_at_random(n, seed=0):
    """Pairs with names, each game with its points, in any order."""
    chance = random.Random(seed)
    games = [(pair, chance.choice([0, 0.5, 1])) for pair in range(n) for _ in range(2)]
    chance.shuffle(games)
    return games


def pairs_of(games):
    match = Match()
    for pair, points in games:
        match.add(points, pair)
    return match.pairs


def test_pairs_are_found_in_any_order():
    games = games_at_random(200)
    by_pair = {}
    for pair, points in games:
        by_pair.setdefault(pair, []).append(points)
    naive = [sum(sum(points) == total / 2 for points in by_pair.values()) for total in range(5)]
    assert pairs_of(games).counts == tuple(naive)
    assert pairs_of(reversed(games)) == pairs_of(games)


def test_every_two_results_have_their_place():
    places = {
        (0, 0): 0, (0, 0.5): 1, (0.5, 0.5): 2, (0, 1): 2, (0.5, 1): 3, (1, 1): 4,
    }  # fmt: skip
    for one, other in itertools.product([0, 0.5, 1], repeat=2):
        counts = pairs_of([("a", one), ("a", other)]).counts
        assert counts.index(1) == places[min(one, other), max(one, other)]
        assert Pairs().with_result(one, other).counts == counts


def test_match_keeps_counts_only():
    match = Match()
    for pair, points in games_at_random(500):
        match.add(points, pair)
    assert not match._waiting
    assert match.score.games == 1000
    assert match.pairs.points == match.score.points


def test_games_without_their_twin_are_in_no_pair():
    match = Match()
    match.add(1, "a")
    match.add(0.5, "b")
    assert match.pairs == Pairs()
    assert match.score == Score(wins=1, draws=1)
    match.add(0, "a")
    assert match.pairs == Pairs(level=1)
    assert match.score == Score(wins=1, draws=1, losses=1)


def test_results_see_each_match_from_one_side():
    results = Results()
    results.add("uct", "rave", 1, pair=1)
    results.add("rave", "uct", 0, pair=1)
    results.add("rave", "flat", 1, pair=2)
    assert results.players == ["uct", "rave", "flat"]
    assert results.matches["uct", "rave"].pairs == Pairs(won_both=1)
    assert results.matches["uct", "rave"].score == Score(wins=2)
    assert results.matches["rave", "flat"].score == Score(wins=1)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Match().add(2, 1), "0, 0.5 or 1"),
        (lambda: Results().add("a", "b", 3, 1), "0, 0.5 or 1"),
    ],
)
def test_nonsense_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
