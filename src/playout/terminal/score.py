"""The score of a match, with its confidence interval."""

from dataclasses import dataclass

from ..lab.stats.intervals import wilson

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
        text = f"{self.won} : {self.lost} for {self.names[0]}"
        text += f", {self.drawn} drawn" if self.drawn else ""
        text += f", failures decided {self.failed} of {n} games" if self.failed else ""
        if n == 0:
            return text
        points = self.won + self.drawn / 2
        interval = wilson(points, n)
        return f"{text}, {points / n:.0%} [{interval.low:.0%}, {interval.high:.0%}]"
