"""Commands and their arguments: each command is declared above the function that runs it."""

import argparse
import shutil
import textwrap
from collections.abc import Callable
from typing import Any, NamedTuple

from ..config import Config, config_path
from ..language import LANGUAGES, Text, tr
from .defaults import defaults_of
from .version import ShowVersion

__all__ = ["argument", "command", "parser"]

Run = Callable[[argparse.Namespace], int]  # it returns the exit code


class Argument(NamedTuple):
    names: tuple[str, ...]
    options: dict[str, Any]

    @property
    def dest(self) -> str:
        """What it is called in the namespace."""
        return str(self.options.get("dest") or self.names[-1].lstrip("-").replace("-", "_"))


class Command(NamedTuple):
    run: Run
    arguments: tuple[Argument, ...]
    help: str
    description: str
    examples: tuple[str, ...]
    notes: tuple[str, ...]  # below them


class Group(NamedTuple):
    """Commands that share their first word."""

    help: str
    description: str
    examples: tuple[str, ...]
    notes: tuple[str, ...]


COMMANDS: dict[str, Command] = {}


def argument(*names: str, **options: Any) -> Argument:
    """What argparse's `add_argument` takes; its default is added to its help."""
    return Argument(names, options)


def command(
    name: str,
    help: str,
    *arguments: Argument,
    description: str,
    examples: tuple[str, ...],
    notes: tuple[str, ...] = (),
) -> Callable[[Run], Run]:
    """Declare a command: in a few words, in a sentence, and by examples that can be pasted."""

    def register(run: Run) -> Run:
        COMMANDS[name] = Command(run, arguments, help, description, examples, notes)
        return run

    return register


def parser(config: Config | None = None) -> argparse.ArgumentParser:
    """The whole command line, in the user's language, with the user's own defaults."""
    own = defaults_of(config or Config(config_path()), COMMANDS)
    about = tr("A laboratory of Monte Carlo search for board games.")
    raw = argparse.RawDescriptionHelpFormatter
    shown = f"{_listed(EXAMPLES)}\n\n{tr('playout COMMAND --help explains a command.')}"
    top = argparse.ArgumentParser("playout", description=about, epilog=shown, formatter_class=raw)
    top.add_argument("--version", action=ShowVersion, nargs=0, help=tr("show the version"))
    _add(top, LANG, None)
    groups = {"": top.add_subparsers(dest="command", metavar=tr("COMMAND"))}
    for name, each in COMMANDS.items():
        group, _, last = name.rpartition(" ")
        if group not in groups:
            parent = groups[""].add_parser(group, formatter_class=raw, **_texts(GROUPS[group]))
            _add(parent, LANG, None)
            groups[group] = parent.add_subparsers(metavar=tr("COMMAND"), required=True)
        child = groups[group].add_parser(last, formatter_class=raw, **_texts(each))
        child.set_defaults(run=each.run, own=own.get(name, {}))
        for declared in (*each.arguments, LANG):
            _add(child, declared, own.get(name, {}).get(declared.dest))
    return top


def _texts(of: Command | Group) -> dict[str, Any]:
    """What argparse shows of a command, in the user's language and as wide as the terminal."""
    width = max(20, shutil.get_terminal_size().columns - 2)  # as argparse has it
    return {
        "help": tr(of.help),
        "description": textwrap.fill(tr(of.description), width),
        "epilog": "\n\n".join([_listed(of.examples), *map(tr, of.notes)]),
    }


def _listed(examples: tuple[str, ...]) -> str:
    """Commands to paste."""
    return "\n".join([tr("examples:"), *(f"  {example}" for example in examples)])


def _add(to: argparse.ArgumentParser, declared: Argument, own: Any) -> None:
    """Add an argument, in the user's language; its own default, if any, takes precedence."""
    options = {**declared.options, "help": tr(declared.options.get("help", ""))}
    if own is not None:
        options["default"] = own
    default = options.get("default")
    if default not in (None, False, "", argparse.SUPPRESS):
        values = default if isinstance(default, tuple | list) else [default]
        options["help"] += f" ({' '.join(str(value).removesuffix('.0') for value in values)})"
    metavar = options.get("metavar")
    if metavar:
        options["metavar"] = tr(metavar) if isinstance(metavar, str) else tuple(map(tr, metavar))
    to.add_argument(*declared.names, **options)


EXAMPLES = ("playout play connect4", "playout web", "playout watch hard easy --game hex:7")
DUEL = """a file that describes an experiment, such as duel.toml:
  game = "connect4"
  games = 20

  [players]
  one = "uct:simulations=100"
  two = "flat:simulations=100\""""
GROUPS = {
    "lab": Group(
        "run experiments from a file, and report on them",
        "Play the games of an experiment that a file describes, and write a report on them.",
        (
            "playout lab run duel.toml",
            "playout lab status duel.toml",
            "playout lab report duel.toml",
        ),
        (DUEL,),
    )
}

QUIET_S = 2.0  # a shorter search shows no progress

# What several commands take.
LANG = argument(
    "--lang",
    metavar="LANGUAGE",
    choices=[*LANGUAGES],
    default=argparse.SUPPRESS,
    help="language of the texts: en or fr",
)
GAME_HELP = Text(
    "a game: hex, hex:7, connect4:9x6, hex:size=7,swap=true, or the path of a .py file"
)
MACHINE_HELP = Text(
    "a level (beginner, easy, medium, hard, expert, maximum, master, perfect), random, or a search"
    " with parameters: grave, uct:seconds=2,c=0.7, my_search.py (`playout players` lists them)"
)
MACHINE_OR_PROGRAM = Text("{machine}, or program:COMMAND, which speaks GTP", machine=MACHINE_HELP)
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
SEED_HELP = "a number: the same one gives the same random choices"
SEED = argument("--seed", type=int, help=SEED_HELP)
SEED_1 = argument("--seed", type=int, default=1, help=SEED_HELP)
FROM_POSITION = (GAME, MOVES, SIZE, POSITION)
FROM_START = (SIZE, POSITION, FIRST_MOVES, SEED)
