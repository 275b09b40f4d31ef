"""Which room an experiment belongs to: its schedule and its report, by its kind.

match/ has match, round-robin, gauntlet, ladder and knock-out; sweep/, accuracy/ and tune/ have one
kind each. A sweep and a tuning play games as a match does, and share most of its report.
"""

from pathlib import Path
from typing import Any

from .accuracy.schedule import AccuracySchedule
from .match.knock_out import KnockOut
from .match.schedule import MatchSchedule
from .run.experiment import Experiment
from .run.ledger import Ledger
from .tune.schedule import TuneSchedule

__all__ = ["schedule_of", "write_report"]

SCHEDULES: dict[str, Any] = {
    "accuracy": AccuracySchedule,
    "knock-out": KnockOut,
    "tune": TuneSchedule,
}


def schedule_of(experiment: Experiment, ledger: Ledger) -> Any:
    """What there is to do, and how it stands by the ledger."""
    return SCHEDULES.get(experiment.kind, MatchSchedule)(experiment, ledger)


def write_report(experiment: Experiment, ledger: Ledger, folder: str | Path) -> Path:
    """Write the report of what the ledger has by now; returns the path of the page."""
    from .accuracy import report as accuracy  # with all that draws figures
    from .match import report as match

    room: Any = accuracy if experiment.kind == "accuracy" else match
    path: Path = room.write_report(schedule_of(experiment, ledger), Path(folder))
    return path
