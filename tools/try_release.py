"""Tries what was built: python tools/try_release.py FILE ...

Each wheel and each archive of sources is installed into empty environments, of the oldest and of
the newest Python that the metadata name, and every command is run there, without extras and with
each. Needs the package index. A Python that is not on this machine is named as not tried. With the
oldest Python that is done twice: with the newest versions of what is needed, and with the oldest
that pyproject.toml allows.
"""

import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).parent / "uv"

# A command a line, and what is typed into it; after `lab` there are the files below.
BASE = {
    "--version": "",
    "--help": "",
    "games": "",
    "games hex": "",
    "players": "",
    "players grave": "",
    "show hex:3 b2 --svg board.svg": "",
    "search nim:7 --player uct:simulations=20": "",
    "play nim:4 --second random": "3\n1\n",
    "watch random biased --game nim:7 --games 2": "",
    "solve nim:7": "",
    "perft nim:7 3": "",
    "warmup nim:7": "",
    "check nim:7 --games 5": "",
    "bench nim:7 --alone --seconds 0.1": "",
    "puzzle --record": "",
    "puzzles connect4 --count 1 --out puzzles.json": "",
    "gtp": "name\nquit\n",
    "config": "",
}
COMPILED = {
    "puzzles connect4 --count 1 --out puzzles.json",  # the solver takes hours in Python
    "search nim:7 --player uct:simulations=20",  # does this Numba compile a search?
}
LAB = {
    "match random biased --game nim:7 --games 2 --workers 1": "",
    "accuracy random --game nim:7 --plies 0 2 --positions 3 --workers 1": "",
    "lab run trial.toml --workers 1": "",
    "lab resume trial.toml --workers 1": "",
    "lab status trial.toml": "",
    "lab report trial.toml": "",
    "lab export trial.toml games.csv": "",
}
TRAIN = {"train mnk --minutes 0.02 --blocks 1 --channels 4 --games 4 --batch 8 --out mnk.net": ""}
TUNE = {"lab run tune.toml --workers 1": ""}
WEB = "web --no-browser --port 0"
CLUSTER = "lab run trial.toml --scheduler"
FILES = {
    "trial.toml": 'kind = "match"\ngame = "nim:7"\ngames = 2\n'
    '[players]\na = "random"\nb = "biased"\n',
    "tune.toml": 'kind = "tune"\ngame = "nim:7"\n[tune]\nplayer = "uct:c={c},simulations=4"\n'
    'against = "random"\nbudget = 40\npairs = 2\nbatch = 4\nfinal = 2\n'
    "c = {low = 0.1, high = 4.0, log = true, start = 1.5}\n",
}
SOME_TESTS = ("tests/test_board.py", "tests/test_docs.py", "tests/test_language.py")


class Failed(Exception):
    """What was built does not work."""


def quietly(
    command: list[str], folder: Path = ROOT, variables: dict[str, str] | None = None, text: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env=variables, input=text, capture_output=True, text=True, check=False
    )


def without_settings() -> dict[str, str]:
    """The variables of this process but for those that Numba and Playout obey: what is built and
    tried is for people who have set none."""
    names = ("NUMBA_", "PLAYOUT_")
    return {name: value for name, value in os.environ.items() if not name.startswith(names)}


class Environment:
    """An empty environment, with a folder to work in, and what is installed there."""

    def __init__(self, folder: Path, python: str, what: str, *options: str) -> None:
        self.bin, self.work = folder / "venv/bin", folder / "work"
        self.work.mkdir()
        for name, text in FILES.items():
            (self.work / name).write_text(text)
        own = {"PLAYOUT_CONFIG": os.devnull, "PLAYOUT_GAMES_DIR": str(self.work), "LC_ALL": "C"}
        own |= {
            "PLAYOUT_CACHE_DIR": str(self.kernels),
            "PATH": f"{self.bin}:{UV.parent}:{os.environ['PATH']}",
        }
        inherited = without_settings().items()
        self.variables = {k: v for k, v in inherited if not k.startswith(("PYTHON", "VIRTUAL"))}
        self.variables |= own
        self.call([UV, "venv", "--quiet", "--python", python, self.bin.parent])
        there = ["--quiet", "--python", self.bin / "python"]
        self.call([UV, "pip", "install", *there, *options, what])

    @property
    def kernels(self) -> Path:
        return self.work / "kernels"

    def call(self, command: list[object], text: str = "", fails: int = 0, jit: bool = False) -> str:
        """What a program says; on its error output, if it is to fail."""
        # In plain Python: what is tried are commands, not kernels.
        variables = self.variables | ({} if jit else {"NUMBA_DISABLE_JIT": "1"})
        run = quietly([str(part) for part in command], self.work, variables, text)
        if run.returncode != fails:
            raise Failed(f"{run.args}: {run.returncode}\n{run.stdout}{run.stderr}")
        return run.stderr if fails else run.stdout

    def playout(self, arguments: str, text: str = "", fails: int = 0, jit: bool = False) -> str:
        return self.call([self.bin / "playout", *shlex.split(arguments)], text, fails, jit)

    @contextmanager
    def started(self, *command: str) -> Iterator[subprocess.Popen]:
        """A program that goes on until it is ended."""
        told = [str(self.bin / command[0]), *command[1:]]
        variables = self.variables | {"NUMBA_NUM_THREADS": "1"}
        with (
            (self.work / "log.txt").open("a") as log,
            subprocess.Popen(
                told, stdout=subprocess.PIPE, stderr=log, text=True, cwd=self.work, env=variables
            ) as process,
        ):
            try:
                yield process
            finally:
                process.terminate()


def try_base(there: Environment) -> None:
    for command, text in BASE.items():
        there.playout(command, text, jit=command in COMPILED)
    advice = there.playout(next(iter(LAB)), fails=2).rpartition("by: ")[2]
    there.call(shlex.split(advice))  # what the message says is what helps
    there.playout(next(iter(LAB)))


def try_lab(there: Environment) -> None:
    for command in LAB:
        there.playout(command)


def try_train(there: Environment) -> None:
    for command in TRAIN:
        there.playout(command, jit=True)
    there.playout("search mnk --player puct:net=mnk.net,simulations=10", jit=True)


def try_tune(there: Environment) -> None:
    for command in TUNE:
        there.playout(command)


def try_web(there: Environment) -> None:
    with there.started("playout", *WEB.split()) as server:
        assert server.stdout
        (address,) = re.findall(r"https?://\S+", server.stdout.readline())
        with urllib.request.urlopen(address, timeout=60) as page:
            if b"<html" not in page.read():
                raise Failed(f"{address} has no page")


def try_cluster(there: Environment) -> None:
    file = "--scheduler-file", str(there.work / "scheduler.json")
    apart = "--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0"
    one = "--nthreads", "1", "--nworkers", "1", "--no-dashboard"
    with there.started("dask", "scheduler", *file, *apart):
        while not Path(file[1]).exists():
            time.sleep(0.1)
        with there.started("dask", "worker", *file, *one):
            (address,) = re.findall(r'"address": "([^"]+)"', Path(file[1]).read_text())
            there.playout(f"{CLUSTER} {address} --wait 60", jit=True)


TRIALS = {
    "": try_base,
    "lab": try_lab,
    "train": try_train,
    "tune": try_tune,
    "web": try_web,
    "cluster": try_cluster,
}


def try_kernels(there: Environment) -> str:
    """Are the kernels of the wheel those that are used, and how soon is the first answer?"""
    asked = "from playout.processor import shipped_level; print(shipped_level(False))"
    if there.call([there.bin / "python", "-c", asked]).strip() == "None":
        return "not tried: this processor cannot run the kernels"
    began = time.perf_counter()
    there.playout("search hex --player easy", jit=True)
    took = time.perf_counter() - began
    there.playout("search hex --player default:seconds=0.1", jit=True)  # by a network
    if there.kernels.exists() and any(there.kernels.iterdir()):
        raise Failed("the kernels of the wheel are not used: they were compiled again")
    return f"`playout search hex` answers within {took:.1f} s, nothing compiled"


def try_sources(archive: Path, python: str, folder: Path) -> None:
    """From the unpacked archive, without git: what `make run` sets up, and some of the tests."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    variables = without_settings() | {"PYTHONPATH": str(root / "src")}
    commands = [
        ["make", "--silent", ".venv/ready", f"PYTHON={python}"],
        [".venv/bin/playout", "--version"],
        [sys.executable, "-m", "pytest", *SOME_TESTS],
    ]
    for command in commands:
        run = quietly(command, root, variables)
        if run.returncode:
            raise Failed(f"{archive.name}, unpacked: {command}\n{run.stdout}{run.stderr}")


def named_pythons() -> tuple[str, str]:
    """The oldest and the newest Python that the metadata name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    return min(named, key=minor), max(named, key=minor)


def minor(version: str) -> int:
    return int(version.partition(".")[2])


def find_python(version: str) -> str | None:
    """A Python of this version on this machine."""
    own = Path.home().glob(f".pyenv/versions/{version}.*/bin/python")
    for found in (shutil.which(f"python{version}"), *map(str, own)):
        asked = [found or "false", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        if quietly(asked).stdout.strip() == version:
            return found
    return None


def versions_for(file: Path) -> list[str]:
    """The Pythons that a file is tried with: the one that its kernels are for, or those named."""
    own = re.findall(r"-cp3(\d+)-", file.name)
    return [f"3.{own[0]}"] if own else [*dict.fromkeys(named_pythons())]


def oldest_versions(extra: str) -> list[str]:
    """What has uv install the oldest versions that are allowed. Of a wheel alone it would take the
    newest, since what a wheel needs was not asked for directly."""
    asked = ["-r", str(ROOT / "pyproject.toml"), *(["--extra", extra] if extra else [])]
    return ["--resolution", "lowest-direct", *asked]


def try_commands(file: Path, version: str, python: str) -> None:
    is_pure = file.name.endswith("none-any.whl")
    ages = ["newest"] + ["oldest"] * (is_pure and version == named_pythons()[0])
    for age, extra in itertools.product(ages, TRIALS if is_pure else [""]):
        with tempfile.TemporaryDirectory() as folder:
            what = f"{file}[{extra}]" if extra else str(file)
            options = oldest_versions(extra) if age == "oldest" else []
            TRIALS[extra](Environment(Path(folder), python, what, *options))
            where = f"Python {version}, [{extra}], {age} versions of what is needed"
            print(f"  {where}: every command works", flush=True)


def try_file(file: Path, version: str, python: str) -> None:
    try_commands(file, version, python)
    is_pure = file.name.endswith("none-any.whl")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if is_pure:
            run = [str(UV), "tool", "run", "--quiet", "--python", python, "--from", str(file)]
            subprocess.run([*run, "playout", "--version"], check=True, capture_output=True)
            print(f"  Python {version}: uvx runs it", flush=True)
        elif file.suffix == ".whl":
            said = try_kernels(Environment(folder, python, str(file)))
            print(f"  Python {version}: {said}", flush=True)
        else:
            try_sources(file, python, folder)
            print(f"  Python {version}: unpacked, `make` and some tests work", flush=True)


def try_all(files: list[Path]) -> None:
    for file in files:
        print(f"{file.name}, {file.stat().st_size / 1e6:.1f} MB", flush=True)
        for version in versions_for(file):
            python = find_python(version)
            if python:
                try_file(file, version, python)
            else:
                print(f"  Python {version}: NOT TRIED, it is not on this machine", flush=True)


def main() -> int:
    try:
        try_all([Path(name).absolute() for name in sys.argv[1:]] or sys.exit(__doc__))
    except Failed as failed:
        print(f"FAILED: {failed}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
