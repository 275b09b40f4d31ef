"""Positions as a data set: how each is reached, and what is true of all its moves."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .runner import AccuracyRun

__all__ = ["write_positions"]

COLUMNS = ("position", "game", "moves", "plies", "outcome", "keeping", "best", "truth")


def write_positions(run: AccuracyRun, path: Path) -> int:
    """The positions with what is true of each and of all its moves: CSV or JSON lines."""
    rows = list(_rows(run))
    with path.open("w", encoding="utf-8", newline="") as file:
        if path.suffix == ".csv":
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            for row in rows:
                lists = {key: " ".join(row[key]) for key in ("moves", "keeping", "best")}
                whole = row | lists | {"truth": row["text"]}
                writer.writerow([whole[key] for key in COLUMNS])
        else:
            for row in rows:
                del row["text"]
                file.write(json.dumps(row) + "\n")
    return len(rows)


def _rows(run: AccuracyRun) -> Iterator[dict[str, Any]]:
    for game in run.experiment.games:
        truths = run.truths(game)
        for i, position in enumerate(run.positions(game)):
            truth = truths.get(i)
            if truth is None or not truth.is_known:
                continue
            yield {
                "position": i,
                "game": game,
                "moves": position.moves,
                "plies": len(position.moves),
                "outcome": truth.outcome,
                "keeping": truth.keeping,
                "best": truth.best or (),
                "truth": {name: move._asdict() for name, move in truth.moves.items()},
                "text": str(truth),
            }
