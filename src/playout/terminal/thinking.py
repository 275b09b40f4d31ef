"""A search in the terminal: its progress, Ctrl-C, and its result as text."""

import contextlib
import math
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from ..board import Cell
from ..language import Text, number, said, tr
from ..live import bar
from ..nets.opinion import Opinion
from ..search import Result
from ..search.result import Row
from ..state import State
from .screen import Screen, live_text

__all__ = [
    "CtrlC",
    "catch_ctrl_c",
    "evaluation",
    "priors_table",
    "ranks_of",
    "speed",
    "table",
    "think",
]

QUIET_S = 0.4  # a shorter search shows no progress
N_ROWS = 8  # moves of a table
N_LINE = 6  # moves of a line of play


class CtrlC:
    """Whether Ctrl-C was pressed."""

    is_pressed = False


@contextlib.contextmanager
def catch_ctrl_c() -> Iterator[CtrlC]:
    """The first Ctrl-C is only noted, so that a search can end; the second one interrupts."""
    ctrl_c = CtrlC()

    def note(number: int, frame: FrameType | None) -> None:
        if ctrl_c.is_pressed:
            raise KeyboardInterrupt
        ctrl_c.is_pressed = True

    if threading.current_thread() is not threading.main_thread():
        yield ctrl_c
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield ctrl_c
    finally:
        signal.signal(signal.SIGINT, before)


def think(
    screen: Screen, player: Any, state: State, seed: int, before: Callable[[], None] | None = None
) -> tuple[Result, bool]:
    """The result of a player's search, and whether Ctrl-C cut it short.

    On a terminal two lines show the progress of a longer search; `before` is called ahead of them.
    """
    name = said(state.game.player_names()[state.player])
    quiet_s = QUIET_S if screen.is_terminal else math.inf
    with catch_ctrl_c() as ctrl_c, live_text(sys.stdout, quiet_s, before) as show:

        def on_progress(result: Result) -> bool:
            show(_progress(name, result, player.spent(result), screen.width), result.seconds)
            return ctrl_c.is_pressed

        return player.search(state, seed, on_progress), ctrl_c.is_pressed


def _progress(name: str, result: Result, spent: float, width: int) -> str:
    """Two lines: how much of the budget is spent, and the value of the position."""
    thinks, value_label = tr("{player} thinks", player=name), tr("value")
    work = f"{thinks} {bar(spent, 20)} {number(spent, '>4.0%')}  {speed(result)}"
    value = ""
    if _has_value(result):
        value = f"{bar(result.value, 20)} {number(result.value, '>4.0%')}"
    line = f"{value_label:>{len(thinks)}} {value}  {_line(result)}"
    return f"{work[: width - 1]}\n{line[: width - 1]}"


def evaluation(result: Result, room: int = 1000) -> str:
    """The win chance and the line of play that a search expects, in so many characters.

    Nothing where it has no value; at least one move of the line is always there.
    """
    if not _has_value(result):
        return ""
    row = next(row for row in result.rows if row.move == result.move)
    parts = [tr("win chance {share:.0%}", share=result.value), proof(row)]
    if result.simulations:
        parts.append(tr("{n:,} simulation", "{n:,} simulations", n=result.simulations))
    before = f"  ({', '.join(filter(None, parts))}, "
    n = next((n for n in range(N_LINE, 1, -1) if len(before + _line(result, n)) < room), 1)
    return f"{before}{_line(result, n)})"


def table(result: Result) -> str:
    """The best moves as a table; the digits are those on the board."""
    total = sum(row.visits for row in result.rows) or 1
    rows = _best(result)
    if not rows:
        return ""
    wide = max(4, *(len(row.move.name) for row in rows))
    amaf_of = {row.move: row.estimates.get("amaf", (0, 0.0)) for row in rows}
    has_amaf = any(count for count, _ in amaf_of.values())
    heads = tr("move"), tr("visits"), tr("share"), tr("value")
    title = f"   {heads[0]:{wide}} {heads[1]:>10} {heads[2]:>6} {heads[3]:>6}"
    lines = [f"{title}  AMAF" if has_amaf else title]
    for rank, row in enumerate(rows, 1):
        value = "" if math.isnan(row.value) else number(row.value, ".1%")
        count, estimate = amaf_of[row.move]
        amaf = tr("{value:.1%} of {n:,}", value=estimate, n=count) if count else ""
        amaf = f"{amaf:18} " if has_amaf else ""
        visits = f"{number(row.visits, '>10,')} {number(row.visits / total, '>6.1%')}"
        line = f"{rank}  {row.move.name:{wide}} {visits} {value:>6}  {amaf}"
        lines.append((line + proof(row)).rstrip())
    return "\n".join(lines)


def priors_table(said: Opinion) -> str:
    """The likeliest moves by a network; the digits are those on the board."""
    best = said.priors[:N_ROWS]
    wide = max(4, *(len(move.name) for move, _ in best))
    lines = [f"   {tr('move'):{wide}} {tr('prior'):>6}"]
    for rank, (move, prior) in enumerate(best, 1):
        lines.append(f"{rank}  {move.name:{wide}} {number(prior, '>6.1%')}")
    return "\n".join(lines)


def ranks_of(result: Result | Opinion) -> dict[Cell, int]:
    """The cells where the moves of the table end, with their places in it."""
    if isinstance(result, Opinion):
        moves = [move for move, _ in result.priors[:N_ROWS]]
    else:
        moves = [row.move for row in _best(result)]
    ranks: dict[Cell, int] = {}
    for rank, move in enumerate(moves, 1):
        for cell in move.cells[-1:]:  # none for a swap or a pass
            ranks.setdefault(cell, rank)
    return ranks


def _best(result: Result) -> list[Row]:
    return [row for row in result.rows if row.visits or row.proven][:N_ROWS]


def speed(result: Result) -> str:
    rate = result.simulations / result.seconds if result.seconds else 0.0
    return tr("{n:,} simulations, {rate:,.0f}/s", n=result.simulations, rate=rate)


def proof(row: Row) -> str:
    """What is proven of a move, in words; the move itself is the first of the plies."""
    verb = {"won": Text("wins"), "draw": Text("draws"), "lost": Text("loses")}.get(row.proven)
    if verb is None or row.distance < 0:
        return said(verb or "")
    return tr("{wins} in {n} ply", "{wins} in {n} plies", wins=verb, n=row.distance + 1)


def _has_value(result: Result) -> bool:
    return not math.isnan(result.value)


def _line(result: Result, most: int = N_LINE) -> str:
    return tr("line {moves}", moves=" ".join(move.name for move in result.line[:most]))
