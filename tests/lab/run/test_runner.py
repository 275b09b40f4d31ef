"""Running experiments: the same games whatever happens, none lost, none twice."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from playout.lab.run.code import versions
from playout.lab.run.ledger import Ledger, LedgerError, LedgerInUseError
from playout.lab.run.pairing_score import Tally
from playout.lab.run.records import GameRecord
from playout.lab.run.runner import LabError, Run
from playout.lab.run.spec import parse_spec
from playout.lab.run.tasks import games_of, perform
from playout.lab.run.workers import Failed, LocalWorkers

pytestmark = pytest.mark.full

SPEC = """
kind = "round-robin"
games = ["nim:9", "mnk"]
pairs = 6
[players]
a = "uct:simulations=10"
b = "uct:simulations=3"
r = "random"
"""
KNOCK_OUT = SPEC.replace("round-robin", "knock-out").replace(
    'r = "random"', 'r = "random"\nd = "biased"\ne = "uct:simulations=2"'
)


class InTurn:
    """Plays in this process, one game after the other."""

    def __init__(self, at_most=None, after=None):
        self.at_most, self.after = at_most, after

    def play(self, next_task):
        for i, task in enumerate(iter(next_task, None)):
            if i == self.at_most:
                raise KeyboardInterrupt
            yield perform(task)
            if self.after:
                self.after(i)


def ledger_for(experiment, path):
    return Ledger.open(path, experiment.digest(), {"name": experiment.name})


def table(ledger):
    """What must not depend on how it was played: all but times, places and attempts."""
    return [
        (e.id, e.first, e.second, e.game, e.seed, e.moves, e.winner, e.reason)
        for e in ledger.games()
    ]


def played(text, path, workers):
    experiment = parse_spec(text)
    ledger = ledger_for(experiment, path)
    run = Run(experiment, ledger)
    run.run(workers)
    return run, ledger


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    _, ledger = played(SPEC, tmp_path_factory.mktemp("lab") / "a.sqlite", InTurn())
    return table(ledger)


def test_all_games_are_played_once_with_either_colour(undisturbed):
    assert len(undisturbed) == 2 * 3 * 6 * 2
    assert len({row[0] for row in undisturbed}) == len(undisturbed)
    by_id = {row[0]: row for row in undisturbed}
    for id, row in by_id.items():
        contest, pair, colour = id.split("-")
        other = by_id[f"{contest}-{pair}-{1 - int(colour)}"]
        assert row[1:3] == other[2:0:-1]  # the same two, the other way round
        assert row[5][:2] == other[5][:2]  # the same opening


@pytest.mark.parametrize("n", [1, 2])
def test_games_are_the_same_whatever_the_number_of_workers(undisturbed, tmp_path, n):
    _, ledger = played(SPEC, tmp_path / "a.sqlite", LocalWorkers(n))
    assert table(ledger) == undisturbed


def test_what_is_missing_is_played_and_nothing_else(undisturbed, tmp_path):
    experiment = parse_spec(SPEC)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")
    with pytest.raises(KeyboardInterrupt):
        Run(experiment, ledger).run(InTurn(at_most=17))
    assert len(ledger) == 17
    seen = []
    Run(experiment, ledger).run(InTurn(after=seen.append))
    assert len(seen) == len(undisturbed) - 17
    assert table(ledger) == undisturbed


def test_long_contest_is_resumed_where_it_was(tmp_path):
    text = SPEC.replace("pairs = 6", "pairs = 40").replace("uct:simulations=3", "biased")
    experiment = parse_spec(text)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")
    with pytest.raises(KeyboardInterrupt):
        Run(experiment, ledger).run(InTurn(at_most=71))
    kept = ledger.ids()

    class Only(InTurn):
        """Plays what is not there yet: a game that is would be given out again and again."""

        def play(self, next_task):
            for task in iter(next_task, None):
                assert task.id not in kept
                kept.add(task.id)
                yield perform(task)

    run = Run(experiment, ledger)
    run.run(Only())
    assert len(kept) == len(ledger) == 2 * 3 * 40 * 2
    assert {tally.counted for tally in run.schedule.tallies.values()} == {40}


class Late(InTurn):
    """Plays every game twice, the second time with another result."""

    def play(self, next_task):
        for task in iter(next_task, None):
            entry = perform(task)
            yield entry
            yield turned(entry)


class Meanwhile(InTurn):
    """Plays games of which somebody else has kept every second one, with another result."""

    def __init__(self, path):
        super().__init__()
        self.path = path

    def play(self, next_task):
        other = Ledger.look(self.path)
        for task in iter(next_task, None):
            entry = perform(task)
            if task.colour:
                assert other.add(turned(entry))
            yield entry
        other.close()


def turned(entry):
    return entry._replace(winner=None if entry.winner == 0 else 0)


def counts_of(run):
    return {i: (tally.counted, tally.pairs.counts) for i, tally in run.schedule.tallies.items()}


def test_game_that_comes_twice_counts_once(undisturbed, tmp_path):
    run, ledger = played(SPEC, tmp_path / "a.sqlite", Late())
    assert table(ledger) == undisturbed
    assert counts_of(run) == counts_of(Run(run.experiment, ledger))


def test_game_that_somebody_else_has_kept_counts_as_it_is_in_the_ledger(undisturbed, tmp_path):
    path = tmp_path / "a.sqlite"
    run, ledger = played(SPEC, path, Meanwhile(path))
    assert [row[:6] for row in table(ledger)] == [row[:6] for row in undisturbed]
    assert table(ledger) != undisturbed
    assert {tally.counted for tally in run.schedule.tallies.values()} == {6}
    assert counts_of(run) == counts_of(Run(run.experiment, ledger))


def test_progress_says_how_it_stands(tmp_path):
    experiment = parse_spec(SPEC)
    run = Run(experiment, ledger_for(experiment, tmp_path / "a.sqlite"))
    seen = []
    run.run(InTurn(), seen.append)
    assert [standing.done for standing in seen] == list(range(1, 73))
    assert {standing.total for standing in seen} == {72}


def logged(task):
    """Plays a game, and writes down that it does."""
    with open(os.environ["BEGUN"], "a") as file:
        file.write(f"{task.id} {os.getpid()}\n")
    return perform(task)


@pytest.fixture
def begun(tmp_path, monkeypatch):
    """The games that were begun, by `logged` in whatever process."""
    path = tmp_path / "begun.txt"
    path.touch()
    monkeypatch.setenv("BEGUN", str(path))
    return lambda: [line.split() for line in path.read_text().splitlines()]


def test_twelve_killed_workers_lose_nothing(undisturbed, tmp_path, begun, monkeypatch):
    # The same game may be hit again and again here, and is not to blame.
    monkeypatch.setattr("playout.lab.run.workers.MOST_ATTEMPTS", 13)
    experiment = parse_spec(SPEC)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")
    kills = 0

    def strike(standing):
        nonlocal kills
        if kills < 12 and standing.played >= 5 * (kills + 1):
            kills += 1
            alive = children()
            os.kill(alive[kills % len(alive)], signal.SIGKILL)

    run = Run(experiment, ledger)
    run.run(LocalWorkers(2, play=logged), strike)
    assert kills == 12
    assert table(ledger) == undisturbed
    assert run.failed == {}
    assert len(ledger.failures()) <= kills
    assert len({pid for _, pid in begun()}) > 2
    # Only what was being played is played again, not what waited behind it.
    assert len(undisturbed) <= len(begun()) <= len(undisturbed) + kills


def test_workers_killed_as_they_start_do_not_stop_one_that_plays(
    undisturbed, tmp_path, monkeypatch
):
    monkeypatch.setattr("playout.lab.run.workers.MOST_FAILED_STARTS", 3)
    experiment = parse_spec(SPEC)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")
    killed = set()

    def strike(standing):
        youngest = children()[-1]
        if len(killed) < 12 and standing.played > 1 and youngest not in killed:
            killed.add(youngest)
            os.kill(youngest, signal.SIGKILL)

    Run(experiment, ledger).run(LocalWorkers(2), strike)
    assert len(killed) == 12
    assert table(ledger) == undisturbed


def children():
    """The processes that this one has started to play games, the oldest first."""
    import multiprocessing

    return sorted(child.pid for child in multiprocessing.active_children())


def test_stopped_worker_is_replaced(undisturbed, tmp_path):
    experiment = parse_spec(SPEC)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")
    stopped = []

    def stop(standing):
        if not stopped:
            stopped.append(children()[0])
            os.kill(stopped[0], signal.SIGSTOP)

    Run(experiment, ledger).run(LocalWorkers(2, silent_s=10.0), stop)
    assert table(ledger) == undisturbed


def poisoned(task):
    """Plays a game; one of them kills who plays it."""
    if task.id == "0-2-1":
        os.kill(os.getpid(), signal.SIGKILL)
    return logged(task)


def test_game_that_kills_its_workers_is_given_up_and_no_other(undisturbed, tmp_path, begun):
    experiment = parse_spec(SPEC)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")
    run = Run(experiment, ledger)
    run.run(LocalWorkers(2, play=poisoned))
    assert run.failed == {"0-2-1": "its worker died, 3 times by now"}
    assert [row[:2] for row in ledger.failures()] == [("0-2-1", i) for i in (1, 2, 3)]
    assert table(ledger) == [row for row in undisturbed if row[0] not in run.failed]
    assert len(begun()) == len(undisturbed) - 1  # nothing else was played twice
    assert run.schedule.tallies[0].pairs.units == 5


class Failing(InTurn):
    """Gives some games up; `is_final` says whether for good."""

    def __init__(self, *ids, is_final=True, **options):
        super().__init__(**options)
        self.ids, self.is_final = ids, is_final

    def play(self, next_task):
        for i, task in enumerate(iter(next_task, None)):
            if i == self.at_most:
                raise KeyboardInterrupt
            if task.id in self.ids:
                yield Failed(task, "no luck", self.is_final)
            else:
                yield perform(task)


def test_failed_game_is_known_after_a_restart_and_tried_again(tmp_path, undisturbed):
    experiment = parse_spec(SPEC)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")
    Run(experiment, ledger).run(Failing("0-2-1", "3-0-0"))
    again = Run(experiment, ledger)
    assert again.failed == {"0-2-1": "no luck", "3-0-0": "no luck"}
    for contest in (0, 3):
        tally = again.schedule.tallies[contest]
        assert (tally.counted, tally.pairs.units) == (6, 5)
    seen = []
    again.run(InTurn(after=seen.append))
    assert len(seen) == 2
    assert again.failed == {}
    assert again.schedule.tallies[0].pairs.units == 6
    assert table(ledger) == undisturbed
    assert len(ledger.failures()) == 2  # what happened is still known


def test_game_that_is_played_again_meanwhile_is_not_given_up(tmp_path):
    experiment = parse_spec(SPEC)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")
    with pytest.raises(KeyboardInterrupt):
        Run(experiment, ledger).run(Failing("0-2-1", is_final=False, at_most=20))
    again = Run(experiment, ledger)
    assert again.failed == {}
    assert again.schedule.tallies[0].counted == 2


def test_resumed_knock_out_stays_with_those_who_went_on(tmp_path):
    experiment = parse_spec(KNOCK_OUT)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")
    run = Run(experiment, ledger)
    early, last = "0-2-1", "3-1-0"  # in the first round and in the final
    run.run(Failing(early, last))
    contests, rows = run.schedule.contests(), table(ledger)
    assert all(run.schedule.winner(contest) for contest in contests if contest.tie_of is None)
    again = Run(experiment, ledger)
    assert again.schedule.contests() == contests
    assert [again.schedule.winner(contest) for contest in contests] == [
        run.schedule.winner(contest) for contest in contests
    ]
    # Played now, the first game could send somebody else on than whose games are in the ledger.
    again.run(InTurn())
    assert again.failed == {early: "no luck"}
    assert again.schedule.contests()[:4] == contests[:4]
    assert {row[0] for row in table(ledger)} == {row[0] for row in rows} | {last}


class Dies:
    """Cannot be unpickled: who is sent this dies before it begins."""

    def __reduce__(self):
        return os._exit, (3,)


def test_workers_that_die_as_they_start_end_it_with_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr("playout.lab.run.workers.MOST_FAILED_STARTS", 3)
    experiment = parse_spec(SPEC)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")
    with pytest.raises(LabError, match="3 workers in a row have died as they started"):
        Run(experiment, ledger).run(LocalWorkers(2, play=Dies()))
    assert ledger.failures() == []


def test_full_disk_ends_with_a_sentence(tmp_path):
    experiment = parse_spec(SPEC)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")
    ledger._db.execute("PRAGMA max_page_count = 9")
    with pytest.raises(LabError, match="what was played before is kept"):
        Run(experiment, ledger).run(InTurn())
    kept = len(ledger)
    ledger.close()
    again = ledger_for(experiment, tmp_path / "a.sqlite")
    assert len(again) == kept
    assert kept > 0


DRIVER = """
import os, sys
sys.path.insert(0, os.environ["TESTS"])
from test_runner import logged
from playout.lab.run.runner import Run
from playout.lab.run.ledger import Ledger
from playout.lab.run.spec import parse_spec
from playout.lab.run.workers import LocalWorkers
if __name__ == "__main__":
    experiment = parse_spec(open(sys.argv[1]).read())
    ledger = Ledger.open(sys.argv[2], experiment.digest(), {"name": "trial"})
    workers = LocalWorkers(2, play=logged)
    Run(experiment, ledger).run(workers, lambda standing: print(standing.done, flush=True))
"""


def test_driver_killed_five_times_goes_on_where_it_was(undisturbed, tmp_path, begun, monkeypatch):
    spec, path, program = tmp_path / "spec.toml", tmp_path / "a.sqlite", tmp_path / "driver.py"
    spec.write_text(SPEC)
    program.write_text(DRIVER)
    monkeypatch.setenv("TESTS", os.path.dirname(__file__))
    command = [sys.executable, str(program), str(spec), str(path)]
    acknowledged = 0
    for _ in range(5):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
            for _ in range(8):
                line = driver.stdout.readline()
                acknowledged = max(acknowledged, int(line or 0))
            driver.kill()
    experiment = parse_spec(SPEC)
    ledger = ledger_for(experiment, path)
    assert len(ledger) >= acknowledged >= 40
    Run(experiment, ledger).run(LocalWorkers(1, play=logged))
    assert table(ledger) == undisturbed
    # Two workers had a game each when their driver died, one more that was just told, and one
    # that they went on with before they noticed.
    assert len(undisturbed) <= len(begun()) <= len(undisturbed) + 5 * 2 * 2


def endless(task):
    """A game that does not come to its end."""
    with open(os.environ["BEGUN"], "a") as file:
        file.write(f"{task.id} {os.getpid()}\n")
    time.sleep(3600)


def test_workers_end_with_their_driver_in_the_middle_of_a_game(tmp_path, begun, monkeypatch):
    spec, path, program = tmp_path / "spec.toml", tmp_path / "a.sqlite", tmp_path / "driver.py"
    spec.write_text(SPEC)
    program.write_text(DRIVER.replace("logged", "endless"))
    monkeypatch.setenv("TESTS", os.path.dirname(__file__))
    driver = subprocess.Popen([sys.executable, str(program), str(spec), str(path)])
    try:
        until(lambda: len(begun()) == 2)
    finally:
        driver.kill()
        driver.wait()
    until(lambda: not any(is_alive(int(pid)) for _, pid in begun()))


def until(holds, patience=120):
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


# --- two drivers -------------------------------------------------------------------------

LONG = """
kind = "match"
game = "nim:30"
pairs = 100000
[players]
a = "random"
b = "biased"
"""


class Driver:
    """The real program on one ledger; interpreted, so that nothing has to be compiled."""

    def __init__(self, folder):
        self.path = folder / "trial.sqlite"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "playout", "lab", "run", "trial.toml", "--workers", "1"],
            cwd=folder,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_for_a_game(self):
        before = self.games()
        while self.games() <= before:
            assert self.process.poll() is None, self.process.communicate()
            time.sleep(0.1)

    def games(self):
        try:
            ledger = Ledger.look(self.path)
        except LedgerError:  # it is not there, or there is nothing in it yet
            return 0
        with contextlib.closing(ledger):
            return len(ledger)


@contextlib.contextmanager
def driver(folder):
    """One that is killed without warning in the end."""
    made = Driver(folder)
    try:
        yield made
    finally:
        made.process.kill()
        made.process.communicate()


def test_second_driver_is_refused_until_the_first_is_dead(tmp_path):
    (tmp_path / "trial.toml").write_text(LONG)
    with driver(tmp_path) as first:
        first.wait_for_a_game()
        with driver(tmp_path) as second:
            said, complaint = second.process.communicate()
        assert (second.process.returncode, said) == (2, "")
        assert re.fullmatch(
            r"playout: another run is playing games for trial\.sqlite; wait .*\n", complaint
        )
        first.wait_for_a_game()  # it was not disturbed, nor by us who look
    with driver(tmp_path) as third:
        third.wait_for_a_game()


def test_driver_counts_what_was_played_since_it_was_made(tmp_path):
    experiment, path = parse_spec(SPEC), tmp_path / "a.sqlite"
    early = Run(experiment, ledger_for(experiment, path))
    run, _ = played(SPEC, path, InTurn())
    with pytest.raises(LedgerInUseError, match="another run"), early.ledger.driven():
        run.run(InTurn())
    early.run(InTurn(at_most=0))
    assert counts_of(early) == counts_of(run)


# --- who meets whom ----------------------------------------------------------------------


def test_knock_out_goes_on_until_one_is_left(tmp_path):
    run, ledger = played(KNOCK_OUT, tmp_path / "a.sqlite", InTurn())
    for game in run.experiment.games:
        contests = [c for c in run.schedule.contests() if c.game == game and c.tie_of is None]
        assert len(contests) == 4
        assert [contest.round for contest in contests] == [0, 1, 1, 2]
        losers = []
        for contest in contests:
            winner = run.schedule.winner(contest)
            losers.append(contest.other if winner == contest.one else contest.one)
            later = [c for c in contests if c.round > contest.round]
            assert not any(losers[-1] in (c.one, c.other) for c in later)
        assert len(set(losers)) == 4
        assert run.schedule.champion(game) == winner
    again, other = played(KNOCK_OUT, tmp_path / "b.sqlite", LocalWorkers(2))
    assert again.schedule.contests() == run.schedule.contests()
    assert any(contest.tie_of is not None for contest in run.schedule.contests())
    # Further pairs that break a tie may be played ahead; what counts is the same.
    assert counting(again, other) == counting(run, ledger)


class Scripted:
    """Plays nothing: the points of a contest's first player are those that a function gives."""

    def __init__(self, points, order=1):
        self.points, self.order = points, order

    def play(self, next_task):
        while tasks := list(iter(next_task, None)):
            for task in tasks[:: self.order]:
                points = self.points(task)
                winner = None if points == 0.5 else task.colour if points else 1 - task.colour
                where = task.id, task.contest, task.pair, task.colour, *task.names, task.game
                end = winner, "", (), 1, "here", versions(task.game)
                yield GameRecord(*where, task.seed, 2, (), *end)


TWO = """
kind = "knock-out"
game = "nim:9"
pairs = 2
[players]
a = "random"
b = "random"
"""


def first_mover(task):
    return float(task.colour == 0)


def test_tie_is_broken_by_further_pairs_with_openings_of_their_own(tmp_path):
    def points(task):  # all is level until the third further pair
        return 0.0 if task.contest == 1 and task.pair >= 2 else first_mover(task)

    rows = []
    for order in (1, -1):
        run, ledger = played(TWO, tmp_path / f"{order}.sqlite", Scripted(points, order))
        contest, tie = run.schedule.contests()
        assert (contest.tie_of, tie.tie_of) == (None, contest.index)
        assert run.schedule.champion("nim:9") == contest.other
        further = f"decided by 3 further pairs, 2 : 4: {contest.other} wins"
        assert run.schedule.result(contest) == f"a tie, 2 : 2, {further}"
        assert (
            run.schedule.tallies[contest.index].pairs.units == 2
        )  # the score is that of the contest
        rows.append(table(ledger))
        again = Run(run.experiment, ledger)
        assert again.schedule.result(contest) == run.schedule.result(contest)
        again.run(Scripted(points))
        assert table(ledger) == rows[-1]
    assert rows[0] == rows[1]
    openings = {task.opening_seed for c in (contest, tie) for task in games_of(run.experiment, c)}
    assert len(openings) == 2 + 10


def test_tie_without_end_is_decided_by_a_lot_that_hangs_on_the_seed(tmp_path):
    winners = []
    for seed in range(1, 21):
        text = TWO.replace("pairs", f"seed = {seed}\npairs")
        run, ledger = played(text, tmp_path / f"{seed}.sqlite", Scripted(first_mover))
        assert len(ledger) == 2 * 2 + 2 * 10
        winners.append(run.schedule.champion("nim:9"))
        said = f"a tie, 2 : 2, and 10 : 10 in 10 further pairs, decided by lot: {winners[-1]} wins"
        assert run.schedule.result(run.schedule.contests()[0]) == said
    assert 3 <= winners.count("a") <= 17


def test_game_given_up_before_a_tie_may_still_decide_it(tmp_path):
    """Played after all, it makes the further pairs count no more."""
    experiment = parse_spec(TWO)
    ledger = ledger_for(experiment, tmp_path / "a.sqlite")

    def points(task):  # the second player wins the contest by its last pair, but no further one
        return 1.0 if task.contest == 1 else 0.0 if task.pair == 1 else first_mover(task)

    class GivingUp(Scripted):
        def play(self, next_task):
            for task in iter(next_task, None):
                if task.id == "0-1-1":
                    yield Failed(task, "no luck", True)
                else:
                    yield from super().play(iter([task, None]).__next__)

    run = Run(experiment, ledger)
    run.run(GivingUp(points))
    contest = run.schedule.contests()[0]
    assert run.schedule.result(contest).startswith("a tie, 1 : 1, decided by 1 further pair, 2 : 0")
    again = Run(experiment, ledger)
    again.run(Scripted(points))
    assert again.failed == {}
    assert again.schedule.contests() == [contest]
    assert again.schedule.champion("nim:9") == contest.other


def counting(run, ledger):
    """The games that count."""
    places = [(row, [int(n) for n in row[0].split("-")]) for row in table(ledger)]
    return [
        row for row, (contest, pair, _) in places if pair < run.schedule.tallies[contest].counted
    ]


# --- stopping when it is decided ---------------------------------------------------------


def test_contest_is_counted_in_the_order_of_its_pairs():
    tally = Tally()
    tally.add(1, 0, 1.0)
    tally.add(1, 1, 1.0)
    tally.add(0, 1, 0.0)
    assert tally.counted == 0
    tally.add(0, 0, 0.5)
    assert tally.counted == 2
    assert tally.pairs.counts == (0, 1, 0, 0, 1)
    tally.add(2, 0, None)
    tally.add(2, 1, 1.0)
    assert (tally.counted, tally.pairs.units) == (3, 2)


MANY = """
kind = "{kind}"
games = ["nim:9", "mnk"]
pairs = {pairs}
[players]
a = "random"
b = "biased"
c = "random"
d = "biased"
e = "random"
"""


@pytest.mark.parametrize(
    "text",
    [
        MANY.format(kind="knock-out", pairs=3),
        MANY.format(kind="round-robin", pairs=70) + "[sprt]\nelo0 = -50\nelo1 = 0\n",
    ],
)
def test_total_is_that_of_all_contests_without_a_look_at_each(tmp_path, monkeypatch, text):
    experiment = parse_spec(text)
    run = Run(experiment, ledger_for(experiment, tmp_path / "a.sqlite"))
    kind, looks, totals = type(run.schedule), [], []
    contests = kind.contests
    monkeypatch.setattr(kind, "contests", lambda self: looks.append(self) or contests(self))

    def tell(standing):
        tallies = [run.schedule.tallies.get(contest.index) for contest in contests(run.schedule)]
        by_definition = [t.counted if t and t.is_decided else experiment.pairs for t in tallies]
        assert standing.total == 2 * sum(by_definition)
        totals.append(standing.total)

    run.run(InTurn(), tell)
    assert len(set(totals)) > 1
    assert run.schedule.total() == Run(experiment, run.ledger).schedule.total() == totals[-1]
    if experiment.kind == "round-robin":
        assert len(looks) < 5


def test_decided_contest_stops_at_the_same_pair_whatever_the_number_of_workers(tmp_path):
    text = """
kind = "match"
game = "nim:9"
pairs = 300
[players]
a = "uct:simulations=50"
r = "random"
[sprt]
elo0 = 0
elo1 = 50
"""
    stops = []
    for n, workers in enumerate([InTurn(), LocalWorkers(2)]):
        run, ledger = played(text, tmp_path / f"{n}.sqlite", workers)
        tally = run.schedule.tallies[0]
        assert tally.is_decided
        assert tally.decision().verdict == "accepted H1"
        stops.append((tally.counted, tally.pairs.counts))
        assert 64 <= tally.counted < 300
        assert len(ledger) >= 2 * tally.counted
    assert stops[0] == stops[1]
