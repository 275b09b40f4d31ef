"""Messages that pass validation, made up from the models of the server: new ones as well."""

import math
import string
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

import annotated_types
from pydantic import BaseModel, StringConstraints
from pydantic.fields import FieldInfo

# Few games and searches: each pair of them is compiled.
GAMES = ["nim", "nim:heap=5", "hex:size=3", "hex:size=3,swap=true"]
ODD_GAMES = ["chess", "hex:0", "hex:size=99", "nim:heap=", "../x", "hex:size=3,size=4", ":", "é"]
PLAYERS = ["random", "uct:simulations=20", "uct:c=9,simulations=5", "perfect:seconds=0.01"]
ODD_PLAYERS = ["human", "uct:c=abc", "program:sh", "nobody", "uct:seconds=1e9", "uct:memory=1", "é"]
MOVES = ["1", "2", "3", "a1", "b2", "c3", "a2", "swap", "pass", "x", "\0", "a1b2", "🎲", "4"]
POSITIONS = ["a1 / b2 / 1", "/ / 1", "a1 b2 / c3 / 2", "a1 a1 / / 1", "///", "3 / 2 / 1"]
LETTERS = string.printable + "éß\u2028\0🎲"
# What a field of this name is likely to be, so that much gets past the first check.
LIKELY = {
    "game": (GAMES, ODD_GAMES),
    "player": (PLAYERS, ODD_PLAYERS),
    "players": (PLAYERS, ODD_PLAYERS),
    "move": (MOVES, MOVES),
    "moves": (MOVES, MOVES),
    "path": (MOVES, MOVES),
    "position": (POSITIONS, ["", "x" * 500]),
}
FEW = 6  # items of a list, mostly
FALLBACK = 3  # of ten values of a likely field come from its odd ones


class Maker:
    """It makes values of annotated types, by its dice."""

    def __init__(self, dice):
        self.dice = dice

    def message(self, model):
        """A message of this model, as JSON has it."""
        made = {}
        for name, field in model.model_fields.items():
            if not field.is_required() and self.dice.random() < 0.3:
                continue
            made[name] = self.value(field.annotation, field.metadata, name)
        return made

    def value(self, kind, limits=(), name=""):
        origin = get_origin(kind)
        if origin is Annotated:
            inner, *more = get_args(kind)
            return self.value(inner, [*limits, *spread(more)], name)
        if origin is Literal:
            return self.dice.choice(get_args(kind))
        if origin in (Union, UnionType):
            return self.value(self.dice.choice(get_args(kind)), limits, name)
        if origin is list:
            n = self.size(limits, FEW)
            return [self.value(get_args(kind)[0], (), name) for _ in range(n)]
        if origin is tuple:
            return [self.value(one, (), name) for one in get_args(kind) if one is not ...]
        if origin is dict:
            key, value = get_args(kind)
            return {self.value(key): self.value(value) for _ in range(self.dice.randrange(FEW))}
        return self.plain(kind, limits, name)

    def plain(self, kind, limits, name):
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return self.message(kind)
        if kind is NoneType:
            return None
        if kind is bool:
            return self.dice.random() < 0.5
        if kind is int:
            return self.number(limits)
        if kind is float:
            return float(self.number(limits, 1e-3))
        assert kind is str, f"say how {kind} of {name!r} is made up"
        return self.text(limits, name)

    def text(self, limits, name):
        usual, odd = LIKELY.get(name, ((), ()))
        if usual and self.dice.random() < 0.95:
            return self.dice.choice(odd if self.dice.randrange(10) < FALLBACK else usual)
        letters = "".join(self.dice.choice(LETTERS) for _ in range(self.size(limits, 20)))
        return letters or "x" * bound(limits, "min_length", 0)

    def size(self, limits, few):
        low, high = bound(limits, "min_length", 0), bound(limits, "max_length", 10**9)
        return min(high, low + self.dice.randrange(few))

    def number(self, limits, step=1):
        """Often small, sometimes the largest that is allowed."""
        low = max(bound(limits, "ge", -math.inf), bound(limits, "gt", -math.inf) + step)
        high = min(bound(limits, "le", math.inf), bound(limits, "lt", math.inf) - step)
        low = low if math.isfinite(low) else -3
        high = high if math.isfinite(high) else 10**6
        if self.dice.random() < 0.1:
            return self.dice.choice([low, high])
        return min(high, low + self.dice.randrange(8) * step)


def spread(annotations):
    """Limits of a type; those that stand in a Field, too."""
    for one in annotations:
        if isinstance(one, FieldInfo):
            yield from one.metadata
        else:
            yield one


def bound(limits, name, otherwise):
    """A limit of this name, however it is written."""
    for limit in limits:
        if isinstance(limit, StringConstraints | annotated_types.BaseMetadata) or hasattr(
            limit, name
        ):
            value = getattr(limit, name, None)
            if value is not None:
                return value
    return otherwise
