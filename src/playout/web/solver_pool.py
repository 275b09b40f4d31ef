"""Exact solvers for all connections, each with a table of what it has solved so far."""

import threading
from collections import OrderedDict
from typing import Any, NamedTuple

from ..solve import Solution
from ..solve.teacher import is_whole, with_plies
from ..state import State
from .limits import MOST_IDLE, SOLVER_MEMORY

__all__ = ["SolverPool"]

MOST_SOLVED = 1000  # positions that are remembered, all of whose moves are solved


class SolverPool:
    """A solver works on one question at a time. If none of the game is idle, a new one is made.

    So no question waits for another one. There are never more solvers than questions at one time,
    which the thread limiters bound, and a few idle ones.
    """

    def __init__(self, most_idle: int = MOST_IDLE, memory: int = SOLVER_MEMORY) -> None:
        self.most_idle, self.memory = most_idle, memory
        self._idle: list[Any] = []  # the one used last comes last
        self._solved: OrderedDict[State, Solution] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, game: Any) -> "PooledSolver":
        """A solver of this game that takes one from the pool for each question."""
        return PooledSolver(self, game)

    def solve(self, state: State, *, all_moves: bool = False, **limits: Any) -> Solution:
        """The solution within the limits; at once, if it was solved before."""
        with self._lock:
            known = self._solved.get(state)
        if known is not None:
            return known
        solver = self._take(state.game)
        solution: Solution = solver.solve(state, all_moves=all_moves, **limits)
        if all_moves and is_whole(solution):
            solution = with_plies(solver, solution, **limits)
            self._remember(state, solution)
        self._put_back(solver)  # not one that has failed
        return solution

    def _take(self, game: Any) -> Any:
        from ..solve import solver_for

        with self._lock:
            for i in reversed(range(len(self._idle))):
                kept = self._idle[i].game
                if type(kept) is type(game) and kept == game:
                    return self._idle.pop(i)
        return solver_for(game, memory=self.memory)

    def _put_back(self, solver: Any) -> None:
        with self._lock:
            self._idle.append(solver)
            del self._idle[: max(0, len(self._idle) - self.most_idle)]

    def _remember(self, state: State, solution: Solution) -> None:
        with self._lock:
            self._solved[state] = solution
            while len(self._solved) > MOST_SOLVED:
                self._solved.popitem(last=False)

    def __len__(self) -> int:
        """How many are idle."""
        return len(self._idle)


class PooledSolver(NamedTuple):
    """The solvers of one game in a pool, as one solver."""

    pool: SolverPool
    game: Any

    def solve(self, state: State, **limits: Any) -> Solution:
        return self.pool.solve(state, **limits)
