"""How large is an install, and how soon does it answer? `make sizes`

    python tools/sizes.py [FILE]      prints the table of the README; FILE gets the run as JSON

Clones this checkout, as committed, into an empty folder and does what a newcomer does: `make run`
without the page, `pip install .`, and a wheel with kernels; the first and the last of them answer a
move, the level `strong` at Hex, with no kernel compiled before. Nothing is in pip's cache. A MB
is a million bytes. Needs the package index, and some minutes.
"""

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from playout.bench import _processor

ROOT = Path(__file__).parents[1]
MOVE = ["search", "hex", "f6", "--player", "strong"]
STARTS = 5  # the quickest of so many counts, of what takes no second
# What each distribution of an environment takes, compiled Python files and all.
BY_PACKAGE = """
import importlib.metadata, json
sizes = {}
for found in importlib.metadata.distributions():
    files = {file.locate() for file in found.files or ()}
    files |= {pyc for f in files for pyc in f.parent.glob(f"__pycache__/{f.stem}.*.pyc")}
    sizes[found.name] = sum(file.stat().st_size for file in files if file.is_file())
print(json.dumps(sizes))
"""


class Took(NamedTuple):
    """Seconds, of the clock and of the processor."""

    clock: float
    processor: float

    def __add__(self, other: Any) -> "Took":
        return Took(self.clock + other.clock, self.processor + other.processor)


class Newcomer:
    """Who runs commands in an empty folder, and has no kernels yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL"))}
        own = {"PIP_NO_CACHE_DIR": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        kernels = {"PLAYOUT_CACHE_DIR": str(folder / "kernels"), "PLAYOUT_CONFIG": os.devnull}
        self.variables = inherited | own | kernels

    def time(self, *command: object, **settings: str) -> Took:
        began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        self.ask(*command, **settings)
        clock, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Took(clock, used)

    def ask(self, *command: object, **settings: str) -> str:
        told = [str(part) for part in command]
        variables = self.variables | settings
        return subprocess.check_output(told, cwd=self.folder, env=variables, text=True)


def megabytes(folder: Path) -> float:
    """The files of a folder; a link counts as itself."""
    return sum(f.lstat().st_size for f in folder.rglob("*") if not f.is_dir()) / 1e6


def measure(folder: Path) -> dict[str, Any]:
    run: dict[str, Any] = {
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "load": os.getloadavg()[0],
        "python": platform.python_version(),
    }
    python = Path(sys.base_prefix) / "bin/python3"

    clone = Newcomer(folder / "clone")
    say("git clone, make run")
    run["clone"] = clone.time("git", "clone", "--quiet", ROOT, "playout")
    clone.folder /= "playout"
    run["make"] = clone.time("make", "--silent", ".venv/ready", f"PYTHON={python}")
    run["make_mb"] = megabytes(clone.folder / ".venv")
    run["clone_move"] = clone.time(".venv/bin/playout", *MOVE)
    run["second_move"] = clone.time(".venv/bin/playout", *MOVE)

    say("pip install .")
    base = Newcomer(folder / "base")
    base.ask(python, "-m", "venv", "venv")
    empty = megabytes(base.folder / "venv")  # pip itself, and what else Python puts there
    before = json.loads(base.ask("venv/bin/python", "-c", BY_PACKAGE))
    run["pip"] = base.time("venv/bin/pip", "install", "--quiet", clone.folder)
    run["pip_mb"] = megabytes(base.folder / "venv") - empty
    there = json.loads(base.ask("venv/bin/python", "-c", BY_PACKAGE))
    run["packages"] = {name: size for name, size in there.items() if name not in before}

    say("a wheel with kernels")
    sources = {"PYTHONPATH": str(clone.folder / "src"), "PLAYOUT_PRECOMPILED": str(folder / "hex")}
    here = Path(sys.executable)
    clone.ask(here, "tools/precompile.py", folder / "hex", "hex", **sources)
    clone.ask(here, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist", **sources)
    (wheel,) = (folder / "dist").iterdir()
    user = Newcomer(folder / "user")
    user.ask(here, "-m", "venv", "venv")
    run["wheel"] = user.time("venv/bin/pip", "install", "--quiet", wheel)
    run["wheel_move"] = user.time("venv/bin/playout", *MOVE)

    say("starts")
    starts = {"import": ["python", "-c", "import playout"], "help": ["playout", "--help"]}
    for name, (program, *rest) in starts.items():
        run[name] = min(base.time(f"venv/bin/{program}", *rest) for _ in range(STARTS))
    return run


def say(text: str) -> None:
    print(f"{text} ...", file=sys.stderr, flush=True)


def table(run: dict[str, Any]) -> str:
    """The rows of the README: a size, or seconds of the clock and of the processor."""
    times = {key: Took(*value) for key, value in run.items() if isinstance(value, list | tuple)}
    rows = {
        "environment of `make run`": f"{run['make_mb']:.0f} MB",
        "what a base `pip install .` adds": f"{run['pip_mb']:.0f} MB",
        "`git clone` to the first answered move": times["clone"]
        + times["make"]
        + times["clone_move"],
        "the move alone, compiled": times["clone_move"],
        "the same at the next start": times["second_move"],
        "first answered move with a wheel that has kernels": times["wheel_move"],
        "`import playout`": times["import"],
        "`playout --help`": times["help"],
    }
    lines = ["| what | size or time | of the processor |", "| --- | ---: | ---: |"]
    for name, value in rows.items():
        shown = [value, ""]
        if isinstance(value, Took):
            digits = 2 if value.clock < 1 else 1 if value.clock < 10 else 0
            shown = [f"{seconds:.{digits}f} s" for seconds in value]
        lines.append(f"| {name} | {shown[0]} | {shown[1]} |")
    return "\n".join(lines)


def parts(run: dict[str, Any]) -> str:
    """What the base install consists of, the largest first, in a line."""
    sizes = sorted(((size / 1e6, name) for name, size in run["packages"].items()), reverse=True)
    named = [f"{name} {size:.0f}" for size, name in sizes if size >= 0.5]
    return ", ".join(named)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        run = measure(Path(folder))
    print(f"{table(run)}\n\nbase, in MB: {parts(run)}")
    print(f"{run['processor']}, load {run['load']:.1f}, Python {run['python']}")
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(json.dumps(run, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
