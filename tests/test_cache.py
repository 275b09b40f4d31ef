"""Compiled kernels on disk: found again, never stale, and not needed."""

import ast
import errno
import os
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from types import SimpleNamespace

import llvmlite.binding
import pytest

import playout
from playout import cache, kernel_file
from playout.kernel import JIT
from playout.processor import BASELINE, FEATURES, WIDE, has_fast_pdep
from playout.sources import PACKAGE

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


def full(value):
    """A value for `make test-full`."""
    return pytest.param(value, marks=pytest.mark.full)


class Place:
    """A folder with a user's game in it, and a cache of its own."""

    def __init__(self, path):
        self.path = path
        self.cache = path / "cache"
        self.write("FIRST", "1")

    def write(self, winner, step):
        (self.path / "tiny.py").write_text(GAME.replace("WINNER", winner))
        (self.path / "helper.py").write_text(f"import numpy as np\nSTEP = np.uint64({step})\n")

    def run(self, cache=None, package=None, program=PROGRAM, timeout=None, **settings):
        # Python itself takes a file for unchanged that was edited within a second.
        settings |= {"PLAYOUT_CACHE_DIR": str(cache or self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
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
            timeout=timeout,
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


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.full
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


def copy_of_the_package(path):
    copy = path / "copy" / "playout"
    ignored = shutil.ignore_patterns("__pycache__", "static")
    return Path(shutil.copytree(Path(playout.__file__).parent, copy, ignore=ignored))


@pytest.mark.full
def test_changed_package_is_never_served_stale_code(place):
    copy = copy_of_the_package(place.path)
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


def torn(data):
    return data[:100]


def flipped(data):
    return data[:-100] + bytes([data[-100] ^ 1]) + data[-99:]


def empty(data):
    return b""


@pytest.mark.parametrize("harm", [flipped, full(torn), full(empty)])
def test_damaged_file_is_made_anew_with_one_line(place, harm):
    place.run()
    files = [*place.cache.glob("*.kernel")]
    for file in files:
        file.write_bytes(harm(file.read_bytes()))
    again = place.run()
    assert again.stdout == "0\n"
    assert again.stderr.count("is damaged") == len(files)
    assert "compiling" in again.stderr
    assert "compiling" not in place.run().stderr


def test_damage_is_said_also_where_compiling_is_not(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PLAYOUT_QUIET", "1")
    monkeypatch.setattr(kernel_file, "SAID", {})
    (tmp_path / "look.kernel").write_bytes(b"damaged")
    for _ in range(2):
        with pytest.raises(ValueError, match="look"):
            kernel_file.read(tmp_path / "look.kernel")
    said = capsys.readouterr().err
    assert said == f"playout: {tmp_path / 'look.kernel'} is damaged, and is made anew\n"


@pytest.mark.full
def test_kernel_under_the_name_of_another_is_not_taken(place):
    place.run()
    before = {file.name.partition("-")[0]: file for file in place.cache.glob("*.kernel")}
    place.write("SECOND", "1")
    place.run()
    for file in {*place.cache.glob("*.kernel")} - {*before.values()}:
        file.write_bytes(before[file.name.partition("-")[0]].read_bytes())
    assert place.run().stdout == "1\n"


@pytest.mark.full
def test_whole_kernel_for_other_types_is_not_taken(place):
    """Its name is a hash of the types, so that only who writes it so can bring it about."""
    place.run()
    (own,) = place.cache.glob("look-*.kernel")
    text = (place.path / "tiny.py").read_text()
    (place.path / "tiny.py").write_text(text.replace("length: int = 1", "length: float = 1.5"))
    place.run()
    (other,) = {*place.cache.glob("look-*.kernel")} - {own}
    own.write_bytes(kernel_file.sealed(own.name, zlib.decompress(other.read_bytes()[32:])))
    (place.path / "tiny.py").write_text(text)
    run = place.run()
    assert run.stdout == "0\n"
    assert "compiling" in run.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows keeps others out by itself")
@pytest.mark.parametrize(
    "what",
    [
        "file",
        *(
            pytest.param(one, marks=pytest.mark.full)
            for one in ("folder", "owner", "owner of the folder")
        ),
    ],
)
def test_what_others_can_write_is_not_run(place, what):
    place.run()
    if what.startswith("owner") and os.geteuid():
        pytest.skip("only root can give a file away")
    for file in place.cache.glob("*.kernel"):
        target = place.cache if "folder" in what else file
        if what.startswith("owner"):
            os.chown(target, 12345, -1)
        else:
            target.chmod(target.stat().st_mode | 0o020)
    run = place.run()
    assert run.stdout == "0\n"
    assert "compiling" in run.stderr
    assert run.stderr.count("others can write") == 1


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows keeps others out by itself")
@pytest.mark.parametrize(
    ("mode", "owner", "group", "is_ours"),
    [
        (0o644, 1000, 5, True),
        (0o664, 1000, 1000, True),  # the group of this user alone
        (0o664, 1000, 1001, False),  # one with others in it
        (0o664, 1000, 1002, False),  # another user's
        (0o664, 1000, 1003, False),  # one that nobody knows
        (0o664, 1000, 1004, False),  # the first group of another user, too
        (0o664, 0, 0, False),  # the system's
        (0o666, 1000, 1000, False),
        (0o644, 1001, 1000, False),
    ],
)
def test_group_may_write_if_it_is_the_users_own(monkeypatch, tmp_path, mode, owner, group, is_ours):
    of_ann(monkeypatch)
    place = SimpleNamespace(st_mode=mode, st_uid=owner, st_gid=group)
    assert kernel_file.is_ours(place, tmp_path) == is_ours


def of_ann(monkeypatch):
    """A system where Ann, who runs this, has groups of her name, and Carl has one as his first."""
    import grp
    import pwd

    groups = {1000: ("ann", []), 1001: ("ann", ["bob"]), 1002: ("bob", [])}
    groups |= {1004: ("ann", []), 0: ("ann", [])}
    named = {gid: SimpleNamespace(gr_name=n, gr_mem=m) for gid, (n, m) in groups.items()}
    users = [("ann", 1000, 1000), ("carl", 1004, 1004)]
    known = {u: SimpleNamespace(pw_name=n, pw_uid=u, pw_gid=g) for n, u, g in users}
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(pwd, "getpwuid", known.__getitem__)
    monkeypatch.setattr(pwd, "getpwall", lambda: [*known.values()])
    monkeypatch.setattr(grp, "getgrgid", named.__getitem__)
    monkeypatch.setattr(kernel_file, "_is_private", kernel_file._is_private.__wrapped__)


@pytest.mark.skipif(not hasattr(os, "getxattr"), reason="only Linux says who is on a list")
@pytest.mark.parametrize(
    ("problem", "is_ours"),
    [
        (None, False),  # there is a list of users
        (errno.ENODATA, True),
        (errno.ENOTSUP, True),
        (errno.EACCES, False),
    ],
)
def test_group_may_not_write_where_a_list_names_users(monkeypatch, tmp_path, problem, is_ours):
    def asked(place, name):
        assert (place, name) == (tmp_path, "system.posix_acl_access")
        if problem:
            raise OSError(problem, "")
        return b"list"

    of_ann(monkeypatch)
    monkeypatch.setattr(os, "getxattr", asked)
    found = SimpleNamespace(st_mode=0o664, st_uid=1000, st_gid=1000)
    assert kernel_file.is_ours(found, tmp_path) == is_ours
    monkeypatch.delattr(os, "getxattr")
    assert not kernel_file.is_ours(found, tmp_path)


READ = """
import sys
from pathlib import Path
from playout.kernel_file import read
try:
    read(Path(sys.argv[1], "cache", "look.kernel"))
except OSError as error:
    print(type(error).__name__)
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
@pytest.mark.parametrize("mode", [0o700, 0o1777])
def test_pipe_in_the_place_of_a_kernel_is_not_waited_for(place, mode):
    place.cache.mkdir()
    place.cache.chmod(mode)
    os.mkfifo(place.cache / "look.kernel", 0o600)
    run = place.run(program=READ, timeout=60)
    assert run.stdout == "PermissionError\n"
    assert ("others can write" in run.stderr) == (mode != 0o700)


@pytest.mark.skipif(sys.platform == "win32", reason="links are for administrators there")
def test_kernel_may_be_a_link_as_installers_make_them(tmp_path):
    target, link = tmp_path / "target", tmp_path / "look.kernel"
    kernel_file.write(target, kernel_file.sealed(link.name, b"code"))
    link.symlink_to(target)
    assert kernel_file.read(link) == b"code"
    target.chmod(0o666)
    with pytest.raises(PermissionError):
        kernel_file.read(link)


@pytest.mark.full
def test_folder_is_made_for_the_user_alone(place):
    before = os.umask(0)
    try:
        place.run()
    finally:
        os.umask(before)
    paths = [place.cache, *place.cache.iterdir()]
    assert not any(path.stat().st_mode & 0o077 for path in paths)


def skip_below(level):
    features = llvmlite.binding.get_host_cpu_features()
    if not all(features.get(name) for name in FEATURES[level]) or not has_fast_pdep():
        pytest.skip(f"this processor is below {level}")


def compiled_for(level):
    return {"NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": ""}


OTHERS = {  # what a release may meet that its kernels do not fit
    "processor": "import llvmlite.binding as b; b.get_host_cpu_name = lambda: 'znver1'",
    "features": (
        "import llvmlite.binding as b; host = b.get_host_cpu_features(); host['avx2'] = False\n"
        "b.get_host_cpu_features = lambda: host"
    ),
    "numba": "import numba; numba.__version__ = '0.0'",
    "llvm": "import llvmlite; llvmlite.__version__ = '0.0'",
    "python": "import sys; sys.implementation.cache_tag = 'cpython-399'",
}


@pytest.mark.full
def test_kernels_of_a_release_are_used_when_everything_fits(place):
    """Compiled for the baseline, put into the package, found; and not when anything differs."""
    skip_below(BASELINE)
    copy = copy_of_the_package(place.path)
    shipped = copy / "precompiled"
    made = place.run(cache=shipped, package=copy.parent, **compiled_for(BASELINE))
    assert "compiling" in made.stderr

    def compiles(name, program=PROGRAM, **settings):
        own = place.path / name
        run = place.run(cache=own, package=copy.parent, program=program, **settings)
        assert run.stdout == "0\n"
        assert own.exists() == ("compiling" in run.stderr)  # what was found need not be kept
        return own.exists()

    assert not compiles("fits")
    assert compiles("level", NUMBA_OPT="1")
    assert compiles("bounds", NUMBA_BOUNDSCHECK="1")
    assert compiles("vectors", NUMBA_SLP_VECTORIZE="1")
    assert compiles("other processor", NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    for name, other in OTHERS.items():
        assert compiles(name, f"{other}\n{PROGRAM}"), name
    rules = copy / "rules.py"
    text = rules.read_text()
    rules.write_text(text + "\n# changed\n")
    assert compiles("sources")
    rules.write_text(text)
    assert not compiles("fits-again")
    shipped.chmod(0o777)
    assert compiles("writable")


VECTORS = """
from functools import partial
from playout.kernel import entry

@partial(entry, has_vectors=True)
def total(x):
    found = 0.0
    for i in range(len(x)):
        found += x[i]
    return found
"""
ADD_UP = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from vectors import total
print(total(np.ones(4)))
"""
WITHOUT = """
import llvmlite.binding as b; host = b.get_host_cpu_features()
host.update((name, False) for name in [*host] if name.startswith({!r}))
b.get_host_cpu_features = lambda: host
"""


@pytest.mark.full
def test_kernels_with_vectors_are_those_of_the_level_of_the_processor(place):
    """A release has them twice; the one that does not fit is never used."""
    skip_below(WIDE)
    (place.path / "vectors.py").write_text(VECTORS)
    copy = copy_of_the_package(place.path)
    shipped = copy / "precompiled"
    n = 0

    def compiles(program=ADD_UP):
        nonlocal n
        n += 1
        run = place.run(cache=place.path / str(n), package=copy.parent, program=program)
        assert run.stdout == "4.0\n"
        return "compiling" in run.stderr

    def ship(*levels):
        shutil.rmtree(shipped, ignore_errors=True)
        for level in levels:
            place.run(cache=shipped, package=copy.parent, program=ADD_UP, **compiled_for(level))
        assert len([*shipped.iterdir()]) == len(levels)

    narrow, lacking = (WITHOUT.format(name) + ADD_UP for name in (("avx512", "avx10"), "avx512vl"))
    ship(BASELINE, WIDE)
    assert (compiles(), compiles(narrow), compiles(lacking)) == (False, False, True)
    ship(BASELINE)
    assert (compiles(), compiles(narrow), compiles(lacking)) == (True, False, True)
    ship(WIDE)
    assert (compiles(), compiles(narrow), compiles(lacking)) == (False, True, True)
    (file,) = shipped.iterdir()
    file.write_bytes(flipped(file.read_bytes()))
    assert compiles()
    ship(WIDE)
    shipped.chmod(0o777)
    assert compiles()


LOADS = """
import sys
from pathlib import Path
from playout import cache, find
from playout.nets.evaluate import Evaluator
from playout.nets.names import AUTO, network_for
cache.SHIPPED = Path(sys.argv[1])
for game in map(find, ("hex", "connect4", "breakthrough", "othello")):
    Evaluator(network_for(game, AUTO), game).prepare()
print(cache.COMPILED)
"""


@pytest.mark.full
@pytest.mark.parametrize("is_wide", [True, False])
def test_a_release_has_what_networks_calculate_with_for_short_and_long_vectors(tmp_path, is_wide):
    level = WIDE if is_wide else BASELINE
    skip_below(level)
    place = Place(tmp_path)
    place.run(cache=tmp_path, program=network_of_a_release(), **compiled_for(level))
    program = LOADS if is_wide else WITHOUT.format(("avx512", "avx10")) + LOADS
    assert place.run(program=program).stdout == "[]\n"


def network_of_a_release():
    """What tools/precompile.py runs for a level."""
    text = (Path(__file__).parents[1] / "tools/precompile.py").read_text("utf-8")
    return text.split('NETWORK = """')[1].split('"""')[0]


@pytest.mark.full
def test_folder_that_cannot_be_written_is_survived_with_one_warning(place):
    (place.path / "file").write_text("in the way")
    run = place.run(cache=place.path / "file" / "cache")
    assert run.stdout == "0\n"
    assert run.stderr.count("playout: compiled kernels cannot be kept") == 1
    assert "Warning" not in run.stderr  # a sentence, not a line of our code
    assert "PLAYOUT_CACHE_DIR" in run.stderr


def test_without_a_home_nothing_is_kept(monkeypatch):
    def nowhere(*_):
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(cache.platformdirs, "user_cache_dir", nowhere)
    monkeypatch.setattr(Path, "expanduser", nowhere)
    for chosen in ("", "~nosuch/kernels"):
        monkeypatch.setenv("PLAYOUT_CACHE_DIR", chosen)
        assert not cache.is_kept()
        assert str(cache.folder()).endswith(chosen)
        with pytest.raises(OSError, match=re.escape(str(cache.folder()))):
            kernel_file.write(cache.folder() / "look.kernel", b"")


@pytest.mark.full
def test_kernels_can_be_compiled_to_be_debugged(place):
    """Numba looks for the first line of every function there, behind its docstring."""
    assert place.run(program=SEARCH, NUMBA_DEBUGINFO="1").stdout == "searched\n"


SEARCH = """
import playout
playout.search(playout.find("nim:3").start(), playout.Uct(), simulations=10)
print("searched")
"""


def test_kernels_have_more_than_a_docstring():
    """By which they can be compiled to be debugged."""
    for path in (*PACKAGE.glob("search/*.py"), *PACKAGE.glob("games/**/*.py")):
        for one in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(one, ast.FunctionDef) and one.name != "check":
                assert len(one.body) > 1 or ast.get_docstring(one) is None, (path, one.name)


FULL = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
"""


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_disk_that_is_full_is_survived_with_one_warning_and_left_clean(place):
    run = place.run(program=FULL + PROGRAM)
    assert run.stdout == "0\n"
    assert run.stderr.count("cannot be kept") == 1
    assert [*place.cache.iterdir()] == []


ONLY_FROM_DISK = """
import sys
sys.path.insert(0, sys.argv[1])
from playout import cache, find
try:
    with cache.only_from_disk():
        find(sys.argv[1] + "/tiny.py").start()
    print("loaded", cache.COMPILED)
except cache.NotCompiled as error:
    print("not compiled:", error)
find(sys.argv[1] + "/tiny.py").start()  # the next one compiles again
print(cache.COMPILED)
"""


@pytest.mark.full
def test_kernels_can_be_loaded_without_compiling_any(place):
    assert place.run(program=ONLY_FROM_DISK).stdout == "not compiled: look\n['look']\n"
    assert place.run(program=ONLY_FROM_DISK).stdout == "loaded []\n[]\n"


@pytest.mark.full
def test_old_kernels_are_removed(place):
    place.run()
    old, new = (place.cache / f"look-{i * 32}.kernel" for i in "01")
    killed, written = (place.cache / f"playout-{i}.part" for i in "01")
    others = [place.cache / name for name in ("old.kernel", "film.mkv.part", "tmpabcd.part")]
    for path in (old, new, killed, written, *others):
        path.write_bytes(b"")
    for path in (old, killed, *others):
        os.utime(path, (0, 0))
    place.write("SECOND", "1")
    place.run()
    found = [path.exists() for path in (old, new, killed, written)]
    assert found == [False, True, False, True]
    assert all(path.exists() for path in others)  # of somebody else


def test_trial_whether_kernels_can_be_kept_touches_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path))
    for name in ("trial", "playout"):
        (tmp_path / name).write_text("mine")
    assert cache.is_kept()
    assert {path.read_text() for path in tmp_path.iterdir()} == {"mine"}
    (tmp_path / "trial").unlink()
    (tmp_path / "trial").mkdir()
    assert cache.is_kept()
    assert len([*tmp_path.iterdir()]) == 2
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path / "playout" / "cache"))
    assert not cache.is_kept()


KILLED = """
import os, signal
os.replace = lambda *paths: os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_process_that_is_killed_while_it_writes_leaves_what_is_removed_later(place):
    with pytest.raises(subprocess.CalledProcessError):
        place.run(program=KILLED + PROGRAM)
    (left,) = place.cache.iterdir()
    os.utime(left, (0, 0))
    run = place.run()
    assert run.stdout == "0\n"
    assert "damaged" not in run.stderr
    assert {path.suffix for path in place.cache.iterdir()} == {".kernel"}
