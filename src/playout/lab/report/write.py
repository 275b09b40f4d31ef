"""The report of an experiment: report.html, games.csv, report.json and report.md in a folder."""

from pathlib import Path

from ..accuracy.report import write_accuracy
from ..match.gather import gather
from ..match.samples import samples_of
from ..match.tables import numbers_of
from ..run.experiment import Experiment
from ..run.ledger import Ledger
from .export import GamesFile, markdown, write_json
from .page import page

__all__ = ["write_report"]


def write_report(experiment: Experiment, ledger: Ledger, folder: str | Path) -> Path:
    """Write the report of what the ledger has by now; returns the path of the page."""
    folder = Path(folder)
    if experiment.kind == "accuracy":
        return write_accuracy(experiment, ledger, folder)
    folder.mkdir(parents=True, exist_ok=True)
    with GamesFile(folder / "games.csv") as file:
        found = gather(experiment, ledger, file.add)
    numbers = numbers_of(found)
    write_json(folder / "report.json", numbers)
    (folder / "report.md").write_text(markdown(numbers), encoding="utf-8")
    path = folder / "report.html"
    path.write_text(page(numbers, samples_of(found)), encoding="utf-8")
    return path
