"""All games between people: they are started, found by their keys, and kept on disk."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING

from ..language import Text
from ..rules import GameError
from ..search import SearchError
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


class Friends:
    """The rooms, the one that was played in last comes last."""

    def __init__(self, app: "AppState", store: Store | None = None) -> None:
        self.app = app
        self.store = Store() if store is None else store
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.visitors: dict[Visitor, None] = {}  # those who came first come first

    def load(self) -> None:
        """Read what an earlier server has kept."""
        for kept in self.store.read():
            self.rooms[kept.room] = Room(kept, self)

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
            ),
            self,
        )
        await room.prepare()
        self._make_room()
        try:
            await asyncio.to_thread(self.store.write, room.kept)
        except OSError as error:
            fields = {"folder": self.store.folder, "why": Text(error.strerror or str(error))}
            raise GameError(
                "games cannot be kept in {folder}: {why}", "not-kept", **fields
            ) from None
        self.rooms[room.kept.room] = room
        return Invitation(room=keys[0], mine=keys[1], friend=keys[2])

    def _make_room(self) -> None:
        """Forget the room that was played in longest ago, if there are too many."""
        while len(self.rooms) >= MOST_ROOMS:
            empty = (room for room in self.rooms.values() if not room.visitors)
            oldest = next(empty, None)
            if oldest is None:
                raise SearchError("too many games are being played here; try again later", "busy")
            oldest.close()
            del self.rooms[oldest.kept.room]
            self.store.remove(oldest.kept)

    def n_visitors(self) -> int:
        """Those who have said what they come for."""
        return sum(not visitor.is_silent for visitor in self.visitors)

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
        if room.kept.room in self.rooms:
            self.rooms.move_to_end(room.kept.room)
        try:
            await asyncio.to_thread(self.store.write, room.kept)
        except OSError as error:  # no room left on the disk: the game goes on all the same
            logging.getLogger(__name__).warning("a game is not kept: %s", error)

    def close(self) -> None:
        """Stop all clocks, and send no more."""
        for room in self.rooms.values():
            room.close()
        for visitor in list(self.visitors):
            visitor.close()
