"""Searches on behalf of the page: each in a thread, bounded in number, time and memory."""

import asyncio
import logging
import math
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

from ..players import LEAST_SEARCH_S, Searcher, player_of
from ..rules import GameError
from ..search import Result, Search, SearchError, check, check_budget
from ..search.run import pick
from ..solve import SolveError
from ..state import IllegalMove, State
from .messages import TreeNode
from .solvers import Solvers
from .trees import node_of

__all__ = ["CAPS", "RUNNING", "Job", "Shelf", "Slots", "player_for", "sentence"]

CORES = os.cpu_count() or 1
CAPS = {"seconds": 60, "simulations": 20_000_000, "threads": CORES}
MEMORY = 256 * 2**20  # bytes a search
MOST_THREADS = max(2, CORES)  # of all searches together
MOST_WAITING = 32
MOST_KEPT = 8  # finished searches whose trees may be asked for
KEPT_S = 600.0

RUNNING: set[Any] = set()  # the searches and solutions that are under way, in whatever app


def player_for(text: str) -> Searcher:
    """The player that a text names, if it keeps to what the page may ask for."""
    player = player_of(text)
    if player is None:
        raise SearchError("a human plays on the page, not on the server")
    if player.reuse or player.ponders:
        raise SearchError("reuse and ponder are not for the page: each search stands alone")
    for name, most in CAPS.items():
        value = getattr(player, name)
        if value is not None and not value <= most:
            raise SearchError(f"{name} must be at most {most} on the page, not {_short(value)}")
    return player


def _short(value: float) -> str:
    return "that many" if isinstance(value, int) and value >= 10**30 else str(value)


def sentence(error: BaseException) -> str:
    """What to tell the page about an error."""
    if isinstance(error, GameError | SearchError | SolveError | IllegalMove):
        return str(error)[:1000]
    if isinstance(error, OverflowError):
        return "a number is too large"
    logging.getLogger(__name__).error("unexpected", exc_info=error)
    return f"this went wrong on the server: {type(error).__name__}"


class Watched(Search):
    """A search that also calls a function between slices, every 20 ms or so."""

    between: Callable[[], Any] | None = None

    def _simulate(self, worker: Any, n: int) -> int:
        ran = super()._simulate(worker, n)
        if self.between is not None and worker is self.workers[0]:
            self.between()
        return ran


class Job:
    """One search, from "search" to its result; its tree can be asked for during it and after."""

    def __init__(self, show: Callable[[Result], Any], solvers: Solvers | None = None) -> None:
        self.show = show  # called in the search's thread
        self.solvers = Solvers() if solvers is None else solvers
        self.found: Watched | None = None
        self.is_policy = False
        self.is_proven = False  # without a search
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._runs = True
        self._asked: deque[tuple[list[str], Callable[[Any], None]]] = deque()

    def run(self, state: State, player: Searcher, seed: int | None) -> Result:
        """Compile if need be, and search; in a thread of its own."""
        RUNNING.add(self)
        try:
            return self._run(state, player, seed)
        finally:
            RUNNING.discard(self)
            self.end()

    def end(self) -> None:
        """There is nothing more to come: who asks from now on is answered at once."""
        with self._lock:
            self._runs = False
        self._answer()

    def _run(self, state: State, player: Searcher, seed: int | None) -> Result:
        algorithm = player.algorithm_for(state)
        check(state, algorithm)
        self.is_policy = player.is_policy
        if player.is_policy:
            return pick(state, algorithm, seed)
        threads, most = player.threads, player.simulations
        check_budget(state, most, player.seconds, threads, MEMORY)
        seconds, proof = player.seconds, self._proof(state, player)
        if proof is not None:
            self.is_proven = not math.isnan(proof.value)
            if self.is_proven:
                return proof
            given = seconds or LEAST_SEARCH_S
            seconds = max(given - proof.seconds, min(given, LEAST_SEARCH_S))
        found = Watched(state, algorithm, seed=seed, threads=threads, memory=MEMORY, most=most)
        found.between = self._answer
        self.found = found
        if self._stopped.is_set():  # while it was compiled, or something was to be proven
            return found.run(simulations=1) if proof is None else found.run(None, LEAST_SEARCH_S)
        return found.run(most, seconds, self._between)

    def _proof(self, state: State, player: Searcher) -> Result | None:
        """What the player proves before it searches; None if it does not try."""
        if player.seconds is None or player.simulations is not None:
            return None
        player.solver = self.solvers.of(state.game)
        try:
            return player.proof(state, player.seconds, self._between)
        except SolveError:  # no solver takes this board: it is searched
            return None

    def _between(self, result: Result) -> bool:
        self.show(result)
        return self._stopped.is_set()

    def stop(self) -> None:
        """End the search soon; from any thread, as often as you like."""
        self._stopped.set()
        found = self.found
        if found is not None:
            found.stop()

    # -- the tree --

    def ask(self, path: list[str], tell: Callable[[TreeNode | Exception], None]) -> None:
        """Have `tell` called with a node: at once, or between two slices of the search."""
        with self._lock:
            self._asked.append((path, tell))
            if self._runs and self.found is not None:
                return
        self._answer()

    def _answer(self) -> None:
        # By one thread at a time: the search's own while it runs, any other afterwards.
        while self._asked:
            try:
                path, tell = self._asked.popleft()
            except IndexError:  # another thread has been faster
                return
            try:
                if self.is_policy:
                    raise SearchError("a policy plays without a search: there is no tree")
                if self.is_proven:
                    raise SearchError("this is proven, not searched: there is no tree")
                if self.found is None:
                    raise SearchError("the search has not begun: there is no tree")
                tell(node_of(self.found, path))
            except Exception as error:
                tell(error)

    def close(self) -> None:
        """Give the memory of the tree back."""
        self.stop()
        with self._lock:
            if self.found is not None and not self._runs:
                self.found.close()


class Slots:
    """How many threads may search at once, in all; who comes first is served first."""

    def __init__(self, n: int = MOST_THREADS) -> None:
        self.free = n
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    def queue(self, n: int) -> "asyncio.Future[None]":
        """Done when so many are taken; cancel it to wait no longer."""
        if sum(not turn.done() for _, turn in self._waiting) >= MOST_WAITING:
            raise SearchError("too many searches are waiting; try again in a while")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        # Who leaves the queue may have been all that the next one waited for.
        turn.add_done_callback(lambda turn: self._serve() if turn.cancelled() else None)
        self._waiting.append((n, turn))
        self._serve()
        return turn

    def give_back(self, n: int) -> None:
        """Let the next one in."""
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


class Shelf:
    """The finished searches whose trees are kept: a few, for some time."""

    def __init__(self, size: int = MOST_KEPT, seconds: float = KEPT_S) -> None:
        self.size, self.seconds = size, seconds
        self._kept: OrderedDict[Job, asyncio.TimerHandle] = OrderedDict()

    def keep(self, job: Job) -> None:
        """Keep a search, anew if it is here already; the one longest unused goes if need be."""
        self._forget(job)
        loop = asyncio.get_running_loop()
        self._kept[job] = loop.call_later(self.seconds, self.drop, job)
        while len(self._kept) > self.size:
            self.drop(next(iter(self._kept)))

    def has(self, job: Job) -> bool:
        return job in self._kept

    def drop(self, job: Job) -> None:
        """Give its memory back."""
        self._forget(job)
        job.close()

    def _forget(self, job: Job) -> None:
        timer = self._kept.pop(job, None)
        if timer is not None:
            timer.cancel()
