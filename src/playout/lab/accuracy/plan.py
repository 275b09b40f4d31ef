"""What an accuracy experiment measures: which positions, and which players with which budgets."""

from typing import NamedTuple

from ...player_spec import PlayerSpec
from ...search import LEVELS

__all__ = ["AccuracyPlan", "Budget", "Entrant", "entrants_of"]


class Budget(NamedTuple):
    """What a player may spend on a move; of no kind where the player's own text says it."""

    kind: str = ""  # simulations or seconds
    amount: float = 0

    def __str__(self) -> str:
        if not self.kind:
            return ""
        if self.kind == "seconds":
            return f"{self.amount:,.12g} s"
        return f"{self.amount:,} simulation{'s' * (self.amount != 1)}"


class Entrant(NamedTuple):
    """A player with a budget."""

    player: str  # its name in the spec
    text: str  # as on the command line, the budget in it
    budget: Budget = Budget()

    @property
    def name(self) -> str:
        return f"{self.player}, {self.budget}" if self.budget.kind else self.player


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
        if _has_budget(player):
            entrants.append(Entrant(name, text))
            continue
        for budget in budgets:
            whole = player.with_budget(**player.budget, **{budget.kind: budget.amount})
            entrants.append(Entrant(name, str(whole), budget))
    return tuple(entrants)


def _has_budget(player: PlayerSpec) -> bool:
    takes_none = player.name in (*LEVELS, "perfect", "program")
    is_policy = getattr(player.algorithm, "kind", "") == "policy"
    return takes_none or is_policy or bool(player.budget.keys() & {"seconds", "simulations"})
