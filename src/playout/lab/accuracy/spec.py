"""What players are asked when their accuracy is measured, and how a spec says it:

name = "How often does a search find the right move?"
kind = "accuracy"
game = "connect4"
positions = 1000                # random ones, of each game
plies = [8, 30]                 # the least and the most moves that have been played there
seed = 1
simulations = [100, 1000]       # the budgets of a move; or seconds = [0.1, 1]
solve_seconds = 60              # a position that takes longer is unknown, and counts nowhere

[players]                       # without a budget: each of them gets all of these
uct = "uct"
grave = "grave:policy=mast"
random = "random"               # needs none, and is asked once
"""

import math
from typing import Any, NamedTuple

from ...search import LEVELS, POLICIES

__all__ = ["KEYS", "Budget", "Entrant", "Quiz", "entrants_of", "read_quiz"]

KEYS = ("positions", "plies", "simulations", "seconds", "solve_seconds")
NOT_HERE = ("pairs", "opening", "equal_seconds", "sprt", "sweep", "tune")  # they belong to games
MOST_POSITIONS = 1_000_000
MOST_PLIES = 1000
MOST_BUDGETS = 20
SIMULATIONS = (100, 1000, 10_000)  # where no budgets are said
SOLVE_S = 60.0


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


class Quiz(NamedTuple):
    """What is asked, and of whom."""

    positions: int  # of each game
    plies: tuple[int, int]  # the least and the most moves that have been played
    entrants: tuple[Entrant, ...]
    solve_seconds: float = SOLVE_S


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


def read_quiz(reader: Any) -> tuple[dict[str, str], Quiz]:
    """The players and the quiz of a spec; `reader` is that of `spec`, which knows the lines."""
    for key in NOT_HERE:
        if key in reader.values:
            raise reader.fail(key, f"{key} means nothing where accuracy is measured")
    given = reader.values.get("players")
    if not isinstance(given, dict) or not given:
        raise reader.fail("players", 'players go under [players], as name = "text"')
    for name, text in given.items():
        reader.check_player(name, text, "players")
    entrants = entrants_of(given, _budgets(reader))
    for entrant in entrants:
        reader.check_player(entrant.player, entrant.text, "players")
    quiz = Quiz(
        reader.whole("positions", 1, MOST_POSITIONS, 1000),
        _plies(reader),
        entrants,
        _solve_seconds(reader),
    )
    return dict(given), quiz


def _plies(reader: Any) -> tuple[int, int]:
    given = reader.values.get("plies", [8, 30])
    is_pair = isinstance(given, list | tuple) and len(given) == 2 and all(map(_is_whole, given))
    if not is_pair or not 0 <= given[0] <= given[1] <= MOST_PLIES:
        why = f"plies must be the least and the most moves played, such as [8, 30], not {given!r}"
        raise reader.fail("plies", why)
    return int(given[0]), int(given[1])


def _budgets(reader: Any) -> list[Budget]:
    said = [key for key in ("simulations", "seconds") if key in reader.values]
    if len(said) > 1:
        raise reader.fail("seconds", "say simulations = [...] or seconds = [...], one of them")
    kind = said[0] if said else "simulations"
    amounts = reader.values.get(kind, list(SIMULATIONS))
    amounts = amounts if isinstance(amounts, list | tuple) else [amounts]
    if not 1 <= len(amounts) <= MOST_BUDGETS or len(set(map(str, amounts))) < len(amounts):
        raise reader.fail(kind, f"{kind} must be 1 to {MOST_BUDGETS} different budgets")
    for amount in amounts:
        is_number = _is_whole(amount) or (kind == "seconds" and isinstance(amount, float))
        most = 3600 if kind == "seconds" else 10**12
        if not is_number or not 0 < amount <= most:  # also what is not a number
            what = "numbers above 0, up to 3600" if kind == "seconds" else "whole numbers above 0"
            raise reader.fail(kind, f"{kind} must be {what}, not {amount!r}")
    return [Budget(kind, amount) for amount in sorted(amounts)]


def _solve_seconds(reader: Any) -> float:
    value = reader.values.get("solve_seconds", SOLVE_S)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 < value <= 86_400 or math.isnan(value):
        why = f"solve_seconds must be a number from 0 to 86400, not {value!r}"
        raise reader.fail("solve_seconds", why)
    return float(value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
