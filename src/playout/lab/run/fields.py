"""The fields that specs have in common, each with what it must be: error messages say that.

The models are of pydantic, which takes a while to load: `spec` imports this module when a spec is
read, and not before.
"""

import contextlib
import math
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, model_validator
from pydantic_core import PydanticCustomError

from ...arena import opening
from ...catalogue import find
from ...language import Text
from ...players import player_of
from ...rules import GameError
from .errors import LabInputError
from .experiment import Experiment

MOST_GAMES = 2_000_000  # of two players


class Misplaced(ValueError):
    """Something that fits its field, but not the rest of the spec."""

    def __init__(self, why: Text, *place: str) -> None:
        super().__init__(why)
        self.place = place


def check_names(names: Iterable[str]) -> None:
    """Refuse names of players that would break a table, or run as a formula in a spreadsheet."""
    for name in names:
        if not name.strip() or not name.isprintable() or name[0] in "=+-@":
            why = Text("{name!r} cannot be the name of a player: begin with a letter", name=name)
            raise Misplaced(why, "players")


@contextlib.contextmanager
def at(*place: str) -> Iterator[None]:
    """Say where in the spec a ValueError belongs."""
    try:
        yield
    except Misplaced:
        raise
    except ValueError as error:
        raise Misplaced(Text("{error}", error=error), *place) from None


def whole(low: int, high: int, what: str = "") -> Any:
    """The field of a whole number."""
    text = Text("a whole number from {low} to {high}{what}", low=low, high=high, what=what)
    return Field(ge=low, le=high, description=text)


def number(most: float) -> Any:
    """The field of a number above 0 that is not above `most`."""
    return Field(gt=0, le=most, description=Text("a number above 0, up to {most:g}", most=most))


def field(what: Text, least: int | None = None, most: int | None = None) -> Any:
    """A field that is what its type says, in words; a list or a table may say how many it has."""
    return Field(min_length=least, max_length=most, description=what)


def _game(value: Any) -> str:
    if not isinstance(value, str):
        raise GameError("a game is a text such as hex:11, not {value!r}", value=value)
    find(value)
    return value


def check_player(value: Any) -> str:
    """The text of a player that can play; a LabInputError of any other."""
    if not isinstance(value, str):
        why = "a player is a text such as uct:simulations=1000, not {value!r}"
        raise LabInputError(why, value=value)
    if player_of(value, programs=True) is None:
        raise LabInputError("a person cannot play in an experiment")
    return value


def _games(value: Any) -> list[str] | int:
    """A list of games, or how many of them two players play."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_GAMES:
        return value
    if not isinstance(value, list) or not value:
        raise PydanticCustomError("games", "neither a list nor a number")
    return [_game(one) for one in value]


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
Games = Annotated[list[str] | int, PlainValidator(_games)]
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

    name: Annotated[str, Field(pattern=r"\S", description=Text("a text"))]
    kind: str = "match"
    game: Annotated[list[Game] | None, OneOrMore, field(Text("a game or a list of some"), 1)] = None
    games: Annotated[list[Game] | None, field(Text("a list of games"), 1)] = None
    seed: Annotated[int, whole(0, 2**63 - 1)] = 1

    @model_validator(mode="before")
    @classmethod
    def _one_way(cls, values: Any) -> Any:
        listed = "games" in values and not isinstance(values["games"], int)
        if ("game" in values) == listed:
            if listed and not isinstance(values["games"], list):
                raise LabInputError("games must be a whole number, or a list of games")
            raise LabInputError("say game = ... or games = [...], one of them")
        return values

    def common(self) -> dict[str, Any]:
        """The fields of the experiment that are said alike in all of them."""
        games = tuple(self.game or self.games or ())
        if len(set(games)) < len(games):
            raise Misplaced(Text("a game is there twice"), "games")
        return {"games": games, "name": self.name, "kind": self.kind, "seed": self.seed}

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
