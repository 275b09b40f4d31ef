"""The spec of a match, a round robin, a gauntlet, a knock-out or a ladder."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from ...arena import gauntlet, ladder, round_robin
from ..run.experiment import Experiment
from ..run.fields import GamesSpec, Misplaced, Player, Table, at, number, whole
from ..stats.sprt import Sprt

__all__ = ["MatchSpec", "PairsSpec"]

MOST_PAIRS = 1_000_000
PAIRINGS = {
    "match": round_robin,
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "ladder": ladder,
}


class SprtTable(Table):
    """[sprt]"""

    elo0: Annotated[float, number()] = 0.0
    elo1: Annotated[float, number()] = 50.0
    alpha: Annotated[float, number()] = 0.05
    beta: Annotated[float, number()] = 0.05


class PairsSpec(GamesSpec):
    """What matches and sweeps have: pairs of games, and a test that may end them."""

    TABLES: ClassVar[dict[str, Any]] = {"sprt": SprtTable}
    pairs: Annotated[int, whole(1, MOST_PAIRS)] = 100
    sprt: Annotated[SprtTable | None, Field(description="a table with elo0 and elo1")] = None

    def common(self) -> dict[str, Any]:
        with at("sprt"):
            test = None if self.sprt is None else Sprt(**self.sprt.model_dump())
        return super().common() | {"pairs": self.pairs, "sprt": test}


class MatchSpec(PairsSpec):
    """A spec with players who meet."""

    players: Annotated[
        dict[str, Player],
        Field(min_length=2, description='a table of two players or more, as name = "text"'),
    ]

    def experiment(self) -> Experiment:
        names = list(self.players)
        if self.kind == "match" and len(names) != 2:
            raise Misplaced(f"a match has two players, not {len(names)}", "players")
        pairings = PAIRINGS[self.kind](names) if self.kind in PAIRINGS else ()
        return Experiment(players=self.players, pairings=tuple(pairings), **self.common())
