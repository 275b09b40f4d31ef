"""Simulated sequential tests: they end where the test says, with the errors that it promises."""

import math

import pytest
from simulated_sprt import error_rates, simulate

from playout.lab.stats.pentanomial import Pairs, share_of
from playout.lab.stats.sprt import Sprt, Verdict
from playout.lab.stats.sprt_elo import is_at_stop


def test_simulated_tests_end_where_the_test_says():
    found = simulate(Sprt(), 30, 40, draws=0.2, seed=1)
    for verdict, counts in zip(found.verdicts, found.counts.tolist(), strict=True):
        pairs = Pairs.of(counts)
        state = {1: Verdict.ACCEPTED_H1, -1: Verdict.ACCEPTED_H0, 0: Verdict.RUNNING}[int(verdict)]
        assert Sprt().decide(pairs).verdict is state
        assert pairs.units >= 64
        assert is_at_stop(pairs, Sprt())


def test_simulated_games_are_as_asked_for():
    found = simulate(Sprt(), 50, 400, edge=0.08, draws=0.3, seed=2, longest=50)
    assert not found.verdicts.any()
    assert (found.games == 100).all()
    shares = found.counts.sum(0) / found.counts.sum()
    first, second = share_of(50) + 0.08, share_of(50) - 0.08
    won, won_too = first - 0.15, second - 0.15
    lost, lost_too = 1 - first - 0.15, 1 - second - 0.15
    expected = [
        lost * lost_too,
        0.3 * (lost + lost_too),
        0.09 + won * lost_too + lost * won_too,
        0.3 * (won + won_too),
        won * won_too,
    ]
    assert shares == pytest.approx(expected, abs=4 * math.sqrt(0.25 / found.counts.sum()))


def test_errors_are_about_5_percent():
    rates = error_rates(Sprt(0, 50), tests=600)
    assert 0.02 < rates.false_h1 < 0.07
    assert 0.02 < rates.false_h0 < 0.07
    assert 240 < rates.mean_games < 310


@pytest.mark.slow
def test_errors_are_5_percent_within_1():
    """20,000 tests of each hypothesis, known to +- 0.3 %: no more than 6 %, no less than 4 %."""
    rates = error_rates(Sprt(0, 50), tests=20_000, edge=0.08, draws=0.0)
    assert rates.false_h1 == pytest.approx(0.05, abs=0.01)
    assert rates.false_h0 == pytest.approx(0.05, abs=0.01)
    assert 260 < rates.mean_games < 290
    assert 600 < rates.most_games < 680


@pytest.mark.slow
def test_an_earlier_first_look_saves_games_and_costs_errors():
    rates = error_rates(Sprt(0, 50, minimum=7), tests=4000)
    later = error_rates(Sprt(0, 50), tests=4000)
    assert rates.false_h1 + rates.false_h0 > later.false_h1 + later.false_h0
    assert rates.mean_games < later.mean_games
