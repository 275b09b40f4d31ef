"""What a training has to do with its process: signals that end it, and the lock on its network."""

import signal
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from ..errors import PlayoutError
from ..lock import locked

__all__ = ["only_one", "stopping"]

LOCK_S = 0.5  # who has it has it for long: nobody waits for it

# Ctrl-C, a kill that asks, a terminal that was closed; not every system has all of them.
ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def stopping() -> Iterator[threading.Event]:
    """A signal asks for an end after the step that is under way: in the middle of one, the weights
    of before are given away and the new ones not there yet. A second Ctrl-C does not wait."""
    asked = threading.Event()

    def hear(number: int, _: Any) -> None:
        asked.set()
        if number == signal.SIGINT:
            signal.signal(number, signal.default_int_handler)

    if threading.current_thread() is not threading.main_thread():
        yield asked  # which cannot hear signals
        return
    # A hang-up that is ignored stays so: `nohup` means it.
    ignored = [n for n in ENDS[2:] if signal.getsignal(n) is signal.SIG_IGN]
    before = {n: signal.signal(n, hear) for n in ENDS if n not in ignored}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def only_one(out: Path) -> Iterator[None]:
    """Be the only one who trains this network."""
    try:
        lock = locked(out.with_name(out.name + ".lock"), LOCK_S)
    except sqlite3.Error as problem:
        why = "{path} is being trained already, or cannot be written ({why}): give another --out"
        raise PlayoutError(why, "out-in-use", path=out, why=str(problem)) from None
    with closing(lock):
        yield
