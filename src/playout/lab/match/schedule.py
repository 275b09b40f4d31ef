"""The games of a match, a round robin, a gauntlet, a ladder or a sweep: every pairing plays its
pairs, unless a test has decided it before. And how they stand, in lines of text."""

import itertools
from collections.abc import Iterable, Iterator

from ..run.experiment import Experiment
from ..run.ledger import Ledger
from ..run.pairing_score import Tally, failing
from ..run.records import GameRecord
from ..run.tasks import Contest, Task, games_of, n_games
from ..stats.intervals import wilson

__all__ = ["MatchSchedule"]

MOST_FAILING = 8  # players, with a line each


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

    # -- in words --

    def standings(self) -> list[str]:
        """What failed, then a line for every contest that has begun."""
        return self.failure_lines() + self.contest_lines(self.contests())

    def summary(self) -> list[str]:
        return self.standings()

    def failure_lines(self) -> list[str]:
        """A line for every player that failed in games that count, as long as they are few."""
        failed = failing(self.contests(), self.tallies)
        more = len(failed) - MOST_FAILING
        rest = [f"{more} more players failed: see the report"] if more > 0 else []
        return [str(one) for one in failed[:MOST_FAILING]] + rest

    def contest_lines(self, contests: Iterable[Contest]) -> list[str]:
        """How contests stand; none of those without a game, or that break the tie of another."""
        begun = [(c, self.tallies.get(c.index)) for c in contests if c.tie_of is None]
        return [self._line(contest, tally) for contest, tally in begun if tally and tally.games]

    def _line(self, contest: Contest, tally: Tally) -> str:
        share = wilson(tally.points, tally.games)
        text = (
            f"{self._place(contest)}: {contest.one} against {contest.other}: {tally.points:g} of"
            f" {tally.games} points, {share.value:.1%} [{share.low:.1%}, {share.high:.1%}],"
            f" {_elo(tally)}"
        )
        decision = tally.decision()
        if decision is None:
            return text
        text += f", SPRT: {decision.verdict} (LLR {decision.llr:+.2f})"
        return text + ", by failures" * (decision.stopped and tally.is_spoilt)

    def _place(self, contest: Contest) -> str:
        return contest.game


def _elo(tally: Tally) -> str:
    failed = f"{tally.n_failures} of {tally.games} games"
    if tally.is_spoilt:
        return f"no Elo: failures decided {failed}"
    if not tally.pairs.units:
        return "no Elo: that takes a pair of games"
    elo = tally.pairs.elo()
    text = f"{elo.value:+z.0f} Elo [{elo.low:+z.0f}, {elo.high:+z.0f}]"
    if tally.single.games:
        text += f" from the {tally.pairs.games} games in pairs"
    return f"{text}, failures decided {failed}" if tally.n_failures else text
