"""Single keys, read while something else goes on."""

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator

__all__ = ["keys"]


@contextlib.contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """A function that returns the key that was pressed, or nothing; it never waits."""
    try:
        import termios
        import tty
    except ImportError:  # not on this system
        yield lambda: ""
        return
    if not sys.stdin.isatty():
        yield lambda: ""
        return
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setcbreak(fd)
        yield lambda: _read(fd)
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def _read(fd: int) -> str:
    if not select.select([fd], [], [], 0)[0]:
        return ""
    return os.read(fd, 1).decode("ascii", "replace")
