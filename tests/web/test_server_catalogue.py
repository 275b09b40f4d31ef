"""The catalogue has everything that there is, and what it says of it is so."""

from pathlib import Path

import httpx
import pytest
from serving import serving

from playout import games
from playout.catalogue import find
from playout.players import player_of
from playout.registry import load, lookup
from playout.rules import GameError
from playout.search import FORMER_LEVELS, LEVELS, POLICIES, SCHEDULES, SEARCHES, SearchError
from playout.web.describe import catalogue
from playout.web.jobs import CAPS

ALGORITHMS = POLICIES | SEARCHES
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def whole():
    return catalogue()


def test_it_is_sent():
    with serving() as live:
        answer = httpx.get(live.address + "/api/catalogue")
    assert answer.headers["content-type"] == "application/json"
    assert answer.text == catalogue().model_dump_json()
    assert answer.json()["caps"] == CAPS
    first = answer.json()["levels"][0]
    assert (first["name"], first["budget"]) == ("beginner", {"simulations": 10})


def test_nothing_is_missing(whole):
    assert {info.name for info in whole.games} >= set(games.NAMES)
    assert {info.name for info in whole.algorithms} == set(ALGORITHMS)
    assert {info.name for info in whole.algorithms if info.searches} == set(SEARCHES)
    assert {info.name for info in whole.policies} == set(POLICIES)
    assert {info.name for info in whole.schedules} == set(SCHEDULES)
    offered = {level.name: level.budget for level in whole.levels if not level.former}
    assert offered == LEVELS
    assert {level.name: level.budget for level in whole.levels} == {**LEVELS, **FORMER_LEVELS}
    known = {**ALGORITHMS, **SCHEDULES}
    known |= {info.name: lookup(info.name, "game") for info in whole.games}
    parts = (*whole.games, *whole.algorithms, *whole.policies, *whole.schedules)
    for info in parts:
        fields = {parameter.name for parameter in info.parameters}
        if info in whole.schedules:
            assert fields == set(SCHEDULES[info.name]._fields)
        else:
            assert fields == set(known[info.name]._fields)


def test_everything_is_explained(whole):
    for info in (*whole.games, *whole.algorithms, *whole.policies, *whole.schedules):
        assert info.doc.endswith((".", "!")), info.name
        assert "`" not in info.doc
        for parameter in info.parameters:
            assert len(parameter.doc) > 3, f"{info.name}: {parameter.name}"
            assert "as in Rave" not in parameter.doc
            assert "`" not in parameter.doc


def test_what_comes_from_a_file_is_there_too():
    for name in ("my_game", "my_search", "my_policy", "my_schedule"):
        load(str(EXAMPLES / f"{name}.py"))
    own = catalogue()
    game = next(info for info in own.games if info.name == "chomp")
    assert (game.title, game.doc[:3]) == ("Chomp", "Eat")
    assert {info.name for info in own.algorithms} >= {"ucb1", "glance"}
    assert "halflife" in {info.name for info in own.schedules}


def text_of(info, whole):
    """A player with every default spelled out, those of its parts too."""
    parts = {"policy": whole.policies, "schedule": whole.schedules}
    settings = []
    for parameter in info.parameters:
        value = parameter.default
        if parameter.type == "bool":
            value = str(value).lower()
        settings.append(f"{parameter.key}={value}")
        for part in parts.get(parameter.type, ()):
            if part.name == value:
                settings += [f"{own.key}={str(own.default).lower()}" for own in part.parameters]
    return f"{info.name}:{','.join(settings)}"


@pytest.mark.parametrize("name", ALGORITHMS)
def test_defaults_make_the_default_player(whole, name):
    info = next(info for info in whole.algorithms if info.name == name)
    assert player_of(text_of(info, whole)).algorithm == ALGORITHMS[name]()


@pytest.mark.parametrize("name", [*ALGORITHMS, *SCHEDULES, *games.NAMES])
def test_ranges_are_what_is_accepted(whole, name):
    infos = [*whole.algorithms, *whole.schedules, *whole.games]
    for info in (info for info in infos if info.name == name):
        if info in whole.games:
            cls = getattr(games, games.NAMES[name])
        else:
            cls = (ALGORITHMS if info in whole.algorithms else SCHEDULES)[name]
        for parameter in info.parameters:
            for bound, side in ((parameter.low, -1), (parameter.high, 1)):
                if bound is not None:
                    outside = bound + side * (1 if parameter.type == "int" else 0.01)
                    with pytest.raises((GameError, SearchError)):
                        cls(**{parameter.name: outside})
                    if info not in whole.games:  # where bounds hang together
                        cls(**{parameter.name: bound})
            for choice in parameter.choices:
                cls(**{parameter.name: choice.value})


def test_known_ranges(whole):
    found = {
        (info.name, parameter.name): (parameter.type, parameter.low, parameter.high)
        for info in (*whole.games, *whole.algorithms)
        for parameter in info.parameters
    }
    assert found["hex", "size"] == ("int", 2, 19)
    assert found["hex", "swap"] == ("bool", None, None)
    assert found["connect4", "cols"] == ("int", 1, 21)
    assert found["connect4", "line"] == ("int", 2, 8)
    assert found["nim", "heap"] == ("int", 1, 1000)
    assert found["nim", "heap4"] == ("int", 0, 1000)
    assert found["othello", "size"] == ("choice", None, None)
    assert found["uct", "c"] == ("float", 0, None)
    assert found["uct", "final"] == ("choice", None, None)
    assert found["implicit", "alpha"] == ("float", 0, 1)
    assert found["rave", "beta"] == ("schedule", None, None)


def test_games_can_be_made_of_it(whole):
    for info in whole.games:
        values = ",".join(f"{p.key}={str(p.default).lower()}" for p in info.parameters)
        assert find(f"{info.name}:{values}") == lookup(info.name, "game")()


def test_what_searches_share_has_the_same_words(whole):
    docs = {
        (info.name, parameter.name): parameter.doc
        for info in whole.algorithms
        for parameter in info.parameters
    }
    assert docs["grave", "killer"] == docs["rave", "killer"]
    assert docs["shuss", "ref"] == docs["grave", "ref"]
    assert docs["history", "transpositions"] == docs["uct", "transpositions"]
    assert docs["nst", "tau"] == docs["mast", "tau"]
    assert docs["shuss", "c"] == "the weight of AMAF values in what is kept"
    assert docs["rave", "expand"].endswith("8 for a length of time")
