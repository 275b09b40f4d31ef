"""The base install: what works without the extras, and what is said about the rest."""

import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from playout import extras
from playout.cli import main
from playout.errors import PlayoutError

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
# A start of Python that finds no package but those of the base install.
BARE = """
import importlib.machinery, sys
class Bare(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if path is None and name in sys.argv[1].split(","):
            return None
        return super().find_spec(name, path, target)
sys.meta_path = [f for f in sys.meta_path if f is not importlib.machinery.PathFinder] + [Bare]
from playout.cli import main
sys.exit(main(sys.argv[2:]))
"""


def bare(*arguments, text=""):
    hidden = {package for packages in extras.EXTRAS.values() for package in packages}
    hidden |= {"pydantic_core", "starlette"}
    command = [sys.executable, "-c", BARE, ",".join(hidden), *arguments]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, env=environment
    )


def test_extras_are_those_of_the_project():
    for extra, packages in extras.EXTRAS.items():
        named = " ".join(PROJECT["optional-dependencies"][extra]).replace("-", "_")
        assert re.findall(r"(?:^|(?<= ))(?!playout)[a-z_0-9]+", named) == sorted(packages)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["search", "nim:7", "--player", "uct:simulations=20"], ""),
        (["play", "nim:4", "--second", "random"], "3\n1\n"),
        (["watch", "random", "biased", "--game", "nim:7", "--games", "2"], ""),
        (["solve", "nim:7"], ""),
        (["show", "hex:3"], ""),
        (["players"], ""),
        (["--help"], ""),
    ],
)
def test_playing_needs_no_extra(arguments, text, tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path))
    run = bare(*arguments, text=text)
    assert run.returncode == 0, run.stderr
    assert run.stdout


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("lab", ["players", "grave", "--beta", "beta.svg"]),
        ("lab", ["match", "random", "biased", "--game", "nim:7"]),
        ("lab", ["accuracy", "random", "--game", "nim:7"]),
        ("lab", ["lab", "run", "none.toml"]),
        ("web", ["web", "--no-browser"]),
    ],
)
def test_missing_extra_is_said_in_a_sentence(extra, arguments):
    run = bare(*arguments)
    assert run.returncode == 2
    for package in extras.EXTRAS[extra]:
        assert re.search(f"install .*{package}", run.stderr)
    assert "Traceback" not in run.stderr
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("hidden", "command"),
    [
        ("", f'"{sys.executable}" -m pip install absent_a absent_b'),
        ("pip", f'uv pip install --python "{sys.executable}" absent_a absent_b'),
    ],
)
def test_command_works_wherever_the_installation_came_from(hidden, command, monkeypatch):
    monkeypatch.setitem(extras.EXTRAS, "lab", ("absent_a", "jinja2", "absent_b"))
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == hidden else found(name)
    )
    with pytest.raises(PlayoutError, match="this needs absent_a, absent_b") as caught:
        extras.require("lab")
    assert str(caught.value).endswith(f"by: {command}")


def test_nothing_is_said_where_all_is_there(capsys):
    assert main(["match", "random", "biased", "--game", "nim:7", "--games", "2"]) == 0
    assert "pip install" not in capsys.readouterr().err
