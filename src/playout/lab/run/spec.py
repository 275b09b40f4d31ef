"""A spec: a TOML file (or the same as JSON) that says which experiment to run.

    name = "RAVE against UCT"
    kind = "round-robin"            # match, round-robin, gauntlet, knock-out, ladder
    game = "hex:11"                 # or games = ["hex:7", "hex:11"]
    pairs = 100                     # of games for each two players: one with either colour
    seed = 1
    opening = 2                     # random moves before the players think
    equal_seconds = 0.5             # give every player this time a move, whatever it says

    [players]                       # names, and players as on the command line
    rave = "rave:simulations=1000"
    uct = "uct:simulations=1000"

    [sprt]                          # stop a pairing when it is decided between these
    elo0 = 0
    elo1 = 50

A match has two players. In a gauntlet the first player meets all others, in a ladder each player
meets the next one. A knock-out plays further pairs after a tie, and then draws a lot.

`kind = "sweep"` makes its players, one for each combination of the lists:

    [sweep]
    player = "rave:beta=hand,k={k},simulations={n}"
    against = "uct:simulations={n}"
    k = [100, 1000]
    n = [100, 1000]

`kind = "accuracy"` measures how often players choose a move that keeps the value of a position:

    game = "connect4"
    positions = 1000                # random ones, of each game
    plies = [8, 30]                 # the least and the most moves that have been played there
    simulations = [100, 1000]       # the budgets of a move; or seconds = [0.1, 1]
    solve_seconds = 60              # a position that takes longer is unknown, and counts nowhere

    [players]                       # without a budget: each of them gets all of these
    uct = "uct"
    random = "random"               # needs none, and is asked once

`kind = "tune"` looks for the best values of parameters:

    [tune]
    player = "uct:c={c},policy={policy},simulations=300"
    against = "rave:simulations=300"        # or a list; without it, the player as it starts
    budget = 800                    # games of the trials, all together
    pairs = 4                       # of a trial, against each opponent at each game
    batch = 10                      # trials that are chosen before any of them is played
    final = 100                     # pairs of the match that judges what was found
    c = {low = 0.1, high = 4.0, log = true, start = 1.4}
    policy = ["random", "biased"]   # the first of them is where it starts

A parameter has a range (`low`, `high`; `log` where only ratios matter; `whole` for whole numbers)
or a list of choices, and a value it starts from: the middle of the range if nothing is said.
"""

import difflib
import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import LabInputError
from .experiment import Experiment

if TYPE_CHECKING:
    from .fields import Spec

__all__ = ["Experiment", "SpecError", "experiment_of", "parse_spec", "read_spec"]


class SpecError(LabInputError):
    """A spec that cannot be run; the message says where and why."""


def read_spec(path: str | Path) -> Experiment:
    """The experiment of a file; a SpecError names the line and the reason where it is wrong."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SpecError(f"{path} is not a text file") from None
    except OSError as error:
        raise SpecError(f"{path}: {error.strerror or error}") from None
    return parse_spec(text, str(path))


def parse_spec(text: str, path: str = "spec.toml") -> Experiment:
    """The same for the text of a file."""
    try:
        values = json.loads(text) if path.endswith(".json") else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise SpecError(f"{path}, line {error.lineno}: {error.msg}") from None
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"{path}: {error}") from None
    if not isinstance(values, dict):
        raise SpecError(f"{path}: a spec is a table of keys and values")
    return experiment_of(values, text, path)


def experiment_of(values: dict[str, Any], text: str = "", path: str = "") -> Experiment:
    """The same for values that have been read; `text` and `path` are for the error messages."""
    from pydantic import ValidationError

    from .fields import Misplaced

    models = _models()
    kind = values.get("kind", "match")
    try:
        if kind not in models:
            known = f"kind must be one of {', '.join(models)}, not {kind!r}"
            raise Misplaced(f"{known}{_near(str(kind), models)}", "kind")
        spec = models[kind].model_validate({"name": Path(path).stem or "experiment", **values})
        return spec.experiment()
    except ValidationError as error:
        # A key that is misspelt is the reason why another one is missing.
        problems = sorted(error.errors(), key=lambda e: e["type"] != "extra_forbidden")
        place, why = _sentence(problems[0], models[kind])
    except Misplaced as error:
        place, why = error.place, str(error)
    line = _line(text, place, path.endswith(".json"))
    where = f"{path}, line {line}: " if line else f"{path}: " if path else ""
    raise SpecError(where + why)


def _models() -> "dict[str, type[Spec]]":
    """Which model checks a spec, by its kind."""
    from ..accuracy.spec import AccuracySpec
    from ..match.spec import MatchSpec
    from ..sweep.spec import SweepSpec
    from ..tune.spec import TuneSpec

    games = dict.fromkeys(("match", "round-robin", "gauntlet", "knock-out", "ladder"), MatchSpec)
    return {**games, "sweep": SweepSpec, "accuracy": AccuracySpec, "tune": TuneSpec}


def _sentence(problem: Any, model: "type[Spec]") -> tuple[tuple[str, ...], str]:
    """The place of what is wrong, and what is wrong with it, in a sentence."""
    place = tuple(part for part in problem["loc"] if isinstance(part, str))
    owner = f"{place[1]}: " if len(place) > 2 else ""
    if problem["type"] == "value_error":
        return place, owner + str(problem["ctx"]["error"])
    key, (known, expected) = place[-1], _expected(model, place)
    if problem["type"] == "missing":
        return place[:-1] or place, f"{owner}{key} is missing: it must be {expected}"
    if problem["type"] != "extra_forbidden":
        return place, f"{owner}{key} must be {expected}, not {problem['input']!r}"
    where = f" in [{place[0]}]" if len(place) == 2 else ""
    kinds = [f'"{kind}"' for kind, other in _models().items() if key in other.model_fields]
    if len(place) == 1 and kinds:
        tables = [f"[{name}]" for name, of in model.TABLES.items() if key in of.model_fields]
        what = f"it goes under {tables[0]}" if tables else "leave it out"
        return place, f"{key} means nothing here: {what}; it is for kind = {' or '.join(kinds)}"
    near = _near(key, known)
    return place, f"{owner}{key!r} means nothing{where}{near}; there are {', '.join(known)}"


def _expected(model: Any, place: tuple[str, ...]) -> tuple[list[str], str]:
    """The keys that are known at a place, and what its value is to be."""
    for part in place[:-1]:
        model = model.TABLES.get(part) or model.TABLES.get("", model)
    field = model.model_fields.get(place[-1])
    return list(model.model_fields), model.OTHERS if field is None else field.description


def _near(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), 1)
    return f" (did you mean {near[0]}?)" if near else ""


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
