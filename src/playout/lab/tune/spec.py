"""What a tuning is, and how a spec says it:

    name = "How much should UCT explore?"
    kind = "tune"
    game = "hex:5"                  # or games = [...]: the mean over all of them counts
    seed = 1
    opening = 2

    [tune]
    player = "uct:c={c},policy={policy},simulations=300"
    against = "rave:simulations=300"        # or a list; without it, the player as it starts
    budget = 800                    # games of the trials, all together
    final = 100                     # pairs of the match that judges what was found
    c = {low = 0.1, high = 4.0, log = true, start = 1.4}
    policy = ["random", "biased"]   # the first of them is where it starts

A parameter has a range (`low`, `high`; `log` where only ratios matter; `whole` for whole numbers)
or a list of choices, and a value it starts from: its value so far, or else the middle of the range.
"""

import math
import string
from typing import Any, NamedTuple

import numpy as np

__all__ = ["Parameter", "Tune", "read_tune"]

OWN = ("player", "against", "budget", "pairs", "batch", "final")
NOT_HERE = ("players", "pairs", "sprt", "sweep")
RANGE = ("low", "high", "log", "whole", "start")
CHOICE = ("choices", "start")
PAIRS = 4  # of a trial
BATCH = 10  # trials that are chosen before any of them is played
FEWEST_TRIALS = 10
MOST_TRIALS = 100_000
FINAL = 100
DIGITS = 4  # of a value that need not be whole

Value = float | int | str | bool


class Parameter(NamedTuple):
    """A setting that is left open."""

    name: str
    start: Value
    low: float = 0.0
    high: float = 0.0
    log: bool = False
    whole: bool = False
    choices: tuple[Value, ...] = ()

    def text(self, value: Value) -> str:
        """A value as a player's text has it."""
        if self.choices:
            return str(value).lower() if isinstance(value, bool) else str(value)
        if self.whole:
            return str(int(value))
        return np.format_float_positional(float(value), DIGITS, fractional=False, trim="-")

    def near(self, value: float) -> Value:
        """The value of the range that is next to a number, with few digits."""
        within = min(max(value, self.low), self.high)
        if self.whole:
            return round(within)
        return min(max(float(f"{within:.{DIGITS}g}"), self.low), self.high)

    def place(self, value: Value) -> list[float]:
        """Where a value is in the unit cube: choices are all as far from each other."""
        if self.choices:
            return [float(value == choice) / math.sqrt(2) for choice in self.choices]
        return [float((self._scale(value) - self._scale(self.low)) / self._width())]

    def at(self, share: float) -> Value:
        """The value at this share of the way through the range, or through the choices."""
        if self.choices:
            return self.choices[min(int(share * len(self.choices)), len(self.choices) - 1)]
        x = self._scale(self.low) + share * self._width()
        return self.near(math.exp(x) if self.log else x)

    def _scale(self, value: Any) -> float:
        return math.log(value) if self.log else float(value)

    def _width(self) -> float:
        return self._scale(self.high) - self._scale(self.low)


class Tune(NamedTuple):
    """What is open, and how many games there are to find it."""

    player: str  # with {names} of the parameters
    against: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    trials: int
    pairs: int  # of a trial, against each opponent at each game
    batch: int

    def filled(self, values: dict[str, Value]) -> str:
        """The player with these values."""
        texts = {p.name: p.text(values[p.name]) for p in self.parameters}
        return self.player.format(**texts)

    def name(self, values: dict[str, Value]) -> str:
        """Values in a few words."""
        return ", ".join(f"{p.name}={p.text(values[p.name])}" for p in self.parameters)

    def place(self, values: dict[str, Value]) -> list[float]:
        """Where values are in the unit cube."""
        return [x for p in self.parameters for x in p.place(values[p.name])]

    @property
    def start(self) -> dict[str, Value]:
        return {p.name: p.start for p in self.parameters}


def read_tune(reader: Any, games: tuple[str, ...]) -> tuple[Tune, int]:
    """What a spec says of a tuning, and the pairs of its final match; `reader` is that of `spec`,
    which knows the lines."""
    for key in NOT_HERE:
        if key in reader.values:
            raise reader.fail(key, f"{key} means nothing in a tuning: [tune] says what is played")
    given = reader.values.get("tune")
    if not isinstance(given, dict) or not isinstance(given.get("player"), str):
        raise reader.fail("tune", "[tune] needs a player, with {names} of what is left open")
    names = _open_names(reader, given["player"])
    for key in given:
        if key not in OWN and key not in names:
            raise reader.fail(key, f"player does not depend on {key}: write {{{key}}}", "tune")
    for name in names:
        if name not in given:
            raise reader.fail("player", f"nothing says what {{{name}}} may be", "tune")
    parameters = tuple(_parameter(reader, name, given[name]) for name in names)
    tune = Tune(given["player"], (), parameters, 0, 0, 0)
    _check_players(reader, tune)
    against = _against(reader, given.get("against", tune.filled(tune.start)))
    pairs = _whole(reader, "pairs", 1, 10_000, PAIRS)
    games_of_trial = 2 * pairs * len(against) * len(games)
    budget = _whole(reader, "budget", 1, games_of_trial * MOST_TRIALS, None)
    trials = budget // games_of_trial
    if trials < FEWEST_TRIALS:
        needed = FEWEST_TRIALS * games_of_trial
        why = f"budget must be {needed} or more: {FEWEST_TRIALS} trials of {games_of_trial} games"
        raise reader.fail("budget", f"{why}, not {budget}", "tune")
    batch = _whole(reader, "batch", 1, trials, min(BATCH, trials))
    final = _whole(reader, "final", 1, 1_000_000, FINAL)
    return tune._replace(against=against, trials=trials, pairs=pairs, batch=batch), final


def _open_names(reader: Any, player: str) -> list[str]:
    try:
        names = [name for _, name, _, _ in string.Formatter().parse(player) if name is not None]
    except ValueError as error:
        raise reader.fail("player", f"player = {player!r}: {error}", "tune") from None
    if not names:
        why = "nothing is left open: write {c} in player, and c = {low = 0.1, high = 2.0} below it"
        raise reader.fail("player", why, "tune")
    for name in names:
        if not name.isidentifier() or name in OWN:
            raise reader.fail("player", f"{{{name}}} cannot be the name of a parameter", "tune")
    return list(dict.fromkeys(names))


def _whole(reader: Any, key: str, low: int, high: int, default: int | None) -> int:
    value = reader.values["tune"].get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        why = f"{key} must be a whole number from {low} to {high}, not {value!r}"
        if value is None:
            why = f"[tune] needs {key}: the games of all trials together"
        raise reader.fail(key if value is not None else "tune", why, "tune")
    return value


def _parameter(reader: Any, name: str, given: Any) -> Parameter:
    def fail(why: str) -> Exception:
        return reader.fail(name, f"{name}: {why}", "tune")  # type: ignore[no-any-return]

    if isinstance(given, list):
        given = {"choices": given}
    if not isinstance(given, dict):
        raise fail(f"a range such as {{low = 0.1, high = 2.0}} or a list, not {given!r}")
    known = CHOICE if "choices" in given else RANGE
    for key in given:
        if key not in known:
            raise fail(f"{key!r} means nothing here; there are {', '.join(known)}")
    if "choices" in given:
        return _choice(name, given, fail)
    for key in ("low", "high"):
        if not _is_number(given.get(key)):
            raise fail(f"{key} must be a number, not {given.get(key)!r}")
    low, high = given["low"], given["high"]
    log, whole = given.get("log", False), given.get("whole", False)
    if not low < high:
        raise fail(f"low must be below high, not {low} and {high}")
    if not isinstance(log, bool) or not isinstance(whole, bool):
        raise fail("log and whole are true or false")
    if log and low <= 0:
        raise fail(f"a logarithmic scale begins above 0, not at {low}")
    if whole and not (isinstance(low, int) and isinstance(high, int)):
        raise fail(f"whole numbers are from one to another, not from {low} to {high}")
    parameter = Parameter(name, 0, low, high, log, whole)
    start = given.get("start", parameter.at(0.5))
    if not _is_number(start) or not low <= start <= high or (whole and start != int(start)):
        raise fail(f"start must be in its range, from {low} to {high}, not {start!r}")
    return parameter._replace(start=start)


def _choice(name: str, given: dict[str, Any], fail: Any) -> Parameter:
    choices = given["choices"]
    if not isinstance(choices, list) or len(choices) < 2:
        raise fail(f"choices must be a list of two or more, not {choices!r}")
    if not all(isinstance(choice, str | int | float) for choice in choices):
        raise fail("a choice is a text, a number, true or false")
    if len({str(choice) for choice in choices}) < len(choices):
        raise fail("a choice is there twice")
    start: Any = given.get("start", choices[0])
    if start not in choices:
        raise fail(f"start must be one of the choices, not {start!r}")
    return Parameter(name, start, choices=tuple(choices))


def _check_players(reader: Any, tune: Tune) -> None:
    """All ends and choices make a player; the line of a parameter that does not is named."""
    start = tune.start
    reader.check_player("player", tune.filled(start), "tune")
    for parameter in tune.parameters:
        for value in parameter.choices or (
            parameter.at(0.0),
            parameter.at(0.37),
            parameter.at(1.0),
        ):
            text = tune.filled(start | {parameter.name: value})
            reader.check_player(parameter.name, text, "tune")


def _against(reader: Any, given: Any) -> tuple[str, ...]:
    texts = given if isinstance(given, list) else [given]
    if not texts:
        raise reader.fail("against", "against must be a player or a list of some", "tune")
    for text in texts:
        reader.check_player("against", text, "tune")
    if len(set(texts)) < len(texts):
        raise reader.fail("against", "an opponent is there twice", "tune")
    return tuple(texts)


def _is_number(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value)
