"""The catalogue of games, searches and their parameters, made from what the classes declare."""

import inspect
import sys
from functools import lru_cache
from typing import Any, Literal

from fastapi import APIRouter, Response

from .. import games
from ..catalogue import customs_of, title_of
from ..errors import PlayoutError
from ..parameters import Parameter as Declared
from ..parameters import parameters_of
from ..player_spec import PERFECT
from ..registry import REGISTRY, is_ours, lookup, name_of
from ..rules import can_set_up
from ..search import FORMER_LEVELS, LEVELS, elo_of
from .app_state import AppState
from .jobs import CAPS
from .messages import Message

__all__ = ["Catalogue", "catalogue", "catalogue_json", "router_for"]


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
    customs: dict[str, bool | int]  # what is otherwise than its default where people play
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
    former: bool = False  # understood, and no longer offered
    elo: dict[str, tuple[int, int]]  # by game: above random moves, and to either side


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


def router_for(state: AppState) -> APIRouter:
    """GET /api/catalogue."""
    router = APIRouter()

    @router.get("/api/catalogue")
    async def send_catalogue() -> Response:
        return Response(await state.in_pool(catalogue_json), media_type="application/json")

    return router


@lru_cache(maxsize=1)
def catalogue_json() -> str:
    """The catalogue as it is sent."""
    return catalogue().model_dump_json()


def catalogue() -> Catalogue:
    """Everything that can be chosen on the page."""
    from .. import __version__

    return Catalogue(
        version=__version__,
        games=tuple(_game(name, lookup(name, "game")) for name in _game_names()),
        levels=tuple(
            Level(name=name, budget=budget, former=name in FORMER_LEVELS, elo=_elo(name))
            for name, budget in {**LEVELS, **FORMER_LEVELS}.items()
        ),
        perfect=Level(name="perfect", budget=PERFECT, elo=_elo("perfect")),
        algorithms=tuple(
            AlgorithmInfo(**dict(part), searches=kind == "search")
            for kind in ("policy", "search")
            for part in _parts(kind)
        ),
        policies=_parts("policy"),
        schedules=_parts("schedule"),
        caps=Caps(**CAPS),
    )


def _elo(level: str) -> dict[str, tuple[int, int]]:
    found = {game: elo_of(game, level) for game in games.NAMES}
    return {game: (elo.elo, elo.margin) for game, elo in found.items() if elo}


def _game_names() -> list[str]:
    """Those of the package, and those of files that were named when the page was started."""
    return sorted({*games.NAMES, *REGISTRY["game"]})


def _game(name: str, cls: Any) -> GameInfo:
    # A game of the package is called, and explained, by the first line of its file.
    headline = (sys.modules[cls.__module__].__doc__ or "").partition("\n")[0]
    doc = headline.partition(": ")[2] if is_ours(cls) else ""
    return GameInfo(
        name=name,
        title=title_of(cls),
        doc=_plain(doc[:1].upper() + doc[1:]) or _about(cls),
        parameters=_parameters(cls),
        customs=customs_of(cls()),
        can_set_up=can_set_up(cls()),
    )


def _parts(kind: str) -> tuple[PartInfo, ...]:
    return tuple(
        PartInfo(name=name, title=name_of(cls), doc=_about(cls), parameters=_parameters(cls))
        for name, cls in sorted(REGISTRY[kind].items())
    )


def _parameters(cls: Any) -> tuple[Parameter, ...]:
    declared = parameters_of(cls).values()
    for parameter in declared:
        if parameter.is_required:
            why = "{name}: {parameter} needs a default, to be asked for on the page"
            raise PlayoutError(why, "needs-default", name=name_of(cls), parameter=parameter.name)
    return tuple(map(_parameter, declared))


def _about(cls: Any) -> str:
    """The first paragraph of a docstring."""
    return _plain(" ".join((inspect.getdoc(cls) or "").partition("\n\n")[0].split()))


def _plain(text: str) -> str:
    return text.replace("`", "")


def _parameter(declared: Declared) -> Parameter:
    name, default = declared.name, declared.default
    common: dict[str, Any] = {"name": name, "key": name, "doc": _plain(declared.text)}
    if declared.one_of is not None:
        kind: Any = declared.one_of
        return Parameter(**common, type=kind, default=name_of(type(default)).lower())
    if declared.choices is not None:
        choices = tuple(
            Choice(value=value, name=name)
            for name, value in declared.choices.items()
            if not declared.is_file(name)
        )
        return Parameter(**common, type="choice", default=default, choices=choices)
    if declared.kind is bool:
        return Parameter(**common, type="bool", default=default)
    low, high = (bound if abs(bound) <= FAR else None for bound in declared.range)
    kind = "int" if declared.kind is int else "float"
    return Parameter(**common, type=kind, default=default, low=low, high=high)


FAR = 10**6  # a bound beyond this is as good as none
