"""The folder of experiments: specs that the page writes, and those that are there.

A spec is a file as `playout lab run` takes it, and its ledger lies beside it, so either side goes
on with what the other began. What comes from the page can name neither files nor programs.
"""

import contextlib
import json
import os
import re
import unicodedata
from pathlib import Path
from typing import Any

from ..catalogue import title_of
from ..errors import PlayoutError
from ..lab.run.experiment import Experiment
from ..lab.run.spec import parse_spec
from ..language import Text, printable
from ..players import Searcher, player_of
from ..registry import is_ours
from ..search import SearchError
from .experiment_models import NewExperiment
from .jobs import check_budget
from .positions import game_of

__all__ = [
    "NOT_HERE",
    "check_runnable",
    "is_owners",
    "specs_in",
    "stat_of",
    "write_spec",
]

MOST_SPECS = 500  # in a folder, for the page to add another
MOST_BYTES = 100_000  # of a spec
ENDINGS = (".toml", ".json")
NOT_HERE = Text(
    "it is a tuning, or it has players or games of your own: run it with playout lab run"
)


def specs_in(folder: Path) -> dict[str, Path]:
    """The specs of a folder by the names of their files; only these can be asked for."""
    if not folder.is_dir():
        return {}
    files = [file for file in folder.iterdir() if file.suffix in ENDINGS and file.is_file()]
    sizes = {file: stat.st_size for file in sorted(files) if (stat := stat_of(file))}
    return {printable(file.name): file for file, size in sizes.items() if size <= MOST_BYTES}


def stat_of(file: Path) -> os.stat_result | None:
    """None where there is none, be it that it has gone just now or may not be looked at."""
    with contextlib.suppress(OSError):
        return file.stat()
    return None


def write_spec(new: NewExperiment, folder: Path, caps: dict[str, int]) -> Path:
    """Write down what the page has defined, under a name of its own; an error if it cannot be."""
    if len(specs_in(folder)) >= MOST_SPECS:
        why = "there are {n} experiments in {folder}; move some of them away"
        raise PlayoutError(why, "too-many-experiments", n=MOST_SPECS, folder=folder)
    _check(new, caps)
    text = spec_text(new)
    parse_spec(text)  # the lab itself says what is wrong
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, MOST_SPECS + 2):
        stem = _stem(new.name) + (f"-{number}" if number > 1 else "")
        if any((folder / f"{stem}{ending}").exists() for ending in (*ENDINGS, ".sqlite")):
            continue
        path = folder / f"{stem}.toml"
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
        return path
    raise AssertionError("there are fewer files than names")


def _check(new: NewExperiment, caps: dict[str, int]) -> None:
    """Refuse what the page may not ask for; whether it makes sense is for the lab to say."""
    game = game_of(new.game)
    if not is_ours(type(game)):
        why = "{game} is a game of your own: use playout lab for experiments with it"
        raise PlayoutError(why, "own-game", game=title_of(type(game)))
    for text in new.players.values():
        check_budget(_searcher(text), caps)


def _searcher(text: str) -> Searcher:
    """A player who may play for the page: no program, no file, no person."""
    player = player_of(text, files=False)
    if not isinstance(player, Searcher):
        raise SearchError("a person cannot play in an experiment", "no-person")
    if player.algorithm is not None and not is_ours(type(player.algorithm)):
        why = "{player} is a search of your own: use playout lab for experiments with it"
        raise PlayoutError(why, "own-search", player=text)
    return player


def spec_text(new: NewExperiment) -> str:
    """The spec as TOML. (A text in JSON is one in TOML, too.)"""
    lines = [f"{key} = {_quoted(getattr(new, key))}" for key in ("name", "kind", "game")]
    lines += [f"{key} = {getattr(new, key)}" for key in ("games", "seed", "opening")]
    lines += ["", "[players]"]
    lines += [f"{_quoted(name)} = {_quoted(text)}" for name, text in new.players.items()]
    if new.sprt is not None:
        lines += ["", "[sprt]", f"elo0 = {new.sprt.elo0:g}", f"elo1 = {new.sprt.elo1:g}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=not text.isprintable()).replace("\x7f", "\\u007f")


def _stem(name: str) -> str:
    """The name of a file for an experiment: plain letters, so that it is one anywhere."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")
    return stem if len(stem) > 3 else f"experiment-{stem}".strip("-")  # con, nul: not on Windows


def is_owners(values: Any) -> bool:
    """Whether a spec names programs or files. These are its owner's to start in a terminal; here it
    is not even read, as reading a game of one's own runs its file."""
    if isinstance(values, dict):
        return any(is_owners(part) for key, part in values.items() if key != "name")
    if isinstance(values, list):
        return any(map(is_owners, values))
    return isinstance(values, str) and (".py" in values or "program:" in values)


def check_runnable(experiment: Experiment) -> None:
    """Refuse to run, for the page, what the page could not have named."""
    texts = list(experiment.players.values())
    if experiment.accuracy:
        texts = [entrant.text for entrant in experiment.accuracy.entrants]
    if experiment.tune:
        raise PlayoutError(NOT_HERE, "not-from-page")
    try:
        for game in experiment.games:
            game_of(game)
        for text in texts:
            _searcher(text)
    except PlayoutError:
        raise PlayoutError(NOT_HERE, "not-from-page") from None
