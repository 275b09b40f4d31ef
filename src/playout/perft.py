"""Perft: counts of move sequences, the classic test of rules."""

import numpy as np

from .kernel import entry
from .rules import ONGOING
from .state import State

__all__ = ["perft"]


@entry
def count_sequences(game, states, moves, left, depth):
    """Count the move sequences of exactly `depth` plies from states[0].

    Row d of `states` and `moves` belongs to ply d; left[d] moves of it are still to try.
    """
    count = 0
    ply = 0
    left[0] = game.moves(states[0], moves[0]) if game.winner(states[0]) == ONGOING else 0
    if depth == 1:
        return left[0]
    while ply >= 0:
        if left[ply] == 0:
            ply -= 1
            continue
        left[ply] -= 1
        for i in range(game.n_words()):
            states[ply + 1, i] = states[ply, i]
        game.play(states[ply + 1], moves[ply, left[ply]])
        if game.winner(states[ply + 1]) != ONGOING:
            if ply + 1 == depth:
                count += 1
            continue
        n = game.moves(states[ply + 1], moves[ply + 1])
        if ply + 2 == depth:
            count += n
        else:
            ply += 1
            left[ply] = n
    return count


def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` moves; games that end earlier are not counted."""
    if depth == 0:
        return 1
    game = state.game
    states = np.zeros((depth + 1, game.n_words()), np.uint64)
    states[0] = state.words
    moves = np.zeros((depth + 1, game.n_moves()), np.int64)
    left = np.zeros(depth + 1, np.int64)
    return int(count_sequences(game, states, moves, left, depth))
