"""The figure of a tuning: a curve with its band, and the scores it goes through."""

from collections.abc import Sequence
from typing import Any

from ..report.figures import COLOURS, GROUND, SOFT, Line, drawn, logarithmic

__all__ = ["fitted"]


def fitted(
    label: str,
    band: Line,
    marks: Line,
    *,
    best: float,
    start: float,
    log_x: bool = False,
    ticks: Sequence[str] = (),
) -> str:
    """Shares of the points by the value of a parameter; `ticks` are the names of choices."""

    def plot(axes: Any) -> None:
        axes.axhline(0.5, color=SOFT, linewidth=0.9, linestyle=(0, (3, 3)))
        axes.axvline(best, color=COLOURS[1], linewidth=1.4)
        axes.axvline(start, color=COLOURS[6], linewidth=1.2, linestyle=":")
        if ticks:
            axes.vlines(band.xs, band.lows, band.highs, color=COLOURS[0], linewidth=5, alpha=0.25)
            axes.plot(band.xs, band.ys, "_", color=COLOURS[0], markersize=12)
            axes.set_xticks(range(len(ticks)), ticks)
            axes.set_xlim(-0.5, len(ticks) - 0.5)
        else:
            axes.fill_between(band.xs, band.lows, band.highs, color=COLOURS[0], alpha=0.2, lw=0)
            axes.plot(band.xs, band.ys, color=COLOURS[0])
        axes.vlines(marks.xs, marks.lows, marks.highs, color=COLOURS[2], linewidth=1.1)
        axes.plot(marks.xs, marks.ys, "s", color=COLOURS[2], markersize=4.5, mec=GROUND, mew=0.6)
        if log_x:
            logarithmic(axes)
        axes.set_ylim(-0.02, 1.02)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.set_xlabel(marks.name)
        axes.set_title("score", loc="left", color=SOFT)

    return drawn(label, plot, 2.3)
