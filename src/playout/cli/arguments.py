"""Commands and their arguments: each command is declared above the function that runs it."""

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

from .. import __version__

__all__ = ["argument", "command", "parser"]

Run = Callable[[argparse.Namespace], int]  # it returns the exit code


class Argument(NamedTuple):
    names: tuple[str, ...]
    options: dict[str, Any]


class Command(NamedTuple):
    run: Run
    arguments: tuple[Argument, ...]
    options: dict[str, Any]


COMMANDS: dict[str, Command] = {}


def argument(*names: str, **options: Any) -> Argument:
    """What argparse's `add_argument` takes."""
    return Argument(names, options)


def command(name: str, help: str, *arguments: Argument, **options: Any) -> Callable[[Run], Run]:
    """Declare a command; `options` are those of argparse's `add_parser`."""

    def register(run: Run) -> Run:
        COMMANDS[name] = Command(run, arguments, {"help": help, **options})
        return run

    return register


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="playout", description="A laboratory of Monte Carlo search for board games."
    )
    top.add_argument("--version", action="version", version=f"playout {__version__}")
    groups = {"": top.add_subparsers(dest="command", metavar="COMMAND")}
    for name, (run, arguments, options) in COMMANDS.items():
        group, _, last = name.rpartition(" ")
        if group not in groups:
            parent = groups[""].add_parser(group, help=GROUPS[group])
            groups[group] = parent.add_subparsers(metavar="COMMAND", required=True)
        raw = argparse.RawDescriptionHelpFormatter
        child = groups[group].add_parser(last, formatter_class=raw, **options)
        child.set_defaults(run=run)
        for each in arguments:
            child.add_argument(*each.names, **each.options)
    return top


GROUPS = {"lab": "run experiments from a file, and report on them"}

QUIET_S = 2.0  # a shorter search shows no progress

# What several commands take.
GAME_HELP = "a game: hex, hex:7, connect4:9x6, hex:size=7,swap=true, or the path of a .py file"
MACHINE_HELP = (
    "a level (beginner, easy, medium, strong, expert, maximum, perfect), random, or a search with"
    " parameters: grave, uct:seconds=2,c=0.7, my_search.py (`playout players` lists them)"
)
GAME = argument("game", help=GAME_HELP)
GAMES = argument("game", nargs="*", help=GAME_HELP)
MOVES = argument("moves", nargs="*", help="moves from the start, such as c3 b4")
FIRST_MOVES = argument("--moves", dest="line", default="", help='first moves, such as "c3 b4"')
SIZE = argument("--size", help="board size: 7 or 7x6")
POSITION = argument(
    "--position",
    help='a position set up by hand, such as "a1 b2 / c3 / 2": the cells of the first player /'
    " those of the second / who is to move",
)
PLAYER = argument("--player", default="default", help=MACHINE_HELP)
SEED = argument("--seed", type=int, help="random seed")
SEED_1 = argument("--seed", type=int, default=1, help="random seed (1)")
FROM_POSITION = (GAME, MOVES, SIZE, POSITION)
FROM_START = (SIZE, POSITION, FIRST_MOVES, SEED)
