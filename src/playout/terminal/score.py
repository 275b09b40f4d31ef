"""The score of a match, with its confidence interval."""

from dataclasses import dataclass

from ..lab.stats.intervals import wilson
from ..language import tr

__all__ = ["Score"]


@dataclass
class Score:
    """Games between two players, from the point of view of the first."""

    names: tuple[str, str]
    won: int = 0
    lost: int = 0
    drawn: int = 0
    failed: int = 0  # games that a player lost by a crash, an illegal move or the clock

    def add(self, winner: int | None, is_failure: bool = False) -> None:
        """Count a game that the first player won (0), the second (1), or nobody (None)."""
        self.failed += is_failure
        self.won += winner == 0
        self.lost += winner == 1
        self.drawn += winner is None

    def __str__(self) -> str:
        n = self.won + self.lost + self.drawn
        score = {"won": self.won, "lost": self.lost, "player": self.names[0]}
        text = tr("{won} : {lost} for {player}", **score)
        text += tr(", {n} drawn", ", {n} drawn", n=self.drawn) if self.drawn else ""
        if self.failed:
            text += tr(", failures decided {failed} of {n} games", failed=self.failed, n=n)
        if n == 0:
            return text
        points = self.won + self.drawn / 2
        interval = wilson(points, n)
        ends = {"share": points / n, "low": float(interval.low), "high": float(interval.high)}
        return text + tr(", {share:.0%} [{low:.0%}, {high:.0%}]", **ends)
