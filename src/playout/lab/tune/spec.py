"""The spec of a tuning."""

import string
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, ConfigDict, Field

from ..run.experiment import Experiment
from ..run.fields import (
    GamesSpec,
    Misplaced,
    Number,
    OneOrMore,
    Player,
    Table,
    Value,
    at,
    check_player,
    whole,
)
from .plan import Parameter, TunePlan

__all__ = ["TuneSpec"]

PAIRS, BATCH, FINAL = 4, 10, 100
FEWEST_TRIALS = 10
MOST_TRIALS = 100_000


def _choices(value: Any) -> Any:
    """A list is short for a table of choices."""
    return {"choices": value} if isinstance(value, list) else value


class ParameterTable(Table):
    """What a parameter may be."""

    low: Annotated[Number | None, Field(description="a number")] = None
    high: Annotated[Number | None, Field(description="a number")] = None
    log: Annotated[bool, Field(description="true or false")] = False
    whole: Annotated[bool, Field(description="true or false")] = False
    start: Annotated[Value | None, Field(description="a value of the parameter")] = None
    choices: Annotated[
        list[Value] | None,
        Field(min_length=2, description="a list of two or more texts or numbers"),
    ] = None

    def parameter(self, name: str) -> Parameter:
        """The parameter; a ValueError where what is said of it does not fit together."""
        if self.choices is not None:
            return self._choice(name, self.choices)
        low, high = self.low, self.high
        if low is None or high is None:
            raise ValueError(f"{name}: it needs low and high, or choices")
        if not low < high:
            raise ValueError(f"{name}: low must be below high, not {low} and {high}")
        if self.log and low <= 0:
            raise ValueError(f"{name}: a logarithmic scale begins above 0, not at {low}")
        if self.whole and not (isinstance(low, int) and isinstance(high, int)):
            raise ValueError(f"{name}: whole numbers need whole ends, not {low} and {high}")
        parameter = Parameter(name, 0, low, high, self.log, self.whole)
        start: Any = parameter.at(0.5) if self.start is None else self.start
        is_number = isinstance(start, int | float) and not isinstance(start, bool)
        if not is_number or not low <= start <= high or (self.whole and start != int(start)):
            raise ValueError(f"{name}: start must be in its range, {low} to {high}, not {start!r}")
        return parameter._replace(start=start)

    def _choice(self, name: str, choices: list[Any]) -> Parameter:
        for key in self.model_fields_set - {"choices", "start"}:
            raise ValueError(f"{name}: {key} means nothing beside choices")
        if len(set(map(str, choices))) < len(choices):
            raise ValueError(f"{name}: a choice is there twice")
        start = choices[0] if self.start is None else self.start
        if start not in choices:
            raise ValueError(f"{name}: start must be one of the choices, not {start!r}")
        return Parameter(name, start, choices=tuple(choices))


class TuneTable(Table):
    """[tune]: the player, what it meets, how often, and what each parameter may be."""

    model_config = ConfigDict(extra="allow")
    OTHERS: ClassVar[str] = "a range such as {low = 0.1, high = 2.0} or a list"
    TABLES: ClassVar[dict[str, Any]] = {"": ParameterTable}
    __pydantic_extra__: dict[str, Annotated[ParameterTable, BeforeValidator(_choices)]]
    player: Annotated[str, Field(description="a player with {names} of what is left open")]
    against: Annotated[
        list[Player] | None,
        OneOrMore,
        Field(min_length=1, description="a player or a list of some"),
    ] = None
    budget: Annotated[int, whole(1, 10**9, ", the games of all trials together")]
    pairs: Annotated[int, whole(1, 10_000)] = PAIRS
    batch: Annotated[int | None, whole(1, MOST_TRIALS)] = None
    final: Annotated[int, whole(1, 1_000_000)] = FINAL

    def open_names(self) -> list[str]:
        """The names in the player's text."""
        with at("tune", "player"):
            parts = list(string.Formatter().parse(self.player))
        names = [name for _, name, _, _ in parts if name is not None]
        for name in names:
            if not name.isidentifier() or name in type(self).model_fields:
                why = f"{{{name}}} cannot be the name of a parameter"
                raise Misplaced(why, "tune", "player")
        return list(dict.fromkeys(names))

    def parameters(self) -> tuple[Parameter, ...]:
        """What is left open, in the order of the player's text."""
        tables, names = self.__pydantic_extra__, self.open_names()
        for key in tables:
            if key not in names:
                raise Misplaced(f"player does not depend on {key}: write {{{key}}}", "tune", key)
        if not names:
            why = "nothing is left open: write {c} in player, and c = {low = 0.1, high = 2.0} below"
            raise Misplaced(why, "tune", "player")
        parameters = []
        for name in names:
            if name not in tables:
                raise Misplaced(f"nothing says what {{{name}}} may be", "tune", "player")
            with at("tune", name):
                parameters.append(tables[name].parameter(name))
        return tuple(parameters)


class TuneSpec(GamesSpec):
    """A spec with a player some of whose settings are open."""

    TABLES: ClassVar[dict[str, Any]] = {"tune": TuneTable}
    tune: Annotated[
        TuneTable,
        Field(description="a table with player, budget, and what each {name} in player may be"),
    ]

    def experiment(self) -> Experiment:
        common, table = self.common(), self.tune
        plan = TunePlan(table.player, (), table.parameters(), 0, table.pairs, 0)
        _check_players(plan)
        against = table.against or [plan.filled(plan.start)]
        if len(set(against)) < len(against):
            raise Misplaced("an opponent is there twice", "tune", "against")
        games_of_trial = 2 * table.pairs * len(against) * len(common["games"])
        trials = table.budget // games_of_trial
        if not FEWEST_TRIALS <= trials <= MOST_TRIALS:
            why = f"{FEWEST_TRIALS} to {MOST_TRIALS:,} trials of {games_of_trial} games"
            least = f"budget must be {FEWEST_TRIALS * games_of_trial} or more: {why}"
            raise Misplaced(f"{least}, not {table.budget}", "tune", "budget")
        batch = min(BATCH, trials) if table.batch is None else table.batch
        if batch > trials:
            why = f"batch must be a whole number from 1 to {trials}, not {batch}"
            raise Misplaced(why, "tune", "batch")
        plan = plan._replace(against=tuple(against), trials=trials, batch=batch)
        return Experiment(players={}, pairings=(), pairs=table.final, tune=plan, **common)


def _check_players(plan: TunePlan) -> None:
    """All ends and choices make a player; a parameter that does not is named."""
    start = plan.start
    tried = [("player", plan.filled(start))]
    for p in plan.parameters:
        values = p.choices or (p.at(0.0), p.at(0.37), p.at(1.0))
        tried += [(p.name, plan.filled(start | {p.name: value})) for value in values]
    for key, text in tried:
        with at("tune", key):
            check_player(text)
