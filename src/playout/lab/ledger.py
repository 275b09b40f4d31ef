"""The ledger: every game of an experiment, in one SQLite file that a kill cannot hurt.

The driver is its only writer; readers may look while it writes (WAL). A game is there once, with
all that is needed to play it again and to judge it: moves, seed, times, simulations, where it was
played and by which versions.
"""

import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .errors import LabInputError

__all__ = ["Entry", "Ledger", "LedgerError"]

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
"""


class LedgerError(LabInputError):
    """A ledger that cannot be used; the message says why, and what to do."""


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
        is_new = not path.exists() or path.stat().st_size == 0
        ledger = cls._connect(path)
        if is_new:
            with ledger._db:
                ledger._db.executescript(TABLES)
                ledger._db.execute(f"PRAGMA user_version = {VERSION}")
                rows = {"digest": digest, "begun": time.strftime("%Y-%m-%d %H:%M:%S"), **about}
                ledger._db.executemany("INSERT INTO about VALUES (?, ?)", rows.items())
        ledger._check(digest)
        return ledger

    @classmethod
    def look(cls, path: str | Path) -> "Ledger":
        """A ledger that exists, to be read."""
        if not Path(path).exists():
            raise LedgerError(f"there is no ledger {path}; run the experiment first")
        ledger = cls._connect(Path(path))
        ledger._check(None)
        return ledger

    @classmethod
    def _connect(cls, path: Path) -> "Ledger":
        try:
            connection = sqlite3.connect(path, timeout=30.0)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
        except sqlite3.Error as error:
            raise LedgerError(f"{path} cannot be used as a ledger: {error}") from None
        return cls(connection, path)

    def _check(self, digest: str | None) -> None:
        try:
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            found = self.about().get("digest") if version == VERSION else None
        except sqlite3.Error as error:
            raise LedgerError(f"{self.path} is not a ledger: {error}") from None
        if version > VERSION:
            raise LedgerError(f"{self.path} was written by a newer version of Playout")
        if version < VERSION:
            raise LedgerError(f"{self.path} is not a ledger of Playout")
        if digest is not None and found != digest:
            raise LedgerError(
                f"{self.path} belongs to another experiment, or to an earlier form of this one;"
                " rename it, or give another ledger with --ledger"
            )

    def close(self) -> None:
        self._db.close()

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
        with self._db:
            text = f"INSERT OR IGNORE INTO game ({', '.join(row)}) VALUES ({marks})"
            return self._db.execute(text, row).rowcount == 1

    def add_failure(self, id: str, attempt: int, reason: str) -> None:
        """Keep why a game could not be played."""
        with self._db:
            self._db.execute(
                "INSERT OR REPLACE INTO failure VALUES (?, ?, ?, ?)",
                (id, attempt, reason[:1000], time.time()),
            )

    # -- reading --

    def about(self) -> dict[str, str]:
        return dict(self._db.execute("SELECT key, value FROM about"))

    def ids(self) -> set[str]:
        """The games that are there."""
        return {row[0] for row in self._db.execute("SELECT id FROM game")}

    def failures(self) -> list[tuple[str, int, str]]:
        """Games that could not be played, and why."""
        rows = self._db.execute("SELECT id, attempt, reason FROM failure ORDER BY id, attempt")
        return list(rows)

    def points(self) -> Iterator[tuple[int, int, int, float]]:
        """The results alone, in order: contest, pair, colour, points of its first player."""
        rows = self._db.execute(
            "SELECT contest, pair, colour, CASE WHEN winner IS NULL THEN 0.5"
            " ELSE winner = colour END FROM game ORDER BY contest, pair, colour"
        )
        yield from rows

    def entries(self, contest: int | None = None) -> Iterator[Entry]:
        """The games in order, one at a time: there may be more than memory holds."""
        which = "" if contest is None else " WHERE contest = ?"
        fields = ", ".join(Entry._fields)
        rows = self._db.execute(
            f"SELECT {fields} FROM game{which} ORDER BY contest, pair, colour",
            () if contest is None else (contest,),
        )
        for row in rows:
            entry = Entry(*row)
            yield entry._replace(
                seed=int(entry.seed),
                moves=tuple(str(entry.moves).split()),
                turns=tuple(tuple(turn) for turn in json.loads(str(entry.turns))),  # type: ignore
            )

    def __len__(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM game").fetchone()[0])
