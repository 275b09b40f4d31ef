"""Everything that has a name: games, searches, playout policies and schedules, by kind.

Their decorators register them here, under the name of the class in small letters; what the package
itself defines is not replaced by a class of the same name from elsewhere.
"""

from typing import Any

__all__ = ["REGISTRY", "name_of", "register"]

REGISTRY: dict[str, dict[str, Any]] = {"game": {}, "search": {}, "policy": {}, "schedule": {}}


def name_of(cls: Any) -> str:
    """The name of a class, without the folder or function it comes from."""
    return str(cls.__qualname__).rpartition(".")[2]


def register(kind: str, cls: Any) -> Any:
    """Make a class known by its name; returns the class."""
    name = name_of(cls).lower()
    known = REGISTRY[kind].get(name)
    if known is None or _is_ours(cls) or not _is_ours(known):
        REGISTRY[kind][name] = cls
    cls.kind = kind
    return cls


def _is_ours(cls: Any) -> bool:
    return str(cls.__module__).partition(".")[0] == __name__.partition(".")[0]
