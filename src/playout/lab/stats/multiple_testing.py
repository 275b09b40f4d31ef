"""Many comparisons at once, and what is said of one.

Twenty comparisons of equal players at 5 % find one difference on average. Holm (1979) keeps the
probability of any false find at the level: with the p values in rising order, p_1 to p_k,

    adjusted p_i = max over j <= i of  min(1, (k - j + 1) p_j),

and what is found is what has an adjusted p at the level or below. It needs no independence.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

from . import likelihood as multinomial
from .intervals import Interval, student_tail
from .likelihood import moments, regular
from .pentanomial import Match, Pairs, Score
from .sprt import Sprt
from .sprt_elo import is_at_stop, unbiased_elo, unbiased_los

__all__ = ["Comparison", "compare", "holm", "p_value", "verdict"]

TESTS = ("likelihood", "normal", "t")
FEWEST = 10  # pairs, or twice as many single games, before anybody is called stronger


class Comparison(NamedTuple):
    """One of many comparisons."""

    name: str
    p: float
    adjusted: float
    found: bool


def holm(p_values: Sequence[float]) -> list[float]:
    """The adjusted p values, in the order of those given."""
    if any(not 0.0 <= p <= 1.0 for p in p_values):
        raise ValueError("p values lie between 0 and 1")
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = highest
    return adjusted


def p_value(counts: Pairs | Score, test: str = "likelihood") -> float:
    """The two-sided p against equal strength.

    "likelihood" is twice the tail of `careful_los`, "normal" that of `los`, and "t" the test of
    Student, with the variance of a sample.
    """
    if test not in TESTS:
        raise ValueError(f"the tests are {', '.join(TESTS)}, not {test!r}")
    if test == "likelihood":
        if not counts.units:
            return 1.0
        root = multinomial.signed_root(counts.counts, counts.VALUES)
        return 2 * NormalDist().cdf(-abs(root))
    if counts.units < 2:
        return 1.0
    if test == "normal":
        los = counts.los()
        return 2 * min(los, counts.swapped().los())
    variance = counts.variance
    if variance == 0.0:
        variance = float(moments(regular(counts.counts), counts.VALUES)[1])
    t = (counts.mean - 0.5) / math.sqrt(variance / (counts.units - 1))
    return 2 * student_tail(abs(t), counts.units - 1) if t else 1.0


def compare(
    results: Mapping[str, Pairs | Score], level: float = 0.95, test: str = "likelihood"
) -> list[Comparison]:
    """Which of many results show a difference, with Holm's correction over all of them."""
    multinomial.quantile(level)
    p_values = [p_value(counts, test) for counts in results.values()]
    compared = []
    for (name, counts), p, adjusted in zip(results.items(), p_values, holm(p_values), strict=True):
        found = adjusted <= 1 - level and counts.games >= 2 * FEWEST
        compared.append(Comparison(name, p, adjusted, found))
    return compared


def verdict(
    first: str,
    second: str,
    counts: Pairs | Score | Match,
    *,
    test: Sprt | None = None,
    adjusted: float | None = None,
    level: float = 0.95,
) -> str:
    """What the games of two players say, in a sentence; the counts are those of the first.

    `test` is the SPRT by which the games were stopped: Elo is corrected for that (see `stopped`),
    or labelled where games came after the stop, for which there is no correction. `adjusted`
    is a p value after Holm's correction: with one above the level nothing is found. A match
    counts by its pairs if it has any.
    """
    if isinstance(counts, Match):
        counts = counts.pairs if counts.pairs.units else counts.score
    if not counts.units:
        multinomial.quantile(level)
        return f"{first} and {second} have played no games"
    if counts.mean < 0.5:
        first, second, counts = second, first, counts.swapped()
        test = test and _seen_from_the_other(test)
    if test is not None and not isinstance(counts, Pairs):
        raise ValueError("Elo after a stopped test is known for pairs of games only")
    elo, los = counts.careful_elo(level), counts.careful_los()
    label = ""
    if isinstance(counts, Pairs) and test is not None:
        label = "stopped by an SPRT, which makes Elo too large"
        if is_at_stop(counts, test):
            elo, los = unbiased_elo(counts, test, level), unbiased_los(counts, test)
            label = "stopped by an SPRT, Elo corrected for it"
    notes = [f"{level * 100:g} %", _games(counts), f"LOS {_los(los)}"]
    if label:
        notes.append(label)
    if adjusted is not None:
        notes.append(f"p {adjusted:.2g} by Holm")
    told = ", ".join(notes)
    if counts.games < 2 * FEWEST:
        return f"too few games to tell {first} from {second}: {_between(first, elo)} ({told})"
    if elo.low <= 0.0 or (adjusted is not None and adjusted > 1 - level):
        names = f"{first} and {second}"
        return f"no difference was found between {names}: {_between(first, elo)} ({told})"
    if math.isinf(elo.high):
        return f"{first} beats {second} by {math.floor(elo.low)} Elo or more ({told})"
    return f"{first} beats {second} by {_with_margin(elo)} Elo ({told})"


def _seen_from_the_other(test: Sprt) -> Sprt:
    """The same test, of the other player's strength: H1 and H0 change places."""
    return Sprt(-test.elo1, -test.elo0, test.beta, test.alpha, test.normalised, test.minimum)


def _with_margin(elo: Interval) -> str:
    """With the larger side as the margin where both are about the same, else with both ends."""
    value = round(elo.value)
    sides = elo.high - value, value - elo.low
    margin = math.ceil(max(sides))
    if max(sides) - min(sides) <= max(2.0, 0.2 * max(sides)) and margin < value:
        return f"{value} ± {margin}"
    return f"{value} [{math.floor(elo.low)}, {math.ceil(elo.high)}]"


def _between(first: str, elo: Interval) -> str:
    if math.isinf(elo.low) and math.isinf(elo.high):
        return "any difference in Elo is possible"
    if math.isinf(elo.high):
        return f"{first} is at {math.floor(elo.low):+d} Elo or more"
    if math.isinf(elo.low):
        return f"{first} is at {math.ceil(elo.high):+d} Elo or less"
    return f"{first} is at {math.floor(elo.low):+d} to {math.ceil(elo.high):+d} Elo"


def _games(counts: Pairs | Score) -> str:
    games = f"{counts.games:,} game{'s' * (counts.games != 1)}"
    if isinstance(counts, Pairs):
        return f"{games} in {counts.units:,} pair{'s' * (counts.units != 1)}"
    return f"{games}, not in pairs"


def _los(los: float) -> str:
    """Never rounded up to certainty."""
    return "above 99.9 %" if los > 0.999 else f"{math.floor(los * 1000 + 1e-6) / 10:.1f} %"
