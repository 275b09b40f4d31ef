"""Builds a release and tries it: `make release`, or `make rehearsal`.

Refuses a tree with changes, a version without a dated entry in the changelog or with a tag already,
a project that is published nowhere, locks that are older than pyproject.toml, and tests that fail.
Then it builds the sources, a wheel for all systems and, for the Python that runs this, one with
compiled kernels; all from a clone, so that nothing else gets in. They are installed and tried by
tools/try_release.py and lie in dist/VERSION.

With --rehearse it says what it would refuse and goes on, without the tests: what comes of that, in
dist/VERSION-rehearsal, is no release.
"""

import argparse
import datetime
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from try_release import Failed, quietly, try_all, without_settings

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
LOCKS = ("requirements.lock", "requirements-run.lock")
LARGEST = 40e6  # bytes of a file
TEST = ["make", "test-full"]


def version_of(root: Path) -> str:
    return re.findall(r'(?m)^__version__ = "(.*)"', (root / "src/playout/__init__.py").read_text())[
        0
    ]


def objections(root: Path) -> list[str]:
    """What speaks against a release of this checkout."""
    version = version_of(root)
    pyproject = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    found = []
    if quietly(["git", "status", "--porcelain", "--untracked-files=normal"], root).stdout:
        found.append("the tree has changes: git status")
    if quietly(["git", "tag", "--list", f"v{version}"], root).stdout:
        found.append(f"v{version} is tagged already: raise __version__")
    if not is_dated((root / "CHANGELOG.md").read_text("utf-8"), version):
        today = datetime.date.today()
        found.append(f"CHANGELOG.md does not begin with an entry `## {version} ({today})`")
    if not pyproject["tool"]["hatch"]["metadata"]["hooks"]["custom"]["home"]:
        found.append(
            "pyproject.toml has no `home`: the description would have no links, no pictures"
        )
    return found


def is_dated(changelog: str, version: str) -> bool:
    """Is the first entry that of the version, with a date that is no later than today?"""
    first = re.search(r"(?m)^## (.*)$", changelog)
    dated = first and re.fullmatch(rf"{re.escape(version)} \((\d{{4}}-\d\d-\d\d)\)", first[1])
    try:
        return bool(dated) and datetime.date.fromisoformat(dated[1]) <= datetime.date.today()
    except ValueError:
        return False  # such as the 45th of a month


def old_locks(clone: Path) -> list[str]:
    """The locks that are not what comes of pyproject.toml. Compiling keeps the versions that are
    in a lock as long as they fit: newer ones on the index do not make it old."""
    made = quietly(["make", "lock", f"BIN={BIN}", "--old-file=.venv/all"], clone)
    if made.returncode:
        return [f"the locks cannot be compiled: {made.stderr}"]
    changed = quietly(["git", "diff", "--name-only", "--", *LOCKS], clone).stdout.split()
    return [f"{name} is old: make lock" for name in changed]


def build(clone: Path, dist: Path) -> None:
    """The sources, the wheel for all, and the wheel with kernels where they can be compiled."""
    hatchling = [sys.executable, "-m", "hatchling", "build", "-d", str(dist)]
    variables = without_settings() | {"PYTHONPATH": str(clone / "src")}
    subprocess.run(hatchling, cwd=clone, env=variables, check=True)
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        print("not built: a wheel with kernels, which is for Linux on x86-64")
        return
    kernels = dist.parent / "kernels"
    command = [sys.executable, str(clone / "tools/precompile.py"), str(kernels)]
    subprocess.run(command, cwd=clone, env=variables, check=True)
    variables |= {"PLAYOUT_PRECOMPILED": str(kernels)}
    subprocess.run([*hatchling, "-t", "wheel"], cwd=clone, env=variables, check=True)


def too_large(dist: Path) -> list[str]:
    files = [file for file in dist.iterdir() if file.stat().st_size >= LARGEST]
    return [f"{file.name} has {file.stat().st_size / 1e6:.1f} MB" for file in files]


def release(rehearse: bool, folder: Path) -> list[str]:
    """Build and try; returns why it is refused."""
    clone, dist = folder / "clone", folder / "dist"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    against = objections(ROOT) + old_locks(clone)
    if rehearse:
        for reason in against:
            print(f"would be refused: {reason}", flush=True)
    elif against:
        return against
    elif subprocess.run([*TEST, f"PYTHON={sys.executable}"], cwd=clone, check=False).returncode:
        return ["the tests fail"]
    subprocess.run(["git", "reset", "--quiet", "--hard"], cwd=clone, check=True)
    build(clone, dist)
    against = too_large(dist)
    if against:
        return against
    files = sorted(dist.iterdir())
    subprocess.run([BIN / "twine", "check", "--strict", *files], check=True)
    try_all(files)
    kept = ROOT / "dist" / (version_of(ROOT) + "-rehearsal" * rehearse)
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(dist, kept)
    print(f"built and tried: {kept.relative_to(ROOT)}")
    return []


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rehearse", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            against = release(options.rehearse, Path(folder))
        except (Failed, subprocess.CalledProcessError) as failed:
            against = [str(failed)]
    for reason in against:
        print(f"REFUSED: {reason}")
    if not against:
        version = version_of(ROOT)
        to_do = f"git tag v{version}, then twine upload dist/{version}/*"
        print("NOT A RELEASE: a rehearsal, without the tests" if options.rehearse else to_do)
    return bool(against)


if __name__ == "__main__":
    sys.exit(main())
