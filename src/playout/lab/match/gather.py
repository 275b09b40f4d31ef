"""One walk through the ledger, from which all numbers of a report come.

What counts is decided by the tallies: pairs that are complete, up to the one at which a test
stopped. All other games are kept in games.csv, marked, and in nothing else.
"""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator

from ..run.experiment import Experiment
from ..run.ledger import Ledger
from ..run.pairing_score import Tally, TieBreak, failing
from ..run.records import GameRecord
from ..run.tasks import Contest
from ..stats.ratings import Results
from .knock_out import KnockOut
from .schedule import MatchSchedule
from .statistics import Cost, GameStatistics, PlayerStatistics

__all__ = ["Costs", "MatchData", "gather"]

Costs = tuple[Cost, Cost]  # by who moved first


class MatchData:
    """All that a report says, in a size that does not depend on the number of games."""

    def __init__(self, schedule: MatchSchedule, experiment: Experiment, contests: list[Contest]):
        self.schedule, self.tallies = schedule, schedule.tallies
        self.experiment = experiment  # with those players that the report is about
        self.contests = contests  # the same
        self.knock_out = schedule if isinstance(schedule, KnockOut) else None
        self.failing = failing(schedule.contests(), self.tallies)  # players, in games that count
        self.games_in_ledger = self.games_counted = 0
        self.results = Results(experiment.players)  # of all games together
        self.by_game = {game: Results() for game in experiment.games}
        fair = [contest for contest in contests if not self.tally(contest).is_spoilt]
        self._fair = {contest.index for contest in fair}
        met = {name for contest in fair for name in (contest.one, contest.other)}
        # The same without contests that failures decided.
        self.rated = Results([name for name in experiment.players if name in met])
        self.rated_by_game = {game: Results() for game in experiment.games}
        self.players: dict[tuple[str, str], PlayerStatistics] = defaultdict(PlayerStatistics)
        self.games = {game: GameStatistics() for game in experiment.games}
        self.samples: dict[tuple[int, str], GameRecord] = {}  # by contest and kind

    def player(self, name: str, game: str | None = None) -> PlayerStatistics:
        """A player at a game, or at all of them."""
        mine = [key for key in self.players if key[1] == name and game in (None, key[0])]
        return sum((self.players[key] for key in mine), PlayerStatistics())

    def tally(self, contest: Contest) -> Tally:
        return self.tallies.get(contest.index) or Tally(self.experiment.sprt)

    @property
    def names(self) -> list[str]:
        """The players who have games that count, as the spec has them."""
        met = set(self.results.players) if self.results.matches else set()
        return [name for name in self.experiment.players if name in met]

    @property
    def n_in_tie_breaks(self) -> int:
        """Games that only decided who goes on in a knock-out."""
        return sum(tally.games for tally in self.tallies.values() if isinstance(tally, TieBreak))

    def add(self, record: GameRecord, costs: Costs) -> None:
        """Count a game of a contest that the report is about."""
        points = 0.5 if record.winner is None else float(record.winner == 0)
        together = [self.results, self.by_game[record.game]]
        if record.contest in self._fair:
            together += [self.rated, self.rated_by_game[record.game]]
        for results in together:
            results.add(record.first, record.second, points, (record.contest, record.pair))
        first, second = (self.players[record.game, n] for n in (record.first, record.second))
        first.add(True, points, costs[0])
        second.add(False, 1 - points, costs[1])
        self.games[record.game].add(record)

    def keep_samples(self, record: GameRecord, underdog: str | None) -> None:
        """Keep the shortest and the longest game of a contest, and the longest upset."""
        is_upset = underdog is not None and record.winner_name == underdog
        for kind in ("shortest", "longest", "upset") if is_upset else ("shortest", "longest"):
            kept = self.samples.get((record.contest, kind))
            longer = len(record.moves) - (len(kept.moves) if kept else 0)
            if kept is None or (longer < 0 if kind == "shortest" else longer > 0):
                self.samples[record.contest, kind] = record


def gather(
    data: MatchData, ledger: Ledger, on_game: Callable[[GameRecord, bool, Costs], object]
) -> MatchData:
    """Walk through the games; `on_game` gets each of them, whether it counts, and its costs."""
    underdogs = {
        contest.index: _underdog(data.tally(contest), contest) for contest in data.contests
    }
    for record, counts in _with_twins(ledger, data.tallies):
        costs = Cost.of(record, 0), Cost.of(record, 1)
        on_game(record, counts, costs)
        data.games_in_ledger += 1
        data.games_counted += counts
        if counts and record.contest in underdogs:
            data.add(record, costs)
            data.keep_samples(record, underdogs[record.contest])
    return data


def _with_twins(ledger: Ledger, tallies: dict[int, Tally]) -> Iterator[tuple[GameRecord, bool]]:
    """The games in order, each with whether it counts: its pair is complete, and was counted."""
    pairs = itertools.groupby(ledger.games(), key=lambda record: (record.contest, record.pair))
    for (contest, pair), records in pairs:
        games, tally = list(records), tallies.get(contest)
        is_whole = tally is not None and len(games) == (1 if pair == tally.lone else 2)
        for record in games:
            yield record, tally is not None and is_whole and pair < tally.counted


def _underdog(tally: Tally, contest: Contest) -> str | None:
    if not tally.pairs.units or tally.pairs.mean == 0.5:
        return None
    return contest.other if tally.pairs.mean > 0.5 else contest.one
