"""Games of the page as files, if `playout web --games FOLDER` wants it: /api/games.

    GET   /api/games              which there are
    POST  /api/games              keep one
    GET   /api/games/ID           one, with its text
    POST  /api/games/ID/delete    set one aside: its file gets another name

A file is text that people read and `playout play --load` plays on with. Its name is made here, of
the day, the game and an id of letters and digits; the page names no path.
"""

import asyncio
import contextlib
import itertools
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field, StringConstraints, ValidationError

from ..errors import PlayoutError
from .messages import SAFE, Message
from .refusal import error_of

__all__ = ["Folder", "router_for"]

MOST_FILES = 5000  # games that were set aside among them
MOST_SIGNS = 50_000  # of a game's text
HEAD_LINE = re.compile(r'\[(\w+) "([^"\n]*)"\]')
HEAD_BYTES = 1000  # in which what is known of a game stands
DELETED = ".deleted"
FIELDS = ("id", "rev", "created", "updated", "result")
STATUS = {"no-such-game": 404, "game-changed": 409, "games-full": 507}

GameId = Annotated[str, StringConstraints(pattern=r"^[0-9a-z]{20}$")]
Stamp = Annotated[int, Field(ge=0, le=SAFE)]


class Head(Message):
    """What is known of a game without its text."""

    id: GameId
    rev: Annotated[int, Field(ge=1, le=SAFE)]  # how often it was written
    created: Stamp  # ms since 1970
    updated: Stamp
    result: Literal["first", "second", "draw", "open"]


class KeptGame(Head):
    """A game."""

    text: Annotated[str, StringConstraints(max_length=MOST_SIGNS, pattern=r"^\[Game \"")]


class Listed(Message):
    """A game of the list."""

    head: Head
    is_deleted: bool


class KeptGames(Message):
    """GET /api/games."""

    folder: str | None  # None: this server keeps no games
    games: tuple[Listed, ...]


class Folder:
    """The folder of the games."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    def every(self) -> KeptGames:
        """All games; what is none is left alone."""
        games = [Listed(head=head, is_deleted=is_deleted) for _, head, is_deleted in self._scan()]
        return KeptGames(folder=str(self.path), games=tuple(games))

    def read(self, id: str) -> KeptGame:
        """A game that is not set aside."""
        for path, head, is_deleted in self._scan(id):
            if not is_deleted:
                text = path.read_text(encoding="utf-8")
                return KeptGame(**dict(head), text=text[text.index("[Game ") :][:MOST_SIGNS])
        raise PlayoutError("there is no such game here", "no-such-game")

    def write(self, game: KeptGame) -> Head:
        """Keep a game, unless a later one of this id is there."""
        with self._lock:
            before = [(path, head) for path, head, _ in self._scan(game.id)]
            if any(head.rev >= game.rev for _, head in before):
                raise PlayoutError("this game has gone on elsewhere", "game-changed")
            if not before:
                self._make_room()
            path = self.path / _name(game)
            _write(path, _head_text(game) + _clean(game.text))
            for old, _ in before:
                if old != path:
                    old.unlink(missing_ok=True)
        return Head.of(game)

    def delete(self, id: str) -> Head:
        """Set a game aside."""
        with self._lock:
            for path, head, is_deleted in self._scan(id):
                if not is_deleted:
                    os.replace(path, path.with_name(path.name + DELETED))
                    return head
        raise PlayoutError("there is no such game here", "no-such-game")

    def _scan(self, id: str = "") -> Iterator[tuple[Path, Head, bool]]:
        for path in sorted(self.path.glob(f"*-{id or '*'}.txt*")):
            is_deleted = path.name.endswith(DELETED)
            head = _head_in(path)
            if head is not None and path.name.endswith(f"-{head.id}.txt" + DELETED * is_deleted):
                yield path, head, is_deleted

    def _make_room(self) -> None:
        files = list(self._scan())
        for path, _, is_deleted in files[:]:
            if len(files) < MOST_FILES:
                return
            if is_deleted:
                path.unlink(missing_ok=True)
                files.pop()
        if len(files) >= MOST_FILES:
            why = "the folder of games is full: it holds {most} games"
            raise PlayoutError(why, "games-full", most=MOST_FILES)


def _name(game: KeptGame) -> str:
    kind = re.match(r'\[Game "([a-z0-9]{1,30})', game.text)
    day = time.strftime("%Y-%m-%d", time.localtime(min(game.created / 1000, 4e9)))
    return f"{day}-{kind[1] if kind else 'game'}-{game.id}.txt"


def _head_text(game: KeptGame) -> str:
    return "".join(f'[{name.capitalize()} "{getattr(game, name)}"]\n' for name in FIELDS)


def _clean(text: str) -> str:
    """Without what a terminal would take for a command."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "", text)


def _head_in(path: Path) -> Head | None:
    try:
        with path.open("rb") as file:
            start = file.read(HEAD_BYTES).decode("utf-8", "replace")
        # Of the first lines alone: a comment may have lines that look the same.
        lines = itertools.takewhile(bool, map(HEAD_LINE.fullmatch, start.split("\n")))
        found: dict[str, str] = {}
        for line in filter(None, lines):
            found.setdefault(line[1], line[2])
        return Head.model_validate_strings({name: found[name.capitalize()] for name in FIELDS})
    except (OSError, KeyError, ValidationError):
        return None


def _write(path: Path, text: str) -> None:
    """In one step: a server that is killed leaves no half of a game."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(temporary, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def router_for(folder: Folder | None) -> APIRouter:
    """What answers these requests; without a folder it says that there is none."""
    router = APIRouter(prefix="/api/games")

    @router.get("")
    async def every() -> Response:
        if folder is None:
            return _json(KeptGames(folder=None, games=()))
        return await _answered(folder.every)

    if folder is None:
        return router

    @router.post("")
    async def keep(request: Request) -> Response:
        try:
            game = KeptGame.model_validate_json(await request.body())
        except ValidationError:
            return Response(status_code=422)
        return await _answered(lambda: folder.write(game))

    @router.get("/{id}")
    async def one(id: str) -> Response:
        return await _answered(lambda: folder.read(_checked(id)))

    @router.post("/{id}/delete")
    async def delete(id: str) -> Response:
        return await _answered(lambda: folder.delete(_checked(id)))

    return router


def _checked(id: str) -> str:
    if not re.fullmatch(r"[0-9a-z]{20}", id):
        raise PlayoutError("there is no such game here", "no-such-game")
    return id


async def _answered(work: Callable[[], Message]) -> Response:
    try:
        return _json(await asyncio.to_thread(work))
    except OSError as error:
        why = "the folder of games cannot be written: {why}"
        reply = error_of(None, PlayoutError(why, "games-folder", why=error.strerror or str(error)))
    except Exception as error:
        reply = error_of(None, error)
    return _json(reply, STATUS.get(reply.code, 500))


def _json(message: Message, status: int = 200) -> Response:
    return Response(message.model_dump_json(), status, media_type="application/json")
