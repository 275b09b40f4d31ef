"""`playout --version`: which Playout this is, and with what it runs."""

import argparse
from pathlib import Path
from typing import Any

from .. import __version__

__all__ = ["ShowVersion", "version"]

PACKAGE = Path(__file__).resolve().parents[1]


class ShowVersion(argparse.Action):
    """Prints the version and ends; argparse's own wants the text before anybody asks for it."""

    def __call__(self, parser: argparse.ArgumentParser, *args: Any, **options: Any) -> None:
        print(version())
        parser.exit()


def version() -> str:
    """Such as `playout 0.1.0 (6c300ca, Python 3.11.7, Numba 0.68.1)`."""
    import importlib.metadata
    import platform

    numba = importlib.metadata.version("numba")
    built = [commit(PACKAGE), f"Python {platform.python_version()}", f"Numba {numba}"]
    shipped = PACKAGE / "precompiled" / "NUMBA"
    if shipped.exists():  # with another Numba they are not used
        built.append(f"kernels for Numba {shipped.read_text('utf-8').strip()}")
    return f"playout {__version__} ({', '.join(filter(None, built))})"


def commit(package: Path) -> str:
    """The commit that a build was made from, which hatch_build.py notes in it, or that a checkout
    is at; nothing where neither is known."""
    noted = package / "COMMIT"
    if noted.exists():
        return noted.read_text("utf-8").strip()
    root = package.parents[1]
    if not (root / ".git").exists():
        return ""
    import subprocess

    asked = ["git", "-C", str(root), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""  # no git here, or a checkout of somebody else
