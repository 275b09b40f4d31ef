"""Exact solvers for all who ask: few of them, each with a table that it keeps."""

import threading
from collections import OrderedDict
from dataclasses import replace
from typing import Any, NamedTuple

from ..solve import UNKNOWN, DfpnSolver, Solution
from ..state import State

__all__ = ["Solvers"]

MEMORY = 128 * 2**20  # bytes a solver
MOST_IDLE = 2  # solvers that are kept though nobody asks them
COMPILED_S = 1.0
MEASURE_S = 1.5  # for how long it takes, once it is known what becomes of it
MOST_KNOWN = 1000  # positions whose moves are all known


class Solvers:
    """A solver answers one question at a time. Who finds none of the game idle gets a new one.

    So nobody waits for another's question, and there are never more of them than questions are
    asked at once (which the slots of searches and solutions bound) and a few that are idle.
    """

    def __init__(self, most_idle: int = MOST_IDLE, memory: int = MEMORY) -> None:
        self.most_idle, self.memory = most_idle, memory
        self._idle: list[Any] = []  # the one used last comes last
        self._known: OrderedDict[State, Solution] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, game: Any) -> "OneGame":
        """These solvers as if they were one that is for this game alone."""
        return OneGame(self, game)

    def solve(self, state: State, *, all_moves: bool = False, **limits: Any) -> Solution:
        """What an exact solver finds within the limits; at once, where it was found before."""
        with self._lock:
            known = self._known.get(state)
        if known is not None:
            return known
        solver = self._take(state.game)
        found: Solution = solver.solve(state, all_moves=all_moves, **limits)
        if _was_compiled(found, limits.get("seconds")):
            found = solver.solve(state, all_moves=all_moves, **limits)
        if all_moves and _is_whole(found):
            found = _measured(solver, found, **limits)
            self._remember(state, found)
        self._put_back(solver)  # not one that has failed
        return found

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

    def _remember(self, state: State, found: Solution) -> None:
        with self._lock:
            self._known[state] = found
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)

    def __len__(self) -> int:
        """How many are idle."""
        return len(self._idle)


def _is_whole(found: Solution) -> bool:
    return found.is_known and all(row.outcome != UNKNOWN for row in found.moves)


def _measured(
    solver: Any, found: Solution, seconds: float | None = None, **limits: Any
) -> Solution:
    """The same with the plies to the end, where they are counted apart and that is soon done."""
    left = MEASURE_S if seconds is None else min(MEASURE_S, seconds - found.seconds)
    if not isinstance(solver, DfpnSolver) or left <= 0:
        return found
    again = solver.solve(found.state, all_moves=True, distance=True, seconds=left, **limits)
    nodes, spent = found.nodes + again.nodes, found.seconds + again.seconds
    return replace(again if _is_whole(again) else found, nodes=nodes, seconds=spent)


def _was_compiled(found: Solution, seconds: float | None) -> bool:
    """Whether the time went into compiling: only that goes on long after the time is up."""
    late = seconds is not None and found.seconds > seconds + COMPILED_S
    return late and found.stopped == "time"


class OneGame(NamedTuple):
    """The solvers of a game, to be used as one."""

    solvers: Solvers
    game: Any

    def solve(self, state: State, **limits: Any) -> Solution:
        return self.solvers.solve(state, **limits)
