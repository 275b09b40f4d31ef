"""Whole games are played through, side lines and all, and the first wrong move is named."""

import random

import pytest
from serving import serving

from playout import find


@pytest.fixture(scope="module")
def live():
    with serving() as server:
        yield server


def replay(live, moves, game="connect4", **more):
    with live.client() as client:
        client.say(type="replay", id=7, game=game, moves=moves, **more)
        return client.hear()


def test_moves_and_endings_are_those_of_the_game(live):
    rng = random.Random(3)
    states, moves, names, endings = [find("connect4").start()], [], [], []
    for node in range(1, 200):
        before = rng.choice([i for i, state in enumerate(states) if not state.is_over])
        move = rng.choice(states[before].moves())
        states.append(states[before].play(move))
        moves.append([before, move.name])
        names.append(move.name)
        if states[-1].is_over:
            endings.append({"node": node, "winner": states[-1].winner})
    answer = replay(live, moves)
    told = {"game": "connect4", "moves": names, "endings": endings}
    assert answer == {"type": "replayed", "id": 7, **told}


def test_moves_come_back_as_the_game_writes_them(live):
    assert replay(live, [[0, "C3"], [1, " b2"]], "hex:size=5")["moves"] == ["c3", "b2"]


@pytest.mark.parametrize(
    ("short", "named"),
    [
        ("hex:5", "hex:size=5"),
        ("hex:5,swap=true", "hex:size=5,swap=true"),
        ("mnk:15x15x5", "mnk:cols=15,rows=15,line=5"),
        ("breakthrough:5x6", "breakthrough:cols=5,rows=6"),
        ("connect4", "connect4"),
        ("go:size=9,komi=7", "go:size=9,komi=7"),
    ],
)
def test_game_comes_back_with_the_names_of_its_parameters(live, short, named):
    assert replay(live, [], short)["game"] == named
    with live.client() as client:
        assert client.view(short)["view"]["place"]["game"] == named
        assert client.view(named)["view"]["place"]["game"] == named


@pytest.mark.parametrize(
    ("moves", "code", "node"),
    [
        ([[0, "4"], [0, "9"]], "illegal-move", 2),
        ([[0, "4"], [2, "4"]], "no-such-parent", 2),
        ([[1, "4"]], "no-such-parent", 1),
    ],
)
def test_wrong_move_is_named(live, moves, code, node):
    answer = replay(live, moves)
    assert (answer["type"], answer["code"], answer["fields"]["node"]) == ("error", code, node)


@pytest.mark.parametrize(
    "wrong",
    [
        {"moves": [[0, "4"]] * 2001},
        {"moves": [[-1, "4"]]},
        {"moves": [[0, "4" * 17]]},
        {"moves": [["0", "4"]]},
        {"moves": [[0, "4"]], "file": "/etc/passwd"},
    ],
)
def test_what_is_no_message_is_refused(live, wrong):
    assert replay(live, **wrong)["code"] == "bad-message"


@pytest.mark.parametrize("game", ["../x.py", "/etc/passwd", "hex:size=999", "nosuchgame"])
def test_no_game_of_this_name(live, game):
    assert replay(live, [], game)["type"] == "error"
