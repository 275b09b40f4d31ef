"""Drawing: figures as SVG that lies in the page and takes its colours from it.

The same numbers give the same bytes. Text stays text; ink and grid are those of the page, light or
dark; the other colours are those of Okabe and Ito, which everybody can tell apart, and every line
has a mark of its own as well.
"""

import hashlib
import html
import io
import math
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Bar", "Box", "Figure", "Line", "bars", "boxes", "drawn", "forest", "histogram"]
__all__ += ["listed", "logarithmic", "short", "stacked", "xy"]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C8C8C")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", ":")
# Stand-ins for what the page decides, here and in figures.mplstyle.
INK, SOFT, RULE, GROUND = "#010203", "#040506", "#070809", "#0a0b0c"
IN_PAGE = {INK: "var(--ink)", SOFT: "var(--soft)", RULE: "var(--rule)", GROUND: "var(--card)"}
WIDTH = 3.7  # inches: narrower than a telephone, so that text is readable there
STYLE = Path(__file__).parent / "templates" / "figures.mplstyle"
APART = 1.05  # the factor from one curve to the next, so that their intervals can be seen
MOST_BANDS = 5  # curves whose bands can be told apart


class Figure(NamedTuple):
    """A picture with what is above and below it."""

    title: str
    svg: str
    caption: str


class Bar(NamedTuple):
    """An estimate with the ends of its interval; an end that is not finite is open."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    colour: int = 0


class Box(NamedTuple):
    """What a box plot shows of one set of numbers."""

    name: str
    values: Mapping[str, float | None]  # p5, q1, median, q3, p95, mean
    colour: int = 0


class Line(NamedTuple):
    """Points, each with an interval where there are lows and highs; one without xs is level."""

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    lows: Sequence[float] = ()
    highs: Sequence[float] = ()
    colour: int | None = 0  # None is grey


def listed(rows: Sequence[tuple[str, str]], most: int = 8) -> str:
    """Numbers in words: the text alternative of a figure."""
    more = f"; and {len(rows) - most} more" if len(rows) > most else ""
    return "; ".join(f"{name} {value}" for name, value in rows[:most]) + more


def forest(label: str, rows: Sequence[Bar], xlabel: str) -> str:
    """Estimates below each other with their intervals, and a line at no difference."""

    def plot(axes: Any) -> None:
        known = [v for row in rows for v in row[1:4] if v is not None and math.isfinite(v)]
        reach = [min([*known, 0.0]), max([*known, 0.0])]
        pad = 0.08 * (reach[1] - reach[0] or 1.0)
        left, right = reach[0] - pad, reach[1] + pad
        axes.axvline(0.0, color=SOFT, linewidth=0.9, linestyle=(0, (3, 3)))
        for y, row in enumerate(rows):
            colour = _colour(row.colour)
            low = left if row.low is None else row.low
            high = right if row.high is None else row.high
            axes.plot([low, high], [y, y], color=colour, linewidth=2.2, solid_capstyle="butt")
            for end, at, mark in ((row.low, left, "<"), (row.high, right, ">")):
                if end is None:
                    axes.plot([at], [y], marker=mark, color=colour, markersize=5, clip_on=False)
            if row.value is not None:
                axes.plot([row.value], [y], "o", color=colour, markersize=6, mec=GROUND, mew=1)
        _rows(axes, [row.name for row in rows], xlabel)
        axes.set_xlim(left, right)
        axes.locator_params(axis="x", nbins=6)

    return drawn(label, plot, 0.75 + 0.25 * len(rows))


def boxes(label: str, rows: Sequence[Box], xlabel: str) -> str:
    """Box plots below each other on a logarithmic scale."""

    def plot(axes: Any) -> None:
        for y, row in enumerate(rows):
            five = [row.values.get(key) for key in ("p5", "q1", "median", "q3", "p95")]
            p5, q1, median, q3, p95 = (max(float(v or 0.0), 1e-7) for v in five)
            colour = _colour(row.colour)
            axes.plot([p5, p95], [y, y], color=colour, linewidth=1.4, solid_capstyle="butt")
            for end in (p5, p95):
                axes.plot([end, end], [y - 0.14, y + 0.14], color=colour, linewidth=1.4)
            axes.barh(y, q3 - q1, 0.5, left=q1, color=colour, linewidth=0)
            axes.plot([median, median], [y - 0.25, y + 0.25], color=GROUND, linewidth=2.2)
            if mean := row.values.get("mean"):
                axes.plot([mean], [y], "D", color=GROUND, markersize=3.6, mec=colour, mew=1.1)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(_seconds)
        low, high = axes.get_xlim()
        if high / low < 10:  # at least one power of ten, or the axis has no numbers
            middle = math.sqrt(low * high)
            axes.set_xlim(10 ** math.floor(math.log10(middle)), 10 ** math.ceil(math.log10(high)))
        axes.minorticks_off()
        _rows(axes, [row.name for row in rows], xlabel)

    return drawn(label, plot, 0.75 + 0.3 * len(rows))


def bars(label: str, rows: Sequence[Bar], xlabel: str) -> str:
    """Amounts as bars, the number at the end of each."""

    def plot(axes: Any) -> None:
        most = max([row.value or 0.0 for row in rows] + [1e-12])
        for y, row in enumerate(rows):
            axes.barh(y, row.value or 0.0, 0.55, color=_colour(row.colour))
            text = "none" if row.value is None else short(row.value)
            axes.text((row.value or 0.0) + 0.015 * most, y, text, va="center", fontsize=8)
        _rows(axes, [row.name for row in rows], xlabel)
        axes.set_xlim(0, 1.16 * most)
        axes.xaxis.set_major_formatter(lambda value, _: short(value))
        axes.locator_params(axis="x", nbins=5)

    return drawn(label, plot, 0.75 + 0.26 * len(rows))


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
    curves = [row for row in rows if len(row.xs)]

    def plot(axes: Any) -> None:
        for i, row in enumerate(curves):
            shift = APART ** (i - (len(curves) - 1) / 2) if bands else 1.0
            _line(axes, row._replace(xs=[x * shift for x in row.xs]), bands, len(curves))
        for row in rows:
            if len(row.ys) and not len(row.xs):
                style = {"color": _colour(row.colour), "linewidth": 1.2, "label": _name(row.name)}
                axes.axhline(row.ys[0], linestyle=":" if row.colour is None else "--", **style)
        _x_axis(axes, sorted({x for row in curves for x in row.xs}), log_x, ticks, bands)
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

    n_lines = 0 if len(rows) < 2 else math.ceil(len(rows) / n_columns)
    return drawn(label, plot, (2.6 if bands else 2.2) + 0.17 * n_lines)


def _line(axes: Any, row: Line, is_band: bool, n: int) -> None:
    i, colour = row.colour or 0, _colour(row.colour)
    if row.lows:
        if is_band:
            alpha = 0.13 if n <= MOST_BANDS else 0.04
            axes.fill_between(row.xs, row.lows, row.highs, color=colour, alpha=alpha, lw=0)
        axes.vlines(row.xs, row.lows, row.highs, color=colour, linewidth=1.1, alpha=0.7)
    dash, mark = DASHES[i // len(COLOURS) % len(DASHES)], MARKS[i % len(MARKS)]
    size = 4 if len(row.xs) < 30 else 2.5
    axes.plot(
        row.xs, row.ys, dash, color=colour, marker=mark, markersize=size, label=_name(row.name)
    )


def _x_axis(
    axes: Any, xs: Sequence[float], is_log: bool, ticks: Sequence[str], is_wide: bool
) -> None:
    if ticks:
        axes.set_xticks(range(len(ticks)), ticks)
        axes.set_xlim(-0.3, len(ticks) - 0.7)
    elif is_log and xs:
        axes.set_xscale("log")
        axes.minorticks_off()
        if len(xs) <= 8 or is_wide:
            axes.set_xticks(xs, [short(x) for x in xs])
        if is_wide:
            axes.set_xlim(xs[0] / 1.4, xs[-1] * 1.4)
    elif is_log:
        axes.set_xticks([])
    else:
        axes.locator_params(axis="x", integer=True, nbins=8)


def logarithmic(axes: Any) -> None:
    """Numbers at 1, 2 and 5 of each power of ten, however short the axis is."""
    from matplotlib.ticker import FuncFormatter, LogLocator

    axes.set_xscale("log")
    low, high = axes.get_xlim()
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high / low < 2e3 else (1.0,)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))
    axes.minorticks_off()


def histogram(label: str, counts: Mapping[int, int], xlabel: str, most_bars: int = 60) -> str:
    """Counts of whole numbers, put together where there are too many of them."""

    def plot(axes: Any) -> None:
        low, high = min(counts), max(counts)
        step = max(1, math.ceil((high - low + 1) / most_bars))
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


def stacked(label: str, rows: Sequence[tuple[str, Sequence[float]]], parts: Sequence[str]) -> str:
    """Bars of 100 %, each in parts."""

    def plot(axes: Any) -> None:
        lefts = [0.0] * len(rows)
        for i, colour in enumerate((COLOURS[0], COLOURS[6], COLOURS[1])):
            shares = [row[1][i] for row in rows]
            axes.barh(range(len(rows)), shares, 0.55, left=lefts, color=colour, label=parts[i])
            for y, value in enumerate(shares):
                if value >= 0.08:
                    place = {"ha": "center", "va": "center", "color": "#ffffff"}
                    axes.text(lefts[y] + value / 2, y, f"{value:.0%}", **place)
                lefts[y] += value
        axes.axvline(0.5, color=GROUND, linewidth=1, linestyle=(0, (3, 3)))
        _rows(axes, [row[0] for row in rows], "")
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.grid(visible=False)
        at: Any = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.2}
        axes.legend(ncols=3, handlelength=1, columnspacing=1, handletextpad=0.5, **at)

    return drawn(label, plot, 0.85 + 0.3 * len(rows))


# -- what all figures have in common --


def drawn(label: str, plot: Callable[[Any], None], height: float) -> str:
    """The SVG of what `plot` draws into axes; `label` says it in words."""
    import matplotlib.style
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Canvas

    with matplotlib.style.context(STYLE), warnings.catch_warnings():
        # Text is drawn by the page, whose fonts may have what those of matplotlib lack.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure = Canvas(figsize=(WIDTH, height), layout="constrained")
        FigureCanvasSVG(figure)
        plot(figure.add_subplot())
        text = io.StringIO()
        about = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(text, format="svg", transparent=True, metadata=about)
    return _in_page(text.getvalue(), label)


def _in_page(svg: str, label: str) -> str:
    """A figure as an element of the page: ids of its own, colours of the page, nothing else."""
    name = "f" + hashlib.sha256(label.encode()).hexdigest()[:8]
    svg = svg[svg.index("<svg") :]
    for pattern, new in (
        (r"(?s)<metadata>.*?</metadata>|<!--.*?-->", ""),
        (r'\bid="([^"]+)"', rf'id="{name}-\1"'),
        (r'xlink:href="#([^"]+)"', rf'href="#{name}-\1"'),
        (r"url\(#([^)]+)\)", rf"url(#{name}-\1)"),
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


def _rows(axes: Any, names: Sequence[str], xlabel: str) -> None:
    """The names of rows, the first on top."""
    clipped = [name if len(name) <= 22 else name[:21] + "…" for name in names]
    axes.set_yticks(range(len(names)), clipped)
    for tick in axes.get_yticklabels():
        tick.set_color(INK)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(xlabel)
    axes.grid(axis="y", visible=False)


def _name(name: str) -> str:
    """A name in a legend; matplotlib leaves those with a leading underscore out."""
    name = f"\u200b{name}" if name.startswith("_") else name
    return name if len(name) <= 44 else name[:43] + "…"


def short(value: float) -> str:
    """A number in a few characters: 1.2k, 3M, 0.25."""
    for size, unit, letter in ((1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if abs(value) >= size:
            return f"{value / unit:.3g}{letter}"
    return f"{value:,.0f}" if value == int(value) else f"{value:.3g}"


def _seconds(value: float, _: Any = None) -> str:
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= size * 0.9999:
            return f"{value / size:,.0f} {unit}"
    return f"{value:.0e} s"
