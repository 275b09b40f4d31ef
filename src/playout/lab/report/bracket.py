"""The bracket of a knock-out: a column a round, each contest joined to those that led to it.

Contests are rows with number (of the round), one, other, points, games and winner.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ...language import number
from .canvas import SOFT, Drawing
from .figures import clipped

Rows = Sequence[Mapping[str, Any]]


def bracket(label: str, rows: Rows) -> Drawing:
    """All contests with their points; who won one is bold."""
    led = _led(rows)
    ys = _heights(led)
    n_rounds = 1 + max(row["number"] for row in rows)

    def plot(axes: Any) -> None:
        for i, row in enumerate(rows):
            x, y = row["number"], ys[i]
            for j in led[i]:
                axes.plot([rows[j]["number"] + 0.88, x - 0.04], [ys[j], y], color=SOFT, lw=0.9)
            points = row["points"], row["games"] - row["points"]
            for k, name in enumerate((row["one"], row["other"])):
                text = f"{number(points[k], 'g')}  {clipped(name, 40 // n_rounds)}"
                weight = "bold" if name == row["winner"] else "normal"
                axes.text(x, y + 0.4 * k - 0.2, text, va="center", weight=weight, fontsize=8)
        axes.set_xlim(-0.05, n_rounds)
        axes.set_ylim(max(ys.values()) + 0.6, -0.6)
        axes.axis("off")

    return Drawing(label, plot, 0.5 + 0.5 * (1 + max(ys.values())))


def _led(rows: Rows) -> list[list[int]]:
    """For each contest, the numbers of those whose winners meet in it."""
    last: dict[str, int] = {}  # by player, the last contest that it won
    led = []
    for i, row in enumerate(rows):
        led.append([last[name] for name in (row["one"], row["other"]) if name in last])
        last |= {row["winner"]: i} if row["winner"] else {}
    return led


def _heights(led: list[list[int]]) -> dict[int, float]:
    """Where contests are, from the top: between those that led to them."""
    ys: dict[int, float] = {}

    def place(i: int) -> float:
        below = [place(j) for j in led[i]]
        n_leaves = sum(not led[j] for j in ys)
        ys[i] = sum(below) / len(below) if below else float(n_leaves)
        return ys[i]

    for i in sorted({*range(len(led))} - {j for some in led for j in some}):
        place(i)
    return ys
