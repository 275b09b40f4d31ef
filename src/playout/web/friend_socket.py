"""One WebSocket of a game between people: a player or somebody who watches."""

import asyncio
import contextlib
from collections import Counter
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..rules import GameError
from .friend_messages import CallMe, Enter, FromFriend, Look, PlayMove, Say
from .friend_room import Room
from .limits import RateLimiter, WrongTries, address_of
from .messages import Player
from .outbox import Outbox
from .parsing import BadMessage, parse_friend
from .refusal import error_of

if TYPE_CHECKING:
    from .friends import Friends

__all__ = ["MOST_IN_ROOM", "MOST_VISITORS", "Visitor"]

MOST_VISITORS = 200
MOST_SILENT = 100  # those who have not said yet what they come for; they are no visitors so far
MOST_IN_ROOM = 50
ENTER_S = 10.0  # to say which game it is about
RATE, BURST = 10.0, 30.0  # messages a second, and how many may come at once


class Visitor:
    """Whoever has a link: they may talk about the game of that link, and about nothing else."""

    def __init__(self, socket: WebSocket, friends: "Friends", tries: WrongTries) -> None:
        self.socket, self.friends, self.tries = socket, friends, tries
        self.outbox = Outbox()
        self.seat: Player | None = None
        self.room: Room | None = None
        self.is_silent = True
        self.address = address_of(socket.scope)
        self._reading: asyncio.Future[None]

    async def run(self) -> None:
        """Read and write until the connection is closed."""
        both = [asyncio.ensure_future(work) for work in (self._read(), self._write())]
        self._reading = both[0]
        self._take_place()
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.close()
            self.friends.visitors.pop(self, None)
            if self.room is not None:
                self.room.leave(self)
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    def _take_place(self) -> None:
        """Whoever comes has a place; where many are silent, one of them leaves for it, of the
        address that has most of them: those who send nothing keep nobody out."""
        silent = [one for one in self.friends.visitors if one.is_silent]
        self.friends.visitors[self] = None
        if len(silent) >= MOST_SILENT:
            [(address, _)] = Counter(one.address for one in silent).most_common(1)
            oldest = next(one for one in silent if one.address == address)
            del self.friends.visitors[oldest]
            oldest._reading.cancel()

    def close(self) -> None:
        """Send no more."""
        self.outbox.is_closed = True

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self.socket.send_text(await self.outbox.next())

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(ENTER_S):
                message = await self._next()
        except TimeoutError:
            return
        self.is_silent = False
        if message is None or not await self._enter(message):
            return
        limiter = RateLimiter(RATE, BURST)
        while True:
            await limiter.wait()
            await self.outbox.until_short()
            if (message := await self._next()) is None:
                return
            # A line that is cut in the middle of it does not leave half a move.
            await asyncio.shield(self.friends.app.start(self._act(message)))

    async def _next(self) -> FromFriend | None:
        """The next message that can be read; None at the end."""
        while True:
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                return None
            try:
                return parse_friend(event.get("text"))
            except BadMessage as error:
                self.outbox.put(error_of(error.id, error))
                if self.room is None:
                    return None

    async def _enter(self, message: FromFriend) -> bool:
        scope = self.socket.scope
        if isinstance(message, Enter):
            await self.friends.look_for(message.room)
        # Until wrong keys are counted nothing is waited for: none is looked at beyond the limit.
        is_full = self.friends.n_visitors() > MOST_VISITORS
        if not isinstance(message, Enter) or is_full or self.tries.are_too_many(scope):
            return await self._turn_away(GameError("try again in a moment", "try-later"))
        found = self.friends.find(message.room, message.seat)
        if found is None:
            await self.tries.wait(scope)
            why = "this game is not here: the link is wrong, or the game is long over"
            return await self._turn_away(GameError(why, "no-such-game"))
        room, self.seat = found
        if len(room.visitors) >= MOST_IN_ROOM:
            return await self._turn_away(GameError("too many watch this game", "room-full"))
        self.room = room
        await room.enter(self)
        return True

    async def _turn_away(self, error: GameError) -> bool:
        """Say why, and close."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.send_text(error_of(None, error).model_dump_json())
            await self.socket.close(1008)
        return False

    async def _act(self, message: FromFriend) -> None:
        assert self.room is not None
        try:
            if isinstance(message, PlayMove):
                await self.room.play(self, message)
            elif isinstance(message, Say):
                await self.room.say(self, message)
            elif isinstance(message, CallMe):
                await self.room.call(self, message)
            elif isinstance(message, Look):
                self.outbox.put(await self.room.look(message))
        except Exception as error:
            self.outbox.put(error_of(None, error))
