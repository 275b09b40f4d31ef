"""A tuning in words: what is best by the trials, and what the final match says of it."""

from ..match import summary as match
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
        lines.append(f"trial {len(schedule.trials())} of {schedule.plan.trials}")
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
    n, (share, low, high) = sum(t.pairs.games for t in schedule.trials()), known.share
    points = f"{share:.1%} [{low:.1%}, {high:.1%}] of the points expected"
    text = f"Best of {n:,} games in trials: {plan.name(best)}, with {points}"
    if schedule.best is None:
        return f"{text}; there is more to be played."
    if plan.filled(best) == plan.filled(plan.start):
        return f"{text}: the values it started from are kept."
    against_start = [c.index for c in schedule.final() if c.other == START]
    final = [schedule.tallies[i] for i in against_start if i in schedule.tallies]
    pairs = sum((tally.pairs for tally in final), Pairs())
    if not pairs.units:
        return f"{text}; the final match has not been played yet."
    if 2 * (failed := sum(tally.n_failures for tally in final)) >= pairs.games:
        return f"{text}. Failures decided {failed} of {pairs.games} games of the final match."
    judged = verdict(plan.name(best), f"the start ({plan.name(plan.start)})", pairs)
    return f"{text}. In a final match of other games, {judged}."


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
