"""What an accuracy experiment measures: which positions, and which players with which budgets."""

from typing import NamedTuple

from ...search import LEVELS, POLICIES

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
        if _has_budget(text):
            entrants.append(Entrant(name, text))
            continue
        mark = "," if ":" in text else ":"
        for budget in budgets:
            whole = f"{text}{mark}{budget.kind}={budget.amount:.12g}"
            entrants.append(Entrant(name, whole, budget))
    return tuple(entrants)


def _has_budget(text: str) -> bool:
    name, _, settings = text.partition(":")
    keys = {part.partition("=")[0].strip() for part in settings.split(",")}
    own = name in (*POLICIES, *LEVELS, "perfect", "program", "human")
    return own or bool(keys & {"seconds", "simulations"})
