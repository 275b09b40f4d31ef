"""One walk through the ledger, from which all numbers of a report come.

What counts is decided by the tallies: pairs that are complete, up to the one at which a test
stopped. All other games are kept in games.csv, marked, and in nothing else.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator

from ..run.experiment import Experiment
from ..run.failures import failing
from ..run.ledger import Ledger
from ..run.pairing_score import Tally, TieBreak
from ..run.records import GameRecord
from ..run.tasks import Contest
from ..stats.results import Results
from .knock_out import KnockOut
from .schedule import MatchSchedule
from .statistics import GameStatistics, PlayerStatistics

__all__ = ["TOGETHER", "MatchData", "gather"]

TOGETHER = "all games"


class MatchData:
    """All that a report says, in a size that does not depend on the number of games.

    What is counted for a game is counted for all games TOGETHER as well.
    """

    def __init__(self, schedule: MatchSchedule, experiment: Experiment, contests: list[Contest]):
        self.schedule, self.tallies = schedule, schedule.tallies
        self.experiment = experiment  # with those players that the report is about
        self.contests = contests  # the same
        self.knock_out = schedule if isinstance(schedule, KnockOut) else None
        self.failing = failing(schedule.contests(), self.tallies)  # players, in games that count
        self.games_in_ledger = self.games_counted = 0
        games = list(experiment.games)
        self.places = games if len(games) == 1 else [TOGETHER, *games]  # that have numbers
        self.results = {TOGETHER: Results(experiment.players)} | {game: Results() for game in games}
        fair = [contest for contest in contests if not self.tally(contest).is_spoilt]
        self._fair = {contest.index for contest in fair}
        met = {name for contest in fair for name in (contest.one, contest.other)}
        # The same without contests that failures decided.
        self.rated = {game: Results() for game in games}
        self.rated[TOGETHER] = Results([name for name in experiment.players if name in met])
        self.players: dict[tuple[str, str], PlayerStatistics] = defaultdict(PlayerStatistics)
        self.games = {game: GameStatistics() for game in games}
        # By contest and kind, a game with its rank: the highest is kept.
        self.samples: dict[tuple[int, str], tuple[int, GameRecord]] = {}

    def player(self, name: str, place: str) -> PlayerStatistics:
        """A player at a game, or at all of them."""
        mine = [key for key in self.players if key[1] == name and place in (TOGETHER, key[0])]
        return sum((self.players[key] for key in mine), PlayerStatistics())

    def tally(self, contest: Contest) -> Tally:
        return self.tallies.get(contest.index) or Tally(self.experiment.sprt)

    @property
    def n_in_tie_breaks(self) -> int:
        """Games that only decided who goes on in a knock-out."""
        return sum(tally.games for tally in self.tallies.values() if isinstance(tally, TieBreak))

    def add(self, record: GameRecord, underdog: str | None) -> None:
        """Count a game of a contest that the report is about."""
        points = 0.5 if record.winner is None else float(record.winner == 0)
        is_fair = record.contest in self._fair
        for tables in (self.results, self.rated) if is_fair else (self.results,):
            for place in (TOGETHER, record.game):
                pair = record.contest, record.pair
                tables[place].add(record.first, record.second, points, pair)
        self.players[record.game, record.first].add(record, 0)
        self.players[record.game, record.second].add(record, 1)
        self.games[record.game].add(record)
        self._keep_samples(record, is_upset=record.winner_name == underdog)

    def _keep_samples(self, record: GameRecord, is_upset: bool) -> None:
        """Keep the shortest and the longest game of a contest, and the longest upset."""
        length = len(record.moves)
        ranks = {"shortest": -length, "longest": length} | ({"upset": length} if is_upset else {})
        for kind, rank in ranks.items():
            key = record.contest, kind
            if key not in self.samples or rank > self.samples[key][0]:
                self.samples[key] = rank, record


def gather(data: MatchData, ledger: Ledger) -> Iterator[tuple[GameRecord, bool]]:
    """Walk through the games and count them: each of them, and whether it counts, which takes a
    pair that is complete and was counted."""
    underdogs = {contest.index: _underdog(data, contest) for contest in data.contests}
    pairs = itertools.groupby(ledger.games(), key=lambda record: (record.contest, record.pair))
    for (contest, pair), records in pairs:
        games, tally = list(records), data.tallies.get(contest)
        needed = 0 if tally is None or pair >= tally.counted else 1 if pair == tally.lone else 2
        counts = len(games) == needed
        for record in games:
            data.games_in_ledger += 1
            data.games_counted += counts
            if counts and contest in underdogs:
                data.add(record, underdogs[contest])
            yield record, counts


def _underdog(data: MatchData, contest: Contest) -> str | None:
    lead = data.tally(contest).lead
    return None if lead == 0 else contest.other if lead > 0 else contest.one
