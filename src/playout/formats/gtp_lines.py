"""The lines of a GTP conversation: input is read in the background, while a search runs."""

import io
import os
import queue
import re
import threading
import time
from collections.abc import Iterator
from typing import IO, Any

__all__ = ["Lines", "clean", "counted", "is_number", "one_paragraph"]

CHUNK_BYTES = 65_536
MOST_BYTES = 100_000  # of a line; the rest of it is dropped
AFTER_END_S = 0.5  # a search may go on for so long after the input has ended
INTERRUPT = "# interrupt"


class Lines:
    """The lines of the input, and whether the sender wants a search to end."""

    def __init__(self, input: IO[Any]) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._received = self._answered = self._interrupted = 0  # numbers of lines
        self._ended: float | None = None  # when the input did
        threading.Thread(target=self._read, args=(input,), daemon=True).start()

    def is_interrupted(self) -> bool:
        """Whether the search that runs is to end."""
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
                    self._interrupted = self._received
                else:
                    self._received += 1
                    self._lines.put(line)
                    has_quit = has_quit or line.split()[-1:] == ["quit"]
        finally:
            if not has_quit:  # after `quit` the answers are still waited for
                self._ended = time.monotonic()
            self._lines.put(None)


def pieces(input: IO[Any]) -> Iterator[str]:
    """The lines of a file; unbuffered and of any bytes where it has a file descriptor."""
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
    """A line without comments and control characters, with spaces for tabs."""
    line = line.partition("#")[0].replace("\t", " ")
    return "".join(c for c in line if c >= " " and c != "\x7f")


def one_paragraph(text: str) -> str:
    """A text without empty lines: in GTP one ends an answer."""
    return "\n".join(filter(None, (line.rstrip() for line in text.split("\n"))))


def is_number(text: str) -> bool:
    """Whether a text is a number of GTP: an integer of 31 bits without a sign."""
    return re.fullmatch("[0-9]{1,10}", text) is not None and int(text) < 2**31


def counted(least: int, most: int) -> str:
    """2 arguments, 1 argument, 1 to 2 arguments."""
    if least == most:
        return f"{least} argument{'s' * (least != 1)}"
    return f"{least} to {most} arguments"
