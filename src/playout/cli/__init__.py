"""The command line: `playout play hex`, `playout web`, `playout lab run SPEC`, ..."""

import argparse
import gettext
import importlib
import os
import sys
from collections.abc import Sequence

from ..config import Config, ConfigError, config_path, read_config
from ..errors import PlayoutError
from ..language import LANGUAGES, said, speak, usual
from .arguments import parser

__all__ = ["main", "parser"]

for name in (
    "play",
    "puzzles",
    "search",
    "solve",
    "lab",
    "train",
    "names",
    "tools",
):  # as in the help
    importlib.import_module(f".{name}", __name__)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 2 for invalid input, 130 for Ctrl-C."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        speak(usual())
        top = parser_for(given, read_config())
    except PlayoutError as error:
        code = refuse(said(error))
        if isinstance(error, ConfigError) and {"-h", "--help", "--version"} & {*given}:
            # Who asks for help may be about to mend the file.
            top = parser_for(given, Config(config_path()))
        else:
            return code
    options, rest = top.parse_known_args(arguments)
    if rest and hasattr(options, "moves") and not any(text.startswith("-") for text in rest):
        options.moves += rest  # moves behind an option, which argparse leaves over
    elif rest:
        top.error(gettext.gettext("unrecognized arguments: %s") % " ".join(rest))
    if options.command is None:
        return offer(top)
    return answer(options)


def parser_for(arguments: Sequence[str], config: Config) -> argparse.ArgumentParser:
    """The parser of a command, in its language."""
    speak(language_of(arguments, config))
    return parser(config)


def offer(top: argparse.ArgumentParser) -> int:
    """What comes without a command: a menu for a person, the help for a pipe."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        top.print_help()
        return 0
    from ..terminal.menu import choose

    while True:
        chosen = choose()
        if chosen is None:
            return 0
        if chosen == ["help"]:
            top.print_help()
        else:
            answer(top.parse_args(chosen))


def answer(options: argparse.Namespace) -> int:
    """Run a command, and say in a sentence what the user did wrong."""
    try:
        return run(options)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing left to flush
        return 0
    except Exception as error:
        from ..explain import explain

        message = explain(error)
        if message is None:
            raise
        return refuse(message)


def refuse(message: str) -> int:
    print(f"playout: {message}", file=sys.stderr)
    return 2


def language_of(arguments: Sequence[str], config: Config) -> str:
    """The language: by --lang, or the config file, or the system's."""
    # The texts of the parser depend on it, so it is looked up before there is a parser.
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--lang", nargs="?")
    wanted = first.parse_known_args(arguments)[0].lang
    wanted = wanted and wanted.lower()
    if wanted is not None and wanted not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        why = "no language is called {name!r}; there are {known}"
        raise PlayoutError(why, "unknown-language", name=wanted, known=known)
    own = config.values.get("lang")
    is_known = isinstance(own, str) and own in LANGUAGES
    return str(wanted or (own if is_known else usual()))


def run(options: argparse.Namespace) -> int:
    from ..terminal.screen import make_safe

    make_safe()
    if options.command != "warmup" and not sys.stderr.isatty():
        os.environ["PLAYOUT_QUIET"] = "1"  # no messages about compiling in a pipe
    code: int = options.run(options)
    sys.stdout.flush()  # a pipe that was closed raises here, where it is caught
    return code
