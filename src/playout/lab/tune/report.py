"""What a tuning found, for its report: the best values, the curves, and the table of trials."""

from typing import Any

from ..report.format import percent
from ..stats.intervals import wilson
from .figures import Band, Mark, fitted
from .plan import Parameter, Value
from .recommend import Curve
from .runner import START, Trial, TuneRun
from .summary import where_best

__all__ = ["FIELDS", "tuning_figures", "tuning_of", "tuning_rows"]

GROUPS = 8  # of trials, by the value of a parameter
FIELDS = ("trial", "values", "games", "score", "95 %", "batch")


def tuning_of(run: TuneRun | None) -> dict[str, Any] | None:
    """All that is known of a tuning, as plain values; None of another experiment."""
    if run is None:
        return None
    tuning, tune = run.tuning, run.tuning.tune
    trials = [trial for trial in tuning.trials(run.tallies) if trial.pairs.units]
    found = tuning.found(run.tallies)
    best = tuning.best or (found.best if found else None)
    return {
        "parameters": [p._asdict() for p in tune.parameters],
        "trials_planned": tune.trials,
        "pairs_of_a_trial": tune.pairs,
        "batch": tune.batch,
        "against": list(tune.against),
        "start": tune.start,
        "start_player": tune.filled(tune.start),
        "best": best,
        "best_player": None if best is None else tune.filled(best),
        "is_final": tuning.best is not None,
        "expected": None if found is None else found.share._asdict(),
        "expected_of_start": None if found is None else found.start_share._asdict(),
        "ranges": None if found is None else found.ranges,
        "odds": None if found is None else found.odds,
        "where": [] if found is None else where_best(tune, found),
        "curves": []
        if found is None or best is None
        else _curves(found.curves, tune, trials, best),
        "trials": [_trial(tune, trial) for trial in trials],
        "games": sum(trial.pairs.games for trial in trials),
    }


def _trial(tune: Any, trial: Trial) -> dict[str, Any]:
    share = trial.pairs.rate()
    return {
        "number": trial.number,
        "batch": trial.batch,
        "name": tune.name(trial.values),
        "values": trial.values,
        "pairs": list(trial.pairs.counts),
        "games": trial.pairs.games,
        "share": share.value,
        "share_low": share.low,
        "share_high": share.high,
    }


def _curves(
    curves: list[Curve], tune: Any, trials: list[Trial], best: dict[str, Value]
) -> list[dict[str, Any]]:
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
        for p, curve in zip(tune.parameters, curves, strict=True)
    ]


def _groups(p: Parameter, trials: list[Trial]) -> list[dict[str, Any]]:
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


def tuning_rows(tuning: dict[str, Any] | None) -> list[tuple[Any, ...]]:
    """The table of trials, the best score first."""
    if tuning is None:
        return []
    return [
        (
            row["number"],
            row["name"],
            row["games"],
            percent(row["share"]),
            f"{100 * row['share_low']:.0f} to {100 * row['share_high']:.0f} %",
            row["batch"],
        )
        for row in sorted(tuning["trials"], key=lambda row: (-row["share"], row["number"]))
    ]


def tuning_figures(tuning: dict[str, Any] | None) -> list[tuple[str, str, str]]:
    """Title, picture and caption for each parameter."""
    figures = []
    for i, curve in enumerate((tuning or {}).get("curves", [])):
        key, values = curve["parameter"], curve["values"]
        names = [str(value) for value in values] if curve["is_choice"] else []

        def at(value: Any, values: list[Any] = values, names: list[str] = names) -> float:
            return float(values.index(value)) if names else float(value)

        band = Band([at(value) for value in values], curve["shares"], curve["lows"], curve["highs"])
        marks = [
            Mark(at(group["value"]), group["share"], group["low"], group["high"])
            for group in curve["groups"]
        ]
        told = "; ".join(f"{g['value']} {percent(g['share'])}" for g in curve["groups"])
        svg = fitted(
            f"tuning{i}",
            f"Score by {key}: best at {curve['best']}; trials: {told}",
            band,
            marks,
            key,
            best=at(curve["best"]),
            start=at(curve["start"]),
            log_x=curve["log"],
            ticks=names,
        )
        n = sum(group["games"] for group in curve["groups"])
        caption = (
            f"Best: {curve['best']} (line), {START}: {curve['start']} (dotted). The curve is what"
            " the smooth surface through all trials expects with the other parameters at their"
            f" best, and its 95 % band. The points are the {n:,} games of the trials, grouped by"
            f" {key} over all values of the others, with Wilson’s intervals: {told}."
        )
        figures.append((f"By {key}", svg, caption))
    return figures
