"""Games between people, on disk: each in a file that is written in one step after every move."""

import contextlib
import hashlib
import logging
import os
from pathlib import Path

import platformdirs
from pydantic import ValidationError

from .friend_messages import ClockSetting, Ended, Name, PastGame
from .messages import GameText, Message, Moves, Player

__all__ = ["MOST_PAST", "MOST_ROOMS", "KeptRoom", "Store", "digest"]

MOST_ROOMS = 200  # the one that was played in longest ago goes
MOST_PAST = 10  # games of a room before the present one
MOST_BYTES = 2**20  # of a file
FORMAT = 1


def digest(key: str) -> str:
    """What is kept of a key: who reads the files has no seat."""
    return hashlib.sha256(b"playout seat " + key.encode()).hexdigest()


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


class Store:
    """The folder of the rooms."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = default_folder() if folder is None else folder

    def read(self) -> list[KeptRoom]:
        """All rooms, the one played in last comes last; what is no room is left alone."""
        rooms = []
        for path in self._by_age()[-MOST_ROOMS:]:
            try:
                if path.stat().st_size <= MOST_BYTES:
                    rooms.append(KeptRoom.model_validate_json(path.read_bytes()))
            except (OSError, ValidationError) as error:
                logging.getLogger(__name__).warning("%s is not read: %s", path, error)
        return [room for room in rooms if room.playout == FORMAT]

    def write(self, room: KeptRoom) -> None:
        """Write the file in one step: a server that is killed leaves no half of one."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self._path(room)
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            with os.fdopen(
                os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb"
            ) as file:
                file.write(room.model_dump_json().encode())
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except OSError:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise

    def remove(self, room: KeptRoom) -> None:
        """Forget a room."""
        with contextlib.suppress(OSError):
            self._path(room).unlink()

    def _path(self, room: KeptRoom) -> Path:
        return self.folder / f"{room.room[:32]}.json"

    def _by_age(self) -> list[Path]:
        ages = []
        for path in self.folder.glob("*.json"):
            with contextlib.suppress(OSError):
                ages.append((path.stat().st_mtime_ns, path))
        return [path for _, path in sorted(ages)]


def default_folder() -> Path:
    """Where the games of people are kept."""
    chosen = os.environ.get("PLAYOUT_GAMES_DIR")
    return Path(chosen or platformdirs.user_state_dir("playout")) / "friends"
