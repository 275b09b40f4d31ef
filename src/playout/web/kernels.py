"""Kernels for the page: compiled by other processes while people look at the board.

What is on disk is loaded; what is not is compiled apart, so that neither the server nor a search
waits for Numba, and is loaded then.
"""

import asyncio
import contextlib
import os
from typing import Any

from ..cache import is_kept
from ..kernel import JIT
from ..warmup import Part, command_for, is_loaded
from .threads import in_thread

__all__ = ["AT_ONCE", "Kernels"]

AT_ONCE = 2  # processes that compile
MOST_KNOWN = 1000  # parts that are remembered


class Kernels:
    """The parts that were asked for: first those that somebody waits for, then those of the board
    that came last."""

    def __init__(self) -> None:
        self._parts: dict[Part, asyncio.Future[None]] = {}
        self._waited_for: list[Part] = []
        self._likely: list[Part] = []  # to be waited for soon
        self._n_workers = 0  # those that will look for a part again
        self._workers: set[asyncio.Task[None]] = set()  # asyncio itself does not hold them
        self._processes: set[asyncio.subprocess.Process] = set()
        self._is_closed = False

    def want(self, parts: list[Part], is_waited_for: bool) -> list["asyncio.Future[None]"]:
        """Have parts loaded, the first one first; each has a future, done when it can be used, or
        cannot be made apart: then whoever uses it compiles it, or is told what is wrong. So it is
        where no kernel can be kept: what another process compiled would be lost."""
        loop = asyncio.get_running_loop()
        if len(self._parts) > MOST_KNOWN:  # players can be written in many ways
            self._parts = {part: one for part, one in self._parts.items() if not one.done()}
        new = [part for part in dict.fromkeys(parts) if part not in self._parts]
        for part in new:
            self._parts[part] = loop.create_future()
        futures = [self._parts[part] for part in parts]
        in_line = self._likely + self._waited_for * is_waited_for
        first = [part for part in dict.fromkeys(parts) if part in new or part in in_line]
        self._waited_for = [part for part in self._waited_for if part not in first]
        self._likely = [part for part in self._likely if part not in first]
        (self._waited_for if is_waited_for else self._likely)[:0] = first
        # Whoever waits does not wait for what others may want later.
        most = AT_ONCE + 1 if is_waited_for and first else AT_ONCE
        n_in_line = len(self._waited_for) + len(self._likely)
        for _ in range(min(most - self._n_workers, n_in_line)):
            self._n_workers += 1
            worker = asyncio.ensure_future(self._work())
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)
        return futures

    async def _work(self) -> None:
        try:
            await self._work_on_all()
        finally:  # at once: a task that has ended is in `_workers` for a moment more
            self._n_workers -= 1

    async def _work_on_all(self) -> None:
        while (line := self._waited_for or self._likely) and not self._is_closed:
            part = line.pop(0)
            try:
                if JIT and not await in_thread(is_loaded, part) and is_kept():
                    await self._compile(part)
                    await in_thread(is_loaded, part)
            except Exception:  # not to be compiled: whoever asks for it is told why
                self._settle(part)
                del self._parts[part]  # it is tried again when it is asked for again
            else:
                self._settle(part)

    def _settle(self, part: Part) -> None:
        future = self._parts[part]
        if not future.done():  # not cancelled: the server ends
            future.set_result(None)

    async def _compile(self, part: Part) -> None:
        quiet: dict[str, Any] = {**os.environ, "PLAYOUT_QUIET": "1"}
        pipe = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *command_for([part]), stdin=pipe, stdout=pipe, stderr=pipe, env=quiet
        )
        self._processes.add(process)
        try:
            await process.wait()
        finally:
            self._processes.discard(process)

    def close(self) -> None:
        """End what compiles, without waiting for it."""
        self._is_closed = True
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        for future in self._parts.values():
            if not future.done():
                future.cancel()

    async def until_ended(self, seconds: float = 1.0) -> None:
        """Wait a moment for the processes that were closed, or their pipes outlive the server."""
        if self._workers:
            await asyncio.wait(self._workers, timeout=seconds)
