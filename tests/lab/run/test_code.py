"""Which code has played: kept with every game, and never mixed without being asked.

The real program, with a game of a user's own that is edited; what it plays is interpreted, so that
nothing has to be compiled.
"""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import playout
from playout.lab.run import code
from playout.lab.run.ledger import Ledger
from playout.lab.run.runner import LabError, Run
from playout.lab.run.spec import parse_spec
from playout.lab.run.tasks import perform

pytestmark = pytest.mark.full

SPEC = """
kind = "match"
game = "take.py"
pairs = 4
opening = 0
[players]
a = "random"
b = "biased"
"""
ACCURACY = """
kind = "accuracy"
game = "take.py"
positions = 6
plies = [0, 3]
[players]
a = "random"
b = "biased"
"""
GAME = """
from typing import NamedTuple
import numpy as np
from playout import ONGOING, game
from most import MOST

@game
class Take(NamedTuple):
    size: int = 9
    def n_words(self): return 2
    def n_moves(self): return 4
    def max_plies(self): return self.size
    def start(self, state):
        state[0] = 0
        state[1] = self.size
    def moves(self, state, out):
        n = min(MOST, np.int64(state[1]))
        for i in range(n):
            out[i] = i + 1
        return n
    def play(self, state, move):
        state[0] += np.uint64(1)
        state[1] -= np.uint64(move)
    def winner(self, state):
        return ONGOING if state[1] else np.int64(1) - np.int64(state[0] & np.uint64(1))
"""
SEARCH = """
from typing import NamedTuple
from playout import algorithm

@algorithm
class Mine(NamedTuple):
    weight: float = 0.1
    def score(self, tree, child, parent):
        return tree.mean[child] + self.weight * tree.width[child]
"""
INTERPRETED = {"NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1", "PLAYOUT_QUIET": "1"}


class Trial:
    """A folder with a spec, a game and what that imports from another folder."""

    def __init__(self, path, spec):
        self.path = path
        (path / "trial.toml").write_text(spec)
        (path / "take.py").write_text(GAME)
        (path / "other").mkdir()
        self.write_most(2)

    def write_most(self, number):
        (self.path / "other" / "most.py").write_text(f"MOST = {number}\n")

    def python(self, *arguments):
        package = Path(playout.__file__).parent.parent
        path = os.pathsep.join([str(package), str(self.path / "other")])
        done = subprocess.run(
            [sys.executable, *arguments],
            check=False,
            cwd=self.path,
            env={**os.environ, **INTERPRETED, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done

    def lab(self, deed, *arguments):
        return self.python("-m", "playout", "lab", deed, "trial.toml", *arguments)

    def run(self, *arguments):
        return self.lab("run", "--workers", "1", *arguments)

    def rows(self):
        tables = [f"SELECT id, moves, versions FROM {name}" for name in ("game", "label", "answer")]
        return self.sql(f"{' UNION ALL '.join(tables)} ORDER BY id")

    def sql(self, text):
        connection = sqlite3.connect(self.path / "trial.sqlite")
        rows = connection.execute(text).fetchall()
        connection.commit()
        connection.close()
        return rows

    def forget_half(self):
        """As after a kill in the middle."""
        self.sql("DELETE FROM game WHERE pair > 1")
        self.sql("DELETE FROM label WHERE position > 1")
        self.sql("DELETE FROM answer WHERE position > 1")


@pytest.mark.parametrize("spec", [SPEC, ACCURACY])
def test_games_of_edited_rules_are_mixed_only_where_that_is_asked_for(tmp_path, spec):
    trial = Trial(tmp_path, spec)
    assert trial.run().returncode == 0
    trial.forget_half()
    before = trial.rows()
    assert before
    trial.write_most(3)  # what the game imports, from another folder
    refused = trial.run()
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.count("\n") == 1
    assert "take.py, or what it imports, has been changed since" in refused.stderr
    assert "--mix" in refused.stderr
    assert trial.rows() == before
    assert "mixed" not in trial.lab("status").stdout
    mixed = trial.run("--mix")
    assert mixed.returncode == 0
    assert len(trial.rows()) > len(before)
    codes = {row[2].partition(", code ")[2] for row in trial.rows()}
    assert len(codes) == 2
    for said in (mixed.stdout, trial.lab("status").stdout):
        assert "mixed: different code has played these games" in said
        assert all(code in said for code in codes)
    assert trial.lab("report").returncode == 0
    for page in ("report.md", "report.html"):
        report = (tmp_path / "trial-report" / page).read_text("utf-8")
        assert "Different code has played these games" in report
        assert all(code in report for code in codes)


def test_games_of_an_edited_search_are_mixed_only_where_that_is_asked_for(tmp_path):
    trial = Trial(tmp_path, SPEC.replace('"biased"', '"mine.py:weight=0.5,simulations=8"'))
    (tmp_path / "mine.py").write_text(SEARCH)
    assert trial.run().returncode == 0
    trial.forget_half()
    assert all("/mine.py::Mine " in row[2].partition(", files ")[2] for row in trial.rows())
    (tmp_path / "mine.py").write_text(SEARCH.replace("+ self.weight", "- self.weight"))
    refused = trial.run()
    assert refused.returncode == 2
    assert "mine.py::Mine, or what it imports, has been changed since" in refused.stderr
    assert trial.run("--mix").returncode == 0
    assert "mixed: different code has played these games" in trial.lab("status").stdout


def test_files_of_one_name_in_two_folders_are_two_searches(tmp_path):
    spec = SPEC.replace('"random"', '"one/mine.py:simulations=8"')
    trial = Trial(tmp_path, spec.replace('"biased"', '"two/mine.py:simulations=8"'))
    for folder, weight in (("one", "0.1"), ("two", "0.2")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(SEARCH.replace("0.1", weight))
    assert trial.run().returncode == 0
    named = {row[2].partition(", files ")[2] for row in trial.rows()}
    assert all("one/mine.py::Mine " in text and "two/mine.py::Mine " in text for text in named)


def test_rules_that_come_back_are_gone_on_with(tmp_path):
    trial = Trial(tmp_path, SPEC)
    whole = trial.run()
    before = trial.rows()
    trial.forget_half()
    trial.write_most(3)
    assert trial.run().returncode == 2
    trial.write_most(2)
    again = trial.run()
    assert (again.returncode, again.stdout) == (0, whole.stdout)
    assert trial.rows() == before
    trial.write_most(3)  # nothing is left to be played, so nothing would be mixed
    again = trial.run()
    assert again.stdout == whole.stdout
    assert "take.py, or what it imports, has been changed" in again.stderr


EDITED = """
import multiprocessing, os, signal
from pathlib import Path
from playout.lab.run.runner import LabError, Run
from playout.lab.run.ledger import Ledger
from playout.lab.run.spec import read_spec
from playout.lab.run.workers import LocalWorkers

def edit(standing):
    if standing.played == 2:
        Path("other/most.py").write_text("MOST = 3\\n")
    if standing.played == 4:  # a worker that had loaded it before goes on with what it has
        os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)

if __name__ == "__main__":
    experiment = read_spec("trial.toml")
    ledger = Ledger.open("trial.sqlite", experiment.digest(), {"name": "trial"})
    try:
        Run(experiment, ledger).run(LocalWorkers(1), edit)
    except LabError as error:
        print(error)
"""


def test_file_that_is_edited_during_a_run_is_noticed_when_a_new_worker_loads_it(tmp_path):
    trial = Trial(tmp_path, SPEC.replace("pairs = 4", "pairs = 50"))
    (tmp_path / "driver.py").write_text(EDITED)
    said = trial.python("driver.py").stdout
    assert "take.py, or what it imports, has been changed meanwhile" in said
    assert "all that was played before is" in said
    rows = trial.rows()
    assert 4 <= len(rows) < 100
    assert len({row[2] for row in rows}) == 1


# --- in this process, with games of the package ------------------------------------------

NIM = """
kind = "match"
game = "nim:9"
pairs = 20
[players]
a = "random"
b = "biased"
"""


class InTurn:
    """Plays in this process; from game `other` on, as if by other code."""

    def __init__(self, at_most=None, other=None):
        self.at_most, self.other = at_most, other

    def play(self, next_task):
        for i, task in enumerate(iter(next_task, None)):
            if i == self.at_most:
                raise KeyboardInterrupt
            entry = perform(task)
            is_other = self.other is not None and i >= self.other
            yield entry._replace(versions=entry.versions + "0") if is_other else entry


@pytest.fixture
def begun(tmp_path):
    experiment = parse_spec(NIM)
    ledger = Ledger.open(tmp_path / "a.sqlite", experiment.digest(), {})
    with pytest.raises(KeyboardInterrupt):
        Run(experiment, ledger).run(InTurn(at_most=10))
    return experiment, ledger


def test_game_that_other_code_has_played_is_not_kept(begun):
    experiment, ledger = begun
    with pytest.raises(LabError, match=r"0-6-1 of nim:9 was played on .*Playout has been"):
        Run(experiment, ledger).run(InTurn(other=3))
    assert len(ledger) == 13
    run = Run(experiment, ledger)
    run.run(InTurn(other=3), mix=True)
    assert run.schedule.tallies[0].pairs.games == 40
    assert [n for _, _, n in ledger.played_by()] == [16, 24]
    assert len(code.mix_lines(ledger)) == 3


def test_ledger_of_other_code_can_be_read_but_is_gone_on_with_only_when_asked(begun):
    experiment, ledger = begun
    with ledger._db:
        ledger._db.execute("UPDATE game SET versions = 'playout 0.1.0, code 123'")
    assert Run(experiment, ledger).schedule.tallies[0].pairs.games == 10
    assert code.mix_lines(ledger) == []
    with pytest.raises(LabError, match=r"10 games of nim:9 by playout 0.1.0, code 123.* --mix"):
        Run(experiment, ledger).run(InTurn())
    assert len(ledger) == 10
    Run(experiment, ledger).run(InTurn(), mix=True)
    assert len(ledger) == 40


def test_failed_games_are_still_known_where_going_on_is_refused(begun):
    experiment, ledger = begun
    ledger.add_failure("0-5-0", 3, "no luck")
    with ledger._db:
        ledger._db.execute("UPDATE game SET versions = 'playout 0.1.0'")
    with pytest.raises(LabError, match="--mix"):
        Run(experiment, ledger).run(InTurn())
    assert ledger.given_up() == {"0-5-0": "no luck"}


def test_code_is_that_of_what_can_change_a_game(tmp_path, monkeypatch):
    files = ("rules.py", "search/uct.py", "solve/data/7x6.book", "lab/run/tasks.py")
    aside = ("cli/lab.py", "lab/commands.py", "lab/report/page.py", "web/server.py", "svg/heat.py")
    for name in (*files, *aside):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    monkeypatch.setattr(code, "PACKAGE", tmp_path)

    def package():
        code._package_hash.cache_clear()
        return code._package_hash()

    try:
        before = package()
        for name in (*aside, *files):
            (tmp_path / name).write_text("x = 2\n")
            assert (package() == before) == (name in aside)
            (tmp_path / name).write_text("x = 1\n")
    finally:
        code._package_hash.cache_clear()
