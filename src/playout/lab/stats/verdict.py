"""What the games of two players say, in a sentence that claims no more than its interval."""

import math

from .intervals import Interval
from .multiple_testing import FEWEST
from .pentanomial import Pairs
from .sprt import Sprt
from .sprt_elo import is_at_stop, unbiased_elo, unbiased_los

__all__ = ["verdict"]


def verdict(
    first: str,
    second: str,
    pairs: Pairs,
    *,
    test: Sprt | None = None,
    adjusted: float | None = None,
    level: float = 0.95,
) -> str:
    """What the games of two players say; the pairs are those of the first.

    `test` is the SPRT by which the games were stopped: Elo is corrected for that (see `sprt_elo`),
    or labelled where games came after the stop, for which there is no correction. `adjusted`
    is a p value after Holm's correction: with one above the level nothing is found.
    """
    if not pairs.units:
        return f"{first} and {second} have played no games"
    if pairs.mean < 0.5:
        first, second, pairs = second, first, pairs.swapped()
        test = test and test.swapped
    elo, los, label = _strength(pairs, test, level)
    n = f"{pairs.games:,} games in {pairs.units:,} pair{'s' * (pairs.units != 1)}"
    # The likelihood of superiority is never rounded up to certainty.
    sure = "above 99.9 %" if los > 0.999 else f"{math.floor(los * 1000 + 1e-6) / 10:.1f} %"
    notes = [f"{level * 100:g} %", n, f"LOS {sure}", *label]
    if adjusted is not None:
        notes.append(f"p {adjusted:.2g} by Holm")
    beside = ", ".join(notes)
    if pairs.units < FEWEST:
        return f"too few games to tell {first} from {second}: {_between(first, elo)} ({beside})"
    if elo.low <= 0.0 or (adjusted is not None and adjusted > 1 - level):
        names = f"{first} and {second}"
        return f"no difference was found between {names}: {_between(first, elo)} ({beside})"
    if math.isinf(elo.high):
        return f"{first} beats {second} by {math.floor(elo.low)} Elo or more ({beside})"
    return f"{first} beats {second} by {_with_margin(elo)} Elo ({beside})"


def _strength(pairs: Pairs, test: Sprt | None, level: float) -> tuple[Interval, float, list[str]]:
    """Elo, the likelihood of superiority, and what an SPRT has done to them."""
    if test is None:
        return pairs.elo(level), pairs.los(), []
    if is_at_stop(pairs, test):
        label = "stopped by an SPRT, Elo corrected for it"
        return unbiased_elo(pairs, test, level), unbiased_los(pairs, test), [label]
    return pairs.elo(level), pairs.los(), ["stopped by an SPRT, which makes Elo too large"]


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
