"""Limits: how many threads work at one time, and how fast messages are read."""

import asyncio
import time
from collections import deque

from ..search import SearchError

__all__ = ["RateLimiter", "ThreadLimiter"]

MOST_WAITING = 32
RATE, BURST = 200.0, 400.0  # messages a second, and how many may come at once


class ThreadLimiter:
    """So many threads at one time, of all requests together; first come, first served."""

    def __init__(self, n: int) -> None:
        self.free = n
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    def acquire(self, n: int) -> "asyncio.Future[None]":
        """A future that is done when n threads are reserved; cancel it to wait no longer."""
        if sum(not turn.done() for _, turn in self._waiting) >= MOST_WAITING:
            raise SearchError("too many searches are waiting; try again in a while", "busy")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        # A request that is cancelled may have been all that the next one waited for.
        turn.add_done_callback(lambda turn: self._serve() if turn.cancelled() else None)
        self._waiting.append((n, turn))
        self._serve()
        return turn

    def release(self, n: int) -> None:
        """Give n threads back."""
        self.free += n
        self._serve()

    def _serve(self) -> None:
        while self._waiting:
            n, turn = self._waiting[0]
            if not turn.cancelled():
                if n > self.free:
                    return
                self.free -= n
                turn.set_result(None)
            self._waiting.popleft()


class RateLimiter:
    """A token bucket: `burst` messages at once, and `rate` a second after that."""

    def __init__(self, rate: float = RATE, burst: float = BURST) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, time.monotonic()

    async def wait(self) -> None:
        """Wait until one more message may be read."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate) - 1
        self.at = now
        if self.left < 0:
            await asyncio.sleep(-self.left / self.rate)
