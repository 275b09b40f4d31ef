"""The spec of a tuning: what is not said of a parameter is as it was declared."""

import string
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, ConfigDict

from ...language import Text
from ...parameters import ABOVE_0, LONG, Parameter, Range, parameters_of
from ...player_spec import PlayerSpec
from ...registry import REGISTRY, split_settings
from ...search.budget import BUDGET
from ..run import fields
from ..run.errors import LabInputError
from ..run.experiment import Experiment
from ..run.fields import Misplaced, at, field
from .plan import OpenParameter, TunePlan

PAIRS, BATCH, FINAL = 4, 10, 100
FEWEST_TRIALS, MOST_TRIALS = 10, 100_000
# A list is short for a table of choices.
ListOfChoices = BeforeValidator(lambda v: {"choices": v} if isinstance(v, list) else v)


class ParameterTable(fields.Table):
    """What is said of a parameter."""

    low: Annotated[fields.Number | None, field(Text("a number"))] = None
    high: Annotated[fields.Number | None, field(Text("a number"))] = None
    log: Annotated[bool, field(Text("true or false"))] = False
    whole: Annotated[bool, field(Text("true or false"))] = False
    start: Annotated[fields.Value | None, field(Text("a value of the parameter"))] = None
    choices: Annotated[
        list[fields.Value] | None, field(Text("a list of two or more texts or numbers"), 2)
    ] = None

    def parameter(self, name: str, declared: Parameter) -> OpenParameter:
        """The parameter; a LabInputError where what is said of it does not fit together."""
        choices = self.choices
        if choices is None and self.low is None and self.high is None:
            choices = [False, True] if declared.kind is bool else list(declared.choices or ())
        return self._choice(name, choices) if choices else self._range(name, declared)

    def _choice(self, name: str, choices: list[Any]) -> OpenParameter:
        for key in self.model_fields_set - {"choices", "start"}:
            raise LabInputError("{name}: {key} means nothing beside choices", name=name, key=key)
        if len(set(map(str, choices))) < len(choices):
            raise LabInputError("{name}: a choice is there twice", name=name)
        start = choices[0] if self.start is None else self.start
        if start not in choices:
            why = "{name}: start must be one of the choices, not {start!r}"
            raise LabInputError(why, name=name, start=start)
        return OpenParameter(name, start, choices=tuple(choices))

    def _range(self, name: str, declared: Parameter) -> OpenParameter:
        declared = replace(declared, kind=int) if self.whole else declared
        # A range that goes on without an end has none that could be tried.
        ends = [None if abs(end) >= LONG or end == ABOVE_0 else end for end in declared.range]
        ends = [int(end) if end is not None and declared.kind is int else end for end in ends]
        low = ends[0] if self.low is None else self.low
        high = ends[1] if self.high is None else self.high
        if low is None or high is None:
            why = "nothing says what {{{name}}} may be: {how}"
            raise LabInputError(why, name=name, how=_to_write(name, declared))
        if not low < high:
            why = "{name}: low must be below high, not {low} and {high}"
            raise LabInputError(why, name=name, low=low, high=high)
        if self.log and low <= 0:
            why = "{name}: a logarithmic scale begins above 0, not at {low}"
            raise LabInputError(why, name=name, low=low)
        parameter = OpenParameter(name, 0, low, high, self.log, declared.kind is int)
        start: Any = parameter.at(0.5) if self.start is None else self.start
        within = replace(declared, range=Range(low, high))
        checked = (("low", low, declared), ("high", high, declared), ("start", start, within))
        for key, value, known in checked:
            if wanted := known.value(value)[1]:
                why = "{owner}: {parameter} must be {wanted}, not {value}"
                about = {"owner": name, "parameter": key, "wanted": wanted, "value": repr(value)}
                raise LabInputError(why, **about)
        return parameter._replace(start=start)


def _to_write(name: str, declared: Parameter) -> Text:
    """What makes a range of what was declared without one."""
    if declared.one_of:
        known = ", ".join(sorted(REGISTRY[declared.one_of]))
        return Text('write {name} = ["...", "..."] with some of {known}', name=name, known=known)
    if not declared.wanted():
        return Text("write {name} = {{low = ..., high = ...}}, or a list of choices", name=name)
    text = (
        "write {name} = {{low = ..., high = ...}} ({parameter} may be {wanted}), or a list of"
        " choices"
    )
    return Text(text, name=name, parameter=declared.name, wanted=declared.wanted())


class TuneTable(fields.Table):
    """[tune]: the player, what it meets, how often, and what each parameter may be."""

    model_config = ConfigDict(extra="allow")
    OTHERS: ClassVar[str] = Text("a range such as {low = 0.1, high = 2.0} or a list")
    TABLES: ClassVar[dict[str, Any]] = {"": ParameterTable}
    __pydantic_extra__: dict[str, Annotated[ParameterTable, ListOfChoices]]
    player: Annotated[str, field(Text("a player with {names} of what is left open"))]
    against: Annotated[
        list[fields.Player] | None, fields.OneOrMore, field(Text("a player or a list of some"), 1)
    ] = None
    budget: Annotated[int, fields.whole(1, 10**9, Text(", the games of all trials together"))]
    pairs: Annotated[int, fields.whole(1, 10_000)] = PAIRS
    batch: Annotated[int | None, fields.whole(1, MOST_TRIALS)] = None
    final: Annotated[int, fields.whole(1, 1_000_000)] = FINAL

    def parameters(self) -> tuple[OpenParameter, ...]:
        """What is left open, in the order of the player's text."""
        tables = self.__pydantic_extra__
        with at("tune", "player"):
            names, declared = self._open_names(), self._declared()
        for key in tables:
            if key not in names:
                why = Text("player does not depend on {key}: write {{{key}}}", key=key)
                raise Misplaced(why, "tune", key)
        parameters = []
        for name in names:
            own = declared.get(name, Parameter(name, float))
            start = None if own.one_of else own.text_of(own.default) if own.choices else own.default
            with at("tune", name if name in tables else "player"):
                table = tables.get(name) or ParameterTable(start=start)
                parameters.append(table.parameter(name, own))
        return tuple(parameters)

    def _open_names(self) -> list[str]:
        names = _names_in(self.player)
        for name in names:
            if not name.isidentifier() or name in type(self).model_fields:
                why = (
                    "{{{name}}} cannot be the name of a parameter: use another name, of letters"
                    " and not a key of [tune]"
                )
                raise LabInputError(why, name=name)
        if not names:
            raise LabInputError("nothing is left open: write {c} in player, as in uct:c={c}")
        return list(dict.fromkeys(names))

    def _declared(self) -> dict[str, Parameter]:
        """By open name, the declaration of the parameter whose value it is.

        Which there are is said by the rest of the player, each list of choices at its first one.
        """
        tables = self.__pydantic_extra__.items()
        first = {name: table.choices[0] for name, table in tables if table.choices}
        search, settings = split_settings(self.player)
        if not first.keys() >= set(_names_in(search)):
            return {}
        parts = settings.split(",")
        rest = ",".join(part for part in parts if first.keys() >= set(_names_in(part)))
        player = PlayerSpec.parse(f"{search}:{rest}".format(**first), programs=True)
        known, declared = _settings_of(player), {}
        for key, _, value in (part.partition("=") for part in parts):
            if key.strip() in known and [value.strip()] == [f"{{{n}}}" for n in _names_in(value)]:
                declared[value.strip(" {}")] = known[key.strip()]
        return declared


def _names_in(text: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]


def _settings_of(player: PlayerSpec) -> dict[str, Parameter]:
    """All settings of a player: its budget, and those of its search and the parts of that."""
    own = {} if player.algorithm is None else parameters_of(player.algorithm)
    settings = dict(BUDGET)
    for part in [parameter.name for parameter in own.values() if parameter.one_of]:
        inner = parameters_of(getattr(player.algorithm, part))
        settings |= inner | {f"{part}.{key}": parameter for key, parameter in inner.items()}
    return settings | own


class TuneSpec(fields.GamesSpec):
    """A spec with a player some of whose settings are open."""

    TABLES: ClassVar[dict[str, Any]] = {"tune": TuneTable}
    tune: Annotated[
        TuneTable,
        field(Text("a table with player, budget, and what each {name} in player may be")),
    ]

    def experiment(self) -> Experiment:
        common, table = self.common(), self.tune
        plan = TunePlan(table.player, (), table.parameters(), 0, table.pairs, 0)
        # The start, all choices and the ends of all ranges make a player; what does not is named.
        tried = [("player", plan.filled(plan.start))]
        for p in plan.parameters:
            for value in p.choices or (p.low, p.high):
                tried.append((p.name, plan.filled(plan.start | {p.name: value})))
        for key, player in tried:
            with at("tune", key):
                fields.check_player(player)
        against = table.against or [plan.filled(plan.start)]
        if len(set(against)) < len(against):
            raise Misplaced(Text("an opponent is there twice"), "tune", "against")
        games_of_trial = 2 * table.pairs * len(against) * len(common["games"])
        trials = table.budget // games_of_trial
        if not FEWEST_TRIALS <= trials <= MOST_TRIALS:
            text = (
                "budget must be {least} or more: {low} to {high:,} trials of {n} games,"
                " not {budget}"
            )
            about = {"least": FEWEST_TRIALS * games_of_trial, "n": games_of_trial}
            about |= {"low": FEWEST_TRIALS, "high": MOST_TRIALS, "budget": table.budget}
            raise Misplaced(Text(text, **about), "tune", "budget")
        batch = min(BATCH, trials) if table.batch is None else table.batch
        if batch > trials:
            text = "batch must be a whole number from 1 to {most}, not {value}"
            raise Misplaced(Text(text, most=trials, value=batch), "tune", "batch")
        plan = plan._replace(against=tuple(against), trials=trials, batch=batch)
        return Experiment(players={}, pairings=(), pairs=table.final, tune=plan, **common)
