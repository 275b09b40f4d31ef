"""Workers on a Dask cluster, while workers, drivers and schedulers are killed: no game is lost,
none is there twice, and few are played twice."""

import contextlib
import itertools
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest
from test_code import GAME

from playout.errors import PlayoutError
from playout.lab.run import cluster as module
from playout.lab.run import code
from playout.lab.run.cluster import DaskWorkers
from playout.lab.run.ledger import Ledger
from playout.lab.run.runner import LabError, Run
from playout.lab.run.spec import parse_spec
from playout.lab.run.tasks import perform

pytestmark = pytest.mark.full

distributed = pytest.importorskip("distributed", reason="needs playout[cluster]")

SPEC = """
kind = "round-robin"
games = ["nim:9", "mnk"]
pairs = 17
[players]
a = "uct:simulations=10"
b = "uct:simulations=3"
r = "random"
"""
GAMES = 2 * 3 * 17 * 2
WINDOW = 3 * 2  # games that are out: three for each of two workers
NO_DASHBOARD = "127.0.0.1:0"  # None would take port 8787, of all addresses and perhaps not free


class InTurn:
    """Plays in this process, one game after the other."""

    def play(self, next_task):
        yield from map(perform, iter(next_task, None))


def counting(path, sleep_s=0.02, poison=()):
    """Plays a game, and writes down that it does; a game that is poison kills who plays it."""

    def play(task):
        with open(path, "a") as file:
            file.write(f"{task.id} {os.getpid()}\n")
        if task.id in poison:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(sleep_s)
        return perform(task)

    return play


class Trial:
    """An experiment in a folder of its own, with a count of the games that were begun."""

    def __init__(self, folder):
        self.path = folder / "a.sqlite"
        self.log = folder / "begun.txt"
        self.log.touch()
        self.run = None

    def open(self):
        experiment = parse_spec(SPEC)
        self.ledger = Ledger.open(self.path, experiment.digest(), {"name": "trial"})
        self.run = Run(experiment, self.ledger)

    def play(self, workers, on_progress=None):
        self.open()
        self.run.run(workers, on_progress)

    def workers(self, address, poison=(), **options):
        return DaskWorkers(address, play=counting(str(self.log), poison=poison), **options)

    def begun(self):
        """The games that were begun, and by which process."""
        return [line.split() for line in self.log.read_text().splitlines()]

    def table(self):
        """What must not depend on how it was played: all but times, places and attempts."""
        return [
            (e.id, e.first, e.second, e.game, e.seed, e.moves, e.winner, e.reason)
            for e in self.ledger.games()
        ]


@pytest.fixture
def trial(tmp_path):
    return Trial(tmp_path)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    trial = Trial(tmp_path_factory.mktemp("in-turn"))
    trial.play(InTurn())
    rows = trial.table()
    assert len({row[0] for row in rows}) == len(rows) == GAMES
    return rows


@contextlib.contextmanager
def forked(n):
    """Workers, each watched by a nanny that starts it again; quick to start, by forking."""
    import dask

    with dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        from distributed.utils import get_mp_context

        get_mp_context()  # it says what is loaded beforehand, and so do we
        multiprocessing.set_forkserver_preload(["distributed", "playout.lab.run.cluster"])
        with distributed.LocalCluster(
            n_workers=n,
            threads_per_worker=1,
            dashboard_address=NO_DASHBOARD,
            processes=True,
            silence_logs=50,
        ) as cluster:
            yield cluster


@pytest.fixture(scope="module")
def local(undisturbed):
    with forked(2) as cluster:
        yield cluster


@pytest.fixture
def two(local):
    """Two workers, both there."""
    with distributed.Client(local, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=600)
        yield local


def strike(client):
    """Kill a worker as soon as there is one."""
    while True:
        found = client.run(os.getpid, on_error="ignore")
        pids = [pid for pid in found.values() if isinstance(pid, int)]
        if pids:
            os.kill(pids[-1], signal.SIGKILL)
            return
        time.sleep(0.05)


# --- undisturbed -------------------------------------------------------------------------


def test_games_are_those_that_are_played_in_this_process(undisturbed, two, trial):
    out = []

    def count(_):
        # One whose result was taken may be there for another moment; it is in memory.
        tasks = list(two.scheduler.tasks.values())
        out.append(sum(task.state not in ("memory", "released", "forgotten") for task in tasks))

    trial.play(trial.workers(two.scheduler_address), count)
    assert trial.table() == undisturbed
    assert len(trial.begun()) == GAMES
    assert len({pid for _, pid in trial.begun()}) == 2
    assert 1 <= max(out) <= WINDOW


def test_result_is_kept_by_the_cluster_until_the_next_one_is_asked_for(two, trial):
    with distributed.Client(two, set_as_default=False) as client:
        trial.open()
        tasks = trial.run.schedule.tasks()
        entries = trial.workers(client).play(lambda: next(tasks, None))

        def held():
            return {key[1] for key in two.scheduler.tasks if isinstance(key, tuple)}

        first = next(entries)
        time.sleep(0.2)
        assert first.id in held()
        next(entries)
        wait_until(lambda: first.id not in held())
        entries.close()
        wait_until(lambda: not held())
        assert client.status == "running"  # it was given, so it is left open


def wait_until(is_so, seconds=600.0):  # far more than it takes, for the machine may be busy
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


# --- workers that die --------------------------------------------------------------------


def test_twelve_killed_workers_lose_nothing(undisturbed, two, trial):
    kills = 0

    def disturb(standing):
        nonlocal kills
        if kills < 12 and standing.played >= 15 * (kills + 1):
            kills += 1
            strike(client)

    with distributed.Client(two, set_as_default=False) as client:
        trial.play(trial.workers(two.scheduler_address), disturb)
    assert kills == 12
    assert len(trial.ledger) == GAMES
    assert trial.table() == undisturbed
    assert trial.run.failed == {}
    begun = trial.begun()
    assert len({pid for _, pid in begun}) > 2
    print(f"{len(begun)} executions of {GAMES} games, {kills} kills")
    assert GAMES <= len(begun) <= GAMES + WINDOW * kills


@pytest.mark.parametrize("poison", [("0-0-0",), ("0-0-1", "0-1-0")])
def test_games_that_kill_their_workers_are_given_up_and_no_others(undisturbed, trial, poison):
    # As many as there are workers, so that their neighbours are under suspicion with them.
    with forked(len(poison)) as cluster:
        cluster.scheduler.allowed_failures = 0
        trial.play(trial.workers(cluster.scheduler_address, poison=poison))
    assert set(trial.run.failed) == set(poison)
    assert all("died" in reason for reason in trial.run.failed.values())
    assert trial.table() == [row for row in undisturbed if row[0] not in poison]
    tries = {(id, attempt) for id, attempt, _ in trial.ledger.failures()}
    assert sorted(try_ for try_ in tries if try_[0] in poison) == [
        (id, attempt) for id in poison for attempt in (1, 2, 3)
    ]


def test_fewer_games_are_out_while_one_is_under_suspicion(trial):
    trial.open()
    client = SimpleNamespace(scheduler=SimpleNamespace(address="tcp://127.0.0.1:1"))
    out = module._Out(client, DaskWorkers("tcp://127.0.0.1:1"), module.Queue(lambda: None))
    out.threads = 2
    first, second = itertools.islice(trial.run.schedule.tasks(), 2)
    out.games = {1: first}
    assert out.room() == 6
    out.queue.again.append(second._replace(attempt=2))
    assert out.room() == 2  # one a worker
    out.queue.again[0] = second._replace(attempt=3)
    assert out.room() == 1  # it waits until nothing else is out
    out.queue.again.clear()
    out.games = {1: second._replace(attempt=3)}
    assert out.room() == 1  # and nothing else joins it


def test_failing_game_is_reported_and_not_tried_again(two, trial):
    def play(task):
        if task.id == "0-2-1":
            raise ZeroDivisionError("no reason")
        return perform(task)

    trial.play(DaskWorkers(two.scheduler_address, play=play))
    assert trial.run.failed == {"0-2-1": "ZeroDivisionError: no reason"}
    assert len(trial.ledger) == GAMES - 1


# --- processes that are started by hand --------------------------------------------------


class Outside:
    """`dask scheduler` and `dask worker`, as processes that may be killed."""

    def __init__(self, worker_ttl="300s"):
        self.worker_ttl = worker_ttl  # on a busy machine a worker may be silent for a while
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = None
        self.workers = []

    def start(self, *arguments, **environment):
        settings = {
            "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": self.worker_ttl,
            "NUMBA_NUM_THREADS": "1",
            **environment,
        }
        return subprocess.Popen(
            [
                sys.executable,
                "-m",
                "dask",
                *arguments,
                "--host",
                "127.0.0.1",
                "--dashboard-address",
                NO_DASHBOARD,
            ],
            env={**os.environ, **settings},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def start_worker(self, **environment):
        options = ("--no-nanny", "--nthreads", "1", "--nworkers", "1")
        self.workers.append(self.start("worker", self.address, *options, **environment))
        return self.workers[-1]

    def ready(self, n):
        """Have a scheduler and this many workers."""
        if self.scheduler is None or self.scheduler.poll() is not None:
            for worker in self.workers:
                end(worker)
            self.scheduler = self.start("scheduler", "--port", str(self.port))
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) > n:
            end(self.workers.pop())
        while len(self.workers) < n:
            self.start_worker()
        self.wait(n)
        return self

    def wait(self, n):
        wait_until(lambda: is_open(self.port))
        with distributed.Client(self.address, set_as_default=False) as client:
            wait_until(lambda: len(client.nthreads()) == n)

    def close(self):
        for process in [*self.workers, self.scheduler]:
            if process is not None:
                end(process)


def is_open(port):
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def end(process):
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def outside(undisturbed):
    with contextlib.closing(Outside()) as outside:
        yield outside


@pytest.fixture
def impatient(undisturbed):
    """One whose scheduler soon gives a silent worker up."""
    with contextlib.closing(Outside("20s")) as outside:
        yield outside


DRIVER = """
import os, sys, time
from playout.lab.run.cluster import DaskWorkers
from playout.lab.run.runner import Run
from playout.lab.run.ledger import Ledger
from playout.lab.run.spec import parse_spec
from playout.lab.run.tasks import perform
spec, ledger, address, log = sys.argv[1:]
def play(task):
    with open(log, "a") as file:
        file.write(f"{task.id} {os.getpid()}\\n")
    time.sleep(0.02)
    return perform(task)
experiment = parse_spec(open(spec).read())
run = Run(experiment, Ledger.open(ledger, experiment.digest(), {"name": "trial"}))
run.run(DaskWorkers(address, play=play), lambda standing: print(standing.done, flush=True))
"""


def test_driver_killed_five_times_goes_on_where_it_was(undisturbed, outside, trial, tmp_path):
    outside.ready(2)
    (tmp_path / "spec.toml").write_text(SPEC)
    (tmp_path / "driver.py").write_text(DRIVER)
    command = [sys.executable, "driver.py", "spec.toml", "a.sqlite", outside.address, "begun.txt"]
    command[-1] = str(trial.log)
    acknowledged = 0
    for _ in range(5):
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as driver:
            for _ in range(20):
                acknowledged = max(acknowledged, int(driver.stdout.readline() or 0))
            driver.kill()
    trial.open()
    assert GAMES > len(trial.ledger) >= acknowledged >= 100
    trial.play(trial.workers(outside.address))
    assert trial.table() == undisturbed
    print(f"{len(trial.begun())} executions of {GAMES} games, 5 kills of the driver")
    assert GAMES <= len(trial.begun()) <= GAMES + WINDOW * 5


def test_killed_scheduler_ends_with_a_sentence_and_a_new_one_goes_on(undisturbed, outside, trial):
    outside.ready(2)
    when = []

    def disturb(standing):
        if standing.played == 60:
            when.append(time.monotonic())
            end(outside.scheduler)

    with pytest.raises(LabError, match="run the same experiment again"):
        trial.play(trial.workers(outside.address), disturb)
    print(f"{time.monotonic() - when[0]:.1f} s until it was said")
    assert len(trial.ledger) >= 60
    trial.ledger.close()
    outside.ready(2)
    trial.play(trial.workers(outside.address))
    assert trial.table() == undisturbed
    assert GAMES <= len(trial.begun()) <= GAMES + WINDOW


def test_stopped_worker_is_given_up_after_a_while(undisturbed, impatient, trial):
    impatient.ready(2)
    stopped = impatient.workers[0]

    def disturb(standing):
        if standing.played == 60:
            os.kill(stopped.pid, signal.SIGSTOP)

    trial.play(trial.workers(impatient.address), disturb)
    assert trial.table() == undisturbed
    assert trial.run.failed == {}
    assert GAMES <= len(trial.begun()) <= GAMES + WINDOW


def test_worker_that_comes_later_is_used(undisturbed, outside, trial):
    outside.ready(1)

    def disturb(standing):
        if standing.played == 60:
            outside.start_worker()
            outside.wait(2)

    trial.play(trial.workers(outside.address), disturb)
    assert trial.table() == undisturbed
    # A scheduler that has long heard nothing of a busy worker may have its games begun again.
    assert {id for id, _ in trial.begun()} == {row[0] for row in undisturbed}
    assert {int(pid) for _, pid in trial.begun()} == {worker.pid for worker in outside.workers}


def test_worker_without_playout_is_refused(outside, trial, tmp_path):
    outside.ready(1)
    (tmp_path / "other" / "playout").mkdir(parents=True)
    (tmp_path / "other" / "playout" / "__init__.py").write_text("")
    other = outside.start_worker(PYTHONPATH=str(tmp_path / "other"))
    try:
        outside.wait(2)
        with pytest.raises(LabError, match=r"No module named 'playout\.lab'.*install the same"):
            trial.play(trial.workers(outside.address))
    finally:
        end(other)
    assert trial.begun() == []


# --- what is refused ---------------------------------------------------------------------


@pytest.mark.parametrize("is_late", [False, True])
def test_other_version_is_refused_before_a_game_is_played(two, trial, monkeypatch, is_late):
    monkeypatch.setattr(module, "versions", lambda: "playout 0.0.9")
    if is_late:  # the worker has come after the look at all of them
        monkeypatch.setattr(module._Out, "check_versions", lambda self: None)
    with pytest.raises(LabError, match=r"has playout .* here is playout 0\.0\.9.*install the same"):
        trial.play(trial.workers(two.scheduler_address))
    assert trial.begun() == []


def test_worker_with_other_rules_in_memory_is_noticed(two, tmp_path):
    game = tmp_path / "take.py"
    text = GAME.replace("from most import MOST", "MOST = 2")
    spec = f'game = "{game}"\npairs = 2\n[players]\na = "random"\nb = "random:"\n'

    def run(name):
        code._load.cache_clear()  # as a new driver
        experiment = parse_spec(spec)
        ledger = Ledger.open(tmp_path / name, experiment.digest(), {})
        return Run(experiment, ledger)

    game.write_text(text)
    run("before.sqlite").run(DaskWorkers(two.scheduler_address))
    game.write_text(text.replace("MOST = 2", "MOST = 3"))
    after = run("after.sqlite")
    with pytest.raises(LabError, match=r"take\.py, or what it imports, .* until they are started"):
        after.run(DaskWorkers(two.scheduler_address))
    assert len(after.ledger) == 0


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nonsense", "not the address of a scheduler"),
        ("tcp://127.0.0.1", "not the address of a scheduler"),
        ("http://127.0.0.1:80", "not the address of a scheduler"),
        ("tcp://127.0.0.1:99999", "no Dask scheduler answers at"),
        ("tcp://[", "not the address of a scheduler"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1"),
        ("tcp://no-such-host.invalid:8786", "no Dask scheduler answers at"),
    ],
)
def test_wrong_address_is_said_in_a_sentence(trial, monkeypatch, address, words):
    monkeypatch.setattr(module, "CONNECT_S", 1.0)
    with pytest.raises(LabError, match=words):
        trial.play(DaskWorkers(address))


@pytest.mark.parametrize("greeting", [b"", b"SSH-2.0-OpenSSH_9.2"])
def test_something_else_at_the_address_is_said_in_a_sentence(trial, monkeypatch, greeting):
    monkeypatch.setattr(module, "CONNECT_S", 1.0)

    def greet():
        with server.accept()[0] as connection, contextlib.suppress(ConnectionError):
            connection.sendall(greeting)
            connection.recv(1)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=greet)
        thread.start()
        port = server.getsockname()[1]
        with pytest.raises(LabError, match="no Dask scheduler answers at"):
            trial.play(DaskWorkers(f"tcp://127.0.0.1:{port}"))
        thread.join()


def test_missing_certificates_are_said_in_a_sentence(trial):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(LabError, match=r"needs certificates: set DASK_DISTRIBUTED__COMM__TLS"):
            trial.play(DaskWorkers(f"tls://127.0.0.1:{port}"))


def test_missing_package_is_said_in_a_sentence(trial, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(PlayoutError, match=r"needs distributed.* -m pip install distributed"):
        trial.play(DaskWorkers("tcp://127.0.0.1:1"))


def test_scheduler_without_workers_is_not_waited_for_for_ever(trial):
    with (
        distributed.LocalCluster(
            n_workers=0, dashboard_address=NO_DASHBOARD, silence_logs=50
        ) as cluster,
        pytest.raises(LabError, match="has had no worker for 1 seconds"),
    ):
        trial.play(DaskWorkers(cluster.scheduler_address, wait_s=1.0))


def test_several_games_at_once_in_a_process_are_refused(trial):
    with (
        distributed.Client(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=NO_DASHBOARD
        ) as client,
        pytest.raises(LabError, match="start workers with --nthreads 1"),
    ):
        trial.play(DaskWorkers(client))
