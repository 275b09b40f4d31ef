"""The experiments that prove what networks are worth can be run."""

import importlib.util
import re
import stat
import sys
from pathlib import Path

import pytest

pytest.importorskip("pydantic", reason="the lab is not installed")

from playout.lab.run.ledger import Ledger
from playout.lab.run.runner import Run
from playout.lab.run.spec import parse_spec, read_spec
from playout.lab.run.tasks import perform

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "benchmarks" / "training"

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the benchmarks are not installed")


class InTurn:
    """Plays in this process, one game after the other."""

    def play(self, next_task):
        return map(perform, iter(next_task, None))


def stand_in(tmp_path, monkeypatch):
    """A program called `mohex`, which plays at random."""
    engine = ROOT / "tests" / "formats" / "fake_engine.py"
    path = tmp_path / "bin" / "mohex"
    path.parent.mkdir()
    log = tmp_path / "log"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{engine}" options "{log}"\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(path.parent), prepend=":")
    return log


def test_specs_make_sense(tmp_path, monkeypatch):
    stand_in(tmp_path, monkeypatch)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    specs = {path.stem: read_spec(path) for path in FOLDER.glob("*.toml")}
    assert specs["truth-connect4"].pairs == 1000
    assert specs["equal-time-hex11"].pairs == 100
    for name in ("equal-time-hex11", "equal-time-open-spiel", "mohex"):
        assert specs[name].opening == 2
        assert all("default" not in text for text in specs[name].players.values())


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
@pytest.mark.full  # compiles a search with a network
def test_mohex_is_played_against(tmp_path, monkeypatch):
    """By a stand-in, on a small board: it gets the board, its time and every move."""
    log = stand_in(tmp_path, monkeypatch)
    text = (FOLDER / "mohex.toml").read_text("utf-8")
    for old, new in (
        ("hex:11", "hex:4"),
        (",seconds=2", ",simulations=4"),
        ("pairs = 50", "pairs = 1"),
    ):
        assert old in text
        text = text.replace(old, new)
    experiment = parse_spec(text)
    run = Run(experiment, Ledger.open(tmp_path / "a.sqlite", experiment.digest(), {"spec": text}))
    run.run(InTurn())
    assert not run.failed
    assert not run.schedule.failure_lines()
    said = log.read_text()
    assert "boardsize 4" in said
    assert "time_settings 0 4 1" in said
    assert re.search(r"genmove (black|white)", said)


def loaded(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_curve_takes_the_last_network_and_some_before(tmp_path):
    curve = loaded("curve")
    for minutes in ("0.50", "1.00", "2.00", "10.00"):
        (tmp_path / f"a-{minutes}.net").touch()
    (tmp_path / "a-b-1.00.net").touch()
    out = tmp_path / "a.net"
    assert [minutes for minutes, _ in curve.kept(out)] == [0.5, 1, 2, 10]
    text = curve.spec(out, "hex:11", "simulations=100", 10, most=2)
    players = parse_spec(text).players
    assert [*players] == ["1 min", "10 min", "playouts 1,000", "playouts 10,000"]
    assert players["playouts 1,000"] == "grave:beta=bias,bias=1e-3,simulations=1000"
    timed = curve.spec(out, "nim", "seconds=0.5", 10, most=8)
    assert parse_spec(timed).players["playouts"] == "uct:seconds=0.5"


def test_open_spiel_speaks_gtp():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    engine = loaded("open_spiel_gtp").Engine()
    for line in ("boardsize 5", "clear_board", "time_settings 0 1 1", "play black c3"):
        command, *words = line.split()
        assert engine.answer(command, words) == ""
    engine.seconds = 0.01
    move = engine.answer("genmove", ["white"])
    assert re.fullmatch(r"[a-e][1-5]", move)
    assert move != "c3"
    assert engine.state.is_terminal() is False
    assert engine.state.current_player() == 0
    assert engine.action("b3") == 2 * 5 + 1
