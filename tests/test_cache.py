"""Compiled kernels on disk: found again, never stale, and not needed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import playout
from playout import cache
from playout.kernel import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")

GAME = '''
from typing import NamedTuple
from helper import STEP
from playout import FIRST, ONGOING, SECOND, game

@game
class Tiny(NamedTuple):
    """One move, and the winner is a constant."""
    length: int = 1
    def n_words(self): return 1
    def n_moves(self): return 1
    def max_plies(self): return 1
    def start(self, state): state[0] = 0
    def moves(self, state, out):
        out[0] = 0
        return 1
    def play(self, state, move): state[0] += STEP
    def winner(self, state): return ONGOING if state[0] == 0 else WINNER
'''
PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from playout import find
print(find(sys.argv[1] + "/tiny.py").start().play("0").winner)
"""


class Place:
    """A folder with a user's game in it, and a cache of its own."""

    def __init__(self, path):
        self.path = path
        self.cache = path / "cache"
        self.write("FIRST", "1")

    def write(self, winner, step):
        (self.path / "tiny.py").write_text(GAME.replace("WINNER", winner))
        (self.path / "helper.py").write_text(f"import numpy as np\nSTEP = np.uint64({step})\n")

    def run(self, cache=None, package=None, program=PROGRAM):
        # Python itself takes a file for unchanged that was edited within a second.
        settings = {"PLAYOUT_CACHE_DIR": str(cache or self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
        environment = {**os.environ, **settings}
        environment.pop("PLAYOUT_QUIET", None)
        if package:
            environment["PYTHONPATH"] = str(package)
        return subprocess.run(
            [sys.executable, "-c", program, str(self.path)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


def test_second_process_compiles_nothing(place):
    first, second = place.run(), place.run()
    assert "compiling Tiny (look), once: " in first.stderr
    assert "compiling" not in second.stderr
    assert first.stdout == second.stdout == "0\n"


def test_changed_game_file_is_never_served_stale_code(place):
    assert place.run().stdout == "0\n"
    place.write("SECOND", "1")
    changed = place.run()
    assert changed.stdout == "1\n"
    assert "compiling Tiny" in changed.stderr


def test_changed_helper_beside_the_game_counts_too(place):
    place.run()
    place.write("FIRST", "3")
    assert "compiling Tiny" in place.run().stderr


class Elsewhere(Place):
    """The same with the helper in another folder, where a file has the number of the winner."""

    def write(self, winner, step):
        super().write("winner(state)", step)
        game, other = self.path / "tiny.py", self.path / "other"
        path = f"import sys\nsys.path.insert(0, {str(other)!r})\n"
        game.write_text(f"{path}from far import winner\n{game.read_text()}")
        other.mkdir(exist_ok=True)
        self.write_far("WINNER")
        self.write_number(0)

    def write_far(self, winner):
        (self.path / "other" / "far.py").write_text(
            "from pathlib import Path\n"
            "from playout.kernel import compiled\n"
            "WINNER = int(Path(__file__).with_name('number.txt').read_text())\n"
            f"@compiled\ndef winner(state): return {winner}\n"
        )

    def write_number(self, number):
        (self.path / "other" / "number.txt").write_text(f"{number}\n")


def test_changed_helper_in_another_folder_counts_too(tmp_path):
    place = Elsewhere(tmp_path)
    assert place.run().stdout == "0\n"
    place.write_far("1 - WINNER")
    assert place.run().stdout == "1\n"
    assert "compiling" not in place.run().stderr
    place.write_number(1)  # no line of any source has changed
    assert place.run().stdout == "0\n"


AFTERWARDS = """
import importlib, sys
from pathlib import Path
from playout import find
sys.path.insert(0, sys.argv[1])
game = find(sys.argv[1] + "/tiny.py")
far = Path(sys.argv[1], "other", "far.py")
far.write_text(far.read_text().replace("return WINNER", "return 1 - WINNER"))
print(game.start().play("0").winner)  # compiled only now
print(find(sys.argv[1] + "/tiny.py").start().play("0").winner)  # the helper is as it was loaded
importlib.reload(sys.modules["far"])
print(find(sys.argv[1] + "/tiny.py").start().play("0").winner)
"""


def test_file_that_is_edited_after_it_was_loaded_counts_as_it_was(tmp_path):
    place = Elsewhere(tmp_path)
    assert place.run(program=AFTERWARDS).stdout == "0\n0\n1\n"
    assert place.run().stdout == "1\n"


TWO_OF_A_NAME = """
import sys
from playout import find
games = [find(f"{sys.argv[1]}/{folder}/tiny.py") for folder in FOLDERS]
print([game.start().play("0").winner for game in games + games])
"""


def test_two_files_of_one_name_are_told_apart(tmp_path):
    place = Place(tmp_path)
    for folder, winner in (("one", "FIRST"), ("other", "SECOND")):
        (tmp_path / folder).mkdir()
        text = GAME.replace("WINNER", winner).replace("from helper import STEP", "")
        (tmp_path / folder / "tiny.py").write_text(text.replace("STEP", "1"))

    def winners(*folders):
        return place.run(program=TWO_OF_A_NAME.replace("FOLDERS", repr(folders))).stdout

    assert winners("one") == "[0, 0]\n"  # by which its kernel is on the disk
    assert winners("one", "other") == "[0, 1, 0, 1]\n"


def test_changed_package_is_never_served_stale_code(place):
    source = Path(playout.__file__).parent
    copy = place.path / "copy" / "playout"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    assert "compiling" in place.run(package=copy.parent).stderr
    assert "compiling" not in place.run(package=copy.parent).stderr
    rules = copy / "rules.py"
    rules.write_text(rules.read_text() + "\n# changed\n")
    assert "compiling" in place.run(package=copy.parent).stderr


def test_rooms_of_their_own_count_for_their_own_kernels(tmp_path, monkeypatch):
    for room in ("search", "solve", "web"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "file.py").write_text("x = 1\n")
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)

    def hashes():
        cache.package_hash.cache_clear()
        return cache.package_hash("search"), cache.package_hash("solve"), cache.package_hash()

    before = hashes()
    (tmp_path / "web" / "file.py").write_text("x = 2\n")
    assert hashes() == before
    (tmp_path / "solve" / "file.py").write_text("x = 2\n")
    assert [new == old for new, old in zip(hashes(), before, strict=True)] == [True, False, False]
    (tmp_path / "search" / "file.py").write_text("x = 2\n")
    assert all(new != old for new, old in zip(hashes(), before, strict=True))
    cache.package_hash.cache_clear()


def test_torn_file_is_compiled_again(place):
    place.run()
    for file in place.cache.glob("*.kernel"):
        file.write_bytes(file.read_bytes()[:100])
    again = place.run()
    assert again.stdout == "0\n"
    assert "compiling" in again.stderr
    assert "compiling" not in place.run().stderr


def test_folder_that_cannot_be_written_is_survived_with_one_warning(place):
    (place.path / "file").write_text("in the way")
    run = place.run(cache=place.path / "file" / "cache")
    assert run.stdout == "0\n"
    assert run.stderr.count("cannot be kept") == 1
    assert "PLAYOUT_CACHE_DIR" in run.stderr


def test_old_kernels_are_removed(place):
    place.run()
    old = place.cache / "look-0.kernel"
    old.write_bytes(b"")
    os.utime(old, (0, 0))
    place.write("SECOND", "1")
    place.run()
    assert not old.exists()
