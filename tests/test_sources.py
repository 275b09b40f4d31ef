"""A hash of what a class does: it changes with all that is reached, and with nothing else."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from playout.sources import code_hash, file_of

GAME = """
from typing import NamedTuple
import numpy as np
import helper
from helper import STEP, move
from playout.kernel import compiled

SIZES = (3, 4)
WORDS = {"a", "b", "c", "d"}
UNUSED = 1

def outer(n):
    def inner(x):
        return x + n
    return inner

add = outer(2)

class Rules(NamedTuple):
    size: int = 7
    def play(self, state):
        return move(state) + STEP + SIZES[0] + helper.TABLE[0] + add(1)
    def name(self, text):
        return text in {"x", "y", "z"} or text in WORDS
    def shown(self):
        return helper.deep.LAST
"""
HELPER = """
import numpy as np
import deep
from playout.kernel import compiled
STEP = np.uint64(1)
TABLE = np.arange(3)
NOBODY_ASKS = 1
@compiled
def move(state):
    return state + further(state)
def further(state, by=2):
    return by
"""
DEEP = "LAST = 1\n"


class Folder:
    """Files of a game, and what they are loaded to."""

    def __init__(self, path):
        self.path = path
        for name, text in (("game", GAME), ("helper", HELPER), ("deep", DEEP)):
            (path / f"{name}.py").write_text(text)

    def edit(self, name, old, new):
        file = self.path / f"{name}.py"
        text = file.read_text()
        assert text.count(old) == 1
        file.write_text(text.replace(old, new))

    def load(self, monkeypatch):
        """The class, with its helpers loaded anew."""
        monkeypatch.syspath_prepend(str(self.path))
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        forget()
        return importlib.import_module("game").Rules


def forget():
    for name in ("game", "helper", "deep"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()


@pytest.fixture(autouse=True)
def forgotten():
    yield
    forget()


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("game", "size: int = 7", "size: int = 3"),
        ("game", "SIZES = (3, 4)", "SIZES = (3, 5)"),
        ("game", '"c", "d"', '"c", "e"'),
        ("game", "outer(2)", "outer(3)"),
        ("game", "return x + n", "return x - n"),
        ("helper", "uint64(1)", "uint64(2)"),
        ("helper", "arange(3)", "arange(4)"),
        ("helper", "state + further", "state - further"),
        ("helper", "by=2", "by=3"),
        ("deep", "LAST = 1", "LAST = 2"),
    ],
)
def test_what_is_reached_counts(folder, monkeypatch, name, old, new):
    monkeypatch.setattr("playout.sources.hash_files", lambda paths: "")  # of the text alone
    before = code_hash(folder.load(monkeypatch))
    folder.edit(name, old, new)
    assert code_hash(folder.load(monkeypatch)) != before


OWN = {
    "search": """
from typing import NamedTuple
from playout.search import algorithm
@algorithm
class Rules(NamedTuple):
    at: int = 0
    def choose(self, tree, descent, stream):
        return tree.first[descent.node] + 0
""",
    "policy": """
from typing import NamedTuple
from playout.search import policy
@policy
class Rules(NamedTuple):
    at: int = 0
    def pick(self, game, state, moves, n, line, memory, stream):
        return n - 1
""",
}


@pytest.mark.parametrize(("kind", "old", "new"), [("search", "+ 0", "+ 1"), ("policy", "1", "2")])
def test_method_that_is_checked_as_it_runs_counts(folder, monkeypatch, kind, old, new):
    # The package puts a function of its own around these, which is all that the class holds.
    (folder.path / "game.py").write_text(OWN[kind])
    before = code_hash(folder.load(monkeypatch))
    folder.edit("game", f"{old}\n", f"{new}\n")
    assert code_hash(folder.load(monkeypatch)) != before


def test_text_of_the_files_counts_where_no_name_leads(folder, monkeypatch):
    before = code_hash(folder.load(monkeypatch))
    folder.edit("helper", "NOBODY_ASKS = 1", "")
    assert code_hash(folder.load(monkeypatch)) != before


def test_file_that_was_edited_after_it_was_loaded_counts_as_it_was(folder, monkeypatch):
    monkeypatch.setattr("playout.sources.hash_files", lambda paths: "")
    rules = folder.load(monkeypatch)
    before = code_hash(rules)
    folder.edit("helper", "state + further", "state - further")
    assert code_hash(rules) == before


def test_class_that_is_loaded_twice_is_the_same(folder, monkeypatch):
    first, second = folder.load(monkeypatch), folder.load(monkeypatch)
    second.__name__ = "Rules_2"
    assert first is not second
    assert code_hash(first) == code_hash(second)


PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    __import__(name)
import game
from playout.sources import code_hash
print(code_hash(game.Rules))
"""


def hash_elsewhere(path, *modules, **settings):
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path), *modules],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_hash_is_the_same_in_every_process(folder, tmp_path):
    (tmp_path / "unrelated.py").write_text("import game\ngame.UNUSED = 2\n")
    here = hash_elsewhere(tmp_path, PYTHONHASHSEED="1", NUMBA_DISABLE_JIT="0")
    there = hash_elsewhere(tmp_path, "unrelated", PYTHONHASHSEED="2", NUMBA_DISABLE_JIT="1")
    assert here == there


def test_installed_game_has_its_own_package_taken_in(tmp_path, monkeypatch):
    home = tmp_path / "site-packages"
    home.mkdir()
    for name, text in (("game", GAME), ("helper", HELPER), ("deep", DEEP)):
        (home / name).mkdir()
        (home / name / "__init__.py").write_text(text)
    monkeypatch.setattr("playout.sources.hash_files", lambda paths: "")
    hashes = []
    for name, old, new in (
        ("game", "", ""),
        ("game", "return x + n", "return x - n"),
        ("helper", "by=2", "by=3"),
    ):
        file = home / name / "__init__.py"
        file.write_text(file.read_text().replace(old, new) if old else file.read_text())
        monkeypatch.syspath_prepend(str(home))
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        forget()
        rules = importlib.import_module("game").Rules
        hashes.append(code_hash(rules))
    assert hashes[0] != hashes[1] == hashes[2]  # another package counts by its name
    assert file_of(rules) == Path(home / "game" / "__init__.py").resolve()
