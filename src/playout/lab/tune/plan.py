"""What a tuning tries: the parameters that are open, and how many games there are."""

import math
from typing import Any, NamedTuple

import numpy as np

DIGITS = 4  # of a value that need not be whole

Value = float | int | str | bool
Values = dict[str, Value]


class OpenParameter(NamedTuple):
    """A setting that is left open: a range, or choices."""

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
        return [(self._scale(value) - self._scale(self.low)) / self._width()]

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


class TunePlan(NamedTuple):
    """What is open, and how many games there are to find it."""

    player: str  # with {names} of the parameters
    against: tuple[str, ...]
    parameters: tuple[OpenParameter, ...]
    trials: int
    pairs: int  # of a trial, against each opponent at each game
    batch: int

    @property
    def start(self) -> Values:
        return {p.name: p.start for p in self.parameters}

    def filled(self, values: Values) -> str:
        """The player with these values."""
        return self.player.format(**{p.name: p.text(values[p.name]) for p in self.parameters})

    def name(self, values: Values) -> str:
        """Values in a few words."""
        return ", ".join(f"{p.name}={p.text(values[p.name])}" for p in self.parameters)

    def places(self, some: list[Values]) -> np.ndarray:
        """Where values are in the unit cube, a row each."""
        return np.array([[x for p in self.parameters for x in p.place(v[p.name])] for v in some])
