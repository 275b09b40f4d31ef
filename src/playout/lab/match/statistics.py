"""What is kept of any number of games: counts, sums and histograms of a fixed size.

Times are kept in bins of equal ratio, 100 to a factor of ten: a quartile read from them is off by
1.2 % at most, the least, the greatest and the mean by nothing.
"""

import math
from collections import Counter
from typing import NamedTuple

import numpy as np

from ..run.ledger import Entry
from ..stats.pentanomial import Score

__all__ = ["Cost", "Few", "Games", "Side", "Spread"]

PER_DECADE = 100
LOWEST, DECADES = -7, 17  # times from 0.1 microseconds, rates up to 10^10 a second
MOST_PLIES = 512  # what comes later is counted with the last
WAITING = 4096  # numbers that are put in bins together


class Spread:
    """Numbers above 0 in bins of equal ratio."""

    def __init__(self) -> None:
        self.n = 0
        self.total = 0.0
        self.least, self.most = math.inf, -math.inf
        self._bins = np.zeros(PER_DECADE * DECADES + 1, np.int64)
        self._waiting: list[float] = []

    def add(self, value: float) -> None:
        self._waiting.append(value)
        if len(self._waiting) >= WAITING:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self.add_all(np.array(self._waiting))
            self._waiting.clear()

    def add_all(self, values: np.ndarray) -> None:
        """Put many in their bins at once."""
        if not len(values):
            return
        self.n += len(values)
        self.total += float(values.sum())
        self.least = min(self.least, float(values.min()))
        self.most = max(self.most, float(values.max()))
        bins = (np.log10(np.maximum(values, 10.0**LOWEST)) - LOWEST) * PER_DECADE
        places = np.clip(bins.astype(np.int64), 0, len(self._bins) - 1)
        self._bins += np.bincount(places, minlength=len(self._bins))

    def merge(self, other: "Spread") -> None:
        """Count in what another has."""
        self._flush()
        other._flush()
        self.n += other.n
        self.total += other.total
        self.least, self.most = min(self.least, other.least), max(self.most, other.most)
        self._bins += other._bins

    @property
    def mean(self) -> float:
        self._flush()
        return self.total / self.n if self.n else math.nan

    def quantile(self, share: float) -> float:
        """The value below which this share lies, to half a bin."""
        self._flush()
        if not self.n:
            return math.nan
        place = int(np.searchsorted(np.cumsum(self._bins), share * self.n))
        middle = 10.0 ** (LOWEST + (place + 0.5) / PER_DECADE)
        return min(max(middle, self.least), self.most)

    def box(self) -> dict[str, float]:
        """What a box plot shows: whiskers at 5 and 95 %, quartiles, the mean."""
        shares = {"p5": 0.05, "q1": 0.25, "median": 0.5, "q3": 0.75, "p95": 0.95}
        return {name: self.quantile(share) for name, share in shares.items()} | {"mean": self.mean}


class Cost(NamedTuple):
    """What the moves of a player cost in a game."""

    seconds: list[float]
    simulations: list[int]
    total_seconds: float
    total_simulations: int

    @classmethod
    def of(cls, entry: Entry, player: int) -> "Cost":
        """Of the player who moved first (0) or second (1): they take turns."""
        mine = entry.turns[(player - entry.opening) % 2 :: 2]
        seconds, simulations = [turn[0] for turn in mine], [turn[1] for turn in mine]
        return cls(seconds, simulations, sum(seconds), sum(simulations))


class Side:
    """A player at a game: results with either colour, and what the moves cost."""

    def __init__(self) -> None:
        self.first, self.second = [0, 0, 0], [0, 0, 0]  # lost, drawn, won
        self.win_seconds = Spread()
        self._move_seconds = Spread()
        self._rates = Spread()
        self.simulations = 0
        self.seconds = 0.0
        self.moves = 0
        # By the number of this player's move in the game.
        self.moves_at = np.zeros(MOST_PLIES, np.int64)
        self.simulations_at = np.zeros(MOST_PLIES, np.float64)
        self.seconds_at = np.zeros(MOST_PLIES, np.float64)
        self._places: list[int] = []
        self._seconds: list[float] = []
        self._simulations: list[int] = []

    def add(self, moved_first: bool, points: float, cost: Cost) -> None:
        """Count a game, with the cost of each of this player's moves."""
        (self.first if moved_first else self.second)[int(2 * points)] += 1
        self.seconds += cost.total_seconds
        self.simulations += cost.total_simulations
        self.moves += len(cost.seconds)
        if points == 1:
            self.win_seconds.add(cost.total_seconds)
        self._places += range(len(cost.seconds))
        self._seconds += cost.seconds
        self._simulations += cost.simulations
        if len(self._places) >= WAITING:
            self._flush()

    @property
    def move_seconds(self) -> Spread:
        """The time of each move."""
        self._flush()
        return self._move_seconds

    @property
    def rates(self) -> Spread:
        """Simulations a second, of moves that had any."""
        self._flush()
        return self._rates

    def _flush(self) -> None:
        """Count what was added since the last time."""
        if not self._places:
            return
        places = np.minimum(np.array(self._places), MOST_PLIES - 1)
        seconds = np.array(self._seconds, np.float64)
        simulations = np.array(self._simulations, np.float64)
        for waiting in (self._places, self._seconds, self._simulations):
            waiting.clear()  # type: ignore[attr-defined]
        self._move_seconds.add_all(seconds)
        some = (simulations > 0) & (seconds > 0)
        self._rates.add_all(simulations[some] / seconds[some])
        self.moves_at += np.bincount(places, minlength=MOST_PLIES)
        self.seconds_at += np.bincount(places, seconds, MOST_PLIES)
        self.simulations_at += np.bincount(places, simulations, MOST_PLIES)

    def merge(self, other: "Side") -> None:
        """Count in what this player did at another game."""
        self._flush()
        other._flush()
        self.first = [a + b for a, b in zip(self.first, other.first, strict=True)]
        self.second = [a + b for a, b in zip(self.second, other.second, strict=True)]
        self.move_seconds.merge(other.move_seconds)
        self.win_seconds.merge(other.win_seconds)
        self.rates.merge(other.rates)
        self.simulations += other.simulations
        self.seconds += other.seconds
        self.moves += other.moves
        self.moves_at += other.moves_at
        self.seconds_at += other.seconds_at
        self.simulations_at += other.simulations_at

    @property
    def score(self) -> Score:
        return Score.of(self.first) + Score.of(self.second)

    @property
    def wins_per_thousand(self) -> float:
        """Games won for 1,000 simulations."""
        return 1000 * self.score.wins / self.simulations if self.simulations else math.nan

    def curves(self) -> dict[str, list[float]]:
        """By move number, as far as one game in twenty went: simulations a move, a second, and
        cumulated, where games that are over keep what they had."""
        self._flush()
        games = self.score.games
        n = int((self.moves_at >= max(1, games / 20)).sum())
        moves, seconds = self.moves_at[:n], self.seconds_at[:n]
        done = self.simulations_at[:n]
        return {
            "per_move": (done / np.maximum(moves, 1)).tolist(),
            "per_second": (done / np.maximum(seconds, 1e-12)).tolist(),
            "cumulated": (np.cumsum(done) / max(games, 1)).tolist(),
        }


class Games:
    """The games themselves at one game: how long they are, who wins, how they end."""

    def __init__(self) -> None:
        self.n = 0
        self.lengths: Counter[int] = Counter()  # by plies, the opening included
        self.first_mover = [0, 0, 0]  # lost, drawn, won
        self.endings = Few()

    def add(self, plies: int, winner: int | None, ending: str) -> None:
        self.n += 1
        self.lengths[min(plies, 4 * MOST_PLIES)] += 1
        self.first_mover[1 if winner is None else 2 - 2 * winner] += 1
        self.endings.add(ending)

    def merge(self, other: "Games") -> None:
        self.n += other.n
        self.lengths += other.lengths
        self.first_mover = [a + b for a, b in zip(self.first_mover, other.first_mover, strict=True)]
        for text, count in other.endings.items():
            self.endings.add(text, count)

    def length_at(self, share: float) -> int:
        """The length that this share of the games does not exceed."""
        seen = 0
        for plies in sorted(self.lengths):
            seen += self.lengths[plies]
            if seen >= share * self.n:
                return plies
        return 0

    @property
    def mean_length(self) -> float:
        return sum(k * v for k, v in self.lengths.items()) / self.n if self.n else math.nan


class Few:
    """Texts with their counts; beyond a number of different ones the rest is counted together."""

    MOST = 40
    REST = "something else"

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def add(self, text: str, count: int = 1) -> None:
        text = text if len(text) <= 160 else text[:159] + "…"
        if text not in self._counts and len(self._counts) >= self.MOST:
            text = self.REST
        self._counts[text] += count

    def items(self) -> list[tuple[str, int]]:
        """The most frequent first."""
        return sorted(self._counts.items(), key=lambda item: (-item[1], item[0]))
