"""The search that is used where none is named, and levels of play: both chosen by measurement.

Each default was picked from five to eleven candidates by their scores against Uct() at 20 ms a
move, 64 games each (Go: 1,000 simulations, 40 games). Played again by the lab, some others came out
ahead, by less than chance allows, and the defaults stayed. The best of many was lucky, too: the
score beside it is of 200 other games. A level is a budget for it: what one level scored against the
one below, in 96 games (32 for the last), is beside it, for Hex 11x11, Connect 4 and Breakthrough.
All are experiments of the lab, in benchmarks/strength, with p values corrected for how many there
are.
"""

from typing import Any

from .implicit import Implicit
from .policy import Biased
from .rave import Grave
from .schedules import Bias
from .uct import Uct

__all__ = ["LEVELS", "default_for", "proof_share"]

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

LEVELS: dict[str, dict[str, Any]] = {  #     against the level below, in %: Hex, Connect 4, Br.
    "beginner": {"simulations": 10},  #      89, 96, 91 (against random moves)
    "easy": {"simulations": 50},  #          99, 82, 80
    "medium": {"simulations": 250},  #       99, 84, 94
    "strong": {"simulations": 1250},  #      89, 82, 92
    "expert": {"simulations": 6250},  #      85, 63, 72
    "maximum": {"seconds": 2.0},  #          100, 91, 100
}


def default_for(game: Any) -> Any:
    """The search that plays a game best, as far as was measured; UCT for a game of your own."""
    return DEFAULTS.get(type(game).__qualname__, Uct())


def proof_share(game: Any) -> float:
    """The share of its time in which a game's default player tries to prove what is best."""
    return PROOF_SHARES.get(type(game).__qualname__, 0.0)
