"""Games by name: `hex`, `hex:7`, `connect4:9x6`, `hex:size=7,swap=true`, `my_game.py`."""

import importlib.util
import inspect
import os
import sys
from pathlib import Path
from typing import Any

from . import games
from .rules import GameError

__all__ = ["find", "resized"]

TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def find(text: str) -> Any:
    """The game that a name, or the path of a Python file, and its parameters mean."""
    name, _, parameters = _split(text)
    cls = _from_file(name) if _is_path(name) else _by_name(name)
    return cls(**_parameters(cls, parameters))


def resized(game: Any, size: str) -> Any:
    """The same game on another board: `7x6` sets the first two parameters, `7` the first."""
    return type(game)(**{**game._asdict(), **_sizes(type(game), size)})


def _split(text: str) -> tuple[str, str, str]:
    # A path may hold a colon of its own (a drive letter), but its parameters follow `.py:`.
    head, found, tail = text.rpartition(".py:")
    if found:
        return head + ".py", ":", tail
    return (text, "", "") if _is_path(text) else text.partition(":")


def _is_path(name: str) -> bool:
    return name.endswith(".py") or os.sep in name


def _by_name(name: str) -> Any:
    if name.lower() not in games.NAMES:
        known = ", ".join(games.NAMES)
        raise GameError(f"no game is called {name!r}; there are {known}, or the path of a .py file")
    return getattr(games, games.NAMES[name.lower()])


def _from_file(name: str) -> Any:
    path = Path(name).resolve()
    module_name = f"playout_game_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise GameError(f"{name} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module  # compiled kernels are kept under this name
    try:
        spec.loader.exec_module(module)
    except OSError as error:
        raise GameError(f"{name} cannot be read: {error.strerror or error}") from None
    except SyntaxError as error:
        raise GameError(f"{name}, line {error.lineno}: {error.msg}") from None
    except GameError as error:
        raise GameError(f"{name}: {error}") from None
    except Exception as error:
        raise GameError(f"{name} cannot be loaded: {type(error).__name__}: {error}") from None
    found = [
        thing
        for thing in vars(module).values()
        if inspect.isclass(thing)
        and hasattr(thing, "generic_playout")
        and thing.__module__ == module_name
    ]
    if len(found) != 1:
        raise GameError(f"{name} must define one class with @game, not {len(found) or 'none'}")
    return found[0]


def _parameters(cls: Any, text: str) -> dict[str, int | bool]:
    values: dict[str, int | bool] = {}
    for part in filter(None, text.split(",")):
        field, given, value = part.partition("=")
        if not given:
            values |= _sizes(cls, part)
        elif field.strip() not in cls._fields:
            fields = ", ".join(cls._fields) or "none"
            raise GameError(f"{cls.__name__} has no parameter {field.strip()!r}; it has {fields}")
        else:
            values[field.strip()] = _value(cls, field.strip(), value.strip())
    return values


def _sizes(cls: Any, text: str) -> dict[str, int | bool]:
    numbers = [field for field in cls._fields if cls.__annotations__[field] is int]
    parts = text.lower().split("x")
    if len(parts) > len(numbers) or not all(_is_whole(part.strip()) for part in parts):
        raise GameError(f"{cls.__name__}: {text!r} is no size; write 7 or 7x6")
    if len(parts) == 1 and numbers[:2] == ["cols", "rows"]:
        parts *= 2  # a square board
    return {field: int(part) for field, part in zip(numbers, parts, strict=False)}


def _is_whole(text: str) -> bool:
    return text.isdecimal() and len(text) < 100  # Python refuses to read some thousand digits


def _value(cls: Any, field: str, text: str) -> int | bool:
    if cls.__annotations__[field] is bool:
        if text.lower() in TRUE + FALSE:
            return text.lower() in TRUE
        raise GameError(f"{cls.__name__}: {field} must be true or false, not {text!r}")
    try:
        return int(text)
    except ValueError:
        raise GameError(f"{cls.__name__}: {field} must be an integer, not {text!r}") from None
