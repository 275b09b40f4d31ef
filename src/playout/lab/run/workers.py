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
import sys
import threading
import time
import types
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from ...parameters import shown
from ...processor import usable_cores
from .errors import LabError, LabInputError
from .records import Record
from .tasks import Task, perform

NextTask = Callable[[], Task | None]
Play = Callable[[Task], Record]
BEAT_S = 2.0
SILENT_S = 120.0  # a compilation can hold a process up for a while
MOST_WORKERS = 1024  # started at once
AHEAD = 2  # games a worker has: the one it plays and the one that is next
MOST_ATTEMPTS = 3
MOST_FAILED_STARTS = 10  # workers that die before they begin a game, while no other ends one
NO_START = (
    "{n} workers in a row have died as they started; see what they said, and whether there is"
    " memory enough (--workers 1 needs least)"
)


class Failed(NamedTuple):
    """A game that could not be played."""

    task: Task
    reason: str
    is_final: bool


class Queue:
    """The games that are still to be given out; those that were lost with a worker first."""

    def __init__(self, next_task: NextTask) -> None:
        self._next_task = next_task
        self.again: deque[Task] = deque()

    def next(self) -> Task | None:
        return self.again.popleft() if self.again else self._next_task()

    def blame(self, task: Task, reason: str) -> Failed:
        """A game that may be what killed its worker: it is played again, but not for ever."""
        is_final = task.attempt >= MOST_ATTEMPTS
        if not is_final:
            self.again.append(task._replace(attempt=task.attempt + 1))
        return Failed(task, reason, is_final)


class LocalWorkers:
    """Some processes that play games, by `play`: a function that can be sent to them."""

    def __init__(
        self, n: int | None = None, silent_s: float = SILENT_S, *, play: Play = perform
    ) -> None:
        if n is not None and not (isinstance(n, int) and 1 <= n <= MOST_WORKERS):
            why = "workers must be a whole number from 1 to {most}, not {n}"
            raise LabInputError(why, most=MOST_WORKERS, n=shown(n))
        self.n = n or usable_cores()
        self.silent_s = silent_s
        self.play_one = play

    def play(self, next_task: NextTask) -> Iterator[Record | Failed]:
        """Play these games; what is yielded is in the order in which they end."""
        queue, failed_starts = Queue(next_task), 0  # since a game ended
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
                        failed_starts = 0
                        yield outcome
                    if worker.is_alive(self.silent_s):
                        continue
                    yield from worker.last_words()
                    workers[i] = _Worker(self.play_one)
                    failed_starts = 0 if worker.has_begun else failed_starts + 1
                    if failed_starts >= MOST_FAILED_STARTS:
                        raise LabError(NO_START, n=MOST_FAILED_STARTS)
                    if worker.is_playing:
                        task = worker.tasks.popleft()
                        yield queue.blame(task, f"its worker died, {task.attempt} times by now")
                    queue.again.extend(worker.tasks)
        finally:
            for worker in workers:
                worker.kill()
                worker.pipe.close()


class _Worker:
    """A process, seen from the driver."""

    def __init__(self, play: Play) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, play), daemon=True)
        with _without_main():
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


@contextlib.contextmanager
def _without_main() -> Iterator[None]:
    """Processes that are started now do not run the user's script again, as they would before they
    serve: one without `if __name__ == "__main__"` would start workers of its own there."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


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
        os._exit(1)  # the driver is gone: nobody waits for the game, which may take hours

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
