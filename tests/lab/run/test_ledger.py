"""The ledger: what was acknowledged is there, once, whatever happens."""

import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from playout.lab.run.ledger import Ledger, LedgerError
from playout.lab.run.records import GameRecord

ENTRY = GameRecord(
    id="0-0-0",
    contest=0,
    pair=0,
    colour=0,
    first="a",
    second="b",
    game="hex:4",
    seed=2**62,
    opening=1,
    moves=("a1", "b2", "swap"),
    winner=1,
    reason="",
    turns=((0.25, 100, 0.5), (0.5, 0, None)),
    attempt=1,
    host="here",
    versions="playout",
)


@pytest.fixture
def ledger(tmp_path):
    made = Ledger.open(tmp_path / "games.sqlite", "abc", {"name": "trial"})
    yield made
    made.close()


def test_game_comes_back_as_it_was(ledger):
    assert ledger.add(ENTRY)
    assert list(ledger.games()) == [ENTRY]
    assert ledger.ids() == {"0-0-0"}
    assert len(ledger) == 1
    assert ledger.about()["name"] == "trial"


def test_game_is_kept_once(ledger):
    assert ledger.add(ENTRY)
    assert not ledger.add(ENTRY._replace(winner=0))
    assert list(ledger.games()) == [ENTRY]


@pytest.mark.parametrize(
    ("winner", "colour", "points"), [(0, 0, 1), (0, 1, 0), (1, 1, 1), (None, 0, 0.5)]
)
def test_points_are_those_of_the_first_player_of_the_contest(ledger, winner, colour, points):
    ledger.add(ENTRY._replace(winner=winner, colour=colour))
    assert list(ledger.points()) == [(0, 0, colour, points, "")]
    assert next(ledger.games()).points == points


def test_games_come_in_order(ledger):
    for pair, colour in [(10, 1), (2, 0), (10, 0), (2, 1)]:
        ledger.add(ENTRY._replace(id=f"0-{pair}-{colour}", pair=pair, colour=colour))
    assert [(entry.pair, entry.colour) for entry in ledger.games()] == [
        (2, 0),
        (2, 1),
        (10, 0),
        (10, 1),
    ]


def test_failures_are_kept(ledger):
    ledger.add_failure("0-0-1", 1, "its worker died")
    ledger.add_failure("0-0-1", 2, "its worker died")
    assert ledger.failures() == [("0-0-1", 1, "its worker died"), ("0-0-1", 2, "its worker died")]


def test_ledger_of_another_spec_is_left_alone(ledger):
    ledger.add(ENTRY)
    with pytest.raises(LedgerError, match="belongs to another experiment"):
        Ledger.open(ledger.path, "xyz", {})
    assert list(ledger.games()) == [ENTRY]


@pytest.mark.parametrize("version", [1, 99])
def test_ledger_of_another_version_is_refused(ledger, version):
    with sqlite3.connect(ledger.path) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(LedgerError, match="another version"):
        Ledger.open(ledger.path, "abc", {})
    with pytest.raises(LedgerError, match="another version"):
        Ledger.look(ledger.path)


def test_file_that_is_no_ledger_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("my notes, which nobody should overwrite\n" * 100)
    with pytest.raises(LedgerError):
        Ledger.open(path, "abc", {})
    assert path.read_text().startswith("my notes")
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    with pytest.raises(LedgerError, match="not a ledger of Playout"):
        Ledger.open(other, "abc", {})


def test_ledger_that_is_not_there_cannot_be_looked_at(tmp_path):
    with pytest.raises(LedgerError, match="run the experiment first"):
        Ledger.look(tmp_path / "none.sqlite")


def test_ledger_in_a_folder_that_cannot_be_written(tmp_path):
    with pytest.raises(LedgerError, match="cannot be used"):
        Ledger.open(tmp_path / "no" / "such" / "folder.sqlite", "abc", {})


WRITER = """
import sys
sys.path.insert(0, sys.argv[2])
from test_ledger import ENTRY
from playout.lab.run.ledger import Ledger
ledger = Ledger.open(sys.argv[1], "abc", {})
for i in range(10**6):
    ledger.add(ENTRY._replace(id=f"0-{i}-0", pair=i))
    print(i, flush=True)
"""


def test_kill_loses_nothing_that_was_acknowledged(tmp_path):
    path = tmp_path / "games.sqlite"
    acknowledged = -1
    for _ in range(5):
        path.unlink(missing_ok=True)
        command = [sys.executable, "-c", WRITER, str(path), os.path.dirname(__file__)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            writer.stdout.readline()
            time.sleep(0.02)
            writer.send_signal(signal.SIGKILL)
            acknowledged = int(writer.stdout.read().split("\n")[-2] or 0)
        ledger = Ledger.open(path, "abc", {})
        assert len(ledger) >= acknowledged + 1
        assert [entry.pair for entry in ledger.games()] == list(range(len(ledger)))
        ledger.close()
    assert acknowledged > 0
