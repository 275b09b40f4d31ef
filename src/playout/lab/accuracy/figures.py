"""The figures of a report on accuracy, and boards with the positions that were hard."""

import html
import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ... import svg
from ...board import Board
from ...catalogue import find
from ...rules import GameError
from ...state import IllegalMove, State
from ...svg import Heat
from ..report.figures import Figure, Line, xy
from ..report.format import percent
from .positions import phase_name

__all__ = ["HardPosition", "boards_of", "figures_of"]

CHANCE = "blind choice"
WORTH = {"win": "won", "draw": "a draw", "loss": "lost"}
BANDS = "Bands and bars: Wilson’s 95 % intervals; marks are moved apart a little."
Row = dict[str, Any]


class HardPosition(NamedTuple):
    """A position for the page."""

    title: str
    picture: str
    lines: list[str]  # who chose what
    moves: str


def figures_of(numbers: Row) -> list[list[Figure]]:
    """For each game: all curves in one figure, then one for each phase, on the same scale."""
    players = list(numbers["experiment"]["players"])
    return [_figures(game, players) for game in numbers["games"]]


def _figures(game: Row, players: list[str]) -> list[Figure]:
    rows = game["entrants"]
    if not rows:
        return []
    # Where there are curves, the scale is theirs: what does not search is far below them.
    shown = [row for row in rows if row["budget"]["kind"]] or rows
    name, floor = game["game"], _floor([row["share_low"] for row in shown])
    first = _figure("All positions", name, rows, rows, game["by_chance"], players, floor)
    figures = [first._replace(caption=f"{first.caption} {BANDS}")]
    every = [record for row in shown for record in row["phases"] if record["n"]]
    floor = _floor([record["share_low"] for record in every])
    for i, phase in enumerate(game["phases"] if len(game["phases"]) > 1 else []):
        records, chance = [row["phases"][i] for row in rows], game["by_chance_in_phases"][i]
        title = f"After {phase_name(phase)}"
        figures.append(_figure(title, name, rows, records, chance, players, floor))
    return figures


def _floor(shares: Sequence[float]) -> float:
    """Where the scale of a figure with these shares begins: round, and below all of them."""
    return max(0.0, math.floor((min(shares, default=0.0) - 0.01) * 20) / 20)


def _figure(
    title: str,
    game: str,
    rows: list[Row],
    records: list[Row],
    chance: float | None,
    players: list[str],
    floor: float,
) -> Figure:
    points: dict[str, list[tuple[float, Row]]] = {}
    levels, kinds = [], set()
    for row, record in zip(rows, records, strict=True):
        name, budget = row["player"], row["budget"]
        if record["n"] and budget["kind"]:
            kinds.add(budget["kind"])
            points.setdefault(name, []).append((budget["amount"], record))
        elif record["n"]:
            levels.append(Line(name, (), [record["share"]], colour=players.index(name)))
    if chance is not None:
        levels.append(Line(CHANCE, (), [chance], colour=None))
    curves = [_curve(name, some, players.index(name)) for name, some in points.items()]
    shares = ", ".join(f"{line.name} {percent(line.ys[-1])}" for line in curves + levels)
    most = " with the largest budget" if any(len(curve.xs) > 1 for curve in curves) else ""
    caption = f"Choices that keep the value{most}: {shares}."
    shown = curves + [level for level in levels if level.ys[0] >= floor]
    xlabel = f"{' or '.join(sorted(kinds))} a move" if kinds else ""
    label, ylabel = f"{game}. {title}. {caption}", "choices that keep the value"
    picture = xy(label, shown, xlabel, ylabel, log_x=True, share=floor, bands=True)
    return Figure(title, picture, caption)


def _curve(name: str, points: list[tuple[float, Row]], colour: int) -> Line:
    ends = [[record[key] for _, record in points] for key in ("share", "share_low", "share_high")]
    return Line(name, [amount for amount, _ in points], ends[0], ends[1], ends[2], colour)


def boards_of(game: Row) -> list[HardPosition]:
    """The hardest positions: who chose what is a tint, what keeps the value has a ring."""
    hard = []
    for row in game["hardest"]:
        try:
            state = find(game["game"]).start()
            for move in row["moves"]:
                state = state.play(move)
        except (GameError, IllegalMove):  # the rules have changed since, or the file is gone
            continue
        hard.append(_hard(state, row))
    return hard


def _hard(state: State, row: Row) -> HardPosition:
    who: dict[str, list[str]] = {}
    for player, move in row["chosen"].items():
        who.setdefault(move, []).append(player)
    heat = []
    for move in state.moves():
        mine, is_right = who.get(move.name, []), move.name in row["keeping"]
        worth = "keeps the value" if is_right else "gives it away"
        note = f"{move.name} {worth}{': ' if mine else ''}{', '.join(mine)}"
        share = len(mine) / len(row["chosen"])
        heat.append(Heat(move.name, move.cells, share, "", note, is_right))
    board = state.board()
    picture = svg.draw(board, heat) if isinstance(board, Board) else svg.draw_text(board, heat)
    mover, right = state.game.player_names()[state.player], ", ".join(row["keeping"])
    title = f"Position {row['position']}: {mover} to move, {WORTH[row['outcome']]} with {right}"
    lines = [
        f"{move} ({WORTH[row['after'][mine[0]]]}): {'; '.join(mine)}" for move, mine in who.items()
    ]
    label = f'aria-label="{html.escape(title)}"'
    picture = re.sub(r'aria-label="[^"]*"', lambda _: label, picture, count=1)
    return HardPosition(title, picture, lines, " ".join(row["moves"]))
