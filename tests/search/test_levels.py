"""Levels have an Elo in every game, as the benchmark measured it, and the order of their names."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from playout import games
from playout.catalogue import find
from playout.search import LEVELS, MASTER, elo_of, has_master
from playout.terminal.menu import _opponents, _with_elo

MEASURED = Path(__file__).parents[2] / "benchmarks/strength/levels.json"


@pytest.mark.parametrize("game", games.NAMES)
def test_every_level_was_measured_and_none_is_clearly_weaker_than_the_one_below(game):
    levels = [level for level in LEVELS if level != MASTER or has_master(find(game))]
    found = [elo_of(game, level) for level in levels]
    assert all(elo.low <= elo.elo <= elo.high for elo in found)
    assert all(higher.high >= lower.elo for lower, higher in pairwise(found))


def test_figures_are_those_of_the_benchmark():
    measured = json.loads(MEASURED.read_text())["levels"]
    assert {*measured} == {*games.NAMES}
    for game, levels in measured.items():
        assert {level: list(elo_of(game, level)) for level in levels} == levels


def test_perfect_is_measured_where_it_knows_the_truth_in_good_time():
    assert {g for g in games.NAMES if elo_of(g, "perfect")} == {"connect4", "mnk", "nim"}
    assert elo_of("hex", "nobody") is None
    assert elo_of("chess", "hard") is None


def test_master_is_a_level_where_a_network_is_better_and_no_solver_plays():
    solved = {"connect4", "mnk", "nim"}
    assert {g for g in games.NAMES if elo_of(g, MASTER)} == {*games.NAMES} - solved
    assert {g for g in games.NAMES if has_master(find(g))} == {*games.NAMES} - solved
    assert MASTER in _opponents("hex")
    assert MASTER in _opponents("mnk:15x15x5")
    for game in ("mnk", "connect4", "go:13", "go:komi=5.5", "breakthrough:misere=true"):
        assert MASTER not in _opponents(game)


def test_menu_says_what_a_level_is_worth():
    hard = elo_of("hex", "hard")
    assert f"hard  (Elo {hard.elo:,} ± {hard.margin:,})" in _with_elo("hex")
    assert _with_elo("hex")[-1] == "perfect"
    for game in ("hex", "go"):
        assert len(_with_elo(game)) == len(_opponents(game))
