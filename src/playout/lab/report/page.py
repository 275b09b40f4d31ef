"""The page: one HTML file with all it needs inside."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from ..match.figures import figures_of
from ..match.samples import Sample
from ..tune.report import FIELDS, tuning_rows
from . import format as words

__all__ = ["TEMPLATES", "page", "template"]

TEMPLATES = Path(__file__).parent / "templates"
MOST_CROSS = 14  # players that a cross table has room for
MOST_VERDICTS = 12  # before the rest is folded away


def page(numbers: dict[str, Any], samples: list[Sample]) -> str:
    """The whole report."""
    pieces = {
        "trial_rows": tuning_rows(numbers["tuning"]),
        "trial_heads": FIELDS,
        "n": numbers,
        "figures": figures_of(numbers),
        "cross": _cross_tables(numbers),
        "samples": [(sample, _as_script(sample.data)) for sample in samples],
        "most_verdicts": MOST_VERDICTS,
        "style": (TEMPLATES / "style.css").read_text(encoding="utf-8"),
        "script": (TEMPLATES / "step.js").read_text(encoding="utf-8"),
        "tint": tint,
        "w": words,
    }
    return template("report.html").render(pieces).strip() + "\n"


@cache
def template(name: str) -> Any:
    """Read once."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)


def tint(share: float | None) -> str:
    """The ground of a cell: blue above one half, vermilion below, the stronger the farther."""
    if share is None:
        return "transparent"
    colour = "0 114 178" if share >= 0.5 else "213 94 0"
    return f"rgb({colour} / {0.75 * abs(2 * share - 1):.2f})"


def _cross_tables(numbers: dict[str, Any]) -> list[dict[str, Any]]:
    """Tables of everybody against everybody, the strongest first."""
    if numbers["experiment"]["kind"] == "sweep":
        return []
    tables = []
    for game, cells in numbers["cross"].items():
        names = [row["name"] for row in numbers["ratings"][game]]
        met = dict.fromkeys(name for cell in cells for name in (cell["one"], cell["other"]))
        names += [name for name in met if name not in names]  # failures leave some without a rating
        if not 2 <= len(names) <= MOST_CROSS:
            continue
        known: dict[tuple[str, str], dict[str, Any]] = {}
        for cell in cells:
            known[cell["one"], cell["other"]] = cell
            known[cell["other"], cell["one"]] = _swapped(cell)
        rows = [(name, [known.get((name, other)) for other in names]) for name in names]
        tables.append({"game": game, "names": names, "rows": rows})
    return tables


def _swapped(cell: dict[str, Any]) -> dict[str, Any]:
    return {
        "points": cell["games"] - cell["points"],
        "games": cell["games"],
        "failed": cell["failed"],
        "share": 1 - cell["share"],
        "share_low": 1 - cell["share_high"],
        "share_high": 1 - cell["share_low"],
    }


def _as_script(data: Any) -> str:
    """JSON that cannot end the element it lies in."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
