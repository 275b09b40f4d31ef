"""The score of a match, and how much it says."""

from dataclasses import dataclass

from ..lab.stats import intervals

__all__ = ["Score", "wilson"]


@dataclass
class Score:
    """Games between two players, seen from the first of them."""

    names: tuple[str, str]
    won: int = 0
    lost: int = 0
    drawn: int = 0
    failed: int = 0

    def add(self, winner: int | None, is_failure: bool = False) -> None:
        """Count a game that was won by the first (0), the second (1), or nobody (None); it may
        have been decided by the failure of the other one."""
        self.failed += is_failure
        if winner is None:
            self.drawn += 1
        elif winner == 0:
            self.won += 1
        else:
            self.lost += 1

    def __str__(self) -> str:
        n = self.won + self.lost + self.drawn
        draws = f", {self.drawn} drawn" if self.drawn else ""
        text = f"{self.won} : {self.lost} for {self.names[0]}{draws}"
        if self.failed:
            text += f", failures decided {self.failed} of {n} games"
        if n == 0:
            return text
        share = (self.won + self.drawn / 2) / n
        low, high = wilson(share, n)
        return f"{text}, {share:.0%} [{low:.0%}, {high:.0%}]"


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % interval of Wilson for a share of n games; a draw is half a game won."""
    interval = intervals.wilson(share * n, n)
    return interval.low, interval.high
