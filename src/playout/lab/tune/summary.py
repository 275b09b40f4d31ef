"""A tuning in words: what is best by the trials, and what the final match says of it."""

from ..match import summary as match
from ..run.pairing_score import Tally
from ..stats.intervals import Interval
from ..stats.pentanomial import Pairs
from ..stats.verdict import verdict
from .plan import TunePlan
from .recommend import Recommendation
from .schedule import START, TuneSchedule

__all__ = ["headline", "standings", "where_best"]


def standings(schedule: TuneSchedule) -> list[str]:
    """How a tuning stands, in a few lines; what failed comes first."""
    known, lines = schedule.recommendation(), match.failure_lines(schedule)
    if schedule.best is None:
        trials = sum(map(len, schedule.batches))
        lines.append(f"trial {trials} of {schedule.plan.trials}")
    if known is not None:
        lines += [headline(schedule), *where_best(schedule.plan, known)]
    final = [match.contest_line(schedule, contest) for contest in schedule.final()]
    return lines + list(filter(None, final))


def headline(schedule: TuneSchedule) -> str:
    """The best values first, and what is known of them, in a sentence."""
    known, plan = schedule.recommendation(), schedule.plan
    if known is None:
        return "No batch of trials is over yet: there is nothing to tell."
    best = known.best if schedule.best is None else schedule.best
    name = plan.name(best)
    n = sum(trial.pairs.games for trial in schedule.trials())
    points = f"{_share(known.share)} of the points expected"
    text = f"Best of {n:,} games in trials: {name}, with {points}"
    if schedule.best is None:
        return f"{text}; there is more to be played."
    if plan.filled(best) == plan.filled(plan.start):
        return f"{text}: the values it started from are kept."
    final = _against_start(schedule)
    pairs = sum((tally.pairs for tally in final), Pairs())
    if not pairs.units:
        return f"{text}; the final match has not been played yet."
    if 2 * (failed := sum(tally.n_failures for tally in final)) >= pairs.games:
        return f"{text}. Failures decided {failed} of {pairs.games} games of the final match."
    start = f"the start ({plan.name(plan.start)})"
    return f"{text}. In a final match of other games, {verdict(name, start, pairs)}."


def _against_start(schedule: TuneSchedule) -> list[Tally]:
    """The final match against the values it started from, at each game."""
    mine = [contest.index for contest in schedule.final() if contest.other == START]
    return [schedule.tallies[i] for i in mine if i in schedule.tallies]


def where_best(plan: TunePlan, known: Recommendation) -> list[str]:
    """For each parameter, between which values the best one lies."""
    lines = []
    for p in plan.parameters:
        if p.choices:
            odds = sorted(known.odds[p.name].items(), key=lambda item: -item[1])
            shares = ", ".join(f"{name} {share:.0%}" for name, share in odds)
            lines.append(f"{p.name}: the best one is {shares}")
        else:
            low, high = (p.text(value) for value in known.ranges[p.name])
            lines.append(f"{p.name}: the best value lies between {low} and {high} (95 %)")
    return lines


def _share(share: Interval) -> str:
    return f"{share.value:.1%} [{share.low:.1%}, {share.high:.1%}]"
