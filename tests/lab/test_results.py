"""Games as they come in: matched into pairs in any order, and seen from one side."""

import itertools
import random

import pytest

from playout.lab.stats.pentanomial import Pairs, Score
from playout.lab.stats.ratings import Results


def games_at_random(n, seed=0):
    """Pairs with names, each game with its points, in any order."""
    chance = random.Random(seed)
    games = [(pair, chance.choice([0, 0.5, 1])) for pair in range(n) for _ in range(2)]
    chance.shuffle(games)
    return games


def results_of(games):
    """Of two players, the first of whom has these points; colours are in turn."""
    results, seen = Results("ab"), set()
    for pair, points in games:
        if pair in seen:
            results.add("b", "a", 1 - points, pair)
        else:
            results.add("a", "b", points, pair)
        seen.add(pair)
    return results


def match_of(games):
    return results_of(games).matches["a", "b"]


def pairs_of(games):
    return match_of(games).pairs


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
    results = results_of(games_at_random(500))
    match = results.matches["a", "b"]
    assert not results._waiting
    assert match.score.games == 1000
    assert match.pairs.points == match.score.points


def test_games_without_their_twin_are_in_no_pair():
    games = [("a", 1), ("b", 0.5)]
    assert match_of(games) == (Score(wins=1, draws=1), Pairs())
    assert match_of([*games, ("a", 0)]) == (Score(wins=1, draws=1, losses=1), Pairs(level=1))


def test_results_see_each_match_from_one_side():
    results = Results()
    results.add("uct", "rave", 1, pair=1)
    results.add("rave", "uct", 0, pair=1)
    results.add("rave", "flat", 1, pair=2)
    assert results.players == ["uct", "rave", "flat"]
    assert results.matches["uct", "rave"].pairs == Pairs(won_both=1)
    assert results.matches["uct", "rave"].score == Score(wins=2)
    assert results.matches["rave", "flat"].score == Score(wins=1)


def test_nonsense_is_refused():
    with pytest.raises(ValueError, match=r"0, 0\.5 or 1"):
        Results().add("a", "b", 3, 1)
