"""Workers of this machine: a process a core, each playing one game at a time.

A worker may be killed at any moment. The driver sees its pipe close, starts another, and has the
game played again; after three deaths the game is given up, with the reason. A worker says which
game it begins, so that one that had yet to begin is not to blame. A worker that says nothing for a
long time (stopped, or hanging) is killed and replaced in the same way.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from .errors import LabError
from .records import Record
from .tasks import Task, perform

__all__ = ["MOST_ATTEMPTS", "Failed", "LocalWorkers", "NextTask", "Play"]

NextTask = Callable[[], Task | None]
Play = Callable[[Task], Record]
BEAT_S = 2.0
SILENT_S = 120.0  # a compilation can hold a process up for a while
AHEAD = 2  # games a worker has: the one it plays and the one that is next
MOST_ATTEMPTS = 3
MOST_FAILED_STARTS = 10  # workers that die before they begin a game, while no other ends one


class Failed(NamedTuple):
    """A game that could not be played."""

    task: Task
    reason: str
    is_final: bool


class LocalWorkers:
    """Some processes that play games, by `play`: a function that can be sent to them."""

    def __init__(
        self, n: int | None = None, silent_s: float = SILENT_S, *, play: Play = perform
    ) -> None:
        self.n = n or os.cpu_count() or 1
        self.silent_s = silent_s
        self.play_one = play

    def play(self, next_task: NextTask) -> Iterator[Record | Failed]:
        """Play these games; what is yielded is in the order in which they end."""
        queue = _Queue(next_task)
        workers = [_Worker(self.play_one) for _ in range(self.n)]
        try:
            while True:
                for worker in workers:
                    while len(worker.tasks) < AHEAD and (task := queue.next()) is not None:
                        worker.give(task)
                if not any(worker.tasks for worker in workers):
                    return
                ready = wait([worker.pipe for worker in workers], timeout=BEAT_S)
                for i, worker in enumerate(workers):
                    for outcome in worker.hear() if worker.pipe in ready else ():
                        queue.failed_starts = 0
                        yield outcome
                    if not worker.is_alive(self.silent_s):
                        yield from worker.last_words()
                        workers[i] = _Worker(self.play_one)
                        yield from queue.put_back(worker)
        finally:
            for worker in workers:
                worker.kill()
                worker.pipe.close()


class _Queue:
    """The games that are still to be given out; those that were lost with a worker first."""

    def __init__(self, next_task: NextTask) -> None:
        self._next_task = next_task
        self._again: deque[Task] = deque()
        self.failed_starts = 0  # since a game ended

    def next(self) -> Task | None:
        return self._again.popleft() if self._again else self._next_task()

    def put_back(self, worker: "_Worker") -> Iterator[Failed]:
        """What a dead worker had to play; its death counts for the game that it played alone."""
        self.failed_starts = 0 if worker.has_begun else self.failed_starts + 1
        if self.failed_starts >= MOST_FAILED_STARTS:
            raise LabError(
                f"{MOST_FAILED_STARTS} workers in a row have died as they started; see what they"
                " said, and whether there is memory enough (--workers 1 needs least)"
            )
        if worker.is_playing:
            task = worker.tasks.popleft()
            is_final = task.attempt >= MOST_ATTEMPTS
            yield Failed(task, f"its worker died, {task.attempt} times by now", is_final)
            if not is_final:
                self._again.append(task._replace(attempt=task.attempt + 1))
        self._again.extend(worker.tasks)


class _Worker:
    """A process, seen from the driver."""

    def __init__(self, play: Play) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, play), daemon=True)
        self.process.start()
        theirs.close()
        self.tasks: deque[Task] = deque()
        self.heard = time.monotonic()
        self.is_lost = self.has_begun = False
        self.is_playing = False  # the first of its games

    def give(self, task: Task) -> None:
        self.tasks.append(task)
        try:
            self.pipe.send(task)
        except OSError:
            self.is_lost = True

    def hear(self) -> Iterator[Record | Failed]:
        self.heard = time.monotonic()
        try:
            sign, content = self.pipe.recv()
        except (EOFError, OSError):
            self.is_lost = True
            return
        if sign == "begun":
            self.has_begun = self.is_playing = True
        elif sign != "alive":
            task, self.is_playing = self.tasks.popleft(), False
            yield Failed(task, content, True) if sign == "failed" else content

    def is_alive(self, silent_s: float) -> bool:
        return not self.is_lost and time.monotonic() - self.heard < silent_s

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def last_words(self) -> Iterator[Record | Failed]:
        """What it said before it died; make sure that it is dead."""
        self.kill()
        # Its pipe may first say that it was broken, and only then what was in it.
        for _ in range(2):
            self.is_lost = False
            with contextlib.suppress(OSError):
                while not self.is_lost and self.pipe.poll():
                    yield from self.hear()
        self.pipe.close()


def _serve(pipe: Connection, play: Play) -> None:
    """What a worker does: play what comes, until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the driver
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    lock = threading.Lock()

    def send(sign: str, content: Record | str | None = None) -> None:
        with lock:
            pipe.send((sign, content))

    def beat() -> None:
        with contextlib.suppress(OSError):
            while True:
                time.sleep(BEAT_S)
                send("alive")

    threading.Thread(target=beat, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            send("begun")
            try:
                record = play(task)
            except Exception as error:
                send("failed", f"{type(error).__name__}: {error}")
            else:
                send("done", record)
