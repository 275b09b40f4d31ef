"""Curves of shares against budgets, with bands for their intervals."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..report.figures import COLOURS, DASHES, MARKS, SOFT, drawn, legend_name, short

__all__ = ["Curve", "Level", "floor_of", "shares_by_budget"]

APART = 1.05  # the factor from one curve to the next, so that their intervals can be seen
MOST_BANDS = 5  # curves whose bands can be told apart


class Curve(NamedTuple):
    """A player: a share with its interval for every budget."""

    name: str
    budgets: Sequence[float]
    shares: Sequence[float]
    lows: Sequence[float]
    highs: Sequence[float]
    colour: int


class Level(NamedTuple):
    """A share that does not depend on the budget."""

    name: str
    share: float
    colour: int | None = None  # nobody's: that of chance


def floor_of(shares: Sequence[float]) -> float:
    """Where the scale of a figure with these shares begins: round, and below all of them."""
    least = min(shares, default=0.0)
    return max(0.0, math.floor((least - 0.01) * 20) / 20)


def shares_by_budget(
    name: str,
    label: str,
    curves: Sequence[Curve],
    levels: Sequence[Level],
    xlabel: str,
    floor: float,
) -> str:
    """All curves in one figure, from `floor` to 100 %, over a logarithmic scale of budgets."""
    names = [*(curve.name for curve in curves), *(level.name for level in levels)]
    is_wide = max(map(len, names), default=0) > 18

    def plot(axes: Any) -> None:
        for i, curve in enumerate(curves):
            _draw(axes, curve, APART ** (i - (len(curves) - 1) / 2), len(curves))
        for level in levels:
            colour = SOFT if level.colour is None else COLOURS[level.colour % len(COLOURS)]
            dash = ":" if level.colour is None else "--"
            text = legend_name(level.name)
            axes.axhline(level.share, color=colour, linewidth=1.2, linestyle=dash, label=text)
        budgets = sorted({x for curve in curves for x in curve.budgets})
        if budgets:
            axes.set_xscale("log")
            axes.minorticks_off()
            axes.set_xticks(budgets, [short(x) for x in budgets])
            axes.set_xlim(budgets[0] / 1.4, budgets[-1] * 1.4)
        else:
            axes.set_xticks([])
        axes.set_ylim(floor, 1 + (1 - floor) * 0.02)
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g} %")
        axes.set_xlabel(xlabel)
        axes.set_title("choices that keep the value", loc="left", color=SOFT)
        axes.legend(
            loc="upper left",
            bbox_to_anchor=(0, -0.2),
            ncols=1 if is_wide else 2,
            borderaxespad=0,
            handlelength=2.2,
        )

    return drawn(name, label, plot, 2.6 + 0.17 * math.ceil(len(names) / (1 if is_wide else 2)))


def _draw(axes: Any, curve: Curve, shift: float, n_curves: int) -> None:
    i = curve.colour
    xs = [budget * shift for budget in curve.budgets]
    alpha = 0.13 if n_curves <= MOST_BANDS else 0.04
    colour = COLOURS[i % len(COLOURS)]
    dash = DASHES[i // len(COLOURS) % len(DASHES)]
    axes.fill_between(xs, curve.lows, curve.highs, color=colour, alpha=alpha, lw=0)
    axes.vlines(xs, curve.lows, curve.highs, color=colour, linewidth=1.1, alpha=0.6)
    axes.plot(
        xs,
        curve.shares,
        dash,
        color=colour,
        marker=MARKS[i % len(MARKS)],
        markersize=4,
        label=legend_name(curve.name),
    )
