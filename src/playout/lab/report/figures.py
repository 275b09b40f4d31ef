"""What figures show: bars, boxes, curves, heat maps, brackets.

Colours are those of Okabe and Ito, which everybody can tell apart, and every line has a mark of its
own as well.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...language import number, tr
from .canvas import GROUND, INK, SOFT, Drawing
from .format import seconds, short

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C8C8C")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", ":")
APART = 1.05  # the factor from one curve to the next, so that their intervals can be seen
MOST_BARS = 60  # of a histogram
MOST_BANDS = 5  # curves whose bands can be told apart


class Bar(NamedTuple):
    """A row of a figure: an estimate with the ends of its interval, of which None is open."""

    name: str
    value: Any  # a number; of a box plot p5, q1, median, q3, p95 and mean; of outcomes their shares
    low: float | None = None
    high: float | None = None
    colour: int = 0
    text: str = ""  # in words


class Line(NamedTuple):
    """Points, each with an interval where there are lows and highs; one without xs is level."""

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    lows: Sequence[float] = ()
    highs: Sequence[float] = ()
    colour: int | None = 0  # None is grey
    text: str = ""

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]], name: str, xs: Any, *look: Any) -> "Line":
        """From rows that have a share and its interval."""
        keys = "share", "share_low", "share_high"
        shares: Any = ([row[key] for row in rows] for key in keys)
        return cls(name, xs, *shares, *look)


def listed(rows: Sequence[tuple[str, str]], most: int = 8) -> str:
    """Numbers in words: the text alternative of a figure."""
    left = len(rows) - most
    more = tr("; and {n} more", "; and {n} more", n=left) if left > 0 else ""
    return tr("; ").join(f"{name} {value}" for name, value in rows[:most]) + more


def _by_row(plot: Callable[..., None]) -> Callable[..., Drawing]:
    """Of a function that draws rows into axes, one that gives a drawing: the rows below each other
    with their names, the first on top."""

    def figure(label: str, rows: Sequence[Any], xlabel: str = "", **how: Any) -> Drawing:
        def plot_rows(axes: Any) -> None:
            plot(axes, rows, **how)
            axes.set_yticks(range(len(rows)), [clipped(row[0], 22) for row in rows])
            axes.tick_params(axis="y", labelcolor=INK)
            axes.set_ylim(len(rows) - 0.4, -0.6)
            axes.set_xlabel(xlabel)
            axes.grid(axis="y", visible=False)

        return Drawing(label, plot_rows, 0.8 + 0.27 * len(rows))

    return figure


@_by_row
def forest(axes: Any, rows: Sequence[Bar]) -> None:
    """Estimates with their intervals, and a line at no difference."""
    known = [0.0, *(end for row in rows for end in row[1:4] if end is not None)]
    pad = 0.08 * (max(known) - min(known) or 1.0)
    left, right = min(known) - pad, max(known) + pad
    axes.axvline(0.0, color=SOFT, linewidth=0.9, linestyle=(0, (3, 3)))
    for y, row in enumerate(rows):
        colour = _colour(row.colour)
        low = left if row.low is None else row.low
        high = right if row.high is None else row.high
        axes.plot([low, high], [y, y], color=colour, linewidth=2.2, solid_capstyle="butt")
        for end, at, mark in ((row.low, left, "<"), (row.high, right, ">")):
            if end is None:
                axes.plot(at, y, mark, color=colour, markersize=5, clip_on=False)
        if row.value is not None:
            axes.plot(row.value, y, "o", color=colour, markersize=6, mec=GROUND, mew=1)
    axes.set_xlim(left, right)
    axes.locator_params(axis="x", nbins=6)


@_by_row
def boxes(axes: Any, rows: Sequence[Bar], text: Callable[[float], str] = seconds) -> None:
    """Box plots on a logarithmic scale, of times unless `text` writes another number."""
    ys, colours = np.arange(len(rows)), [_colour(row.colour) for row in rows]
    keys = ("p5", "q1", "median", "q3", "p95", "mean")
    numbers = [[row.value[key] for row in rows] for key in keys]
    p5, q1, median, q3, p95, mean = np.maximum(numbers, 1e-7)
    axes.hlines(ys, p5, p95, colours, linewidth=1.4)
    for ends in (p5, p95):
        axes.vlines(ends, ys - 0.14, ys + 0.14, colours, linewidth=1.4)
    axes.barh(ys, q3 - q1, 0.5, left=q1, color=colours, linewidth=0)
    axes.use_sticky_edges = False  # a margin also where a box begins at its whisker
    axes.vlines(median, ys - 0.25, ys + 0.25, GROUND, linewidth=2.2)
    axes.scatter(mean, ys, 13, GROUND, marker="D", edgecolors=colours, linewidths=1.1, zorder=3)
    logarithmic(axes, text)


@_by_row
def bars(axes: Any, rows: Sequence[Bar]) -> None:
    """Amounts as bars, the number at the end of each."""
    values, colours = [row.value or 0.0 for row in rows], [_colour(row.colour) for row in rows]
    every = axes.barh(range(len(rows)), values, 0.55, color=colours)
    axes.bar_label(every, [short(value) for value in values], padding=3, fontsize=8)
    axes.set_xlim(0, 1.16 * max([*values, 1e-12]))
    axes.xaxis.set_major_formatter(lambda value, _: short(value))
    axes.locator_params(axis="x", nbins=5)


@_by_row
def outcomes(axes: Any, rows: Sequence[Bar], names: Sequence[str]) -> None:
    """Three outcomes, which have these names, as bars of 100 %."""
    lefts, colours = np.zeros(len(rows)), (COLOURS[0], COLOURS[6], COLOURS[1])
    for i, (name, colour) in enumerate(zip(names, colours, strict=True)):
        shares = [row.value[i] for row in rows]
        every = axes.barh(range(len(rows)), shares, 0.55, left=lefts, color=colour, label=name)
        texts = [number(share, ".0%") if share >= 0.08 else "" for share in shares]
        axes.bar_label(every, texts, label_type="center", color="#ffffff")
        lefts += shares
    axes.axvline(0.5, color=GROUND, linewidth=1, linestyle=(0, (3, 3)))
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: number(value, ".0%"))
    axes.grid(visible=False)
    at: Any = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.2}
    axes.legend(ncols=3, handlelength=1, columnspacing=1, handletextpad=0.5, **at)


def xy(
    label: str,
    rows: Sequence[Line],
    xlabel: str,
    ylabel: str,
    *,
    log_x: bool = False,
    share: float | None = None,
    ticks: Sequence[str] = (),
    bands: bool = False,
    at: Sequence[float] = (),
) -> Drawing:
    """Curves with their intervals, as bars or also as bands; `share` is where a scale of shares
    begins that ends at 100 %; `ticks` are names for the places 0, 1, ...; `at` are places that have
    a line, the second one dotted."""
    n_columns = 1 if max((len(row.name) for row in rows), default=0) > 18 else 2
    n_lines = 0 if len(rows) < 2 else math.ceil(len(rows) / n_columns)
    n_curves = sum(len(row.xs) > 0 for row in rows)

    def plot(axes: Any) -> None:
        for i, row in enumerate(rows):
            shift = APART ** (i - (n_curves - 1) / 2) if bands else 1.0
            alpha = 0.0 if not bands else 0.13 if n_curves <= MOST_BANDS else 0.04
            _line(axes, row._replace(xs=[x * shift for x in row.xs]), alpha)
        _x_axis(axes, sorted({x for row in rows for x in row.xs}), log_x, ticks, bands)
        if share is None:
            axes.set_ylim(bottom=0)
            axes.yaxis.set_major_formatter(lambda value, _: short(value))
        else:
            axes.set_ylim(share - (0 if bands else 0.02), 1 + (1 - share) * 0.02)
            axes.yaxis.set_major_formatter(lambda value, _: number(100 * value, ".3g") + tr(" %"))
            if not bands:
                axes.axhline(0.5, color=SOFT, linewidth=0.9, linestyle=(0, (3, 3)))
        for x, colour, dash in zip(at, (COLOURS[1], COLOURS[6]), ("-", ":"), strict=False):
            axes.axvline(x, color=colour, linewidth=1.3, linestyle=dash)
        axes.set_xlabel(xlabel)
        axes.set_title(ylabel, loc="left", color=SOFT)
        if len(rows) > 1:
            place: Any = {"loc": "upper left", "bbox_to_anchor": (0, -0.24), "borderaxespad": 0}
            axes.legend(ncols=n_columns, handlelength=2.2, **place)

    return Drawing(label, plot, (2.6 if bands else 2.2) + 0.17 * n_lines)


def _line(axes: Any, row: Line, alpha: float) -> None:
    """A curve with its intervals and their band, or a level line."""
    i, colour, name = row.colour or 0, _colour(row.colour), clipped(row.name)
    if not row.xs:
        dash = ":" if row.colour is None else "--"
        axes.axhline(row.ys[0], color=colour, linewidth=1.2, linestyle=dash, label=name)
        return
    are_few = len(row.xs) < 30  # points: intervals of many are a band
    if row.lows:
        band = alpha if are_few else 0.2
        axes.fill_between(row.xs, row.lows, row.highs, color=colour, alpha=band, lw=0)
        bar = 0.7 if are_few else 0
        axes.vlines(row.xs, row.lows, row.highs, color=colour, linewidth=1.1, alpha=bar)
    dash, size = DASHES[i // len(COLOURS) % len(DASHES)], 4 if are_few else 2.5
    marks = {"marker": MARKS[i % len(MARKS)], "markersize": size}
    axes.plot(row.xs, row.ys, dash, color=colour, label=name, **marks)


def _x_axis(axes: Any, xs: list[float], is_log: bool, ticks: Sequence[str], is_wide: bool) -> None:
    if ticks:
        axes.set_xticks(range(len(ticks)), _side_by_side(ticks))
        axes.set_xlim(-0.3, len(ticks) - 0.7)
    elif is_log and xs:
        logarithmic(axes)
        if len(xs) <= 8 or is_wide:
            axes.set_xticks(xs, [short(x) for x in xs])
        if is_wide:
            axes.set_xlim(xs[0] / 1.4, xs[-1] * 1.4)
    elif is_log:
        axes.set_xticks([])
    else:
        axes.locator_params(axis="x", integer=True, nbins=8)


def logarithmic(axes: Any, text: Callable[[float], str] = short) -> None:
    """Numbers at 1, 2 and 5 of each power of ten; at others where the axis is shorter than that."""
    from matplotlib.ticker import LogLocator, MaxNLocator

    axes.set_xscale("log")
    low, high = axes.get_xlim()
    few = LogLocator(subs=(1.0, 2.0, 5.0) if high / low < 2e3 else (1.0,))
    axes.xaxis.set_major_locator(few if high / low > 6 else MaxNLocator(4, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(lambda value, _: text(value))
    axes.minorticks_off()


def histogram(label: str, counts: Mapping[int, int], xlabel: str) -> Drawing:
    """Counts of whole numbers, put together where there are too many of them."""

    def plot(axes: Any) -> None:
        low, high = min(counts), max(counts)
        step = max(1, math.ceil((high - low + 1) / MOST_BARS))
        edges = [low - 0.5 + i * step for i in range((high - low) // step + 2)]
        axes.hist(list(counts), edges, weights=list(counts.values()), rwidth=0.86, color=COLOURS[0])
        axes.set_xlim(low - step, high + step)
        axes.yaxis.set_major_formatter(lambda value, _: short(value))
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel(xlabel)
        axes.set_title(tr("games"), loc="left", color=SOFT)
        axes.grid(axis="x", visible=False)

    return Drawing(label, plot, 2.0)


def heat(
    label: str,
    shares: Sequence[Sequence[float | None]],
    down: tuple[str, Sequence[str]],
    across: tuple[str, Sequence[str]],
) -> Drawing:
    """A heat map of shares: rows and columns, each by the name of a parameter and its values."""

    def plot(axes: Any) -> None:
        from matplotlib.colors import LinearSegmentedColormap

        colours = LinearSegmentedColormap.from_list("", (COLOURS[1], "#ffffff", COLOURS[0]))
        axes.imshow(np.array(shares, float), colours, vmin=0, vmax=1, aspect="auto")
        for y, row in enumerate(shares):
            for x, share in enumerate(row):
                text = "–" if share is None else number(share, ".0%")
                ink = "#ffffff" if abs((share or 0.5) - 0.5) > 0.35 else "#000000"
                axes.text(x, y, text, ha="center", va="center", fontsize=7.5, color=ink)
        axes.set_xticks(range(len(across[1])), _side_by_side(across[1]))
        axes.set_yticks(range(len(down[1])), [clipped(name, 22) for name in down[1]])
        axes.set_xlabel(across[0])
        axes.set_ylabel(down[0])
        axes.grid(visible=False)

    return Drawing(label, plot, 0.8 + 0.3 * len(shares))


def _colour(number: int | None) -> str:
    return SOFT if number is None else COLOURS[number % len(COLOURS)]


def _side_by_side(names: Sequence[str]) -> list[str]:
    """Names that have room beside each other, each an equal share."""
    return [clipped(name, max(4, 44 // len(names))) for name in names]


def clipped(name: str, most: int = 44) -> str:
    """A name that has room; matplotlib leaves those with a leading underscore out of legends."""
    name = f"\u200b{name}" if name.startswith("_") else name
    return name if len(name) <= most else name[: most - 1] + "…"
