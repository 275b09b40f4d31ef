"""A machine at work: what it thinks as it thinks, what it found, and Ctrl-C."""

import contextlib
import math
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from ..board import Cell
from ..search import Result
from ..search.result import in_words
from ..state import State
from .screen import Screen, bar

__all__ = ["interruptible", "opinion", "ranks_of", "rate_of", "table", "think", "thought_lines"]

QUIET_S = 0.4  # a shorter thought is not worth a line that comes and goes
SHOWN = 8  # moves of a table
LINE = 6  # moves of a line of play


class Interrupt:
    """Whether Ctrl-C was pressed, once."""

    asked = False


@contextlib.contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Let the first Ctrl-C be a wish that a search can grant, and the second be Ctrl-C."""
    wish = Interrupt()

    def note(number: int, frame: FrameType | None) -> None:
        if wish.asked:
            raise KeyboardInterrupt
        wish.asked = True

    if threading.current_thread() is not threading.main_thread():
        yield wish
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield wish
    finally:
        signal.signal(signal.SIGINT, before)


def think(
    screen: Screen, player: Any, state: State, seed: int, before: Callable[[], None] | None = None
) -> tuple[Result, bool]:
    """What a player finds, and whether Ctrl-C cut it short.

    On a terminal two lines show how a longer search stands; `before` is called ahead of them.
    """
    name = state.game.player_names()[state.player]
    live: Any = None
    with contextlib.ExitStack() as stack:
        wish = stack.enter_context(interruptible())

        def show(result: Result) -> bool:
            nonlocal live
            if screen.is_terminal and live is None and result.seconds >= QUIET_S:
                if before:
                    before()
                live = stack.enter_context(_live())
            if live is not None:
                from rich.text import Text

                lines = thought_lines(name, result, player.spent(result), screen.width)
                live.update(Text("\n".join(lines), no_wrap=True, overflow="ellipsis"), refresh=True)
            return wish.asked

        result = player.search(state, seed, show)
    return result, wish.asked


def _live() -> Any:
    from rich.console import Console
    from rich.live import Live

    return Live(console=Console(), transient=True, auto_refresh=False)


def thought_lines(name: str, result: Result, spent: float, width: int) -> list[str]:
    """How a search stands, in two lines: the work, and what it is worth."""
    work = (
        f"{name} thinks {bar(spent, 20)} {spent:>4.0%}"
        f"  {result.simulations:,} simulations, {rate_of(result):,.0f}/s"
    )
    value = f"{bar(result.value, 20)} {result.value:>4.0%}" if _has_value(result) else ""
    return [work[: width - 1], f"{'':{len(name)}}  value {value}  {_line(result)}"[: width - 1]]


def opinion(result: Result, room: int = 1000) -> str:
    """What the machine thinks of its move and how it expects the game to go on, if there is room.

    Nothing where it has no opinion; at least one move of the line is always there.
    """
    if not _has_value(result):
        return ""
    row = next(row for row in result.rows if row.move == result.move)
    parts = [f"win chance {result.value:.0%}", in_words(row.proven, row.distance)]
    if result.simulations:
        parts.append(f"{result.simulations:,} simulations")
    before = f"  ({', '.join(filter(None, parts))}, "
    n = next((n for n in range(LINE, 1, -1) if len(before + _line(result, n)) < room), 1)
    return f"{before}{_line(result, n)})"


def table(result: Result) -> str:
    """The moves that a search liked best, as a table; the digits are those on the board."""
    total = sum(row.visits for row in result.rows) or 1
    rows = [row for row in result.rows if row.visits or row.proven][:SHOWN]
    if not rows:
        return ""
    wide = max(4, *(len(row.move.name) for row in rows))
    amaf_of = {row.move: row.estimates.get("amaf", (0, 0.0)) for row in rows}
    has_amaf = any(count for count, _ in amaf_of.values())
    title = f"   {'move':{wide}} {'visits':>10} {'share':>6} {'value':>6}"
    lines = [f"{title}  AMAF" if has_amaf else title]
    for rank, row in enumerate(rows, 1):
        value = "" if math.isnan(row.value) else f"{row.value:.1%}"
        count, estimate = amaf_of[row.move]
        amaf = f"{estimate:.1%} of {count:,}" if count else ""
        amaf = f"{amaf:18} " if has_amaf else ""
        proven = in_words(row.proven, row.distance)
        visits = f"{row.visits:>10,} {row.visits / total:>6.1%}"
        line = f"{rank}  {row.move.name:{wide}} {visits} {value:>6}  {amaf}{proven}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def ranks_of(result: Result) -> dict[Cell, int]:
    """The cells where the moves of the table end, with their places in it."""
    ranks: dict[Cell, int] = {}
    rows = [row for row in result.rows if row.visits or row.proven][:SHOWN]
    for rank, row in enumerate(rows, 1):
        for cell in row.move.cells[-1:]:  # none for a swap or a pass
            ranks.setdefault(cell, rank)
    return ranks


def rate_of(result: Result) -> float:
    """Simulations a second."""
    return result.simulations / result.seconds if result.seconds else 0.0


def _has_value(result: Result) -> bool:
    return not math.isnan(result.value)


def _line(result: Result, most: int = LINE) -> str:
    return f"line {' '.join(move.name for move in result.line[:most])}"
