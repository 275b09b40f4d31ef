"""Small pieces of SVG text."""

__all__ = ["escape", "num", "points_of"]


def num(value: float) -> str:
    """A coordinate, no longer than it need be."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def points_of(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in points)


def escape(text: str) -> str:
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(character, entity)
    return text
