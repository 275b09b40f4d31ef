"""What all connections share: caches, and limits on the work that is done at one time."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from ..kernel import let_words_wrap
from .friends import Friends
from .jobs import TreeCache
from .kernels import Kernels
from .limits import MOST_SOLVERS, MOST_THREADS, ThreadLimiter
from .positions import PositionCache
from .solver_pool import SolverPool

if TYPE_CHECKING:
    from .connection import Connection

__all__ = ["AppState"]

VIEW_THREADS = 4
T = TypeVar("T")


class AppState:
    """The state of one app; there may be several in a process."""

    def __init__(self) -> None:
        self.positions = PositionCache()
        self.search_threads = ThreadLimiter(MOST_THREADS)
        self.solver_threads = ThreadLimiter(MOST_SOLVERS)
        self.solvers = SolverPool()
        self.trees = TreeCache()
        self.kernels = Kernels()
        self.connections: set[Connection] = set()
        self.friends = Friends(self)
        self._tasks: set[asyncio.Task[None]] = set()
        self._pool = ThreadPoolExecutor(VIEW_THREADS, "playout-view", let_words_wrap)

    async def in_pool(self, function: Callable[..., T], *args: Any) -> T:
        """Call a function in a thread: the first use of a game compiles its rules."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *args)

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Start a task, and keep a reference to it, as asyncio itself does not."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def close(self) -> None:
        """Stop all searches, without waiting for them."""
        for connection in list(self.connections):
            connection.close()
        self.friends.close()
        self.kernels.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
