"""The files of a report: HTML and Markdown by templates, JSON and CSV."""

import csv
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from ..run.ledger import Ledger
from ..stats.intervals import Interval
from . import format as words

__all__ = ["finite", "named", "provenance", "render", "write_csv", "write_json", "write_pages"]

MOST_FAILURES = 50  # that are listed
TEMPLATES = Path(__file__).parent / "templates"
# What would mean something to Markdown, and how it is written as plain text.
MARKDOWN = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;"} | {mark: "\\" + mark for mark in "\\`*_[]|"}
)


def write_pages(folder: Path, kind: str, **pieces: Any) -> Path:
    """Write report.md and report.html by their templates; returns the path of the page."""
    for ending in ("md", "html"):
        path = folder / f"report.{ending}"
        path.write_text(render(f"{kind}.{ending}", **pieces), encoding="utf-8")
    return path


def render(name: str, **pieces: Any) -> str:
    """The text of a template."""
    text: str = _environment().get_template(name).render(pieces)
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
    )
    environment.globals["w"] = words
    environment.filters |= {"md": _md, "cells": lambda row: " | ".join(map(_md, row))}
    environment.filters["percent"] = words.percent
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    return environment


def _md(value: Any) -> str:
    """Text that means nothing to Markdown and stays on its line."""
    return " ".join(str(value).split()).translate(MARKDOWN)


def write_json(path: Path, numbers: dict[str, Any]) -> None:
    text = json.dumps(numbers, indent=1, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def write_csv(path: Path, columns: Iterable[str], rows: Iterable[dict[str, Any]]) -> None:
    """Write these columns of the rows."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [*columns], extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def finite(value: Any) -> Any:
    """The same as JSON has it: None for infinities and for what is not a number."""
    from pydantic_core import from_json, to_json

    return from_json(to_json(value, inf_nan_mode="null"))


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
