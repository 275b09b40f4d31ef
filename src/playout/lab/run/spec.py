"""What an experiment is: a TOML file (or the same as JSON) that says who meets whom at what.

    name = "RAVE against UCT"
    kind = "round-robin"            # match, round-robin, gauntlet, knock-out, ladder, sweep
    game = "hex:11"                 # or games = ["hex:7", "hex:11"]
    pairs = 100                     # of games for each two players: one with either colour
    seed = 1
    opening = 2                     # random moves before the players think

    [players]                       # names, and players as on the command line
    rave = "rave:simulations=1000"
    uct = "uct:simulations=1000"

    [sprt]                          # stop a pairing when it is decided between these
    elo0 = 0
    elo1 = 50

A knock-out plays further pairs after a tie, and then draws a lot: see `knock_out`.

A sweep has no players but makes them, one for each combination of the lists:

    [sweep]
    player = "rave:beta=hand,k={k},simulations={n}"
    against = "uct:simulations={n}"
    k = [100, 1000]
    n = [100, 1000]

A tuning looks for the best values of parameters: see `tune_spec`.
"""

import dataclasses
import hashlib
import itertools
import json
import math
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ...arena import Pairing, gauntlet, ladder, opening, round_robin
from ...catalogue import find
from ...players import player_of
from ...rules import GameError
from ...search import SearchError
from ..accuracy.spec import KEYS as QUIZ_KEYS
from ..accuracy.spec import Quiz, read_quiz
from ..stats.sprt import Sprt
from ..tune.spec import Tune, read_tune
from .errors import LabInputError

__all__ = ["Experiment", "SpecError", "experiment_of", "parse_spec", "read_spec"]

KINDS = ("match", "round-robin", "gauntlet", "knock-out", "ladder", "sweep", "accuracy", "tune")
MOST_PAIRS = 1_000_000
KEYS = {
    "": (
        "name",
        "kind",
        "game",
        "games",
        "pairs",
        "seed",
        "opening",
        "equal_seconds",
        "players",
        "sprt",
        "sweep",
        "tune",
        *QUIZ_KEYS,
    ),
    "sprt": ("elo0", "elo1", "alpha", "beta"),
}


class SpecError(LabInputError):
    """A spec that cannot be run; the message says where and why."""


class Experiment(NamedTuple):
    """A spec that has been read and makes sense."""

    name: str
    kind: str
    games: tuple[str, ...]
    players: dict[str, str]  # by name, as on the command line
    pairings: tuple[Pairing, ...]  # of all games; none where they depend on results (knock-out)
    pairs: int
    seed: int = 1
    opening: int = 2
    equal_seconds: float | None = None
    sprt: Sprt | None = None
    sweep: dict[str, dict[str, Any]] | None = None  # player -> its values in the grid
    quiz: Quiz | None = None  # where accuracy is measured
    tune: Tune | None = None  # where values are looked for; the players then come as it goes on
    is_odd: bool = False  # whether one more game follows the pairs, which has no twin

    @property
    def lone(self) -> int | None:
        """The number of the pair that is one game only, where there is one."""
        return self.pairs if self.is_odd else None

    def digest(self) -> str:
        """A hash of all that decides which games are played."""
        rule = None if self.sprt is None else dataclasses.asdict(self.sprt)
        parts = self._replace(name="")._asdict() | {"sprt": rule}
        if self.quiz is None:  # ledgers of before there was one keep their hash
            del parts["quiz"]
        if self.tune is None:
            del parts["tune"]
        else:
            parts["players"] = {}
        if not self.is_odd:
            del parts["is_odd"]
        if self.kind == "knock-out":  # other players may go on than when a tie was decided at once
            parts["ties"] = "further pairs"
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


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
    return _Reader(text, path, values).experiment()


def experiment_of(values: dict[str, Any]) -> Experiment:
    """The same for values that come from no file."""
    return _Reader("", "", values).experiment()


class _Reader:
    """Takes a spec apart, and knows where in the file each thing stands."""

    def __init__(self, text: str, path: str, values: dict[str, Any]) -> None:
        self.text, self.path, self.values = text, path, values

    def fail(self, key: str, why: str, table: str = "") -> SpecError:
        line = self.line_of(key, table)
        place = f"{self.path}, line {line}: " if line else f"{self.path}: "
        return SpecError(f"{place if self.path else ''}{why}")

    def line_of(self, key: str, table: str) -> int | None:
        """The line of a key, as far as a look at the lines can tell."""
        here = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            header = re.match(r"\s*\[\s*([\w.-]+)\s*\]", line)
            if header:
                here = header[1]
                if here in (key, f"{table}.{key}"):
                    return number
            elif re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=:]", line) and (
                here == table or self.path.endswith(".json")
            ):
                return number
        return None

    def experiment(self) -> Experiment:
        self.check_keys(self.values, "")
        kind = self.choice("kind", KINDS, "match")
        if kind == "accuracy":
            return self.accuracy()
        for key in QUIZ_KEYS:
            if key in self.values:
                raise self.fail(key, f'{key} means something only with kind = "accuracy"')
        games = self.games()
        if kind == "tune":
            return self.tune(games)
        if "tune" in self.values:
            raise self.fail("tune", '[tune] means something only with kind = "tune"')
        sweep = None
        if kind == "sweep":
            players, pairings, sweep = self.sweep()
        else:
            players = self.players()
            pairings = self.pairings(kind, players)
        return Experiment(
            name=self.string("name", Path(self.path).stem),
            kind=kind,
            games=games,
            players=players,
            pairings=pairings,
            pairs=self.whole("pairs", 1, MOST_PAIRS, 100),
            seed=self.whole("seed", 0, 2**63 - 1, 1),
            opening=self.opening(games),
            equal_seconds=self.seconds(),
            sprt=self.sprt(),
            sweep=sweep,
        )

    def accuracy(self) -> Experiment:
        players, asked = read_quiz(self)
        return Experiment(
            name=self.string("name", Path(self.path).stem),
            kind="accuracy",
            games=self.games(),
            players=players,
            pairings=(),
            pairs=asked.positions,
            seed=self.whole("seed", 0, 2**63 - 1, 1),
            opening=0,
            quiz=asked,
        )

    def tune(self, games: tuple[str, ...]) -> Experiment:
        tune, final = read_tune(self, games)
        return Experiment(
            name=self.string("name", Path(self.path).stem),
            kind="tune",
            games=games,
            players={},
            pairings=(),
            pairs=final,
            seed=self.whole("seed", 0, 2**63 - 1, 1),
            opening=self.opening(games),
            equal_seconds=self.seconds(),
            tune=tune,
        )

    def check_keys(self, values: dict[str, Any], table: str) -> None:
        for key in values:
            if key not in KEYS[table]:
                where = f" in [{table}]" if table else ""
                known = ", ".join(KEYS[table])
                raise self.fail(key, f"{key!r} means nothing{where}; there are {known}", table)

    # -- values of one kind each --

    def choice(self, key: str, known: tuple[str, ...], default: str) -> str:
        value = self.values.get(key, default)
        if value not in known:
            raise self.fail(key, f"{key} must be one of {', '.join(known)}, not {value!r}")
        return str(value)

    def string(self, key: str, default: str) -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str) or not value.strip():
            raise self.fail(key, f"{key} must be a text, not {value!r}")
        return value

    def whole(self, key: str, low: int, high: int, default: int) -> int:
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.fail(
                key, f"{key} must be a whole number from {low} to {high}, not {value!r}"
            )
        return value

    def seconds(self) -> float | None:
        value = self.values.get("equal_seconds")
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 3600:
            raise self.fail("equal_seconds", f"equal_seconds must be from 0 to 3600, not {value!r}")
        return float(value)

    # -- what is made of them --

    def games(self) -> tuple[str, ...]:
        if ("game" in self.values) == ("games" in self.values):
            raise SpecError(f"{self.path}: say game = ... or games = [...], one of them")
        key = "game" if "game" in self.values else "games"
        given = self.values[key]
        names = [given] if key == "game" else given
        if not isinstance(names, list) or not names:
            raise self.fail(key, "games must be a list of games")
        for name in names:
            try:
                if not isinstance(name, str):
                    raise GameError(f"a game is a text such as hex:11, not {name!r}")
                find(name)
            except GameError as error:
                raise self.fail(key, str(error)) from None
        if len(set(names)) < len(names):
            raise self.fail(key, "a game is there twice")
        return tuple(names)

    def opening(self, games: tuple[str, ...]) -> int:
        plies = self.whole("opening", 0, 1000, 2)
        for name in games:
            try:
                opening(find(name), 0, plies)
            except GameError as error:
                raise self.fail("opening", str(error)) from None
        return plies

    def players(self) -> dict[str, str]:
        given = self.values.get("players")
        if not isinstance(given, dict) or len(given) < 2:
            raise self.fail("players", 'two players or more go under [players], as name = "text"')
        for name, text in given.items():
            self.check_player(name, text, "players")
        return dict(given)

    def check_player(self, key: str, text: Any, table: str) -> None:
        try:
            if not isinstance(text, str):
                raise SearchError(f"a player is a text such as uct:simulations=1000, not {text!r}")
            if player_of(text, programs=True) is None:
                raise SearchError("a person cannot play in an experiment")
        except SearchError as error:
            raise self.fail(key, str(error), table) from None

    def pairings(self, kind: str, players: dict[str, str]) -> tuple[Pairing, ...]:
        names = list(players)
        if kind == "match" and len(names) != 2:
            raise self.fail("players", f"a match has two players, not {len(names)}")
        kinds = {"match": round_robin, "round-robin": round_robin, "gauntlet": gauntlet}
        kinds["ladder"] = ladder
        return tuple(kinds[kind](names)) if kind in kinds else ()

    def sprt(self) -> Sprt | None:
        given = self.values.get("sprt")
        if given is None:
            return None
        if not isinstance(given, dict):
            raise self.fail("sprt", "[sprt] is a table: elo0 and elo1")
        self.check_keys(given, "sprt")
        for key, value in given.items():
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if not is_number or not math.isfinite(value):
                raise self.fail(key, f"{key} must be a number, not {value!r}", "sprt")
        try:
            return Sprt(**{key: float(value) for key, value in given.items()})  # type: ignore[arg-type]
        except ValueError as error:
            raise self.fail("sprt", str(error)) from None

    def sweep(self) -> tuple[dict[str, str], tuple[Pairing, ...], dict[str, dict[str, Any]]]:
        given = self.values.get("sweep")
        if not isinstance(given, dict) or not {"player", "against"} <= given.keys():
            raise self.fail("sweep", "[sweep] needs player and against, with {names} of its lists")
        if "players" in self.values:
            raise self.fail("players", "a sweep makes its players: leave [players] out")
        axes = {key: value for key, value in given.items() if key not in ("player", "against")}
        for key, value in axes.items():
            if not isinstance(value, list) or not value:
                raise self.fail(key, f"{key} must be a list of values", "sweep")
            if f"{{{key}}}" not in str(given["player"]):
                raise self.fail(key, f"player does not depend on {key}: write {{{key}}}", "sweep")
        players: dict[str, str] = {}
        pairings = []
        grid: dict[str, dict[str, Any]] = {}
        for values in _combinations(axes):
            texts = []
            for key in ("player", "against"):
                texts.append(self.filled(key, given[key], values))
                self.check_player(key, texts[-1], "sweep")
            one, other = texts
            if one == other:
                raise self.fail("player", f"{one} would play against itself", "sweep")
            players |= {one: one, other: other}
            pairings.append(Pairing(one, other))
            grid[one] = values
        return players, tuple(dict.fromkeys(pairings)), grid

    def filled(self, key: str, text: Any, values: dict[str, Any]) -> str:
        try:
            return str(text).format(**values)
        except (KeyError, IndexError, ValueError) as error:
            why = f"{key} = {text!r}: no list for {error}"
            raise self.fail(key, why, "sweep") from None


def _combinations(axes: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    for values in itertools.product(*axes.values()):
        yield dict(zip(axes, values, strict=True))
