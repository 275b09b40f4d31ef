"""A ledger as a file: what SQLite complains of, in sentences, and a lock for the one who writes.

The lock is on an empty file beside the ledger, which stays there. It ends with the process that
holds it, however that ends. It is SQLite's own, so it holds where a ledger is safe: on the disks of
one machine, and over a network no further than that knows locks.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from .errors import LabInputError

__all__ = ["LedgerError", "LedgerInUseError", "locked", "sentences"]

NO_ROOM = sqlite3.SQLITE_FULL
NO_WAY = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
DISK = sqlite3.SQLITE_IOERR
DAMAGED = sqlite3.SQLITE_CORRUPT


class LedgerError(LabInputError):
    """A ledger that cannot be used; the message says why, and what to do."""


class LedgerInUseError(LedgerError):
    """A ledger that another program holds."""


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Be the only one who holds the lock of a ledger; a LedgerInUseError if somebody else does."""
    with sentences(path):
        lock = sqlite3.connect(f"{path.resolve()}-lock", timeout=0)
    with contextlib.closing(lock):
        try:
            with sentences(path):
                lock.execute("BEGIN EXCLUSIVE")
        except LedgerInUseError:
            raise LedgerInUseError(
                f"another run is playing games for {path}; wait for it (playout lab status says how"
                " it stands), or give another ledger with --ledger"
            ) from None
        yield


@contextlib.contextmanager
def sentences(path: Path) -> Iterator[None]:
    """Say what is wrong with a file, and what to do, where SQLite says it in its own words."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest are details
        if code == NO_ROOM:
            text = f"there is no room left for {path}; make some and run the same again"
        elif code in NO_WAY:
            text = (
                f"{path} cannot be used as a ledger: {error}; make sure that its folder is there"
                " and can be written, or give another ledger with --ledger"
            )
        elif code in IN_USE:
            text = f"another program has {path} in use ({error}); wait for it, then run this again"
            raise LedgerInUseError(text) from None
        elif code == DISK:
            text = (
                f"the disk does not take what is written to {path} ({error}): it is full or"
                " broken; mend that and run the same again"
            )
        elif code == DAMAGED:
            text = (
                f"{path} is damaged ({error}); take a copy of before, or rename it and run the"
                " same again, which plays all games anew"
            )
        else:
            text = f"{path} cannot be used as a ledger: {error}"
        raise LedgerError(text) from None
