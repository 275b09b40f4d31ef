"""The games of a match, a round robin, a gauntlet, a ladder or a sweep: every pairing plays its
pairs, unless a test has decided it before. And how they stand, in lines of text."""

import itertools
from collections.abc import Iterable, Iterator

from ...language import Text, tr
from ..run.experiment import Experiment
from ..run.ledger import Ledger
from ..run.pairing_score import Tally, failing
from ..run.records import GameRecord
from ..run.tasks import Contest, Task, games_of, n_games

MOST_FAILING = 8  # players, with a line each


class MatchSchedule:
    """The contests of an experiment, and how they stand."""

    unit = Text("games")

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
            for task in games_of(self.experiment, contest):
                tally = self.tallies.get(contest.index)
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
        tally = self.tallies.get(contest) or self.new_tally(contest)
        self.tallies[contest], was_decided = tally, tally.is_decided
        tally.add(pair, colour, points, reason)
        if tally.is_decided and not was_decided:
            self._spared += n_games(self.experiment) - 2 * tally.counted

    def new_tally(self, contest: int) -> Tally:
        """A new one for the contest of this number."""
        experiment, is_paired = self.experiment, self.experiment.starter(contest) is None
        lone = experiment.pairs if experiment.is_odd else None
        return Tally(experiment.sprt, lone, is_paired=is_paired)

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
        return [
            Contest(i, game, *pairing, starter=self.experiment.starter(i))
            for i, (game, pairing) in enumerate(places)
        ]

    # -- in words --

    def standings(self) -> list[str]:
        """What failed, then a line for every contest that has begun."""
        return self.failure_lines() + self.contest_lines(self.contests())

    def summary(self) -> list[str]:
        return self.standings()

    def failure_lines(self) -> list[str]:
        """A line for every player that failed in games that count, as long as they are few."""
        lines = [str(player) for player in failing(self.contests(), self.tallies)]
        if more := len(lines[MOST_FAILING:]):
            many = "{n} more players failed: see the report"
            lines[MOST_FAILING:] = [tr("{n} more player failed: see the report", many, n=more)]
        return lines

    def contest_lines(self, contests: Iterable[Contest]) -> list[str]:
        """How contests stand; none of those without a game, or that break the tie of another."""
        begun = [(c, self.tallies.get(c.index)) for c in contests if c.tie_of is None]
        return [self._line(contest, tally) for contest, tally in begun if tally and tally.games]

    def _line(self, contest: Contest, tally: Tally) -> str:
        points = "{n:g} of {games} points"  # one text for any number in English, two in French
        text = tr(
            "{place}: {one} against {other}: {points},"
            " {share:.1%} [{low:.1%}, {high:.1%}], {wins}, {draws}, {losses}, {elo}",
            **{"place": self._place(contest), "one": contest.one, "other": contest.other},
            points=tr(points, points, n=tally.points, games=tally.games),
            **tally.share().fields("share"),
            wins=tr("{n} won", "{n} won", n=tally.score.wins),
            draws=tr("{n} drawn", "{n} drawn", n=tally.score.draws),
            losses=tr("{n} lost", "{n} lost", n=tally.score.losses),
            elo=_elo(tally),
        )
        if contest.starter is not None:
            starter = (contest.one, contest.other)[contest.starter]
            text += tr(", {player} always first", player=starter)
        decision = tally.decision()
        if decision is None:
            return text
        test = {"test": Text(decision.verdict.value), "llr": float(decision.llr)}
        text += tr(", SPRT: {test} (LLR {llr:+.2f})", **test)
        return text + tr(", by failures") * (decision.stopped and tally.is_spoilt)

    def _place(self, contest: Contest) -> str:
        return contest.game


def _elo(tally: Tally) -> str:
    failed = {"failed": tally.n_failures, "n": tally.games}
    if tally.is_spoilt:
        return tr("no Elo: failures decided {failed} of {n} games", **failed)
    if not tally.results.units:
        return tr("no Elo: that takes a pair of games")
    ends = tally.results.elo().fields("value")
    text = tr("{value:+z.0f} Elo [{low:+z.0f}, {high:+z.0f}]", **ends)
    if tally.games > tally.results.games:
        text += tr(" from the {n} games in pairs", n=tally.pairs.games)
    if tally.n_failures:
        text += tr(", failures decided {failed} of {n} games", **failed)
    return text
