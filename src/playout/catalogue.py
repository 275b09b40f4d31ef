"""Games as people write them: `hex`, `hex:7`, `connect4:9x6`, `hex:size=7,swap=true`, `mine.py`."""

import sys
from typing import Any

from .language import Text
from .parameters import parameters_of, parse, printed
from .registry import is_ours, lookup, name_of, split_settings, written
from .rules import GameError

__all__ = ["as_people_play", "customs_of", "find", "named", "resized", "text_of", "title_of"]


def find(text: str) -> Any:
    """The game that a name, or the path of a Python file, and its parameters mean."""
    name, settings = split_settings(text)
    cls = lookup(name, "game", error=GameError)
    values: dict[str, Any] = {}
    for part in filter(None, settings.split(",")):
        field, given, value = part.partition("=")
        if given:
            values |= parse(cls, {field.strip(): value.strip()}, GameError)
        else:
            values |= _sizes(cls, part)
    return cls(**values)


def named(text: str) -> str:
    """The text of a game with the names of all its parameters: hex:5 is hex:size=5."""
    name, settings = split_settings(text)
    cls = lookup(name, "game", error=GameError)
    parts = []
    for part in filter(None, settings.split(",")):
        sizes = {} if "=" in part else _sizes(cls, part)
        parts += [f"{field}={value}" for field, value in sizes.items()] or [part]
    return f"{name}:{','.join(parts)}" if parts else name


def as_people_play(text: str, game: Any) -> Any:
    """A game with the rules that people play it by, but for those that its text names itself."""
    named = {part.partition("=")[0].strip() for part in split_settings(text)[1].split(",")}
    customs = {name: value for name, value in customs_of(game).items() if name not in named}
    return type(game)(**{**game._asdict(), **customs})


def customs_of(game: Any) -> dict[str, bool | int]:
    """The parameters that are otherwise where people play."""
    return dict(getattr(game, "customs", {}))


def text_of(game: Any) -> str:
    """A game as people write it; `find` reads it."""
    settings = printed(game)
    return written(type(game)) + (f":{settings}" if settings else "")


def title_of(cls: Any) -> str:
    """The name of a game as people write it: for one of the package, what its file begins with."""
    title, _, doc = (sys.modules[cls.__module__].__doc__ or "").partition(": ")
    return Text(title) if doc and is_ours(cls) else name_of(cls)


def resized(game: Any, size: str) -> Any:
    """The same game on another board: `7x6` sets the first two parameters, `7` the first."""
    return type(game)(**{**game._asdict(), **_sizes(type(game), size)})


def _sizes(cls: Any, text: str) -> dict[str, int | bool]:
    numbers = [field for field, parameter in parameters_of(cls).items() if parameter.kind is int]
    parts = text.lower().split("x")
    if len(parts) > len(numbers) or not all(_is_whole(part.strip()) for part in parts):
        why = "{game}: {value!r} is not a size; write 7 or 7x6"
        raise GameError(why, "not-a-size", game=name_of(cls), value=text)
    if len(parts) == 1 and numbers[:2] == ["cols", "rows"]:
        parts *= 2  # a square board
    return {field: int(part) for field, part in zip(numbers, parts, strict=False)}


def _is_whole(text: str) -> bool:
    return text.isdecimal() and len(text) < 100  # Python refuses to read some thousand digits
