"""The lab of the page: the same specs and ledgers as `playout lab`, which nothing can lose."""

import contextlib
import math
import sqlite3
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest
from lab_client import LONG, NEW, Lab
from serving import serving, until

from playout.lab import commands
from playout.lab.run.ledger import Ledger, LedgerInUseError, NoLedgerError
from playout.lab.run.spec import read_spec
from playout.lab.stats.pentanomial import share_of

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("experiments")


@pytest.fixture(scope="module")
def lab(folder):
    with serving(experiments_in=str(folder)) as live:
        yield Lab(live.address)


def in_terminal(*arguments):
    """What `playout lab` says and exits with."""
    command = [sys.executable, "-m", "playout", "lab", *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def ids_in(path):
    try:
        ledger = Ledger.look(path)
    except NoLedgerError:
        return []
    try:
        return sorted(ledger.ids())
    finally:
        ledger.close()


def test_an_experiment_from_its_definition_to_its_report(lab, folder):
    made = lab.create()
    assert made["id"] == "short-trial.toml"
    assert (made["state"], made["total"]) == ("running", 6)
    done = lab.until(made["id"], "finished", "failed")
    assert (done["state"], done["done"], done["why"]) == ("finished", 6, None)
    (contest,) = done["contests"]
    assert contest["games"] == 6 == contest["wins"] + contest["draws"] + contest["losses"]
    assert contest["low"] <= contest["share"] <= contest["high"]
    ends = (contest["elo_low"], -math.inf), (contest["elo_high"], math.inf)
    agreeing = [share_of(open_end if end is None else end) for end, open_end in ends]
    assert [contest["low"], contest["high"]] == pytest.approx(agreeing)
    assert [point[0] for point in contest["curve"]] == [2, 4, 6]
    assert contest["curve"][-1][1:] == [contest["share"], contest["low"], contest["high"]]
    # The report is the one that `playout lab report` writes, and is a page apart.
    assert lab.send(f"/{made['id']}/report.html")[0] == 404
    assert lab(f"/{made['id']}/report", {"language": "fr"})["has_report"]
    status, headers, page = lab.send(f"/{made['id']}/report.html")
    assert status == 200
    assert b'<html lang="fr">' in page
    assert page == (folder / "short-trial-report/report.html").read_bytes()
    assert "sandbox" in headers["content-security-policy"]
    assert "allow-same-origin" not in headers["content-security-policy"]
    assert lab(f"/{made['id']}/games.csv").startswith(b"id,counted,")
    # The spec is what was defined.
    _, headers, spec = lab.send(f"/{made['id']}/{made['id']}")
    assert "attachment" in headers["content-disposition"]
    assert spec == (folder / made["id"]).read_bytes()
    experiment = read_spec(folder / made["id"])
    assert experiment.players == NEW["players"]
    assert (experiment.name, experiment.pairs, experiment.opening) == ("Short trial", 3, 0)


def test_two_of_one_name_have_files_of_their_own(lab):
    first, second = lab.create(name="Twice"), lab.create(name="Twice")
    assert [first["id"], second["id"]] == ["twice.toml", "twice-2.toml"]
    assert {lab.until(one["id"], "finished")["done"] for one in (first, second)} == {6}


def test_the_terminal_goes_on_with_what_the_page_began(lab, folder):
    made = lab("", LONG | {"name": "Begun here", "games": 400})
    lab.until_played(made["id"], 1)
    stopped = lab(f"/{made['id']}/stop", {})
    assert stopped["state"] == "stopped"
    assert 0 < stopped["done"] < 400
    before = ids_in(folder / "begun-here.sqlite")
    ended = in_terminal("run", folder / made["id"], "--workers", "1")
    assert ended.returncode == 0, ended.stderr
    assert len(ids_in(folder / "begun-here.sqlite")) == 400
    assert {*before} <= {*ids_in(folder / "begun-here.sqlite")}
    done = lab.of(made["id"])
    assert (done["state"], done["done"]) == ("finished", 400)
    assert [point[0] for point in done["contests"][0]["curve"]][-1] == 400


def test_the_page_goes_on_with_what_a_terminal_began(lab, folder):
    spec = folder / "from_terminal.toml"
    spec.write_text(
        'game = "nim"\ngames = 8\nopening = 0\n[players]\na = "random"\nb = "uct:simulations=9"\n'
    )
    assert lab.of(spec.name)["state"] == "ready"
    assert in_terminal("run", spec, "--workers", "1").returncode == 0
    assert lab.of(spec.name)["state"] == "finished"
    # The same experiment is taken for unfinished once its spec asks for more in another ledger.
    longer = folder / "longer.toml"
    longer.write_text(spec.read_text().replace("games = 8", "games = 12"))
    assert lab(f"/{longer.name}/run", {})["state"] == "running"
    assert lab.until(longer.name, "finished")["done"] == 12
    assert "longer.toml" in lab.of(longer.name)["command"]


def test_a_run_of_another_program_is_seen_and_left_alone(lab, folder):
    made = lab.create(name="Elsewhere")
    lab.until(made["id"], "finished")
    experiment = read_spec(folder / made["id"])
    ledger = Ledger.open(folder / "elsewhere.sqlite", experiment.digest(), {})
    with ledger.driven():
        assert lab.of(made["id"])["state"] == "elsewhere"
        assert lab(f"/{made['id']}/run", {})["code"] == "runs-elsewhere"
        assert lab(f"/{made['id']}/stop", {})["state"] == "elsewhere"
    ledger.close()
    assert lab.of(made["id"])["state"] == "finished"


def test_a_ledger_whose_maker_was_killed_at_once_is_not_begun(lab, folder):
    spec = folder / "blank.toml"
    spec.write_text('game = "nim"\n[players]\na = "random"\nb = "uct:simulations=9"\n')
    with contextlib.closing(sqlite3.connect(folder / "blank.sqlite")) as blank:
        blank.execute("PRAGMA journal_mode = WAL")
    assert (lab.of(spec.name)["state"], lab.of(spec.name)["why"]) == ("ready", None)


def test_looking_at_a_ledger_does_not_keep_a_run_from_it(tmp_path):
    path = tmp_path / "a.sqlite"
    ledger = Ledger.open(path, "digest", {})
    assert not Ledger.is_driven(path)
    with ledger.driven():
        assert Ledger.is_driven(path)
        with pytest.raises(LedgerInUseError), ledger.driven():
            pass
    assert not Ledger.is_driven(path)
    ledger.close()


def test_a_bad_spec_of_the_folder_says_why_and_the_rest_is_shown(lab, folder):
    (folder / "bad.toml").write_text('game = "hexx"\n[players]\na = "uct"\nb = "uct"\n')
    (folder / "none.json").write_text("{")
    (folder / "tall.toml").write_text("name = '" + "x" * 200_000 + "'")
    good = lab.create(name="Good")
    listed = {one["id"]: one for one in lab.every()}
    assert "hexx" in listed["bad.toml"]["why"]["text"]
    assert listed["bad.toml"]["why"]["french"] != listed["bad.toml"]["why"]["text"]
    assert listed["none.json"]["state"] == "failed"
    assert "tall.toml" not in listed
    assert good["id"] in listed
    assert lab("/bad.toml/run", {})["code"] == "not-from-page"


def test_other_kinds_are_shown_in_the_lab_s_own_lines(lab, folder):
    spec = folder / "accurate.toml"
    spec.write_text(
        'kind = "accuracy"\ngame = "nim"\npositions = 3\nplies = [0, 2]\nsimulations = [10]\n'
        '[players]\nuct = "uct"\n'
    )
    assert lab.of(spec.name)["may_run"]
    lab(f"/{spec.name}/run", {})
    done = lab.until(spec.name, "finished", "failed")
    assert done["state"] == "finished", done
    assert done["unit"] == "answers"
    assert "keep the value" in done["lines"][0]
    assert "gardent la valeur" in lab(f"/{spec.name}?lang=fr")["lines"][0]


def test_what_is_missing_is_said_in_a_sentence(lab, monkeypatch):
    monkeypatch.setitem(__import__("playout.extras").extras.EXTRAS, "lab", ("no_such_package",))
    seen = lab()
    assert "no_such_package" in seen["missing"]["text"]
    assert seen["missing"]["french"] != seen["missing"]["text"]
    assert seen["experiments"] == []
    assert lab("", NEW)["code"] == "no-package"


def test_a_run_ends_with_its_pipe(tmp_path):
    """As it does when the server is killed."""
    spec = tmp_path / "long.toml"
    spec.write_text(
        'game = "nim"\ngames = 300\nopening = 0\n[players]\na = "random"\nb = "uct:simulations=9"\n'
    )
    ledger = Path(commands.ledger_of(str(spec)))
    command = [sys.executable, "-m", "playout.lab.attended", str(spec), "1", "en"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        until(lambda: ledger.exists() and Ledger.is_driven(ledger))
        until(lambda: len(ids_in(ledger)) > 0)
        _, said = run.communicate(b"", timeout=120)  # which closes the pipe
    assert run.returncode == 130, said
    assert 0 < len(ids_in(ledger)) < 300
    ended = commands.run(Namespace(spec=str(spec), ledger=None, workers=1, mix=False))
    assert (ended, len(ids_in(ledger))) == (0, 300)
