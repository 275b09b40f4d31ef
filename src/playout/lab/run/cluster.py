"""Workers of a Dask cluster: the games of an experiment, played on many machines.

Few games are out at a time, three for each core, and a result is let go as soon as the ledger
has it: so a worker that dies takes no more with it than what was out. Dask itself gives the games
of a dead worker to another one; when too many workers have died of a game, it is tried again with
care: first with one game a worker, at last with nothing else out, so that no other is blamed.
"""

import asyncio
import contextlib
import queue
import socket
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ...extras import require
from ...language import Text
from .code import versions
from .errors import LabError
from .records import Record
from .tasks import Task, perform
from .workers import MOST_ATTEMPTS, Failed, NextTask, Play, Queue

PER_THREAD = 3  # games that are out for each thread of the cluster
CONNECT_S = 5.0
ANSWER_S = 60.0  # a scheduler may be busy, a worker may be importing
LOOK_S = 1.0  # how often the cluster is looked at
GATHER_S = 2.0
WAIT_S = 300.0
KEPT = Text("every game that was finished is kept: run the same experiment again to continue")


class DaskWorkers:
    """The workers of a scheduler: `tcp://host:port`, or a Client that is connected already.

    After `wait_s` seconds without any worker it ends; None waits for ever.
    """

    def __init__(
        self, address: Any, *, wait_s: float | None = WAIT_S, play: Play = perform
    ) -> None:
        self.address, self.wait_s, self.play_one = address, wait_s, play

    def play(self, next_task: NextTask) -> Iterator[Record | Failed]:
        """Play these games; what is yielded is in the order in which they end."""
        with _connected(self.address) as client:
            out = _Out(client, self, Queue(next_task))
            out.check_versions()
            try:
                yield from out.play()
            finally:
                out.let_go()


class _Out:
    """The games that are out, and the cluster they are out on."""

    def __init__(self, client: Any, workers: DaskWorkers, tasks: Queue) -> None:
        self.client, self.name = client, client.scheduler.address
        self.workers, self.queue = workers, tasks
        self.run = f"playout-{uuid.uuid4().hex}"  # another run may have games of the same number
        self.games: dict[Any, Task] = {}
        self.ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.threads, self.looked, self.had_workers = 0, 0.0, time.monotonic()

    def play(self) -> Iterator[Record | Failed]:
        while True:
            self.look()
            self.give()
            if not self.games:
                return
            try:
                future = self.ended.get(timeout=LOOK_S)
            except queue.Empty:
                continue
            outcome = self.take(future)
            if outcome is None:
                future.add_done_callback(self.ended.put)
                continue
            yield outcome
            # Whoever asked has come back for the next one, so this one is in the ledger.
            del self.games[future]
            future.release()

    # -- giving out --

    def give(self) -> None:
        while len(self.games) < self.room() and (task := self.queue.next()) is not None:
            what = task, versions(), self.workers.play_one
            key = self.run, task.id, task.attempt
            future = self.client.submit(_play, *what, key=key, pure=False)
            self.games[future] = task
            future.add_done_callback(self.ended.put)

    def room(self) -> int:
        """How many games may be out: fewer while one of them may be what kills workers."""
        tasks = [*self.games.values(), *list(self.queue.again)[:1]]
        attempt = max((task.attempt for task in tasks), default=1)
        if attempt >= MOST_ATTEMPTS:
            return 1
        return max(1, self.threads if attempt > 1 else PER_THREAD * self.threads)

    def let_go(self) -> None:
        """Nobody waits for these games any more."""
        if self.games and self.client.status == "running":
            with contextlib.suppress(Exception):
                self.client.cancel(list(self.games), callback_timeout=CONNECT_S)
        self.games.clear()

    # -- taking back --

    def take(self, future: Any) -> Record | Failed | None:
        """What has become of a game; None if its result was lost and it is played once more."""
        from distributed import CancelledError, KilledWorker

        task = self.games[future]
        try:
            outcome = future.result(timeout=GATHER_S)
        except TimeoutError:
            return None
        except KilledWorker as error:
            return self.blame(task, f"its worker died, {error.allowed_failures + 1} times")
        except CancelledError as error:
            if self.client.status != "running" or "connection-lost" in str(error):
                raise self.lost() from None
            return self.blame(task, f"it was taken off the cluster: {error}")
        except OSError as error:
            raise self.lost(error) from None
        except LabError:
            raise
        except Exception as error:
            why = (
                "the cluster at {name} cannot play: {problem}; the scheduler and every worker need"
                " the Playout that is here ({here}); {kept}"
            )
            about = {"name": self.name, "problem": _sentence(error), "here": versions()}
            raise LabError(why, **about, kept=KEPT) from None
        return Failed(task, outcome, True) if isinstance(outcome, str) else outcome

    def blame(self, task: Task, reason: str) -> Failed:
        return self.queue.blame(task, f"{reason} (try {task.attempt} of {MOST_ATTEMPTS})")

    # -- the cluster --

    def look(self) -> None:
        """See, now and then, whether the scheduler is there and how many workers it has."""
        if self.client.status != "running":
            raise self.lost()
        now = time.monotonic()
        if self.threads and now - self.looked < LOOK_S:
            return
        threads = self.ask(self.client.nthreads)
        for address, n in threads.items():
            if n > 1:
                why = (
                    "the worker {worker} would play {n} games at once in one process, and they"
                    " would take each other's time; start workers with --nthreads 1, one a core"
                )
                raise LabError(why, worker=address, n=n)
        self.threads = sum(threads.values())
        self.looked = now
        if self.threads:
            self.had_workers = now
        wait_s = self.workers.wait_s
        if wait_s is not None and now - self.had_workers > wait_s:
            why = (
                "the scheduler at {name} has had no worker for {seconds:.0f} seconds; start some"
                " with `dask worker {name} --nthreads 1`; {kept}"
            )
            raise LabError(why, name=self.name, seconds=wait_s, kept=KEPT)

    def check_versions(self) -> None:
        """Wait for a worker; refuse all if one of them is not what is here."""
        self.look()
        while not self.threads:
            time.sleep(0.2)
            self.look()
        for worker, theirs in self.ask(self.client.run, versions, on_error="return").items():
            is_dead = isinstance(theirs, OSError)  # meanwhile
            if not is_dead and theirs != versions():
                said = _sentence(theirs) if isinstance(theirs, Exception) else theirs
                raise _mismatch(worker, said, versions())

    def ask(self, question: Callable[..., Any], *args: Any, **options: Any) -> Any:
        try:
            return question(*args, callback_timeout=ANSWER_S, **options)
        except TimeoutError:
            why = Text("it has not answered for {seconds:.0f} seconds", seconds=ANSWER_S)
            raise self.lost(why) from None
        except OSError as error:
            raise self.lost(error) from None

    def lost(self, why: Any = "") -> LabError:
        text = "the scheduler at {name} is gone; {kept}, once there is one"
        if str(why):
            text = "the scheduler at {name} is gone ({why}); {kept}, once there is one"
        return LabError(text, name=self.name, why=why, kept=KEPT)


def _play(task: Task, expected: str, play: Play) -> Record | str:
    """What a worker does: play, or say why not. What is raised beside is the cluster's doing."""
    if versions() != expected:
        raise _mismatch(socket.gethostname(), versions(), expected)
    try:
        return play(task)
    except Exception as error:
        return _sentence(error)


def _sentence(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _mismatch(worker: str, theirs: str, ours: str) -> LabError:
    why = (
        "the worker {worker} has {theirs}, and here is {ours}: their games would not belong"
        " together, so none was given to it; install the same everywhere and start it anew"
    )
    return LabError(why, worker=worker, theirs=theirs, ours=ours)


@contextlib.contextmanager
def _connected(address: Any) -> Iterator[Any]:
    """A client of the cluster; one that was given is left open."""
    require("cluster")
    from distributed import Client, Security, rpc

    if isinstance(address, Client):
        yield address
        return
    security = Security()  # as the configuration has it
    arguments = security.get_connection_args("client")
    if address.startswith("tls:") and not arguments["ssl_context"]:
        why = (
            "{address} needs certificates: set DASK_DISTRIBUTED__COMM__TLS__CA_FILE and"
            " DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and __KEY to files"
        )
        raise LabError(why, address=address)

    async def ask() -> None:
        async with rpc(address, connection_args=arguments) as scheduler:
            await asyncio.wait_for(scheduler.identity(), CONNECT_S)

    try:
        # A Client would wait for ever for a scheduler that is silent, so this asks first. In a
        # notebook this thread has a loop already.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, ask()).result()
        client = Client(address, timeout=CONNECT_S, set_as_default=False, security=security)
    except ValueError:
        why = (
            "{address!r} is not the address of a scheduler: it goes tcp://host:port or"
            " tls://host:port, as `dask scheduler` says it when it starts"
        )
        raise LabError(why, address=address) from None
    except Exception:
        why = (
            "no Dask scheduler answers at {address}; start one with `dask scheduler`, or see"
            " whether a firewall is between; one with TLS has an address that begins with tls://"
        )
        raise LabError(why, address=address) from None
    try:
        yield client
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=CONNECT_S)
