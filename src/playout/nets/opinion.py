"""What a network says of a position by itself, before any search."""

from typing import Any, NamedTuple

import numpy as np

from ..catalogue import text_of
from ..kernel import compile_for
from ..state import Move, State
from .evaluate import Evaluator
from .file import NetError
from .names import AUTO, network_for
from .planes import fill_moves, fill_planes, moves_of, planes_of, shape_of

__all__ = ["Opinion", "opinion", "prepare"]


class Opinion(NamedTuple):
    """How likely each move is, the likeliest first, and what the position is worth, from 0 to 1,
    for the player to move."""

    network: str  # the game it has learnt
    value: float
    priors: tuple[tuple[Move, float], ...]


def opinion(state: State, number: int = AUTO) -> Opinion:
    """What a network says of a position, as a search would hear it; by default the network of the
    package for this game."""
    if state.is_over:
        raise NetError("the game is over: there is nothing to say of it", "nothing-to-say")
    network = network_for(state.game, number)
    if network is None:
        why = "there is no network for {game}"
        raise NetError(why, "no-net", game=text_of(state.game))
    evaluator = Evaluator(network, state.game)
    planes, policy, value = evaluator.room(1)
    planes[:] = planes_of(state)
    evaluator.evaluate(1, planes, policy, value)
    moves, indices = moves_of(state)
    said = policy[0, indices].astype(np.float64)
    shares = np.exp(said - said.max())
    shares /= shares.sum()
    by_number = dict(zip(map(int, moves), map(float, shares), strict=True))
    priors = [(move, by_number[int(move)]) for move in state.moves()]
    priors.sort(key=lambda pair: -pair[1])
    return Opinion(network.game, float(1 / (1 + np.exp(-np.float64(value[0])))), tuple(priors))


def prepare(game: Any, number: int = AUTO) -> None:
    """Load or compile what `opinion` runs for this game, if there is a network for it."""
    network = network_for(game, number)
    if network is not None:
        Evaluator(network, game).prepare()
        words = np.zeros(game.n_words(), np.uint64)
        compile_for(fill_planes, game, words[None], np.zeros((1, *shape_of(game)[:3]), np.float32))
        words.flags.writeable = False  # as those of a State are
        moves = np.zeros(game.n_moves(), np.int64)
        compile_for(fill_moves, game, words, moves, moves)
