"""The search that is used where none is named, and levels of play: both chosen by measurement.

Each default scored best of seven to ten candidates against Uct() at 20 ms a move, 64 games each
(benchmarks/candidates.json; the alpha of Implicit by matches of 400, docs/lab.md). The best of many
was lucky, too: the score beside it is of 400 other games against Uct() (benchmarks/defaults.json).
A level is a budget for it: what one level scored against the one below, in 96 games (64 for the
first, 32 for the last), is beside it, for Hex 11x11, Connect 4 and Breakthrough
(benchmarks/levels.json). The specs of all three are in benchmarks/strength, for `playout lab run`.
The last level of Breakthrough is of before Implicit backed up over all children.
"""

from typing import Any

from .implicit import Implicit
from .policy import Biased
from .rave import Grave
from .schedules import Bias
from .uct import Uct

__all__ = ["LEVELS", "default_for", "proof_share"]

DEFAULTS = {  #                                                   its score against Uct(), in %
    "Atarigo": Grave(expand=1, beta=Bias(1e-3)),  # 81 [78, 85] on 9x9
    "Breakthrough": Implicit(alpha=0.8),  # 92 [89, 94]
    "Connect4": Uct(policy=Biased()),  # type: ignore[call-arg]  # 78 [74, 82], the proof before it included
    "Domineering": Grave(beta=Bias(1e-3)),  # 56 [53, 60]
    "Hex": Grave(beta=Bias(1e-3)),  # 98 [96, 99] on 11x11
    "Knightthrough": Implicit(alpha=0.8),  # 90 [87, 93]
    "Mnk": Grave(expand=1, beta=Bias(1e-3)),  # 63 [59, 67] in five in a row on 9x9
    "Nogo": Grave(),  # 85 [81, 88] on 9x9
    "Othello": Implicit(alpha=0.8),  # 100 [99, 100]
}

# The share of a move's time in which an exact solver tries to settle the position first.
PROOF_SHARES = {"Connect4": 0.8}

LEVELS: dict[str, dict[str, Any]] = {  #     against the level below, in %: Hex, Connect 4, Br.
    "beginner": {"simulations": 10},  #      83, 100, 90 (against random moves)
    "easy": {"simulations": 50},  #          100, 77, 94
    "medium": {"simulations": 250},  #       100, 84, 99
    "strong": {"simulations": 1250},  #      89, 82, 90
    "expert": {"simulations": 6250},  #      97, 73, 72
    "maximum": {"seconds": 2.0},  #          100, 94, 100
}


def default_for(game: Any) -> Any:
    """The search that plays a game best, as far as was measured; UCT for a game of your own."""
    return DEFAULTS.get(type(game).__qualname__, Uct())


def proof_share(game: Any) -> float:
    """The share of its time in which a game's default player tries to prove what is best."""
    return PROOF_SHARES.get(type(game).__qualname__, 0.0)
