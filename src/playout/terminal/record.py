"""Games in files: what `save` writes and `--load` reads, and the copy kept after every move."""

import contextlib
import json
import os
import time
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from ..catalogue import text_of
from ..language import Text
from ..registry import is_path, split_settings
from ..rules import GameError
from .gametext import as_record

__all__ = [
    "Record",
    "autosave_path",
    "game_text",
    "is_text",
    "latest",
    "read_record",
    "remove_old",
]

FORMAT = 1
KEPT = 50  # unfinished games; older ones are removed


class Record(NamedTuple):
    """A game as text."""

    game: str
    position: str | None
    players: tuple[str, str]
    seed: int
    moves: tuple[str, ...]

    def write(self, path: Path) -> None:
        """Write the file in one step: an interruption leaves no half of one."""
        text = json.dumps({"playout": FORMAT, **self._asdict()}, indent=1) + "\n"
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            temporary.write_text(text, encoding="utf-8")
            os.replace(temporary, path)
        except OSError:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


CHECKS = {  # of what a file says, field by field
    "game": lambda value: isinstance(value, str),
    "position": lambda value: value is None or isinstance(value, str),
    "players": lambda value: _are_texts(value) and len(value) == 2,
    "seed": lambda value: type(value) is int,
    "moves": _are_texts,
}


def read_record(path: Path) -> Record:
    """The game in a file; a GameError says what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        values = as_record(text) or json.loads(text)
    except GameError as error:
        raise GameError("{path}: {error}", "bad-record", path=path, error=error) from None
    except OSError as error:
        why = "{path} cannot be read: {why}"
        raise GameError(
            why, "unreadable-file", path=path, why=Text(error.strerror or str(error))
        ) from None
    except (ValueError, RecursionError):
        why = "{path} is not a saved game: it is neither JSON nor a text of the page"
        raise GameError(why, "not-a-saved-game", path=path) from None
    if not isinstance(values, dict) or "playout" not in values:
        why = "{path} is not a saved game: it was not written by playout's `save`"
        raise GameError(why, "not-a-saved-game", path=path)
    if values["playout"] != FORMAT:
        why = "{path} was saved by another version (format {format!r})"
        raise GameError(why, "record-version", path=path, format=values["playout"])
    for field, is_right in CHECKS.items():
        if not is_right(values.get(field)):
            why = "{path} is not a saved game: its {field!r} is missing or wrong"
            raise GameError(why, "not-a-saved-game", path=path, field=field)
    return Record(
        values["game"],
        values.get("position"),
        tuple(values["players"]),
        values["seed"],
        tuple(values["moves"]),
    )


def is_text(path: Path) -> bool:
    """Whether a file that can be read is a text of the page."""
    return as_record(path.read_text(encoding="utf-8-sig")) is not None


def game_text(game: Any) -> str:
    """A game as `find` reads it in any folder: one from a file has its absolute path."""
    name, settings = split_settings(text_of(game))
    name = os.path.abspath(name) if is_path(name) else name
    return f"{name}:{settings}" if settings else name


def folder() -> Path:
    """Where unfinished games are kept."""
    chosen = os.environ.get("PLAYOUT_GAMES_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_state_dir("playout"))


def autosave_path(game: Any) -> Path:
    """A file for a new game."""
    name = type(game).__name__.lower()
    return folder() / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"


def latest() -> Path:
    """The unfinished game that was played last."""
    files = _by_age()
    if not files:
        why = "there is no unfinished game in {folder}"
        raise GameError(why, "no-unfinished-game", folder=folder())
    return files[-1]


def remove_old() -> None:
    """Remove the oldest unfinished games."""
    for path in _by_age()[:-KEPT]:
        with contextlib.suppress(OSError):
            path.unlink()


def _by_age() -> list[Path]:
    ages = []
    for path in folder().glob("*.json"):
        with contextlib.suppress(OSError):
            ages.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(ages)]
