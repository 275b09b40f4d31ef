"""What the games of two players say, in a sentence that claims no more than its interval."""

import math

from ...language import tr
from .intervals import Interval
from .pentanomial import Counts, Pairs
from .sprt import Sprt
from .sprt_elo import strength

FEWEST = 10  # pairs before anybody is called stronger
FALSE_FINDS = 0.05  # the chance of one, at most


def verdict(
    first: str,
    second: str,
    pairs: Counts,
    *,
    test: Sprt | None = None,
    adjusted: float | None = None,
) -> str:
    """What the games of two players say; the pairs, or single games, are those of the first.

    `test` is the SPRT by which the games were stopped: Elo is corrected for that (see `sprt_elo`),
    or labelled where games came after the stop, for which there is no correction. `adjusted`
    is a p value after Holm's correction: with one above 5 % nothing is found.
    """
    if not pairs.units:
        return tr("{one} and {other} have played no games", one=first, other=second)
    if pairs.mean < 0.5:
        first, second, pairs = second, first, pairs.swapped()
        test = test and test.swapped
    elo, los, is_corrected = strength(pairs, test)
    n = tr("{n:,} game", "{n:,} games", n=pairs.games)
    if isinstance(pairs, Pairs):
        n += tr(" in {n:,} pair", " in {n:,} pairs", n=pairs.units)
    # The likelihood of superiority is never rounded up to certainty.
    sure = tr("{value:.1f} %", value=math.floor(los * 1000 + 1e-6) / 10)
    notes = [tr("95 %"), n, "LOS " + (tr("above 99.9 %") if los > 0.999 else sure)]
    if test is not None:
        corrected = "stopped by an SPRT, Elo corrected for it"
        notes.append(
            tr(corrected if is_corrected else "stopped by an SPRT, which makes Elo too large")
        )
    if adjusted is not None:
        notes.append(tr("p {p:.2g} by Holm", p=float(adjusted)))
    about = {"one": first, "other": second, "elo": _between(first, elo)}
    text = "{one} beats {other} by {elo} Elo"
    if pairs.units < FEWEST:
        text = "too few games to tell {one} from {other}: {elo}"
    elif elo.low <= 0.0 or (adjusted is not None and adjusted > FALSE_FINDS):
        text = "no difference was found between {one} and {other}: {elo}"
    elif math.isinf(elo.high):
        text = "{one} beats {other} by {elo} Elo or more"
        about["elo"] = str(math.floor(elo.low))
    else:
        about["elo"] = _with_margin(elo)
    return f"{tr(text, **about)} ({', '.join(notes)})"


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
        return tr("any difference in Elo is possible")
    if math.isinf(elo.high):
        return tr("{player} is at {low:+d} Elo or more", player=first, low=math.floor(elo.low))
    if math.isinf(elo.low):
        return tr("{player} is at {high:+d} Elo or less", player=first, high=math.ceil(elo.high))
    ends = {"low": math.floor(elo.low), "high": math.ceil(elo.high)}
    return tr("{player} is at {low:+d} to {high:+d} Elo", player=first, **ends)
