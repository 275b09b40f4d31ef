"""Openings: random first moves, so that players who always play alike do not repeat one game.

Both games of a pair, one with each colour, have the same opening.
"""

from typing import Any

import numpy as np

from ..rules import GameError
from ..state import State

__all__ = ["opening"]

TRIES = 1000


def opening(game: Any, seed: int, plies: int) -> State:
    """The position after so many random moves, the same for the same seed.

    The game is not over there, and the player to move cannot win at once: the opening must not
    decide the game.
    """
    generator = np.random.default_rng(seed)
    for _ in range(TRIES):
        state: State = game.start()
        for _ in range(plies):
            if state.is_over:
                break
            moves = state.moves()
            state = state.play(moves[generator.integers(len(moves))])
        if not state.is_over and not (plies and _can_win(state)):
            return state
    why = "{game} has no open positions after {plies} random moves; try fewer"
    raise GameError(why, "no-opening", game=str(game), plies=plies)


def _can_win(state: State) -> bool:
    return any(state.play(move).winner == state.player for move in state.moves())
