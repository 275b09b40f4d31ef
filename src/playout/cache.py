"""Compiled kernels kept on disk, one file for each kernel and game.

Numba's own cache watches only the file of the cached function, so editing the
rules a kernel calls would leave the old rules running; and its index, shared by
all signatures, can be torn by two processes. Here the name of a file is a hash
of everything that went into it: the sources of the whole package, all that a
user's game reaches (see `sources`), the kernel, its types, the processor and the
versions. What is found can therefore never be stale, and writing is one atomic
rename.

The folder is the user's cache directory, or PLAYOUT_CACHE_DIR. A release brings kernels along
as well, in the package itself, compiled for any processor of a level (see `processor`).
"""

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import platformdirs
from numba import types
from numba.core import event
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from .kernel_file import KERNEL, PART, SAID, read, say, say_once, sealed, write
from .language import number, tr
from .processor import shipped_level
from .sources import PACKAGE, code_hash, file_of, hash_files

UNUSED_DAYS = 30
WRITTEN_DAYS = 1  # after which nobody writes a file any more: who did was killed
SHIPPED = PACKAGE / "precompiled"  # the kernels of a release
SETTINGS = (  # of Numba, which change what comes out
    "BOUNDSCHECK",
    "DEBUGINFO_DEFAULT",
    "ENABLE_AVX",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
)


class NotCompiled(Exception):
    """A kernel is not on disk, where nothing is to be compiled."""


_thread = threading.local()
COMPILED: list[str] = []  # the kernels that this process has compiled


@contextlib.contextmanager
def only_from_disk() -> Iterator[None]:
    """Have kernels loaded in this thread, not compiled: NotCompiled is raised instead."""
    _thread.compiles_nothing = True
    try:
        yield
    finally:
        _thread.compiles_nothing = False


class KernelCache(_Cache):  # type: ignore[misc]
    """The disk cache of one entry kernel; plugs into a Numba dispatcher."""

    def __init__(self, function: Any, has_vectors: bool = False) -> None:
        self.function = function
        self.has_vectors = has_vectors  # so that long ones make it faster
        self.enabled = True

    @property
    def cache_path(self) -> str:
        return str(folder())

    def enable(self) -> None:
        self.enabled = True

    def disable(self) -> None:
        self.enabled = False

    def flush(self) -> None:
        for path in folder().glob(f"{self.function.__name__}-*"):
            if KERNEL.fullmatch(path.name):
                path.unlink(missing_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        for path in self._paths(sig, target_context.codegen()):
            try:
                result = CompileResult._rebuild(target_context, *pickle.loads(read(path)))
            except Exception:  # absent or unreadable: both mean compile again
                continue
            # Two games whose files have one name can have the same hash.
            if result.signature.args == _arguments(sig):
                with contextlib.suppress(OSError):
                    os.utime(path)  # still in use: not to be removed
                return result
        if getattr(_thread, "compiles_nothing", False):
            raise NotCompiled(self.function.__name__)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        COMPILED.append(self.function.__name__)
        for path in self._paths(sig, data.codegen)[:1]:
            try:
                write(path, sealed(path.name, dumps(data._reduce())))
            except OSError as error:
                why = tr(
                    "compiled kernels cannot be kept in {path} ({why}): every start compiles again."
                    " Set PLAYOUT_CACHE_DIR to a folder that can be written.",
                    path=path.parent,
                    why=str(error),
                )
                say_once("not kept", why)
                return
            _remove_unused(path.parent)

    def _paths(self, sig: Any, codegen: Any) -> list[Path]:
        """Where the kernel can be: the user's folder, to which it is also written, and ours."""
        arguments = _arguments(sig)
        sources = [_source_of(thing) for thing in (self.function, *_classes(arguments))]
        if not self.enabled or None in sources:
            return []  # typed into a notebook or a prompt: there is no source to watch
        ingredients = (
            package_hash(_room_of(self.function)),
            sources,
            str(arguments),
            (sys.implementation.cache_tag, numba.__version__, llvmlite.__version__),
            tuple(getattr(numba.config, name) for name in SETTINGS),
        )
        triple, *processor = codegen.magic_tuple()
        places = [(folder(), (triple, *processor))]
        level = shipped_level(self.has_vectors)
        if level is not None:
            places.append((SHIPPED, (triple, level, "")))
        return [
            place / f"{self.function.__name__}-{_digest(ingredients, target)}.kernel"
            for place, target in places
        ]


def _digest(*ingredients: Any) -> str:
    return hashlib.sha256(repr(ingredients).encode()).hexdigest()[:32]


def folder() -> Path:
    """Where compiled kernels are kept."""
    chosen = os.environ.get("PLAYOUT_CACHE_DIR")
    try:
        return Path(chosen).expanduser() if chosen else Path(platformdirs.user_cache_dir("playout"))
    except RuntimeError:  # nobody knows where home is: nothing can be kept there, which is said
        return Path(os.devnull, chosen or "playout")


@lru_cache
def package_hash(room: str | None = None) -> str:
    """A hash of every source file that a kernel of this room of the package may come from, or
    one of somebody else."""
    left_out = {*AT_THE_EDGE} if room is None else {*AT_THE_EDGE, *APART} - {room}
    folders = tuple(f"{name}/" for name in left_out)
    # Names are compared, not paths: every start does this, and paths took six times as long.
    names = [(path, path.relative_to(PACKAGE).as_posix()) for path in sorted(PACKAGE.rglob("*.py"))]
    return hash_files(
        path for path, name in names if name not in left_out and not name.startswith(folders)
    )


def _room_of(function: Any) -> str | None:
    package, _, inside = function.__module__.partition(".")
    return inside.partition(".")[0] if package == PACKAGE.name else None


# Rooms whose kernels no other room calls: a change there leaves those of the others as they are.
APART = ("solve", "train")


# Rooms without kernels.
AT_THE_EDGE = (
    "api.py",
    "arena",
    "bench.py",
    "board.py",
    "cli",
    "conformance.py",
    "explain.py",
    "face.py",
    "formats",
    "games/faces",
    "config.py",
    "extras.py",
    "language.py",
    "lab",
    "lock.py",
    "notation.py",
    "players.py",
    "puzzles",
    "svg",
    "terminal",
    "warmup.py",
    "web",
)


def _arguments(sig: Any) -> tuple[Any, ...]:
    return sig if isinstance(sig, tuple) else tuple(sig.args)


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
    for file in path.glob("*"):
        for ours, days in ((KERNEL, UNUSED_DAYS), (PART, WRITTEN_DAYS)):
            with contextlib.suppress(OSError):  # another process may remove it as well
                if ours.fullmatch(file.name) and _age(file) > days:
                    file.unlink()


def _age(file: Path) -> float:
    return (time.time() - file.stat().st_mtime) / 86400


def is_kept() -> bool:
    """Can kernels be kept in the user's folder? A file without a name is, for a moment."""
    try:
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder()):
            return True
    except OSError:
        return False


def not_kept() -> str:
    """Why kernels that this process has compiled are not on disk; nothing where they are."""
    return SAID.get("not kept", "")


class _Announcer(event.Listener):  # type: ignore[misc]
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
        say(tr("compiling {what}, once: ", what=self.name))

    def on_end(self, event: Any) -> None:
        if self.name and isinstance(event.data["dispatcher"]._cache, KernelCache):
            say(f"{number(time.perf_counter() - self.started, '.1f')} s\n")
            self.name = ""


event.register("numba:compile", _Announcer())
