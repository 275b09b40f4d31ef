"""The files of a report: HTML and Markdown by templates, and JSON."""

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

from .format import percent

__all__ = ["as_script", "finite", "render", "write_json"]

TEMPLATES = Path(__file__).parent / "templates"


def render(name: str, **pieces: Any) -> str:
    """A page with all it needs inside, or a Markdown file."""
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
    cells = {"cells": lambda row: " | ".join(map(_md, row)), "percent": percent}
    environment.filters |= {"md": _md, **cells}
    return environment


def _md(value: Any) -> str:
    """Text that means nothing to Markdown and stays on its line."""
    text = " ".join(str(value).split())
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(character, entity)
    for character in "\\`*_[]|":
        text = text.replace(character, "\\" + character)
    return text


def write_json(path: Path, numbers: dict[str, Any]) -> None:
    text = json.dumps(numbers, indent=1, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def finite(value: Any) -> Any:
    """The same with None for what JSON cannot write: infinities and what is not a number."""
    if isinstance(value, dict):
        return {str(key): finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def as_script(data: Any) -> str:
    """JSON that cannot end the element it lies in."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
