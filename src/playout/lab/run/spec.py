"""A spec: a TOML file (or the same as JSON) that says which experiment to run.

What may be in it is shown by examples in docs/specs.md.
"""

import difflib
import json
import re
import tomllib
from collections.abc import Iterable
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...config import not_toml
from ...language import Text, printable
from .errors import LabInputError
from .experiment import Experiment

if TYPE_CHECKING:
    from .fields import Spec


class SpecError(LabInputError):
    """A spec that cannot be run; the message says where and why."""


def read_spec(path: str | Path) -> Experiment:
    """The experiment of a file; a SpecError names the line and the reason where it is wrong."""
    return parse_spec(text_of(Path(path)), str(path))


def text_of(path: Path) -> str:
    """What is in a file; a SpecError if that, or the name of the file, is no text."""
    if (shown := printable(str(path))) != str(path):
        raise SpecError("{path}: this name is not text in UTF-8; rename it", path=shown)
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SpecError("{path} is not a text file", path=path) from None
    except OSError as error:
        problem = Text(error.strerror or str(error))
        raise SpecError("{path}: {error}", path=path, error=problem) from None


def parse_spec(text: str, path: str = "spec.toml") -> Experiment:
    """The same for the text of a file."""
    try:
        return experiment_of(values_in(text, path), text, path)
    except RecursionError:
        raise too_deep(path) from None


def too_deep(path: Any) -> SpecError:
    return SpecError("{path}: its tables and lists are nested too deeply", path=path)


def values_in(text: str, path: str) -> dict[str, Any]:
    """What the text of a file says, unchecked; nested too deeply it is a RecursionError."""
    try:
        values = json.loads(text) if path.endswith(".json") else tomllib.loads(text)
    except json.JSONDecodeError as error:
        why = "{path}, line {line}: this is not JSON: {problem}"
        raise SpecError(why, path=path, line=error.lineno, problem=Text(error.msg)) from None
    except tomllib.TOMLDecodeError as error:
        raise SpecError(not_toml(path, text, str(error))) from None
    except ValueError:  # of `int`, which both leave as it is
        raise SpecError("{path}: a number has too many digits", path=path) from None
    if not isinstance(values, dict):
        raise SpecError("{path}: a spec is a table of keys and values", path=path)
    return values


def experiment_of(values: dict[str, Any], text: str = "", path: str = "") -> Experiment:
    """The same for values that have been read; `text` and `path` are for the error messages."""
    from pydantic import ValidationError

    from .fields import Misplaced

    models = _models()
    kind = values.get("kind", "match")
    try:
        if kind not in models:
            unknown = "kind must be one of {known}, not {kind!r}{near}"
            known, near = ", ".join(models), _near(str(kind), models)
            raise Misplaced(Text(unknown, known=known, kind=kind, near=near), "kind")
        spec = models[kind].model_validate({"name": Path(path).stem or "experiment", **values})
        return spec.experiment()
    except ValidationError as error:
        # A key that is misspelt is the reason why another one is missing.
        problems = sorted(error.errors(), key=lambda e: e["type"] != "extra_forbidden")
        place, why = _sentence(problems[0], models[kind])
    except Misplaced as error:
        place, why = error.place, error.args[0]
    line = _line(text, place, path.endswith(".json"))
    if line:
        raise SpecError("{path}, line {line}: {why}", path=path, line=line, why=why)
    raise SpecError("{path}: {error}" if path else "{error}", path=path, error=why)


def _models() -> "dict[str, type[Spec]]":
    """Which model checks a spec, by its kind."""
    from ..accuracy.spec import AccuracySpec
    from ..match.spec import MatchSpec
    from ..sweep.spec import SweepSpec
    from ..tune.spec import TuneSpec

    games = dict.fromkeys(("match", "round-robin", "gauntlet", "knock-out", "ladder"), MatchSpec)
    return {**games, "sweep": SweepSpec, "accuracy": AccuracySpec, "tune": TuneSpec}


def _sentence(problem: Any, model: "type[Spec]") -> tuple[tuple[str, ...], Text]:
    """The place of what is wrong, and what is wrong with it, in a sentence."""
    place = tuple(part for part in problem["loc"] if isinstance(part, str))
    if problem["type"] == "value_error":
        why = Text("{error}", error=problem["ctx"]["error"])
    elif problem["type"] == "extra_forbidden":
        why = _unknown(place, model, _expected(model, place)[0])
    else:
        text = "{key} must be {expected}, not {value!r}"
        if problem["type"] == "missing":
            text = "{key} is missing: it must be {expected}"
        about = {"key": place[-1], "expected": _expected(model, place)[1]}
        why = Text(text, **about, value=problem["input"])
    if len(place) > 2:  # whose fault it is, in a table of tables
        why = Text("{name}: {text}", name=place[1], text=why)
    return place[:-1] or place if problem["type"] == "missing" else place, why


def _unknown(place: tuple[str, ...], model: "type[Spec]", known: list[str]) -> Text:
    """What is wrong with a key that is not known at its place."""
    key = place[-1]
    kinds = [f'"{kind}"' for kind, other in _models().items() if key in other.model_fields]
    if len(place) == 1 and kinds:
        tables = [f"[{name}]" for name, of in model.TABLES.items() if key in of.model_fields]
        what = Text("it goes under {table}", table=tables[0]) if tables else Text("leave it out")
        text = "{key} means nothing here: {what}; it is for kind = {kinds}"
        either = reduce(lambda one, other: Text("{moves} or {last}", moves=one, last=other), kinds)
        return Text(text, key=key, what=what, kinds=either)
    text = "{key!r} means nothing{near}; there are {known}"
    if len(place) == 2:
        text = "{key!r} means nothing in [{table}]{near}; there are {known}"
    fields = {"key": key, "table": place[0], "near": _near(key, known)}
    return Text(text, **fields, known=", ".join(known))


def _expected(model: Any, place: tuple[str, ...]) -> tuple[list[str], str]:
    """The keys that are known at a place, and what its value is to be."""
    for part in place[:-1]:
        model = model.TABLES.get(part) or model.TABLES.get("", model)
    field = model.model_fields.get(place[-1])
    return list(model.model_fields), model.OTHERS if field is None else field.description


def _near(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), 1)
    return Text(" (did you mean {near}?)", near=near[0]) if near else ""


def _line(text: str, place: tuple[str, ...], is_json: bool) -> int | None:
    """The line of a key, or else of the table it is in, as far as a look at the lines can tell."""
    table, key = ("", "", *place[:2])[-2:]
    here, of_table = "", None
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([\w.-]+)\s*\]", line)
        if header:
            here = header[1]
            if here in (key, f"{table}.{key}"):
                return number
            of_table = number if here == table else of_table
        elif re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=:]", line) and (
            here == table or is_json
        ):
            return number
    return of_table
