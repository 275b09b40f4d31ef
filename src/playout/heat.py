"""What a search made of the moves, to be drawn on a board: tints, shares, and bars."""

from collections.abc import Sequence
from typing import NamedTuple

from .board import Cell
from .markup import escape, num

__all__ = ["CHOSEN", "SHARES", "Heat", "bars_for", "per_cent", "shares_of", "tint"]

# From few visits to many: a purple that grows darker, so that lightness alone tells them apart
# (ColorBrewer's Purples), and that no board or piece has.
TINTS = ((242, 240, 247), (203, 201, 226), (158, 154, 200), (117, 107, 177), (84, 39, 143))
CHOSEN = "#ffb000"  # with black around it, it stands out from all of them
SHARES = 5  # how many cells have their share written in them
BARS = 24  # how many moves without a cell are shown
BAR_PITCH, BAR_WIDTH = 22, 150
INK = "#6b6558"


class Heat(NamedTuple):
    """What a search made of one move."""

    name: str
    cells: tuple[Cell, ...]  # those it touches, the one where it ends last
    share: float  # of all visits
    value: str  # as it is written beside a bar
    note: str  # as it is shown under the pointer
    is_chosen: bool


def shares_of(heat: Sequence[Heat]) -> dict[Cell, float]:
    """The share of the visits that went to each cell, over all moves that end there."""
    shares: dict[Cell, float] = {}
    for move in heat:
        for cell in move.cells[-1:]:
            shares[cell] = shares.get(cell, 0.0) + move.share
    return shares


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
    parts = []
    for i, move in enumerate(shown):
        y = top + BAR_PITCH * i
        width = max(2.0, BAR_WIDTH * move.share / most if most else 0.0)
        look = f'stroke="#000000" stroke-width="{2.5 if move.is_chosen else 0.5}"'
        kind = "tint chosen" if move.is_chosen else "tint"
        weight = ' font-weight="bold"' if move.is_chosen else ""
        words = f"{per_cent(move.share)}{', value ' if move.value else ''}{move.value}"
        parts.append(
            f"<g{weight}><title>{escape(move.note)}</title>"
            f'<text x="{left - 8}" y="{num(y + 15)}" text-anchor="end">{escape(move.name)}</text>'
            f'<rect class="{kind}" x="{left}" y="{num(y + 2)}" width="{num(width)}"'
            f' height="{BAR_PITCH - 5}" fill="{tint(move.share, most)}" {look}/>'
            f'<text x="{num(left + width + 8)}" y="{num(y + 15)}" text-anchor="start"'
            f' fill="{INK}">{escape(words)}</text></g>'
        )
    height = BAR_PITCH * len(shown) + 8
    if len(heat) > len(shown):
        more = f"and {len(heat) - len(shown)} more"
        parts.append(
            f'<text x="{left}" y="{num(top + height + 8)}" text-anchor="start">{more}</text>'
        )
        height += BAR_PITCH
    return parts, left + BAR_WIDTH + 130, height


def per_cent(share: float) -> str:
    return "<1%" if 0 < share < 0.005 else f"{share:.0%}"
