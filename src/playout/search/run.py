"""A search as it runs: in slices, with a clock, on one thread or several, from move to move.

Kernels run for some 20 ms at a time with the GIL released. Between two slices there is time for
all that kernels know nothing of: deadlines, progress, a wish to stop.

Several threads grow a tree each, added up in the end (root parallel: Chaslot, Winands and van den
Herik 2008), so that the same seed gives the same result. docs/threads.md says why not one tree.
"""

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import numpy as np

from ..kernel import seed_stream, split
from ..protocols import Algorithm
from ..state import State
from .algorithm import ROBUST
from .checks import check, check_amounts, check_budget, check_parallel, check_room, seed_word
from .errors import SearchError, naming
from .export import describe, tree_as_dict, write_tree
from .halving import Rounds, plan
from .leaves import Leaves, leaves_for
from .loop import Scratch, simulate
from .result import Result, agrees, read
from .start import FORCED, look_ahead
from .statistics import bytes_of
from .subtree import keep_subtree
from .trace import Step, trace_simulation
from .tree import NODE_BYTES, NODES, ROOT, UNPROVEN, Tree

__all__ = ["MEMORY", "Search"]

SLICE_S = 0.02  # between two looks at the clock
SHOW_S = 0.05  # between two calls of on_progress
MEMORY = 512 * 2**20
LARGE = 200_000  # nodes
FORCED_SIMULATIONS = 1000  # enough to say what an only move is worth
FORCED_ASKS = 50  # the same for a search with a network


class Worker(NamedTuple):
    """One thread's tree and memory, and the leaves that wait for a network, if it has one."""

    tree: Tree
    scratch: Scratch
    leaves: Leaves | None = None


class Search:
    """A search that can go on: run it, stop it, play a move and keep what is known of it."""

    def __init__(
        self,
        state: State,
        algorithm: Algorithm,
        *,
        seed: int | None = None,
        threads: int = 1,
        parallel: str = "root",
        memory: int = MEMORY,
        most: int | None = None,
        early_win: bool = False,
    ) -> None:
        """`most` is how many simulations there will ever be, where that is known. `early_win`: see
        at the start what two plies decide, as a search does anyway that proves (`solver`)."""
        check_parallel(parallel)
        check(state, algorithm)
        check_room(state, threads, memory)
        check_amounts(simulations=most, early_win=early_win)
        if getattr(algorithm, "kind", "") != "search":
            why = "{given} plays by itself, without a tree; a Search takes Uct() and the like"
            raise SearchError(why, "not-a-search", given=repr(algorithm))
        self.state = state
        self.algorithm: Any = algorithm
        self.threads = threads
        self.memory = memory
        self.early_win = early_win
        self.seed = seed_word(seed)
        self.on_slice: Callable[[], Any] | None = None  # called some 50 times a second
        self._stop = threading.Event()
        self._rounds: Rounds | None = None
        self._enough = sys.maxsize
        self._began = time.perf_counter()
        self._start(most)

    def _start(self, most: int | None) -> None:
        game = self.state.game
        room = self.memory // self.threads
        self.workers = [
            Worker(
                tree_for(game, self.algorithm, most, room),
                Scratch.of(game, self.algorithm),
                leaves_for(game, self.algorithm),
            )
            for _ in range(self.threads)
        ]
        for i, worker in enumerate(self.workers):
            seed = split(np.uint64(self.seed), np.uint64(i)) if self.threads > 1 else self.seed
            seed_stream(worker.scratch.stream, np.uint64(seed))
        self._open()

    def _open(self) -> None:
        """Compile before the clock starts, and see what can be decided without a search."""
        self.forced = False
        for worker in self.workers:
            tree, scratch, leaves = worker
            if self.algorithm.rounds(2):
                tree.stats.rounds[:] = 0  # those of another root
            if leaves is not None:
                leaves.prepare(self.state.game, self.algorithm, tree, scratch, self.state.words)
            else:
                self._simulate(worker, 0)
            place = tree, scratch.state, scratch.moves, self.state.words
            found = look_ahead(self.state.game, self.algorithm, *place, self.early_win)
            self.forced = found == FORCED
        self._bases = self._visits()

    def _simulate(self, worker: Worker, n: int) -> int:
        run = simulate if worker.leaves is None else worker.leaves.simulate
        arguments = worker.tree, worker.scratch, self.state.words, n
        with naming(self.algorithm):
            return int(run(self.state.game, self.algorithm, *arguments))

    # -- running --

    def stop(self) -> None:
        """End the run that is under way, from another thread or from `on_progress`."""
        self._stop.set()

    def run(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        on_progress: Callable[[Result], Any] | None = None,
    ) -> Result:
        """Search on, for so many simulations or seconds more, and return what is known then.

        A tree that proves the root ends the run for all. The result is then read from that tree
        alone, of several the one that took the fewest simulations: how far the others came
        depends on how the threads were timed. So with simulations and no time limit the result is
        the same, on any number of threads, if the seed and all that was run and played before are.
        """
        check_budget(simulations, seconds, self.algorithm)
        self._stop.clear()
        self._enough = sys.maxsize
        self._bases = self._visits()
        self._began = time.perf_counter()
        n_moves = len(self.state.moves())
        enough = self.algorithm.enough(n_moves)
        forced = FORCED_SIMULATIONS if self.workers[0].leaves is None else FORCED_ASKS
        for most in filter(None, (enough, forced if self.forced else 0)):
            simulations = min(simulations or most, most)
        # So many for each move: a tree has whole rounds of the moves, or they would not be equal.
        whole = n_moves * self.algorithm.playouts if enough and simulations == enough else 1
        if self.algorithm.rounds(2):
            self._rounds = plan(self.algorithm, self.trees, simulations, self._began, seconds)
        # Robust-max: the last part of the budget is for when the question is still open.
        is_robust = self.algorithm.final == ROBUST and whole == 1
        for share in (0.8, 1.0) if is_robust else (1.0,):
            limits = [sys.maxsize] * len(self.trees)
            if simulations is not None:
                limits = self._limits(round(simulations * share), whole)
            self._run_all(
                limits, None if seconds is None else self._began + seconds * share, on_progress
            )
            is_over = self._stop.is_set() or self._enough < sys.maxsize
            if is_over or (is_robust and agrees(self.trees)):
                break
        if seconds is not None or self._stop.is_set():
            self._end_rounds(simulations)
        return self.result()

    def step(self) -> Step | None:
        """Run one simulation, in the tree of the first thread, and say all that it did: which
        moves it chose and why, what it expanded and played, and every number it changed. None
        where the root is proven: there is nothing left to simulate.

        Steps grow the same tree as a run of as many simulations.
        """
        tree = self.trees[0]
        if self.workers[0].leaves is not None:
            why = "a search with a network must be run: it asks about several leaves at once"
            raise SearchError(why, "network-step")
        if self.algorithm.rounds(2):
            why = "a search that halves must be run: its rounds are shares of a budget"
            raise SearchError(why, "halving-step")
        return trace_simulation(self.state, self.algorithm, tree, self.workers[0].scratch)

    def result(self) -> Result:
        """What is known now."""
        seconds = time.perf_counter() - self._began
        trees, simulations = self._known()
        return read(self.state, self.algorithm, trees, simulations, seconds)

    def describe(self, lines: int = 5) -> str:
        """What is known now in words: the most visited moves, and how they go on."""
        return describe(self.state, self.algorithm, self._known()[0], lines)

    def save(self, path: Any, depth: int | None = 3, least: int = 1) -> None:
        """Write the tree as JSON: so many moves deep, and nodes of at least so many visits."""
        write_tree(tree_as_dict(self.state, self.algorithm, self._known()[0], depth, least), path)

    @property
    def trees(self) -> list[Tree]:
        """One a thread."""
        if not self.workers:
            raise SearchError("this search is closed: start another one", "closed-search")
        return [worker.tree for worker in self.workers]

    def _visits(self) -> list[int]:
        return [int(tree.visits[ROOT]) for tree in self.trees]

    def _spent(self) -> list[int]:
        """How many simulations each tree has had in this run."""
        return [now - base for now, base in zip(self._visits(), self._bases, strict=True)]

    def _known(self) -> tuple[list[Tree], int]:
        """The trees that say what is known, and their simulations in this run: all of them, or
        the one that proved the root with the fewest."""
        trees, spent = self.trees, self._spent()
        proven = [i for i, tree in enumerate(trees) if tree.proven[ROOT] != UNPROVEN]
        if not proven:
            return trees, sum(spent)
        first = min(proven, key=lambda i: spent[i])
        return [trees[first]], spent[first]

    def _limits(self, simulations: int, whole: int) -> list[int]:
        """How many more simulations each tree is to have, of so many in this run, in multiples."""
        n, spent = len(self.trees), self._spent()
        shares = [(simulations // whole + n - 1 - i) // n * whole for i in range(n)]
        return [share - so_far for share, so_far in zip(shares, spent, strict=True)]

    def _run_all(
        self,
        limits: list[int],
        deadline: float | None,
        on_progress: Callable[[Result], Any] | None,
    ) -> None:
        shown = time.perf_counter()

        def between_slices() -> None:
            nonlocal shown
            if self._stop.is_set():
                return  # threads come to their end one by one, and nobody wants to hear more
            if on_progress and time.perf_counter() - shown >= SHOW_S:
                result = self._snapshot()
                if result is not None and on_progress(result) is True:
                    self.stop()
                shown = time.perf_counter()

        if len(self.workers) == 1:
            self._work(self.workers[0], limits[0], deadline, between_slices)
            return
        with ThreadPoolExecutor(len(self.workers)) as pool:
            jobs = [
                pool.submit(self._work, worker, limit, deadline, lambda: None)
                for worker, limit in zip(self.workers, limits, strict=True)
            ]
            while wait(jobs, SLICE_S).not_done:
                between_slices()
            for job in jobs:
                job.result()  # raises what was raised there

    def _snapshot(self) -> Result | None:
        """The result so far; None if a thread was just moving one of the root's children."""
        try:
            return self.result()
        except (KeyError, StopIteration):
            return None

    def _work(
        self, worker: Worker, limit: int, deadline: float | None, between: Callable[[], None]
    ) -> None:
        """Run slices until the simulations, the time or the question are at an end."""
        done, largest = 0, 1
        least = 1 if worker.leaves is None else 2  # the first question is about the root alone
        size = 16 if deadline is None else 1  # nobody knows yet how long one takes
        while not self._stop.is_set():
            size = min(size, limit - done, self._enough - done)
            if size <= 0:
                break
            started = time.perf_counter()
            worker.scratch.more[0] = limit - done - size
            ran = self._simulate(worker, size)
            if self.on_slice is not None and worker is self.workers[0]:
                self.on_slice()
            now = time.perf_counter()
            done += ran
            if ran < size:
                # The others need no more. (Should two do this at once, the larger may stay: it
                # is for `_known` to see that the smaller counts.)
                self._enough = min(self._enough, done)
            is_late = deadline is not None and now >= deadline and done >= least
            if ran < size or is_late:
                break
            between()
            slice_s = SLICE_S if deadline is None else min(SLICE_S, deadline - now)
            if self._rounds:
                slice_s = min(slice_s, self._rounds.next_look(worker.tree, now) - now)
            largest = max(largest, size)
            size = max(1, min(2 * largest, int(size * slice_s / max(now - started, 1e-9))))
        worker.scratch.more[0] = 0

    def _end_rounds(self, simulations: int | None) -> None:
        """Carry out the halvings that are left when a run ends.

        It takes a simulation to do so. A second one makes what is left the most visited move:
        within a round any two differ by one at most.
        """
        if self._rounds is None:
            return
        for worker in self.workers:
            self._rounds.end_all(worker.tree)
            n = 2 if simulations is None else min(2, simulations - sum(self._spent()))
            self._simulate(worker, n)

    def close(self) -> None:
        """Give the memory back, in the background: for a large tree that takes a while."""
        workers, self.workers = self.workers, []
        if workers and workers[0].tree.counts[NODES] > LARGE:
            threading.Thread(target=workers.clear, daemon=True).start()

    # -- from move to move --

    def play(self, move: Any) -> None:
        """Play a move and keep what is known of the position it leads to.

        After a proof on several threads that is the proof alone, as long as it goes on.
        """
        known = self._known()[0]
        has_proof = len(known) < len(self.trees)
        self.state = self.state.play(move)
        policy = self.algorithm.policy
        for worker in self.workers:
            policy.fade(self.state.game, worker.scratch.memory)
        if self.state.is_over:
            return
        kept = not self.algorithm.transpositions
        kept = kept and all(keep_subtree(tree, int(self.state.history[-1])) for tree in known)
        if kept and not has_proof:
            self._open()
            return
        self.seed = int(split(np.uint64(self.seed), np.uint64(len(self.state.history))))
        before = self.workers
        self._start(None)
        if not has_proof:
            self.workers = [
                worker._replace(
                    scratch=worker.scratch._replace(memory=old.scratch.memory), leaves=old.leaves
                )
                for worker, old in zip(self.workers, before, strict=True)
            ]
        elif kept and known[0].proven[ROOT] != UNPROVEN:
            self.workers[0] = self.workers[0]._replace(tree=known[0])
            self._bases = self._visits()


def tree_for(game: Any, algorithm: Any, simulations: int | None, memory: int) -> Tree:
    """A tree that fits into the memory, and is no larger than the simulations can fill."""
    in_node, in_row = bytes_of(algorithm.statistics, game)
    keys = 32 * algorithm.transpositions
    # An expansion takes as many nodes as there are moves, which is not known beforehand.
    most = max(1, memory // ((NODE_BYTES + in_node) * game.n_moves() + in_row + keys))
    if simulations is not None:
        most = min(most, simulations + 1)
    n_keys = 1 << (2 * most).bit_length() if algorithm.transpositions else 1
    n_nodes = 1 + most * game.n_moves()
    return Tree.of(game, n_nodes, most if in_row else 0, n_keys, algorithm.statistics)
