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
from itertools import product
from typing import NamedTuple

from ...language import tr
from ..match.schedule import MatchSchedule
from ..run.experiment import Experiment
from ..run.ledger import Ledger
from ..run.tasks import Contest, Task, seed_of
from ..stats.pentanomial import Pairs
from ..stats.verdict import verdict
from .optimiser import Result, propose
from .plan import TunePlan, Values
from .recommend import Recommendation, recommend

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
        start = self.plan.filled(self.plan.start)
        opponents = {START if text == start else text: text for text in self.plan.against}
        self._opponents = opponents | {START: start}
        self._meetings = list(product(experiment.games, opponents))
        self._finals = list(product(experiment.games, dict.fromkeys([START, *opponents])))
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
        known = [values for batch in self.batches for values in batch]
        known += [] if self.best is None else [self.best]
        tried = {self.plan.name(values): self.plan.filled(values) for values in known}
        self.experiment = self.experiment._replace(players=self._opponents | tried)

    def contests(self) -> list[Contest]:
        """All that are known by now: of the trials, then of the final match."""
        return [*self._trial_contests(), *self.final()]

    def _trial_contests(self) -> Iterator[Contest]:
        for number, batch, values, _ in self.trials():
            name, first = self.plan.name(values), number * len(self._meetings)
            for i, (game, whom) in enumerate(self._meetings, first):
                yield Contest(i, game, name, whom, batch, self.plan.pairs, number)

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
        """How many games there are, as if the final match had everybody while it is not known."""
        trials = 2 * self.plan.trials * self.plan.pairs * len(self._meetings)
        final = self._finals if self.best is None else self.final()
        return trials + 2 * len(final) * self.experiment.pairs

    # -- going on --

    def trials(self) -> list[Trial]:
        """The trials with their results so far."""
        n, trials = len(self._meetings), []
        tried = [(batch, values) for batch, some in enumerate(self.batches) for values in some]
        for i, (batch, values) in enumerate(tried):
            tallies = [self.tallies[j] for j in range(n * i, n * (i + 1)) if j in self.tallies]
            trials.append(Trial(i, batch, values, sum((t.pairs for t in tallies), Pairs())))
        return trials

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
            results: list[list[Result]] = [[] for _ in self.batches]
            for trial in self.trials():
                share = trial.pairs.mean if trial.pairs.units else None
                results[trial.batch].append((trial.values, share))
            batch = propose(self.plan, results, seed_of(self.experiment.seed, "tune"))[:left]
            self.ledger.note(f"batch {len(self.batches)}", json.dumps(batch))
            self.batches.append(batch)
        else:
            known = self.recommendation()
            self.best = self.plan.start if known is None else known.best
            self.ledger.note("best", json.dumps(self.best))
        self._know_players()

    # -- in words --

    def standings(self) -> list[str]:
        """How a tuning stands, in a few lines; what failed comes first."""
        known, lines = self.recommendation(), self.failure_lines()
        if self.best is None:
            lines.append(tr("trial {n} of {total}", n=len(self.trials()), total=self.plan.trials))
        if known is not None:
            lines += [self.headline(), *known.where_best(self.plan)]
        return lines + self.contest_lines(self.final())

    def headline(self) -> str:
        """The best values first, and what is known of them, in a sentence."""
        known, plan = self.recommendation(), self.plan
        if known is None:
            return tr("No batch of trials is over yet: there is nothing to tell.")
        best = known.best if self.best is None else self.best
        text = tr(
            "Best of {n:,} games in trials: {values},"
            " with {share:.1%} [{low:.1%}, {high:.1%}] of the points expected",
            **{"n": sum(t.pairs.games for t in self.trials()), "values": plan.name(best)},
            **known.share.fields("share"),
        )
        if self.best is None:
            return text + tr("; there is more to be played.")
        if plan.filled(best) == plan.filled(plan.start):
            return text + tr(": the values it started from are kept.")
        against_start = [c.index for c in self.final() if c.other == START]
        final = [self.tallies[i] for i in against_start if i in self.tallies]
        pairs = sum((tally.pairs for tally in final), Pairs())
        if not pairs.units:
            return text + tr("; the final match has not been played yet.")
        if 2 * (failed := sum(tally.n_failures for tally in final)) >= pairs.games:
            failures = ". Failures decided {failed} of {games} games of the final match."
            return text + tr(failures, failed=failed, games=pairs.games)
        start = tr("the start ({values})", values=plan.name(plan.start))
        judged = verdict(plan.name(best), start, pairs)
        return text + tr(". In a final match of other games, {verdict}.", verdict=judged)
