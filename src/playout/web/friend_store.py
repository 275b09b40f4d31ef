"""Games between people, on disk: each in a file that is written in one step after every move."""

import contextlib
import hashlib
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import platformdirs
from pydantic import ValidationError

from ..lock import locked
from ..rules import GameError
from .friend_messages import ClockSetting, Ended, Name, PastGame
from .messages import GameText, Message, Moves, Player

__all__ = ["MOST_PAST", "MOST_ROOMS", "Changed", "KeptRoom", "Stamp", "Store", "digest"]

MOST_ROOMS = 200
UNTOUCHED_S = 30 * 86400  # a game in progress that nobody played in for so long may go
MOST_PAST = 10  # games of a room before the present one
MOST_BYTES = 2**20  # of a file
FORMAT = 1
LOCK = ".lock"  # whoever changes something has it
PATIENCE_S = 5  # until one that others have is taken for one that nobody can have

Stamp = tuple[int, int, int]  # of a file: when it was written, how long and which one it is


def digest(key: str) -> str:
    """What is kept of a key: who reads the files has no seat."""
    return hashlib.sha256(b"playout seat " + key.encode()).hexdigest()


class Changed(Exception):
    """Another server has written this room meanwhile."""


class KeptRoom(Message):
    """A room as it is kept: no key, but what it is recognised by."""

    playout: int = FORMAT
    room: str
    seats: tuple[str, str]
    game: GameText
    clock: ClockSetting | None
    first: Player  # the seat that plays first
    moves: Moves
    left: tuple[float, float] | None = None
    ended: Ended | None = None
    past: tuple[PastGame, ...] = ()
    number: int = 1
    points: tuple[float, float] = (0.0, 0.0)  # of the seats in all games before
    names: tuple[Name, Name] = ("", "")  # of the people in the seats
    entered: bool = True  # by the one who was invited


class Store:
    """The folder of the rooms, which several servers may share."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = default_folder() if folder is None else folder
        self._lock = threading.Lock()

    def read(self) -> list[tuple[KeptRoom, Stamp]]:
        """All rooms, the one written last comes last; what is no room is left alone."""
        found = [_room_at(path) for path in self.folder.glob("*.json")]
        return sorted(filter(None, found), key=lambda one: one[1])

    def news(self, room: str, known: Stamp | None) -> tuple[KeptRoom, Stamp] | None:
        """A room as another server has written it since `known`; None if none has."""
        path = self._path(room)
        return None if _stamp_at(path) in (None, known) else _room_at(path)

    def is_there(self, room: str) -> bool:
        """Whether a room has a file."""
        return _stamp_at(self._path(room)) is not None

    def add(self, room: KeptRoom, in_use: set[str]) -> Stamp:
        """Write a new room, and then forget others, if there are too many."""
        with self._alone():
            surplus = self._surplus(in_use)
            stamp = self._write(room)
            for other in surplus:
                with contextlib.suppress(OSError):
                    self._path(other).unlink()
        return stamp

    def write(self, room: KeptRoom, known: Stamp | None) -> Stamp:
        """Write a room in place of what has the stamp `known`, and of nothing else."""
        with self._alone():
            if self.news(room.room, known):
                raise Changed
            return self._write(room)

    def _surplus(self, in_use: set[str]) -> list[str]:
        """The rooms that make place for a new one: those whose guest never came first, then
        those whose game is over, and games in progress only if they are long abandoned."""
        if len(list(self.folder.glob("*.json"))) < MOST_ROOMS:
            return []
        rooms = self.read()
        n, then = len(rooms) - MOST_ROOMS + 1, time.time_ns() - UNTOUCHED_S * 10**9
        may_go: list[tuple[int, str]] = []
        for room, stamp in rooms:
            rank = 0 if not room.entered else 1 if room.ended else 2
            if room.room not in in_use and (rank < 2 or stamp[0] < then):
                may_go.append((rank, room.room))
        surplus = [name for _, name in sorted(may_go, key=lambda one: one[0])][: max(n, 0)]
        if len(surplus) < n:
            why = "{most} games are in progress here: there is room again once one is over"
            raise GameError(why, "too-many-games", most=MOST_ROOMS)
        return surplus

    def _write(self, room: KeptRoom) -> Stamp:
        """Write the file in one step: a server that is killed leaves no half of one."""
        path = self._path(room.room)
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            with os.fdopen(
                os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb"
            ) as file:
                file.write(room.model_dump_json().encode())
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
            return _stamp(path.stat())
        except OSError:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """No other thread and no other server changes anything meanwhile."""
        with self._lock:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock: contextlib.AbstractContextManager[object]
            try:
                lock = contextlib.closing(locked(self.folder / LOCK, PATIENCE_S))
            except sqlite3.Error as error:
                if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL):
                    raise OSError(str(error)) from None
                lock = contextlib.nullcontext()  # a disk that knows no locks: one server is usual
            with lock:
                yield

    def _path(self, room: str) -> Path:
        return self.folder / f"{room[:32]}.json"


def _room_at(path: Path) -> tuple[KeptRoom, Stamp] | None:
    """The room in a file, and the stamp of just what was read; None if there is none."""
    if not path.is_file():  # whoever opens a pipe waits for ever
        return None
    try:
        with open(path, "rb") as file:
            stamp = _stamp(os.fstat(file.fileno()))
            room = KeptRoom.model_validate_json(file.read() if stamp[1] <= MOST_BYTES else b"")
    except (OSError, ValidationError) as error:
        logging.getLogger(__name__).warning("%s is not read: %s", path, error)
        return None
    return (room, stamp) if room.playout == FORMAT else None


def _stamp_at(path: Path) -> Stamp | None:
    try:
        return _stamp(path.stat())
    except OSError:
        return None


def _stamp(stat: os.stat_result) -> Stamp:
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def default_folder() -> Path:
    """Where the games of people are kept."""
    chosen = os.environ.get("PLAYOUT_GAMES_DIR")
    return Path(chosen or platformdirs.user_state_dir("playout")) / "friends"
