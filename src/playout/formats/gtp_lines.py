"""The lines that a server is sent, read while it is busy, and those of its answers."""

import io
import os
import queue
import re
import threading
import time
from collections.abc import Iterator
from typing import IO, Any

__all__ = ["Lines", "clean", "counted", "is_count", "is_integer", "one_paragraph"]

CHUNK_BYTES = 65_536
MOST_BYTES = 100_000  # of a line; the rest of it is dropped
AFTER_END_S = 0.5  # a search may go on for so long when nobody listens any more
INTERRUPT = "# interrupt"


class Lines:
    """Lines as they come, and whether whoever sends them is in a hurry."""

    def __init__(self, input: IO[Any]) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._heard = self._answered = self._interrupted = 0  # lines, counted
        self._ended: float | None = None  # when the input did
        threading.Thread(target=self._read, args=(input,), daemon=True).start()

    def wants_haste(self) -> bool:
        """Whether a search that is under way is to end."""
        if self._interrupted > self._answered:  # it came after this line
            return True
        return self._ended is not None and time.monotonic() - self._ended > AFTER_END_S

    def __iter__(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line
            self._answered += 1

    def _read(self, input: IO[Any]) -> None:
        has_quit = False
        try:
            for line in pieces(input):
                if line.strip() == INTERRUPT:
                    self._interrupted = self._heard
                else:
                    self._heard += 1
                    self._lines.put(line)
                    has_quit = has_quit or line.split()[-1:] == ["quit"]
        finally:
            if not has_quit:  # whoever says goodbye waits for the answers
                self._ended = time.monotonic()
            self._lines.put(None)


def pieces(input: IO[Any]) -> Iterator[str]:
    """The lines of a file; of one with a number, without its buffer and whatever the bytes are."""
    try:
        number = input.fileno()
    except (AttributeError, OSError, io.UnsupportedOperation):
        for line in input:
            yield line if isinstance(line, str) else line.decode(errors="replace")
        return
    rest = b""
    while data := os.read(number, CHUNK_BYTES):
        *lines, rest = (rest + data).split(b"\n")
        rest = rest[:MOST_BYTES]
        for line in lines:
            yield line[:MOST_BYTES].decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")


def clean(line: str) -> str:
    """A line without its comment and without control characters, tabs as spaces."""
    line = line.partition("#")[0].replace("\t", " ")
    return "".join(c for c in line if c >= " " and c != "\x7f")


def one_paragraph(text: str) -> str:
    """An answer without an empty line in it, which would end it."""
    return "\n".join(filter(None, (line.rstrip() for line in text.split("\n"))))


def is_integer(text: str) -> bool:
    return re.fullmatch("[+-]?[0-9]{1,18}", text) is not None


def is_count(text: str) -> bool:
    """Whether a text is a number as GTP has them: whole, without a sign, of 31 bits."""
    return re.fullmatch("[0-9]{1,10}", text) is not None and int(text) < 2**31


def counted(least: int, most: int) -> str:
    """2 arguments, 1 argument, 1 to 2 arguments."""
    if least == most:
        return f"{least} argument{'s' * (least != 1)}"
    return f"{least} to {most} arguments"
