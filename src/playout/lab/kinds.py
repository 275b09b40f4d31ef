"""Which room an experiment belongs to: its schedule, its summary and its report, by its kind.

match/ has match, round-robin, gauntlet, ladder and knock-out; sweep/, accuracy/ and tune/ have one
kind each. A sweep and a tuning play games as a match does, and share most of its report.
"""

from pathlib import Path
from typing import Any

from .run.experiment import Experiment
from .run.ledger import Ledger

__all__ = ["schedule_of", "standings", "summary", "write_report"]


def schedule_of(experiment: Experiment, ledger: Ledger) -> Any:
    """What there is to do, and how it stands by the ledger."""
    from .accuracy.schedule import AccuracySchedule
    from .match.knock_out import KnockOut
    from .match.schedule import MatchSchedule
    from .tune.schedule import TuneSchedule

    kinds: dict[str, Any] = {"accuracy": AccuracySchedule, "tune": TuneSchedule}
    return (kinds | {"knock-out": KnockOut}).get(experiment.kind, MatchSchedule)(experiment, ledger)


def standings(schedule: Any) -> list[str]:
    """How an experiment stands, in a few lines; what failed comes first."""
    if schedule.experiment.kind == "accuracy":
        from .accuracy import summary as accuracy

        return accuracy.standings(schedule)
    if schedule.experiment.kind == "tune":
        from .tune import summary as tune

        return tune.standings(schedule)
    from .match import summary as match

    return match.standings(schedule)


def summary(schedule: Any) -> list[str]:
    """What is said at the end."""
    if schedule.experiment.kind == "accuracy":
        from .accuracy.summary import tables

        return tables(schedule)
    return standings(schedule)


def write_report(experiment: Experiment, ledger: Ledger, folder: str | Path) -> Path:
    """Write the report of what the ledger has by now; returns the path of the page."""
    if experiment.kind == "accuracy":
        from .accuracy import report as accuracy

        return accuracy.write_report(experiment, ledger, Path(folder))
    from .match import report as match

    return match.write_report(experiment, ledger, Path(folder))
