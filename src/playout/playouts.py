"""Many playouts from one position."""

from typing import Any, NamedTuple

import numpy as np

from .kernel import compiled, entry, seed_stream, split
from .state import State

__all__ = ["Scratch", "run_playout", "run_playouts"]


class Scratch(NamedTuple):
    """The memory one playout works in: kernels allocate nothing."""

    state: np.ndarray
    moves: np.ndarray
    stream: np.ndarray

    @classmethod
    def of(cls, game: Any) -> "Scratch":
        return cls(
            np.zeros(game.n_words(), np.uint64),
            np.zeros(game.n_moves(), np.int64),
            np.zeros(2, np.uint64),
        )


@compiled
def run_playout(game, start, scratch, seed, index):
    """The index-th playout of a seed, from the words `start`: the same on every device."""
    for i in range(game.n_words()):
        scratch.state[i] = start[i]
    seed_stream(scratch.stream, split(seed, index))
    return game.playout(scratch.state, scratch.stream, scratch.moves)


@entry
def fill_winners(game, start, scratch, seed, first, winners):
    """Run playouts first, first + 1, ... of a seed and note who wins each."""
    for i in range(len(winners)):
        winners[i] = run_playout(game, start, scratch, seed, first + i)


def run_playouts(state: State, n: int, seed: int = 0, first: int = 0) -> np.ndarray:
    """The winners (0, 1, or 2 for a draw) of n uniformly random playouts."""
    winners = np.empty(n, np.int8)
    word = np.uint64(seed % 2**64)
    fill_winners(state.game, state.words, Scratch.of(state.game), word, first, winners)
    return winners
