"""What a tuning adds to the report of its final match: the best values, curves, and trials."""

from typing import Any

from ..match.gather import MatchData
from ..report.figures import COLOURS, GROUND, SOFT, Figure, drawn, logarithmic
from ..report.format import percent
from ..report.page import named
from ..stats.intervals import wilson
from .plan import OpenParameter, Values
from .recommend import Curve
from .schedule import START, Trial, TuneSchedule

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
        "curves": [_curve(curve, p, trials, best or plan.start) for curve, p in curves],
    }


def _curve(curve: Curve, p: OpenParameter, trials: list[Trial], best: Values) -> Row:
    about = {"log": p.log, "is_choice": bool(p.choices), "best": best[p.name], "start": p.start}
    return curve._asdict() | about | {"groups": _groups(p, trials)}


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
        share, low, high = wilson(sum(t.pairs.points for t in group), games)
        row = {"value": group[len(group) // 2].values[p.name], "trials": len(group)}
        rows.append(row | {"games": games, "share": share, "low": low, "high": high})
    return rows


def tuning_figures(tuning: Row) -> list[Figure]:
    """A figure for each parameter: a curve with its band, and the scores it goes through."""
    return [_figure(curve) for curve in tuning["curves"]]


def _figure(curve: Row) -> Figure:
    key, best, start, groups = (curve[key] for key in ("parameter", "best", "start", "groups"))
    text = "; ".join(f"{group['value']} {percent(group['share'])}" for group in groups)
    label = f"Score by {key}: best at {best}; trials: {text}"
    caption = (
        f"Best: {best} (line), {START}: {start} (dotted). The curve is what the smooth surface"
        " through all trials expects with the other parameters at their best, and its 95 % band."
        f" The points are the {sum(group['games'] for group in groups):,} games of the trials,"
        f" grouped by {key} over all values of the others, with Wilson’s intervals: {text}."
    )
    return Figure(f"By {key}", drawn(label, lambda axes: _plot(axes, curve), 2.3), caption)


def _plot(axes: Any, curve: Row) -> None:
    values, shares, lows, highs = (curve[key] for key in ("values", "shares", "lows", "highs"))
    names = [str(value) for value in values] if curve["is_choice"] else []

    def at(value: Any) -> float:
        return float(values.index(value)) if names else float(value)

    axes.axhline(0.5, color=SOFT, linewidth=0.9, linestyle=(0, (3, 3)))
    axes.axvline(at(curve["best"]), color=COLOURS[1], linewidth=1.4)
    axes.axvline(at(curve["start"]), color=COLOURS[6], linewidth=1.2, linestyle=":")
    xs = list(map(at, values))
    if names:
        axes.vlines(xs, lows, highs, color=COLOURS[0], linewidth=5, alpha=0.25)
        axes.plot(xs, shares, "_", color=COLOURS[0], markersize=12)
        axes.set_xticks(range(len(names)), names)
        axes.set_xlim(-0.5, len(names) - 0.5)
    else:
        axes.fill_between(xs, lows, highs, color=COLOURS[0], alpha=0.2, lw=0)
        axes.plot(xs, shares, color=COLOURS[0])
    xs = [at(group["value"]) for group in curve["groups"]]
    ys, lows, highs = ([g[end] for g in curve["groups"]] for end in ("share", "low", "high"))
    axes.vlines(xs, lows, highs, color=COLOURS[2], linewidth=1.1)
    axes.plot(xs, ys, "s", color=COLOURS[2], markersize=4.5, mec=GROUND, mew=0.6)
    if curve["log"]:
        logarithmic(axes)
    axes.set_ylim(-0.02, 1.02)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.set_xlabel(curve["parameter"])
    axes.set_title("score", loc="left", color=SOFT)
