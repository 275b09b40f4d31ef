"""The one door for names: games, searches, playout policies, schedules and solvers, by kind.

Their decorators register them under the name of the class in small letters, `HexSolver` as `hex`.
Wherever a name is written, the path of a Python file that defines such a class can be, and `::`
tells two of one file apart:

    uct        my_search.py        my_search.py::Greedy
"""

import hashlib
import importlib
import importlib.util
import os
import re
import sys
from pathlib import Path
from typing import Any, TypeVar

from .errors import PlayoutError
from .language import Text

__all__ = [
    "REGISTRY",
    "Class",
    "is_ours",
    "is_path",
    "load",
    "lookup",
    "name_of",
    "register",
    "split_settings",
    "written",
]

Class = TypeVar("Class", bound=type)
# Where the package's own are registered, once they are needed: importing them takes a moment.
HOMES = {
    "game": "games",
    "search": "search",
    "policy": "search",
    "schedule": "search",
    "solver": "solve",
}
REGISTRY: dict[str, dict[str, Any]] = {kind: {} for kind in HOMES}


def name_of(cls: Any) -> str:
    """The name of a class, without the folder or function it comes from."""
    return str(cls.__qualname__).rpartition(".")[2]


def written(cls: Any) -> str:
    """How a class is written where a name is: by its name, or as its file was named."""
    return str(vars(cls).get("written", name_of(cls).lower()))


def register(kind: str, cls: Class) -> Class:
    """Make a class known by its name; returns the class. What the package itself defines is not
    replaced by a class of the same name from elsewhere."""
    name = name_of(cls).lower()
    name = name.removesuffix(kind) if kind == "solver" else name
    known = REGISTRY[kind].get(name)
    if known is None or is_ours(cls) or not is_ours(known):
        REGISTRY[kind][name] = cls
    cls.kind = kind  # type: ignore[attr-defined]
    return cls


def is_ours(cls: Any) -> bool:
    """Whether the package itself defines it."""
    return str(cls.__module__).partition(".")[0] == __name__.partition(".")[0]


def split_settings(text: str) -> tuple[str, str]:
    """The name or path that a text begins with, and the settings behind it."""
    name, _, settings = text.partition(":")
    # A path may hold a colon of its own (a drive letter): it ends with `.py`, or `.py::Class`.
    if is_path(name) or re.match(r"\w:[\\/]", text):
        file = re.fullmatch(r"(.*?\.py(?:::\w+)?)(?::(.*))?", text)
        return (file[1], file[2] or "") if file else (text, "")
    return name, settings


def is_path(name: str) -> bool:
    """Whether this names a class by its file."""
    return name.partition("::")[0].endswith(".py") or bool({os.sep, os.altsep} & set(name))


def lookup(name: str, kind: str, *others: str, error: type[PlayoutError] = PlayoutError) -> Any:
    """The class of this kind, or one of the others, that a name or the path of a file means."""
    kinds = (kind, *others)
    if is_path(name):
        return _in_file(name, kinds, error)
    known: dict[str, Any] = {}
    for each in kinds:
        home = importlib.import_module(f".{HOMES[each]}", __package__)
        known |= getattr(home, "NAMES", {}) | REGISTRY[each]
    cls = known.get(name.lower())
    if cls is None:
        why = "no {kind} is called {name!r}; there are {names}, or the path of a .py file"
        raise error(why, "unknown-name", kind=Text(kind), name=name, names=", ".join(sorted(known)))
    return getattr(home, cls) if isinstance(cls, str) else cls  # a game that nobody has loaded yet


def _in_file(name: str, kinds: tuple[str, ...], error: type[PlayoutError]) -> Any:
    path, _, wanted = name.partition("::")
    found = [cls for cls in load(path, error) if cls.kind in kinds]
    if wanted:
        found = [cls for cls in found if name_of(cls).lower() == wanted.lower()]
    if len(found) == 1:
        found[0].written = name
        return found[0]
    if not found:
        decorators = " or ".join("@algorithm" if kind == "search" else f"@{kind}" for kind in kinds)
        why = "{path} defines no {wanted} with {decorators}"
        raise error(
            why, "none-in-file", path=path, wanted=wanted or Text("class"), decorators=decorators
        )
    choices = " or ".join(f"{path}::{name_of(cls)}" for cls in found)
    why = "{path} defines {n} of them: write {choices}"
    raise error(why, "several-in-file", path=path, n=len(found), choices=choices)


def load(name: str, error: type[PlayoutError] = PlayoutError) -> list[Any]:
    """The classes that a file defines, registered; it is run anew when it has been changed."""
    module = _loaded(name, Path(name).resolve(), error)
    known = [thing for thing in vars(module).values() if getattr(thing, "kind", "") in REGISTRY]
    return [register(cls.kind, cls) for cls in known if cls.__module__ == module.__name__]


def _loaded(name: str, path: Path, error: type[PlayoutError]) -> Any:
    # Compiled kernels are kept under this name: files of one name in two folders are two modules.
    module_name = f"playout_file_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise error("{name} is not a Python file", "not-a-python-file", name=name)
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as problem:
        why = "{name} cannot be read: {why}"
        raise error(
            why, "unreadable-file", name=name, why=Text(problem.strerror or str(problem))
        ) from None
    # A class that is made anew would have to be compiled anew.
    known = sys.modules.get(module_name)
    if known is not None and _is_current(known, digest):
        return known
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as problem:
        why = "{name}, line {line}: {why}"
        raise error(why, "syntax-error", name=name, line=problem.lineno, why=problem.msg) from None
    except PlayoutError as problem:
        raise error("{name}: {problem}", "file-refused", name=name, problem=problem) from None
    except (Exception, SystemExit) as problem:
        why = "{name} cannot be loaded: {kind}: {problem}"
        raise error(
            why, "file-failed", name=name, kind=type(problem).__name__, problem=str(problem)
        ) from None
    module.playout_made_of = digest, _specs()  # type: ignore[attr-defined]
    return module


def _specs() -> dict[str, Any]:
    """The specs of the modules there are, but for those of files: a module that is loaded again
    has a new one."""
    modules = ((n, m) for n, m in sys.modules.items() if not n.startswith("playout_file_"))
    return {name: getattr(module, "__spec__", None) for name, module in modules}


def _is_current(module: Any, digest: str) -> bool:
    """Whether the file of a module, and all it may import, is as it was when it was run."""
    made_of, specs = getattr(module, "playout_made_of", ("", {}))
    now = _specs()
    return made_of == digest and all(now.get(name, spec) is spec for name, spec in specs.items())
