"""The spec of an accuracy experiment."""

from typing import Annotated, Any

from pydantic import Field

from ..run.experiment import Experiment
from ..run.fields import Misplaced, Number, OneOrMore, Player, Spec, at, check_player, number, whole
from .schedule import AccuracyPlan, Budget, entrants_of

__all__ = ["AccuracySpec"]

MOST_POSITIONS = 1_000_000
MOST_PLIES = 1000
MOST_BUDGETS = 20
SIMULATIONS = (100, 1000, 10_000)  # where no budgets are said
SOLVE_S = 60.0
PLIES = "the least and the most moves played, such as [8, 30]"


def _budgets(what: str) -> Any:
    expected = f"{what}, up to {MOST_BUDGETS} of them"
    return Field(min_length=1, max_length=MOST_BUDGETS, description=expected)


class AccuracySpec(Spec):
    """A spec with players who are asked about solved positions."""

    positions: Annotated[int, whole(1, MOST_POSITIONS)] = 1000
    plies: Annotated[
        list[Annotated[int, Field(ge=0, le=MOST_PLIES)]],
        Field(min_length=2, max_length=2, description=PLIES),
    ] = [8, 30]  # noqa: RUF012  a model copies its defaults
    simulations: Annotated[
        list[Annotated[int, Field(gt=0, le=10**12)]] | None,
        OneOrMore,
        _budgets("whole numbers above 0"),
    ] = None
    seconds: Annotated[
        list[Annotated[Number, Field(gt=0, le=3600)]] | None,
        OneOrMore,
        _budgets("numbers above 0, to 3600"),
    ] = None
    solve_seconds: Annotated[float, number(86_400)] = SOLVE_S
    players: Annotated[
        dict[str, Player],
        Field(min_length=1, description='a table of players, as name = "text"'),
    ]

    def experiment(self) -> Experiment:
        low, high = self.plies
        if low > high:
            raise Misplaced(f"plies must be {PLIES}, not {self.plies}", "plies")
        entrants = entrants_of(self.players, self._budgets())
        for entrant in entrants:
            with at("players", entrant.player):
                check_player(entrant.text)
        plan = AccuracyPlan(self.positions, (low, high), entrants, self.solve_seconds)
        of_games: Any = {"players": self.players, "pairings": (), "pairs": self.positions}
        return Experiment(**self.common(), **of_games, opening=0, accuracy=plan)

    def _budgets(self) -> list[Budget]:
        if self.simulations is not None and self.seconds is not None:
            raise Misplaced("say simulations = [...] or seconds = [...], one of them", "seconds")
        kind = "simulations" if self.seconds is None else "seconds"
        amounts: list[float] = list(self.seconds or self.simulations or SIMULATIONS)
        if len(set(amounts)) < len(amounts):
            raise Misplaced(f"{kind} must be different budgets, not {amounts}", kind)
        return [Budget(kind, amount) for amount in sorted(amounts)]
