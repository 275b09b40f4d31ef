"""Which room an experiment belongs to: its schedule, its summary and its report, by its kind.

match/ has match, round-robin, gauntlet, ladder and knock-out; sweep/, accuracy/ and tune/ have one
kind each. A sweep and a tuning play games as a match does, and share most of its report.
"""

from pathlib import Path
from typing import Any

from .accuracy import summary as accuracy
from .accuracy.schedule import AccuracySchedule
from .match import summary as match
from .match.knock_out import KnockOut
from .match.schedule import MatchSchedule
from .run.experiment import Experiment
from .run.ledger import Ledger
from .tune import summary as tune
from .tune.schedule import TuneSchedule

__all__ = ["schedule_of", "standings", "summary", "write_report"]


def schedule_of(experiment: Experiment, ledger: Ledger) -> Any:
    """What there is to do, and how it stands by the ledger."""
    kinds: dict[str, Any] = {"accuracy": AccuracySchedule, "tune": TuneSchedule}
    return (kinds | {"knock-out": KnockOut}).get(experiment.kind, MatchSchedule)(experiment, ledger)


def standings(schedule: Any) -> list[str]:
    """How an experiment stands, in a few lines; what failed comes first."""
    rooms: dict[str, Any] = {"accuracy": accuracy, "tune": tune}
    lines: list[str] = rooms.get(schedule.experiment.kind, match).standings(schedule)
    return lines


def summary(schedule: Any) -> list[str]:
    """What is said at the end."""
    is_accuracy = schedule.experiment.kind == "accuracy"
    return accuracy.tables(schedule) if is_accuracy else standings(schedule)


def write_report(experiment: Experiment, ledger: Ledger, folder: str | Path) -> Path:
    """Write the report of what the ledger has by now; returns the path of the page."""
    from .accuracy import report as accuracy  # with all that draws figures
    from .match import report as match

    is_accuracy = experiment.kind == "accuracy"
    write = accuracy.write_report if is_accuracy else match.write_report
    return write(experiment, ledger, Path(folder))
