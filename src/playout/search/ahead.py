"""The kernels of a search one by one, so that each can be compiled before it is needed."""

from typing import Any

import numpy as np

from ..kernel import compile_for
from .errors import naming
from .leaves import leaves_for
from .loop import Scratch, simulate
from .run import MEMORY, tree_for
from .start import look_ahead

__all__ = ["LOOK", "SIMULATE", "prepare"]

SIMULATE, LOOK = "simulate", "look"


def prepare(game: Any, algorithm: Any, kernel: str) -> None:
    """Load or compile one of the kernels that a search of this game runs."""
    tree, scratch = tree_for(game, algorithm, 1, MEMORY), Scratch.of(game, algorithm)
    words = np.zeros(game.n_words(), np.uint64)
    words.flags.writeable = False  # as those of a State are
    with naming(algorithm):
        leaves = leaves_for(game, algorithm)
        if kernel == SIMULATE and leaves is not None:
            leaves.compile(game, algorithm, tree, scratch, words)
        elif kernel == SIMULATE:
            compile_for(simulate, game, algorithm, tree, scratch, words, 0)
        else:
            spare = scratch.state, scratch.moves
            compile_for(look_ahead, game, algorithm, tree, *spare, words, False)
