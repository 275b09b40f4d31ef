"""A question of the page to the solver: what is true of a position, and of a move made in it."""

import asyncio
import threading
from typing import TYPE_CHECKING

from ..search import SearchError
from ..solve import Solution, SolveError
from ..solve.teacher import judge
from ..state import Move, State
from . import messages
from .jobs import CORES, RUNNING
from .threads import in_thread

if TYPE_CHECKING:
    from .session import Session

__all__ = ["MOST_SOLVERS", "MOST_UNSOLVED", "Solving", "solved_of"]

MOST_SOLVERS = max(1, CORES // 2)  # questions to solvers at once; a search never waits for them
MOST_UNSOLVED = 4  # questions of a connection that are not answered yet
NOT_BEGUN = "the solver was stopped before it began"


class Solving:
    """One question; it waits for the one before it, for its turn, and is solved."""

    def __init__(
        self, session: "Session", message: messages.Solve, before: "Solving | None"
    ) -> None:
        self.session, self.house = session, session.house
        self.id, self.message = message.id, message
        self.turn: asyncio.Future[None] | None = None
        self._stopped = threading.Event()
        self.task: asyncio.Task = self.house.spawn(self._run(before.task if before else None))

    async def _run(self, before: asyncio.Task | None) -> None:
        try:
            state, move = await self.house.look(self._prepare)
            if before is not None:
                await asyncio.wait([before])
            solution = await self._solve(state)
            self.session.outbox.put(solved_of(self.id, solution, move))
        except Exception as error:
            self.session.refuse(self.id, error)
        finally:
            self.session.unsolved.discard(self)

    def _prepare(self) -> tuple[State, Move | None]:
        state = self.house.positions.state_of(self.message.place)
        if state.is_over:
            raise SolveError("the game is over: there is nothing to solve")
        move = self.message.move
        return state, None if move is None else state.play(move).history[-1]

    async def _solve(self, state: State) -> Solution:
        if self._stopped.is_set():
            raise SearchError(NOT_BEGUN)
        self.turn = self.house.solving.queue(1)
        try:
            await self.turn
        except asyncio.CancelledError:
            raise SearchError(NOT_BEGUN) from None
        try:
            found: Solution = await in_thread(self._work, state)
            return found
        finally:
            self.house.solving.give_back(1)

    def _work(self, state: State) -> Solution:
        RUNNING.add(self)
        try:
            return self.house.solvers.solve(
                state, all_moves=True, seconds=self.message.seconds, on_progress=self._show
            )
        finally:
            RUNNING.discard(self)

    def _show(self, nodes: int, seconds: float) -> bool:
        message = messages.SolveProgress(id=self.id, nodes=nodes, seconds=seconds)
        try:
            self.session.loop.call_soon_threadsafe(
                self.session.outbox.show, self.id, message.model_dump_json()
            )
        except RuntimeError:  # the server has ended
            return True
        return self._stopped.is_set()

    def stop(self) -> None:
        """Have it end soon, or not begin."""
        self._stopped.set()
        if self.turn is not None and not self.turn.done():
            self.turn.cancel()


def solved_of(id: int, solution: Solution, move: Move | None) -> messages.Solved:
    """A solution as it is sent, with what is to be said of a move."""
    return messages.Solved(
        id=id,
        outcome=solution.outcome,  # type: ignore[arg-type]
        plies=solution.plies,
        moves=tuple(
            messages.MoveTruth(move=row.move.name, outcome=row.outcome, plies=row.plies)  # type: ignore[arg-type]
            for row in solution.moves
        ),
        nodes=solution.nodes,
        seconds=solution.seconds,
        judgement=None if move is None else _judged(solution, move),
    )


def _judged(solution: Solution, move: Move) -> messages.Judgement:
    found = judge(solution, move)
    return messages.Judgement(
        move=move.name,
        kind=found.kind,  # type: ignore[arg-type]
        best=tuple(one.name for one in found.best),
        before=found.before,  # type: ignore[arg-type]
        after=found.after,  # type: ignore[arg-type]
        cost=found.cost,
        plies=found.plies,
    )
