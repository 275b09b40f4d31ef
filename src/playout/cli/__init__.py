"""The command line: `playout play hex`, `playout web`, `playout lab run SPEC`, ..."""

import argparse
import importlib
import itertools
import os
import re
import sys
from collections.abc import Sequence

from .arguments import parser

__all__ = ["main", "parser"]

for name in ("play", "search", "solve", "lab", "names", "tools"):  # the order in the help
    importlib.import_module(f".{name}", __name__)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 2 for invalid input, 130 for Ctrl-C."""
    top = parser()
    options, rest = top.parse_known_args(arguments)
    if rest and hasattr(options, "moves") and not any(text.startswith("-") for text in rest):
        options.moves += rest  # moves behind an option, which argparse leaves over
    elif rest:
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    if options.command is None:
        top.print_help()
        return 0
    try:
        return run(options)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing left to flush
        return 0
    except Exception as error:
        message = explain(error)
        if message is None:
            raise
        print(f"playout: {message}", file=sys.stderr)
        return 2


def run(options: argparse.Namespace) -> int:
    from ..terminal.screen import make_safe

    make_safe()
    if options.command != "warmup" and not sys.stderr.isatty():
        os.environ["PLAYOUT_QUIET"] = "1"  # no messages about compiling in a pipe
    code: int = options.run(options)
    sys.stdout.flush()  # a pipe that was closed raises here, where it is caught
    return code


def explain(error: Exception) -> str | None:
    """One sentence about an error that the input caused; None for a bug of ours."""
    from numba.core.errors import NumbaError

    from ..errors import PlayoutError
    from ..lab.run.errors import LabInputError

    if isinstance(error, PlayoutError | LabInputError | OSError):
        return str(error)
    if isinstance(error, NumbaError):
        return _not_compiled(str(error))
    return None


def _not_compiled(message: str) -> str:
    """What is wrong, from Numba's long message: whose method, which line of the message, where."""
    from ..registry import REGISTRY, name_of

    kinds = {name_of(cls): kind for kind, known in REGISTRY.items() for cls in known.values()}
    method, owner = (re.findall(r"'(\w+)'\) for (\w+?)(?:_\d+)?\(", message) or [("", "")])[0]
    is_search = kinds.get(owner, "game") != "game"
    what = f"{owner}.{method}, of a {kinds[owner]}," if is_search else "the rules"
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    places = (f"{a} ({b.rstrip(':')})" for a, b in itertools.pairwise(lines) if b[:6] == 'File "')
    named = (line for line in lines if re.match(r"\w+Error: (?!Failed in)", line))
    return f"{what} cannot be compiled: {next(itertools.chain(named, places), lines[-1])}"
