"""Drawing: figures as SVG that lies in the page and takes its colours from it.

The same numbers give the same bytes. Text stays text; ink and grid are those of the page, light or
dark; the other colours are those of Okabe and Ito, which everybody can tell apart, and every line
has a mark of its own as well.
"""

import html
import io
import math
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .format import seconds, short

__all__ = ["Bar", "Box", "Figure", "Line", "bars", "boxes", "drawn", "forest", "histogram"]
__all__ += ["listed", "logarithmic", "outcomes", "xy"]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C8C8C")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", ":")
# Stand-ins for what the page decides, here and in figures.mplstyle.
INK, SOFT, RULE, GROUND = "#010203", "#040506", "#070809", "#0a0b0c"
IN_PAGE = {INK: "var(--ink)", SOFT: "var(--soft)", RULE: "var(--rule)", GROUND: "var(--card)"}
WIDTH = 3.7  # inches: narrower than a telephone, so that text is readable there
STYLE = Path(__file__).parent / "templates" / "figures.mplstyle"
APART = 1.05  # the factor from one curve to the next, so that their intervals can be seen
MOST_BARS = 60  # of a histogram
MOST_BANDS = 5  # curves whose bands can be told apart


class Figure(NamedTuple):
    """A picture with what is above and below it."""

    title: str
    svg: str
    caption: str


class Bar(NamedTuple):
    """An estimate with the ends of its interval; an end that is None is open."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    colour: int = 0
    text: str = ""  # in words


class Box(NamedTuple):
    """What a box plot shows of one set of numbers."""

    name: str
    values: Mapping[str, float]  # p5, q1, median, q3, p95, mean
    colour: int = 0
    text: str = ""


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
    def of(
        cls, rows: Sequence[Mapping[str, Any]], name: str, xs: Sequence[float], *look: Any
    ) -> "Line":
        """From rows that have a share and its interval."""
        ends = ([row[key] for row in rows] for key in ("share", "share_low", "share_high"))
        shares, lows, highs = ends
        return cls(name, xs, shares, lows, highs, *look)


def listed(rows: Sequence[tuple[str, str]], most: int = 8) -> str:
    """Numbers in words: the text alternative of a figure."""
    more = f"; and {len(rows) - most} more" if len(rows) > most else ""
    return "; ".join(f"{name} {value}" for name, value in rows[:most]) + more


def _by_row(plot: Callable[[Any, Any], None]) -> Callable[..., str]:
    """Of a function that draws rows into axes, one that gives the SVG of a figure: the rows below
    each other with their names, the first on top."""

    def figure(label: str, rows: Sequence[Any], xlabel: str = "") -> str:
        def plot_rows(axes: Any) -> None:
            plot(axes, rows)
            axes.set_yticks(range(len(rows)), [_clipped(row[0], 22) for row in rows])
            axes.tick_params(axis="y", labelcolor=INK)
            axes.set_ylim(len(rows) - 0.4, -0.6)
            axes.set_xlabel(xlabel)
            axes.grid(axis="y", visible=False)

        return drawn(label, plot_rows, 0.8 + 0.27 * len(rows))

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
def boxes(axes: Any, rows: Sequence[Box]) -> None:
    """Box plots of times on a logarithmic scale."""
    ys, colours = np.arange(len(rows)), [_colour(row.colour) for row in rows]
    keys = ("p5", "q1", "median", "q3", "p95", "mean")
    times = np.maximum([[row.values[key] for row in rows] for key in keys], 1e-7)
    p5, q1, median, q3, p95, mean = times
    axes.hlines(ys, p5, p95, colours, linewidth=1.4)
    for ends in (p5, p95):
        axes.vlines(ends, ys - 0.14, ys + 0.14, colours, linewidth=1.4)
    axes.barh(ys, q3 - q1, 0.5, left=q1, color=colours, linewidth=0)
    axes.use_sticky_edges = False  # a margin also where a box begins at its whisker
    axes.vlines(median, ys - 0.25, ys + 0.25, GROUND, linewidth=2.2)
    axes.scatter(mean, ys, 13, GROUND, marker="D", edgecolors=colours, linewidths=1.1, zorder=3)
    logarithmic(axes, seconds)


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
def outcomes(axes: Any, rows: Sequence[tuple[str, Sequence[float]]]) -> None:
    """Who wins, as bars of 100 %: the shares of first wins, draws and second wins."""
    lefts = np.zeros(len(rows))
    names, colours = ("first wins", "draw", "second wins"), (COLOURS[0], COLOURS[6], COLOURS[1])
    for i, (name, colour) in enumerate(zip(names, colours, strict=True)):
        shares = [row[1][i] for row in rows]
        every = axes.barh(range(len(rows)), shares, 0.55, left=lefts, color=colour, label=name)
        texts = [f"{share:.0%}" if share >= 0.08 else "" for share in shares]
        axes.bar_label(every, texts, label_type="center", color="#ffffff")
        lefts += shares
    axes.axvline(0.5, color=GROUND, linewidth=1, linestyle=(0, (3, 3)))
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
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
) -> str:
    """Curves with their intervals, as bars or also as bands; `share` is where a scale of shares
    begins that ends at 100 %; `ticks` are names for the places 0, 1, ..."""
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
            axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.3g} %")
            if not bands:
                axes.axhline(0.5, color=SOFT, linewidth=0.9, linestyle=(0, (3, 3)))
        axes.set_xlabel(xlabel)
        axes.set_title(ylabel, loc="left", color=SOFT)
        if len(rows) > 1:
            place: Any = {"loc": "upper left", "bbox_to_anchor": (0, -0.24), "borderaxespad": 0}
            axes.legend(ncols=n_columns, handlelength=2.2, **place)

    return drawn(label, plot, (2.6 if bands else 2.2) + 0.17 * n_lines)


def _line(axes: Any, row: Line, alpha: float) -> None:
    """A curve with its intervals and their band, or a level line."""
    i, colour, name = row.colour or 0, _colour(row.colour), _clipped(row.name)
    if not row.xs:
        dash = ":" if row.colour is None else "--"
        axes.axhline(row.ys[0], color=colour, linewidth=1.2, linestyle=dash, label=name)
        return
    if row.lows:
        axes.fill_between(row.xs, row.lows, row.highs, color=colour, alpha=alpha, lw=0)
        axes.vlines(row.xs, row.lows, row.highs, color=colour, linewidth=1.1, alpha=0.7)
    dash, size = DASHES[i // len(COLOURS) % len(DASHES)], 4 if len(row.xs) < 30 else 2.5
    marks = {"marker": MARKS[i % len(MARKS)], "markersize": size}
    axes.plot(row.xs, row.ys, dash, color=colour, label=name, **marks)


def _x_axis(
    axes: Any, xs: Sequence[float], is_log: bool, ticks: Sequence[str], is_wide: bool
) -> None:
    if ticks:
        axes.set_xticks(range(len(ticks)), ticks)
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
    """Numbers at 1, 2 and 5 of each power of ten, however short the axis is."""
    from matplotlib.ticker import LogLocator

    axes.set_xscale("log")
    low, high = axes.get_xlim()
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high / low < 2e3 else (1.0,)))
    axes.xaxis.set_major_formatter(lambda value, _: text(value))
    axes.minorticks_off()


def histogram(label: str, counts: Mapping[int, int], xlabel: str) -> str:
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
        axes.set_title("games", loc="left", color=SOFT)
        axes.grid(axis="x", visible=False)

    return drawn(label, plot, 2.0)


# -- what all figures have in common --


def drawn(label: str, plot: Callable[[Any], None], height: float) -> str:
    """The SVG of what `plot` draws into axes; `label` says it in words."""
    import matplotlib.style
    from matplotlib.figure import Figure as Canvas

    # Every figure has ids of its own, by its label.
    style = matplotlib.style.context([STYLE, {"svg.hashsalt": label}])
    with style, warnings.catch_warnings():
        # Text is drawn by the page, whose fonts may have what those of matplotlib lack.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure = Canvas(figsize=(WIDTH, height), layout="constrained")
        plot(figure.add_subplot())
        text = io.StringIO()
        about = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(text, format="svg", transparent=True, metadata=about)
    return _in_page(text.getvalue(), label)


def _in_page(svg: str, label: str) -> str:
    """A figure as an element of the page, in the colours of the page."""
    for pattern, new in (
        (r"(?s)^.*?<svg|<metadata>.*?</metadata>|<!--.*?-->", ""),
        (r'<g id="[^"]*"', "<g"),
        (r"xlink:href", "href"),
        (r"font: ((?:\d00 )?[\d.]+px)[^;\"]*", r"font: \1 system-ui, sans-serif"),
        (r"\s*\n\s*", "\n"),
    ):
        svg = re.sub(pattern, new, svg)
    for stand_in, ink in IN_PAGE.items():
        svg = svg.replace(stand_in, ink)
    size = re.search(r'viewBox="[^"]+"', svg)
    head = f'<svg {size[0] if size else ""} role="img" aria-label="{html.escape(label)}">'
    return head + svg[svg.index(">") + 1 :]


def _colour(number: int | None) -> str:
    return SOFT if number is None else COLOURS[number % len(COLOURS)]


def _clipped(name: str, most: int = 44) -> str:
    """A name that has room; matplotlib leaves those with a leading underscore out of legends."""
    name = f"\u200b{name}" if name.startswith("_") else name
    return name if len(name) <= most else name[: most - 1] + "…"
