"""How far an experiment is, while it runs: a bar with standings, or a line now and then."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from textwrap import wrap
from typing import Any

from ..language import number, tr
from ..live import Live, bar
from .run.runner import Progress, Schedule

SHOW_S = 0.25  # between two looks of the bar: standings take their time
WIDTH = 40  # of the bar
QUIET_S = 10.0  # between two lines about the progress, where nobody can watch a bar


@contextmanager
def watched(schedule: Schedule) -> Iterator[Callable[[Progress], Any]]:
    """Something to show the progress with."""
    if not sys.stderr.isatty():

        def say(progress: Progress) -> None:
            print(progress_line(progress, schedule.unit), file=sys.stderr, flush=True)

        yield _every(QUIET_S, say)
        return

    live = Live(sys.stderr)

    def drawn(progress: Progress) -> list[str]:
        share = bar(progress.done / max(progress.total, 1), WIDTH)
        lines = [progress_line(progress, schedule.unit), *schedule.standings()[-12:]]
        return [share, *(part for line in lines for part in wrap(line, live.size.columns))]

    with live:
        yield _every(SHOW_S, lambda progress: live.show(drawn(progress)))


def _every(seconds: float, show: Callable[[Progress], Any]) -> Callable[[Progress], None]:
    """The same, but not before so much time has passed since the last one."""
    last = time.monotonic()

    def show_now_and_then(progress: Progress) -> None:
        nonlocal last
        if time.monotonic() - last > seconds:
            last = time.monotonic()
            show(progress)

    return show_now_and_then


def progress_line(progress: Progress, unit: str = "games") -> str:
    """How far it is, how fast, and how long it will take."""
    rate = progress.played / progress.seconds if progress.seconds else 0.0
    # Workers that were ahead of a decision have played more than there turned out to be.
    total = max(progress.done, progress.total)
    left = (total - progress.done) / rate if rate else 0.0
    failed = tr(", {n} failed", n=progress.failed) if progress.failed else ""
    minutes = round(left / 60)
    duration = f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02d} min"
    about = {"done": progress.done, "total": total, "unit": tr(unit), "failed": failed}
    about |= {"speed": number(rate, ".2g" if rate < 10 else ",.0f")}
    about |= {"left": duration if left >= 60 else f"{left:.0f} s"}
    return tr("{done} of {total} {unit}{failed}, {speed} {unit}/s, {left} left", **about)
