"""A tuning as it goes on: batches of trials, then a match that judges what they found.

    batch 0     the values it starts from, and others around the middle of the ranges
    batch 1...  values that the optimiser proposes, knowing all results of the batches before
    final       the recommended values against the start and the opponents, with other openings

A batch is proposed when the last one is over, and kept in the ledger before a game of it is played.
So who played what when does not matter, a tuning that was killed goes on where it was, and to read
it later no optimiser is needed.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..run.experiment import Experiment
from ..run.ledger import Entry, Ledger
from ..run.pairing_score import Tally
from ..run.runner import Run, Standing, Workers
from ..run.tasks import Contest, Task, seed_of
from ..run.workers import Failed
from ..stats.pentanomial import Pairs
from .optimiser import propose
from .plan import TunePlan, Value
from .recommend import Found, found_in

__all__ = ["START", "Trial", "TuneRun", "Tuning"]

START = "start"  # the name of the player as it starts, where it is an opponent
Values = dict[str, Value]


class Trial(NamedTuple):
    """Values that are tried, and what came of them."""

    number: int
    batch: int
    values: Values
    pairs: Pairs


class Tuning:
    """What is known of a tuning: the trials that were proposed, and what they led to."""

    def __init__(self, experiment: Experiment, ledger: Ledger) -> None:
        assert experiment.tune is not None
        self.experiment, self.ledger = experiment, ledger
        self.tune: TunePlan = experiment.tune
        about = ledger.about()
        self.batches: list[list[Values]] = []
        while (kept := about.get(f"batch {len(self.batches)}")) is not None:
            self.batches.append(json.loads(kept))
        self.best: Values | None = json.loads(about["best"]) if "best" in about else None
        self._found: dict[int, Found | None] = {}  # by the number of trials: it takes a while

    # -- who meets whom --

    def players(self) -> dict[str, str]:
        """Everybody who is known by now."""
        tune = self.tune
        texts = {self._opponent(text): text for text in tune.against}
        texts[START] = tune.filled(tune.start)
        known = [values for batch in self.batches for values in batch]
        if self.best is not None:
            known.append(self.best)
        return texts | {tune.name(values): tune.filled(values) for values in known}

    def _opponent(self, text: str) -> str:
        return START if text == self.tune.filled(self.tune.start) else text

    def contests(self) -> list[Contest]:
        """All that are known by now: of the trials, then of the final match."""
        return [*self._trials(), *self.final()]

    def _trials(self) -> Iterator[Contest]:
        number = 0
        for batch, tried in enumerate(self.batches):
            for values in tried:
                for i, (game, whom) in enumerate(self._meetings()):
                    at = number * len(self._meetings()) + i
                    name = self.tune.name(values)
                    yield Contest(at, game, name, whom, batch, self.tune.pairs, number)
                number += 1

    def _meetings(self) -> list[tuple[str, str]]:
        """Whom a trial meets at what."""
        whom = [self._opponent(text) for text in self.tune.against]
        return [(game, name) for game in self.experiment.games for name in whom]

    def final(self) -> list[Contest]:
        """The match that judges: openings and seeds of its own."""
        if self.best is None:
            return []
        tune, n = self.tune, self.tune.trials
        whom = list(dict.fromkeys([START, *(self._opponent(text) for text in tune.against)]))
        if tune.filled(self.best) == tune.filled(tune.start):
            whom.remove(START)  # nothing better was found
        places = [(game, name) for game in self.experiment.games for name in whom]
        first, batch = n * len(self._meetings()), len(self.batches)
        return [
            Contest(first + i, game, tune.name(self.best), name, batch, 0, n)
            for i, (game, name) in enumerate(places)
        ]

    def total(self) -> int:
        """How many games there are; while the final match is not known, as if it had the start
        and all opponents."""
        tune = self.tune
        trials = 2 * tune.trials * tune.pairs * len(self._meetings())
        whom = {START, *(self._opponent(text) for text in tune.against)}
        n = len(self.experiment.games) * len(whom) if self.best is None else len(self.final())
        return trials + 2 * n * self.experiment.pairs

    # -- going on --

    def trials(self, tallies: dict[int, Tally]) -> list[Trial]:
        """The trials with their results so far."""
        sums: dict[int, Pairs] = {}
        for contest in self._trials():
            pairs = tallies[contest.index].pairs if contest.index in tallies else Pairs()
            assert contest.lot is not None
            sums[contest.lot] = sums.get(contest.lot, Pairs()) + pairs
        places = [(batch, v) for batch, tried in enumerate(self.batches) for v in tried]
        return [Trial(i, batch, v, sums[i]) for i, (batch, v) in enumerate(places)]

    def found(self, tallies: dict[int, Tally]) -> Found | None:
        """What the batches that are over say; None while they say too little."""
        some = [
            t for t in self.trials(tallies) if t.batch < self._n_over(tallies) and t.pairs.units
        ]
        if len(some) not in self._found:
            results = [(t.values, t.pairs) for t in some]
            self._found[len(some)] = found_in(self.tune, results) if len(some) > 2 else None
        return self._found[len(some)]

    def _n_over(self, tallies: dict[int, Tally]) -> int:
        """How many batches are over."""
        counted = {c: tallies[c.index].counted for c in self._trials() if c.index in tallies}
        is_over = [counted.get(c, 0) >= self.tune.pairs for c in self._trials()]
        open_batches = [
            c.round for c, over in zip(self._trials(), is_over, strict=True) if not over
        ]
        return min(open_batches, default=len(self.batches))

    def go_on(self, tallies: dict[int, Tally]) -> bool:
        """Propose what is next, if all that is known is over; whether there is more now."""
        if self.best is not None:
            return False
        if self._n_over(tallies) < len(self.batches):
            return False
        if sum(map(len, self.batches)) < self.tune.trials:
            self._propose(tallies)
            return True
        found = self.found(tallies)
        best = self.tune.start if found is None else found.best
        self._keep("best", best)
        self.best = best
        return True

    def _propose(self, tallies: dict[int, Tally]) -> None:
        results: list[list[Any]] = [[] for _ in self.batches]
        for trial in self.trials(tallies):
            share = trial.pairs.mean if trial.pairs.units else None
            results[trial.batch].append((trial.values, share))
        batch = propose(self.tune, results, seed_of(self.experiment.seed, "tune"))
        left = self.tune.trials - sum(map(len, self.batches))
        self._keep(f"batch {len(self.batches)}", batch[:left])
        self.batches.append(batch[:left])

    def _keep(self, key: str, value: Any) -> None:
        self.ledger.note(key, json.dumps(value))


class TuneRun(Run):
    """A tuning and its ledger."""

    def _read(self, failed: dict[str, str]) -> None:
        self.tuning = Tuning(self.experiment, self.ledger)
        self.experiment = self.experiment._replace(players=self.tuning.players())
        super()._read(failed)

    def run(
        self,
        workers: Workers,
        on_progress: Callable[[Standing], Any] | None = None,
        *,
        mix: bool = False,
    ) -> None:
        super().run(_Steady(workers, self), on_progress, mix=mix)

    def contests(self) -> list[Contest]:
        return self.tuning.contests()

    def total(self) -> int:
        return self.tuning.total()

    def _missing(self, done: set[str]) -> Iterator[Task]:
        """The games that are to be played now: those of the next batch where the last is over."""
        if self.tuning.go_on(self.tallies):
            self.experiment = self.experiment._replace(players=self.tuning.players())
        yield from super()._missing(done)


class _Steady:
    """Workers who stay from batch to batch: to start new ones for each would take longer than
    many a game. Where no game is left and none is out, the next batch is asked for."""

    def __init__(self, workers: Workers, run: TuneRun) -> None:
        self.workers, self.run = workers, run
        self.n_out = 0

    def play(self, tasks: Iterator[Task]) -> Iterator[Entry | Failed]:
        self.tasks, self.n_out = tasks, 0
        for outcome in self.workers.play(self):
            yield outcome
            # Whoever asked has come back for the next one, so this one has been counted.
            self.n_out -= isinstance(outcome, Entry) or outcome.is_final

    def __iter__(self) -> Iterator[Task]:
        return self

    def __next__(self) -> Task:
        task = next(self.tasks, None)
        if task is None and not self.n_out:
            self.tasks = self.run._missing(self.run.done)
            task = next(self.tasks, None)
        if task is None:
            raise StopIteration
        self.n_out += 1
        return task
