"""Workers of this machine: a process a core, each playing one game at a time.

A worker may be killed at any moment. The driver sees its pipe close, starts another, and has the
game played again; after three deaths the game is given up, with the reason. A worker that says
nothing for a long time (stopped, or hanging) is killed and replaced in the same way.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from .ledger import Entry
from .tasks import Task, play_task

__all__ = ["Failed", "LocalWorkers"]

BEAT_S = 2.0
SILENT_S = 120.0  # a compilation can hold a process up for a while
AHEAD = 2  # games a worker has: the one it plays and the one that is next
MOST_ATTEMPTS = 3


class Failed(NamedTuple):
    """A game that could not be played."""

    task: Task
    reason: str
    is_final: bool


class LocalWorkers:
    """Some processes that play games."""

    def __init__(self, n: int | None = None, silent_s: float = SILENT_S) -> None:
        self.n = n or os.cpu_count() or 1
        self.silent_s = silent_s

    def play(self, tasks: Iterable[Task]) -> Iterator[Entry | Failed]:
        """Play these games; what is yielded is in the order in which they end."""
        queue = _Queue(iter(tasks))
        workers = [_Worker() for _ in range(self.n)]
        try:
            while True:
                for worker in workers:
                    while len(worker.tasks) < AHEAD and (task := queue.next()) is not None:
                        worker.give(task)
                if not any(worker.tasks for worker in workers):
                    return
                ready = wait([worker.pipe for worker in workers], timeout=BEAT_S)
                for i, worker in enumerate(workers):
                    if worker.pipe in ready:
                        yield from worker.hear()
                    if not worker.is_alive(self.silent_s):
                        workers[i] = _Worker()
                        yield from queue.put_back(worker.lost())
        finally:
            for worker in workers:
                worker.end()


class _Queue:
    """The games that are still to be given out; those that were lost with a worker first."""

    def __init__(self, tasks: Iterator[Task]) -> None:
        self._tasks = tasks
        self._again: deque[Task] = deque()

    def next(self) -> Task | None:
        return self._again.popleft() if self._again else next(self._tasks, None)

    def put_back(self, lost: list[Task]) -> Iterator[Failed]:
        """Only the first of them was being played: the death of its worker counts for it alone."""
        for i, task in enumerate(lost):
            if i > 0:
                self._again.append(task)
                continue
            is_final = task.attempt >= MOST_ATTEMPTS
            yield Failed(task, f"its worker died, {task.attempt} times by now", is_final)
            if not is_final:
                self._again.append(task._replace(attempt=task.attempt + 1))


class _Worker:
    """A process, seen from the driver."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.tasks: deque[Task] = deque()
        self.heard = time.monotonic()
        self.is_lost = False

    def give(self, task: Task) -> None:
        self.tasks.append(task)
        try:
            self.pipe.send(task)
        except OSError:
            self.is_lost = True

    def hear(self) -> Iterator[Entry | Failed]:
        self.heard = time.monotonic()
        try:
            message = self.pipe.recv()
        except (EOFError, OSError):
            self.is_lost = True
            return
        if message is not None:  # None is only a sign of life
            task = self.tasks.popleft()
            yield message if isinstance(message, Entry) else Failed(task, str(message), True)

    def is_alive(self, silent_s: float) -> bool:
        return not self.is_lost and time.monotonic() - self.heard < silent_s

    def lost(self) -> list[Task]:
        """What it had to play when it died; make sure that it is dead."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        return list(self.tasks)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection) -> None:
    """What a worker does: play what comes, until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the driver
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    lock = threading.Lock()
    threading.Thread(target=_beat, args=(pipe, lock), daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            try:
                message: Any = play_task(task)
            except Exception as error:
                message = f"{type(error).__name__}: {error}"
            with lock:
                pipe.send(message)


def _beat(pipe: Connection, lock: Any) -> None:
    with contextlib.suppress(OSError):
        while True:
            time.sleep(BEAT_S)
            with lock:
                pipe.send(None)
