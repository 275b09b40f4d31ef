"""The files beside the page: games.csv, report.json and report.md."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..match.statistics import Cost
from ..run.failures import who_failed
from ..run.ledger import Entry
from ..tune.report import FIELDS as TRIAL
from ..tune.report import tuning_rows
from .format import about_elo, about_share, number, percent, seconds

__all__ = ["GamesFile", "cell", "fenced", "markdown", "table", "write_json"]

Row = tuple[Any, ...]
FIELDS = (
    "id",
    "counted",
    "contest",
    "pair",
    "colour",
    "game",
    "first",
    "second",
    "winner",
    "points_of_first",
    "reason",
    "failed",
    "plies",
    "opening",
    "seed",
    "first_simulations",
    "second_simulations",
    "first_seconds",
    "second_seconds",
    "host",
    "versions",
    "moves",
)


class GamesFile:
    """games.csv, a row a game, written as they come."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", newline="", encoding="utf-8")
        self._rows = csv.writer(self._file, lineterminator="\n")
        self._rows.writerow(FIELDS)

    def add(self, entry: Entry, counts: bool, costs: tuple[Cost, Cost]) -> None:
        winner = "" if entry.winner is None else (entry.first, entry.second)[entry.winner]
        points = 0.5 if entry.winner is None else 1 - entry.winner
        self._rows.writerow(
            (
                entry.id,
                int(counts),
                entry.contest,
                entry.pair,
                entry.colour,
                entry.game,
                entry.first,
                entry.second,
                winner,
                points,
                entry.reason,
                who_failed(entry),
                len(entry.moves),
                entry.opening,
                entry.seed,
                *(cost.total_simulations for cost in costs),
                *(round(cost.total_seconds, 6) for cost in costs),
                entry.host,
                entry.versions,
                " ".join(entry.moves),
            )
        )

    def __enter__(self) -> "GamesFile":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def write_json(path: Path, numbers: dict[str, Any]) -> None:
    text = json.dumps(numbers, indent=1, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def markdown(numbers: dict[str, Any]) -> str:
    """The report without its figures."""
    experiment = numbers["experiment"]
    lines = [f"# {cell(experiment['name'])}", "", f"**{cell(numbers['headline'])}**", ""]
    lines += [f"- {cell(note)}" for note in numbers["notes"]]
    lines += ["", "## Verdicts", ""] if numbers["verdicts"] else []
    lines += [f"- {cell(text)}" for text in numbers["verdicts"]]
    for title, heads, rows in _tables(numbers):
        if rows:
            lines += ["", f"## {cell(title)}", "", *table(heads, rows)]
    lines += ["", "## How to reproduce it", ""]
    lines += [f"- {key}: {cell(str(experiment[key]))}" for key in ("seed", "digest")]
    lines += [
        f"- played with: {cell(text)} ({n:,} games)" for text, n in numbers["versions"].items()
    ]
    spec = numbers["about"].get("spec", "")
    return "\n".join(lines + (["", *fenced(spec)] if spec else [])) + "\n"


def _tables(numbers: dict[str, Any]) -> Iterator[tuple[str, Row, list[Row]]]:
    """Titles, heads and rows."""
    heads: Row = ("game", "round", "players", "points", "result")
    yield "Rounds", heads, [_round(row) for row in numbers["rounds"]]
    for game, rated in numbers["ratings"].items():
        heads = ("player", "Elo", "95 %", "games", "points", "")
        yield f"Elo: {game}", heads, [_rating(row) for row in rated]
    yield "Trials", TRIAL, tuning_rows(numbers["tuning"])
    heads = ("game", "players", "games", "score", "95 %", "Elo", "95 %", "p (Holm)")
    yield "Head to head", heads, [_contest(row) for row in numbers["contests"]]
    heads = (
        *("player", "game", "games", "score", "95 %", "first", "second", "simulations/move"),
        *("simulations/s", "time/move", "time to win", "wins/1,000 simulations"),
    )
    yield "Players (medians of times)", heads, [_player(row) for row in numbers["players"]]
    heads = ("game", "games", "first mover", "95 %", "median length", "shortest", "longest")
    yield "Games", heads, [_game(row) for row in numbers["games"]]
    heads = ("player", "games", "failed in", "how", "at first")
    yield "Failures of players", heads, _failed(numbers["failed_players"])
    failures = [(row["game"], row["attempt"], row["reason"]) for row in numbers["failures"]]
    yield (
        f"Games that could not be played ({numbers['n_failures']:,} attempts)",
        ("game", "attempt", "reason"),
        list(failures),
    )


def _rating(row: dict[str, Any]) -> Row:
    return row["name"], *about_elo(row), row["games"], f"{row['points']:g}", row["flag"]


def _round(row: dict[str, Any]) -> Row:
    names = f"{row['one']} – {row['other']}"
    points = f"{row['points']:g} : {row['games'] - row['points']:g}"
    return row["game"], row["round"], names, points, row["told"]


def _failed(players: list[dict[str, Any]]) -> list[Row]:
    """A row for each kind of failure of a player."""
    return [
        (row["name"], row["games"], n, kind, row["first"][kind])
        for row in players
        for kind, n in row["kinds"].items()
    ]


def _contest(row: dict[str, Any]) -> Row:
    p = row["adjusted"] if row["adjusted"] is not None else row["p"]
    names = f"{row['one']} – {row['other']}"
    elo = about_elo(row)
    return row["game"], names, row["games"], *about_share(row), *elo, number(p, 2)


def _player(row: dict[str, Any]) -> Row:
    return (
        row["name"],
        row["game"],
        row["games"],
        *about_share(row),
        percent(row["as_first"]),
        percent(row["as_second"]),
        number(row["simulations_per_move"]),
        number(row["simulations_per_second"]["median"]),
        seconds(row["seconds_per_move"]["median"]),
        seconds(row["seconds_to_win"]["median"]),
        number(row["wins_per_thousand_simulations"]),
    )


def _game(row: dict[str, Any]) -> Row:
    share = about_share(row, "first_share")
    return row["game"], row["games"], *share, row["median_length"], row["shortest"], row["longest"]


def table(heads: Row, rows: list[Row]) -> list[str]:
    """A table of Markdown."""
    lines = ["| " + " | ".join(map(str, heads)) + " |", "|" + " --- |" * len(heads)]
    return lines + ["| " + " | ".join(cell(str(x)) for x in row) + " |" for row in rows]


def cell(text: str) -> str:
    """Text that means nothing to Markdown and stays on its line."""
    text = " ".join(text.split())
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(character, entity)
    for character in "\\`*_[]|":
        text = text.replace(character, "\\" + character)
    return text


def fenced(spec: str) -> list[str]:
    """A spec as a block of code."""
    fence = "`" * max(3, _longest_run(spec) + 1)
    return [f"{fence}toml", spec.strip("\n"), fence]


def _longest_run(text: str) -> int:
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    return longest
