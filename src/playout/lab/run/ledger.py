"""The ledger: every game of an experiment, in one SQLite file that a kill cannot hurt.

The driver is its only writer, which a lock makes sure of; readers may look while it writes (WAL). A
game is there once, with all that is needed to play it again and to judge it: moves, seed, times,
simulations, where it was played, by which versions and by which code.
"""

import contextlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .disk import LedgerError, LedgerInUseError, locked, sentences

__all__ = ["Entry", "Ledger", "LedgerError", "LedgerInUseError"]

VERSION = 1
TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE game (
    id TEXT PRIMARY KEY,
    contest INTEGER NOT NULL,       -- who met whom at what
    pair INTEGER NOT NULL,
    colour INTEGER NOT NULL,        -- 0: the contest's first player moved first
    first TEXT NOT NULL,            -- the names of the players, by who moves first
    second TEXT NOT NULL,
    game TEXT NOT NULL,
    seed TEXT NOT NULL,
    opening INTEGER NOT NULL,       -- how many of the moves nobody thought about
    moves TEXT NOT NULL,
    winner INTEGER,                 -- 0, 1, or NULL for a draw
    reason TEXT NOT NULL,           -- how it ended, where that was not by the rules
    turns TEXT NOT NULL,            -- seconds, simulations and value of each move, as JSON
    attempt INTEGER NOT NULL,
    host TEXT NOT NULL,
    versions TEXT NOT NULL,
    ended REAL NOT NULL
);
CREATE INDEX game_by_contest ON game (contest, pair, colour);
CREATE TABLE failure (id TEXT, attempt INTEGER, reason TEXT, at REAL, PRIMARY KEY (id, attempt));
CREATE TABLE given_up (id TEXT PRIMARY KEY, reason TEXT NOT NULL);
"""


class Entry(NamedTuple):
    """A game as the ledger has it."""

    id: str
    contest: int
    pair: int
    colour: int
    first: str
    second: str
    game: str
    seed: int
    opening: int
    moves: tuple[str, ...]
    winner: int | None
    reason: str
    turns: tuple[tuple[float, int, float | None], ...]
    attempt: int
    host: str
    versions: str

    @property
    def points(self) -> float:
        """Of the contest's first player: 1, 1/2 or 0."""
        return 0.5 if self.winner is None else float(self.winner == self.colour)


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
        return ledger

    def _is_blank(self) -> bool:
        """Whether nothing is in the file: it is new, or who made it was killed at once."""
        return self._db.execute("SELECT 1 FROM sqlite_master").fetchone() is None

    def _make(self, rows: dict[str, str]) -> None:
        """All tables or, where that is cut short, none of them."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            if self._is_blank():  # another driver may have been faster
                for table in filter(str.strip, TABLES.split(";")):
                    self._db.execute(table)
                self._db.execute(f"PRAGMA user_version = {VERSION}")
                self._db.executemany("INSERT INTO about VALUES (?, ?)", rows.items())

    def _check(self, digest: str | None) -> None:
        try:
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            found = self.about().get("digest") if version == VERSION else None
        except sqlite3.Error as error:
            raise LedgerError(f"{self.path} is not a ledger: {error}") from None
        if version > VERSION:
            raise LedgerError(
                f"{self.path} was written by a newer version of Playout; use that one, or give"
                " another ledger with --ledger"
            )
        if version < VERSION:
            raise LedgerError(
                f"{self.path} is not a ledger of Playout; give another one with --ledger"
            )
        if digest is not None and found != digest:
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

    def add(self, entry: Entry) -> bool:
        """Keep a game; false if it is there already. Once this returns, no kill loses it."""
        row = entry._asdict()
        row |= {
            "seed": str(entry.seed),
            "moves": " ".join(entry.moves),
            "turns": json.dumps(entry.turns),
            "ended": time.time(),
        }
        marks = ", ".join(f":{key}" for key in row)
        with sentences(self.path), self._db:
            text = f"INSERT OR IGNORE INTO game ({', '.join(row)}) VALUES ({marks})"
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
            if is_final and self._knows_given_up():
                row = id, reason[:1000]
                self._db.execute("INSERT OR REPLACE INTO given_up VALUES (?, ?)", row)

    def try_again(self, ids: Iterable[str]) -> None:
        """These games are given up no more; what became of them before is still known."""
        if self._knows_given_up():
            with sentences(self.path), self._db:
                rows = ((id,) for id in ids)
                self._db.executemany("DELETE FROM given_up WHERE id = ?", rows)

    # -- reading --

    def _rows(self, text: str, values: tuple[Any, ...] = ()) -> Iterator[Any]:
        with sentences(self.path):
            yield from self._db.execute(text, values)

    def about(self) -> dict[str, str]:
        return dict(self._rows("SELECT key, value FROM about"))

    def ids(self) -> set[str]:
        """The games that are there."""
        return {row[0] for row in self._rows("SELECT id FROM game")}

    def failures(self) -> list[tuple[str, int, str]]:
        """Games that could not be played, and why."""
        rows = self._rows("SELECT id, attempt, reason FROM failure ORDER BY id, attempt")
        return list(rows)

    def given_up(self) -> dict[str, str]:
        """The games that are missing for good, unless they are tried again, and why."""
        # A ledger of before there was such a table has only the failures.
        table = "given_up" if self._knows_given_up() else "failure"
        rows = self._rows(f"SELECT id, reason FROM {table} WHERE id NOT IN (SELECT id FROM game)")
        return dict(sorted(rows))

    def _knows_given_up(self) -> bool:
        found = self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'given_up'")
        return found.fetchone() is not None

    def points(self) -> Iterator[tuple[int, int, int, float, str]]:
        """The results alone, in order: contest, pair, colour, points of its first player, and
        how it ended, where that was not by the rules."""
        rows = self._rows(
            "SELECT contest, pair, colour, CASE WHEN winner IS NULL THEN 0.5"
            " ELSE winner = colour END, reason FROM game ORDER BY contest, pair, colour"
        )
        yield from rows

    def played_by(self) -> list[tuple[str, str, int]]:
        """By which versions each game was played, and how many games by each."""
        return list(
            self._rows(
                "SELECT game, versions, count(*) FROM game"
                " GROUP BY game, versions ORDER BY game, min(ended)"
            )
        )

    def entry(self, id: str) -> Entry:
        """A game that is there."""
        return next(self._entries("WHERE id = ?", (id,)))

    def entries(self, contest: int | None = None) -> Iterator[Entry]:
        """The games in order, one at a time: there may be more than memory holds."""
        if contest is None:
            return self._entries("", ())
        return self._entries("WHERE contest = ?", (contest,))

    def _entries(self, which: str, values: tuple[Any, ...]) -> Iterator[Entry]:
        fields = ", ".join(Entry._fields)
        text = f"SELECT {fields} FROM game {which} ORDER BY contest, pair, colour"
        for row in self._rows(text, values):
            entry = Entry(*row)
            yield entry._replace(
                seed=int(entry.seed),
                moves=tuple(str(entry.moves).split()),
                turns=tuple(tuple(turn) for turn in json.loads(str(entry.turns))),  # type: ignore
            )

    def __len__(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM game").fetchone()[0])
