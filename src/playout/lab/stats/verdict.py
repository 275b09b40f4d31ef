"""What the games of two players say, in a sentence that claims no more than its interval."""

import math

from .intervals import Interval
from .pentanomial import Pairs
from .sprt import Sprt
from .sprt_elo import strength

__all__ = ["FALSE_FINDS", "FEWEST", "verdict"]

FEWEST = 10  # pairs before anybody is called stronger
FALSE_FINDS = 0.05  # the chance of one, at most


def verdict(
    first: str,
    second: str,
    pairs: Pairs,
    *,
    test: Sprt | None = None,
    adjusted: float | None = None,
) -> str:
    """What the games of two players say; the pairs are those of the first.

    `test` is the SPRT by which the games were stopped: Elo is corrected for that (see `sprt_elo`),
    or labelled where games came after the stop, for which there is no correction. `adjusted`
    is a p value after Holm's correction: with one above 5 % nothing is found.
    """
    if not pairs.units:
        return f"{first} and {second} have played no games"
    if pairs.mean < 0.5:
        first, second, pairs = second, first, pairs.swapped()
        test = test and test.swapped
    elo, los, is_corrected = strength(pairs, test)
    n = f"{pairs.games:,} games in {pairs.units:,} pair{'s' * (pairs.units != 1)}"
    # The likelihood of superiority is never rounded up to certainty.
    sure = "above 99.9 %" if los > 0.999 else f"{math.floor(los * 1000 + 1e-6) / 10:.1f} %"
    notes = ["95 %", n, f"LOS {sure}"]
    if test is not None:
        effect = "Elo corrected for it" if is_corrected else "which makes Elo too large"
        notes.append(f"stopped by an SPRT, {effect}")
    if adjusted is not None:
        notes.append(f"p {adjusted:.2g} by Holm")
    beside = ", ".join(notes)
    if pairs.units < FEWEST:
        return f"too few games to tell {first} from {second}: {_between(first, elo)} ({beside})"
    if elo.low <= 0.0 or (adjusted is not None and adjusted > FALSE_FINDS):
        names = f"{first} and {second}"
        return f"no difference was found between {names}: {_between(first, elo)} ({beside})"
    if math.isinf(elo.high):
        return f"{first} beats {second} by {math.floor(elo.low)} Elo or more ({beside})"
    return f"{first} beats {second} by {_with_margin(elo)} Elo ({beside})"


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
