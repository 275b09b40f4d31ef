"""The figures of a report on accuracy, and boards with the positions that were hard."""

import re
from typing import Any, NamedTuple

from ... import svg
from ...board import Board
from ...catalogue import find
from ...heat import Heat
from ...rules import GameError
from ...state import IllegalMove, State
from ..match.figures import Figure
from ..report.format import percent
from .curves import Curve, Level, floor_of, shares_by_budget
from .positions import phase_name

__all__ = ["HardOne", "boards_of", "figures_of"]

CHANCE = "blind choice"
LABEL = re.compile(r'aria-label="[^"]*"')
WORTH = {"win": "won", "draw": "a draw", "loss": "lost"}


class HardOne(NamedTuple):
    """A position for the page."""

    title: str
    picture: str
    told: list[str]
    moves: str


def figures_of(numbers: dict[str, Any]) -> list[list[Figure]]:
    """For each game: all curves in one figure, then one for each phase, on the same scale."""
    players = list(numbers["experiment"]["players"])
    return [_figures(i, game, players) for i, game in enumerate(numbers["games"])]


def _figures(i: int, game: dict[str, Any], players: list[str]) -> list[Figure]:
    if not game["entrants"]:
        return []
    known = game["entrants"]
    # Where there are curves, the scale is theirs: what does not search is far below them.
    shown = [row for row in known if row["budget"]["kind"]] or known
    floor = floor_of([row["share_low"] for row in shown])
    note = "Bands and bars: Wilson’s 95 % intervals; marks are moved apart a little."
    figures = [_figure(f"all{i}", "All positions", known, known, game["by_chance"], players, floor)]
    every = [record for row in shown for record in row["phases"] if record["n"]]
    floor = floor_of([record["share_low"] for record in every])
    for j, phase in enumerate(game["phases"] if len(game["phases"]) > 1 else []):
        records = [row["phases"][j] for row in known]
        title = f"After {phase_name(phase)}"
        chance = game["by_chance_in_phases"][j]
        figures.append(_figure(f"phase{i}{j}", title, known, records, chance, players, floor))
    first = figures[0]
    return [first._replace(caption=f"{first.caption} {note}"), *figures[1:]]


def _figure(
    name: str,
    title: str,
    rows: list[dict[str, Any]],
    records: list[dict[str, Any]],
    chance: float | None,
    players: list[str],
    floor: float,
) -> Figure:
    points: dict[str, list[tuple[float, dict[str, Any]]]] = {}
    levels, kinds = [], set()
    for row, record in zip(rows, records, strict=True):
        budget = row["budget"]
        if record["n"] and budget["kind"]:
            kinds.add(budget["kind"])
            points.setdefault(row["player"], []).append((budget["amount"], record))
        elif record["n"]:
            levels.append(Level(row["player"], record["share"], players.index(row["player"])))
    curves = [_curve(player, some, players.index(player)) for player, some in points.items()]
    if chance is not None:
        levels.append(Level(CHANCE, chance))
    told = [f"{curve.name} {percent(curve.shares[-1])}" for curve in curves]
    told += [f"{level.name} {percent(level.share)}" for level in levels]
    most = " with the largest budget" if any(len(c.budgets) > 1 for c in curves) else ""
    caption = f"Choices that keep the value{most}: {', '.join(told)}."
    label = f"{title}. {caption}"
    xlabel = f"{' or '.join(sorted(kinds))} a move" if kinds else ""
    shown = [level for level in levels if level.share >= floor]
    return Figure(title, shares_by_budget(name, label, curves, shown, xlabel, floor), caption)


def _curve(player: str, points: list[tuple[float, dict[str, Any]]], colour: int) -> Curve:
    budgets = [amount for amount, _ in points]
    ends = [[record[key] for _, record in points] for key in ("share", "share_low", "share_high")]
    return Curve(player, budgets, ends[0], ends[1], ends[2], colour)


def boards_of(game: dict[str, Any]) -> list[HardOne]:
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


def _hard(state: State, row: dict[str, Any]) -> HardOne:
    names = list(row["chosen"].values())
    heat = []
    for move in state.moves():
        who = [player for player, chosen in row["chosen"].items() if chosen == move.name]
        worth = "keeps the value" if move.name in row["keeping"] else "gives it away"
        note = f"{move.name} {worth}{': ' if who else ''}{', '.join(who)}"
        cells = tuple(state.game.move_cells(state.words, int(move)))
        share = names.count(move.name) / len(names)
        heat.append(Heat(move.name, cells, share, "", note, move.name in row["keeping"]))
    board = state.board()
    picture = svg.draw(board, heat) if isinstance(board, Board) else svg.draw_text(board, heat)
    mover = state.game.player_names()[state.player]
    right = ", ".join(row["keeping"])
    title = f"Position {row['position']}: {mover} to move, {WORTH[row['outcome']]} with {right}"
    told = []
    for move in dict.fromkeys(names):
        who = [player for player, chosen in row["chosen"].items() if chosen == move]
        after = WORTH[row["after"][who[0]]]
        told.append(f"{move} ({after}): {'; '.join(who)}")
    picture = LABEL.sub(f'aria-label="{svg.escape(title)}"', picture, count=1)
    return HardOne(title, picture, told, " ".join(row["moves"]))
