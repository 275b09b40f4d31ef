"""The first two moves of Hex with a swap, from a search of the same position without it.

Who takes over the first stone plays on in the other's place: that is worth to White exactly what
the position was worth to Black. So White takes over where the position is worth less than half,
and Black opens with what is worth as nearly half as can be. A search of the game with its swap
finds neither: to RAVE and GRAVE, which explore by AMAF values, swapping is a move that no playout
plays, and the networks have learnt the game without one.
"""

import math
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from ..nets.evaluate import Evaluator
from ..nets.names import network_for
from ..nets.planes import planes_of
from ..registry import is_ours
from ..state import State
from .result import Result, Row

__all__ = ["may_swap", "network_openings", "with_swap", "without_swap"]


def may_swap(state: State) -> bool:
    """Whether the first stone may yet be taken over."""
    game: Any = state.game
    is_hex = type(game).__qualname__ == "Hex" and is_ours(type(game))
    return is_hex and bool(game.swap) and not state.is_over and int(state.words[0]) < 2


def without_swap(state: State) -> State:
    """The same position of the game without a swap."""
    return State(state.game._replace(swap=False), state.words, state.history)


def with_swap(state: State, found: Result) -> Result:
    """What was found without the swap, as the move of a player who has it, or has to fear it."""
    found = replace(found, state=state)
    swap = next((move for move in state.moves() if move.name == "swap"), None)
    if swap is None:
        return opening(found)
    taken = Row(swap, 0, 1.0 - found.value, "", -1)
    if not found.value < 0.5:
        return replace(found, rows=(*found.rows, taken))
    return replace(found, move=swap, value=taken.value, line=(swap,), rows=(taken, *found.rows))


def opening(found: Result) -> Result:
    """Black's first move, and what it is worth when White chooses the better side."""
    net = getattr(found.algorithm, "net", None)
    worth = {} if net is None else network_openings(without_swap(found.state).game, int(net))
    worth = worth or {int(row.move): worth_of(row) for row in found.rows}
    rows = [row for row in found.rows if not math.isnan(worth[int(row.move)])]
    if not rows:
        return found
    best = min(rows, key=lambda row: abs(worth[int(row.move)] - 0.5))
    even = worth[int(best.move)]
    return replace(found, move=best.move, value=min(even, 1.0 - even), line=(best.move,))


def worth_of(row: Row) -> float:
    """What a move is worth: by its AMAF value, which has far more samples, if it has one."""
    amaf = row.estimates.get("amaf")
    return float(amaf.value) if amaf is not None and amaf.visits else float(row.value)


@lru_cache(maxsize=32)
def network_openings(game: Any, number: int) -> dict[int, float]:
    """What a network says that each first move is worth; empty where there is no network."""
    network = network_for(game, number)
    if network is None:
        return {}
    start = game.start()
    moves = start.moves()
    evaluator = Evaluator(network, game)
    planes, policy, value = evaluator.room(len(moves))
    planes[:] = planes_of(*(start.play(move) for move in moves))
    evaluator.evaluate(len(moves), planes, policy, value)
    wins = 1 / (1 + np.exp(-value.astype(np.float64)))  # of White, who is to move
    return {int(move): float(1 - each) for move, each in zip(moves, wins, strict=True)}
