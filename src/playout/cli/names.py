"""`playout games` and `playout players`: what has a name, and its parameters."""

import argparse
import inspect
import shutil
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import PlayoutError
from ..extras import require
from ..language import Text, number, said, tr
from ..parameters import Parameter, parameters_of
from ..registry import REGISTRY, is_ours, is_path, load, lookup, name_of, written
from .arguments import argument, command

KINDS = {
    "search": Text("searches"),
    "policy": Text("playout policies"),
    "schedule": Text("schedules of RAVE"),
}
TYPES = {int: Text("integer"), float: Text("number"), bool: Text("true or false")}


@command(
    "games",
    "list the games, or the parameters of one",
    argument("name", nargs="?", help="a game, or the path of a .py file"),
    description="List the games with their goals; with a name, the sizes and options of that game.",
    examples=("playout games", "playout games hex"),
)
def run_games(options: argparse.Namespace) -> int:
    from .. import games
    from ..catalogue import title_of
    from ..rules import GameError

    if options.name is not None:
        print_classes(options.name, ("game",), GameError)
        return 0
    known = {name: getattr(games, cls) for name, cls in games.NAMES.items()}
    print_list({name: f"{said(title_of(cls))}. {about(cls)}" for name, cls in known.items()})
    print("\n" + tr("playout games NAME lists its parameters, to write hex:size=7,swap=true"))
    return 0


@command(
    "players",
    "list the players, or the parameters of one",
    argument("name", nargs="?", help="a search, policy, schedule or level, or a .py file"),
    argument(
        "--beta",
        metavar="FILE",
        help="draw beta, the weight of AMAF values, for every schedule of RAVE",
    ),
    description="List everything that can play, from levels such as easy to searches; with a name,"
    " the parameters of that one.",
    examples=("playout players", "playout players uct"),
)
def run_players(options: argparse.Namespace) -> int:
    from ..search import SearchError
    from ..search.budget import BUDGET

    if options.name is None:
        print(tr("levels:"))
        print_list(levels())
        for kind, title in KINDS.items():
            print("\n" + tr("{title}:", title=title))
            print_list({name: about(cls) for name, cls in sorted(REGISTRY[kind].items())})
        print("\n" + tr("playout players NAME lists its parameters, to write uct:c=0.7,seconds=2"))
        has_budget = False
    elif options.name in levels(former=True):
        print_list({options.name: levels(former=True)[options.name]})
        has_budget = options.name != "human"
    else:
        has_budget = "search" in print_classes(options.name, tuple(KINDS), SearchError)
    if has_budget:
        print("\n" + tr("budget:"))
        print_parameters(BUDGET.values(), True)
    if options.beta:
        draw_betas(options.beta)
    return 0


def draw_betas(path: str) -> None:
    """Draw the schedules, those of a file that was named among them."""
    require("lab")
    from ..lab.report.beta import betas
    from ..lab.report.canvas import FORMATS

    if Path(path).suffix[1:] not in FORMATS:
        names = ", ".join(FORMATS)
        why = "{file} must end in one of {names}"
        raise PlayoutError(why, "wrong-ending", file=path, names=names)
    betas().save(Path(path))


def levels(former: bool = False) -> dict[str, str]:
    """The players that are no algorithm, each with a sentence; levels of before if asked for."""
    from ..player_spec import PERFECT
    from ..search import FORMER_LEVELS, LEVELS, MASTER

    texts = {"human": tr("a person"), "default": tr("the default search of the game")}
    for name, budget in {**LEVELS, "perfect": PERFECT, **(FORMER_LEVELS if former else {})}.items():
        settings = ",".join(f"{key}={value:g}" for key, value in budget.items())
        words = f"{_in_words(budget)} (default:{settings})"
        if name == MASTER:
            words = tr("{words}, with a network where one plays better", words=words)
        elif "seconds" in budget and "prove" not in budget:  # by the clock `default` may have one
            words = tr("{words}, without a network", words=_in_words(budget))
        texts[name] = f"{words}{_elos(name)}"
    return texts


def _elos(level: str) -> str:
    """What a level is worth in some of the games, each on its usual board: random moves are 0."""
    from ..search import elo_of

    known = {game: elo_of(game, level) for game in ("hex", "connect4", "go")}
    shown = ", ".join(f"{game} {number(elo.elo, ',')}" for game, elo in known.items() if elo)
    return "; " + tr("Elo: {shown}", shown=shown) if shown else ""


def _in_words(budget: dict[str, Any]) -> str:
    """How long a level thinks."""
    if "prove" in budget:
        return tr("{seconds:g} seconds a move, most of them for a proof", **budget)
    if "seconds" in budget:
        return tr("{seconds:g} seconds a move", **budget)
    return tr("{simulations:,} simulations a move", **budget)


def print_classes(name: str, kinds: tuple[str, ...], error: type[PlayoutError]) -> set[str]:
    """Print the class of this name, or all in this file, with parameters; returns their kinds."""
    classes = {}
    if is_path(name) and "::" not in name:
        classes = {f"{name}::{name_of(cls)}": cls for cls in load(name, error) if cls.kind in kinds}
    if len(classes) < 2:
        classes = {name: lookup(name, *kinds, error=error)}
    for each, cls in classes.items():
        print_wrapped(tr("{name}: {text}", name=each, text=about(cls)))
        print_parameters(parameters_of(cls).values(), is_ours(cls))
    return {cls.kind for cls in classes.values()}


def about(cls: Any) -> str:
    """The goal of a game, or the first paragraph of a docstring."""
    is_complete = not any(parameter.is_required for parameter in parameters_of(cls).values())
    goal = cls().goal() if cls.kind == "game" and is_complete else ""
    doc = " ".join((inspect.getdoc(cls) or "").partition("\n\n")[0].split())
    return said(goal) or (tr(doc) if is_ours(cls) else doc)


def print_parameters(parameters: Iterable[Parameter], are_ours: bool) -> None:
    """Each with its default, as it is written; then its type, the values it may have, its text."""
    for parameter in parameters:
        print(f"  {parameter.name}={default_of(parameter)}")
        values = values_of(parameter)
        text = tr(parameter.text) if are_ours else parameter.text
        both = tr("{name}: {text}", name=values, text=text) if values and text else values or text
        print_wrapped(both, "      ")


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
        names = ", ".join(sorted(REGISTRY[parameter.one_of]))
        return tr("one of {names}, or the path of a .py file", names=names)
    kind = "" if parameter.choices else TYPES.get(parameter.kind, "")
    return ", ".join(filter(None, (said(kind), said(parameter.wanted()))))


def print_list(entries: dict[str, str]) -> None:
    wide = max(map(len, entries))
    for name, text in entries.items():
        print_wrapped(f"{name:{wide}}  {text}", "  ", " " * (wide + 4))


def print_wrapped(text: str, first: str = "", rest: str | None = None) -> None:
    """Fill lines as wide as the terminal; `rest` is the indent of all but the first."""
    width = shutil.get_terminal_size().columns
    rest = first if rest is None else rest
    print(textwrap.fill(text, width, initial_indent=first, subsequent_indent=rest))
