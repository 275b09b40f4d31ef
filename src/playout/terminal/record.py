"""Games in files: what `save` writes and `--load` reads, and the copy kept after every move."""

import contextlib
import json
import os
import time
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from .. import games
from ..rules import GameError

__all__ = ["Record", "autosave_path", "latest", "read_record", "remove_old", "word_for"]

FORMAT = 1
KEPT = 50  # unfinished games, the oldest go


class Record(NamedTuple):
    """A game as a file holds it, all of it in words."""

    game: str
    position: str | None
    players: tuple[str, str]
    seed: int
    moves: tuple[str, ...]

    def write(self, path: Path) -> None:
        """Write the file in one step, so that no half of one is ever left."""
        text = json.dumps({"playout": FORMAT, **self._asdict()}, indent=1) + "\n"
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8")
            os.replace(beside, path)
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise


def read_record(path: Path) -> Record:
    """The game in a file; a GameError says what is wrong with it."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise GameError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise GameError(f"{path} is no saved game: it is not JSON") from None
    if not isinstance(found, dict) or "playout" not in found:
        raise GameError(f"{path} is no saved game: it was not written by playout's `save`")
    if found["playout"] != FORMAT:
        raise GameError(f"{path} was saved by another version (format {found['playout']!r})")
    values: dict[str, Any] = {field: found.get(field) for field in Record._fields}
    for field, is_right in CHECKS.items():
        if not is_right(values[field]):
            raise GameError(f"{path} is no saved game: its {field!r} is missing or wrong")
    values["players"], values["moves"] = tuple(values["players"]), tuple(values["moves"])
    return Record(**values)


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


CHECKS = {
    "game": lambda value: isinstance(value, str),
    "position": lambda value: value is None or isinstance(value, str),
    "players": lambda value: _is_words(value) and len(value) == 2,
    "seed": lambda value: isinstance(value, int),
    "moves": _is_words,
}


def word_for(game: Any) -> str:
    """The word by which `find` finds a game again, with all its parameters."""
    names = [name for name, cls in games.NAMES.items() if getattr(games, cls) is type(game)]
    if names:
        name = names[0]
    else:
        import inspect

        name = os.path.abspath(inspect.getsourcefile(type(game)) or "")
    values = ",".join(f"{field}={value}".lower() for field, value in game._asdict().items())
    return f"{name}:{values}" if values else name


def folder() -> Path:
    """Where unfinished games are kept."""
    chosen = os.environ.get("PLAYOUT_GAMES_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_state_dir("playout"))


def autosave_path(game: Any) -> Path:
    """A file for a game that begins now."""
    name = type(game).__name__.lower()
    return folder() / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"


def latest() -> Path:
    """The unfinished game that was played last."""
    files = _by_age()
    if not files:
        raise GameError(f"there is no unfinished game in {folder()}")
    return files[-1]


def remove_old() -> None:
    """Let the folder not grow for ever."""
    for path in _by_age()[:-KEPT]:
        with contextlib.suppress(OSError):
            path.unlink()


def _by_age() -> list[Path]:
    ages = []
    for path in folder().glob("*.json"):
        with contextlib.suppress(OSError):
            ages.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(ages)]
