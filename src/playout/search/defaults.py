"""The search that is used where none is named, and levels of play: both chosen by measurement.

Each default was picked from five to eleven candidates by their scores against Uct() at 20 ms a
move, 64 games each (Go: 1,000 simulations, 40 games). Played again by the lab, some others came out
ahead, by less than chance allows, and the defaults stayed. The best of many was lucky, too: the
score beside it is of 200 other games. All are experiments of the lab, in benchmarks/strength, with
p values corrected for how many there are; what a level is worth is measured by levels.py there.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from ..registry import is_ours
from .implicit import Implicit
from .policy import Biased
from .puct import Puct
from .rave import Grave
from .schedules import Bias
from .uct import Uct

__all__ = [
    "FORMER_LEVELS",
    "LEVELS",
    "MASTER",
    "Elo",
    "best_for",
    "default_for",
    "elo_of",
    "has_master",
    "proof_share",
]

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

# The boards on which a search with a network of the package beats the search above in the same
# time, 0.1 or 0.2 s a move on one core: Breakthrough 24 of 24; Connect 4, the proof before it
# included, 59 % [51, 66] of 160; Hex 7x7 83 % [68, 91] of 40, 9x9 16 of 16, 13x13 8 of 8, and 11x11
# 200 of 200 at 1 s; but 5x5 55 % [40, 69] of 40; Othello 71 % [58, 81] of 60. Of 40 games each:
# Knightthrough 40, gomoku 39, Go 39, Nogo 38, Atarigo 37, Domineering 25 [54, 73 %]. A network has
# learnt one set of rules: it knows nothing of misère, of rows of six, or of another komi.
WITH_NETWORK: dict[str, Callable[[Any], bool]] = {
    "Atarigo": lambda game: game.size == 8,
    "Breakthrough": lambda game: (game.cols, game.rows, game.misere) == (8, 8, False),
    "Connect4": lambda game: (game.cols, game.rows, game.line) == (7, 6, 4),
    "Domineering": lambda game: (game.cols, game.rows) == (8, 8),
    "Go": lambda game: (game.size, game.komi) == (9, 7.5),
    "Hex": lambda game: 7 <= game.size <= 13,
    "Knightthrough": lambda game: (game.cols, game.rows, game.misere) == (8, 8, False),
    "Mnk": lambda game: (game.cols, game.rows, game.line) == (15, 15, 5),
    "Nogo": lambda game: game.size == 8,
    "Othello": lambda game: game.size == 8,
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
    "master": {"seconds": 2.0},
}
MASTER = "master"  # the level that searches with a network, where there is one
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
    """The search without a network that plays a game best, as far as was measured; UCT for a game
    of your own. It is what all levels below `master` search by, and whoever counts simulations."""
    return DEFAULTS.get(type(game).__qualname__, Uct())


def has_network(game: Any) -> bool:
    """Whether a search with a network was measured to play this game better in the same time."""
    fits = WITH_NETWORK.get(type(game).__qualname__)
    return fits is not None and is_ours(type(game)) and fits(game)


def has_master(game: Any) -> bool:
    """Whether `master` is a level of its own: anywhere else it plays as `maximum` does, and where a
    solver plays along the next above that is `perfect`."""
    return has_network(game) and not proof_share(game)


def best_for(game: Any) -> Any:
    """The search that plays a game best in a given time, as far as was measured: with a network of
    the package where that is better."""
    return Puct() if has_network(game) else default_for(game)


def proof_share(game: Any) -> float:
    """The share of its time in which a game's default player tries to prove what is best."""
    return PROOF_SHARES.get(type(game).__qualname__, 0.0)
