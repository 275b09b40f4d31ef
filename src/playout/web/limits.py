"""Limits: how many threads work at one time and in how much memory, how fast messages are read and
passwords are tried."""

import asyncio
import ipaddress
import time
from collections import Counter, deque
from typing import Any

from ..processor import usable_cores
from ..search import SearchError

__all__ = [
    "ALL_SOLVERS_MEMORY",
    "CORES",
    "MOST_IDLE",
    "MOST_SOLVERS",
    "MOST_THREADS",
    "SEARCH_MEMORY",
    "SOLVER_MEMORY",
    "TREE_MEMORY",
    "RateLimiter",
    "ThreadLimiter",
    "WrongTries",
    "address_of",
]

CORES = usable_cores()
MOST_THREADS = max(2, CORES)  # of all searches together
MOST_SOLVERS = max(1, CORES // 2)  # that run at one time; a search never waits for them
MOST_IDLE = 2  # solvers that are kept for the next question

# In bytes, for all tabs together. A share is so small that all that can run at once have room.
TREE_MEMORY = 2 * 2**30  # the trees of searches, those that run and those that are kept
SEARCH_MEMORY = min(256 * 2**20, TREE_MEMORY // MOST_THREADS)
ALL_SOLVERS_MEMORY = 2 * 2**30  # their tables; a search may ask a solver, too
SOLVER_MEMORY = min(128 * 2**20, ALL_SOLVERS_MEMORY // (MOST_SOLVERS + MOST_THREADS + MOST_IDLE))

MOST_WAITING = 32
WRONG_S = 1.0  # before a wrong password is answered
MOST_WRONG = 8  # passwords of one address that wait for their answer
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


class WrongTries:
    """Wrong passwords, tokens and seat keys alike: each is answered late.

    While many of an address wait, no further one of it is looked at, not even the right one: what
    is answered at once would tell. So there are MOST_WRONG tries in WRONG_S, on however many
    connections.
    """

    _sleep = staticmethod(asyncio.sleep)

    def __init__(self) -> None:
        self._waiting: Counter[str] = Counter()

    def are_too_many(self, scope: Any) -> bool:
        """Whether a password from there is not even looked at."""
        return self._waiting[address_of(scope)] >= MOST_WRONG

    async def wait(self, scope: Any) -> None:
        """Wait before a wrong password is answered."""
        address = address_of(scope)
        self._waiting[address] += 1
        try:
            await self._sleep(WRONG_S)
        finally:
            self._waiting[address] -= 1
            self._waiting += Counter()  # forgets whoever waits no longer


def address_of(scope: Any) -> str:
    """Where a request comes from; who has one address of version 6 has all that begin so."""
    name = (scope.get("client") or ("", 0))[0]
    try:
        address = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return str(name)
    return str(address) if address.version == 4 else address.exploded[:19]
