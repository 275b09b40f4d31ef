"""What a tuning adds to the report of its final match: the best values, curves, and trials."""

from typing import Any

from ..match.gather import MatchData
from ..report.figures import Figure, Line
from ..report.format import percent
from ..stats.intervals import wilson
from .figures import fitted
from .plan import Parameter, TunePlan, Values
from .recommend import Curve
from .schedule import START, Trial, TuneSchedule
from .summary import headline, where_best

__all__ = ["final_match", "tuning_figures", "tuning_of"]

GROUPS = 8  # of trials, by the value of a parameter
Row = dict[str, Any]


def final_match(schedule: TuneSchedule) -> MatchData:
    """Of a tuning, the final match is judged alone: its trials were chosen by their results."""
    final, experiment = schedule.final(), schedule.experiment
    names = {START, *(name for contest in final for name in (contest.one, contest.other))}
    players = {name: text for name, text in experiment.players.items() if name in names}
    return MatchData(schedule, experiment._replace(players=players), final)


def tuning_of(schedule: TuneSchedule) -> Row:
    """All that is known of a tuning, as plain values."""
    plan = schedule.plan
    trials = [trial for trial in schedule.trials() if trial.pairs.units]
    known = schedule.recommendation()
    best = schedule.best or (known.best if known else None)
    row: Row = {
        "headline": headline(schedule),
        "parameters": [p._asdict() for p in plan.parameters],
        "trials_planned": plan.trials,
        "pairs_of_a_trial": plan.pairs,
        "batch": plan.batch,
        "against": list(plan.against),
        "start": plan.start,
        "start_player": plan.filled(plan.start),
        "best": best,
        "best_player": None if best is None else plan.filled(best),
        "is_final": schedule.best is not None,
        "trials": [_trial(plan, trial) for trial in trials],
        "games": sum(trial.pairs.games for trial in trials),
    }
    if known is None or best is None:
        nothing = dict.fromkeys(("expected", "expected_of_start", "ranges", "odds"))
        return row | nothing | {"where": [], "curves": []}
    return row | {
        "expected": known.share._asdict(),
        "expected_of_start": known.start_share._asdict(),
        "ranges": known.ranges,
        "odds": known.odds,
        "where": where_best(plan, known),
        "curves": _curves(known.curves, plan, trials, best),
    }


def _trial(plan: TunePlan, trial: Trial) -> Row:
    share = trial.pairs.rate()
    return {
        "number": trial.number,
        "batch": trial.batch,
        "name": plan.name(trial.values),
        "values": trial.values,
        "pairs": list(trial.pairs.counts),
        "games": trial.pairs.games,
        "share": share.value,
        "share_low": share.low,
        "share_high": share.high,
    }


def _curves(curves: list[Curve], plan: TunePlan, trials: list[Trial], best: Values) -> list[Row]:
    """The expected score by each parameter, and the scores of the trials, put into groups."""
    return [
        curve._asdict()
        | {
            "log": p.log,
            "is_choice": bool(p.choices),
            "best": best[p.name],
            "start": p.start,
            "groups": _groups(p, trials),
        }
        for p, curve in zip(plan.parameters, curves, strict=True)
    ]


def _groups(p: Parameter, trials: list[Trial]) -> list[Row]:
    """Trials with about the same value, as many in each group: few games say little alone."""
    if p.choices:
        groups = [[t for t in trials if t.values[p.name] == choice] for choice in p.choices]
    else:
        ordered = sorted(trials, key=lambda t: (float(t.values[p.name]), t.number))
        size = max(1, -(-len(ordered) // GROUPS))
        groups = [ordered[i : i + size] for i in range(0, len(ordered), size)]
    rows = []
    for group in filter(None, groups):
        points = sum(t.pairs.points for t in group)
        games = sum(t.pairs.games for t in group)
        share = wilson(points, games)
        middle = group[len(group) // 2].values[p.name]
        row = {"value": middle, "trials": len(group), "games": games}
        rows.append(row | {"share": share.value, "low": share.low, "high": share.high})
    return rows


def tuning_figures(tuning: Row) -> list[Figure]:
    """A figure for each parameter."""
    return [_figure(curve) for curve in tuning["curves"]]


def _figure(curve: Row) -> Figure:
    key, values, groups = curve["parameter"], curve["values"], curve["groups"]
    names = [str(value) for value in values] if curve["is_choice"] else []

    def at(value: Any) -> float:
        return float(values.index(value)) if names else float(value)

    band = Line("", [at(v) for v in values], curve["shares"], curve["lows"], curve["highs"])
    ends = [[group[end] for group in groups] for end in ("share", "low", "high")]
    marks = Line(key, [at(group["value"]) for group in groups], ends[0], ends[1], ends[2])
    text = "; ".join(f"{group['value']} {percent(group['share'])}" for group in groups)
    svg = fitted(
        f"Score by {key}: best at {curve['best']}; trials: {text}",
        band,
        marks,
        best=at(curve["best"]),
        start=at(curve["start"]),
        log_x=curve["log"],
        ticks=names,
    )
    n = sum(group["games"] for group in groups)
    caption = (
        f"Best: {curve['best']} (line), {START}: {curve['start']} (dotted). The curve is what"
        " the smooth surface through all trials expects with the other parameters at their"
        f" best, and its 95 % band. The points are the {n:,} games of the trials, grouped by"
        f" {key} over all values of the others, with Wilson’s intervals: {text}."
    )
    return Figure(f"By {key}", svg, caption)
