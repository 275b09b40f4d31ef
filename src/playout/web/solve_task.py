"""A question of the page to an exact solver: what are this position, and this move, worth?"""

import asyncio
import threading
from typing import TYPE_CHECKING

from ..search import SearchError
from ..solve import Solution, SolveError
from ..solve.teacher import judge
from ..state import Move, State
from ..warmup import SOLVE, Part
from . import messages
from .jobs import ACTIVE_JOBS
from .threads import in_thread

if TYPE_CHECKING:
    from .connection import Connection

__all__ = ["SolveTask", "solved_of"]


class SolveTask:
    """It waits for the question before it, then for a free thread, and is solved."""

    def __init__(
        self, connection: "Connection", message: messages.Solve, before: "SolveTask | None"
    ) -> None:
        self.connection, self.app = connection, connection.app
        self.id, self.message = message.id, message
        self.turn: asyncio.Future[None] | None = None
        self._stopped = threading.Event()
        self.task: asyncio.Task[None] = self.app.start(self._run(before.task if before else None))

    async def _run(self, before: "asyncio.Task[None] | None") -> None:
        try:
            state, move = await self.app.in_pool(self._prepare)
            if before is not None:
                await asyncio.wait([before])
            await self.connection.until_ready(self.id, [Part(SOLVE, self.message.place.game)])
            solution = await self._solve(state)
            self.connection.outbox.put(solved_of(self.id, solution, move))
        except Exception as error:
            self.connection.refuse(self.id, error)
        finally:
            self.connection.solves.discard(self)

    def _prepare(self) -> tuple[State, Move | None]:
        state = self.app.positions.state_of(self.message.place)
        if state.is_over:
            why = "the game is over: there is nothing to solve"
            raise SolveError(why, "nothing-to-solve")
        move = self.message.move
        return state, None if move is None else state.play(move).history[-1]

    async def _solve(self, state: State) -> Solution:
        not_begun = SearchError("the solver was stopped before it began", "stopped-early")
        if self._stopped.is_set():
            raise not_begun
        self.turn = self.app.solver_threads.acquire(1)
        try:
            await self.turn
        except asyncio.CancelledError:
            raise not_begun from None
        try:
            return await in_thread(self._work, state)
        finally:
            self.app.solver_threads.release(1)

    def _work(self, state: State) -> Solution:
        ACTIVE_JOBS.add(self)
        try:
            return self.app.solvers.solve(
                state, all_moves=True, seconds=self.message.seconds, on_progress=self._show
            )
        finally:
            ACTIVE_JOBS.discard(self)

    def _show(self, nodes: int, seconds: float) -> bool:
        message = messages.SolveProgress(id=self.id, nodes=nodes, seconds=seconds)
        return not self.connection.put_progress(message) or self._stopped.is_set()

    def stop(self) -> None:
        """End it soon, or do not begin it."""
        self._stopped.set()
        if self.turn is not None and not self.turn.done():
            self.turn.cancel()


def solved_of(id: int, solution: Solution, move: Move | None) -> messages.Solved:
    """A solution as a message, with a judgement of the move that was asked about."""
    judged = None if move is None else judge(solution, move)
    judgement = judged and messages.Judgement.of(
        judged,
        move=judged.move.name,
        best=tuple(one.name for one in judged.best),
        line=tuple(one.name for one in judged.line),
    )
    rows = tuple(messages.MoveTruth.of(row, move=row.move.name) for row in solution.moves)
    line = tuple(move.name for move in solution.line)
    return messages.Solved.of(solution, id=id, moves=rows, line=line, judgement=judgement)
