"""The spec of a sweep: players that differ in some parameters."""

import itertools
from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field

from ...arena import Pairing
from ...language import Text
from ...registry import split_settings
from ..match.spec import PairsSpec
from ..run.experiment import Experiment
from ..run.fields import Misplaced, OneOrMore, Table, at, check_player, field


class SweepTable(Table):
    """[sweep]: player, against, and a list of values for each parameter."""

    model_config = ConfigDict(extra="allow")
    OTHERS: ClassVar[str] = Text("a list of values")
    __pydantic_extra__: dict[str, Annotated[list[Any], Field(min_length=1)]]
    player: Annotated[str, field(Text("a player with {names} of the lists"))]
    against: Annotated[str, field(Text("a player, which may have {names} too"))]
    first: Annotated[
        list[Literal["player", "against"]] | None,
        OneOrMore,
        field(Text('"player", "against" or a list of both: who moves first'), 1),
    ] = None


def short_names(players: Iterable[str]) -> dict[str, str]:
    """What to call players: by the settings in which those of one search differ."""
    parts = {text: split_settings(text) for text in players}
    short = {}
    for text, (search, settings) in parts.items():
        others = [mine.split(",") for name, mine in parts.values() if name == search]
        own = [part for part in settings.split(",") if not all(part in other for other in others)]
        short[text] = ":".join(filter(None, (search, ",".join(own))))
    is_clear = len(set(short.values())) == len(short)  # as it is, but for settings in another order
    return short if is_clear else {text: text for text in parts}


class SweepSpec(PairsSpec):
    """A spec with a pairing for each combination of values."""

    TABLES: ClassVar[dict[str, Any]] = {**PairsSpec.TABLES, "sweep": SweepTable}
    sweep: Annotated[
        SweepTable,
        field(Text("a table with player, against, and a list for each {name} in them")),
    ]

    def experiment(self) -> Experiment:
        axes, of_player = self.sweep.__pydantic_extra__, self._names_in("player")
        sides = {"first": self.sweep.first} if self.sweep.first else {}
        self._check(of_player | self._names_in("against"))
        players: dict[str, str] = {}
        grid: dict[str, dict[str, Any]] = {}
        met: dict[tuple[Pairing, str | None], dict[str, Any]] = {}
        keys, some = (*sides, *axes), itertools.product(*sides.values(), *axes.values())
        settings = [dict(zip(keys, combination, strict=True)) for combination in some]
        filled = [(self._filled("player", v), self._filled("against", v)) for v in settings]
        name_of = short_names(text for both in filled for text in both)
        for values, (first, second) in zip(settings, filled, strict=True):
            one, other = name_of[first], name_of[second]
            other += " (2)" * (one == other)  # it plays against itself
            players |= {one: first, other: second}
            grid[one] = {key: values[key] for key in axes if key in of_player}
            met[Pairing(one, other), values.get("first")] = values
        # Where the player has all values, they are those of the pairing.
        cells = tuple(met.values()) if sides or not axes.keys() <= of_player else ()
        of_sweep: Any = {
            "pairings": tuple(pairing for pairing, _ in met),
            "sweep": grid,
            "cells": cells,
        }
        return Experiment(players=players, **of_sweep, **self.common())

    def _names_in(self, key: str) -> set[str]:
        text = getattr(self.sweep, key)
        return {name for name in self.sweep.__pydantic_extra__ if f"{{{name}}}" in text}

    def _check(self, used: set[str]) -> None:
        for key in self.sweep.__pydantic_extra__:
            if key not in used:
                text = "neither player nor against depends on {key}: write {{{key}}} in one of them"
                raise Misplaced(Text(text, key=key), "sweep", key)
        if self.sweep.first and self.sprt:
            raise Misplaced(Text("a test needs pairs of games: leave out first or [sprt]"), "sprt")

    def _filled(self, key: str, values: dict[str, Any]) -> str:
        text = getattr(self.sweep, key)
        try:
            filled = text.format(**values)
        except (KeyError, IndexError, ValueError) as error:
            why = Text("{key} = {text!r}: no list for {name}", key=key, text=text, name=str(error))
            raise Misplaced(why, "sweep", key) from None
        with at("sweep", key):
            return check_player(filled)
