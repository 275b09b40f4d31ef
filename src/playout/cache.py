"""Compiled kernels kept on disk, one file for each kernel and game.

Numba's own cache watches only the file of the cached function, so editing the
rules a kernel calls would leave the old rules running; and its index, shared by
all signatures, can be torn by two processes. Here the name of a file is a hash
of everything that went into it: the sources of the whole package, all that a
user's game reaches (see `sources`), the kernel, its types, the processor and the
versions. What is found can therefore never be stale, and writing is one atomic
rename.

The folder is the user's cache directory, or PLAYOUT_CACHE_DIR.
"""

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba import types
from numba.core import event
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from .sources import PACKAGE, code_hash, file_of, hash_files

UNUSED_DAYS = 30


class KernelCache(_Cache):
    """The disk cache of one entry kernel; plugs into a Numba dispatcher."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.enabled = True

    @property
    def cache_path(self) -> str:
        return str(folder())

    def enable(self) -> None:
        self.enabled = True

    def disable(self) -> None:
        self.enabled = False

    def flush(self) -> None:
        for path in folder().glob(f"{self.function.__name__}-*.kernel"):
            path.unlink(missing_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        path = self._path(sig, target_context.codegen())
        if path is None:
            return None
        target_context.refresh()
        try:
            payload = pickle.loads(path.read_bytes())
            result = CompileResult._rebuild(target_context, *payload)
        except Exception:  # absent, torn or unreadable: all mean compile again
            return None
        if result.signature.args != _arguments(sig):
            return None  # of two games whose files have one name, it was that of the other
        with contextlib.suppress(OSError):
            os.utime(path)  # still in use: not to be removed
        return result

    def save_overload(self, sig: Any, data: Any) -> None:
        path = self._path(sig, data.codegen)
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(dumps(data._reduce()))
            os.replace(file.name, path)
        except OSError as error:
            _warn_once(str(path.parent), str(error))
            return
        _remove_unused(path.parent)

    def _path(self, sig: Any, codegen: Any) -> Path | None:
        if not self.enabled:
            return None
        arguments = _arguments(sig)
        sources = [_source_of(thing) for thing in (self.function, *_classes(arguments))]
        if None in sources:
            return None  # typed into a notebook or a prompt: there is no source to watch
        ingredients = (
            package_hash(_room_of(self.function)),
            sources,
            str(arguments),
            codegen.magic_tuple(),
            (sys.version, numba.__version__),
            (numba.config.BOUNDSCHECK, numba.config.OPT, numba.config.DEBUGINFO_DEFAULT),
        )
        digest = hashlib.sha256(repr(ingredients).encode()).hexdigest()[:32]
        return folder() / f"{self.function.__name__}-{digest}.kernel"


def folder() -> Path:
    """Where compiled kernels are kept."""
    chosen = os.environ.get("PLAYOUT_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("playout"))


@lru_cache
def package_hash(room: str | None = None) -> str:
    """A hash of every source file that a kernel of this room of the package may come from, or
    one of somebody else."""
    left_out = {*AT_THE_EDGE} if room is None else {*AT_THE_EDGE, *APART} - {room}
    files = sorted(PACKAGE.rglob("*.py"))
    return hash_files(f for f in files if not any(f.is_relative_to(PACKAGE / p) for p in left_out))


def _room_of(function: Any) -> str | None:
    package, _, inside = function.__module__.partition(".")
    return inside.partition(".")[0] if package == PACKAGE.name else None


# Rooms whose kernels no other room calls: a change there leaves those of the others as they are.
APART = ("solve",)


# Rooms without kernels.
AT_THE_EDGE = (
    "arena",
    "bench.py",
    "board.py",
    "cli",
    "conformance.py",
    "face.py",
    "formats",
    "games/faces",
    "lab",
    "notation.py",
    "players.py",
    "svg",
    "terminal",
    "web",
)


def _arguments(sig: Any) -> tuple:
    return sig if isinstance(sig, tuple) else sig.args


def _classes(arguments: Any) -> Iterator[type]:
    for argument in arguments:
        if isinstance(argument, types.BaseNamedTuple):
            yield argument.instance_class
        if isinstance(argument, types.BaseTuple):
            yield from _classes(argument.types)


def _source_of(thing: Any) -> tuple[str, str, str] | None:
    """A class or function and a hash of what it does; None if it was read from no file."""
    file = file_of(thing)
    if file is None:
        return None
    is_own = file.is_relative_to(PACKAGE)  # `package_hash` has it
    return thing.__module__, thing.__qualname__, "" if is_own else code_hash(thing)


def _remove_unused(path: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 86400
    for file in path.glob("*.kernel"):
        try:
            if file.stat().st_mtime < oldest:
                file.unlink()
        except OSError:
            continue


_warned: list[str] = []


def _warn_once(path: str, reason: str) -> None:
    if _warned:
        return
    _warned.append(path)
    warnings.warn(
        f"compiled kernels cannot be kept in {path} ({reason}): every start compiles again."
        " Set PLAYOUT_CACHE_DIR to a folder that can be written.",
        stacklevel=2,
    )


class _Announcer(event.Listener):
    """Say on stderr what is being compiled, and for how long it took."""

    def __init__(self) -> None:
        self.started = 0.0
        self.name = ""

    def on_start(self, event: Any) -> None:
        dispatcher = event.data["dispatcher"]
        if self.name or not isinstance(dispatcher._cache, KernelCache):
            return
        kernel = dispatcher.py_func.__name__
        games = [c.__name__ for c in _classes(event.data["args"]) if hasattr(c, "kind")]
        self.name = f"{' '.join(games)} ({kernel})" if games else kernel
        self.started = time.perf_counter()
        _say(f"compiling {self.name}, once: ")

    def on_end(self, event: Any) -> None:
        if self.name and isinstance(event.data["dispatcher"]._cache, KernelCache):
            _say(f"{time.perf_counter() - self.started:.1f} s\n")
            self.name = ""


def _say(text: str) -> None:
    if not os.environ.get("PLAYOUT_QUIET"):
        print(text, end="", file=sys.stderr, flush=True)


event.register("numba:compile", _Announcer())
