"""The report of games: report.html, games.csv, report.json and report.md in a folder."""

from pathlib import Path
from typing import Any

from ..report.page import write_csv, write_json, write_pages
from ..run.pairing_score import who_failed
from ..run.records import GameRecord
from .figures import figures_of
from .gather import MatchData, gather
from .numbers import numbers_of
from .samples import samples_of

__all__ = ["write_report"]

MOST_CROSS = 14  # players that a cross table has room for
COLUMNS = (
    *("id", "counted", "contest", "pair", "colour", "game", "first", "second", "winner"),
    *("points_of_first", "reason", "failed", "plies", "opening", "seed", "first_simulations"),
    *("second_simulations", "first_seconds", "second_seconds", "host", "versions", "moves"),
)


def write_report(schedule: Any, folder: Path) -> Path:
    """Write the report of what the ledger has by now; returns the path of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    experiment, ledger = schedule.experiment, schedule.ledger
    if experiment.kind == "tune":
        from ..tune.report import final_match, tuning_figures, tuning_of

        data, tuning = final_match(schedule), tuning_of(schedule)
    else:
        contests = [contest for contest in schedule.contests() if contest.tie_of is None]
        data, tuning = MatchData(schedule, experiment, contests), None
    rows = (_row(record, counts) for record, counts in gather(data, ledger))
    write_csv(folder / "games.csv", COLUMNS, rows)
    numbers = numbers_of(data, ledger, tuning)
    write_json(folder / "report.json", numbers)
    figures = figures_of(numbers) | ({"tuning": tuning_figures(tuning)} if tuning else {})
    cross, samples = _cross_tables(numbers), samples_of(data)
    return write_pages(folder, "match", n=numbers, figures=figures, cross=cross, samples=samples)


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
