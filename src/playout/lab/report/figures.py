"""The figures of a report, as SVG that lies in the page and takes its colours from it.

The same numbers give the same bytes. Text stays text; ink and grid are those of the page, light or
dark; the other colours are those of Okabe and Ito, which everybody can tell apart, and every line
has a mark of its own as well.
"""

import io
import math
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

__all__ = [
    "COLOURS",
    "Bar",
    "Box",
    "Line",
    "bars",
    "boxes",
    "drawn",
    "forest",
    "histogram",
    "legend_name",
    "lines",
    "short",
    "stacked",
]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C8C8C")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", ":")
# Stand-ins for what the page decides.
INK, SOFT, RULE, GROUND = "#010203", "#040506", "#070809", "#0a0b0c"
IN_PAGE = {INK: "var(--ink)", SOFT: "var(--soft)", RULE: "var(--rule)", GROUND: "var(--card)"}
WIDTH = 3.7  # inches: narrower than a telephone, so that text is readable there
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "playout",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "legend.fontsize": 8.5,
    "text.color": INK,
    "axes.labelcolor": SOFT,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "axes.edgecolor": RULE,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "text.parse_math": False,
}


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
    """Points, each with an interval where there are lows and highs."""

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    lows: Sequence[float] = ()
    highs: Sequence[float] = ()
    colour: int = 0


def forest(name: str, label: str, rows: Sequence[Bar], xlabel: str, zero: float = 0.0) -> str:
    """Estimates below each other with their intervals, and a line at no difference."""

    def plot(axes: Any) -> None:
        known = [v for row in rows for v in row[1:4] if v is not None and math.isfinite(v)]
        reach = [min([*known, zero]), max([*known, zero])]
        pad = 0.08 * (reach[1] - reach[0] or 1.0)
        left, right = reach[0] - pad, reach[1] + pad
        axes.axvline(zero, color=SOFT, linewidth=0.9, linestyle=(0, (3, 3)))
        for y, row in enumerate(rows):
            colour = _colour(row.colour)
            low = left if row.low is None else row.low
            high = right if row.high is None else row.high
            axes.plot([low, high], [y, y], color=colour, linewidth=2.2, solid_capstyle="butt")
            if row.low is None:
                axes.plot([left], [y], marker="<", color=colour, markersize=5, clip_on=False)
            if row.high is None:
                axes.plot([right], [y], marker=">", color=colour, markersize=5, clip_on=False)
            if row.value is not None:
                axes.plot([row.value], [y], "o", color=colour, markersize=6, mec=GROUND, mew=1)
        _names(axes, [row.name for row in rows])
        axes.set_xlim(left, right)
        axes.locator_params(axis="x", nbins=6)
        axes.set_xlabel(xlabel)
        axes.grid(axis="y", visible=False)

    return drawn(name, label, plot, 0.75 + 0.25 * len(rows))


def boxes(name: str, label: str, rows: Sequence[Box], xlabel: str) -> str:
    """Box plots below each other on a logarithmic scale."""

    def plot(axes: Any) -> None:
        for y, row in enumerate(rows):
            five = [row.values.get(key) for key in ("p5", "q1", "median", "q3", "p95")]
            if any(value is None for value in five):
                continue
            p5, q1, median, q3, p95 = (max(float(v), 1e-7) for v in five if v is not None)
            colour = _colour(row.colour)
            axes.plot([p5, p95], [y, y], color=colour, linewidth=1.4, solid_capstyle="butt")
            for end in (p5, p95):
                axes.plot([end, end], [y - 0.14, y + 0.14], color=colour, linewidth=1.4)
            axes.barh(y, q3 - q1, 0.5, left=q1, color=colour, linewidth=0)
            axes.plot([median, median], [y - 0.25, y + 0.25], color=GROUND, linewidth=2.2)
            mean = row.values.get("mean")
            if mean:
                axes.plot([mean], [y], "D", color=GROUND, markersize=3.6, mec=colour, mew=1.1)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(_seconds)
        low, high = axes.get_xlim()
        if high / low < 10:  # at least one power of ten, or the axis has no numbers
            middle = math.sqrt(low * high)
            axes.set_xlim(10 ** math.floor(math.log10(middle)), 10 ** math.ceil(math.log10(high)))
        axes.minorticks_off()
        _names(axes, [row.name for row in rows])
        axes.set_xlabel(xlabel)
        axes.grid(axis="y", visible=False)

    return drawn(name, label, plot, 0.75 + 0.3 * len(rows))


def bars(name: str, label: str, rows: Sequence[Bar], xlabel: str) -> str:
    """Amounts as bars, the number at the end of each."""

    def plot(axes: Any) -> None:
        most = max([row.value or 0.0 for row in rows] + [1e-12])
        for y, row in enumerate(rows):
            axes.barh(y, row.value or 0.0, 0.55, color=_colour(row.colour))
            text = "none" if row.value is None else short(row.value)
            axes.text((row.value or 0.0) + 0.015 * most, y, text, va="center", fontsize=8)
        _names(axes, [row.name for row in rows])
        axes.set_xlim(0, 1.16 * most)
        axes.xaxis.set_major_formatter(lambda value, _: short(value))
        axes.locator_params(axis="x", nbins=5)
        axes.set_xlabel(xlabel)
        axes.grid(axis="y", visible=False)

    return drawn(name, label, plot, 0.75 + 0.26 * len(rows))


def lines(
    name: str,
    label: str,
    rows: Sequence[Line],
    xlabel: str,
    ylabel: str,
    *,
    log_x: bool = False,
    share: bool = False,
    ticks: Sequence[str] = (),
) -> str:
    """Curves with their intervals; `share` is a scale from 0 to 100 % with a line at 50 %."""

    def plot(axes: Any) -> None:
        for row in rows:
            _plot_line(axes, row)
        if log_x:
            axes.set_xscale("log")
            axes.minorticks_off()
            xs = sorted({x for row in rows for x in row.xs})
            if len(xs) <= 8:
                axes.set_xticks(xs, [short(x) for x in xs])
        elif not ticks:
            axes.locator_params(axis="x", integer=True, nbins=8)
        if ticks:
            axes.set_xticks(range(len(ticks)), ticks)
            axes.set_xlim(-0.3, len(ticks) - 0.7)
        if share:
            axes.set_ylim(-0.02, 1.02)
            axes.axhline(0.5, color=SOFT, linewidth=0.9, linestyle=(0, (3, 3)))
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        else:
            axes.set_ylim(bottom=0)
            axes.yaxis.set_major_formatter(lambda value, _: short(value))
        axes.set_xlabel(xlabel)
        axes.set_title(ylabel, loc="left", color=SOFT)
        if len(rows) > 1:
            columns = 1 if _is_wide(rows) else 2
            axes.legend(
                loc="upper left",
                bbox_to_anchor=(0, -0.24),
                ncols=columns,
                borderaxespad=0,
                handlelength=2.2,
            )

    n = 0 if len(rows) < 2 else len(rows) if _is_wide(rows) else math.ceil(len(rows) / 2)
    return drawn(name, label, plot, 2.2 + 0.17 * n)


def _plot_line(axes: Any, row: Line) -> None:
    colour, i = _colour(row.colour), row.colour
    if row.lows:
        axes.vlines(row.xs, row.lows, row.highs, color=colour, linewidth=1.1, alpha=0.75)
    axes.plot(
        row.xs,
        row.ys,
        DASHES[i // len(COLOURS) % len(DASHES)],
        color=colour,
        marker=MARKS[i % len(MARKS)],
        markersize=4 if len(row.xs) < 30 else 2.5,
        label=legend_name(row.name),
    )


def _is_wide(rows: Sequence[Line]) -> bool:
    """Whether the names are too long for a legend of two columns."""
    return max((len(row.name) for row in rows), default=0) > 18


def histogram(
    name: str, label: str, counts: Mapping[int, int], xlabel: str, most_bars: int = 60
) -> str:
    """Counts of whole numbers, put together where there are too many of them."""

    def plot(axes: Any) -> None:
        low, high = min(counts), max(counts)
        step = max(1, math.ceil((high - low + 1) / most_bars))
        sums: dict[int, int] = {}
        for value, count in counts.items():
            place = (value - low) // step
            sums[place] = sums.get(place, 0) + count
        middles = [low + place * step + (step - 1) / 2 for place in sums]
        axes.bar(middles, list(sums.values()), 0.86 * step, color=COLOURS[0])
        axes.set_xlim(low - step, high + step)
        axes.yaxis.set_major_formatter(lambda value, _: short(value))
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel(xlabel)
        axes.set_title("games", loc="left", color=SOFT)
        axes.grid(axis="x", visible=False)

    return drawn(name, label, plot, 2.0)


def stacked(
    name: str, label: str, rows: Sequence[tuple[str, Sequence[float]]], parts: Sequence[str]
) -> str:
    """Bars of 100 %, each in parts."""

    def plot(axes: Any) -> None:
        inks = COLOURS[0], COLOURS[6], COLOURS[1]
        for y, (_, shares) in enumerate(rows):
            left = 0.0
            for i, value in enumerate(shares):
                axes.barh(
                    y, value, 0.55, left=left, color=inks[i], label=parts[i] if y == 0 else ""
                )
                if value >= 0.08:
                    middle = left + value / 2
                    axes.text(middle, y, f"{value:.0%}", ha="center", va="center", color="#ffffff")
                left += value
        axes.axvline(0.5, color=GROUND, linewidth=1, linestyle=(0, (3, 3)))
        _names(axes, [row[0] for row in rows])
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.grid(visible=False)
        axes.legend(
            loc="lower left",
            bbox_to_anchor=(0, 1),
            ncols=3,
            borderaxespad=0.2,
            handlelength=1,
            columnspacing=1,
            handletextpad=0.5,
        )

    return drawn(name, label, plot, 0.85 + 0.3 * len(rows))


# -- what all figures have in common --


def drawn(name: str, label: str, plot: Callable[[Any], None], height: float) -> str:
    """The SVG of what `plot` draws into axes."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE), warnings.catch_warnings():
        # Text is drawn by the page, whose fonts may have what those of matplotlib lack.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        FigureCanvasSVG(figure)
        plot(figure.add_subplot())
        text = io.StringIO()
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    return in_page(text.getvalue(), name, label)


def in_page(svg: str, name: str, label: str) -> str:
    """A figure as an element of the page: ids of its own, colours of the page, nothing else."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r'xlink:href="#([^"]+)"', rf'href="#{name}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    svg = re.sub(r"font: ((?:\d00 )?[\d.]+px)[^;\"]*", r"font: \1 system-ui, sans-serif", svg)
    for stand_in, ink in IN_PAGE.items():
        svg = svg.replace(stand_in, ink)
    size = re.search(r'viewBox="[^"]+"', svg)
    head = f'<svg {size[0] if size else ""} role="img" aria-label="{_attribute(label)}">'
    return re.sub(r"\s*\n\s*", "\n", head + svg[svg.index(">") + 1 :])


def _attribute(text: str) -> str:
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(character, entity)
    return text


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _names(axes: Any, names: Sequence[str]) -> None:
    """The names of the rows, the first on top."""
    axes.set_yticks(range(len(names)), [_clipped(name) for name in names])
    for tick in axes.get_yticklabels():
        tick.set_color(INK)
    axes.set_ylim(len(names) - 0.4, -0.6)


def _clipped(name: str) -> str:
    return name if len(name) <= 22 else name[:21] + "…"


def legend_name(name: str) -> str:
    """Matplotlib leaves names with a leading underscore out."""
    name = f"\u200b{name}" if name.startswith("_") else name
    return name if len(name) <= 44 else name[:43] + "…"


def short(value: float) -> str:
    """A number in a few characters: 1.2k, 3M, 0.25."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(value) >= size:
            unit = 1e3 if letter == "k" else size
            return f"{value / unit:.3g}{letter}"
    return f"{value:,.0f}" if value == int(value) else f"{value:.3g}"


def _seconds(value: float, _: Any = None) -> str:
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= size * 0.9999:
            return f"{value / size:,.0f} {unit}"
    return f"{value:.0e} s"
