"""What the shell does, from Python."""

import os
import subprocess
import sys
import types

import pytest

import playout
from playout import Biased, GameError, Nim, SearchError
from playout.cli import main
from playout.lab.run.errors import LabInputError
from playout.lab.run.spec import SpecError

SPEC = {"kind": "match", "game": "nim:7", "games": 3, "players": {"a": "random", "b": "biased"}}


def test_match_returns_its_games_and_says_who_won(capsys):
    table = playout.match("random", "biased", game=Nim(7), games=3, workers=1)
    assert list(table["first"]) == ["random", "biased", "random"]
    assert set(table.winner) <= {"random", "biased"}
    assert (table.plies == table.moves.str.split().str.len()).all()
    assert table.attrs["summary"] in capsys.readouterr().out
    assert "of 3 points" in table.attrs["summary"]


def test_players_may_be_algorithms():
    table = playout.match(Biased(blocks=False), "random", game="nim:7", games=1, workers=1)
    assert list(table["first"]) == ["biased:blocks=false"]


def test_experiment_is_run_once_and_reported(tmp_path):
    path = tmp_path / "trial.toml"
    players = '[players]\na = "random"\nb = "biased"\n'
    path.write_text(f'kind = "match"\ngame = "nim:7"\ngames = 3\n{players}')
    trial = playout.experiment(path)
    assert "0 of 3 games" in repr(trial)
    page = trial.run(workers=1).report()
    assert page == tmp_path / "trial-report/report.html"
    assert page.read_text("utf-8").startswith("<!doctype html>")
    again = playout.experiment(path)  # the games are kept beside the spec
    assert "3 of 3 games" in repr(again)
    assert again.games.equals(trial.games)
    assert not again.failed


@pytest.mark.parametrize("spec", [SPEC | {"kind": "nothing"}, SPEC | {"games": 0}, "nowhere.toml"])
def test_bad_spec_is_a_sentence(spec):
    with pytest.raises(SpecError):
        playout.experiment(spec)


def test_what_is_no_spec_and_no_test_is_a_sentence():
    with pytest.raises(playout.PlayoutError, match="the path of a spec or its values, not None"):
        playout.experiment(None)
    with pytest.raises(playout.PlayoutError, match="sprt must be two numbers"):
        playout.match("random", "random", game="nim", sprt=(0,))


def test_bad_players_are_a_sentence():
    with pytest.raises(GameError, match="is not a player"):
        playout.match(3, "random", game="nim:4", games=1)
    with pytest.raises((SearchError, SpecError), match="nobody"):
        playout.match("nobody", "random", game="nim:4", games=1)


def test_script_without_a_guard_starts_no_workers_of_its_own(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import playout\nprint('once')\n"
        "playout.match('random', 'biased', game='nim:7', games=2, workers=2)\n"
    )
    run = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=False, timeout=300
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("once") == 1


def test_game_is_played_to_its_end(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path))
    answers = iter(["2", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    last = playout.play("nim:4", "human", "biased", seed=1)
    assert str(last.history[0]) == "2"
    assert last.is_over
    assert "plays" in capsys.readouterr().out


def test_a_notebook_draws_the_board(monkeypatch, tmp_path):
    class ZMQInteractiveShell:
        pass

    drawn = []
    there = types.ModuleType("IPython")
    there.get_ipython = ZMQInteractiveShell
    display = types.ModuleType("IPython.display")
    display.display = drawn.append
    monkeypatch.setitem(sys.modules, "IPython", there)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path))
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    start = playout.play(Nim(4), seed=1)
    assert drawn == [start]
    assert "<svg" in start._repr_mimebundle_()["image/svg+xml"]


@pytest.mark.parametrize("workers", [0, -2, 1.5, 5000])
def test_number_of_workers_is_checked_as_in_the_shell(workers):
    with pytest.raises(LabInputError, match="workers must be a whole number from 1 to 1024"):
        playout.match("random", "biased", game="nim:7", games=1, workers=workers)


def test_ledger_from_python_can_be_reported_in_the_shell(tmp_path, capsys):
    ledger = tmp_path / "from-python.db"
    playout.match("random", "biased", game="nim:7", games=3, workers=1, ledger=ledger)
    assert main(["lab", "report", str(ledger), "--folder", str(tmp_path / "report")]) == 0
    assert main(["lab", "export", str(ledger), str(tmp_path / "games.csv")]) == 0
    assert "3 games are in" in capsys.readouterr().out


def test_name_of_an_experiment_is_no_path(tmp_path, monkeypatch):
    inside = tmp_path / "here"
    inside.mkdir()
    monkeypatch.chdir(inside)
    page = playout.experiment(SPEC | {"name": "../out:side/x"}).run(workers=1).report()
    assert page.resolve().is_relative_to(inside)
    assert {path.name for path in tmp_path.iterdir()} == {"here"}


def test_figures_are_written_from_python_too(tmp_path):
    playout.experiment(SPEC).run(workers=1).report(tmp_path, figures=["svg"])
    files = {path.name for path in (tmp_path / "figures").iterdir()}
    listed = (tmp_path / "figures" / "figures.md").read_text("utf-8")
    assert len(files) > 3
    assert all(name in listed for name in files - {"figures.md"})


LANGUAGE = """
import playout
CHOICE
print(playout.experiment(SPEC).run(workers=1))
"""


@pytest.mark.full
@pytest.mark.parametrize(
    ("choice", "settings", "word"),
    [
        ("", {}, " of 3"),
        ("", {"LC_ALL": "fr_FR.UTF-8"}, " sur 3"),
        ("", {"LANGUAGE": "de:fr", "LC_ALL": "C"}, " sur 3"),
        ("playout.speak('fr')", {}, " sur 3"),
        ("playout.speak('en')", {"LC_ALL": "fr_FR.UTF-8"}, " of 3"),
    ],
)
def test_python_speaks_the_users_language(choice, settings, word):
    program = LANGUAGE.replace("CHOICE", choice).replace("SPEC", repr(SPEC))
    environment = {**os.environ, **settings}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert word in run.stdout


def test_unknown_language_is_a_sentence():
    with pytest.raises(playout.PlayoutError, match="no language is called 'xx'; there are en, fr"):
        playout.speak("xx")
