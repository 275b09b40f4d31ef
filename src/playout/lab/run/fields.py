"""The fields that specs have in common, each with what it must be: error messages say that.

The models are of pydantic, which takes a while to load: `spec` imports this module when a spec is
read, and not before.
"""

import contextlib
import math
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, model_validator
from pydantic_core import PydanticCustomError

from ...arena import opening
from ...catalogue import find
from ...players import player_of
from ...rules import GameError
from .experiment import Experiment

__all__ = ["GamesSpec", "Misplaced", "Number", "OneOrMore", "Player", "Spec", "Table", "Value"]
__all__ += ["at", "check_player", "number", "whole"]


class Misplaced(ValueError):
    """Something that fits its field, but not the rest of the spec."""

    def __init__(self, why: str, *place: str) -> None:
        super().__init__(why)
        self.place = place


@contextlib.contextmanager
def at(*place: str) -> Iterator[None]:
    """Say where in the spec a ValueError belongs."""
    try:
        yield
    except Misplaced:
        raise
    except ValueError as error:
        raise Misplaced(str(error), *place) from None


def whole(low: int, high: int, what: str = "") -> Any:
    """The field of a whole number."""
    expected = f"a whole number from {low} to {high}{what}"
    return Field(ge=low, le=high, description=expected)


def number(most: float | None = None) -> Any:
    """The field of a number, or of one above 0 that is not above `most`."""
    if most is None:
        return Field(description="a number")
    return Field(gt=0, le=most, description=f"a number above 0, up to {most:g}")


def _game(value: Any) -> str:
    if not isinstance(value, str):
        raise GameError(f"a game is a text such as hex:11, not {value!r}")
    find(value)
    return value


def check_player(value: Any) -> str:
    """The text of a player that can play; a ValueError of any other."""
    if not isinstance(value, str):
        raise ValueError(f"a player is a text such as uct:simulations=1000, not {value!r}")
    if player_of(value, programs=True) is None:
        raise ValueError("a person cannot play in an experiment")
    return value


def _number(value: Any) -> float:
    """A number as it is: whole ones stay whole, so that an experiment keeps its digest."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value):
        raise PydanticCustomError("number", "not a number")
    return value  # type: ignore[no-any-return]


def _value(value: Any) -> str | float:
    if not isinstance(value, str | int | float):
        raise PydanticCustomError("value", "not a value")
    return value


Game = Annotated[str, PlainValidator(_game)]
Player = Annotated[str, PlainValidator(check_player)]
Number = Annotated[float, PlainValidator(_number)]
Value = Annotated[str | float, PlainValidator(_value)]  # also true or false
OneOrMore = BeforeValidator(lambda value: value if isinstance(value, list) else [value])


class Table(BaseModel):
    """A table of a spec: no other keys than those that are said, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    TABLES: ClassVar[dict[str, Any]] = {}  # the models of the tables in it; of all others by ""
    OTHERS: ClassVar[str] = ""  # what the values of other keys must be


class Spec(Table):
    """What the specs of all kinds have."""

    name: Annotated[str, Field(pattern=r"\S", description="a text")]
    kind: str = "match"
    game: Game | None = None
    games: Annotated[list[Game] | None, Field(min_length=1, description="a list of games")] = None
    seed: Annotated[int, whole(0, 2**63 - 1)] = 1

    @model_validator(mode="before")
    @classmethod
    def _one_way(cls, values: Any) -> Any:
        if ("game" in values) == ("games" in values):
            raise ValueError("say game = ... or games = [...], one of them")
        return values

    def all_games(self) -> tuple[str, ...]:
        """The games, said in one way or the other."""
        names = tuple(self.games or [self.game or ""])
        if len(set(names)) < len(names):
            raise Misplaced("a game is there twice", "games")
        return names

    def common(self) -> dict[str, Any]:
        """The fields of the experiment that are said alike in all of them."""
        return {"games": self.all_games()} | {k: getattr(self, k) for k in ("name", "kind", "seed")}

    def experiment(self) -> Experiment:
        """The experiment that this spec is for; Misplaced where it makes no sense."""
        raise NotImplementedError


class GamesSpec(Spec):
    """What specs have whose experiments play games."""

    opening: Annotated[int, whole(0, 1000)] = 2
    equal_seconds: Annotated[float | None, number(3600)] = None

    def common(self) -> dict[str, Any]:
        common = super().common()
        for name in common["games"]:
            with at("opening"):
                opening(find(name), 0, self.opening)
        return common | {"opening": self.opening, "equal_seconds": self.equal_seconds}
