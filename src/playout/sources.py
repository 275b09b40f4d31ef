"""Which code is loaded, as a hash: that of a user's class, with all that it reaches.

A game of one's own may call functions of other files, in any folder, and read constants that come
from anywhere. All that its methods reach by name is taken as it is in memory: a file that was
edited after it had been loaded counts as it was then. The text of the files that it was read from
counts too, for what no name leads to, such as an `overload` of Numba's.

What is in this package, what comes with Python and what is installed (in site-packages) is taken by
its name alone; but a game that is itself installed has all that it reaches of its own package taken
in. The same code gives the same hash in every process, whatever else is loaded there;
another minor version of Python compiles it to something else, and so counts as other code.
"""

import hashlib
import os
import sys
import sysconfig
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

__all__ = ["PACKAGE", "code_hash", "file_of", "hash_files"]

PACKAGE = Path(__file__).resolve().parent
INSTALLED = ("site-packages", "dist-packages")
PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...))
# What a class has beside what it does; where it stands, and under which name, is nothing of that.
BESIDE = (
    "__dict__",
    "__doc__",
    "__firstlineno__",
    "__module__",
    "__qualname__",
    "__static_attributes__",
    "__weakref__",
)
# Where things that stand for a function keep it: Numba's, those of functools, methods, properties.
INSIDE = ("py_func", "_defn", "__wrapped__", "__func__", "fget")


def code_hash(thing: Any) -> str:
    """A hash of what a class or a function does."""
    walk = _Walk(_home_of(thing))
    walk.take(thing)
    files = sorted(hash_files([Path(file)]) for file in walk.files)
    return hashlib.sha256(f"{walk.digest.hexdigest()} {files}".encode()).hexdigest()


def file_of(thing: Any) -> Path | None:
    """Where a class or function was read from; None if that was no file."""
    module = sys.modules.get(thing.__module__)
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if file is not None and os.path.isfile(file) else None


def hash_files(paths: Iterable[Path]) -> str:
    """A hash of the names and the contents of files; one that is not there is nothing."""
    digest = hashlib.sha256()
    for path in paths:
        try:
            content = path.read_bytes()
        except OSError:
            continue
        digest.update(f"{path.name} {len(content)} ".encode() + content)
    return digest.hexdigest()


@lru_cache(maxsize=4096)
def is_foreign(file: str) -> bool:
    """Whether a file is no user's: one of this package, of Python or of what is installed."""
    if file.startswith("<"):  # no file: <stdin> and the like are a user's, <frozen os> is not
        return file.startswith("<frozen")
    path = Path(file).resolve()
    places = [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")]
    is_installed = any(part in INSTALLED for part in path.parts)
    return is_installed or any(path.is_relative_to(place) for place in (PACKAGE, *places))


def _home_of(thing: Any) -> Path | None:
    """The package that something installed is part of, or its only file."""
    parts = (file_of(thing) or Path()).parts
    for i, part in enumerate(parts):
        if part in INSTALLED:
            return Path(*parts[: i + 2])
    return None


class _Walk:
    """Takes things in, one after the other, each with all that it reaches."""

    def __init__(self, home: Path | None = None) -> None:
        self.home = home  # what is there is taken in, though it is installed
        self.digest = hashlib.sha256()
        self.files: set[str] = set()
        self._known: dict[Any, int] = {}
        self._held: list[Any] = []  # nothing else may get the identity of what is known

    def say(self, *parts: Any) -> None:
        self.digest.update(repr(parts).encode())

    def take(self, thing: Any) -> None:
        """A value of any kind."""
        kind = type(thing)
        if kind in PLAIN:
            self.say(kind.__name__, thing)
        elif isinstance(thing, CodeType):
            self._take_code(thing)
        elif isinstance(thing, np.ndarray | np.generic) and not thing.dtype.hasobject:
            self.say("array", thing.dtype.str, thing.shape, thing.tobytes())
        elif kind in (tuple, list, dict, set, frozenset):
            self._take_container(thing)
        elif isinstance(thing, type):
            self._take_class(thing)
        elif isinstance(thing, FunctionType):
            self._take_function(thing)
        elif isinstance(thing, ModuleType):
            self.say("module", thing.__name__)
        else:
            self._take_object(thing)

    def _is_known(self, thing: Any, names: frozenset[str] = frozenset()) -> bool:
        """Whether this has been taken in, as things that refer to each other will be."""
        number = self._known.setdefault((id(thing), names), len(self._held))
        if number < len(self._held):
            self.say("known", number)
            return True
        self._held.append(thing)
        return False

    def _is_foreign(self, file: str) -> bool:
        is_at_home = self.home is not None and Path(file).resolve().is_relative_to(self.home)
        return is_foreign(file) and not is_at_home

    def _take_code(self, code: CodeType) -> None:
        # Its marshalled form would not do: that depends on reference counts.
        self.say("code", code.co_code, code.co_names, code.co_varnames, code.co_freevars)
        self.say(code.co_flags, code.co_argcount, code.co_kwonlyargcount)
        self.take(code.co_consts)

    def _take_container(self, thing: Any) -> None:
        self.say(type(thing).__name__, len(thing))
        if isinstance(thing, set | frozenset):  # in the same order everywhere
            self.say(sorted(map(_hash_of_value, thing)))
        elif isinstance(thing, tuple) or not self._is_known(thing):
            values = thing.items() if isinstance(thing, dict) else thing
            for value in list(values):
                self.take(value)

    def _take_class(self, cls: type) -> None:
        module = sys.modules.get(cls.__module__)
        file = getattr(module, "__file__", None)
        # Modules without a file are Python's own, but for the one that a prompt is.
        is_pythons = file is None and module is not None and cls.__module__ != "__main__"
        if is_pythons or (file is not None and self._is_foreign(file)):
            self.say("class", cls.__module__, cls.__qualname__)
        elif not self._is_known(cls):
            self.say("class", cls.__qualname__, len(cls.__bases__))
            for base in cls.__bases__:
                self.take(base)
            for name, value in sorted(vars(cls).items()):
                if name not in BESIDE:
                    self.say(name)
                    self.take(value)

    def _take_function(self, function: FunctionType) -> None:
        code = function.__code__
        if self._is_foreign(code.co_filename):
            self.say("function", function.__module__, function.__qualname__)
            self.take(getattr(function, "__wrapped__", None))
            if Path(code.co_filename).resolve().is_relative_to(PACKAGE):
                self._take_closure(function)  # a user's function that ours was put around
            return
        if self._is_known(function):
            return
        self.files.add(code.co_filename)
        self.take(code)
        self.take((function.__defaults__, function.__kwdefaults__))
        self._take_closure(function)
        self._take_names(function.__globals__, frozenset(_names_in(code)))

    def _take_closure(self, function: FunctionType) -> None:
        for cell in function.__closure__ or ():
            try:
                self.take(cell.cell_contents)
            except ValueError:  # nothing is in it yet
                self.say("empty")

    def _take_names(self, values: dict[str, Any], names: frozenset[str]) -> None:
        """Of these values those that have one of these names; of modules, again those."""
        for name in sorted(names & values.keys()):
            self.say(name)
            value = values[name]
            file = getattr(value, "__file__", None) if isinstance(value, ModuleType) else None
            if file is None or self._is_foreign(file):
                self.take(value)
            elif not self._is_known(value, names):
                self._take_names(vars(value), names)

    def _take_object(self, thing: Any) -> None:
        inside = next((name for name in INSIDE if hasattr(thing, name)), None)
        if inside is not None:  # and not a word of Numba, for without the JIT it is the same code
            self.take(getattr(thing, inside))
        elif not self._is_known(thing):
            self.take(type(thing))
            try:
                parts = thing.__reduce_ex__(2)
            except Exception:  # a lock, a file, a generator: nothing that rules are made of
                parts = ""
            self._held.append(parts)
            self.take(parts if isinstance(parts, str) else tuple(parts[:3]))


def _hash_of_value(value: Any) -> str:
    walk = _Walk()
    walk.take(value)
    return walk.digest.hexdigest()


def _names_in(code: CodeType) -> Iterable[str]:
    """All names in a function and in those inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)
