"""Searches for the page: each in a thread, limited in number, time and memory."""

import asyncio
import contextlib
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Any

from ..players import LEAST_SEARCH_S, Searcher, player_of
from ..search import Result, Search, SearchError
from ..search.budget import MOST_SECONDS
from ..search.checks import has_end
from ..search.tree import ROOT
from ..state import State
from .limits import CORES, SEARCH_MEMORY, TREE_MEMORY
from .messages import TreeNode
from .solver_pool import SolverPool
from .trees import Lines, lines_of, node_of

__all__ = ["ACTIVE_JOBS", "CAPS", "Job", "TreeCache", "check_budget", "player_for"]

CAPS = {"seconds": 60, "simulations": 20_000_000, "threads": CORES}
MOST_TREES = 8  # of finished searches that are kept
TREE_S = 600.0  # for how long
LINES_S = 0.25  # between two looks for the lines of a search

MOST_SAMPLES = 100
SAMPLE_GROWTH = 1.15  # of the simulations between samples

ACTIVE_JOBS: set[Any] = set()  # searches and solvers that run now, of all apps in this process


def player_for(text: str) -> Searcher:
    """The player that a text names, if the page may ask for it."""
    player = player_of(text, files=False)
    if not isinstance(player, Searcher):
        raise SearchError("a human plays on the page, not on the server", "human-player")
    if player.reuse or player.ponders:
        why = "reuse and ponder are not for the page: each search stands alone"
        raise SearchError(why, "no-reuse")
    check_budget(player, CAPS)
    return player


def check_budget(player: Searcher, caps: dict[str, int]) -> None:
    """Refuse a player who may think for longer than the page allows."""
    if player.seconds == MOST_SECONDS and has_end(player.algorithm):
        player.seconds = caps["seconds"]
    for name, most in caps.items():
        value = getattr(player, name)
        if value is not None and not value <= most:
            fields = {"parameter": name, "high": most, "value": _short(value)}
            why = "{parameter} must be at most {high} on the page, not {value}"
            raise SearchError(why, "too-high", **fields)


def _short(value: float) -> str:
    return "that many" if isinstance(value, int) and value >= 10**30 else str(value)


class Job:
    """One search in a thread; nodes of its tree can be read while it runs and afterwards."""

    def __init__(
        self,
        show: Callable[[Result], Any],
        solvers: SolverPool | None = None,
        sampled: Callable[[Result], Any] | None = None,
    ) -> None:
        self.show = show  # called in the search's thread
        self.curve = Curve(sampled) if sampled else None  # the same
        self.solvers = SolverPool() if solvers is None else solvers
        self.search: Search | None = None
        self.lines: Lines = ()  # of one of the latest results
        self._lines_due = 0.0
        self.is_policy = False
        self.is_proven = False  # without a search
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._is_active = True
        self._requests: deque[tuple[list[str], Callable[[Any], None]]] = deque()

    def run(self, state: State, player: Searcher, seed: int | None) -> Result:
        """Compile if need be, and search; call it in a thread of its own."""
        ACTIVE_JOBS.add(self)
        try:
            return self._run(state, player, seed)
        finally:
            ACTIVE_JOBS.discard(self)
            self.end()

    def end(self) -> None:
        """The search is over: requests for nodes are answered at once from now on."""
        with self._lock:
            self._is_active = False
        self._answer_requests()

    def _run(self, state: State, player: Searcher, seed: int | None) -> Result:
        self.is_policy = player.is_policy
        player.memory = SEARCH_MEMORY
        player.solver = self.solvers.of(state.game)
        result, search = player.run(state, seed, self._on_progress, on_start=self._on_start)
        self.is_proven = search is None and not self.is_policy
        self.lines = () if search is None else lines_of(search, result)
        return result

    def _on_start(self, search: Search) -> None:
        """Have a search look up between slices: for requests, and whether it was stopped while it
        was compiled or something was to be proven."""
        began = time.perf_counter()

        def on_slice() -> None:
            self._answer_requests()
            if self.curve is not None:
                self.curve.look(search)
            if self._stopped.is_set() and time.perf_counter() - began >= LEAST_SEARCH_S:
                search.stop()

        search.on_slice = on_slice
        self.search = search

    def _on_progress(self, result: Result) -> bool:
        # People read lines slowly, and to follow them takes some milliseconds of the search's time.
        if self.search is not None and time.perf_counter() >= self._lines_due:
            self.lines = lines_of(self.search, result)
            self._lines_due = time.perf_counter() + LINES_S
        self.show(result)
        return self._stopped.is_set()

    def stop(self) -> None:
        """End the search soon; from any thread, as often as you like."""
        self._stopped.set()
        search = self.search
        if search is not None:
            search.stop()

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    # -- the tree --

    def request_node(self, path: list[str], reply: Callable[[TreeNode | Exception], None]) -> None:
        """Call `reply` with a node: at once, or between two slices of the search."""
        with self._lock:
            self._requests.append((path, reply))
            if self._is_active and self.search is not None:
                return
        self._answer_requests()

    def _answer_requests(self) -> None:
        # In one thread at a time: the search's own while it runs, any other afterwards.
        while self._requests:
            try:
                path, reply = self._requests.popleft()
            except IndexError:  # another thread was faster
                return
            try:
                reply(self._node(path))
            except Exception as error:
                reply(error)

    def _node(self, path: list[str]) -> TreeNode:
        if self.is_policy:
            raise SearchError("a policy plays without a search: there is no tree", "policy-tree")
        if self.is_proven:
            raise SearchError("this is proven, not searched: there is no tree", "proven-tree")
        if self.search is None:
            raise SearchError("the search has not begun: there is no tree", "tree-not-begun")
        return node_of(self.search, path)

    def close(self) -> None:
        """Stop the search, and free the memory of its tree."""
        self.stop()
        with self._lock:
            if self.search is not None and not self._is_active:
                self.search.close()


class Curve:
    """Samples of a search, the closer the earlier: slices begin with a simulation and double.

    They are as far apart as simulations go, not time: a machine that is busy for a moment would
    leave a gap in the curve.
    """

    def __init__(self, sampled: Callable[[Result], Any]) -> None:
        self.sampled = sampled
        self.next, self.n = 0.0, 0

    def look(self, search: Search) -> None:
        """Take a sample, if enough was simulated since the last."""
        done = sum(int(tree.visits[ROOT]) for tree in search.trees)
        if done < self.next or self.n >= MOST_SAMPLES:
            return
        self.next, self.n = SAMPLE_GROWTH * done, self.n + 1
        with contextlib.suppress(KeyError, StopIteration):  # other threads move its children
            self.sampled(search.result())


class TreeCache:
    """The trees of the searches that finished last, kept for some time.

    Together with those of the searches that run they stay below a ceiling, whoever asked for them.
    """

    def __init__(self, size: int = MOST_TREES, seconds: float = TREE_S) -> None:
        self.size, self.seconds = size, seconds
        self._running = 0
        self._timers: OrderedDict[Job, asyncio.TimerHandle] = OrderedDict()

    @contextlib.contextmanager
    def room(self) -> Iterator[None]:
        """Room for a search that runs: trees that are kept go, the one used longest ago first."""
        self._running += 1
        try:
            self._make_room()
            yield
        finally:
            self._running -= 1

    def _make_room(self) -> None:
        most = min(self.size, TREE_MEMORY // SEARCH_MEMORY - self._running)
        while len(self._timers) > max(0, most):
            self.drop(next(iter(self._timers)))

    def __contains__(self, job: Job) -> bool:
        return job in self._timers

    def keep(self, job: Job) -> None:
        """Keep a tree; the one that was used longest ago goes if there are too many."""
        self._forget(job)
        loop = asyncio.get_running_loop()
        self._timers[job] = loop.call_later(self.seconds, self.drop, job)
        self._make_room()

    def touch(self, job: Job) -> None:
        """Note that a tree was used, if it is kept."""
        if job in self:
            self.keep(job)

    def drop(self, job: Job) -> None:
        """Free the memory of a tree."""
        self._forget(job)
        job.close()

    def _forget(self, job: Job) -> None:
        timer = self._timers.pop(job, None)
        if timer is not None:
            timer.cancel()
