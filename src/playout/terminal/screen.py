"""What this terminal can show: colours, how wide it is, which characters."""

import codecs
import os
import shutil
import sys

__all__ = ["Screen", "bar", "curve", "make_safe"]

# What stands for a character that the output cannot encode; all else becomes a question mark.
ASCII = str.maketrans("●○♟♙♞♘┃━█░▁▂▃▄▅▆▇…–·", "XOXOXO|-#._.,-=+*~--")
LEVELS = "▁▂▃▄▅▆▇█"
# Colours that can be read on dark and on light ground, for terminals of 256 and of 16 colours.
INKS = {
    "black": ("1;38;5;33", "1;94"),
    "white": ("1;38;5;172", "1;93"),
    "red": ("1;38;5;196", "1;91"),
    "yellow": ("1;38;5;178", "1;93"),
    "blue": ("1;38;5;33", "1;94"),
    "heat": ("1;38;5;170", "1;95"),
    "dim": ("2", "2"),
    "bold": ("1", "1"),
}
MARKED = ";7"  # inverted


class Screen:
    """Standard output, as far as it goes: a terminal, a plain one, or a pipe."""

    def __init__(self) -> None:
        term = os.environ.get("TERM", "" if os.name == "nt" else "dumb")
        self.is_terminal = sys.stdout.isatty() and term != "dumb"
        self.has_colours = self.is_terminal and not os.environ.get("NO_COLOR")
        many = "256" in term or bool(os.environ.get("COLORTERM"))
        self._depth = 0 if many else 1

    @property
    def is_interactive(self) -> bool:
        """Whether a person is there to answer."""
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


def bar(share: float, width: int) -> str:
    """A share of one as a bar."""
    full = round(min(max(share, 0.0), 1.0) * width)
    return "█" * full + "░" * (width - full)


def curve(values: list[float], width: int) -> str:
    """The last values in [0, 1] as a line of small columns."""
    top = len(LEVELS) - 1
    return "".join(LEVELS[round(value * top)] for value in values[-width:])


def make_safe() -> None:
    """Let no character that is read or written raise an error, whatever the encoding."""
    codecs.register_error("playout", _stand_in)
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "playout"),
        (sys.stderr, "playout"),
    ):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(ASCII)
    return "".join(letter if letter.isascii() else "?" for letter in text), error.end
