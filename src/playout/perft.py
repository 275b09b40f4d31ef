"""Perft: counts of move sequences, the classic test of rules; and counts of positions."""

from collections.abc import Iterator

import numpy as np

from .kernel import entry
from .rules import ONGOING
from .state import State

__all__ = ["perft", "positions"]

AT_ONCE = 100_000  # positions whose moves are played before the same ones are put together


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


@entry
def play_all(game, states, after, moves):
    """Play every move of every state that is not over; returns how many rows of `after`
    that are."""
    n = 0
    for i in range(len(states)):
        if game.winner(states[i]) != ONGOING:
            continue
        for j in range(game.moves(states[i], moves)):
            for k in range(game.n_words()):
                after[n, k] = states[i, k]
            game.play(after[n], moves[j])
            n += 1
    return n


def positions(state: State, depth: int) -> Iterator[int]:
    """The numbers of different positions after 0, 1, ... `depth` moves, ends of games included; a
    position that two orders of the same moves lead to counts once."""
    game = state.game
    known = np.array([state.words], np.uint64)
    moves = np.zeros(game.n_moves(), np.int64)
    yield 1
    for _ in range(depth):
        parts = []
        for some in np.array_split(known, -(-len(known) // AT_ONCE)):
            after = np.zeros((len(some) * game.n_moves(), game.n_words()), np.uint64)
            n = play_all(game, some, after, moves)
            parts.append(np.unique(after[:n], axis=0))
        known = np.unique(np.concatenate(parts), axis=0)
        yield len(known)
        if not len(known):
            return
