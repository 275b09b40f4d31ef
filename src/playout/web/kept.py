"""Games of the page as files, if `playout web --games FOLDER` wants it: /api/games.

    GET   /api/games              which there are
    POST  /api/games              keep one
    GET   /api/games/ID           one, with its text
    POST  /api/games/ID/delete    set one aside: its files get other names

A file is text that people read and `playout play --load` plays on with; people edit, rename and
delete it, too. Its name is made here, of the day, the game and an id of letters and digits; the
page names no path. What a file holds has a tag: whoever writes or deletes one names the tag that
they have seen, so that nobody replaces what they do not know; several servers may keep games in one
folder. A file that was edited by hand is copied before it is written over, since the page may not
have understood all of it.
"""

import asyncio
import contextlib
import errno
import hashlib
import itertools
import os
import re
import secrets
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Request, Response
from pydantic import Field, StringConstraints, ValidationError

from ..errors import PlayoutError
from ..language import Text
from ..lock import locked
from .messages import SAFE, Message
from .refusal import error_of

__all__ = ["Folder", "router_for"]

MOST_FILES = 5000  # games that were set aside among them
MOST_SIGNS = 1_000_000  # of a game's text
MOST_BYTES = 4 * MOST_SIGNS  # of a file
HEAD_LINE = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*')
NAME = re.compile(r".*-([0-9a-z]{20})\.txt(\.deleted)?")
END = re.compile(r"(?:-[0-9a-z]{20})?\.txt(?:\.deleted)?$")
DELETED = ".deleted"
MARK = ".playout"  # the file with the folder's own mark
LOCK = ".playout.lock"  # whoever changes something has it
PATIENCE_S = 20  # until one that others have is taken for one that nobody can have
PART = re.compile(r"\..*-[0-9a-z]{20}\.txt\.[0-9]+")  # of a game, where a server was killed
FIELDS = ("id", "created", "updated", "result")
STATUS = {
    "no-such-game": 404,
    "game-changed": 409,
    "game-too-long": 413,
    "game-damaged": 422,
    "not-a-file": 422,
    "games-full": 507,
}

GameId = Annotated[str, StringConstraints(pattern=r"^[0-9a-z]{20}$")]
Stamp = Annotated[int, Field(ge=0, le=SAFE)]
Tag = Annotated[str, StringConstraints(max_length=40)]


class Head(Message):
    """What is known of a game without its text."""

    id: GameId
    created: Stamp  # ms since 1970
    updated: Stamp
    result: Literal["first", "second", "draw", "open"]


class KeptGame(Head):
    """A game."""

    text: Annotated[str, StringConstraints(pattern=r"^\[Game \"")]


class FiledGame(KeptGame):
    """A game and what its file holds."""

    tag: Tag


class Writing(KeptGame):
    """A game to be kept, in place of what has the tag `base`; of nothing, if that is empty."""

    base: Tag


class Deleting(Message):
    """A game to be set aside, if its file still has this tag."""

    base: Tag


class Filed(Message):
    """What the file of a game holds now."""

    tag: Tag


class SetAside(Message):
    """What the copies of a deleted game that people have made are called now."""

    copies: tuple[str, ...]


class Listed(Message):
    """A game of the list."""

    id: GameId
    file: str  # its name
    tag: Tag
    is_deleted: bool


class KeptGames(Message):
    """GET /api/games."""

    folder: str | None  # None: this server keeps no games
    mark: str  # another folder has another one
    games: tuple[Listed, ...]


class _File(NamedTuple):
    path: Path
    id: str
    head: Head | None  # None: it is damaged
    tag: str
    is_edited: bool  # by hand, since it was written here

    @property
    def is_deleted(self) -> bool:
        return self.path.name.endswith(DELETED)


class Folder:
    """The folder of the games."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()  # between looking and changing
        # Threads of its own: whoever holds the folder keeps nothing but games waiting that are to
        # be written, neither the list of them nor anything else that the server does.
        self.lookers = ThreadPoolExecutor(1, "playout-games")
        self.writers = ThreadPoolExecutor(1, "playout-games")
        self._looked: dict[Path, tuple[tuple[int, ...], _File | None]] = {}

    def check(self) -> None:
        """An error if no game can be kept here."""
        try:
            trial = self.path / f".trial.{os.getpid()}"
            _write(trial, b"")
            trial.unlink()
            self._mark()
            with self._alone():  # a disk that knows no locks says so here
                self._tidy()
        except OSError as error:
            why = "--games: games cannot be kept in {path}: {why}"
            fields = {"path": self.path, "why": Text(error.strerror or str(error))}
            raise PlayoutError(why, "games-folder", **fields) from None

    def close(self) -> None:
        """Do no more, without waiting for what is being done."""
        for pool in (self.lookers, self.writers):
            pool.shutdown(wait=False, cancel_futures=True)

    def every(self, asked: float | None = None) -> KeptGames:
        """All games; what is none is left alone."""
        mark = self._mark(asked)
        with self._lock:
            files = self._files().values()
        games = [
            Listed(id=file.id, file=file.path.name, tag=file.tag, is_deleted=file.is_deleted)
            for file in files
        ]
        return KeptGames(folder=str(self.path), mark=mark, games=tuple(games))

    def read(self, id: str) -> FiledGame:
        """A game that is not set aside."""
        file = self._there(id)
        content = _read(file.path)
        text = _text_of(content)
        start = re.search(r"^\[Game ", text, re.MULTILINE)
        if file.head is None or start is None:
            raise _damaged(file)
        return FiledGame(**dict(file.head), text=text[start.start() :], tag=_digest(content))

    def write(self, game: KeptGame, base: str, asked: float | None = None) -> Filed:
        """Keep a game in place of what has the tag `base`."""
        if len(game.text) > MOST_SIGNS:
            why = "a game of more than {most} signs is not kept as a file"
            raise PlayoutError(why, "game-too-long", most=MOST_SIGNS)
        with self._alone(asked):
            before = self._files().get(game.id)
            if base != (before.tag if before else ""):
                raise _changed()
            if before is None:
                self._make_room()
                path = _free(self.path / _name(game))
            elif before.head is None:
                raise _damaged(before)
            else:
                path = before.path
                if before.is_deleted:
                    path = _free(path.with_name(path.name.removesuffix(DELETED)))
                if before.is_edited:
                    _copy_name(path).write_bytes(_read(before.path))
            content = _content(game)
            _write(path, content)
            if before is not None and before.path != path:
                before.path.unlink(missing_ok=True)
        return Filed(tag=_digest(content))

    def delete(self, id: str, base: str, asked: float | None = None) -> SetAside:
        """Set a game aside, and its copies, which would bring it back."""
        with self._alone(asked):
            file = self._there(id)
            if file.tag != base:
                raise _changed()
            there = [one.path for one in self._every_file() if one.id == id and not one.is_deleted]
            copies = [_set_aside(path).name for path in there if path != file.path]
            _set_aside(file.path)
        return SetAside(copies=tuple(copies))

    def _mark(self, asked: float | None = None) -> str:
        """What tells this folder from another one in its place, where games are not deleted but
        have never been: that of a disk that is not mounted."""
        if mark := self._found_mark():
            return mark
        with self._alone(asked):
            mark = self._found_mark()  # another server may have been first
            if not mark:
                mark = secrets.token_hex(8)
                _write(self.path / MARK, mark.encode())
        return mark

    def _found_mark(self) -> str:
        with contextlib.suppress(FileNotFoundError, UnicodeDecodeError):
            return _read(self.path / MARK).decode().strip()[:40]
        return ""

    @contextlib.contextmanager
    def _alone(self, asked: float | None = None) -> Iterator[None]:
        """No other thread and no other server changes anything meanwhile. Patience begins when one
        has `asked`: of many who wait for one and the same lock each would wait anew."""
        _make(self.path)
        waited = 0.0 if asked is None else time.monotonic() - asked
        try:
            lock = locked(self.path / LOCK, max(0.0, PATIENCE_S - waited))
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None
            why = (
                "the folder of games cannot be locked ({why}): another server has it, or its"
                " disk knows no locks"
            )
            raise PlayoutError(why, "games-folder", why=str(error)) from None
        with contextlib.closing(lock), self._lock:
            yield

    def _tidy(self) -> None:
        """Remove parts of games: nobody is writing any, who must be alone for it."""
        for name in filter(PART.fullmatch, os.listdir(self.path)):
            with contextlib.suppress(OSError):
                (self.path / name).unlink()

    def _there(self, id: str) -> _File:
        file = self._files().get(id)
        if file is None or file.is_deleted:
            raise PlayoutError("there is no such game here", "no-such-game")
        return file

    def _files(self) -> dict[str, _File]:
        """The file of each game; of copies that people have made, the one with the usual name, and
        of several of those the latest."""
        found: dict[str, _File] = {}
        for file in self._every_file():
            found.setdefault(file.id, file)
        return found

    def _every_file(self) -> list[_File]:
        """The files of all games; of each game, the one that counts comes first."""
        # `listdir` and not `glob`, to which a folder that cannot be read is an empty one.
        names = os.listdir(self.path) if self.path.exists() else []
        paths = [self.path / name for name in names if name.endswith((".txt", ".txt" + DELETED))]
        looked = {path: self._look(path) for path in paths}
        self._looked = {path: look for path, look in looked.items() if look}
        files = [file for _, file in self._looked.values() if file]

        def rank(file: _File) -> tuple[bool, bool, int, str]:
            is_usual = file.path.name.removesuffix(DELETED).endswith(f"-{file.id}.txt")
            updated = file.head.updated if file.head else 0
            return file.is_deleted, not is_usual, -updated, file.path.name

        return sorted(files, key=rank)

    def _look(self, path: Path) -> tuple[tuple[int, ...], _File | None] | None:
        """What is in a file, read again only if it may have changed."""
        try:
            stat = path.stat()
        except OSError:
            return None  # it has gone just now
        stamp = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        known = self._looked.get(path)
        return known if known and known[0] == stamp else (stamp, _file_at(path, stat.st_size))

    def _make_room(self) -> None:
        files = list(self._files().values())
        n = len(files)
        for file in sorted(files, key=lambda file: file.path.name):
            if n >= MOST_FILES and file.is_deleted:
                file.path.unlink(missing_ok=True)
                n -= 1
        if n >= MOST_FILES:
            why = "the folder of games is full: it holds {most} games"
            raise PlayoutError(why, "games-full", most=MOST_FILES)


def _changed() -> PlayoutError:
    return PlayoutError("this game has gone on elsewhere", "game-changed")


def _damaged(file: _File) -> PlayoutError:
    if not file.path.is_file():
        return _no_file(file.path)
    why = "its first lines are not those of a game, or it is not text in UTF-8"
    return PlayoutError(why, "game-damaged", file=file.path.name)


def _no_file(path: Path) -> PlayoutError:
    why = "{file} is not a file, but a folder, a pipe or the like"
    return PlayoutError(why, "not-a-file", file=path.name)


def _name(game: KeptGame) -> str:
    kind = re.match(r'\[Game "([a-z0-9]{1,30})', game.text)
    day = time.strftime("%Y-%m-%d", time.localtime(min(game.created / 1000, 4e9)))
    return f"{day}-{kind[1] if kind else 'game'}-{game.id}.txt"


def _set_aside(path: Path) -> Path:
    return path.rename(_free(path.with_name(path.name + DELETED)))


def _copy_name(path: Path) -> Path:
    """Where a copy of an edited file goes."""
    names = (path.with_name(f"{path.name}.{n}.edited") for n in itertools.count(1))
    return _first_free(names)


def _free(path: Path) -> Path:
    """This path; where something is there, one with a number before the id, which stays where a
    damaged file is known by it."""
    [end] = END.findall(path.name)
    start = path.name.removesuffix(end)
    others = (path.with_name(f"{start}-{n}{end}") for n in itertools.count(2))
    return _first_free(itertools.chain([path], others))


def _first_free(paths: Iterable[Path]) -> Path:
    return next(path for path in paths if not os.path.lexists(path))


def _content(game: KeptGame) -> bytes:
    """What is written: a sum first, by which an edit is seen, and what is known of the game."""
    head = "".join(f'[{name.capitalize()} "{getattr(game, name)}"]\n' for name in FIELDS)
    rest = (head + _clean(game.text)).encode()
    return _sum_line(rest) + b"\n" + rest


def _sum_line(rest: bytes) -> bytes:
    return f'[Sum "{_digest(rest)}"]'.encode()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _clean(text: str) -> str:
    """Without what a terminal would take for a command."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "", text)


def _text_of(content: bytes) -> str:
    """Editors change how lines end, and put a mark before the first."""
    text = content.decode("utf-8-sig", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").lstrip()


def _file_at(path: Path, size: int) -> _File | None:
    """The file of a game; None if it is not one."""
    named = NAME.fullmatch(path.name)
    content, head = b"", None
    with contextlib.suppress(OSError, PlayoutError, UnicodeDecodeError):
        if size <= MOST_BYTES:
            content = _read(path)
            content.decode()
            head = _head_in(_text_of(content))
    id = head.id if head else named[1] if named else None
    first, _, rest = content.partition(b"\n")
    return _File(path, id, head, _digest(content), first != _sum_line(rest)) if id else None


def _head_in(text: str) -> Head | None:
    # Of the first lines alone: a comment may have lines that look the same.
    lines = itertools.takewhile(bool, map(HEAD_LINE.fullmatch, text.split("\n")))
    found: dict[str, str] = {}
    for line in filter(None, lines):
        found.setdefault(line[1], line[2])
    with contextlib.suppress(KeyError, ValidationError):
        return Head.model_validate_strings({name: found[name.capitalize()] for name in FIELDS})
    return None


def _read(path: Path) -> bytes:
    """What a file holds, and no other thing: whoever reads a pipe may wait for ever."""
    if path.exists() and not path.is_file():
        raise _no_file(path)
    with open(path, "rb", opener=_opened) as file:
        return file.read()


def _opened(path: str, flags: int) -> int:
    """Open a file that may have become a pipe just now."""
    file = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if stat.S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)
    raise _no_file(Path(path))


def _make(path: Path) -> None:
    path.mkdir(parents=True, exist_ok=True, mode=0o700)


def _write(path: Path, content: bytes) -> None:
    """In one step: a server that is killed leaves no half of a game."""
    _make(path.parent)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(temporary, "wb") as file:
            file.write(content)
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
            return _json(KeptGames(folder=None, mark="", games=()))
        return await _answered(folder.lookers, folder.every)

    if folder is None:
        return router

    @router.post("")
    async def keep(request: Request) -> Response:
        try:
            game = Writing.model_validate_json(await request.body())
        except ValidationError:
            return Response(status_code=422)
        return await _answered(folder.writers, lambda asked: folder.write(game, game.base, asked))

    @router.get("/{id}")
    async def one(id: str) -> Response:
        return await _answered(folder.lookers, lambda asked: folder.read(_checked(id)))

    @router.post("/{id}/delete")
    async def delete(id: str, request: Request) -> Response:
        try:
            base = Deleting.model_validate_json(await request.body()).base
        except ValidationError:
            return Response(status_code=422)
        return await _answered(
            folder.writers, lambda asked: folder.delete(_checked(id), base, asked)
        )

    return router


def _checked(id: str) -> str:
    if not re.fullmatch(r"[0-9a-z]{20}", id):
        raise PlayoutError("there is no such game here", "no-such-game")
    return id


async def _answered(pool: Executor, work: Callable[[float], Message]) -> Response:
    loop = asyncio.get_running_loop()
    try:
        return _json(await loop.run_in_executor(pool, work, time.monotonic()))
    except OSError as error:
        why = "the folder of games cannot be written: {why}"
        reason = Text(error.strerror or str(error))
        reply = error_of(None, PlayoutError(why, "games-folder", why=reason))
    except Exception as error:
        reply = error_of(None, error)
    return _json(reply, STATUS.get(reply.code, 500))


def _json(message: Message, status: int = 200) -> Response:
    return Response(message.model_dump_json(), status, media_type="application/json")
