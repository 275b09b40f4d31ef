"""The report on accuracy: report.html, report.json, report.md, and what was asked and answered."""

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from ... import svg
from ...board import Board
from ...language import Text, said, tr
from ...rules import GameError
from ...state import IllegalMove
from ...svg import Heat
from ..report.canvas import Figure
from ..report.figures import Line, xy
from ..report.format import A_MOVE, percent
from ..report.page import Row, write_csv, write_numbers, write_pages
from .numbers import numbers_of
from .positions import phase_name
from .schedule import AccuracySchedule
from .tasks import state_after

ANSWERS = (
    *("position", "game", "player", "budget", "kind", "chosen", "before", "after", "kept"),
    *("best", "cost", "seconds", "simulations", "value", "seed", "moves"),
)
BANDS = Text("Bands and bars: Wilson’s 95 % intervals; marks are moved apart a little.")
POSITIONS = ("position", "game", "moves", "plies", "outcome", "keeping", "best", "truth")


def write_report(schedule: AccuracySchedule, folder: Path, formats: Sequence[str]) -> Path:
    """Write all files into a folder that is there; returns the path of the page."""
    numbers = write_numbers(folder, lambda: numbers_of(schedule))
    write_csv(folder / "answers.csv", ANSWERS, _answers(schedule))
    write_positions(schedule, folder / "positions.csv")
    write_positions(schedule, folder / "positions.jsonl")
    players = list(schedule.experiment.players)
    games = [(game, figures_of(game, players), [*boards_of(game)]) for game in numbers["games"]]
    every = {"accuracy": [figure for _, figures, _ in games for figure in figures]}
    pieces = {"n": numbers, "games": games, "phase_name": phase_name}
    return write_pages(folder, "accuracy", every, formats, **pieces)


def _answers(schedule: AccuracySchedule) -> Iterator[Row]:
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
                "cost": row.cost,
                "moves": " ".join(row.moves),
            }


def write_positions(schedule: AccuracySchedule, path: Path) -> int:
    """The positions that are known, with what is true of all moves: CSV or JSON lines."""
    rows: list[Row] = []
    for game in schedule.experiment.games:
        positions = schedule.positions(game)
        for i, label in schedule.labels(game).items():
            if label.is_known:
                truth = {name: move._asdict() for name, move in label.values.items()}
                where = i, game, positions[i], len(positions[i])
                values = *where, label.outcome, label.keeping, label.best or (), truth
                rows.append(dict(zip(POSITIONS, values, strict=True)))
    if path.suffix == ".csv":
        for row in rows:
            row |= {key: " ".join(row[key]) for key in ("moves", "keeping", "best")}
            row["truth"] = json.dumps(row["truth"])
        write_csv(path, POSITIONS, rows)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return len(rows)


def figures_of(game: Row, players: Sequence[str]) -> list[Figure]:
    """All curves of a game in one figure, then one for each phase, on the same scale."""
    rows = game["entrants"]
    if not rows:
        return []
    # Where there are curves, the scale is theirs: what does not search is far below them.
    shown = [row for row in rows if row["budget"]["kind"]] or rows
    first = _figure(game, Text("All positions"), rows, game["by_chance"], players, _floor(shown))
    figures = [first._replace(caption=f"{first.caption} {tr(BANDS)}")]
    floor = _floor([record for row in shown for record in row["phases"]])
    for i, phase in enumerate(game["phases"] if len(game["phases"]) > 1 else []):
        records, chance = [row["phases"][i] for row in rows], game["by_chance_in_phases"][i]
        title = Text("After {phase}", phase=phase_name(phase))
        figures.append(_figure(game, title, records, chance, players, floor))
    return figures


def _floor(records: list[Row]) -> float:
    """Where the scale of a figure with these shares begins: round, and below all of them."""
    lowest = min((record["share_low"] for record in records if record["n"]), default=0.0)
    return max(0.0, math.floor((lowest - 0.01) * 20) / 20)


def _figure(
    game: Row,
    title: Text,
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
        levels.append(Line(tr("blind choice"), (), [chance], colour=None))
    curves = [
        Line.of([row for _, row in some], name, [x for x, _ in some], players.index(name))
        for name, some in points.items()
    ]
    shares = ", ".join(f"{line.name} {percent(line.ys[-1])}" for line in curves + levels)
    caption = "Choices that keep the value: {shares}."
    if any(len(curve.xs) > 1 for curve in curves):
        caption = "Choices that keep the value with the largest budget: {shares}."
    caption = tr(caption, shares=shares)
    shown = curves + [level for level in levels if level.ys[0] >= floor]
    kind = next((row["budget"]["kind"] for row in game["entrants"] if row["budget"]["kind"]), "")
    xlabel = tr(A_MOVE[kind]) if curves else ""
    label, ylabel = f"{game['game']}. {said(title)}. {caption}", tr("choices that keep the value")
    picture = xy(label, shown, xlabel, ylabel, log_x=True, share=floor, bands=True)
    return Figure(title, picture, caption)


def boards_of(game: Row) -> Iterator[tuple[Row, str, str]]:
    """The hardest positions, who is to move, and a picture: choices tinted, right moves ringed."""
    for row in game["hardest"]:
        try:
            state = state_after(game["game"], row["moves"])
        except (GameError, IllegalMove):  # the rules have changed since, or the file is gone
            continue
        heat = []
        for move in state.moves():
            who = [said(player) for player, chosen in row["chosen"].items() if chosen == move.name]
            is_right = move.name in row["keeping"]
            note = f"{move.name} {tr('keeps the value' if is_right else 'gives it away')}"
            note = tr("{name}: {text}", name=note, text=", ".join(who)) if who else note
            share = len(who) / len(row["chosen"])
            heat.append(Heat(move.name, move.cells, share, "", note, is_right))
        board = state.board()
        picture = svg.draw(board, heat) if isinstance(board, Board) else svg.draw_text(board, heat)
        yield row, said(state.game.player_names()[state.player]), picture
