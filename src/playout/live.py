"""Lines in a terminal that change in place: progress, a search as it thinks, a match to watch."""

import os
import re
import shutil
import unicodedata
from typing import Self, TextIO

__all__ = ["Live", "bar", "cells", "crop"]

HIDE, SHOW = "\033[?25l", "\033[?25h"  # the cursor
ASIDE, BACK = "\033[?1049h\033[H", "\033[?1049l"  # a screen of its own, and the one before it
CLEAR_LINE, CLEAR_BELOW = "\033[K", "\033[J"
COLOUR = re.compile(r"(\033\[[0-9;]*m)")


class Live:
    """Shows lines, and at the next `show` others in their place; at the end they vanish.

    What does not fit the terminal is cut off, since a line that wraps could not be taken back. With
    `fills_screen` it has the whole terminal, and what was there before comes back at the end.
    """

    def __init__(self, stream: TextIO, fills_screen: bool = False) -> None:
        self.stream = stream
        self.fills_screen = fills_screen
        self._shown = 0  # lines that are on the screen

    def __enter__(self) -> Self:
        self._write(HIDE + ASIDE * self.fills_screen)
        return self

    def __exit__(self, *error: object) -> None:
        self._write(self._to_first() + CLEAR_BELOW + BACK * self.fills_screen + SHOW)

    def show(self, lines: list[str]) -> None:
        width, height = self.size
        cut = [crop(line, width) for text in lines for line in text.split("\n")]
        cut = cut[: height if self.fills_screen else height - 1]
        above = self._to_first()
        self._shown = len(cut)
        self._write(above + "\n".join(line + CLEAR_LINE for line in cut) + CLEAR_BELOW)

    @property
    def size(self) -> os.terminal_size:
        """The terminal's columns and lines; standard output may be another one, or none."""
        try:
            return os.get_terminal_size(self.stream.fileno())
        except (OSError, ValueError):
            return shutil.get_terminal_size((80, 24))

    def _to_first(self) -> str:
        if self.fills_screen:
            return "\033[H"
        return "\r" + f"\033[{self._shown - 1}A" * (self._shown > 1)

    def _write(self, text: str) -> None:
        self.stream.write(text)
        self.stream.flush()


def crop(text: str, width: int) -> str:
    """The text in so many cells of a terminal at the most; an ellipsis stands for what is gone."""
    if cells(text) <= width:
        return text
    kept, room = "", width - 1
    for i, part in enumerate(COLOUR.split(text)):
        if i % 2:  # a change of colour takes no room; a later one must still end an earlier one
            kept += part
            continue
        for letter in part:
            room -= cells(letter)
            if room < 0:
                break
            kept += letter
        if room < 0:
            return kept + "…" + "".join(COLOUR.findall(text)[i // 2 :])
    return kept


def cells(text: str) -> int:
    """How many cells of a terminal a text takes, colours aside."""
    plain = COLOUR.sub("", text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in plain)
    return len(plain) + wide - sum(unicodedata.combining(letter) > 0 for letter in plain)


def bar(share: float, width: int) -> str:
    """A number from 0 to 1 as a bar."""
    full = round(min(max(share, 0.0), 1.0) * width)
    return "█" * full + "░" * (width - full)
