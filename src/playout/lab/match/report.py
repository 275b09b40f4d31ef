"""The report of games: report.html, games.csv, report.json and report.md in a folder."""

import csv
from pathlib import Path
from typing import Any

from ..kinds import schedule_of
from ..report import format as words
from ..report.page import as_script, render, write_json
from ..run.experiment import Experiment
from ..run.ledger import Ledger
from ..run.pairing_score import who_failed
from ..run.records import GameRecord
from .figures import figures_of
from .gather import Costs, MatchData, gather
from .numbers import numbers_of
from .samples import samples_of

__all__ = ["write_report"]

MOST_CROSS = 14  # players that a cross table has room for
MOST_VERDICTS = 12  # before the rest is folded away
COLUMNS = (
    *("id", "counted", "contest", "pair", "colour", "game", "first", "second", "winner"),
    *("points_of_first", "reason", "failed", "plies", "opening", "seed", "first_simulations"),
    *("second_simulations", "first_seconds", "second_seconds", "host", "versions", "moves"),
)


def write_report(experiment: Experiment, ledger: Ledger, folder: Path) -> Path:
    """Write the report of what the ledger has by now; returns the path of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    schedule = schedule_of(experiment, ledger)
    if experiment.kind == "tune":
        from ..tune.report import final_match, tuning_figures, tuning_of

        data, tuning = final_match(schedule), tuning_of(schedule)
    else:
        contests = [contest for contest in schedule.contests() if contest.tie_of is None]
        data, tuning = MatchData(schedule, experiment, contests), None
    with (folder / "games.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        gather(data, ledger, lambda *game: rows.writerow(_row(*game)))
    numbers = numbers_of(data, ledger, tuning)
    write_json(folder / "report.json", numbers)
    figures = figures_of(numbers) | ({"tuning": tuning_figures(tuning)} if tuning else {})
    pieces = {
        "n": numbers,
        "figures": figures,
        "cross": _cross_tables(numbers),
        "samples": [(sample, as_script(sample.data)) for sample in samples_of(data)],
        "most_verdicts": MOST_VERDICTS,
        "tint": tint,
        "w": words,
    }
    (folder / "report.md").write_text(render("match.md", **pieces), encoding="utf-8")
    path = folder / "report.html"
    path.write_text(render("match.html", **pieces), encoding="utf-8")
    return path


def _row(record: GameRecord, counts: bool, costs: Costs) -> tuple[Any, ...]:
    points = 0.5 if record.winner is None else 1 - record.winner
    return (
        record.id,
        int(counts),
        *record[1:4],
        record.game,
        record.first,
        record.second,
        record.winner_name,
        points,
        record.reason,
        who_failed(record),
        len(record.moves),
        record.opening,
        record.seed,
        *(cost.total_simulations for cost in costs),
        *(round(cost.total_seconds, 6) for cost in costs),
        record.host,
        record.versions,
        " ".join(record.moves),
    )


def tint(share: float | None) -> str:
    """The ground of a cell: blue above one half, vermilion below, the stronger the farther."""
    if share is None:
        return "transparent"
    colour = "0 114 178" if share >= 0.5 else "213 94 0"
    return f"rgb({colour} / {0.75 * abs(2 * share - 1):.2f})"


def _cross_tables(numbers: dict[str, Any]) -> list[dict[str, Any]]:
    """Tables of everybody against everybody, the strongest first."""
    tables = []
    for game, cells in numbers["cross"].items() if numbers["experiment"]["kind"] != "sweep" else ():
        names = [row["name"] for row in numbers["ratings"][game]]
        met = dict.fromkeys(name for cell in cells for name in (cell["one"], cell["other"]))
        names += [name for name in met if name not in names]  # failures leave some without a rating
        if not 2 <= len(names) <= MOST_CROSS:
            continue
        known = {(cell["one"], cell["other"]): cell for cell in cells}
        known |= {(other, one): _swapped(cell) for (one, other), cell in known.items()}
        rows = [(name, [known.get((name, other)) for other in names]) for name in names]
        tables.append({"game": game, "names": names, "rows": rows})
    return tables


def _swapped(cell: dict[str, Any]) -> dict[str, Any]:
    low, high = 1 - cell["share_high"], 1 - cell["share_low"]
    shares = {"share": 1 - cell["share"], "share_low": low, "share_high": high}
    return cell | {"points": cell["games"] - cell["points"]} | shares
