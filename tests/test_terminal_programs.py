"""Other programs at the terminal: they can be watched, and whatever they do is put into words."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from playout import cli

ENGINE = Path(__file__).parent / "formats" / "fake_engine.py"


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """What the program says, in this process."""
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path / "games"))

    def run(*arguments):
        assert cli.main(arguments) == 0
        out, errors = capsys.readouterr()
        assert errors == ""
        return out

    return run


def engine(tmp_path, mode):
    """A program that speaks GTP, as the command line has it."""
    return f"program:{sys.executable} -S {ENGINE} {mode} {tmp_path / 'log'}"


def processes(tmp_path):
    """Those that the program has started and that still run, given a moment to end."""
    lines = (tmp_path / "log").read_text().splitlines()
    pids = [line.split()[1] for line in lines if line.startswith("pid ")]
    assert pids
    deadline = time.monotonic() + 5
    while (left := [pid for pid in pids if runs(pid)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


def runs(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "XZ"  # dead, though nobody may have asked how


def test_watch_a_program_and_see_it_end(typed, tmp_path):
    lines = typed(
        "watch", engine(tmp_path, "honest"), "random", "--game", "hex:3", "--games", "2"
    ).splitlines()
    moves = [line for line in lines if re.match(r"game 1, move \d+: Black \(program:", line)]
    assert moves
    assert sum(line.startswith("game 1: ") for line in lines) == 1
    assert lines[-1].startswith("game 2: ")
    assert processes(tmp_path) == []


@pytest.mark.parametrize(
    ("mode", "reason", "failed"),
    [
        ("crash:1", "it ended with exit code", ", failures decided 2 of 2 games,"),
        ("resign", "Fake resigned", ""),
    ],
)
def test_program_that_fails_loses_with_the_reason(typed, tmp_path, mode, reason, failed):
    lines = typed(
        "watch", "random", engine(tmp_path, mode), "--game", "hex:5", "--games", "2"
    ).splitlines()
    ends = [line for line in lines if re.match(r"game \d: ", line)]
    assert len(ends) == 2
    assert ends[0].startswith("game 1: random won as Black (")
    assert ends[1].startswith("game 2: random won as White (")
    assert all(reason in line for line in ends)
    assert f"2 : 0 for random{failed or ','}" in ends[1]
    assert processes(tmp_path) == []


def test_ctrl_c_ends_a_program_that_hangs(tmp_path):
    command = ["watch", engine(tmp_path, "hang"), "random", "--game", "hex:3"]
    run = subprocess.Popen(
        [sys.executable, "-m", "playout", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PLAYOUT_QUIET": "1", "PLAYOUT_GAMES_DIR": str(tmp_path / "games")},
    )
    log = tmp_path / "log"
    while not log.exists() or "genmove" not in log.read_text():
        assert run.poll() is None
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    out, errors = run.communicate(timeout=60)
    assert run.returncode == 130
    assert b"Traceback" not in errors
    assert b"ended in game 1" in out
    assert processes(tmp_path) == []
