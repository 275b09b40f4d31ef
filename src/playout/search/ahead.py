"""The kernels of a search one by one, so that each can be compiled before it is needed."""

from typing import Any

from ..state import State
from .checks import check
from .errors import naming
from .loop import Scratch, simulate
from .run import MEMORY, tree_for
from .start import look_ahead

__all__ = ["LOOK", "SIMULATE", "prepare"]

SIMULATE, LOOK = "simulate", "look"


def prepare(state: State, algorithm: Any, kernel: str) -> None:
    """Load or compile one of the kernels that a search of this game runs."""
    check(state, algorithm)
    game = state.game
    tree, scratch = tree_for(game, algorithm, 1, MEMORY), Scratch.of(game, algorithm)
    with naming(algorithm):
        if kernel == SIMULATE:
            simulate(game, algorithm, tree, scratch, state.words, 0)
        else:
            look_ahead(game, algorithm, tree, scratch.state, scratch.moves, state.words, False)
