"""SVG as text: elements, coordinates, escaped characters."""

from html import escape
from typing import Any

__all__ = ["Look", "Point", "num", "points_of", "svg", "tag"]

Point = tuple[float, float]
Look = dict[str, Any]  # attributes of an element


def num(value: float) -> str:
    """A coordinate with one decimal, or none where that is 0."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def points_of(points: list[Point]) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in points)


def tag(name: str, *children: str, text: str = "", **attributes: Any) -> str:
    """An element: tag("line", x1=0, stroke_width=2) is <line x1="0" stroke-width="2"/>."""
    parts = [name]
    for key, value in attributes.items():
        shown = escape(value) if isinstance(value, str) else num(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    content = "".join(children) + escape(text, quote=False)
    is_empty = not content and name != "svg"  # an empty board is a picture all the same
    return f"<{' '.join(parts)}/>" if is_empty else f"<{' '.join(parts)}>{content}</{name}>"


def svg(width: float, height: float, parts: list[str], **attributes: Any) -> str:
    """The whole picture."""
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(width)} {num(height)}",
        width=width,
        height=height,
        role="img",
        font_size=14,
        **attributes,
    )
