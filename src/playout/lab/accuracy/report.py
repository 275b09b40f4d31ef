"""The report on accuracy: report.html, report.json, report.md, and what was asked and answered."""

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from ... import svg
from ...board import Board
from ...rules import GameError
from ...state import IllegalMove, State
from ...svg import Heat
from ..report.figures import Figure, Line, xy
from ..report.format import percent
from ..report.page import write_csv, write_json, write_pages
from .numbers import numbers_of
from .positions import phase_name
from .schedule import AccuracySchedule
from .scores import Row
from .tasks import state_after

__all__ = ["write_positions", "write_report"]

ANSWERS = (
    *("position", "game", "player", "budget", "kind", "chosen", "before", "after", "kept"),
    *("best", "cost", "seconds", "simulations", "value", "seed", "moves"),
)
BANDS = "Bands and bars: Wilson’s 95 % intervals; marks are moved apart a little."
POSITIONS = ("position", "game", "moves", "plies", "outcome", "keeping", "best", "truth")


def write_report(schedule: AccuracySchedule, folder: Path) -> Path:
    """Write the report of what the ledger has by now; returns the path of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = numbers_of(schedule)
    write_json(folder / "report.json", numbers)
    write_csv(folder / "answers.csv", ANSWERS, _answers(schedule))
    write_positions(schedule, folder / "positions.csv")
    write_positions(schedule, folder / "positions.jsonl")
    players = list(schedule.experiment.players)
    games = [(game, figures_of(game, players), [*boards_of(game)]) for game in numbers["games"]]
    return write_pages(folder, "accuracy", n=numbers, games=games, phase_name=phase_name)


def _answers(schedule: AccuracySchedule) -> Iterator[Row]:
    """A row for every answer."""
    for game in schedule.experiment.games:
        labels = schedule.labels(game)
        for row in schedule.ledger.answers(game):
            label, entrant = labels[row.position], schedule.plan.entrants[row.entrant]
            yield row._asdict() | {
                "player": entrant.player,
                "budget": entrant.budget.amount or "",
                "kind": entrant.budget.kind,
                "kept": int(row.before == row.after),
                "best": "" if label.best is None else int(row.chosen in label.best),
                "cost": label.cost(row.chosen),
                "moves": " ".join(row.moves),
            }


def write_positions(schedule: AccuracySchedule, path: Path) -> int:
    """The positions with what is true of each and of all its moves: CSV or JSON lines."""
    rows = list(_positions(schedule))
    if path.suffix == ".csv":
        for row in rows:
            row |= {key: " ".join(row[key]) for key in ("moves", "keeping", "best")}
            row["truth"] = json.dumps(row["truth"])
        write_csv(path, POSITIONS, rows)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return len(rows)


def _positions(schedule: AccuracySchedule) -> Iterator[Row]:
    """A row for every position whose label is known."""
    for game in schedule.experiment.games:
        positions = schedule.positions(game)
        for i, label in schedule.labels(game).items():
            if label.is_known:
                truth = {name: move._asdict() for name, move in label.moves.items()}
                where = i, game, positions[i], len(positions[i])
                row = *where, label.outcome, label.keeping, label.best or (), truth
                yield dict(zip(POSITIONS, row, strict=True))


def figures_of(game: Row, players: Sequence[str]) -> list[Figure]:
    """All curves of a game in one figure, then one for each phase, on the same scale."""
    rows = game["entrants"]
    if not rows:
        return []
    # Where there are curves, the scale is theirs: what does not search is far below them.
    shown = [row for row in rows if row["budget"]["kind"]] or rows
    first = _figure(game, "All positions", rows, game["by_chance"], players, _floor(shown))
    figures = [first._replace(caption=f"{first.caption} {BANDS}")]
    floor = _floor([record for row in shown for record in row["phases"]])
    for i, phase in enumerate(game["phases"] if len(game["phases"]) > 1 else []):
        records, chance = [row["phases"][i] for row in rows], game["by_chance_in_phases"][i]
        title = f"After {phase_name(phase)}"
        figures.append(_figure(game, title, records, chance, players, floor))
    return figures


def _floor(records: list[Row]) -> float:
    """Where the scale of a figure with these shares begins: round, and below all of them."""
    lowest = min((record["share_low"] for record in records if record["n"]), default=0.0)
    return max(0.0, math.floor((lowest - 0.01) * 20) / 20)


def _figure(
    game: Row,
    title: str,
    records: list[Row],  # of the entrants
    chance: float | None,
    players: Sequence[str],
    floor: float,
) -> Figure:
    points: dict[str, list[tuple[float, Row]]] = {}
    levels = []
    for row, record in zip(game["entrants"], records, strict=True):
        name, budget = row["player"], row["budget"]
        if record["n"] and budget["kind"]:
            points.setdefault(name, []).append((budget["amount"], record))
        elif record["n"]:
            levels.append(Line(name, (), [record["share"]], colour=players.index(name)))
    if chance is not None:
        levels.append(Line("blind choice", (), [chance], colour=None))
    curves = [
        Line.of([row for _, row in some], name, [x for x, _ in some], players.index(name))
        for name, some in points.items()
    ]
    shares = ", ".join(f"{line.name} {percent(line.ys[-1])}" for line in curves + levels)
    most = " with the largest budget" if any(len(curve.xs) > 1 for curve in curves) else ""
    caption = f"Choices that keep the value{most}: {shares}."
    shown = curves + [level for level in levels if level.ys[0] >= floor]
    kind = next((row["budget"]["kind"] for row in game["entrants"] if row["budget"]["kind"]), "")
    xlabel = f"{kind} a move" if curves else ""
    label, ylabel = f"{game['game']}. {title}. {caption}", "choices that keep the value"
    picture = xy(label, shown, xlabel, ylabel, log_x=True, share=floor, bands=True)
    return Figure(title, picture, caption)


def boards_of(game: Row) -> Iterator[tuple[Row, str, str]]:
    """The hardest positions with who is to move, and a picture: who chose what is a tint, what
    keeps the value has a ring."""
    for row in game["hardest"]:
        try:
            state = state_after(game["game"], row["moves"])
        except (GameError, IllegalMove):  # the rules have changed since, or the file is gone
            continue
        yield row, state.game.player_names()[state.player], _picture(state, row)


def _picture(state: State, row: Row) -> str:
    heat = []
    for move in state.moves():
        who = [player for player, chosen in row["chosen"].items() if chosen == move.name]
        is_right = move.name in row["keeping"]
        worth = "keeps the value" if is_right else "gives it away"
        note = f"{move.name} {worth}{': ' if who else ''}{', '.join(who)}"
        share = len(who) / len(row["chosen"])
        heat.append(Heat(move.name, move.cells, share, "", note, is_right))
    board = state.board()
    return svg.draw(board, heat) if isinstance(board, Board) else svg.draw_text(board, heat)
