"""What this terminal can show: colours, its size, which characters; text that changes in place."""

import codecs
import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from ..live import Live

__all__ = ["Screen", "curve", "live_text", "make_safe", "notebook_display", "shell_line"]

# Replacements for characters that the output cannot encode; all others become question marks.
ASCII = str.maketrans("●○♟♙♞♘┃━█░▁▂▃▄▅▆▇…–·’\u202f", "XOXOXO|-#._.,-=+*~--' ")
LEVELS = "▁▂▃▄▅▆▇█"
# Colours that are readable on dark and light backgrounds, in terminals of 256 and of 16 colours.
INKS = {
    "black": ("1;38;5;33", "1;94"),
    "white": ("1;38;5;172", "1;93"),
    "red": ("1;38;5;196", "1;91"),
    "green": ("1;38;5;34", "1;92"),
    "yellow": ("1;38;5;178", "1;93"),
    "blue": ("1;38;5;33", "1;94"),
    "heat": ("1;38;5;170", "1;95"),
    "dim": ("2", "2"),
    "bold": ("1", "1"),
}
MARKED = ";7"  # inverted


def notebook_display() -> Callable[[Any], Any] | None:
    """What shows a picture in a notebook; None anywhere else."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if type(shell).__name__ != "ZMQInteractiveShell":
        return None
    from IPython.display import display

    shown: Callable[[Any], Any] = display
    return shown


class Screen:
    """Standard output: a terminal, with colours or without, or a pipe."""

    def __init__(self) -> None:
        term = os.environ.get("TERM", "" if os.name == "nt" else "dumb")
        self.is_terminal = sys.stdout.isatty() and term != "dumb"
        self.has_colours = self.is_terminal and not os.environ.get("NO_COLOR")
        many = "256" in term or bool(os.environ.get("COLORTERM"))
        self._depth = 0 if many else 1

    @property
    def is_interactive(self) -> bool:
        """Whether a person can answer."""
        return self.is_terminal and sys.stdin.isatty()

    @property
    def width(self) -> int:
        return shutil.get_terminal_size((80, 24)).columns

    @property
    def height(self) -> int:
        return shutil.get_terminal_size((80, 24)).lines

    def paint(self, text: str, ink: str, marked: bool = False) -> str:
        """The text in a colour, where there are colours."""
        if not self.has_colours:
            return text
        return f"\033[{INKS[ink][self._depth]}{MARKED * marked}m{text}\033[0m"

    def say(self, text: str = "") -> None:
        print(text, flush=True)


@contextlib.contextmanager
def live_text(
    stream: TextIO, quiet_s: float, before: Callable[[], None] | None = None
) -> Iterator[Callable[[str, float], None]]:
    """A function of a text and the seconds so far that shows the text in place of the last one.

    Nothing is shown in a pipe, nor in the first `quiet_s` seconds; `before` is called ahead of the
    first text. The last text vanishes at the end.
    """
    live: Live | None = None
    with contextlib.ExitStack() as stack:

        def show(text: str, seconds: float) -> None:
            nonlocal live
            if not stream.isatty() or (live is None and seconds < quiet_s):
                return
            if live is None:
                if before:
                    before()
                live = stack.enter_context(Live(stream))
            live.show([text])

        yield show


def curve(values: list[float], width: int) -> str:
    """The last values, from 0 to 1, as a line of small columns."""
    top = len(LEVELS) - 1
    return "".join(LEVELS[round(value * top)] for value in values[-width:])


def make_safe() -> None:
    """Make sure that no character raises an error when read or written, in any encoding."""
    codecs.register_error("playout", _replaced)
    if os.name == "nt":
        os.system("")  # has an older console of Windows understand colours
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "playout"),
        (sys.stderr, "playout"),
    ):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def shell_line(*words: str) -> str:
    """A command as it can be typed, or copied, into this system's shell."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(ASCII)
    plain = (unicodedata.normalize("NFKD", letter)[0] for letter in text)  # e for é
    return "".join(letter if letter.isascii() else "?" for letter in plain), error.end
