"""Running an experiment: the games that are missing are played, and each is kept as it ends.

It may be killed at any moment and started again. Nothing here depends on the order in which
games end, so the result is the same as if it had never been disturbed.
"""

import contextlib
import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from .errors import LabError
from .knock_out import KnockOut
from .ledger import Entry, Ledger, LedgerError
from .spec import Experiment
from .tally import Tally
from .tasks import Contest, Task, n_games, tasks_of
from .workers import Failed

__all__ = ["LabError", "Run", "Standing", "Workers"]


class Workers(Protocol):
    """Who plays games."""

    def play(self, tasks: Iterator[Task]) -> Iterator[Entry | Failed]: ...


class Standing(NamedTuple):
    """How an experiment stands while it runs."""

    done: int
    total: int
    failed: int
    played: int  # in this run
    seconds: float


class Run:
    """An experiment and its ledger."""

    WHAT = "games"  # that there are to be played

    def __init__(self, experiment: Experiment, ledger: Ledger) -> None:
        self.experiment = experiment
        self.ledger = ledger
        self.tallies: dict[int, Tally] = {}
        is_knock_out = experiment.kind == "knock-out"
        self.knock_out = KnockOut(experiment, self.tallies) if is_knock_out else None
        self.failed: dict[str, str] = {}  # games that were given up, and why
        self._read(ledger.given_up())

    def _read(self, failed: dict[str, str]) -> None:
        """Count what the ledger has; these games are given up."""
        self.tallies.clear()
        self.failed = dict(failed)
        for id in failed:  # first, so that hardly a pair has to wait for its turn
            contest, pair, colour = _place(id)
            self._count(contest, pair, colour, None)
        for contest, pair, colour, points, reason in self.ledger.points():
            self._count(contest, pair, colour, points, reason)

    def _count(
        self, contest: int, pair: int, colour: int, points: float | None, reason: str = ""
    ) -> None:
        tally = self.tallies.get(contest)
        if tally is None:
            tally = self.tallies[contest] = self._tally(contest)
        tally.add(pair, colour, points, reason)

    def _tally(self, contest: int) -> Tally:
        """A new one for the contest of this number."""
        if self.knock_out is not None:
            return self.knock_out.tally(contest)
        return Tally(self.experiment.sprt, self.experiment.lone)

    def run(self, workers: Workers, on_progress: Callable[[Standing], Any] | None = None) -> None:
        """Play what is missing; games that were given up before are tried again."""
        began, played = time.monotonic(), 0
        self._try_again()
        done = self.ledger.ids()
        while True:
            missing = self._missing(done)
            first = next(missing, None)
            if first is None:
                return
            for outcome in workers.play(itertools.chain([first], missing)):
                if isinstance(outcome, Entry):
                    self._keep(outcome)
                    done.add(outcome.id)
                    played += 1
                else:
                    self._fail(outcome)
                if on_progress:
                    seconds = time.monotonic() - began
                    failed = len(self.failed)
                    on_progress(Standing(len(done), self.total(), failed, played, seconds))

    def _keep(self, entry: Entry) -> None:
        with _kept():
            is_new = self.ledger.add(entry)
        if is_new:
            self._count(entry.contest, entry.pair, entry.colour, entry.points, entry.reason)

    def _fail(self, failed: Failed) -> None:
        task = failed.task
        with _kept():
            self.ledger.add_failure(task.id, task.attempt, failed.reason, failed.is_final)
        if failed.is_final:
            self.failed[task.id] = failed.reason
            self._count(task.contest, task.pair, task.colour, None)

    def _try_again(self) -> None:
        """Forget that games were given up, but for those on which later rounds have built."""
        if not self.failed:
            return
        contests = {contest.index: contest for contest in self.contests()}
        last: dict[str, int] = {}  # the latest round that has begun, of each game
        for contest in contests.values():
            if contest.index in self.tallies:
                last[contest.game] = max(contest.round, last.get(contest.game, 0))
        again = []
        for id in self.failed:
            found = contests.get(_place(id)[0])
            if found is not None and found.round == last[found.game]:
                again.append(id)
        with _kept():
            self.ledger.try_again(again)
        self._read({id: why for id, why in self.failed.items() if id not in again})

    def _missing(self, done: set[str]) -> Iterator[Task]:
        """The games that are to be played, as far as they are known; looked up as they are asked
        for, so that a contest which is decided meanwhile ends."""
        for contest in self.contests():
            tally = self.tallies.get(contest.index)
            for task in tasks_of(self.experiment, contest):
                tally = tally or self.tallies.get(contest.index)
                if tally is not None and tally.is_decided:
                    break
                if task.id not in done and task.id not in self.failed:
                    yield task

    def total(self) -> int:
        """How many games there are, as far as they are known: decided contests are over."""
        n = 0
        for contest in self.contests():
            tally = self.tallies.get(contest.index)
            is_decided = tally is not None and tally.is_decided
            planned = n_games(self.experiment, contest)
            n += 2 * tally.counted if tally is not None and is_decided else planned
        return n

    # -- who meets whom --

    def contests(self) -> list[Contest]:
        """All contests that are known by now."""
        if self.knock_out is not None:
            return list(self.knock_out.contests())
        places = itertools.product(self.experiment.games, self.experiment.pairings)
        return [Contest(i, game, *pairing) for i, (game, pairing) in enumerate(places)]


def _place(id: str) -> tuple[int, int, int]:
    """Contest, pair and colour of a game."""
    contest, pair, colour = map(int, id.split("-"))
    return contest, pair, colour


@contextlib.contextmanager
def _kept() -> Iterator[None]:
    try:
        yield
    except LedgerError as error:
        raise LabError(f"{error}; what was played before is kept") from None
