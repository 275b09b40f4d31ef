"""How often does a player choose a move that keeps the value of a position?

Every position is solved once, which gives it a label. Then each player is asked, with each budget,
what it would play there. A position that was not solved in time is reported and asks nobody.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...language import Text, said, tr
from ...player_spec import PlayerSpec
from ...search import FORMER_LEVELS, LEVELS
from ...solve import UNKNOWN
from ..run.experiment import Experiment
from ..run.ledger import Ledger
from ..run.records import AnswerRecord, LabelRecord
from ..run.tasks import Task, seed_of
from ..stats.intervals import wilson
from .positions import Position, positions_of
from .tasks import AnswerTask, LabelTask


class Budget(NamedTuple):
    """What a player may spend on a move; of no kind where the player's own text says it."""

    kind: str = ""  # simulations or seconds
    amount: float = 0

    def text(self) -> Text:
        """`1,000 simulations`, `0.5 s`; nothing where there is no kind."""
        if self.kind == "seconds":
            return Text("{n:,.12g} s", n=self.amount)
        text = Text("{n:,} simulation", "{n:,} simulations", n=self.amount)
        return text if self.kind else Text("")


class Entrant(NamedTuple):
    """A player with a budget."""

    player: str  # its name in the spec
    text: str  # as on the command line, the budget in it
    budget: Budget = Budget()

    @property
    def name(self) -> str:
        """Its name in the ledger; for people, `said`."""
        if not self.budget.kind:
            return self.player
        return Text("{player}, {budget}", player=self.player, budget=self.budget.text())


class AccuracyPlan(NamedTuple):
    """What is asked, and of whom."""

    positions: int  # of each game
    plies: tuple[int, int]  # the least and the most moves that have been played
    entrants: tuple[Entrant, ...]
    solve_seconds: float


def entrants_of(players: dict[str, str], budgets: list[Budget]) -> tuple[Entrant, ...]:
    """Every player with every budget; who has one of its own, or needs none, once."""
    entrants = []
    for name, text in players.items():
        player = PlayerSpec.parse(text, programs=True)
        takes_none = player.name in (*LEVELS, *FORMER_LEVELS, "perfect", "program")
        is_policy = getattr(player.algorithm, "kind", "") == "policy"
        if takes_none or is_policy or player.budget.keys() & {"seconds", "simulations"}:
            entrants.append(Entrant(name, text))
            continue
        for budget in budgets:
            whole = player.with_budget(**player.budget, **{budget.kind: budget.amount})
            entrants.append(Entrant(name, str(whole), budget))
    return tuple(entrants)


class AccuracySchedule:
    """Labels first; once all of them are there, answers."""

    unit = Text("answers")

    def __init__(self, experiment: Experiment, ledger: Ledger) -> None:
        assert experiment.accuracy is not None
        self.experiment, self.ledger, self.plan = experiment, ledger, experiment.accuracy
        self.restart(ledger.given_up())

    def restart(self, given_up: Iterable[str]) -> None:
        self.counts: dict[tuple[str, int], tuple[int, int]] = {}  # answers, and value kept
        self.n_unknown = self._n_labelled = 0
        for id in given_up:
            self.give_up(id)
        for record in self.ledger.every():
            self.count(record)

    def tasks(self) -> Iterator[Task]:
        for g, game in enumerate(self.experiment.games):
            for i, position in enumerate(self.positions(game)):
                yield LabelTask(f"label-{g}-{i}", game, i, position, self.plan.solve_seconds)
        if self._n_labelled == len(self.experiment.games) * self.plan.positions:
            yield from self._answers()

    def _answers(self) -> Iterator[AnswerTask]:
        """Everybody about a position before the next one: what there is can be compared."""
        for g, game in enumerate(self.experiment.games):
            positions = self.positions(game)
            for i, label in self.labels(game).items():
                outcomes = {move: value.outcome for move, value in label.values.items()}
                for j, entrant in enumerate(self.plan.entrants if label.is_known else ()):
                    seed = seed_of(self.experiment.seed, game, entrant.text, i)
                    what = f"{g}-{j}-{i}", game, i, j, entrant.name, positions[i], seed
                    yield AnswerTask(*what, entrant.text, label.outcome, outcomes)

    def count(self, record: LabelRecord | AnswerRecord) -> None:
        if isinstance(record, LabelRecord):
            self._n_labelled += 1
            self.n_unknown += record.outcome == UNKNOWN
        else:
            place = record.game, record.entrant
            n, kept = self.counts.get(place, (0, 0))
            self.counts[place] = n + 1, kept + (record.before == record.after)

    def give_up(self, id: str) -> None:
        self._n_labelled += id.startswith("label-")

    def retryable(self, ids: Iterable[str]) -> list[str]:
        return list(ids)

    def total(self) -> int:
        """How many questions there are; nobody is asked about what turned out unknown."""
        n = len(self.experiment.games) * self.plan.positions
        return n + len(self.plan.entrants) * (n - self.n_unknown)

    def positions(self, game: str) -> tuple[Position, ...]:
        """The positions of one game."""
        plan = self.plan
        return positions_of(game, plan.positions, plan.plies, self.experiment.seed)

    def labels(self, game: str) -> dict[int, LabelRecord]:
        """What has been solved of one game, by the number of the position."""
        return {label.position: label for label in self.ledger.labels(game)}

    def standings(self) -> list[str]:
        """A line for every player and budget that has answered something."""
        lines = []
        for (game, entrant), (n, kept) in sorted(self.counts.items()):
            text = "{share:.1%} [{low:.1%}, {high:.1%}] of {n:,} choices keep the value"
            text = tr(text, n=n, **wilson(kept, n).fields("share"))
            text = tr("{name}: {text}", name=said(self.plan.entrants[entrant].name), text=text)
            lines.append(tr("{game}: {title}", game=game, title=text))
        return lines

    def summary(self) -> list[str]:
        """All that was measured, in tables."""
        from .numbers import tables

        return tables(self)
