"""The report on accuracy: report.html, report.json, report.md, and what was asked and answered."""

import csv
from pathlib import Path
from typing import Any

from ..report import format as words
from ..report.export import cell, fenced, table, write_json
from ..report.page import TEMPLATES, template
from ..run.experiment import Experiment
from ..run.ledger import Ledger
from .data import write_positions
from .figures import boards_of, figures_of
from .positions import phase_name
from .runner import AccuracyRun
from .tables import numbers_of

__all__ = ["write_accuracy"]

FIELDS = (
    *("position", "game", "player", "budget", "kind", "chosen", "before", "after", "kept", "best"),
    *("cost", "seconds", "simulations", "value", "seed", "moves"),
)


def write_accuracy(experiment: Experiment, ledger: Ledger, folder: Path) -> Path:
    """Write the report of what the ledger has by now; returns the path of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    run = AccuracyRun(experiment, ledger)
    numbers = numbers_of(run)
    write_json(folder / "report.json", numbers)
    (folder / "report.md").write_text(markdown(numbers), encoding="utf-8")
    _write_answers(run, folder / "answers.csv")
    write_positions(run, folder / "positions.csv")
    write_positions(run, folder / "positions.jsonl")
    path = folder / "report.html"
    path.write_text(page(numbers), encoding="utf-8")
    return path


def page(numbers: dict[str, Any]) -> str:
    """One HTML file with all it needs inside."""
    games = zip(
        numbers["games"],
        figures_of(numbers),
        [boards_of(game) for game in numbers["games"]],
        strict=True,
    )
    pieces = {
        "n": numbers,
        "games": list(games),
        "style": (TEMPLATES / "style.css").read_text(encoding="utf-8"),
        "w": words,
        "phase_name": phase_name,
    }
    return str(template("accuracy.html").render(pieces).strip()) + "\n"


def _write_answers(run: AccuracyRun, path: Path) -> None:
    """A row for every answer."""
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(FIELDS)
        for game in run.experiment.games:
            truths = run.truths(game)
            for j, entrant in enumerate(run.plan.entrants):
                for entry in run.ledger.entries(run.contest(game, j)):
                    truth, move = truths[entry.pair], entry.moves[-1]
                    best = "" if truth.best is None else int(move in truth.best)
                    cost = truth.cost(move)
                    before, _, after = entry.reason.partition(" -> ")
                    who = entry.pair, game, entrant.player, entrant.budget.amount or ""
                    what = entrant.budget.kind, move, before, after, int(cost == 0), best, cost
                    line = " ".join(entry.moves[:-1])
                    rows.writerow((*who, *what, *entry.turns[-1], entry.seed, line))


def markdown(numbers: dict[str, Any]) -> str:
    """The report without its figures."""
    experiment = numbers["experiment"]
    lines = [f"# {cell(experiment['name'])}", "", f"**{cell(numbers['headline'])}**", ""]
    lines += [f"- {cell(note)}" for note in numbers["notes"]]
    for game in numbers["games"]:
        lines += ["", f"## {cell(game['game'])}", "", cell(_about(game)), ""]
        heads = ["player", "keeps the value", "95 %", "where it matters", "exactly best"]
        heads += ["points given away", *map(phase_name, game["phases"])]
        lines += table(tuple(heads), [_row(row) for row in game["entrants"]])
        lines += [""] + [f"- {cell(row['verdict'])}" for row in game["comparisons"]]
    lines += ["", "## How to reproduce it", ""]
    lines += [f"- {key}: {cell(str(experiment[key]))}" for key in ("seed", "digest")]
    lines += [f"- measured with: {cell(text)}" for text in numbers["versions"]]
    spec = numbers["about"].get("spec", "")
    return "\n".join(lines + (["", *fenced(spec)] if spec else [])) + "\n"


def _about(game: dict[str, Any]) -> str:
    unknown = f"; {game['unknown']:,} more are unknown" if game["unknown"] else ""
    return (
        f"{game['known']:,} positions, {game['decisive']:,} of them decisive{unknown}; a blind"
        f" choice keeps the value in {words.percent(game['by_chance'])}."
    )


def _row(row: dict[str, Any]) -> tuple[Any, ...]:
    low, high = 100 * row["share_low"], 100 * row["share_high"]
    return (
        row["name"],
        words.percent(row["share"]),
        f"{low:.1f} to {high:.1f} %",
        words.percent(row["decisive_share"]),
        words.percent(row["best_share"]),
        f"{row['mean_cost']:.4f}",
        *(words.percent(phase["share"]) for phase in row["phases"]),
    )
