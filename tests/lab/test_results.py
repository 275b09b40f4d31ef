"""Games as they come in: matched into pairs in any order, and seen from one side."""

import itertools
import random

import pytest

from playout.lab.stats.pentanomial import Pairs, Score
from playout.lab.stats.results import Match, Results, pairs_of


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


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Match().add(2, True), "0, 0.5 or 1"),
        (lambda: pairs_of([(1, True, 1), (1, True, 0)]), "both games of pair 1"),
        (lambda: Results().add("a", "a", 1), "against itself"),
        (lambda: Results().add("a", "b", 3), "0, 0.5 or 1"),
    ],
)
def test_nonsense_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
