"""The spec of a match, a round robin, a gauntlet, a knock-out or a ladder."""

from typing import Annotated, Any, ClassVar

from ...arena import gauntlet, ladder, round_robin
from ...language import Text
from ..run import fields
from ..run.experiment import Experiment
from ..run.fields import MOST_GAMES, Misplaced, at
from ..stats.sprt import Sprt

PAIRS = 100  # where nothing is said
GAMES = Text("a list of games, or how many two players play, 1 to {most}", most=MOST_GAMES)
PAIRINGS = {"match": round_robin, "round-robin": round_robin}
PAIRINGS |= {"gauntlet": gauntlet, "ladder": ladder}
A_NUMBER = fields.field(Text("a number"))


class SprtTable(fields.Table):
    """[sprt]"""

    elo0: Annotated[float, A_NUMBER] = 0.0
    elo1: Annotated[float, A_NUMBER] = 50.0
    alpha: Annotated[float, A_NUMBER] = 0.05
    beta: Annotated[float, A_NUMBER] = 0.05


class PairsSpec(fields.GamesSpec):
    """What matches and sweeps have: pairs of games, and a test that may end them."""

    TABLES: ClassVar[dict[str, Any]] = {"sprt": SprtTable}
    games: Annotated[fields.Games | None, fields.field(GAMES)] = None  # type: ignore[assignment]
    pairs: Annotated[int | None, fields.whole(1, MOST_GAMES // 2)] = None
    sprt: Annotated[SprtTable | None, fields.field(Text("a table with elo0 and elo1"))] = None

    def common(self) -> dict[str, Any]:
        with at("sprt"):
            test = None if self.sprt is None else Sprt(**self.sprt.model_dump())
        n = self.games if isinstance(self.games, int) else 2 * (self.pairs or PAIRS)
        if self.pairs is not None and n != 2 * self.pairs:
            raise Misplaced(Text("say pairs = ... or games = ..., one of them"), "pairs")
        return super().common() | {"pairs": n // 2, "is_odd": n % 2 == 1, "sprt": test}


class MatchSpec(PairsSpec):
    """A spec with players who meet."""

    players: Annotated[
        dict[str, fields.Player],
        fields.field(Text('a table of two players or more, as name = "text"'), 2),
    ]

    def experiment(self) -> Experiment:
        names = list(self.players)
        fields.check_names(names)
        if self.kind == "match" and len(names) != 2:
            raise Misplaced(Text("a match has two players, not {n}", n=len(names)), "players")
        pairings = PAIRINGS[self.kind](names) if self.kind in PAIRINGS else ()
        return Experiment(players=self.players, pairings=tuple(pairings), **self.common())
