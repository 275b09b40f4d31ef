"""One walk through the ledger, from which all numbers of a report come: counts, sums and
histograms, in a size that does not depend on the number of games.

What counts is decided by the tallies: pairs that are complete, up to the one at which a test
stopped. All other games are kept in games.csv, marked, and in nothing else.
"""

import itertools
import math
import operator
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...language import Text
from ..run.experiment import Experiment
from ..run.ledger import Ledger
from ..run.pairing_score import Tally, TieBreak, failing
from ..run.records import GameRecord
from ..run.tasks import Contest
from ..stats.pentanomial import Pairs, Score
from .schedule import MatchSchedule

TOGETHER = Text("all games")
MOST_EXACT = 1000  # different numbers of a histogram; of more it has bins
PER_DECADE = 100
LEAST = 1e-7  # a number below that is counted with it
MOST_POINTS = 200  # of a series
MOST_MOVES = 512  # of a player in a game; later ones are in no curve
MOST_CHARACTERS = 160  # of how a game ended


class Histogram:
    """Numbers above 0: each of them while there are few different ones, from then on in bins of
    equal ratio, 100 to a factor of ten. A quartile read from those is off by 1.2 % at most; the
    least, the greatest and the mean are always exact."""

    def __init__(self) -> None:
        self.total, self.least, self.most = 0.0, math.inf, -math.inf
        self._counts: Counter[float] = Counter()  # of numbers, or of bins
        self._is_exact = True

    def add(self, numbers: Sequence[float]) -> None:
        self.total += sum(numbers)
        self.least, self.most = min([self.least, *numbers]), max([self.most, *numbers])
        self._counts.update(numbers if self._is_exact else map(_bin, numbers))
        if self._is_exact and len(self._counts) > MOST_EXACT:
            exact, self._counts, self._is_exact = self._counts, Counter(), False
            for number, n in exact.items():
                self._counts[_bin(number)] += n

    @property
    def n(self) -> int:
        return self._counts.total()

    def quantile(self, share: float) -> float:
        """The value below which this share lies; to half a bin, where there are bins."""
        if not self.n:
            return math.nan
        found = quantile(self._counts, share)
        middle: float = found if self._is_exact else 10.0 ** ((found + 0.5) / PER_DECADE)
        return min(max(middle, self.least), self.most)

    def box(self) -> dict[str, float]:
        """What a box plot shows: whiskers at 5 and 95 %, quartiles, the mean."""
        shares = {"p5": 0.05, "q1": 0.25, "median": 0.5, "q3": 0.75, "p95": 0.95}
        box = {name: self.quantile(share) for name, share in shares.items()}
        return box | {"mean": self.total / self.n if self.n else math.nan}


def _bin(number: float) -> int:
    return math.floor(PER_DECADE * math.log10(max(number, LEAST)))


def quantile(counts: Counter[Any], share: float) -> float:
    """The number that this share of all counted numbers does not exceed; the mean of the two
    where it lies between them, as the median of an even number does."""
    numbers = sorted(counts)
    ends = np.cumsum([counts[number] for number in numbers])
    sides = [np.searchsorted(ends, share * ends[-1], side) for side in ("left", "right")]
    return float(np.mean([numbers[min(at, len(numbers) - 1)] for at in sides]))


class Series:
    """Numbers in their order, in a size that does not grow: of more than 200, neighbours are added
    up, so that a point is the sum of `step` numbers."""

    def __init__(self) -> None:
        self.step, self.n = 1, 0
        self.sums: list[float] = []

    def add(self, number: float) -> None:
        if self.n % self.step == 0:
            self.sums.append(0.0)
        self.sums[-1] += number
        self.n += 1
        if self.n == MOST_POINTS * self.step:
            pairs = zip(self.sums[::2], self.sums[1::2], strict=True)
            self.step, self.sums = 2 * self.step, [sum(pair) for pair in pairs]

    def points(self) -> list[tuple[int, int, float]]:
        """Of each point, the number of its last one, how many are in it, and their sum."""
        ends = [min(self.n, (i + 1) * self.step) for i in range(len(self.sums))]
        return [(end, (end - 1) % self.step + 1, x) for end, x in zip(ends, self.sums, strict=True)]


class PlayerStatistics:
    """A player at a game: results with either colour, and what the moves cost."""

    def __init__(self) -> None:
        # Games lost, drawn and won in which the player moved first, and second.
        self.results = np.zeros((2, 3), int)
        self.win_seconds, self.move_seconds = Histogram(), Histogram()
        self.rates = Histogram()  # simulations a second, of moves that had any
        self.simulations = 0
        self.game_simulations, self.by_game = Histogram(), Series()  # simulations a game
        # By the number of this player's move in the game: how many, simulations, seconds.
        self.by_move = np.zeros((3, MOST_MOVES))

    def add(self, record: GameRecord, player: int) -> None:
        """Count a game that the player moved first (0) or second (1) in."""
        self.results[player, int(2 * record.points_of(player))] += 1
        turns = record.turns_of(player)
        seconds, simulations = [turn[0] for turn in turns], [turn[1] for turn in turns]
        if record.winner == player:
            self.win_seconds.add([sum(seconds)])
        self.move_seconds.add(seconds)
        self.simulations += sum(simulations)
        self.game_simulations.add([sum(simulations)])
        self.by_game.add(sum(simulations))
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
        moves, simulations, seconds = self.by_move[:, self.by_move[0] >= max(1, games / 20)]
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
        by_rule = Text("by the rules, a draw" if record.winner is None else "by the rules, a win")
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
        self.failing = failing(schedule.contests(), self.tallies)  # players, in games that count
        self.games_in_ledger = self.games_counted = 0
        games = list(experiment.games)
        self.places = games if len(games) == 1 else [TOGETHER, *games]  # that have numbers
        # By place and name.
        self.players: dict[tuple[str, str], PlayerStatistics] = defaultdict(PlayerStatistics)
        self.games = {game: GameStatistics() for game in games}
        # By contest, games that its first player lost, drew and won, moving first and second; and
        # the moves of all of them.
        self.results: dict[int, Any] = defaultdict(lambda: np.zeros((2, 3), int))
        self.plies: Counter[int] = Counter()
        # By contest and kind, a game with its rank: the highest is kept.
        self.samples: dict[tuple[int, str], tuple[int, GameRecord]] = {}

    def tally(self, contest: Contest) -> Tally:
        return self.tallies.get(contest.index) or Tally(self.experiment.sprt)

    def is_with_itself(self, contest: Contest) -> bool:
        """Whether a player of a sweep meets itself, under another name."""
        players = self.experiment.players
        return bool(self.experiment.sweep) and players[contest.one] == players[contest.other]

    def meetings(self, place: str, *, fair: bool = False) -> dict[tuple[str, str], Meeting]:
        """Every two who met at a game, or at any of them, as the one who came first sees it; where
        it is to be fair, without contests that failures decided or of a player with itself."""
        met: dict[tuple[str, str], Meeting] = {}
        came: dict[str, int] = {}  # by name, in which order
        for contest in self.contests:
            tally, is_there = self.tally(contest), place in (TOGETHER, contest.game)
            says_nothing = tally.is_spoilt or self.is_with_itself(contest)
            if not is_there or not tally.games or (fair and says_nothing):
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
        for place in {record.game, self.places[0]}:  # of several games, also all together
            self.players[place, record.first].add(record, 0)
            self.players[place, record.second].add(record, 1)
        self.games[record.game].add(record)
        self.results[record.contest][record.colour, int(2 * record.points)] += 1
        length = len(record.moves)
        self.plies[record.contest] += length
        ranks = {"shortest": -length, "longest": length}
        if record.winner_name == underdog:
            ranks["upset"] = length  # of several, the longest
        for kind, rank in ranks.items():
            key = record.contest, kind
            if key not in self.samples or rank > self.samples[key][0]:
                self.samples[key] = rank, record


def gather(data: MatchData, ledger: Ledger) -> Iterator[tuple[GameRecord, bool]]:
    """Walk through the games and count them: each of them, and whether it counts, which takes a
    pair that is complete and was counted."""
    underdogs: dict[int, str | None] = {}
    for contest in data.contests:
        lead = data.tally(contest).lead
        underdogs[contest.index] = None if lead == 0 else contest.other if lead > 0 else contest.one
    pairs = itertools.groupby(ledger.games(), key=lambda record: (record.contest, record.pair))
    for (index, pair), records in pairs:
        games, tally = list(records), data.tallies.get(index)
        needed = 0 if tally is None or pair >= tally.counted else tally.games_in(pair)
        # Games that break a tie were stopped by their results.
        counts = len(games) == needed and not isinstance(tally, TieBreak)
        for record in games:
            data.games_in_ledger += 1
            data.games_counted += counts
            if counts and index in underdogs:
                data.add(record, underdogs[index])
            yield record, counts
