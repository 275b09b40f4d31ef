"""The files of a report: HTML and Markdown by templates, JSON and CSV."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ...arena import in_words
from ...language import NARROW_SPACE, said, speaking, spoken, tr
from ..run.ledger import Ledger
from ..stats.intervals import Interval
from . import format as words
from .canvas import Figure, write_figures

Row = dict[str, Any]
MOST_FAILURES = 50  # that are listed
TEMPLATES = Path(__file__).parent / "templates"
SPACES = re.compile(rf"[^\S{NARROW_SPACE}]+")
# What would mean something to Markdown, and how it is written as plain text.
MARKDOWN = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;"} | {mark: "\\" + mark for mark in "\\`*_[]|~"}
)


def write_numbers(folder: Path, numbers_of: Callable[[], Row]) -> Row:
    """Write report.json, whose sentences are English; returns the same in the user's language."""
    with speaking("en"):
        numbers = numbers_of()
    text = json.dumps(numbers, indent=1, ensure_ascii=False, allow_nan=False)
    (folder / "report.json").write_text(text + "\n", encoding="utf-8")
    return numbers if spoken() == "en" else numbers_of()


def write_pages(
    folder: Path,
    kind: str,
    figures: Mapping[str, Sequence[Figure]],
    formats: Sequence[str],
    **pieces: Any,
) -> Path:
    """Write report.md and report.html, and the figures as files; returns the path of the page."""
    write_figures(folder / "figures", figures, formats)
    for ending in ("md", "html"):
        path = folder / f"report.{ending}"
        text = render(f"{kind}.{ending}", figures=figures, has_files=bool(formats), **pieces)
        path.write_text(text, encoding="utf-8")
    return path


def render(name: str, **pieces: Any) -> str:
    """The text of a template."""
    text: str = _environment().get_template(name).render(pieces, lang=spoken())
    return text.strip() + "\n"


@cache
def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    plural = lambda one, many, n: tr(one, many, n=n)  # noqa: E731
    environment.install_gettext_callables(tr, plural)  # type: ignore[attr-defined]
    environment.globals["w"] = words
    environment.filters |= {"md": _md, "cells": lambda row: " | ".join(map(_md, row))}
    environment.filters["fence"] = _fence
    environment.filters |= {"percent": words.percent, "said": said}
    environment.filters["game"] = lambda name: said(words.game_name(name))
    environment.filters["ended"] = lambda reason: tr(in_words(reason))
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    return environment


def _md(value: Any) -> str:
    """Text that means nothing to Markdown and stays on its line."""
    return SPACES.sub(" ", str(value)).strip().translate(MARKDOWN)


def _fence(text: str) -> str:
    """What stands around a text in a block of its own: longer than any that is in it."""
    return "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)


def write_csv(path: Path, columns: Iterable[str], rows: Iterable[dict[str, Any]]) -> None:
    """Write these columns of the rows."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [*columns], extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def finite(numbers: Row) -> Row:
    """The same as JSON has it: None for infinities and for what is not a number."""
    from pydantic_core import from_json, to_json

    plain: Row = from_json(to_json(numbers, inf_nan_mode="null"))
    return plain


def named(interval: Interval, name: str) -> dict[str, float]:
    """An estimate and the ends of its interval as three numbers of a row."""
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}


def provenance(ledger: Ledger, unit: str) -> dict[str, Any]:
    """Where results come from, and which did not come; `unit` is what one of them is called."""
    failures = ledger.failures()
    keys = unit, "attempt", "reason"
    return {
        "failures": [dict(zip(keys, row, strict=True)) for row in failures[:MOST_FAILURES]],
        "n_failures": len(failures),
        "hosts": ledger.counts("host"),
        "versions": ledger.counts("versions"),
        "about": ledger.about(),
    }
