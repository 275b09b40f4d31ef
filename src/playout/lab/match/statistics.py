"""What is kept of any number of games: counts, sums and histograms of a fixed size."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..run.records import GameRecord
from ..stats.pentanomial import Score

__all__ = ["Cost", "GameStatistics", "Histogram", "PlayerStatistics", "most_common"]

PER_DECADE = 100
LOWEST, DECADES = -7, 17  # times from 0.1 microseconds, rates up to 10^10 a second
MOST_PLIES = 512  # what comes later is counted with the last
AT_ONCE = 200  # games whose moves are counted together, which is faster
MOST_TEXTS = 40


class Histogram:
    """Numbers above 0 in bins of equal ratio, 100 to a factor of ten: a quartile read from them is
    off by 1.2 % at most, the least, the greatest and the mean by nothing."""

    def __init__(self) -> None:
        self.n, self.total = 0, 0.0
        self.least, self.most = math.inf, -math.inf
        self._bins = np.zeros(PER_DECADE * DECADES + 1, np.int64)

    def add(self, numbers: Sequence[float] | np.ndarray) -> None:
        values = np.asarray(numbers, float)
        if not len(values):
            return
        self.n += len(values)
        self.total += float(values.sum())
        self.least = min(self.least, float(values.min()))
        self.most = max(self.most, float(values.max()))
        bins = (np.log10(np.maximum(values, 10.0**LOWEST)) - LOWEST) * PER_DECADE
        places = np.clip(bins.astype(np.int64), 0, len(self._bins) - 1)
        self._bins += np.bincount(places, minlength=len(self._bins))

    def __add__(self, other: "Histogram") -> "Histogram":
        both = Histogram()
        both.n, both.total = self.n + other.n, self.total + other.total
        both.least, both.most = min(self.least, other.least), max(self.most, other.most)
        both._bins = self._bins + other._bins
        return both

    def quantile(self, share: float) -> float:
        """The value below which this share lies, to half a bin."""
        if not self.n:
            return math.nan
        place = int(np.searchsorted(np.cumsum(self._bins), share * self.n))
        middle: float = 10.0 ** (LOWEST + (place + 0.5) / PER_DECADE)
        return min(max(middle, self.least), self.most)

    def box(self) -> dict[str, float]:
        """What a box plot shows: whiskers at 5 and 95 %, quartiles, the mean."""
        shares = {"p5": 0.05, "q1": 0.25, "median": 0.5, "q3": 0.75, "p95": 0.95}
        box = {name: self.quantile(share) for name, share in shares.items()}
        return box | {"mean": self.total / self.n if self.n else math.nan}


class Cost(NamedTuple):
    """What the moves of a player cost in a game."""

    seconds: list[float]
    simulations: list[int]
    total_seconds: float
    total_simulations: int

    @classmethod
    def of(cls, record: GameRecord, player: int) -> "Cost":
        """Of the player who moved first (0) or second (1): they take turns."""
        mine = record.turns[(player - record.opening) % 2 :: 2]
        seconds, simulations = [turn[0] for turn in mine], [turn[1] for turn in mine]
        return cls(seconds, simulations, sum(seconds), sum(simulations))


class PlayerStatistics:
    """A player at a game: results with either colour, and what the moves cost. What the moves cost
    is up to date in a sum, which is what `MatchData.player` gives."""

    def __init__(self) -> None:
        self.first, self.second = np.zeros(3, int), np.zeros(3, int)  # lost, drawn, won
        self.win_seconds, self.move_seconds = Histogram(), Histogram()
        self.rates = Histogram()  # simulations a second, of moves that had any
        self.simulations, self.seconds, self.moves = 0, 0.0, 0
        # By the number of this player's move in the game.
        self.moves_at, self.simulations_at, self.seconds_at = np.zeros((3, MOST_PLIES))
        self._won: list[float] = []  # seconds, and costs, that are to be counted
        self._costs: list[Cost] = []

    def __add__(self, other: "PlayerStatistics") -> "PlayerStatistics":
        self._count()
        other._count()
        both = PlayerStatistics()
        for name, value in vars(self).items():
            setattr(both, name, value + getattr(other, name))
        return both

    def add(self, moved_first: bool, points: float, cost: Cost) -> None:
        """Count a game, with the cost of each of this player's moves."""
        (self.first if moved_first else self.second)[int(2 * points)] += 1
        self.seconds += cost.total_seconds
        self.simulations += cost.total_simulations
        self.moves += len(cost.seconds)
        if points == 1:
            self._won.append(cost.total_seconds)
        self._costs.append(cost)
        if len(self._costs) >= AT_ONCE:
            self._count()

    def _count(self) -> None:
        """Count the moves of the games since the last time."""
        self.win_seconds.add(self._won)
        if self._costs:
            seconds = np.array([s for cost in self._costs for s in cost.seconds])
            simulations = np.array([n for cost in self._costs for n in cost.simulations])
            places = np.array([i for cost in self._costs for i in range(len(cost.seconds))], int)
            places = np.minimum(places, MOST_PLIES - 1)
            some = (simulations > 0) & (seconds > 0)
            self.move_seconds.add(seconds)
            self.rates.add(simulations[some] / seconds[some])
            self.moves_at += np.bincount(places, minlength=MOST_PLIES)
            self.seconds_at += np.bincount(places, seconds, MOST_PLIES)
            self.simulations_at += np.bincount(places, simulations, MOST_PLIES)
        self._won, self._costs = [], []

    @property
    def score(self) -> Score:
        return Score.of((self.first + self.second).tolist())

    @property
    def wins_per_thousand(self) -> float:
        """Games won for 1,000 simulations."""
        return 1000 * self.score.wins / self.simulations if self.simulations else math.nan

    def curves(self) -> dict[str, list[float]]:
        """By move number, as far as one game in twenty went: simulations a move, a second, and
        cumulated, where games that are over keep what they had."""
        games = self.score.games
        n = int((self.moves_at >= max(1, games / 20)).sum())
        done = self.simulations_at[:n]
        return {
            "per_move": (done / np.maximum(self.moves_at[:n], 1)).tolist(),
            "per_second": (done / np.maximum(self.seconds_at[:n], 1e-12)).tolist(),
            "cumulated": (np.cumsum(done) / max(games, 1)).tolist(),
        }


class GameStatistics:
    """The games that were played at one game: how long they are, who wins, how they end."""

    def __init__(self) -> None:
        self.lengths: Counter[int] = Counter()  # by plies, the opening included
        self.first_mover = [0, 0, 0]  # lost, drawn, won
        self.endings: Counter[str] = Counter()

    def add(self, record: GameRecord) -> None:
        self.lengths[len(record.moves)] += 1
        self.first_mover[1 if record.winner is None else 2 - 2 * record.winner] += 1
        by_rule = "by the rules, a draw" if record.winner is None else "by the rules, a win"
        self.endings[(record.reason or by_rule)[:160]] += 1

    def length_at(self, share: float) -> int:
        """The length that this share of the games does not exceed."""
        lengths = sorted(self.lengths)
        counts = np.cumsum([self.lengths[plies] for plies in lengths])
        return lengths[int(np.searchsorted(counts, share * counts[-1]))]


def most_common(counts: Counter[str]) -> dict[str, int]:
    """The texts that come most often, with the rest together."""
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    rest = sum(n for _, n in ranked[MOST_TEXTS:])
    return dict(ranked[:MOST_TEXTS]) | ({"something else": rest} if rest else {})
