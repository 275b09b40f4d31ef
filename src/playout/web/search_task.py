"""A search that the page has asked for, from its request to its result."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

from ..players import Searcher
from ..search import Result, SearchError
from ..search.checks import check
from ..state import State
from ..warmup import parts_of_player
from . import messages
from .jobs import Job, player_for
from .threads import in_thread, settle
from .trees import report_of

if TYPE_CHECKING:
    from .connection import Connection

__all__ = ["SearchTask"]

MOST_SAMPLED = 24  # moves of a sample


class SearchTask:
    """It waits for the search before it, then for free threads, and runs."""

    def __init__(
        self, connection: "Connection", message: messages.Search, before: "SearchTask | None"
    ) -> None:
        self.connection, self.app = connection, connection.app
        self.id, self.message = message.id, message
        self.job = Job(self._show, self.app.solvers, self._sample if message.curve else None)
        self.turn: asyncio.Future[None] | None = None
        self.is_closed = False
        if before is not None:
            before.stop()
        self.task = self.app.start(self._run(before))

    async def _run(self, before: "SearchTask | None") -> None:
        try:
            await self._answer(before)
        finally:
            if self.connection.searches.get(self.id) is self:
                del self.connection.searches[self.id]

    async def _answer(self, before: "SearchTask | None") -> None:
        try:
            state, player = await self.app.in_pool(self._prepare)
            self.connection.outbox.put(messages.Started(id=self.id))
            parts = parts_of_player(self.message.place.game, self.message.player, player)
            await self.connection.until_ready(self.id, parts)
            if before is not None:
                await asyncio.wait([before.task])
                self.app.trees.drop(before.job)
            result = await self._search(state, player)
        except Exception as error:
            self.job.end()
            self.job.close()
            self.connection.refuse(self.id, error)
            return
        if self.is_closed:
            self.job.close()
        else:
            self.app.trees.keep(self.job)
            report = report_of(result, self.job.lines)
            self.connection.outbox.put(messages.Result(id=self.id, report=report))

    def _prepare(self) -> tuple[State, Searcher]:
        player = player_for(self.message.player)
        state = self.app.positions.state_of(self.message.place)
        check(state, player.search_of(state.game))
        return state, player

    async def _search(self, state: State, player: Searcher) -> Result:
        not_begun = SearchError("the search was stopped before it began", "stopped-early")
        if self.is_closed:
            raise not_begun
        self.turn = self.app.search_threads.acquire(player.threads)
        if self.job.is_stopped and not self.turn.done():
            self.turn.cancel()  # it was stopped while its kernels were compiled
        try:
            await self.turn
        except asyncio.CancelledError:
            raise not_begun from None
        try:
            with self.app.trees.room():
                return await in_thread(self.job.run, state, player, self.message.seed)
        finally:
            self.app.search_threads.release(player.threads)

    def _show(self, result: Result) -> None:
        message = messages.Progress(id=self.id, report=report_of(result, self.job.lines))
        if not self.connection.put_progress(message):
            self.job.stop()

    def _sample(self, result: Result) -> None:
        report = report_of(result)
        rows = sorted(report.rows, key=lambda row: -row.visits)[:MOST_SAMPLED]
        short = report.model_copy(update={"rows": tuple(rows)})
        sample = messages.Sample(id=self.id, report=short)
        with contextlib.suppress(RuntimeError):  # the server has ended
            self.connection.loop.call_soon_threadsafe(self.connection.outbox.put, sample)

    def stop(self) -> None:
        """End the search soon, or do not begin it."""
        self.job.stop()
        if self.turn is not None and not self.turn.done():
            self.turn.cancel()

    def close(self) -> None:
        """Stop it, and free its tree."""
        self.is_closed = True
        self.stop()
        self.app.trees.drop(self.job)

    async def node(self, path: list[str]) -> messages.TreeNode:
        """A node of its tree."""
        self.app.trees.touch(self.job)
        loop = self.connection.loop
        answer: asyncio.Future[messages.TreeNode] = loop.create_future()

        def reply(node: messages.TreeNode | Exception) -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(settle, answer, node)

        await self.app.in_pool(self.job.request_node, path, reply)
        return await answer
