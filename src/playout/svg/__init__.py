"""Boards as SVG, for notebooks, reports and pages: no scripts, no ids, no outside fonts."""

from .heat import Heat
from .picture import draw, draw_text

__all__ = ["Heat", "draw", "draw_text"]
