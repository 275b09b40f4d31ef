"""The search that is used where none is named, and levels of play: both chosen by measurement.

Each default was picked from five to eleven candidates by their scores against Uct() at 20 ms a
move, 64 games each (Go: 1,000 simulations, 40 games). Played again by the lab, some others came out
ahead, by less than chance allows, and the defaults stayed. The best of many was lucky, too: the
score beside it is of 200 other games. All are experiments of the lab, in benchmarks/strength, with
p values corrected for how many there are; what a level is worth is measured by levels.py there.
"""

import json
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from .implicit import Implicit
from .policy import Biased
from .rave import Grave
from .schedules import Bias
from .uct import Uct

__all__ = ["FORMER_LEVELS", "LEVELS", "Elo", "default_for", "elo_of", "proof_share"]

DEFAULTS = {  #                                                   its score against Uct(), in %
    "Atarigo": Grave(expand=1, beta=Bias(1e-3)),  # 84 [78, 88] on 9x9
    "Breakthrough": Implicit(alpha=0.8),  # 92 [87, 95]
    "Connect4": Uct(policy=Biased()),  # type: ignore[call-arg]  # 76 [69, 81], the proof before it included
    "Domineering": Grave(beta=Bias(1e-3)),  # 56 [49, 62]; 56 [53, 60] in 400 games before
    "Go": Grave(),  # 100 [96, 100] on 9x9, in 104 games of 1,000 simulations a move
    "Hex": Grave(beta=Bias(1e-3)),  # 98 [95, 99] on 11x11
    "Knightthrough": Implicit(alpha=0.8),  # 88 [82, 91]
    "Mnk": Grave(expand=1, beta=Bias(1e-3)),  # 59 [52, 66] in five in a row on 9x9
    "Nogo": Grave(),  # 78 [72, 84] on 9x9
    "Othello": Implicit(alpha=0.8),  # 99 [96, 100]
}

# The share of a move's time in which an exact solver tries to settle the position first.
PROOF_SHARES = {"Connect4": 0.8}

# A level is a budget, and its name says how hard it is beside the others: no more than that. Who
# wants to know how strong it is reads its Elo.
LEVELS: dict[str, dict[str, Any]] = {
    "beginner": {"simulations": 10},
    "easy": {"simulations": 50},
    "medium": {"simulations": 250},
    "hard": {"simulations": 2_000},
    "expert": {"simulations": 20_000},
    "maximum": {"seconds": 2.0},
}
FORMER_LEVELS: dict[str, dict[str, Any]] = {"strong": {"simulations": 1_250}}  # still understood


class Elo(NamedTuple):
    """How strong a level is in a game, with the 95 % interval: random moves are 0."""

    elo: int
    low: int
    high: int

    @property
    def margin(self) -> int:
        """To either side."""
        return (self.high - self.low) // 2


def elo_of(game: str, level: str) -> Elo | None:
    """What a level was measured to be on the usual board of a game, by benchmarks/strength."""
    row = _measured().get(game, {}).get(level)
    return None if row is None else Elo(*row)


@cache
def _measured() -> dict[str, dict[str, list[int]]]:
    text = (resources.files(__package__) / "levels.json").read_text("utf-8")
    measured: dict[str, dict[str, list[int]]] = json.loads(text)
    return measured


def default_for(game: Any) -> Any:
    """The search that plays a game best, as far as was measured; UCT for a game of your own."""
    return DEFAULTS.get(type(game).__qualname__, Uct())


def proof_share(game: Any) -> float:
    """The share of its time in which a game's default player tries to prove what is best."""
    return PROOF_SHARES.get(type(game).__qualname__, 0.0)
