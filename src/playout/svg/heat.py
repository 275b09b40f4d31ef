"""The result of a search on a picture: cells tinted by visits, the chosen move, bars.

The cell where a move ends is tinted by its share of the visits. Moves without a cell (a pass, a
swap, all of Nim) are bars below the board.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..board import Cell
from ..language import number, tr
from .grid import Grid
from .markup import Look, points_of, tag

__all__ = ["CHOSEN", "SHARES", "Heat", "HeatLayer", "bars_for"]

# From few visits to many: a purple that grows darker, so that lightness alone tells them apart
# (ColorBrewer's Purples), and that no board or piece has.
TINTS = ((242, 240, 247), (203, 201, 226), (158, 154, 200), (117, 107, 177), (84, 39, 143))
CHOSEN = "#ffb000"  # with black around it, it stands out from all of them
SHARES = 5  # how many cells have their share written in them
BARS = 24  # how many moves without a cell are shown
BAR_PITCH, BAR_WIDTH = 22, 150
INK = "#6b6558"


class Heat(NamedTuple):
    """The result of a search for one move."""

    name: str
    cells: tuple[Cell, ...]  # those it touches, the one where it ends last
    share: float  # of all visits
    value: str  # as it is written beside a bar
    note: str  # as it is shown under the pointer
    is_chosen: bool


class HeatLayer:
    """The tints under the pieces of a board, and the marks above them."""

    def __init__(self, grid: Grid, heat: Sequence[Heat]) -> None:
        self.grid, self.heat = grid, heat
        self.shares: dict[Cell, float] = {}  # of the visits, over all moves that end in a cell
        for move in heat:
            for cell in move.cells[-1:]:
                self.shares[cell] = self.shares.get(cell, 0.0) + move.share
        self.without_cell = [move for move in heat if not move.cells]
        self.most = max([*self.shares.values(), *(move.share for move in self.without_cell)])

    def tints(self) -> list[str]:
        """One shape a cell that moves end in, with a note of each of them."""
        parts = []
        for cell, share in self.shares.items():
            notes = "\n".join(move.note for move in self.heat if move.cells[-1:] == (cell,))
            look: Look = {"fill": tint(share, self.most), "stroke": tint(1, 1)}
            shape = self.grid.shape(cell, class_="tint", stroke_width=0.7, **look)
            parts.append(tag("g", tag("title", text=notes), shape))
        return parts

    def marks(self) -> list[str]:
        """The chosen move, and the shares of the cells that were visited most."""
        parts = []
        written = set(sorted(self.shares, key=lambda cell: -self.shares[cell])[:SHARES])
        for move in self.heat:
            if move.is_chosen and move.cells:
                parts += self._chosen(move.cells)
                written.add(move.cells[-1])
        for cell, share in self.shares.items():
            if cell in written and share > 0:
                parts.append(self._share(cell, share))
        return parts

    def _chosen(self, cells: tuple[Cell, ...]) -> list[str]:
        """A ring around the cell where a move ends, and an arrow if it comes from another."""
        shape = self.grid.shape
        parts = [
            shape(cells[-1], fill="none", stroke_width=6, stroke="#000000"),
            shape(cells[-1], class_="chosen", fill="none", stroke_width=3, stroke=CHOSEN),
        ]
        if cells[0] != cells[-1]:
            parts.append(self._arrow(cells[0], cells[-1]))
        return parts

    def _share(self, cell: Cell, share: float) -> str:
        x, y = self.grid.centre(cell)
        # Below a piece that is to be captured, in the middle of an empty cell.
        y += 17 if cell in self.grid.board.pieces else 4.5
        look: Look = {
            "font_size": 12,
            "font_weight": "bold",
            "stroke_width": 3,
            "paint_order": "stroke",
        }
        ink = "#ffffff" if share > 0.45 * self.most else "#1a1a1a"
        around = tint(share, self.most)
        text = per_cent(share)
        return tag("text", text=text, class_="share", x=x, y=y, fill=ink, stroke=around, **look)

    def _arrow(self, start: Cell, end: Cell) -> str:
        """From one cell to another, short of the middle, where the share is written."""
        (ax, ay), (bx, by) = self.grid.centre(start), self.grid.centre(end)
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        ux, uy = (bx - ax) / length, (by - ay) / length
        tip, neck = length - 11, length - 21
        # The outline of the arrow: along the line, and to its left (positive) or right.
        outline = [(0, 2.5), (neck, 2.5), (neck, 7), (tip, 0), (neck, -7), (neck, -2.5), (0, -2.5)]
        points = points_of([(ax + a * ux - b * uy, ay + a * uy + b * ux) for a, b in outline])
        look: Look = {"stroke": "#000000", "stroke_width": 1.5, "stroke_linejoin": "round"}
        return tag("polygon", class_="arrow", points=points, fill=CHOSEN, **look)


def tint(share: float, most: float) -> str:
    """The colour of a share, the largest one being the darkest."""
    # By the square root: most moves have few visits, and they should not all look alike.
    at = (share / most) ** 0.5 * (len(TINTS) - 1) if most else 0.0
    low = min(int(at), len(TINTS) - 2)
    channels = zip(TINTS[low], TINTS[low + 1], strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (at - low)):02x}" for a, b in channels)


def bars_for(heat: Sequence[Heat], most: float, top: float) -> tuple[list[str], float, float]:
    """Moves as bars, from this height on; and how wide and high they are together."""
    if not heat:
        return [], 0.0, 0.0
    shown = sorted(heat, key=lambda move: (-move.share, not move.is_chosen))[:BARS]
    left = 24 + 9 * max(len(move.name) for move in shown)
    parts = [_bar(move, most, left, top + BAR_PITCH * i) for i, move in enumerate(shown)]
    height = BAR_PITCH * len(shown) + 8
    if len(heat) > len(shown):
        more = tr("and {n} more", n=len(heat) - len(shown))
        parts.append(tag("text", text=more, x=left, y=top + height + 8, text_anchor="start"))
        height += BAR_PITCH
    return parts, left + BAR_WIDTH + 130, height


def _bar(move: Heat, most: float, left: float, y: float) -> str:
    width = max(2.0, BAR_WIDTH * move.share / most if most else 0.0)
    look: Look = {"fill": tint(move.share, most), "stroke": "#000000"}
    if move.is_chosen:
        look |= {"class_": "tint chosen", "stroke_width": 2.5}
    else:
        look |= {"class_": "tint", "stroke_width": 0.5}
    words = per_cent(move.share)
    words += tr(", value {value}", value=move.value) if move.value else ""
    return tag(
        "g",
        tag("title", text=move.note),
        tag("text", text=move.name, x=left - 8, y=y + 15, text_anchor="end"),
        tag("rect", x=left, y=y + 2, width=width, height=BAR_PITCH - 5, **look),
        tag("text", text=words, x=left + width + 8, y=y + 15, text_anchor="start", fill=INK),
        **({"font_weight": "bold"} if move.is_chosen else {}),
    )


def per_cent(share: float) -> str:
    return "<" + number(0.01, ".0%") if 0 < share < 0.005 else number(share, ".0%")
