"""The spec of an accuracy experiment."""

from typing import Annotated, Any

from pydantic import Field

from ...language import Text
from ..run import fields
from ..run.experiment import Experiment
from ..run.fields import Misplaced, OneOrMore, at
from .schedule import AccuracyPlan, Budget, entrants_of

MOST_POSITIONS = 1_000_000
MOST_PLIES = 1000
MOST_BUDGETS = 20
SIMULATIONS = (100, 1000, 10_000)  # where no budgets are said
SOLVE_S = 60.0
PLIES = Text("the least and the most moves played, such as [8, 30]")


def _budgets(what: Text) -> Any:
    expected = Text("{what}, up to {most} of them", what=what, most=MOST_BUDGETS)
    return fields.field(expected, 1, MOST_BUDGETS)


Ply = Annotated[int, Field(ge=0, le=MOST_PLIES)]
Simulations = Annotated[int, Field(gt=0, le=10**12)]
Seconds = Annotated[fields.Number, Field(gt=0, le=3600)]
OfSimulations = _budgets(Text("whole numbers above 0"))
OfSeconds = _budgets(Text("numbers above 0, to 3600"))
OfPlayers = fields.field(Text('a table of players, as name = "text"'), 1)


class AccuracySpec(fields.Spec):
    """A spec with players who are asked about solved positions."""

    positions: Annotated[int, fields.whole(1, MOST_POSITIONS)] = 1000
    plies: Annotated[list[Ply], fields.field(PLIES, 2, 2)] = [8, 30]  # noqa: RUF012  it is copied
    simulations: Annotated[list[Simulations] | None, OneOrMore, OfSimulations] = None
    seconds: Annotated[list[Seconds] | None, OneOrMore, OfSeconds] = None
    solve_seconds: Annotated[float, fields.number(86_400)] = SOLVE_S
    players: Annotated[dict[str, fields.Player], OfPlayers]

    def experiment(self) -> Experiment:
        low, high = self.plies
        if low > high:
            why = Text("plies must be {wanted}, not {plies}", wanted=PLIES, plies=self.plies)
            raise Misplaced(why, "plies")
        fields.check_names(self.players)
        entrants = entrants_of(self.players, self._budgets())
        for entrant in entrants:
            with at("players", entrant.player):
                fields.check_player(entrant.text)
        plan = AccuracyPlan(self.positions, (low, high), entrants, self.solve_seconds)
        of_games: Any = {"players": self.players, "pairings": (), "pairs": self.positions}
        return Experiment(**self.common(), **of_games, opening=0, accuracy=plan)

    def _budgets(self) -> list[Budget]:
        if self.simulations is not None and self.seconds is not None:
            why = Text("say simulations = [...] or seconds = [...], one of them")
            raise Misplaced(why, "seconds")
        kind = "simulations" if self.seconds is None else "seconds"
        amounts: list[float] = list(self.seconds or self.simulations or SIMULATIONS)
        if len(set(amounts)) < len(amounts):
            text = "{kind} must be different budgets, not {amounts}"
            raise Misplaced(Text(text, kind=kind, amounts=amounts), kind)
        return [Budget(kind, amount) for amount in sorted(amounts)]
