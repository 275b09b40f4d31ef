"""Running an experiment: the games that are missing are played, and each is kept as it ends.

It may be killed at any moment and started again. Nothing here depends on the order in which
games end, so the result is the same as if it had never been disturbed.
"""

import contextlib
import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from ..match.knock_out import KnockOut
from .code import Codes
from .errors import LabError
from .experiment import Experiment
from .ledger import Entry, Ledger, LedgerError
from .pairing_score import Tally
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
        self.done: set[str] = set()  # games that are in the ledger, once it is driven
        self._spared = 0  # games that are not to be played, since their contests are decided
        self._codes: Codes | None = None  # what may play; None is any code
        self._read(ledger.given_up())

    def _read(self, failed: dict[str, str]) -> None:
        """Count what the ledger has; these games are given up."""
        self._as_read = self.ledger.version()
        self.tallies.clear()
        self._spared = 0
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
        was_decided = tally.is_decided
        tally.add(pair, colour, points, reason)
        if tally.is_decided and not was_decided:
            self._spared += n_games(self.experiment) - 2 * tally.counted

    def _tally(self, contest: int) -> Tally:
        """A new one for the contest of this number."""
        if self.knock_out is not None:
            return self.knock_out.tally(contest)
        return Tally(self.experiment.sprt, self.experiment.lone)

    def run(
        self,
        workers: Workers,
        on_progress: Callable[[Standing], Any] | None = None,
        *,
        mix: bool = False,
    ) -> None:
        """Play what is missing; games that were given up before are tried again.

        Games that other code has played than is here are not mixed with new ones, unless `mix`.
        """
        with self.ledger.driven():
            if self.ledger.version() != self._as_read:  # somebody has played since
                self._read(self.ledger.given_up())
            self._codes = None if mix else Codes(self.experiment.games)
            self._try_again()
            self.done = self.ledger.ids()
            self._play(workers, on_progress)

    def _play(self, workers: Workers, on_progress: Callable[[Standing], Any] | None) -> None:
        began, played = time.monotonic(), 0
        while True:
            missing = self._missing(self.done)
            first = next(missing, None)
            if first is None:
                return
            if not played:
                self._check_code()
            for outcome in workers.play(itertools.chain([first], missing)):
                if isinstance(outcome, Entry):
                    self._keep(outcome)
                    played += 1
                else:
                    self._fail(outcome)
                if on_progress:
                    seconds = time.monotonic() - began
                    failed = len(self.failed)
                    on_progress(Standing(len(self.done), self.total(), failed, played, seconds))

    def _check_code(self) -> None:
        """Raise a LabError where what is in the ledger must not be mixed with what is to come."""
        if self._codes:
            self._codes.check_ledger(self.ledger)

    def _keep(self, entry: Entry) -> None:
        """Keep a game and count it; one that the ledger has already counts as it is there, once."""
        if self._codes:
            self._codes.check(entry)
        with _kept():
            is_new = self.ledger.add(entry)
        if entry.id not in self.done:
            self.done.add(entry.id)
            self._take(entry if is_new else self.ledger.entry(entry.id))

    def _take(self, entry: Entry) -> None:
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
        if again:
            self._check_code()
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
        """How many games there are, as far as they are known: decided contests are over.

        It is asked after every game, so it must not take longer the more contests there are.
        """
        experiment = self.experiment
        if self.knock_out is not None:  # few contests, and they come as it goes on
            return sum(map(self._n_games, self.contests()))
        n_contests = len(experiment.games) * len(experiment.pairings)
        return n_games(experiment) * n_contests - self._spared

    def _n_games(self, contest: Contest) -> int:
        tally = self.tallies.get(contest.index)
        if tally is not None and tally.is_decided:
            return 2 * tally.counted
        return n_games(self.experiment, contest)

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
