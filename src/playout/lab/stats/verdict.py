"""What the games of two players say, in a sentence that claims no more than its interval."""

import math

from .intervals import Interval, normal_quantile
from .multiple_testing import FEWEST
from .pentanomial import Counts, Pairs
from .results import Match
from .sprt import Sprt
from .sprt_elo import is_at_stop, unbiased_elo, unbiased_los

__all__ = ["verdict"]


def verdict(
    first: str,
    second: str,
    counts: Counts | Match,
    *,
    test: Sprt | None = None,
    adjusted: float | None = None,
    level: float = 0.95,
) -> str:
    """What the games of two players say; the counts are those of the first.

    `test` is the SPRT by which the games were stopped: Elo is corrected for that (see `sprt_elo`),
    or labelled where games came after the stop, for which there is no correction. `adjusted`
    is a p value after Holm's correction: with one above the level nothing is found. A match
    counts by its pairs if it has any.
    """
    if isinstance(counts, Match):
        counts = counts.pairs if counts.pairs.units else counts.score
    if not counts.units:
        normal_quantile(level)
        return f"{first} and {second} have played no games"
    if counts.mean < 0.5:
        first, second, counts = second, first, counts.swapped()
        test = test and test.swapped
    elo, los, label = _strength(counts, test, level)
    notes = [f"{level * 100:g} %", _games(counts), f"LOS {_los(los)}"]
    if label:
        notes.append(label)
    if adjusted is not None:
        notes.append(f"p {adjusted:.2g} by Holm")
    beside = ", ".join(notes)
    if counts.games < 2 * FEWEST:
        return f"too few games to tell {first} from {second}: {_between(first, elo)} ({beside})"
    if elo.low <= 0.0 or (adjusted is not None and adjusted > 1 - level):
        names = f"{first} and {second}"
        return f"no difference was found between {names}: {_between(first, elo)} ({beside})"
    if math.isinf(elo.high):
        return f"{first} beats {second} by {math.floor(elo.low)} Elo or more ({beside})"
    return f"{first} beats {second} by {_with_margin(elo)} Elo ({beside})"


def _strength(counts: Counts, test: Sprt | None, level: float) -> tuple[Interval, float, str]:
    """Elo, the likelihood of superiority, and what an SPRT has done to them."""
    if test is None:
        return counts.elo(level), counts.los(), ""
    if not isinstance(counts, Pairs):
        raise ValueError("Elo after a stopped test is known for pairs of games only")
    if is_at_stop(counts, test):
        label = "stopped by an SPRT, Elo corrected for it"
        return unbiased_elo(counts, test, level), unbiased_los(counts, test), label
    return counts.elo(level), counts.los(), "stopped by an SPRT, which makes Elo too large"


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


def _games(counts: Counts) -> str:
    games = f"{counts.games:,} game{'s' * (counts.games != 1)}"
    if isinstance(counts, Pairs):
        return f"{games} in {counts.units:,} pair{'s' * (counts.units != 1)}"
    return f"{games}, not in pairs"


def _los(los: float) -> str:
    """Never rounded up to certainty."""
    return "above 99.9 %" if los > 0.999 else f"{math.floor(los * 1000 + 1e-6) / 10:.1f} %"
