"""Many comparisons, and sentences that claim no more than the interval holds."""

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playout.lab.stats.multiple_testing import FEWEST, compare, holm, p_value, verdict
from playout.lab.stats.pentanomial import Match, Pairs, Score
from playout.lab.stats.sprt import Sprt
from playout.lab.stats.sprt_elo import unbiased_elo
from playout.lab.stats.sprt_power import simulate

some_pairs = st.lists(st.integers(0, 80), min_size=5, max_size=5).filter(any).map(Pairs.of)


@given(st.lists(st.floats(0, 1), max_size=30))
def test_statsmodels_corrects_the_same(p_values):
    multitest = pytest.importorskip(
        "statsmodels.stats.multitest", reason="statsmodels is the peer of Holm's correction"
    )
    expected = multitest.multipletests(p_values, method="holm")[1] if p_values else []
    assert holm(p_values) == pytest.approx(list(expected), abs=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_keeps_the_order_and_lies_below_bonferroni(p_values):
    adjusted = holm(p_values)
    assert np.argsort(p_values, kind="stable").tolist() == sorted(
        range(len(p_values)), key=lambda i: (adjusted[i], p_values[i], i)
    )
    for p, after in zip(p_values, adjusted, strict=True):
        assert p <= after <= min(1.0, p * len(p_values)) or after == pytest.approx(p)


@given(some_pairs)
def test_t_test_is_that_of_scipy(pairs):
    scipy_stats = pytest.importorskip("scipy.stats", reason="SciPy is the peer of the t test")
    if pairs.units < 2 or pairs.variance == 0:
        return
    shares = np.repeat(Pairs.VALUES, pairs.counts)
    expected = scipy_stats.ttest_1samp(shares, 0.5).pvalue
    assert p_value(pairs, "t") == pytest.approx(expected, rel=1e-6, abs=1e-14)


@pytest.mark.parametrize("test", ["likelihood", "normal", "t"])
def test_p_does_not_care_who_is_first(test):
    pairs = Pairs(20, 3, 60, 5, 41)
    assert p_value(pairs, test) == pytest.approx(p_value(pairs.swapped(), test))
    assert p_value(Pairs(20, 5, 60, 5, 20), test) == pytest.approx(1)
    assert p_value(Pairs(), test) == 1.0


def test_the_tests_agree_on_many_pairs():
    pairs = Pairs(200, 30, 600, 50, 250)
    normal = p_value(pairs, "normal")
    assert p_value(pairs, "t") == pytest.approx(normal, rel=0.05)
    assert p_value(pairs, "likelihood") == pytest.approx(normal, rel=0.05)
    assert normal == pytest.approx(2 * (1 - pairs.los()))


@pytest.mark.parametrize("test", ["likelihood", "normal", "t"])
def test_p_of_equal_players_is_anywhere(test):
    """Below 5 % in about 5 % of matches of equals."""
    drawn = np.random.default_rng(4).multinomial(100, [0.2, 0.1, 0.4, 0.1, 0.2], 3000)
    assert np.mean(
        [p_value(Pairs.of(row), test) < 0.05 for row in drawn.tolist()]
    ) == pytest.approx(0.05, abs=0.02)


def test_comparisons_are_corrected_together():
    results = {
        "clear": Pairs(10, 0, 80, 0, 60),
        "alone": Pairs(30, 0, 80, 0, 52),
        "none": Pairs(40, 0, 80, 0, 41),
        "few": Pairs(0, 0, 0, 0, 9),
    }
    compared = {c.name: c for c in compare(results)}
    assert list(compared) == list(results)
    assert compared["alone"].p < 0.05
    assert {name for name, c in compared.items() if c.found} == {"clear", "alone"}
    many = results | {f"equal {i}": Pairs(40, 0, 80, 0, 40) for i in range(10)}
    assert [c.name for c in compare(many) if c.found] == ["clear"]


def test_any_false_find_among_many_is_rare():
    random = np.random.default_rng(7)
    finds = 0
    for _ in range(200):
        drawn = random.multinomial(100, [0.2, 0.1, 0.4, 0.1, 0.2], 10)
        compared = compare({str(i): Pairs.of(row) for i, row in enumerate(drawn.tolist())})
        finds += any(c.found for c in compared)
    assert finds <= 0.05 * 200 + 2 * math.sqrt(0.05 * 0.95 * 200)


def test_sentences():
    clear = verdict("grave", "uct", Pairs(50, 0, 163, 0, 107))
    assert clear == (
        "grave beats uct by 63 ± 28 Elo (95 %, 640 games in 320 pairs, LOS above 99.9 %)"
    )
    assert verdict("uct", "grave", Pairs(107, 0, 163, 0, 50)) == clear
    assert verdict("grave", "uct", Pairs(80, 0, 160, 0, 80)) == (
        "no difference was found between grave and uct: grave is at -27 to +27 Elo"
        " (95 %, 640 games in 320 pairs, LOS 50.0 %)"
    )
    assert verdict("grave", "uct", Pairs(won_both=40)).startswith(
        "grave beats uct by 523 Elo or more"
    )
    assert " [" in verdict("grave", "uct", Score(33, 2, 2))
    assert "37 games, not in pairs" in verdict("grave", "uct", Score(33, 2, 2))
    assert verdict("grave", "uct", Pairs()) == "grave and uct have played no games"
    assert verdict("a", "b", Pairs(level=1)).startswith("too few games to tell a from b:")
    assert "(95 %, 2 games in 1 pair," in verdict("a", "b", Pairs(level=1))


def test_a_match_counts_by_its_pairs():
    match = Match()
    for pair in range(100):
        match.add(1, True, pair)
        match.add(0.5 if pair % 2 else 0, False, pair)
    assert verdict("a", "b", match) == verdict("a", "b", match.pairs)
    alone = Match()
    for _ in range(30):
        alone.add(1, True)
    assert verdict("a", "b", alone) == verdict("a", "b", Score(wins=30))


@settings(max_examples=60)
@given(some_pairs, st.sampled_from([0.8, 0.95, 0.99]))
def test_no_sentence_claims_more_than_the_interval(pairs, level):
    sentence = verdict("one", "two", pairs, level=level)
    elo = pairs.careful_elo(level)
    if pairs.mean < 0.5:
        elo = pairs.swapped().careful_elo(level)
    if " beats " in sentence:
        assert elo.low > 0
        assert pairs.units >= FEWEST
        assert sentence.startswith("one") == (pairs.mean > 0.5)
    numbers = [int(n) for n in re.findall(r"[+-]?\d+", sentence.split(" (")[0])]
    if "±" in sentence:
        value, margin = numbers
        assert value - margin <= elo.low
        assert value + margin >= elo.high
        assert value - margin >= 0
    elif "[" in sentence:
        assert numbers[1] <= elo.low
        assert numbers[2] >= elo.high
    elif numbers:
        assert numbers[0] <= elo.low or math.isinf(elo.low)
        assert numbers[-1] >= elo.high or math.isinf(elo.high)


def test_nothing_is_found_where_holm_finds_nothing():
    pairs = Pairs(50, 0, 163, 0, 90)
    assert " beats " in verdict("a", "b", pairs, adjusted=0.01)
    assert "p 0.01 by Holm" in verdict("a", "b", pairs, adjusted=0.01)
    assert "no difference was found" in verdict("a", "b", pairs, adjusted=0.2)


def test_a_stopped_test_has_its_elo_corrected_and_says_so():
    found = simulate(Sprt(), 60, 40, seed=3)
    pairs = next(p for p in map(Pairs.of, found.counts.tolist()) if 90 < p.units and p.mean > 0.55)
    elo = unbiased_elo(pairs, Sprt())
    sentence = verdict("a", "b", pairs, test=Sprt())
    assert "stopped by an SPRT, Elo corrected for it" in sentence
    assert f"{math.floor(elo.low)}" in sentence or f"{round(elo.value)} ±" in sentence
    swapped = verdict("b", "a", pairs.swapped(), test=Sprt(-50, 0))
    assert swapped == sentence
    later = verdict("a", "b", Pairs(40, 0, 180, 0, 80), test=Sprt())
    assert "which makes Elo too large" in later


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: holm([0.5, 1.5]), "between 0 and 1"),
        (lambda: holm([math.nan]), "between 0 and 1"),
        (lambda: p_value(Pairs(1), "chi"), "the tests are"),
        (lambda: compare({}, level=0), "between 0 and 1"),
        (lambda: verdict("a", "b", Pairs(1), level=1), "between 0 and 1"),
        (lambda: verdict("a", "b", Score(30, 1, 1), test=Sprt()), "pairs of games only"),
    ],
)
def test_nonsense_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
