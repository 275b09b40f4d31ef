"""The report on accuracy: report.html, report.json, report.md, and what was asked and answered."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..report import format as words
from ..report.page import render, write_json
from ..run.experiment import Experiment
from ..run.ledger import Ledger
from .figures import boards_of, figures_of
from .numbers import numbers_of
from .positions import phase_name
from .schedule import AccuracySchedule

__all__ = ["write_positions", "write_report"]

ANSWERS = (
    *("position", "game", "player", "budget", "kind", "chosen", "before", "after", "kept"),
    *("best", "cost", "seconds", "simulations", "value", "seed", "moves"),
)
POSITIONS = ("position", "game", "moves", "plies", "outcome", "keeping", "best", "truth")


def write_report(experiment: Experiment, ledger: Ledger, folder: Path) -> Path:
    """Write the report of what the ledger has by now; returns the path of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    schedule = AccuracySchedule(experiment, ledger)
    numbers = numbers_of(schedule)
    write_json(folder / "report.json", numbers)
    with (folder / "answers.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(ANSWERS)
        rows.writerows(_answers(schedule))
    write_positions(schedule, folder / "positions.csv")
    write_positions(schedule, folder / "positions.jsonl")
    boards = [boards_of(game) for game in numbers["games"]]
    games = list(zip(numbers["games"], figures_of(numbers), boards, strict=True))
    pieces = {"n": numbers, "games": games, "w": words, "phase_name": phase_name}
    (folder / "report.md").write_text(render("accuracy.md", **pieces), encoding="utf-8")
    path = folder / "report.html"
    path.write_text(render("accuracy.html", **pieces), encoding="utf-8")
    return path


def _answers(schedule: AccuracySchedule) -> Iterator[tuple[Any, ...]]:
    """A row for every answer."""
    for game in schedule.experiment.games:
        labels = schedule.labels(game)
        for row in schedule.ledger.answers(game):
            label, entrant = labels[row.position], schedule.plan.entrants[row.entrant]
            best = "" if label.best is None else int(row.chosen in label.best)
            who = row.position, game, entrant.player, entrant.budget.amount or ""
            cost = label.cost(row.chosen)
            what = row.chosen, row.before, row.after, int(cost == 0), best, cost
            turn = row.seconds, row.simulations, row.value
            yield *who, entrant.budget.kind, *what, *turn, row.seed, " ".join(row.moves)


def write_positions(schedule: AccuracySchedule, path: Path) -> int:
    """The positions with what is true of each and of all its moves: CSV or JSON lines."""
    rows = list(_positions(schedule))
    with path.open("w", encoding="utf-8", newline="") as file:
        if path.suffix == ".csv":
            table = csv.writer(file, lineterminator="\n")
            table.writerow(POSITIONS)
            for row, text in rows:
                lists = {key: " ".join(row[key]) for key in ("moves", "keeping", "best")}
                table.writerow((row | lists | {"truth": text}).values())
        else:
            file.writelines(json.dumps(row) + "\n" for row, _ in rows)
    return len(rows)


def _positions(schedule: AccuracySchedule) -> Iterator[tuple[dict[str, Any], str]]:
    """A row for every position whose label is known, and the label in a line."""
    for game in schedule.experiment.games:
        positions = schedule.positions(game)
        for i, label in schedule.labels(game).items():
            if label.is_known:
                moves = positions[i].moves
                values = {name: move._asdict() for name, move in label.moves.items()}
                row = i, game, moves, len(moves), label.outcome, label.keeping, label.best or ()
                yield dict(zip(POSITIONS, (*row, values), strict=True)), str(label)
