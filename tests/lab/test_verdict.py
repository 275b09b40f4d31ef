"""Sentences that claim no more than the interval holds."""

import math
import re

from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_sprt import simulate

from playout.lab.stats.pentanomial import Pairs
from playout.lab.stats.sprt import Sprt
from playout.lab.stats.sprt_elo import unbiased_elo
from playout.lab.stats.verdict import FEWEST, verdict

some_pairs = st.lists(st.integers(0, 80), min_size=5, max_size=5).filter(any).map(Pairs.of)


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
    assert " [" in verdict("grave", "uct", Pairs(1, 0, 2, 0, 16))
    assert verdict("grave", "uct", Pairs()) == "grave and uct have played no games"
    assert verdict("a", "b", Pairs(level=1)).startswith("too few games to tell a from b:")
    assert "(95 %, 2 games in 1 pair," in verdict("a", "b", Pairs(level=1))


@settings(max_examples=60)
@given(some_pairs)
def test_no_sentence_claims_more_than_the_interval(pairs):
    sentence = verdict("one", "two", pairs)
    elo = pairs.elo()
    if pairs.mean < 0.5:
        elo = pairs.swapped().elo()
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
