"""Single keys, read without waiting."""

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator

__all__ = ["keys"]


@contextlib.contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """A function that returns the key that was pressed, or an empty text; it never waits."""
    if not sys.stdin.isatty():
        yield lambda: ""
        return
    if os.name == "nt":
        import msvcrt

        yield lambda: msvcrt.getwch() if msvcrt.kbhit() else ""  # type: ignore[attr-defined]
        return
    import termios
    import tty

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
