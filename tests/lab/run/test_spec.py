"""Specs: what is read from them, and what is refused with the line and the reason."""

import json
import subprocess
import sys

import pytest

from playout import cli
from playout.arena import Pairing
from playout.lab.run.spec import SpecError, parse_spec, read_spec

GOOD = """
name = "a trial"
kind = "round-robin"
games = ["hex:4", "connect4"]
pairs = 10
seed = 3
opening = 2

[players]
rave = "rave:simulations=20"
uct = "uct:simulations=20"
random = "random"

[sprt]
elo0 = 0
elo1 = 50
"""
SWEEP = """
kind = "sweep"
game = "hex:4"
[sweep]
player = "rave:beta=hand,k={k},simulations={n}"
against = "uct:simulations={n}"
k = [100, 1000]
n = [10, 20]
"""


def test_spec_is_read():
    found = parse_spec(GOOD)
    assert (found.name, found.kind, found.pairs, found.seed) == ("a trial", "round-robin", 10, 3)
    assert found.games == ("hex:4", "connect4")
    assert found.players["rave"] == "rave:simulations=20"
    assert len(found.pairings) == 3
    assert (found.sprt.elo0, found.sprt.elo1, found.sprt.alpha) == (0.0, 50.0, 0.05)


def test_json_says_the_same(tmp_path):
    values = {
        "name": "a trial",
        "kind": "match",
        "game": "hex:4",
        "players": {"a": "uct:simulations=5", "b": "random"},
    }
    path = tmp_path / "spec.json"
    path.write_text(json.dumps(values))
    toml = 'name = "a trial"\nkind = "match"\ngame = "hex:4"\n[players]\n'
    assert read_spec(path) == parse_spec(toml + 'a = "uct:simulations=5"\nb = "random"\n')


def test_sweep_makes_a_player_for_every_combination():
    found = parse_spec(SWEEP)
    assert len(found.pairings) == 4
    one = "rave:k=100,simulations=20"  # what they have in common is not in their names
    assert Pairing(one, "uct:simulations=20") in found.pairings
    assert found.players[one] == "rave:beta=hand,k=100,simulations=20"
    assert found.sweep[one] == {"k": 100, "n": 20}


def test_digest_is_of_what_decides_the_games():
    base = parse_spec(GOOD)
    assert base.digest() == parse_spec(GOOD.replace("a trial", "another name")).digest()
    for old, new in [
        ("pairs = 10", "pairs = 11"),
        ("seed = 3", "seed = 4"),
        ("simulations=20", "simulations=21"),
        ("elo1 = 50", "elo1 = 40"),
        ("hex:4", "hex:5"),
        ("opening = 2", "opening = 1"),
    ]:
        assert parse_spec(GOOD.replace(old, new, 1)).digest() != base.digest(), new


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("pairs = 10", "pairs = 0", 5, "pairs must be a whole number from 1"),
        ("pairs = 10", "pairs = -3", 5, "not -3"),
        ("pairs = 10", "pairs = 1.5", 5, "not 1.5"),
        ("pairs = 10", "pairs = true", 5, "not True"),
        (
            "pairs = 10",
            "pears = 10",
            5,
            "'pears' means nothing (did you mean pairs?)",
        ),
        ("seed = 3", "seed = -1", 6, "seed must be"),
        ('kind = "round-robin"', 'kind = "league"', 3, "one of match, round-robin"),
        ('"hex:4"', '"hex:99"', 4, "size must be from 2 to 19"),
        ('"hex:4"', '"chess"', 4, "no game is called 'chess'"),
        ('"hex:4"', '"connect4"', 4, "twice"),
        ('"hex:4"', "4", 4, "a game is a text"),
        ('"random"', '"god"', 12, "no player is called 'god'"),
        ('"random"', '"human"', 12, "a person cannot play"),
        ('"random"', '"uct:simulations=-5"', 12, "must be from 1 to"),
        ('"random"', '"uct:d=5"', 12, "has no setting 'd'"),
        ('"random"', "5", 12, "a player is a text"),
        ("elo1 = 50", "elo1 = -50", 14, "elo0 must be below elo1"),
        ("elo1 = 50", 'elo1 = "50"', 16, "must be a number"),
        ("elo1 = 50", "elo1 = nan", 16, "must be a number"),
        ("elo1 = 50", "elo2 = 50", 16, "'elo2' means nothing in [sprt]"),
        ("opening = 2", "opening = 200", 7, "no open positions after 200"),
        ("opening = 2", "opening = 2\nequal_seconds = -1", 8, "equal_seconds must be"),
    ],
)
def test_bad_spec_is_refused_with_its_line(old, new, line, why):
    assert old in GOOD
    with pytest.raises(SpecError) as error:
        parse_spec(GOOD.replace(old, new, 1), "trial.toml")
    assert f"trial.toml, line {line}: " in str(error.value)
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "say game"),
        ("[players\n", "line 1"),
        ('game = "hex"\n', "two players or more"),
        ('game = "hex"\ngames = ["hex"]\n', "one of them"),
        ('game = "hex"\n[players]\na = "uct"\nb = "uct"\nc = "uct"\n', "a match has two players"),
        (
            'kind = "sweep"\ngame = "hex:4"\n',
            "sweep is missing: it must be a table",
        ),
        (SWEEP.replace("k = [100, 1000]", "k = 5"), "line 7: k must be a list"),
        (SWEEP.replace("k={k}", "k={k}{q}"), "no list for 'q'"),
        (SWEEP.replace("k={k},", ""), "line 7: neither player nor against depends on k"),
        (SWEEP.replace("k = [100, 1000]", "k = [-1]"), "line 5"),
        (SWEEP + '[players]\na = "uct"\nb = "uct"\n', "players means nothing here: leave it out"),
    ],
)
def test_spec_that_makes_no_sense_says_why(text, why):
    with pytest.raises(SpecError) as error:
        parse_spec(text, "trial.toml")
    assert why in str(error.value)


def test_file_that_cannot_be_read(tmp_path):
    with pytest.raises(SpecError, match="No such file"):
        read_spec(tmp_path / "nothing.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SpecError, match="not a text file"):
        read_spec(tmp_path / "odd.toml")
    (tmp_path / "bad.json").write_text("{,}")
    with pytest.raises(SpecError, match="line 1"):
        read_spec(tmp_path / "bad.json")


KNOCK_OUT = """
kind = "knock-out"
game = "hex:3"
pairs = 4
[players]
a = "uct:simulations=10"
b = "random"
"""
ACCURACY = """
kind = "accuracy"
game = "connect4:5x4"
positions = 40
plies = [4, 12]
simulations = [10, 100]
[players]
uct = "uct"
random = "random"
"""
TUNE = """
kind = "tune"
game = "hex:3"
[tune]
player = "uct:c={c},policy={policy},simulations=30"
budget = 160
final = 10
c = {low = 0.1, high = 4, log = true, start = 1.4}
policy = ["random", "biased"]
"""


@pytest.mark.parametrize(
    ("text", "digest"),
    [
        (GOOD, "791d73555f7b73ca"),
        (GOOD + "alpha = 0.1\n", "78fcf83e74d7afd3"),
        (GOOD.replace("seed = 3", "equal_seconds = 1"), "9c80aeb8529b1731"),
        (SWEEP, "b04184c38228b34b"),
        (KNOCK_OUT, "f06e80682a2e36c7"),
        (ACCURACY, "067bf49bde57723e"),
        (ACCURACY.replace("simulations = [10, 100]", "seconds = [0.5, 2]"), "6a84588b0d1db201"),
        (TUNE, "00d5c3b67047241f"),
    ],
)
def test_digest_stays_what_it_was(text, digest):
    """Or nobody could go on with a ledger of an earlier version."""
    assert parse_spec(text).digest() == digest


def test_whoever_needs_no_spec_loads_no_pydantic():
    lines = "import sys, playout.lab.run.tasks, playout.lab.commands, playout.cli"
    check = f"{lines}; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


@pytest.mark.parametrize("workers", ["0", "-3", "1025", "1000000000000"])
def test_match_with_no_workers_or_too_many_is_refused(workers, capsys):
    command = ["match", "uct", "random", "--game", "nim", "--workers", workers]
    assert cli.main(command) == 2
    assert (
        f"workers must be a whole number from 1 to 1024, not {workers}" in capsys.readouterr().err
    )
