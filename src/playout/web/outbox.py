"""The messages that a connection has not sent yet."""

import asyncio
from collections import OrderedDict, deque

from . import messages

__all__ = ["MOST_UNSENT", "Outbox"]

MOST_UNSENT = 64  # replies; with more than that nothing is read from the connection


class Outbox:
    """Replies in their order, and of the progress of each search the latest only."""

    def __init__(self) -> None:
        self.is_closed = False
        self._replies: deque[str] = deque()
        self._progress: OrderedDict[int, str] = OrderedDict()
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        return len(self._replies) + len(self._progress)

    def put(self, message: messages.Message) -> None:
        """Send a reply; a final result replaces the progress that was not sent yet."""
        if self.is_closed:
            return
        if isinstance(message, messages.Result | messages.Solved):
            self._progress.pop(message.id, None)
        self._replies.append(message.model_dump_json())
        self._changed.set()

    def put_progress(self, id: int, text: str) -> None:
        """Send progress, unless something newer of the same request comes first."""
        if not self.is_closed:
            self._progress[id] = text
            self._changed.set()

    async def next(self) -> str:
        """The next text to send."""
        while not self:
            self._changed.clear()
            await self._changed.wait()
        text = self._replies.popleft() if self._replies else self._progress.popitem(last=False)[1]
        self._changed.set()
        return text

    async def until_short(self) -> None:
        """Wait while too many replies are not sent."""
        while len(self._replies) > MOST_UNSENT:
            self._changed.clear()
            await self._changed.wait()
