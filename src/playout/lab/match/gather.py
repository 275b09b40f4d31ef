"""One walk through the ledger, from which all numbers of a report come: counts, sums and
histograms, in a size that does not depend on the number of games.

What counts is decided by the tallies: pairs that are complete, up to the one at which a test
stopped. All other games are kept in games.csv, marked, and in nothing else.
"""

import itertools
import math
import operator
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from ..run.experiment import Experiment
from ..run.ledger import Ledger
from ..run.pairing_score import Tally, failing
from ..run.records import GameRecord
from ..run.tasks import Contest
from ..stats.pentanomial import Pairs, Score
from .knock_out import KnockOut
from .schedule import MatchSchedule

__all__ = ["TOGETHER", "GameStatistics", "Histogram", "MatchData", "gather", "quantile"]

TOGETHER = "all games"
PER_DECADE = 100
AT_ONCE = 10_000
LEAST = 1e-7  # a number below that is counted with it
MOST_MOVES = 512  # of a player in a game; later ones are in no curve
MOST_CHARACTERS = 160  # of how a game ended


class Histogram:
    """Numbers above 0 in bins of equal ratio, 100 to a factor of ten: a quartile read from them is
    off by 1.2 % at most, the least, the greatest and the mean by nothing. A sum is up to date."""

    def __init__(self) -> None:
        self.total, self.least, self.most = 0.0, math.inf, -math.inf
        self._bins: Counter[int] = Counter()
        self._waiting: list[float] = []  # to be counted: many at once are faster

    def add(self, numbers: Iterable[float]) -> None:
        self._waiting.extend(numbers)
        if len(self._waiting) > AT_ONCE:
            self._count()

    def _count(self) -> None:
        if self._waiting:
            values = np.maximum(self._waiting, LEAST)
            self.total += sum(self._waiting)
            self.least, self.most = min(self.least, *self._waiting), max(self.most, *self._waiting)
            self._bins.update(np.floor(PER_DECADE * np.log10(values)).astype(int).tolist())
            self._waiting = []

    def __add__(self, other: "Histogram") -> "Histogram":
        self._count()
        other._count()
        both = Histogram()
        both.total, both._bins = self.total + other.total, self._bins + other._bins
        both.least, both.most = min(self.least, other.least), max(self.most, other.most)
        return both

    @property
    def n(self) -> int:
        return self._bins.total()

    def quantile(self, share: float) -> float:
        """The value below which this share lies, to half a bin."""
        if not self.n:
            return math.nan
        middle: float = 10.0 ** ((quantile(self._bins, share) + 0.5) / PER_DECADE)
        return min(max(middle, self.least), self.most)

    def box(self) -> dict[str, float]:
        """What a box plot shows: whiskers at 5 and 95 %, quartiles, the mean."""
        shares = {"p5": 0.05, "q1": 0.25, "median": 0.5, "q3": 0.75, "p95": 0.95}
        box = {name: self.quantile(share) for name, share in shares.items()}
        return box | {"mean": self.total / self.n if self.n else math.nan}


def quantile(counts: Counter[int], share: float) -> int:
    """The least number that this share of all counted numbers does not exceed."""
    numbers, weights = list(counts), list(counts.values())
    return int(np.quantile(numbers, share, weights=weights, method="inverted_cdf"))


class PlayerStatistics:
    """A player at a game: results with either colour, and what the moves cost."""

    def __init__(self) -> None:
        # Games lost, drawn and won in which the player moved first, and second.
        self.results = np.zeros((2, 3), int)
        self.win_seconds, self.move_seconds = Histogram(), Histogram()
        self.rates = Histogram()  # simulations a second, of moves that had any
        self.simulations = 0
        # By the number of this player's move in the game: how many, simulations, seconds.
        self.by_move = np.zeros((3, MOST_MOVES))

    def __add__(self, other: "PlayerStatistics") -> "PlayerStatistics":
        both = PlayerStatistics()
        for name, value in vars(self).items():
            setattr(both, name, value + getattr(other, name))
        return both

    def add(self, record: GameRecord, player: int) -> None:
        """Count a game that the player moved first (0) or second (1) in."""
        self.results[player, int(2 * record.points_of(player))] += 1
        turns = record.turns_of(player)
        seconds, simulations = [turn[0] for turn in turns], [turn[1] for turn in turns]
        if record.winner == player:
            self.win_seconds.add([sum(seconds)])
        self.move_seconds.add(seconds)
        self.simulations += sum(simulations)
        self.rates.add([n / s for n, s in zip(simulations, seconds, strict=True) if n and s > 0])
        costs = np.array([[1] * len(turns), simulations, seconds])
        self.by_move[:, : len(turns)] += costs[:, :MOST_MOVES]

    @property
    def score(self) -> Score:
        return Score.of(self.results.sum(axis=0).tolist())

    def curves(self) -> dict[str, list[float]]:
        """By move number, as far as one game in twenty went: simulations a move, a second, and
        cumulated, where games that are over keep what they had."""
        games = max(1, self.score.games)
        reached = self.by_move[0] >= max(1, games / 20)
        moves, simulations, seconds = self.by_move[:, reached]
        return {
            "per_move": (simulations / moves).tolist(),
            "per_second": (simulations / np.maximum(seconds, 1e-12)).tolist(),
            "cumulated": (np.cumsum(simulations) / games).tolist(),
        }


class GameStatistics:
    """The games that were played at one game: how long they are, who wins, how they end."""

    def __init__(self) -> None:
        self.lengths: Counter[int] = Counter()  # by plies, the opening included
        self.first_mover = [0, 0, 0]  # lost, drawn, won
        self.endings: Counter[str] = Counter()

    def add(self, record: GameRecord) -> None:
        self.lengths[len(record.moves)] += 1
        self.first_mover[int(2 * record.points_of(0))] += 1
        by_rule = "by the rules, a draw" if record.winner is None else "by the rules, a win"
        self.endings[(record.reason or by_rule)[:MOST_CHARACTERS]] += 1


class Meeting(NamedTuple):
    """All games of two players that count, as one of them sees it."""

    pairs: Pairs = Pairs()
    points: float = 0.0
    games: int = 0
    failed: int = 0  # games that failures decided

    def swapped(self) -> "Meeting":
        """The same games, seen from the other player."""
        return self._replace(pairs=self.pairs.swapped(), points=self.games - self.points)


class MatchData:
    """All that a report says; results are counted for each game and for all of them together."""

    def __init__(self, schedule: MatchSchedule, experiment: Experiment, contests: list[Contest]):
        self.tallies = schedule.tallies
        self.experiment = experiment  # with those players that the report is about
        self.contests = contests  # the same
        self.knock_out = schedule if isinstance(schedule, KnockOut) else None
        self.failing = failing(schedule.contests(), self.tallies)  # players, in games that count
        self.games_in_ledger = self.games_counted = 0
        games = list(experiment.games)
        self.places = games if len(games) == 1 else [TOGETHER, *games]  # that have numbers
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

    def meetings(self, place: str, *, fair: bool = False) -> dict[tuple[str, str], Meeting]:
        """Every two who met at a game, or at any of them, as the one who came first sees it; where
        it is to be fair, without contests that failures decided."""
        met: dict[tuple[str, str], Meeting] = {}
        came: dict[str, int] = {}  # by name, in which order
        for contest in self.contests:
            tally, is_there = self.tally(contest), place in (TOGETHER, contest.game)
            if not is_there or not tally.games or (fair and tally.is_spoilt):
                continue
            two = contest.one, contest.other
            mine = Meeting(tally.pairs, tally.points, tally.games, tally.n_failures)
            first, second = (came.setdefault(name, len(came)) for name in two)
            if first > second:
                two, mine = two[::-1], mine.swapped()
            met[two] = Meeting(*map(operator.add, met.get(two, Meeting()), mine))
        return met

    def add(self, record: GameRecord, underdog: str | None) -> None:
        """Count a game of a contest that the report is about."""
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
