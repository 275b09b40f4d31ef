"""The figure of a tuning: a curve with its band, and the scores it goes through."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..report.figures import COLOURS, GROUND, SOFT, drawn, short

__all__ = ["Band", "Mark", "fitted"]


class Band(NamedTuple):
    """A curve with what is possible around it."""

    xs: Sequence[float]
    ys: Sequence[float]
    lows: Sequence[float]
    highs: Sequence[float]


class Mark(NamedTuple):
    """A measured score with its interval."""

    x: float
    y: float
    low: float
    high: float


def fitted(
    name: str,
    label: str,
    band: Band,
    marks: Sequence[Mark],
    xlabel: str,
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
        for x, y, low, high in marks:
            axes.vlines([x], [low], [high], color=COLOURS[2], linewidth=1.1)
            axes.plot([x], [y], "s", color=COLOURS[2], markersize=4.5, mec=GROUND, mew=0.6)
        if log_x:
            _log_axis(axes)
        axes.set_ylim(-0.02, 1.02)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.set_xlabel(xlabel)
        axes.set_title("score", loc="left", color=SOFT)

    return drawn(name, label, plot, 2.3)


def _log_axis(axes: Any) -> None:
    """Numbers at 1, 2 and 5 of each power of ten, however short the axis is."""
    from matplotlib.ticker import FuncFormatter, LogLocator

    axes.set_xscale("log")
    low, high = axes.get_xlim()
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high / low < 2e3 else (1.0,)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))
    axes.minorticks_off()
