"""The ledger: every result of an experiment, in one SQLite file that a kill cannot hurt.

The driver is its only writer, which a lock makes sure of; readers may look while it writes (WAL).
A result is there once, with all that is needed to get it again and to judge it, and with where it
comes from, by which versions and by which code. `records` says what there is to keep.

The lock is on an empty file beside the ledger, and SQLite's own, too: it holds where a ledger is
safe.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ...lock import locked
from ...parameters import shown
from .errors import LabInputError
from .records import AnswerRecord, GameRecord, LabelRecord, Record, decoded, encoded

VERSION = 3  # a ledger of any other is refused
NAMES: dict[type[Record], str] = {GameRecord: "game", LabelRecord: "label", AnswerRecord: "answer"}
COLUMNS = {kind: ", ".join(f'"{name}"' for name in kind._fields) for kind in NAMES}
EVERY = " UNION ALL ".join(
    f"SELECT id, game, host, versions, ended FROM {name}" for name in NAMES.values()
)
TABLES = (
    *(f"TABLE {NAMES[kind]} ({COLUMNS[kind]}, ended, PRIMARY KEY (id))" for kind in NAMES),
    "INDEX game_by_contest ON game (contest, pair, colour)",
    f"VIEW result AS {EVERY}",
    "TABLE about (key PRIMARY KEY, value)",
    "TABLE failure (id, attempt, reason, at, given_up, PRIMARY KEY (id, attempt))",
)
IN_ORDER = "ORDER BY contest, pair, colour"  # games
LOCK_S = 0.5  # who only looks whether a ledger is driven holds its lock for a moment
NO_WAY = (
    "{path} cannot be used as a ledger: {error}; make sure that its folder is there and can be"
    " written, or give another ledger with --ledger"
)
IN_USE = "another program has {path} in use ({error}); wait for it, then run this again"
SENTENCES = {
    sqlite3.SQLITE_FULL: "there is no room left for {path}; make some and run the same again",
    sqlite3.SQLITE_READONLY: NO_WAY,
    sqlite3.SQLITE_CANTOPEN: NO_WAY,
    sqlite3.SQLITE_PERM: NO_WAY,
    sqlite3.SQLITE_BUSY: IN_USE,
    sqlite3.SQLITE_LOCKED: IN_USE,
    sqlite3.SQLITE_IOERR: (
        "the disk does not take what is written to {path} ({error}): it is full or broken; mend"
        " that and run the same again"
    ),
    sqlite3.SQLITE_CORRUPT: (
        "{path} is damaged ({error}); take a copy of before, or rename it and run the same again,"
        " which plays all games anew"
    ),
}


class LedgerError(LabInputError):
    """A ledger that cannot be used; the message says why, and what to do."""


class NoLedgerError(LedgerError):
    """There is none, or whoever made it was killed before anything was in it."""


class LedgerInUseError(LedgerError):
    """A ledger that another program holds."""


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Say what is wrong with a file, and what to do, where SQLite says it in its own words."""
    try:
        yield
    except sqlite3.Error as problem:
        code = getattr(problem, "sqlite_errorcode", 0) & 0xFF  # the rest are details
        text = SENTENCES.get(code, "{path} cannot be used as a ledger: {error}")
        error = LedgerInUseError if text is IN_USE else LedgerError
        raise error(text, path=path, error=problem) from None


class Ledger:
    """A ledger that is open."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._db = connection

    @classmethod
    def open(cls, path: str | Path, digest: str, about: dict[str, str]) -> "Ledger":
        """The ledger of an experiment, made if there is none; one of another is left alone."""
        path = Path(path)
        about = {"digest": digest, "begun": time.strftime("%Y-%m-%d %H:%M:%S"), **about}
        with _explained(path):
            ledger = cls(sqlite3.connect(path, timeout=30.0), path)
            ledger._db.execute("PRAGMA journal_mode = WAL")
            ledger._db.execute("PRAGMA synchronous = NORMAL")
            with ledger._db:  # all tables or, where that is cut short, none of them
                ledger._db.execute("BEGIN IMMEDIATE")
                if ledger._is_blank():
                    for table in TABLES:
                        ledger._db.execute(f"CREATE {table}")
                    ledger._db.execute(f"PRAGMA user_version = {VERSION}")
                    ledger._db.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        ledger._check(digest)
        return ledger

    @classmethod
    def look(cls, path: str | Path, digest: str | None = None) -> "Ledger":
        """A ledger that exists, to be read; also from a folder that cannot be written."""
        path = Path(path)
        none = NoLedgerError("there is no ledger {path}; run the experiment first", path=path)
        if not path.exists():
            raise none
        with _explained(path):
            ledger = cls(sqlite3.connect(path, timeout=30.0), path)
            try:
                if ledger._is_blank():
                    ledger.close()
                    raise none
            except sqlite3.OperationalError:
                log = path.with_name(f"{path.name}-wal")
                if log.exists() and log.stat().st_size:
                    raise
                # Nobody has it open, or there would be a log: it can be read without one.
                uri = f"{path.resolve().as_uri()}?immutable=1"
                ledger = cls(sqlite3.connect(uri, uri=True), path)
        ledger._check(digest)
        return ledger

    def _is_blank(self) -> bool:
        """Whether nothing is in the file: it is new, or who made it was killed at once."""
        return self._db.execute("SELECT 1 FROM sqlite_master").fetchone() is None

    def _check(self, digest: str | None) -> None:
        version = int(next(self._rows("PRAGMA user_version"))[0])
        if version != VERSION:
            why = "{path} is not a ledger of Playout; give another ledger with --ledger"
            if version:
                why = "{path} is of another version of Playout; give another ledger with --ledger"
            raise LedgerError(why, path=self.path)
        if digest is not None and self.about().get("digest") != digest:
            why = (
                "{path} belongs to another experiment, or to an earlier form of this one;"
                " rename it, or give another ledger with --ledger"
            )
            raise LedgerError(why, path=self.path)

    def close(self) -> None:
        self._db.close()

    @contextlib.contextmanager
    def driven(self) -> Iterator[None]:
        """Be the only one who plays games for this ledger; a LedgerInUseError if another does."""
        name = "" if str(self.path) == ":memory:" else f"{self.path.resolve()}-lock"
        try:
            with _explained(self.path):
                lock = locked(name, LOCK_S)  # without a name nobody else has it
        except LedgerInUseError:
            why = (
                "another run is playing games for {path}; wait for it (playout lab status"
                " says how it stands), or give another ledger with --ledger"
            )
            raise LedgerInUseError(why, path=self.path) from None
        with contextlib.closing(lock):
            yield

    @staticmethod
    def is_driven(path: Path) -> bool:
        """Whether somebody plays games for the ledger of this path now."""
        lock = Path(f"{path.resolve()}-lock")
        if not os.path.isfile(lock):  # whoever opens a pipe waits for ever
            return False
        with contextlib.closing(sqlite3.connect(f"{lock.as_uri()}?mode=ro", uri=True)) as look:
            try:
                look.execute("PRAGMA busy_timeout = 0")
                look.execute("SELECT 1 FROM sqlite_master").fetchone()
            except sqlite3.OperationalError:
                return True
            except sqlite3.DatabaseError:
                return False  # it is no lock
        return False

    # -- writing --

    def _write(self, text: str, *rows: Sequence[Any]) -> int:
        """Once this returns, no kill loses it."""
        with _explained(self.path), self._db:
            return self._db.executemany(text, rows).rowcount

    def add(self, record: Record) -> bool:
        """Keep a result; false if it is there already."""
        row = [*encoded(record), time.time()]
        marks = ", ".join("?" * len(row))
        text = f"INSERT OR IGNORE INTO {NAMES[type(record)]} VALUES ({marks})"
        return self._write(text, row) == 1

    def note(self, key: str, value: str) -> None:
        """Keep something about the experiment that `about` is to tell."""
        self._write("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))

    def add_failure(self, id: str, attempt: int, reason: str, is_final: bool = True) -> None:
        """Keep why a game could not be played, and whether it is given up with that."""
        row = id, attempt, reason[:1000], time.time(), is_final
        self._write("INSERT OR REPLACE INTO failure VALUES (?, ?, ?, ?, ?)", row)

    def try_again(self, ids: Iterable[str]) -> None:
        """These games are given up no more; what became of them before is still known."""
        self._write("UPDATE failure SET given_up = 0 WHERE id = ?", *((id,) for id in ids))

    # -- reading --

    def _rows(self, text: str, values: tuple[Any, ...] = ()) -> Iterator[Any]:
        with _explained(self.path):
            yield from self._db.execute(text, values)

    def about(self) -> dict[str, str]:
        return dict(self._rows("SELECT key, value FROM about"))

    def ids(self) -> set[str]:
        """The results that are there."""
        return {row[0] for row in self._rows("SELECT id FROM result")}

    def failures(self) -> list[tuple[str, int, str]]:
        """Games that could not be played, and why."""
        return list(self._rows("SELECT id, attempt, reason FROM failure ORDER BY id, attempt"))

    def given_up(self) -> dict[str, str]:
        """The games that are missing for good, unless they are tried again, and why."""
        missing = "given_up AND id NOT IN (SELECT id FROM result)"
        return dict(self._rows(f"SELECT id, reason FROM failure WHERE {missing} ORDER BY id"))

    def points(self) -> Iterator[tuple[int, int, int, float, str]]:
        """The results alone, in order: contest, pair, colour, points of its first player, and
        how it ended, where that was not by the rules."""
        points = "CASE WHEN winner IS NULL THEN 0.5 ELSE winner = colour END"
        text = f"SELECT contest, pair, colour, {points}, reason FROM game {IN_ORDER}"
        for row in self._rows(text):
            if not all(isinstance(number, int) for number in row[:3]):
                raise self._damaged("-".join(map(str, row[:3])))
            yield row

    def played_by(self) -> list[tuple[str, str, int]]:
        """By which versions the results of each game were made, and how many by each."""
        query = "SELECT game, versions, count(*) FROM result GROUP BY 1, 2 ORDER BY 1, min(ended)"
        return list(self._rows(query))

    def _records(self, kind: type[Record], which: str, *values: Any) -> Iterator[Any]:
        for row in self._rows(f"SELECT {COLUMNS[kind]} FROM {NAMES[kind]} {which}", values):
            try:
                yield decoded(kind, row)
            except (ValueError, TypeError, LookupError, AttributeError):
                raise self._damaged(row[0]) from None

    def _damaged(self, id: Any) -> LedgerError:
        text = "{path} is damaged: what it has of {id} cannot be; take a copy of before"
        return LedgerError(text, path=self.path, id=shown(id))

    def record(self, like: Record) -> Any:
        """The result that is there instead of this one."""
        return next(self._records(type(like), "WHERE id = ?", like.id))

    def games(self) -> Iterator[GameRecord]:
        """The games in order, one at a time: there may be more than memory holds."""
        return self._records(GameRecord, IN_ORDER)

    def labels(self, game: str) -> Iterator[LabelRecord]:
        """What solvers say of the positions of a game, in order."""
        return self._records(LabelRecord, "WHERE game = ? ORDER BY position", game)

    def answers(self, game: str) -> Iterator[AnswerRecord]:
        """What players chose in the positions of a game, in order."""
        return self._records(AnswerRecord, "WHERE game = ? ORDER BY entrant, position", game)

    def every(self) -> Iterator[Any]:
        """All results, table by table."""
        yield from self.games()
        yield from self._records(LabelRecord, "ORDER BY game, position")
        yield from self._records(AnswerRecord, "ORDER BY game, entrant, position")

    def counts(self, column: str) -> dict[str, int]:
        """How many results come from each host, or were made by which versions."""
        text = f"SELECT {column}, count(*) AS n FROM result GROUP BY 1 ORDER BY n DESC, 1"
        return dict(self._rows(text))

    def __len__(self) -> int:
        return int(next(self._rows("SELECT count(*) FROM result"))[0])
