"""A lock that one process has at a time ends with that process."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from playout.lock import locked

HOLD = """
import sys
from playout.lock import locked
lock = locked(sys.argv[1], 0)
print("held", flush=True)
sys.stdin.read()
"""


def test_lock_is_had_by_one_process_until_that_is_killed(tmp_path):
    path = tmp_path / "some.lock"
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            locked(path, 0)
        other.kill()
    with closing(locked(path, 0)), pytest.raises(sqlite3.OperationalError, match="locked"):
        locked(path, 0)  # nor by two who are one process
    assert path.read_bytes() == b""


def test_file_that_is_no_lock_is_refused(tmp_path):
    (tmp_path / "text").write_bytes(b"what I have to buy" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        locked(tmp_path / "text", 0)
