"""The catalogue of games, searches and their parameters, made from the classes themselves.

Types and defaults come from the fields, what a parameter means from the docstring, and its range
from what the constructor accepts. So whatever is added to Playout is on the page at once.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal

from .. import games
from .. import search as searches
from ..players import PERFECT
from ..rules import GameError, can_set_up
from ..search import ALGORITHMS, LEVELS, POLICIES, SCHEDULES, SearchError
from .jobs import CAPS
from .messages import Message

__all__ = ["Catalogue", "catalogue", "catalogue_json"]

FINAL = ("VISITS", "MEAN", "SECURE", "ROBUST")
PARTS = {"schedule": SCHEDULES, "policy": POLICIES}
KEYS = {"schedule": "beta"}  # how it is written in a player, where that is another word
FAR = 10**6
NEAR = 40


class Choice(Message):
    """A value that a parameter can have, and what it is called."""

    value: int
    name: str


class Parameter(Message):
    """What there is to know of a parameter to ask for it."""

    name: str
    type: Literal["int", "float", "bool", "choice", "policy", "schedule"]
    key: str
    default: bool | int | float | str
    doc: str
    low: float | int | None = None
    high: float | int | None = None
    choices: tuple[Choice, ...] = ()


class GameInfo(Message):
    """A game."""

    name: str
    title: str
    doc: str
    parameters: tuple[Parameter, ...]
    can_set_up: bool


class PartInfo(Message):
    """A playout policy or a schedule."""

    name: str
    title: str
    doc: str
    parameters: tuple[Parameter, ...]


class AlgorithmInfo(PartInfo):
    """A player: a search, or a policy by itself."""

    searches: bool


class Level(Message):
    """A level of play: a budget for the game's default search."""

    name: str
    budget: dict[str, int | float]


class Caps(Message):
    """The largest budget that the page may give a search."""

    seconds: int
    simulations: int
    threads: int


class Catalogue(Message):
    """GET /api/catalogue: everything that can be chosen on the page."""

    version: str
    games: tuple[GameInfo, ...]
    levels: tuple[Level, ...]
    perfect: Level  # it takes other seconds, too
    algorithms: tuple[AlgorithmInfo, ...]
    policies: tuple[PartInfo, ...]
    schedules: tuple[PartInfo, ...]
    caps: Caps


@lru_cache(maxsize=1)
def catalogue_json() -> str:
    """The catalogue as it is sent."""
    return catalogue().model_dump_json()


def catalogue() -> Catalogue:
    """Everything that can be chosen on the page."""
    from .. import __version__

    return Catalogue(
        version=__version__,
        games=tuple(_game(name, getattr(games, title)) for name, title in games.NAMES.items()),
        levels=tuple(Level(name=name, budget=budget) for name, budget in LEVELS.items()),
        perfect=Level(name="perfect", budget=PERFECT),
        algorithms=tuple(
            AlgorithmInfo(**dict(_part(name, cls)), searches=name not in POLICIES)
            for name, cls in ALGORITHMS.items()
        ),
        policies=tuple(_part(name, cls) for name, cls in POLICIES.items()),
        schedules=tuple(_part(name, cls) for name, cls in SCHEDULES.items()),
        caps=Caps(**CAPS),
    )


def _game(name: str, cls: Any) -> GameInfo:
    docs = {field: _sentence_about(cls, field) for field in cls._fields}
    headline = (sys.modules[cls.__module__].__doc__ or "").partition("\n")[0]
    title, _, doc = headline.partition(": ")
    return GameInfo(
        name=name,
        title=title if doc else cls.__name__,
        doc=_plain(doc[:1].upper() + doc[1:]) or _sentences(cls)[0],
        parameters=tuple(_parameter(cls, field, docs[field]) for field in cls._fields),
        can_set_up=can_set_up(cls()),
    )


def _part(name: str, cls: Any) -> PartInfo:
    docs = dict(_lines(cls))
    return PartInfo(
        name=name,
        title=cls.__name__,
        doc=_plain(" ".join(_sentences(cls)[:2])),
        parameters=tuple(_parameter(cls, field, docs[field]) for field in cls._fields),
    )


# --- what is written of them ---------------------------------------------------------


def _sentences(cls: Any) -> list[str]:
    """The sentences of a docstring before its table of parameters."""
    doc = inspect.getdoc(cls) or cls.__name__
    prose = [part for part in doc.split("\n\n") if not _is_table(part, cls)]
    sentences = re.split(r"(?<=[.;)]) (?=[A-Z`])", " ".join(" ".join(prose).split()))
    return [re.sub(";$", ".", sentence) for sentence in sentences]


def _is_table(paragraph: str, cls: Any) -> bool:
    return re.match(rf"({'|'.join(cls._fields)})(  |, )", paragraph) is not None


def _plain(text: str) -> str:
    return text.replace("`", "")


def _sentence_about(cls: Any, field: str) -> str:
    """The sentence that names a game's parameter; `heap2` to `heap4` name those between, too."""
    stem = field.rstrip("0123456789")
    for pattern in (rf"`{field}`", rf"`{stem}\d+`" if stem != field else rf"\b{field}\b"):
        for sentence in _sentences(cls):
            if re.search(pattern, sentence):
                return _plain(sentence)
    return _plain(_sentences(cls)[0])


def _lines(cls: Any) -> Iterator[tuple[str, str]]:
    """What a docstring says of each parameter.

    `c   how much it explores`, or `c, expand and policy are as in Uct`, or `all others are as
    in Rave`. A schedule is its formula, which says it all.
    """
    lines: dict[str, str] = {}
    as_in: list[tuple[str, str]] = []
    last = ""
    for line in (inspect.getdoc(cls) or "").split("\n")[1:]:
        elsewhere = re.fullmatch(r"(\S.*) are as in (\w+)", line)
        named = re.match(r"(\w+)  +(\S.*)", line)
        if elsewhere:
            as_in.append((elsewhere[1], elsewhere[2]))
        elif named and named[1] in cls._fields:
            last = named[1]
            lines[last] = named[2]
        elif last and line.startswith("  "):
            lines[last] += " " + line.strip()
    for words, other in as_in:
        theirs = dict(_lines(ALGORITHMS[other.lower()]))
        for field in cls._fields:
            if field not in lines and (words == "all others" or re.search(rf"\b{field}\b", words)):
                lines[field] = theirs[field]
    for field in cls._fields:
        yield field, _plain(lines.get(field) or _sentences(cls)[0])


# --- what they take ------------------------------------------------------------------


def _parameter(cls: Any, field: str, doc: str) -> Parameter:
    default = cls._field_defaults[field]
    common: dict[str, Any] = {"name": field, "key": KEYS.get(field, field), "doc": doc}
    if field in PARTS:
        known = {kind: name for name, kind in PARTS[field].items()}
        kind: Any = "schedule" if field == "schedule" else "policy"
        return Parameter(**common, type=kind, default=known[type(default)])
    if isinstance(default, bool):
        return Parameter(**common, type="bool", default=default)
    if field == "final" and hasattr(cls, "choose"):
        choices = tuple(Choice(value=getattr(searches, n), name=n.lower()) for n in FINAL)
        return Parameter(**common, type="choice", default=default, choices=choices)
    if isinstance(default, int):
        values = [n for n in range(-1, NEAR + 1) if _takes(cls, field, n)]
        if values != list(range(values[0], values[-1] + 1)):
            named = tuple(Choice(value=n, name=str(n)) for n in values)
            return Parameter(**common, type="choice", default=default, choices=named)
        low = None if values[0] < 0 else values[0]
        high = values[-1] if values[-1] < NEAR else _highest(cls, field)
        return Parameter(**common, type="int", default=default, low=low, high=high)
    least = next((low for low in (0, 0.002) if _is_bound(cls, field, low, -1)), None)
    most = next((high for high in (1, 10) if _is_bound(cls, field, high, 1)), None)
    return Parameter(**common, type="float", default=default, low=least, high=most)


def _takes(cls: Any, field: str, value: float) -> bool:
    """Whether a parameter can have a value, whatever the others then have to be."""
    for others in _settings(cls, field):
        try:
            cls(**{**others, field: value})
        except (GameError, SearchError):
            continue
        return True
    return False


def _settings(cls: Any, field: str) -> Iterator[dict[str, int]]:
    """What the other parameters may be: as usual; all small; or one of them another number."""
    others = [name for name, kind in cls.__annotations__.items() if kind is int and name != field]
    yield {}
    if hasattr(cls, "n_moves"):
        for n in (1, 2):
            yield dict.fromkeys(others, n)
        for name in others:
            yield from ({name: n} for n in (1, 2, 8))


def _highest(cls: Any, field: str) -> int | None:
    """The highest value that is taken, or None if that is as good as any."""
    if _takes(cls, field, FAR):
        return None
    low, high = NEAR, FAR
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _takes(cls, field, middle) else (low, middle)
    return low


def _is_bound(cls: Any, field: str, value: float, side: int) -> bool:
    return _takes(cls, field, value) and not _takes(cls, field, value + side * 1e-3)
