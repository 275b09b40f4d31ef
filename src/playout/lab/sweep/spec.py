"""The spec of a sweep: players that differ in some parameters."""

import itertools
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field

from ...arena import Pairing
from ..match.spec import PairsSpec
from ..run.experiment import Experiment
from ..run.fields import Misplaced, Table, at, check_player

__all__ = ["SweepSpec"]


class SweepTable(Table):
    """[sweep]: player, against, and a list of values for each parameter."""

    model_config = ConfigDict(extra="allow")
    OTHERS: ClassVar[str] = "a list of values"
    __pydantic_extra__: dict[str, Annotated[list[Any], Field(min_length=1)]]
    player: Annotated[str, Field(description="a player with {names} of the lists")]
    against: Annotated[str, Field(description="a player, which may have {names} too")]


class SweepSpec(PairsSpec):
    """A spec with a player for each combination of values."""

    TABLES: ClassVar[dict[str, Any]] = {**PairsSpec.TABLES, "sweep": SweepTable}
    sweep: Annotated[
        SweepTable,
        Field(description="a table with player, against, and a list for each {name} in them"),
    ]

    def experiment(self) -> Experiment:
        axes = self.sweep.__pydantic_extra__
        for key in axes:
            if f"{{{key}}}" not in self.sweep.player:
                raise Misplaced(f"player does not depend on {key}: write {{{key}}}", "sweep", key)
        players: dict[str, str] = {}
        pairings: dict[Pairing, None] = {}
        grid: dict[str, dict[str, Any]] = {}
        for combination in itertools.product(*axes.values()):
            values = dict(zip(axes, combination, strict=True))
            one, other = self._filled("player", values), self._filled("against", values)
            if one == other:
                raise Misplaced(f"{one} would play against itself", "sweep", "player")
            players |= {one: one, other: other}
            pairings[Pairing(one, other)] = None
            grid[one] = values
        return Experiment(players=players, pairings=(*pairings,), sweep=grid, **self.common())

    def _filled(self, key: str, values: dict[str, Any]) -> str:
        text = getattr(self.sweep, key)
        try:
            filled = text.format(**values)
        except (KeyError, IndexError, ValueError) as error:
            why = f"{key} = {text!r}: no list for {error}"
            raise Misplaced(why, "sweep", key) from None
        with at("sweep", key):
            return check_player(filled)
