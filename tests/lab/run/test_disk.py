"""A disk that is full, a folder that cannot be written: the real ones, with the real program."""

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys

import pytest

from playout.lab.run.ledger import Ledger

pytestmark = pytest.mark.full

SPEC = """
kind = "match"
game = "nim:9"
pairs = 60
opening = 0
[players]
a = "random"
b = "biased"
"""
GAMES = 120
# Where a file may not grow beyond this a ledger begins, and is full before all games are in it.
MOST_BYTES = 80_000


def lab(folder, *arguments, most_bytes=None):
    """Run the program; exit code, what it wrote, and its complaints."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    done = subprocess.run(
        [sys.executable, "-m", "playout", "lab", *arguments],
        check=False,
        cwd=folder,
        env={**os.environ, "PLAYOUT_QUIET": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=limit if most_bytes else None,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


def is_one_sentence(text):
    return text.startswith("playout: ") and text.count("\n") == 1 and text.endswith("\n")


def table(path):
    """All that must not depend on how it was played, as bytes."""
    connection = sqlite3.connect(path)
    rows = connection.execute(
        "SELECT id, first, second, game, seed, opening, moves, winner, reason FROM game"
        " ORDER BY contest, pair, colour"
    ).fetchall()
    connection.close()
    assert len({row[0] for row in rows}) == len(rows)
    return repr(rows).encode()


def n_games(path):
    return len(Ledger.look(path))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The table of all games, and what the program says of them."""
    folder = tmp_path_factory.mktemp("undisturbed")
    (folder / "trial.toml").write_text(SPEC)
    code, said, _ = lab(folder, "run", "trial.toml", "--workers", "1")
    assert code == 0
    return table(folder / "trial.sqlite"), said


@pytest.fixture
def small(tmp_path):
    """A small disk of its own, where one can be had."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    has_mount = shutil.which("mount") is not None
    if not has_mount or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a disk can be mounted by root only, and not in every container")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_ledger_that_cannot_grow_ends_with_a_sentence_and_is_gone_on_with(undisturbed, tmp_path):
    (tmp_path / "trial.toml").write_text(SPEC)
    ledger = tmp_path / "trial.sqlite"
    limited = ("run", "trial.toml", "--workers", "1")
    code, _, said = lab(tmp_path, *limited, most_bytes=MOST_BYTES)
    assert code == 2
    assert is_one_sentence(said)
    assert "trial.sqlite" in said
    assert "full" in said or "no room" in said
    assert "run the same again; what was played before is kept" in said
    kept = n_games(ledger)
    assert 0 < kept < GAMES
    code, _, again = lab(tmp_path, *limited, most_bytes=MOST_BYTES)  # no more room than before
    assert (code, is_one_sentence(again)) == (2, True)
    assert n_games(ledger) >= kept
    code, said, _ = lab(tmp_path, "resume", "trial.toml", "--workers", "1")
    assert code == 0
    assert (table(ledger), said) == undisturbed


def test_full_disk_ends_with_a_sentence_and_is_gone_on_with(undisturbed, small):
    (small / "trial.toml").write_text(SPEC)
    (small / "ballast").write_bytes(bytes(8 * 2**20 - 300_000))
    code, _, said = lab(small, "run", "trial.toml", "--workers", "1")
    assert code == 2
    assert is_one_sentence(said)
    assert "there is no room left for trial.sqlite; make some and run the same again" in said
    kept = n_games(small / "trial.sqlite")
    assert 0 < kept < GAMES
    (small / "ballast").unlink()
    code, said, _ = lab(small, "resume", "trial.toml", "--workers", "1")
    assert code == 0
    assert (table(small / "trial.sqlite"), said) == undisturbed


@pytest.mark.parametrize("most_bytes", [1, 8192])
def test_disk_that_is_full_from_the_start_leaves_no_half_ledger(undisturbed, tmp_path, most_bytes):
    (tmp_path / "trial.toml").write_text(SPEC)
    code, _, said = lab(tmp_path, "run", "trial.toml", "--workers", "1", most_bytes=most_bytes)
    assert code == 2
    assert is_one_sentence(said)
    assert "trial.sqlite" in said
    code, said, _ = lab(tmp_path, "resume", "trial.toml", "--workers", "1")
    assert code == 0
    assert (table(tmp_path / "trial.sqlite"), said) == undisturbed


@pytest.mark.parametrize("folder", ["trial.toml", "no/such/folder"])
def test_ledger_where_no_file_can_be_is_refused_with_a_sentence(tmp_path, folder):
    (tmp_path / "trial.toml").write_text(SPEC)
    code, out, said = lab(tmp_path, "run", "trial.toml", "--ledger", f"{folder}/a.sqlite")
    assert (code, out) == (2, "")
    assert is_one_sentence(said)
    assert "can be written, or give another ledger with --ledger" in said


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_without_permission_is_refused_with_a_sentence(tmp_path):
    (tmp_path / "trial.toml").write_text(SPEC)
    tmp_path.chmod(0o555)
    try:
        code, out, said = lab(tmp_path, "run", "trial.toml")
    finally:
        tmp_path.chmod(0o755)
    assert (code, out) == (2, "")
    assert is_one_sentence(said)
    assert "can be written, or give another ledger with --ledger" in said


def test_read_only_disk_is_refused_but_can_be_read(undisturbed, small):
    (small / "trial.toml").write_text(SPEC)
    (small / "new.toml").write_text(SPEC)
    assert lab(small, "run", "trial.toml", "--workers", "1")[0] == 0
    subprocess.run(["mount", "-o", "remount,ro", str(small)], check=True)
    for name in ("new", "trial"):
        code, out, said = lab(small, "run", f"{name}.toml", "--workers", "1")
        assert (code, out) == (2, "")
        assert is_one_sentence(said)
        assert "can be written, or give another ledger with --ledger" in said
    code, said, _ = lab(small, "status", "trial.toml")
    assert (code, said.partition("\n")[2]) == (0, undisturbed[1])
    code, _, said = lab(small, "report", "trial.toml")
    assert code == 2
    assert is_one_sentence(said)
    assert "trial-report" in said
    subprocess.run(["mount", "-o", "remount,rw", str(small)], check=True)
    assert lab(small, "resume", "trial.toml", "--workers", "1")[:2] == (0, undisturbed[1])
    assert table(small / "trial.sqlite") == undisturbed[0]


def test_ledger_whose_maker_was_killed_at_once_is_made_anew(tmp_path):
    path = tmp_path / "a.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")  # so far, and no further
    connection.close()
    assert path.stat().st_size > 0
    ledger = Ledger.open(path, "abc", {"name": "trial"})
    assert ledger.about()["digest"] == "abc"
    ledger.close()


MAKER = """
import os, signal, sqlite3, sys
from playout.lab.run import ledger
class Killed(sqlite3.Connection):
    left = int(sys.argv[2])
    def execute(self, *arguments):
        if Killed.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        Killed.left -= 1
        return super().execute(*arguments)
connect = sqlite3.connect
sqlite3.connect = lambda *arguments, **options: connect(*arguments, factory=Killed, **options)
ledger.Ledger.open(sys.argv[1], "abc", {"name": "trial"})
"""


def test_maker_of_a_ledger_may_be_killed_at_any_step(tmp_path):
    for step in range(100):
        path = tmp_path / f"{step}.sqlite"
        command = [sys.executable, "-c", MAKER, str(path), str(step)]
        code = subprocess.run(command, check=False).returncode
        ledger = Ledger.open(path, "abc", {"name": "trial"})
        assert ledger.about()["name"] == "trial"
        assert len(ledger) == 0
        ledger.close()
        if code == 0:
            break
        assert code == -signal.SIGKILL
    assert step > 5
