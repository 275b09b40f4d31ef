"""The games of a match, a round robin, a gauntlet, a ladder or a sweep: every pairing plays its
pairs, unless a test has decided it before."""

import itertools
from collections.abc import Iterable, Iterator

from ..run.experiment import Experiment
from ..run.ledger import Ledger
from ..run.pairing_score import Tally
from ..run.records import GameRecord
from ..run.tasks import Contest, Task, games_of, n_games

__all__ = ["MatchSchedule"]


class MatchSchedule:
    """The contests of an experiment, and how they stand."""

    unit = "games"

    def __init__(self, experiment: Experiment, ledger: Ledger) -> None:
        self.experiment, self.ledger = experiment, ledger
        self.tallies: dict[int, Tally] = {}  # by contest
        self.restart(ledger.given_up())

    def restart(self, given_up: Iterable[str]) -> None:
        self.tallies.clear()
        self._spared = 0  # games that are not to be played, since their contests are decided
        for id in given_up:  # first, so that hardly a pair has to wait for its turn
            self.give_up(id)
        for result in self.ledger.points():
            self._add(*result)

    def tasks(self) -> Iterator[Task]:
        for contest in self.contests():
            tally = None
            for task in games_of(self.experiment, contest):
                tally = tally or self.tallies.get(contest.index)
                if tally is not None and tally.is_decided:
                    break
                yield task

    def count(self, record: GameRecord) -> None:
        self._add(record.contest, record.pair, record.colour, record.points, record.reason)

    def give_up(self, id: str) -> None:
        contest, pair, colour = map(int, id.split("-"))
        self._add(contest, pair, colour, None)

    def _add(
        self, contest: int, pair: int, colour: int, points: float | None, reason: str = ""
    ) -> None:
        tally = self.tallies.get(contest)
        if tally is None:
            tally = self.tallies[contest] = self.new_tally(contest)
        was_decided = tally.is_decided
        tally.add(pair, colour, points, reason)
        if tally.is_decided and not was_decided:
            self._spared += n_games(self.experiment) - 2 * tally.counted

    def new_tally(self, contest: int) -> Tally:
        """A new one for the contest of this number."""
        return Tally(self.experiment.sprt, self.experiment.lone)

    def retryable(self, ids: Iterable[str]) -> list[str]:
        """Those of the last round that has begun at their game: on others later ones are built."""
        contests = {contest.index: contest for contest in self.contests()}
        begun = [contest for contest in contests.values() if contest.index in self.tallies]
        last = {c.game: c.round for c in sorted(begun, key=lambda contest: contest.round)}
        known = [(id, contests.get(int(id.split("-")[0]))) for id in ids]
        return [id for id, contest in known if contest and contest.round == last[contest.game]]

    def total(self) -> int:
        n_contests = len(self.experiment.games) * len(self.experiment.pairings)
        return n_games(self.experiment) * n_contests - self._spared

    def contests(self) -> list[Contest]:
        """All contests that are known by now."""
        places = itertools.product(self.experiment.games, self.experiment.pairings)
        return [Contest(i, game, *pairing) for i, (game, pairing) in enumerate(places)]
