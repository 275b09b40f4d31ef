"""A tuning as it goes on: batches of trials, then a match that judges what they found.

    batch 0     the values it starts from, and others around the middle of the ranges
    batch 1...  values that the optimiser proposes, knowing all results of the batches before
    final       the recommended values against the start and the opponents, with other openings

A batch is proposed when the last one is over, and kept in the ledger before a game of it is played.
So who played what when does not matter, a tuning that was killed goes on where it was, and to read
it later no optimiser is needed.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..match.schedule import MatchSchedule
from ..run.experiment import Experiment
from ..run.ledger import Ledger
from ..run.tasks import Contest, Task, seed_of
from ..stats.pentanomial import Pairs
from .optimiser import propose
from .plan import TunePlan, Values
from .recommend import Recommendation, recommend

__all__ = ["START", "Trial", "TuneSchedule"]

START = "start"  # the name of the player as it starts, where it is an opponent


class Trial(NamedTuple):
    """Values that are tried, and what came of them."""

    number: int
    batch: int
    values: Values
    pairs: Pairs


class TuneSchedule(MatchSchedule):
    """The trials that were proposed, what they led to, and what is next."""

    def __init__(self, experiment: Experiment, ledger: Ledger) -> None:
        assert experiment.tune is not None
        self.plan: TunePlan = experiment.tune
        whom = [self._opponent(text) for text in self.plan.against]
        self._meetings = [(game, name) for game in experiment.games for name in whom]
        finalists = dict.fromkeys([START, *whom])
        self._finals = [(game, name) for game in experiment.games for name in finalists]
        self._known: dict[int, Recommendation | None] = {}  # by number of trials: it takes a while
        super().__init__(experiment, ledger)

    def restart(self, given_up: Iterable[str]) -> None:
        about = self.ledger.about()
        self.batches: list[list[Values]] = []
        while (kept := about.get(f"batch {len(self.batches)}")) is not None:
            self.batches.append(json.loads(kept))
        self.best: Values | None = json.loads(about["best"]) if "best" in about else None
        self._know_players()
        super().restart(given_up)

    def tasks(self) -> Iterator[Task]:
        """Those of the next batch where the last one is over."""
        self._advance()
        yield from super().tasks()

    # -- who meets whom --

    def _know_players(self) -> None:
        """Put everybody who is known by now into the experiment."""
        plan = self.plan
        known = [values for batch in self.batches for values in batch]
        known += [] if self.best is None else [self.best]
        texts = {self._opponent(text): text for text in plan.against}
        texts[START] = plan.filled(plan.start)
        texts |= {plan.name(values): plan.filled(values) for values in known}
        self.experiment = self.experiment._replace(players=texts)

    def _opponent(self, text: str) -> str:
        return START if text == self.plan.filled(self.plan.start) else text

    def contests(self) -> list[Contest]:
        """All that are known by now: of the trials, then of the final match."""
        return [*self._trial_contests(), *self.final()]

    def _trial_contests(self) -> Iterator[Contest]:
        tried = [(batch, values) for batch, some in enumerate(self.batches) for values in some]
        for number, (batch, values) in enumerate(tried):
            for i, (game, whom) in enumerate(self._meetings, number * len(self._meetings)):
                yield Contest(i, game, self.plan.name(values), whom, batch, self.plan.pairs, number)

    def final(self) -> list[Contest]:
        """The match that judges: openings and seeds of its own."""
        if self.best is None:
            return []
        plan, name = self.plan, self.plan.name(self.best)
        is_start = plan.filled(self.best) == plan.filled(plan.start)  # nothing better was found
        meetings = [place for place in self._finals if not (is_start and place[1] == START)]
        first, batch = plan.trials * len(self._meetings), len(self.batches)
        return [
            Contest(i, game, name, whom, batch, 0, plan.trials)
            for i, (game, whom) in enumerate(meetings, first)
        ]

    def total(self) -> int:
        """How many games there are; while the final match is not known, as if it had the start
        and all opponents."""
        trials = 2 * self.plan.trials * self.plan.pairs * len(self._meetings)
        final = self._finals if self.best is None else self.final()
        return trials + 2 * len(final) * self.experiment.pairs

    # -- going on --

    def trials(self) -> list[Trial]:
        """The trials with their results so far."""
        sums: dict[int, Pairs] = {}
        for c in self._trial_contests():
            pairs = self.tallies[c.index].pairs if c.index in self.tallies else Pairs()
            number = c.index // len(self._meetings)
            sums[number] = sums.get(number, Pairs()) + pairs
        tried = [(batch, values) for batch, some in enumerate(self.batches) for values in some]
        return [Trial(i, batch, values, sums[i]) for i, (batch, values) in enumerate(tried)]

    def recommendation(self) -> Recommendation | None:
        """What the batches that are over say; None while they say too little."""
        over = self._n_over()
        some = [(t.values, t.pairs) for t in self.trials() if t.batch < over and t.pairs.units]
        if len(some) not in self._known:
            self._known[len(some)] = recommend(self.plan, some) if len(some) > 2 else None
        return self._known[len(some)]

    def _n_over(self) -> int:
        """How many batches are over."""
        counted = {index: tally.counted for index, tally in self.tallies.items()}
        contests = self._trial_contests()
        unfinished = [c.round for c in contests if counted.get(c.index, 0) < self.plan.pairs]
        return min(unfinished, default=len(self.batches))

    def _advance(self) -> None:
        """Propose what is next, if all that is known is over."""
        if self.best is not None or self._n_over() < len(self.batches):
            return
        left = self.plan.trials - sum(map(len, self.batches))
        if left:
            self._keep(f"batch {len(self.batches)}", batch := self._propose()[:left])
            self.batches.append(batch)
        else:
            known = self.recommendation()
            self._keep("best", best := self.plan.start if known is None else known.best)
            self.best = best
        self._know_players()

    def _propose(self) -> list[Values]:
        results: list[list[Any]] = [[] for _ in self.batches]
        for trial in self.trials():
            share = trial.pairs.mean if trial.pairs.units else None
            results[trial.batch].append((trial.values, share))
        return propose(self.plan, results, seed_of(self.experiment.seed, "tune"))

    def _keep(self, key: str, value: Any) -> None:
        self.ledger.note(key, json.dumps(value))
