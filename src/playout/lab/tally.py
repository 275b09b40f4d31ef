"""How the contests of an experiment stand, from the results alone, in the order of the pairs.

Games end in any order, but they are counted pair by pair from the first on. So a contest that
is stopped when it is decided stops at the same pair however many workers played, and what was
played beyond it does not count.
"""

from .score import Pairs
from .sprt import Decision, Sprt

__all__ = ["Tally"]


class Tally:
    """A contest: what has been counted, and whether it is decided."""

    def __init__(self, rule: Sprt | None = None) -> None:
        self.rule = rule
        self.pairs = Pairs()
        self.counted = 0  # pairs, from the first on
        self.is_decided = False
        self._waiting: dict[int, list[float | None]] = {}

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
            self.pairs = self.pairs.with_pair(one, other)
            decision = self.decision()
            self.is_decided = decision is not None and decision.stopped

    def decision(self) -> Decision | None:
        """What the test says, where there is one."""
        return self.rule.decide(self.pairs) if self.rule is not None else None
