"""Which room an experiment belongs to: its schedule and its report, by its kind.

A sweep and a tuning play games as a match does, and share most of its report.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..language import Text
from .accuracy.schedule import AccuracySchedule
from .match.knock_out import KnockOut
from .match.schedule import MatchSchedule
from .run.errors import LabInputError
from .run.experiment import Experiment
from .run.ledger import Ledger
from .tune.schedule import TuneSchedule

SCHEDULES: dict[str, Any] = {
    "accuracy": AccuracySchedule,
    "knock-out": KnockOut,
    "tune": TuneSchedule,
}


def schedule_of(experiment: Experiment, ledger: Ledger) -> Any:
    """What there is to do, and how it stands by the ledger."""
    return SCHEDULES.get(experiment.kind, MatchSchedule)(experiment, ledger)


def write_report(
    experiment: Experiment, ledger: Ledger, folder: str | Path, formats: Sequence[str] = ()
) -> Path:
    """Write the report of what the ledger has by now, and its figures as files of some formats
    (svg, png, pdf); returns the path of the page."""
    from .accuracy import report as accuracy  # with all that draws figures
    from .match import report as match

    room: Any = accuracy if experiment.kind == "accuracy" else match
    make_folder(folder)
    with _writing(folder):
        path: Path = room.write_report(schedule_of(experiment, ledger), Path(folder), formats)
    return path


def make_folder(folder: str | Path) -> None:
    """Make the folder of a report: before hours of games, rather than after them."""
    with _writing(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)


@contextmanager
def _writing(folder: str | Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = "the report cannot be written to {folder}: {error}; give another folder"
        problem = Text(error.strerror or str(error))
        raise LabInputError(why, folder=folder, error=problem) from None
