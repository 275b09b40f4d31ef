"""Running an experiment: what is missing is done by workers, and each result is kept at once.

It may be killed at any moment and started again. Nothing here depends on the order in which
results come, so the outcome is the same as if it had never been disturbed. What there is to do,
given the results so far, is the business of a Schedule: each kind of experiment has its own.
"""

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from .code import Codes
from .errors import LabError
from .experiment import Experiment
from .ledger import Ledger, LedgerError
from .records import Record
from .tasks import Task
from .workers import Failed, NextTask


class Schedule(Protocol):
    """What there is to do in an experiment, given the results so far."""

    unit: str  # what is counted: games, or answers

    def restart(self, given_up: Iterable[str]) -> None:
        """Forget all results and count those of the ledger; these tasks are given up."""

    def tasks(self) -> Iterator[Task]:
        """What can be done by now, whether it is done or not, looked up as it is asked for. When
        all of it is done, `tasks` is asked again: nothing new means that it is over."""

    def count(self, record: Any) -> None:
        """A result has come."""

    def give_up(self, id: str) -> None:
        """The result of this task will not come."""

    def retryable(self, ids: Iterable[str]) -> list[str]:
        """Those of the tasks that were given up which may be tried again."""

    def total(self) -> int:
        """How many tasks there are, as far as that is known. It is asked after each of them."""

    def standings(self) -> list[str]:
        """How the experiment stands, in a few lines; what failed comes first."""

    def summary(self) -> list[str]:
        """What is said at the end."""


class Workers(Protocol):
    """Who does tasks."""

    def play(self, next_task: NextTask) -> Iterator[Record | Failed]:
        """Do what `next_task` says; the results come in the order in which they are there.

        None means that there is nothing to do now. After the next result there may be, so it is
        asked again; with no task out, None means that it is over.
        """


class Progress(NamedTuple):
    """How far an experiment is while it runs."""

    done: int
    total: int
    failed: int
    played: int  # in this run
    seconds: float


OnProgress = Callable[[Progress], Any]


class Run:
    """An experiment, its ledger, and its schedule."""

    def __init__(self, experiment: Experiment, ledger: Ledger) -> None:
        from ..kinds import schedule_of

        self.experiment, self.ledger = experiment, ledger
        self.failed = ledger.given_up()  # tasks, and why
        self.done: set[str] = set()  # what is in the ledger, once it is driven
        self.schedule = schedule_of(experiment, ledger)
        self._tasks: Iterator[Task] = iter(())
        self._out: set[str] = set()

    def run(
        self, workers: Workers, on_progress: OnProgress | None = None, *, mix: bool = False
    ) -> None:
        """Do what is missing; what was given up before is tried again, but for that on which later
        tasks were built.

        Results that other code has made than is here are not mixed with new ones, unless `mix`.
        """
        games, players = self.experiment.games, self.experiment.players.values()
        with self.ledger.driven():
            self.failed = self.ledger.given_up()  # somebody may have played since
            self.schedule.restart(self.failed)
            codes = None if mix else Codes(games, players)
            try:
                if again := self.schedule.retryable(self.failed):
                    if codes:
                        codes.check_ledger(self.ledger)
                    self.ledger.try_again(again)
                    self.failed = {id: why for id, why in self.failed.items() if id not in again}
                    self.schedule.restart(self.failed)
                self.done = self.ledger.ids()
                self._play(workers, codes, on_progress)
            except LedgerError as error:
                raise LabError("{error}; what was played before is kept", error=error) from None

    def _play(self, workers: Workers, codes: Codes | None, on_progress: OnProgress | None) -> None:
        began, played = time.monotonic(), 0
        self._tasks, self._out = self.schedule.tasks(), set()
        first = self._next_task()
        if first is None:
            return
        if codes:
            codes.check_ledger(self.ledger)
        self._tasks, self._out = itertools.chain([first], self._tasks), set()
        for outcome in workers.play(self._next_task):
            if isinstance(outcome, Failed):
                task, why = outcome.task, outcome.reason
                self.ledger.add_failure(task.id, task.attempt, why, outcome.is_final)
                if outcome.is_final:
                    self.failed[task.id] = why
                    self.schedule.give_up(task.id)
                    self._out.discard(task.id)
            else:
                if codes:
                    codes.check(outcome)
                self._keep(outcome)
                played += 1
            if on_progress:
                seconds, total = time.monotonic() - began, self.schedule.total()
                on_progress(Progress(len(self.done), total, len(self.failed), played, seconds))

    def _next_task(self) -> Task | None:
        """What is to be done next; where nothing is left, what the results have led to."""
        task = self._first_missing()
        if task is None and not self._out:
            self._tasks = self.schedule.tasks()
            task = self._first_missing()
        if task is not None:
            self._out.add(task.id)
        return task

    def _first_missing(self) -> Task | None:
        known = self.done, self.failed, self._out
        return next((t for t in self._tasks if not any(t.id in some for some in known)), None)

    def _keep(self, record: Record) -> None:
        """Keep a result and count it; one that the ledger has already counts as it is there."""
        is_new = self.ledger.add(record)
        if record.id not in self.done:
            self.done.add(record.id)
            self.schedule.count(record if is_new else self.ledger.record(record))
        self._out.discard(record.id)
