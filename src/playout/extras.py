"""What the base install leaves out: packages that only some commands need, and how to add them."""

import importlib.util
import sys

from .errors import PlayoutError

__all__ = ["require"]

EXTRAS = {  # those of pyproject.toml, and what is imported from each: packages of the same names
    "cluster": ("distributed",),
    "lab": ("jinja2", "matplotlib", "pandas", "pydantic", "scipy"),
    "train": ("jax",),
    "tune": ("cma",),
    "web": ("fastapi", "uvicorn", "websockets"),
}


def require(extra: str) -> None:
    """Raise an error that says what to install, where packages of the extra are missing."""
    absent = [name for name in EXTRAS[extra] if importlib.util.find_spec(name) is None]
    if absent:
        # The packages by their own names: that works wherever this installation came from, a
        # checkout, a file or an index.
        raise PlayoutError(
            "this needs {packages}, to be installed by: {command}",
            "no-package",
            packages=", ".join(absent),
            command=f"{_installer()} {' '.join(absent)}",
        )


def _installer() -> str:
    if importlib.util.find_spec("pip"):
        return f'"{sys.executable}" -m pip install'
    return f'uv pip install --python "{sys.executable}"'  # which makes environments without pip
