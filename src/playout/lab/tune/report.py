"""What a tuning adds to the report of its final match: the best values, curves, and trials."""

from collections.abc import Iterator
from typing import Any

from ...language import Text, tr
from ..match.gather import MatchData
from ..report.canvas import Figure
from ..report.figures import Line, xy
from ..report.format import percent
from ..report.page import Row, named
from ..stats.intervals import wilson
from .plan import OpenParameter
from .schedule import START, Trial, TuneSchedule

GROUPS = 8  # of trials, by the value of a parameter


def final_match(schedule: TuneSchedule) -> MatchData:
    """Of a tuning, the final match is judged alone: its trials were chosen by their results."""
    final, experiment = schedule.final(), schedule.experiment
    names = {START, *(name for contest in final for name in (contest.one, contest.other))}
    players = {name: text for name, text in experiment.players.items() if name in names}
    return MatchData(schedule, experiment._replace(players=players), final)


def tuning_of(schedule: TuneSchedule) -> Row:
    """All that is known of a tuning, as plain values."""
    plan, known = schedule.plan, schedule.recommendation()
    trials = [trial for trial in schedule.trials() if trial.pairs.units]
    best = schedule.best or (known and known.best)
    curves = zip(known.curves, plan.parameters, strict=True) if known else ()
    return {
        "headline": schedule.headline(),
        "parameters": [p._asdict() for p in plan.parameters],
        "trials_planned": plan.trials,
        "pairs_of_a_trial": plan.pairs,
        "batch": plan.batch,
        "against": list(plan.against),
        "start": plan.start,
        "start_player": plan.filled(plan.start),
        "best": best,
        "best_player": best and plan.filled(best),
        "is_final": schedule.best is not None,
        "trials": [_trial(trial, plan.name(trial.values)) for trial in trials],
        "games": sum(trial.pairs.games for trial in trials),
        "expected": known and known.share._asdict(),
        "expected_of_start": known and known.start_share._asdict(),
        "ranges": known and known.ranges,
        "odds": known and known.odds,
        "where": known.where_best(plan) if known else [],
        "curves": [
            curve
            | {"log": p.log, "is_choice": bool(p.choices), "best": (best or plan.start)[p.name]}
            | {"start": p.start, "groups": _groups(p, trials)}
            for curve, p in curves
        ],
    }


def _trial(trial: Trial, name: str) -> Row:
    about = {"name": name, "pairs": list(trial.pairs.counts), "games": trial.pairs.games}
    return trial._asdict() | about | named(trial.pairs.rate(), "share")


def _groups(p: OpenParameter, trials: list[Trial]) -> list[Row]:
    """Trials with about the same value, as many in each group: few games say little alone."""
    if p.choices:
        groups = [[t for t in trials if t.values[p.name] == choice] for choice in p.choices]
    else:
        ordered = sorted(trials, key=lambda t: (float(t.values[p.name]), t.number))
        size = max(1, -(-len(ordered) // GROUPS))
        groups = [ordered[i : i + size] for i in range(0, len(ordered), size)]
    rows = []
    for group in filter(None, groups):
        games = sum(t.pairs.games for t in group)
        share = wilson(sum(t.pairs.points for t in group), games)
        row = {"value": group[len(group) // 2].values[p.name], "trials": len(group)}
        rows.append(row | {"games": games, **named(share, "share")})
    return rows


def tuning_figures(numbers: Row) -> Iterator[Figure]:
    """A figure for each parameter: a curve with its band, and the scores it goes through."""
    return map(_figure, (numbers["tuning"] or {}).get("curves", ()))


def _figure(curve: Row) -> Figure:
    key, best, start, groups = (curve[key] for key in ("parameter", "best", "start", "groups"))
    text = tr("; ").join(f"{group['value']} {percent(group['share'])}" for group in groups)
    label = tr(
        "Score by {parameter}: best at {best}; trials: {text}", parameter=key, best=best, text=text
    )
    caption = tr(
        "Best: {best} (line), {name}: {start} (dotted). The curve is what the smooth surface"
        " through all trials expects with the other parameters at their best, and its 95 % band."
        " The points are the {games:,} games of the trials,"
        " grouped by {parameter} over all values of the others, with Wilson’s intervals: {text}.",
        **{"best": best, "name": START, "start": start, "parameter": key, "text": text},
        games=sum(group["games"] for group in groups),
    )
    names = [str(value) for value in curve["values"]] if curve["is_choice"] else []

    def at(*values: Any) -> list[float]:
        return [float(names.index(str(value)) if names else value) for value in values]

    ends = [curve[key] for key in ("shares", "lows", "highs")]
    lines = [
        Line(tr("expected"), at(*curve["values"]), *ends),
        Line.of(groups, tr("trials"), at(*(group["value"] for group in groups)), 2),
    ]
    how: Row = {"log_x": curve["log"], "share": 0, "ticks": names, "at": at(best, start)}
    drawing = xy(label, lines, key, tr("score"), **how)
    return Figure(Text("By {parameter}", parameter=key), drawing, caption)
