"""The games of self-play, and what is kept of them to learn from.

The history is a ring of the last plies of all games: the position, the improved policy that its
search found, and the result as soon as the game is over. As in `forest.py` every function works on
game `i`, whose index comes last in every array.
"""

from typing import Any, NamedTuple

import numpy as np

from ..kernel import below, compiled, unit
from ..rules import DRAW, ONGOING
from .forest import best_slot, improved_policy

UNKNOWN = -1  # result of a game that goes on; otherwise 0, 1 or 2: lost, drawn or won by the mover
GAMES, PLIES, FIRST_WINS, DRAWS = range(4)  # places in `counts`, of finished games
TRIES = 40  # to find a position whose result is known


class Games(NamedTuple):
    """The games that are being played, and the plies that were."""

    words: Any  # (word, game): the position
    is_over: Any  # (1, game): whether the game waits, being over; self-play begins another
    winner: Any  # (1, game)
    began: Any  # (1, game): the ply of the ring at which it began
    counts: Any  # (4, game)
    stream: Any  # (2, game): random numbers
    past_words: Any  # (ply, word, game)
    past_policy: Any  # (ply, move, game): parts of 65,535
    past_result: Any  # (ply, game)


def games_arrays(game: Any, games: int, plies: int, n_moves: int) -> dict[str, Any]:
    """The shape and type of each array."""
    n_words = int(game.n_words())
    return {
        "words": ((n_words, games), np.uint64),
        "is_over": ((1, games), np.int8),
        "winner": ((1, games), np.int8),
        "began": ((1, games), np.int32),
        "counts": ((4, games), np.int32),
        "stream": ((2, games), np.uint64),
        "past_words": ((plies, n_words, games), np.uint64),
        "past_policy": ((plies, n_moves, games), np.uint16),
        "past_result": ((plies, games), np.int8),
    }


@compiled
def begin(game, state, moves, stream, random_plies):
    """The start of a game, or in three of four games a position some random moves from it: mostly
    one, at times up to so many. What is played against others begins in many ways, too."""
    u = unit(stream)
    left = np.int64(0)
    if random_plies >= 1.0 and unit(stream) < 0.75:
        left = np.int64(1.0 + u * u * u * random_plies)
    game.start(state)
    while left > 0 and game.winner(state) == ONGOING:
        n = game.moves(state, moves)
        game.play(state, moves[below(stream, n)])
        left -= 1
    if game.winner(state) != ONGOING:
        game.start(state)


@compiled
def open_game(game, games, i, state, moves, random_plies):
    """Begin game i; `random_plies` at most are played at random."""
    begin(game, state, moves, games.stream[:, i], random_plies)
    for word in range(game.n_words()):
        games.words[word, i] = state[word]
    games.is_over[0, i] = 0
    games.winner[0, i] = ONGOING


@compiled
def advance(game, forest, games, i, ply, state, moves, random_plies, goes_on):
    """Play the move that the search found; note it; after the last one begin another game."""
    n_words = game.n_words()
    for word in range(n_words):
        state[word] = games.words[word, i]
    slot = best_slot(forest, i)
    mover = game.player(state)
    if goes_on:
        note(game, forest, games, i, ply, state)
    game.play(state, np.int64(forest.move[slot, i]))
    winner = game.winner(state)
    for word in range(n_words):
        games.words[word, i] = state[word]
    if winner == ONGOING:
        return
    games.winner[0, i] = winner
    games.is_over[0, i] = 1
    if goes_on:
        note_result(games, i, ply, winner, mover)
        open_game(game, games, i, state, moves, random_plies)
        games.began[0, i] = ply + 1


@compiled
def note(game, forest, games, i, ply, state):
    """Keep a position and what the search found."""
    at = ply % games.past_words.shape[0]
    for word in range(game.n_words()):
        games.past_words[at, word, i] = state[word]
    improved_policy(forest, i, games.past_policy[at, :, i])
    games.past_result[at, i] = UNKNOWN


@compiled
def note_result(games, i, ply, winner, mover):
    """Write the result to all plies of the game; players took turns, and `mover` was the last."""
    n_plies = games.past_result.shape[0]
    began = max(games.began[0, i], ply - n_plies + 1)
    for at in range(began, ply + 1):
        player = mover if (ply - at) % 2 == 0 else 1 - mover
        result = 0
        if winner == DRAW:
            result = 1
        elif winner == player:
            result = 2
        games.past_result[at % n_plies, i] = result
    games.counts[GAMES, i] += 1
    games.counts[PLIES, i] += ply + 1 - games.began[0, i]
    games.counts[FIRST_WINS, i] += 1 if winner == 0 else 0
    games.counts[DRAWS, i] += 1 if winner == DRAW else 0


class Batch(NamedTuple):
    """Positions to learn from, one a row."""

    boards: Any  # (position, row, col, plane)
    legal: Any  # (position, move): 1 or 0
    policy: Any  # (position, move)
    score: Any  # (position): 0, 1/2 or 1
    weight: Any  # (position): 0 if none was found


@compiled
def sample(game, games, batch, k, stream, state, moves, n_plies):
    """Fill row k of a batch with a random position of the last plies whose result is known."""
    at, i, result = np.int64(0), np.int64(0), np.int64(UNKNOWN)
    tries = 0
    while result == UNKNOWN and tries < TRIES:
        at = below(stream, n_plies)
        i = below(stream, games.past_result.shape[1])
        result = np.int64(games.past_result[at, i])
        tries += 1
    for word in range(game.n_words()):
        state[word] = games.past_words[at, word, i]
    for move in range(batch.policy.shape[1]):
        parts = games.past_policy[at, move, i]
        batch.policy[k, move] = np.float32(parts) * np.float32(1.0 / 65535.0)
        batch.legal[k, move] = 0
    n = game.moves(state, moves)
    for move in range(n):
        batch.legal[k, game.net_index(state, moves[move])] = 1
    game.net_planes(state, batch.boards[k])
    batch.score[k] = np.float32(max(result, 0)) * np.float32(0.5)
    batch.weight[k] = np.float32(0 if result == UNKNOWN else 1)
