"""Whether a sequential test goes on, without its log likelihood ratio wherever that is clear.

After every pair of a long contest the ratio n (D(s0) - D(s1)) is asked for (see `multinomial`), and
nearly always the answer is that it lies between the bounds. For that an enclosure will do. With
the counts c_i, their shares p_i and b_i = a_i - s, any x that keeps 1 + x b_i above 0 has

    n D(s)  >=  sum of c_i log(1 + x b_i),

and any probabilities q_i of mean s have

    n D(s)  <=  sum of c_i log(p_i / q_i).

One step of Newton's method from the x of the pair before gives both: with u_i = 1 / (1 + x b_i) and
d = sum of c_i b_i u_i / sum of c_i (b_i u_i)^2, the next x is x + d, and p_i u_i (1 - d b_i u_i),
divided by their sum, are such q_i. The two are apart by about 1 / n. Where they do not decide, the
ratio itself is taken: the verdicts are those of the test, pair by pair.
"""

import math

from .likelihood import SEEN
from .pentanomial import Pairs, share_of
from .sprt import Sprt

__all__ = ["Running"]

MARGIN = 1e-6  # far above what is lost to rounding
VALUES = tuple(Pairs.VALUES.tolist())


class Running:
    """A test that is asked after every pair."""

    def __init__(self, rule: Sprt) -> None:
        self.rule = rule
        self.lower, self.upper = rule.bounds
        self._ends = [_Mean(share_of(elo)) for elo in (rule.elo0, rule.elo1)]
        self.n_exact = 0  # how often the ratio itself had to be taken

    def stops(self, counts: list[int]) -> bool:
        """Whether the test stops at these counts of pairs, from all points lost to all won."""
        if sum(counts) < self.rule.minimum:
            return False
        if not self.rule.normalised:
            seen = [n or SEEN for n in counts]
            (least0, most0), (least1, most1) = (end.enclose(seen) for end in self._ends)
            if self.lower + MARGIN < least0 - most1 and most0 - least1 < self.upper - MARGIN:
                return False
        self.n_exact += 1
        return self.rule.decide(Pairs.of(counts)).stopped


class _Mean:
    """One of the two means, and the x that was best for it at the last counts."""

    def __init__(self, mean: float) -> None:
        self.offsets = tuple(value - mean for value in VALUES)
        self.x = 0.0

    def enclose(self, counts: list[float]) -> tuple[float, float]:
        """Two numbers between which n D(mean) lies."""
        x = self.x
        inside = [1.0 + x * b for b in self.offsets]
        pulls = [b / t for b, t in zip(self.offsets, inside, strict=True)]
        slope = sum(n * p for n, p in zip(counts, pulls, strict=True))
        bend = sum(n * p * p for n, p in zip(counts, pulls, strict=True))
        d = slope / bend
        least = sum(n * math.log(t) for n, t in zip(counts, inside, strict=True))
        factors = [1.0 - d * p for p in pulls]
        self.x = self._kept_inside(x + d)
        if min(factors) <= 0.0:
            return least, math.inf
        weights = [n * f / t for n, f, t in zip(counts, factors, inside, strict=True)]
        total = sum(counts)
        spread = sum(n * math.log(f) for n, f in zip(counts, factors, strict=True))
        return least, least + total * math.log(sum(weights) / total) - spread

    def _kept_inside(self, x: float) -> float:
        """The x, or half of the way to it, and so on: 1 + x b must stay above 0."""
        while min(1.0 + x * b for b in self.offsets) <= 0.0:
            x = (x + self.x) / 2
        return x
