"""The report of games: report.html, games.csv, report.json and report.md in a folder."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..report.page import write_csv, write_numbers, write_pages
from ..run.pairing_score import who_failed
from ..run.records import GameRecord
from ..tune.report import final_match
from .figures import figures_of
from .gather import MatchData, gather
from .numbers import numbers_of
from .samples import samples_of

MOST_CROSS = 14  # players that a cross table has room for
RESULTS = ("wins", "draws", "losses")
CONTEST = (
    *("game", "one", "other", "games", *RESULTS, *(f"{kind}_rate" for kind in RESULTS), "points"),
    *("share", "share_low", "share_high", "elo", "elo_low", "elo_high"),
    *("elo_games", "p", "mean_length"),
    *(f"{kind}_{side}" for side in ("as_first", "as_second") for kind in RESULTS),
)
COLUMNS = (
    *("id", "counted", "contest", "pair", "colour", "game", "first", "second", "winner"),
    *("points_of_first", "reason", "failed", "plies", "opening", "seed", "first_simulations"),
    *("second_simulations", "first_seconds", "second_seconds", "host", "versions", "moves"),
)


def write_report(schedule: Any, folder: Path, formats: Sequence[str]) -> Path:
    """Write all files into a folder that is there; returns the path of the page."""
    if schedule.experiment.kind == "tune":
        data = final_match(schedule)
    else:
        contests = [contest for contest in schedule.contests() if contest.tie_of is None]
        data = MatchData(schedule, schedule.experiment, contests)
    rows = (_row(record, counts) for record, counts in gather(data, schedule.ledger))
    write_csv(folder / "games.csv", COLUMNS, rows)
    numbers = write_numbers(folder, lambda: numbers_of(data, schedule))
    _write_contests(folder / "contests.csv", numbers)
    pieces = {"n": numbers, "cross": _cross_tables(numbers), "samples": samples_of(data)}
    return write_pages(folder, "match", figures_of(numbers), formats, **pieces)


def _row(record: GameRecord, counts: bool) -> dict[str, Any]:
    row = record._asdict() | {
        "counted": int(counts),
        "winner": record.winner_name,
        "points_of_first": f"{record.points_of(0):g}",
        "failed": who_failed(record),
        "plies": len(record.moves),
        "moves": " ".join(record.moves),
    }
    for player, key in enumerate(("first", "second")):
        turns = record.turns_of(player)
        row[f"{key}_simulations"] = sum(turn[1] for turn in turns)
        row[f"{key}_seconds"] = round(sum(turn[0] for turn in turns), 6)
    return row


def _write_contests(path: Path, numbers: dict[str, Any]) -> None:
    """A row for every pairing, or every setting of a sweep with its values."""
    axes: dict[str, None] = {}  # in order
    rows = []
    for row in numbers["contests"]:
        whole = row | {f"sweep_{key}": value for key, value in row["values"].items()}
        axes |= dict.fromkeys(f"sweep_{key}" for key in row["values"])
        for i, kind in enumerate(RESULTS):
            whole |= {f"{kind}_{side}": row[side][i] for side in ("as_first", "as_second")}
            whole[f"{kind}_rate"] = row[kind] / (row["games"] or math.nan)
        rows.append(whole)
    write_csv(path, [*CONTEST[:3], *axes, *CONTEST[3:]], rows)


def _cross_tables(numbers: dict[str, Any]) -> list[dict[str, Any]]:
    """Tables of everybody against everybody, the strongest first."""
    tables = []
    for game, cells in numbers["cross"].items() if not numbers["sweep"] else ():
        rated = [row["name"] for row in numbers["ratings"][game]]  # not where failures decided
        names = list(dict.fromkeys([*rated, *(cell["one"] for cell in cells)]))
        known = {(cell["one"], cell["other"]): cell for cell in cells}
        rows = [(name, [known.get((name, other)) for other in names]) for name in names]
        if 2 <= len(names) <= MOST_CROSS:
            tables.append({"game": game, "names": names, "rows": rows})
    return tables
