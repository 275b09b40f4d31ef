"""The command line: `playout play hex`, `playout web`, `playout lab run SPEC`, ..."""

import contextlib
import itertools
import os
import sys
from collections.abc import Iterator, Sequence

from .arguments import parser
from .lab import run_accuracy, run_lab, run_match
from .play import run_play, run_watch
from .search import run_search
from .solve import run_solve
from .tools import (
    run_bench,
    run_check,
    run_games,
    run_gtp,
    run_perft,
    run_show,
    run_warmup,
    run_web,
)

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 2 for input that makes no sense, 130 for Ctrl-C."""
    top = parser()
    options, rest = top.parse_known_args(arguments)
    if rest and hasattr(options, "moves") and not any(text.startswith("-") for text in rest):
        options.moves += rest  # moves behind an option, which argparse leaves over
    elif rest:
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    if options.version:
        from .. import __version__

        print(f"playout {__version__}")
        return 0
    if options.command is None:
        top.print_help()
        return 0
    from ..terminal.screen import make_safe

    make_safe()
    try:
        with quiet_in_a_pipe(options.command):
            code = COMMANDS[options.command](options)
            sys.stdout.flush()  # here, where a reader who has left can be caught
            return code
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


@contextlib.contextmanager
def quiet_in_a_pipe(command: str) -> Iterator[None]:
    """Where no one reads along, say nothing of what is being compiled, but for `warmup`."""
    before = os.environ.get("PLAYOUT_QUIET")
    if command != "warmup" and not sys.stderr.isatty():
        os.environ["PLAYOUT_QUIET"] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("PLAYOUT_QUIET", None)
        else:
            os.environ["PLAYOUT_QUIET"] = before


def explain(error: Exception) -> str | None:
    """What went wrong, in a sentence, where that is the input's fault; None for a bug of ours."""
    from numba.core.errors import NumbaError

    from ..errors import PlayoutError
    from ..lab.run.errors import LabInputError

    if isinstance(error, PlayoutError | LabInputError | OSError):
        return str(error)
    if isinstance(error, NumbaError):
        return f"the rules cannot be compiled: {_cause(error)}"
    return None


def _cause(error: Exception) -> str:
    """The line of Numba's long message that says what is wrong, and where in the source."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    for cause, place in itertools.pairwise(lines):
        if place.startswith('File "'):
            return f"{cause} ({place.rstrip(':')})"
    return lines[-1] if lines else type(error).__name__


COMMANDS = {
    "play": run_play,
    "watch": run_watch,
    "search": run_search,
    "solve": run_solve,
    "match": run_match,
    "accuracy": run_accuracy,
    "lab": run_lab,
    "gtp": run_gtp,
    "web": run_web,
    "show": run_show,
    "perft": run_perft,
    "games": run_games,
    "warmup": run_warmup,
    "check": run_check,
    "bench": run_bench,
}
