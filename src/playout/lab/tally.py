"""How the contests of an experiment stand, from the results alone, in the order of the pairs.

Games end in any order, but they are counted pair by pair from the first on. So a contest that
is stopped when it is decided stops at the same pair however many workers played, and what was
played beyond it does not count.
"""

from .running import Running
from .score import Pairs, half_points
from .sprt import Decision, Sprt

__all__ = ["Tally"]


class Tally:
    """A contest: what has been counted, and whether it is decided."""

    def __init__(self, rule: Sprt | None = None) -> None:
        self.rule = rule
        self.counted = 0  # pairs, from the first on
        self.is_decided = False
        self._counts = [0] * len(Pairs.VALUES)
        self._running = Running(rule) if rule is not None else None
        self._waiting: dict[int, list[float | None]] = {}

    @property
    def pairs(self) -> Pairs:
        """What has been counted of the pairs that were played."""
        return Pairs.of(self._counts)

    def add(self, pair: int, colour: int, points: float | None) -> None:
        """A game of a pair: the points of the contest's first player, None if it failed."""
        if self.is_decided:
            return
        self._waiting.setdefault(pair, []).append(points)
        while not self.is_decided and len(self._waiting.get(self.counted, ())) == 2:
            one, other = self._waiting.pop(self.counted)
            self.counted += 1
            if one is None or other is None:
                continue  # half a pair says nothing about the two
            self._counts[half_points(one) + half_points(other)] += 1
            self.is_decided = self._running is not None and self._running.stops(self._counts)

    def decision(self) -> Decision | None:
        """What the test says, where there is one."""
        return self.rule.decide(self.pairs) if self.rule is not None else None
