"""A figure: SVG that lies in the page and takes its colours from it, or a file.

The same numbers give the same bytes. Text stays text; ink and grid are those of the page, light or
dark, or those of paper in a file.
"""

import html
import io
import re
import textwrap
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...language import said

FORMATS = ("svg", "png", "pdf")
WIDTH = 3.7  # inches: narrower than a telephone, so that text is readable there
TITLE_WIDTH, TITLE_HEIGHT = 58, 0.15  # of a file: characters, and the inches of a line
STYLE = Path(__file__).parent / "templates" / "figures.mplstyle"
# Names of colours, here and in figures.mplstyle. In a page they are stand-ins for what it decides.
INK, SOFT, RULE, GROUND = "ink", "soft", "rule", "ground"
IN_PAGE = {INK: "#010203", SOFT: "#040506", RULE: "#070809", GROUND: "#0a0b0c"}
OF_PAGE = {INK: "var(--ink)", SOFT: "var(--soft)", RULE: "var(--rule)", GROUND: "var(--card)"}
ON_PAPER = {INK: "#1c2026", SOFT: "#59616c", RULE: "#e0ded7", GROUND: "#ffffff"}


class Drawing(NamedTuple):
    """What is drawn into axes, and what it says in words."""

    label: str
    plot: Callable[[Any], None]
    height: float

    def svg(self) -> str:
        """An element of the page, in the colours of the page."""
        text = io.StringIO()
        about = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        self._draw(IN_PAGE, text, format="svg", transparent=True, metadata=about)
        return _in_page(text.getvalue(), self.label)

    def save(self, path: Path, title: str = "") -> None:
        """Write a file whose format its name says, with what it shows above it."""
        about = {"svg": "Date", "png": "Software", "pdf": "CreationDate"}[path.suffix[1:]]
        self._draw(ON_PAPER, path, title=title, dpi=200, metadata={about: None})

    def _draw(self, colours: Mapping[str, str], *target: Any, title: str = "", **how: Any) -> None:
        import matplotlib.colors
        import matplotlib.style
        from matplotlib.figure import Figure as Canvas

        known = matplotlib.colors.get_named_colors_mapping()
        for name, colour in colours.items():
            known[name] = colour
        # Every figure has ids of its own, by its label.
        style = matplotlib.style.context([STYLE, {"svg.hashsalt": self.label}])
        with style, warnings.catch_warnings():
            # Text is drawn by the page, whose fonts may have what those of matplotlib lack.
            warnings.filterwarnings("ignore", message="Glyph .* missing")
            lines = textwrap.wrap(title, TITLE_WIDTH)
            height = self.height + TITLE_HEIGHT * len(lines)
            figure = Canvas(figsize=(WIDTH, height), layout="constrained")
            if lines:
                figure.suptitle("\n".join(lines), fontsize="small")
            self.plot(figure.add_subplot())
            figure.savefig(*target, **how)


class Figure(NamedTuple):
    """A picture with what is above and below it."""

    title: str  # a Text: said in the user's language, but in the name of a file
    drawing: Drawing
    caption: str


def write_figures(
    folder: Path, figures: Mapping[str, Sequence[Figure]], formats: Sequence[str]
) -> None:
    """Write all figures into files, named by their section and their title, and a list of them."""
    listed = []
    for section, some in figures.items() if formats else ():
        folder.mkdir(parents=True, exist_ok=True)
        for i, figure in enumerate(some, 1):
            title = re.sub(r"\W+", "-", figure.title).strip("-").lower()[:60].strip("-")
            files = [f"{section}-{i:02d}-{title}.{ending}" for ending in formats]
            # A picture in a paper has no page around it: it says what it shows, in short.
            about = f". {figure.caption}" if len(figure.caption) <= TITLE_WIDTH else ""
            for file in files:
                figure.drawing.save(folder / file, said(figure.title) + about)
            listed += [f"- {', '.join(files)}: {said(figure.title)}. {figure.caption}\n"]
    if listed:
        (folder / "figures.md").write_text("".join(listed), "utf-8")


def _in_page(svg: str, label: str) -> str:
    for pattern, new in (
        (r"(?s)^.*?<svg|<metadata>.*?</metadata>|<!--.*?-->", ""),
        (r'<g id="[^"]*"', "<g"),
        (r"xlink:href", "href"),
        (r"font: ((?:\d00 )?[\d.]+px)[^;\"]*", r"font: \1 system-ui, sans-serif"),
        (r"\s*\n\s*", "\n"),
    ):
        svg = re.sub(pattern, new, svg)
    for name, stand_in in IN_PAGE.items():
        svg = svg.replace(stand_in, OF_PAGE[name])
    size = re.search(r'viewBox="[^"]+"', svg)
    head = f'<svg {size[0] if size else ""} role="img" aria-label="{html.escape(label)}">'
    return head + svg[svg.index(">") + 1 :]
