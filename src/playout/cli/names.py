"""`playout games` and `playout players`: what has a name, and its parameters."""

import argparse
import inspect
import shutil
import textwrap
from collections.abc import Iterable
from typing import Any

from ..errors import PlayoutError
from ..parameters import Parameter, parameters_of
from ..registry import REGISTRY, is_path, load, lookup, name_of, written
from .arguments import argument, command

KINDS = {"search": "searches", "policy": "playout policies", "schedule": "schedules of RAVE"}
TYPES = {int: "integer", float: "number", bool: "true or false"}


@command(
    "games",
    "list the games, or the parameters of one",
    argument("name", nargs="?", help="a game, or the path of a .py file"),
)
def run_games(options: argparse.Namespace) -> int:
    from .. import games
    from ..rules import GameError

    if options.name is not None:
        print_classes(options.name, ("game",), GameError)
        return 0
    print_list({name: getattr(games, cls)().goal() for name, cls in games.NAMES.items()})
    print("\nplayout games NAME lists its parameters, to write hex:size=7,swap=true")
    return 0


@command(
    "players",
    "list the players, or the parameters of one",
    argument("name", nargs="?", help="a search, policy, schedule or level, or a .py file"),
    description="Searches, playout policies, schedules and levels, with their parameters.",
)
def run_players(options: argparse.Namespace) -> int:
    from ..player_spec import BUDGET
    from ..search import SearchError

    if options.name is None:
        print("levels:")
        print_list(levels())
        for kind, title in KINDS.items():
            print(f"\n{title}:")
            print_list({name: about(cls) for name, cls in sorted(REGISTRY[kind].items())})
        print("\nplayout players NAME lists its parameters, to write uct:c=0.7,seconds=2")
        return 0
    if options.name in levels():
        print_list({options.name: levels()[options.name]})
        has_budget = options.name != "human"
    else:
        has_budget = "search" in print_classes(options.name, tuple(KINDS), SearchError)
    if has_budget:
        print("\nbudget:")
        print_parameters(BUDGET.values())
    return 0


def levels() -> dict[str, str]:
    """The players that are no algorithm, each with a sentence."""
    from ..player_spec import PERFECT
    from ..search import LEVELS

    texts = {"human": "a person", "default": "the default search of the game"}
    for name, budget in {**LEVELS, "perfect": PERFECT}.items():
        settings = ",".join(f"{key}={value:g}" for key, value in budget.items())
        texts[name] = f"default:{settings}"
    return texts


def print_classes(name: str, kinds: tuple[str, ...], error: type[PlayoutError]) -> set[str]:
    """Print the class of this name, or all in this file, with parameters; returns their kinds."""
    classes = {}
    if is_path(name) and "::" not in name:
        classes = {f"{name}::{name_of(cls)}": cls for cls in load(name, error) if cls.kind in kinds}
    if len(classes) < 2:
        classes = {name: lookup(name, *kinds, error=error)}
    for each, cls in classes.items():
        print_wrapped(f"{each}: {about(cls)}")
        print_parameters(parameters_of(cls).values())
    return {cls.kind for cls in classes.values()}


def about(cls: Any) -> str:
    """The goal of a game, or the first paragraph of a docstring."""
    is_complete = not any(parameter.is_required for parameter in parameters_of(cls).values())
    goal = str(cls().goal()) if cls.kind == "game" and is_complete else ""
    return goal or " ".join((inspect.getdoc(cls) or "").partition("\n\n")[0].split())


def print_parameters(parameters: Iterable[Parameter]) -> None:
    """Each with its default, as it is written; then its type, the values it may have, its text."""
    for parameter in parameters:
        print(f"  {parameter.name}={default_of(parameter)}")
        parts = filter(None, (values_of(parameter), parameter.text))
        print_wrapped(": ".join(parts), "      ")


def default_of(parameter: Parameter) -> str:
    if parameter.default is None:
        return "..."
    is_class = parameter.one_of is not None
    return str(
        written(type(parameter.default)) if is_class else parameter.text_of(parameter.default)
    )


def values_of(parameter: Parameter) -> str:
    """The type of a parameter and the values it may have."""
    if parameter.one_of:
        return f"one of {', '.join(sorted(REGISTRY[parameter.one_of]))}, or the path of a .py file"
    kind = "" if parameter.choices else TYPES.get(parameter.kind, "")
    return ", ".join(filter(None, (kind, parameter.wanted())))


def print_list(entries: dict[str, str]) -> None:
    wide = max(map(len, entries))
    for name, text in entries.items():
        print_wrapped(f"{name:{wide}}  {text}", "  ", " " * (wide + 4))


def print_wrapped(text: str, first: str = "", rest: str | None = None) -> None:
    """Fill lines as wide as the terminal; `rest` is the indent of all but the first."""
    width = shutil.get_terminal_size().columns
    rest = first if rest is None else rest
    print(textwrap.fill(text, width, initial_indent=first, subsequent_indent=rest))
