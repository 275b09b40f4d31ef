"""Counting pairs as they come, and stopping at the very pair at which the test says so."""

import math
import random
from collections import Counter

import numpy as np
import pytest
from naive_llr import llrs

from playout.lab.run.pairing_score import Tally, TieBreak
from playout.lab.stats.pentanomial import Score
from playout.lab.stats.sprt import Sprt, Verdict

RULES = [
    Sprt(0, 50),
    Sprt(0, 10),
    Sprt(-5, 5),
    Sprt(-900, -800),
    Sprt(100, 400, alpha=0.2, beta=0.01),
    Sprt(0, 30, minimum=1),
]
# Of pairs: draws or none, level or not, one of them all but certain.
SHARES = [
    (0.1, 0.2, 0.4, 0.2, 0.1),
    (0.25, 0.0, 0.48, 0.0, 0.27),
    (0.0, 0.0, 0.96, 0.02, 0.02),
    (0.02, 0.08, 0.1, 0.3, 0.5),
    (0.0, 0.0, 0.0, 0.0, 1.0),
    (0.5, 0.0, 0.0, 0.0, 0.5),
]


def stop_of(rule, pairs):
    """Where the test stops by the naive ratio after every pair, or None."""
    counts = np.cumsum(np.eye(5, dtype=int)[pairs], axis=0)
    ratios = llrs(rule.elo0, rule.elo1, counts)
    lower, upper = rule.bounds
    out = ((ratios <= lower) | (ratios >= upper)) & (np.arange(1, len(pairs) + 1) >= rule.minimum)
    return int(out.argmax()) + 1 if out.any() else None


def tallied(rule, pairs):
    tally = Tally(rule)
    for number, half in enumerate(pairs):
        one = min(half, 2) / 2
        tally.add(number, 0, one)
        tally.add(number, 1, half / 2 - one)
        if tally.is_decided:
            break
    return tally


@pytest.mark.parametrize("shares", SHARES)
@pytest.mark.parametrize("rule", RULES)
def test_contest_stops_where_the_ratio_leaves_the_bounds(rule, shares):
    random = np.random.default_rng(5)
    for _ in range(6):
        pairs = random.choice(5, size=500, p=shares)
        stop = stop_of(rule, pairs)
        tally = tallied(rule, pairs.tolist())
        assert tally.is_decided == (stop is not None)
        assert tally.counted == (stop or len(pairs))
        assert tally.pairs.counts == tuple(np.bincount(pairs[:stop], minlength=5))
        assert (tally.decision().verdict is not Verdict.RUNNING) == tally.is_decided


CRASH = "crashed: Fake: it ended with exit code 134"


def test_failures_are_those_of_the_loser_in_games_that_count():
    tally = Tally()
    tally.add(1, 0, 1.0, "too slow: no answer")  # waits for the first pair
    tally.add(1, 1, 1.0, CRASH)
    assert tally.n_failures == 0
    tally.add(0, 1, 0.0, "Fake resigned")
    tally.add(0, 0, 0.0, CRASH)
    one, other = (mine.counts for mine in tally.failures)
    assert (one, other) == ({"crashed": 1}, {"crashed": 1, "too slow": 1})
    assert (tally.n_failures, tally.games, tally.is_spoilt) == (3, 4, True)
    tally.add(2, 0, 1.0, CRASH)
    tally.add(2, 1, None)  # given up: the pair says nothing
    assert tally.n_failures == 3
    for pair in (3, 4):
        for colour in (0, 1):
            tally.add(pair, colour, 1.0)
    assert (tally.n_failures, tally.games, tally.is_spoilt) == (3, 8, False)


def test_game_without_a_twin_counts_in_points_alone():
    tally = Tally(lone=2)
    tally.add(2, 0, 1.0)
    for pair in (0, 1):
        tally.add(pair, 0, 1.0)
        assert tally.counted == pair
        tally.add(pair, 1, 0.0)
    assert (tally.counted, tally.games, tally.points) == (3, 5, 3.0)
    assert tally.pairs.counts == (0, 0, 2, 0, 0)
    assert tally.score.counts == (2, 0, 3)
    assert tally.results is tally.pairs


def test_games_in_which_one_player_always_moves_first_are_judged_one_by_one():
    tally = Tally(is_paired=False)
    for pair, points in enumerate((1.0, 0.5, 1.0, 0.0)):
        tally.add(pair, 1, points)
        assert tally.counted == tally.games == pair + 1
    assert tally.pairs.units == 0
    assert tally.results == Score(1, 1, 2)
    assert tally.results.elo().value == pytest.approx(400 * math.log10(0.625 / 0.375))


def test_pairs_are_found_in_any_order():
    chance = random.Random(0)
    games = [(pair, colour, chance.choice([0, 0.5, 1])) for pair in range(200) for colour in (0, 1)]
    totals = Counter(a[2] + b[2] for a, b in zip(games[::2], games[1::2], strict=True))
    chance.shuffle(games)
    tally = Tally()
    for game in games:
        tally.add(*game)
    assert tally.pairs.counts == tuple(totals[half / 2] for half in range(5))


def test_tie_break_ends_when_somebody_is_ahead():
    tally = TieBreak()
    for pair, (one, other) in enumerate([(1, 0), (0.5, 0.5), (0.5, 0), (1, 1)]):
        tally.add(pair, 0, one)
        tally.add(pair, 1, other)
    assert tally.is_decided
    assert (tally.counted, tally.lead) == (3, -1)
