"""Exact solvers for all connections, each with a table of what it has solved so far."""

import threading
from collections import OrderedDict
from dataclasses import replace
from typing import Any, NamedTuple

from ..solve import UNKNOWN, DfpnSolver, Solution
from ..state import State

__all__ = ["SolverPool"]

MEMORY = 128 * 2**20  # bytes a solver
MOST_IDLE = 2  # solvers that are kept for the next question
MEASURE_S = 1.5  # to count the plies of a position whose moves are all solved
MOST_SOLVED = 1000  # positions that are remembered, all of whose moves are solved


class SolverPool:
    """A solver works on one question at a time. If none of the game is idle, a new one is made.

    So no question waits for another one. There are never more solvers than questions at one time,
    which the thread limiters bound, and a few idle ones.
    """

    def __init__(self, most_idle: int = MOST_IDLE, memory: int = MEMORY) -> None:
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
        if all_moves and _is_whole(solution):
            solution = _with_plies(solver, solution, **limits)
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


def _is_whole(solution: Solution) -> bool:
    return solution.is_known and all(row.outcome != UNKNOWN for row in solution.moves)


def _with_plies(
    solver: Any, solution: Solution, seconds: float | None = None, **limits: Any
) -> Solution:
    """The same with the plies to the end, if the solver can count them in a short time."""
    left = MEASURE_S if seconds is None else min(MEASURE_S, seconds - solution.seconds)
    if not isinstance(solver, DfpnSolver) or left <= 0:
        return solution
    again = solver.solve(solution.state, all_moves=True, distance=True, seconds=left, **limits)
    nodes, spent = solution.nodes + again.nodes, solution.seconds + again.seconds
    return replace(again if _is_whole(again) else solution, nodes=nodes, seconds=spent)


class PooledSolver(NamedTuple):
    """The solvers of one game in a pool, as one solver."""

    pool: SolverPool
    game: Any

    def solve(self, state: State, **limits: Any) -> Solution:
        return self.pool.solve(state, **limits)
