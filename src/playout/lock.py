"""A lock that one process has at a time, whatever the system.

It is SQLite's own, on an empty file, which stays there. It ends with the process that has it,
however that ends, and holds where SQLite is safe: on the disks of one machine, and over a network
no further than that knows locks.
"""

import sqlite3
from pathlib import Path

__all__ = ["locked"]


def locked(path: Path | str, patience: float) -> sqlite3.Connection:
    """Have the lock until what comes back is closed; an sqlite3.Error if somebody else has it for
    longer than so many seconds, or if there can be none."""
    lock = sqlite3.connect(path, timeout=patience)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        lock.close()
        raise
    return lock
