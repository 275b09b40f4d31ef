"""The ledger: every result of an experiment, in one SQLite file that a kill cannot hurt.

The driver is its only writer, which a lock makes sure of; readers may look while it writes (WAL).
A result is there once, with all that is needed to get it again and to judge it, and with where it
comes from, by which versions and by which code. `records` says what there is to keep.
"""

import contextlib
import sqlite3
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .disk import LedgerError, LedgerInUseError, locked, sentences
from .records import AnswerRecord, GameRecord, LabelRecord, Record, columns, decoded, encoded

__all__ = ["Ledger", "LedgerError", "LedgerInUseError"]

VERSION = 2  # 1 had games only, and kept answers and labels as such
NAMES: dict[type[Record], str] = {GameRecord: "game", LabelRecord: "label", AnswerRecord: "answer"}
TABLES = {name: f"CREATE TABLE {name} ({columns(kind)})" for kind, name in NAMES.items()}
TABLES["given_up"] = "CREATE TABLE given_up (id TEXT PRIMARY KEY, reason TEXT NOT NULL)"
OTHERS = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE INDEX game_by_contest ON game (contest, pair, colour)",
    "CREATE TABLE failure (id TEXT, attempt INTEGER, reason TEXT, at REAL,"
    " PRIMARY KEY (id, attempt))",
)
EVERY = " UNION ALL ".join(
    f"SELECT id, game, versions, ended FROM {name}" for name in NAMES.values()
)
IN_VERSION_1 = (
    "SELECT 1 FROM game WHERE 'truth' IN (first, second)"
    " AND substr(reason || ' ', 1, instr(reason || ' ', ' ') - 1)"
    " IN ('win', 'draw', 'loss', 'unknown')"
)


class Ledger:
    """A ledger that is open."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._db = connection

    @classmethod
    def open(cls, path: str | Path, digest: str, about: dict[str, str]) -> "Ledger":
        """The ledger of an experiment, made if there is none; one of another is left alone."""
        path = Path(path)
        with sentences(path):
            connection = sqlite3.connect(path, timeout=30.0)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            ledger = cls(connection, path)
            if ledger._is_blank():
                rows = {"digest": digest, "begun": time.strftime("%Y-%m-%d %H:%M:%S"), **about}
                ledger._make(rows)
        ledger._check(digest)
        ledger._upgrade("CREATE TABLE", f"PRAGMA user_version = {VERSION}")
        return ledger

    @classmethod
    def look(cls, path: str | Path, digest: str | None = None) -> "Ledger":
        """A ledger that exists, to be read; also from a folder that cannot be written."""
        path = Path(path)
        if not path.exists():
            raise LedgerError(f"there is no ledger {path}; run the experiment first")
        with sentences(path):
            ledger = cls(sqlite3.connect(path, timeout=30.0), path)
            try:
                ledger._is_blank()
            except sqlite3.OperationalError:
                log = path.with_name(f"{path.name}-wal")
                if log.exists() and log.stat().st_size:
                    raise
                # Nobody has it open, or there would be a log: it can be read without one.
                uri = f"{path.resolve().as_uri()}?immutable=1"
                ledger = cls(sqlite3.connect(uri, uri=True), path)
        ledger._check(digest)
        ledger._upgrade("CREATE TEMP TABLE")  # the file stays as it is
        return ledger

    def _upgrade(self, create: str, *more: str) -> None:
        """Give a ledger of version 1 the tables that it lacks."""
        with sentences(self.path), self._db:
            names = {row[0] for row in self._db.execute("SELECT name FROM sqlite_master")}
            missing = [name for name in TABLES if name not in names]
            if missing:
                self._db.execute("BEGIN")  # all of it or, where that is cut short, nothing
            for name in missing:
                self._db.execute(TABLES[name].replace("CREATE TABLE", create))
            if "given_up" in missing:
                self._db.execute("INSERT OR REPLACE INTO given_up SELECT id, reason FROM failure")
            for text in more if missing else ():
                self._db.execute(text)

    def _is_blank(self) -> bool:
        """Whether nothing is in the file: it is new, or who made it was killed at once."""
        return self._db.execute("SELECT 1 FROM sqlite_master").fetchone() is None

    def _make(self, rows: dict[str, str]) -> None:
        """All tables or, where that is cut short, none of them."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            if self._is_blank():  # another driver may have been faster
                for table in (*TABLES.values(), *OTHERS):
                    self._db.execute(table)
                self._db.execute(f"PRAGMA user_version = {VERSION}")
                self._db.executemany("INSERT INTO about VALUES (?, ?)", rows.items())

    def _check(self, digest: str | None) -> None:
        try:
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            known = self.about().get("digest") if 1 <= version <= VERSION else None
        except sqlite3.Error as error:
            raise LedgerError(f"{self.path} is not a ledger: {error}") from None
        why = ""
        if version > VERSION:
            why = "was written by a newer version of Playout; use that one"
        elif version < 1:
            why = "is not a ledger of Playout"
        elif version == 1 and next(self._rows(IN_VERSION_1), None):
            why = "is of before answers were kept as such, and cannot be read any more"
        if why:
            raise LedgerError(f"{self.path} {why}; give another ledger with --ledger")
        if digest is not None and known != digest:
            raise LedgerError(
                f"{self.path} belongs to another experiment, or to an earlier form of this one;"
                " rename it, or give another ledger with --ledger"
            )

    def close(self) -> None:
        self._db.close()

    def driven(self) -> contextlib.AbstractContextManager[None]:
        """Be the only one who plays games for this ledger; a LedgerError if somebody else does."""
        is_file = str(self.path) != ":memory:"
        return locked(self.path) if is_file else contextlib.nullcontext()

    def version(self) -> int:
        """A number that changes when somebody else writes."""
        return int(next(self._rows("PRAGMA data_version"))[0])

    # -- writing --

    def add(self, record: Record) -> bool:
        """Keep a result; false if it is there already. Once this returns, no kill loses it."""
        row = encoded(record) | {"ended": time.time()}
        names = ", ".join(f'"{key}"' for key in row)
        marks = ", ".join(f":{key}" for key in row)
        text = f"INSERT OR IGNORE INTO {NAMES[type(record)]} ({names}) VALUES ({marks})"
        with sentences(self.path), self._db:
            return self._db.execute(text, row).rowcount == 1

    def note(self, key: str, value: str) -> None:
        """Keep something about the experiment that `about` is to tell."""
        with sentences(self.path), self._db:
            self._db.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))

    def add_failure(self, id: str, attempt: int, reason: str, is_final: bool = True) -> None:
        """Keep why a game could not be played, and whether it is given up with that."""
        with sentences(self.path), self._db:
            self._db.execute(
                "INSERT OR REPLACE INTO failure VALUES (?, ?, ?, ?)",
                (id, attempt, reason[:1000], time.time()),
            )
            if is_final:
                row = id, reason[:1000]
                self._db.execute("INSERT OR REPLACE INTO given_up VALUES (?, ?)", row)

    def try_again(self, ids: Iterable[str]) -> None:
        """These games are given up no more; what became of them before is still known."""
        with sentences(self.path), self._db:
            self._db.executemany("DELETE FROM given_up WHERE id = ?", ((id,) for id in ids))

    # -- reading --

    def _rows(self, text: str, values: tuple[Any, ...] = ()) -> Iterator[Any]:
        with sentences(self.path):
            yield from self._db.execute(text, values)

    def about(self) -> dict[str, str]:
        return dict(self._rows("SELECT key, value FROM about"))

    def ids(self) -> set[str]:
        """The results that are there."""
        return {row[0] for row in self._rows(EVERY)}

    def failures(self) -> list[tuple[str, int, str]]:
        """Games that could not be played, and why."""
        rows = self._rows("SELECT id, attempt, reason FROM failure ORDER BY id, attempt")
        return list(rows)

    def given_up(self) -> dict[str, str]:
        """The games that are missing for good, unless they are tried again, and why."""
        missing = f"NOT EXISTS (SELECT 1 FROM ({EVERY}) AS done WHERE done.id = given_up.id)"
        return dict(self._rows(f"SELECT id, reason FROM given_up WHERE {missing} ORDER BY id"))

    def points(self) -> Iterator[tuple[int, int, int, float, str]]:
        """The results alone, in order: contest, pair, colour, points of its first player, and
        how it ended, where that was not by the rules."""
        rows = self._rows(
            "SELECT contest, pair, colour, CASE WHEN winner IS NULL THEN 0.5"
            " ELSE winner = colour END, reason FROM game ORDER BY contest, pair, colour"
        )
        yield from rows

    def played_by(self) -> list[tuple[str, str, int]]:
        """By which versions the results of each game were made, and how many by each."""
        return list(
            self._rows(
                f"SELECT game, versions, count(*) FROM ({EVERY})"
                " GROUP BY game, versions ORDER BY game, min(ended)"
            )
        )

    def record(self, like: Record) -> Any:
        """The result that is there instead of this one."""
        return next(self._records(type(like), "WHERE id = ?", (like.id,)))

    def games(self, contest: int | None = None) -> Iterator[GameRecord]:
        """The games in order, one at a time: there may be more than memory holds."""
        which = ("", ()) if contest is None else ("WHERE contest = ?", (contest,))
        return self._records(GameRecord, f"{which[0]} ORDER BY contest, pair, colour", which[1])

    def labels(self, game: str) -> Iterator[LabelRecord]:
        """What solvers say of the positions of a game, in order."""
        return self._records(LabelRecord, "WHERE game = ? ORDER BY position", (game,))

    def answers(self, game: str) -> Iterator[AnswerRecord]:
        """What players chose in the positions of a game, in order."""
        return self._records(AnswerRecord, "WHERE game = ? ORDER BY entrant, position", (game,))

    def _records(self, kind: type[Record], which: str, values: tuple[Any, ...]) -> Iterator[Any]:
        fields = ", ".join(f'"{name}"' for name in kind._fields)
        for row in self._rows(f"SELECT {fields} FROM {NAMES[kind]} {which}", values):
            yield decoded(kind, row)

    def every(self) -> Iterator[Any]:
        """All results, table by table."""
        yield from self.games()
        yield from self._records(LabelRecord, "ORDER BY game, position", ())
        yield from self._records(AnswerRecord, "ORDER BY game, entrant, position", ())

    def has_labels(self) -> bool:
        """Whether it is of an accuracy experiment."""
        return next(self._rows("SELECT 1 FROM label"), None) is not None

    def hosts(self) -> dict[str, int]:
        """Where results come from, and how many from each."""
        return self._counts("host")

    def versions(self) -> dict[str, int]:
        """By which versions they were made, and how many by each."""
        return self._counts("versions")

    def _counts(self, column: str) -> dict[str, int]:
        every = EVERY.replace("versions", column)
        text = f"SELECT {column}, count(*) AS n FROM ({every}) GROUP BY 1 ORDER BY n DESC, 1"
        return dict(self._rows(text))

    def __len__(self) -> int:
        return int(next(self._rows(f"SELECT count(*) FROM ({EVERY})"))[0])
