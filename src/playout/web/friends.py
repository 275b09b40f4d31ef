"""All games between people: they are started, found by their keys, and kept on disk."""

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING

from ..language import Text
from ..rules import GameError
from .friend_messages import Invitation, NewShared
from .friend_room import Room
from .friend_store import MOST_ROOMS, KeptRoom, Store, digest
from .messages import Player
from .positions import game_of

if TYPE_CHECKING:
    from .app_state import AppState
    from .friend_socket import Visitor

__all__ = ["Friends"]

KEY_BYTES = 18  # of random: nobody guesses a room, let alone a seat
WATCH_S = 2.0  # between looks at what other servers have written, and at what is not kept yet


class Friends:
    """The rooms that this server knows; there may be others, of servers with the same folder."""

    def __init__(self, app: "AppState", store: Store | None = None) -> None:
        self.app = app
        self.store = Store() if store is None else store
        self.rooms: dict[str, Room] = {}
        self.visitors: dict[Visitor, None] = {}  # those who came first come first
        self._watching: asyncio.Task[None] | None = None

    def load(self) -> None:
        """Read what an earlier server has kept."""
        for kept, stamp in self.store.read()[-MOST_ROOMS:]:
            self.rooms[kept.room] = Room(kept, self, stamp)

    def watch(self) -> None:
        """Go on looking after the rooms until `close`."""
        self._watching = self.app.start(self._watch())

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_S)
            for room in list(self.rooms.values()):
                if (room.visitors or not room.is_kept) and not room.lock.locked():
                    try:
                        await room.check()
                    except Exception:
                        logging.getLogger(__name__).exception("a room is not looked after")

    async def invite(self, wanted: NewShared) -> Invitation:
        """Start a game; the one that asks has the first seat, whatever its colour."""
        await self.app.in_pool(game_of, wanted.game)
        keys = [secrets.token_urlsafe(KEY_BYTES) for _ in range(3)]
        first: Player = 0
        if wanted.colour == "second" or (wanted.colour == "random" and secrets.randbits(1)):
            first = 1
        room = Room(
            KeptRoom(
                room=digest(keys[0]),
                seats=(digest(keys[1]), digest(keys[2])),
                game=wanted.game,
                clock=wanted.clock,
                first=first,
                moves=[],
                entered=False,
            ),
            self,
        )
        await room.prepare()
        in_use = {name for name, one in self.rooms.items() if one.visitors or not one.is_kept}
        try:
            room.stamp = await asyncio.to_thread(self.store.add, room.kept, in_use)
        except OSError as error:
            fields = {"folder": self.store.folder, "why": Text(error.strerror or str(error))}
            raise GameError(
                "games cannot be kept in {folder}: {why}", "not-kept", **fields
            ) from None
        self.rooms[room.kept.room] = room
        await self._forget()
        return Invitation(room=keys[0], mine=keys[1], friend=keys[2])

    async def _forget(self) -> None:
        """Forget the rooms whose files have made place for others."""
        names = list(self.rooms)
        there = await asyncio.to_thread(lambda: [self.store.is_there(name) for name in names])
        for name, is_there in zip(names, there, strict=True):
            room = self.rooms.get(name)
            if room and not is_there and not room.visitors and room.is_kept:
                room.close()
                del self.rooms[name]

    def n_visitors(self) -> int:
        """Those who have said what they come for."""
        return sum(not visitor.is_silent for visitor in self.visitors)

    async def look_for(self, room: str) -> None:
        """Read a room that another server has made since, if it has."""
        name = digest(room)
        if name in self.rooms:
            return
        news = await asyncio.to_thread(self.store.news, name, None)
        if news is not None and news[0].room == name:
            self.rooms.setdefault(name, Room(news[0], self, news[1]))

    def find(self, room: str, seat: str | None) -> tuple[Room, Player | None] | None:
        """The room and the seat of these keys; None if one of them is wrong."""
        found = self.rooms.get(digest(room))
        if found is None:
            return None
        if seat is None:
            return found, None
        for i, wanted in enumerate(found.kept.seats):
            if secrets.compare_digest(digest(seat), wanted):
                return found, 1 if i else 0
        return None

    async def keep(self, room: Room) -> None:
        """Write a room to disk, before anybody sees what has changed."""
        try:
            room.stamp = await asyncio.to_thread(self.store.write, room.kept, room.stamp)
        except OSError as error:  # no room left on the disk: the game goes on all the same
            if room.is_kept:
                logging.getLogger(__name__).warning("a game is not kept: %s", error)
            room.is_kept = False
        else:
            room.is_kept = True

    def close(self) -> None:
        """Stop all clocks, and send no more."""
        if self._watching is not None:
            self._watching.cancel()
        for room in self.rooms.values():
            room.close()
        for visitor in list(self.visitors):
            visitor.close()
