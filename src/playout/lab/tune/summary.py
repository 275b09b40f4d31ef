"""A tuning in words: what is best by the trials, and what the final match says of it."""

from ..run.pairing_score import Tally
from ..stats.intervals import Interval
from ..stats.pentanomial import Pairs
from ..stats.verdict import verdict
from .plan import TunePlan
from .recommend import Found
from .runner import START, TuneRun

__all__ = ["headline", "standings", "where_best"]


def standings(run: TuneRun) -> list[str]:
    """How a tuning stands, in a few lines."""
    tuning = run.tuning
    found = tuning.found(run.tallies)
    known = sum(map(len, tuning.batches))
    lines = [f"trial {known} of {tuning.tune.trials}"] if tuning.best is None else []
    if found is None:
        return lines
    lines.append(headline(run))
    return lines + where_best(tuning.tune, found)


def headline(run: TuneRun) -> str:
    """The best values first, and what is known of them, in a sentence."""
    tuning = run.tuning
    found = tuning.found(run.tallies)
    if found is None:
        return "No batch of trials is over yet: there is nothing to tell."
    best = found.best if tuning.best is None else tuning.best
    name = tuning.tune.name(best)
    n = sum(trial.pairs.games for trial in tuning.trials(run.tallies))
    told = (
        f"Best of {n:,} games in trials: {name}, with {_share(found.share)} of the points expected"
    )
    if tuning.best is None:
        return f"{told}; there is more to be played."
    if tuning.tune.filled(best) == tuning.tune.filled(tuning.tune.start):
        return f"{told}: the values it started from are kept."
    final = against_start(run)
    pairs = sum((tally.pairs for tally in final), Pairs())
    if not pairs.units:
        return f"{told}; the final match has not been played yet."
    if 2 * (failed := sum(tally.n_failures for tally in final)) >= pairs.games:
        return f"{told}. Failures decided {failed} of {pairs.games} games of the final match."
    start = f"the start ({tuning.tune.name(tuning.tune.start)})"
    return f"{told}. In a final match of other games, {verdict(name, start, pairs)}."


def against_start(run: TuneRun) -> list[Tally]:
    """The final match against the values it started from, at each game."""
    mine = [c.index for c in run.tuning.final() if c.other == START]
    return [run.tallies[i] for i in mine if i in run.tallies]


def where_best(tune: TunePlan, found: Found) -> list[str]:
    """For each parameter, between which values the best one lies."""
    lines = []
    for p in tune.parameters:
        if p.choices:
            odds = sorted(found.odds[p.name].items(), key=lambda item: -item[1])
            told = ", ".join(f"{name} {share:.0%}" for name, share in odds)
            lines.append(f"{p.name}: the best one is {told}")
        else:
            low, high = (p.text(value) for value in found.ranges[p.name])
            lines.append(f"{p.name}: the best value lies between {low} and {high} (95 %)")
    return lines


def _share(share: Interval) -> str:
    return f"{share.value:.1%} [{share.low:.1%}, {share.high:.1%}]"
