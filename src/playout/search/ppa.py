"""PPA: playouts that learn, move by move, what the winner played (Cazenave 2015, 2016).

Every code has a weight w, 0 at first, and a playout draws among the legal moves with chances

    P(move) = exp(w[move]) / (sum of exp(w) over the legal moves)

After a simulation the winner's moves are made more likely where they were played: for every
position in which the winner was to move,

    w[played] += alpha      and      w[k] -= alpha P(k)   for every legal k

with P by the weights before the update. PPAF is the same with a code that knows more of a move,
such as whether it captures: the game's `feature_code`.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from ..kernel import compiled
from ..parameters import Range
from ..rules import DRAW
from .mast import Keep, draw
from .policy import policy

__all__ = ["Ppa", "Ppaf"]


@policy
class Ppa(NamedTuple):
    """Playout policy adaptation."""

    alpha: Annotated[float, Range(0, 10), "how much is learnt from a simulation"] = 0.32
    keep: Keep = 0.0

    def n_slots(self, game):
        return game.n_codes()

    def needs_line(self):
        return True

    def policy_code(self, game, state, move):
        return game.code(state, move)

    def pick(self, game, state, moves, n, line, memory, stream):
        return softmax_pick(self, game, state, moves, n, memory, stream)

    def learn(self, game, root, state, moves, line, memory, winner):
        adapt(self, game, root, state, moves, line, memory, winner)

    def fade(self, game, memory):
        fade_weights(memory, self.keep)


@policy
class Ppaf(NamedTuple):
    """PPA with move features, in games that have them; in others it is PPA."""

    alpha: Annotated[float, Range(0, 10), "how much is learnt from a simulation"] = 0.32
    keep: Keep = 0.0

    def n_slots(self, game):
        return game.n_feature_codes()

    def needs_line(self):
        return True

    def policy_code(self, game, state, move):
        return game.feature_code(state, move)

    def pick(self, game, state, moves, n, line, memory, stream):
        return softmax_pick(self, game, state, moves, n, memory, stream)

    def learn(self, game, root, state, moves, line, memory, winner):
        adapt(self, game, root, state, moves, line, memory, winner)

    def fade(self, game, memory):
        fade_weights(memory, self.keep)


# `memory.weight` holds exp(w) - 1, so that 0 is where a weight begins and no playout takes an
# exponential; `memory.total` gathers what a simulation changes in w. With features there are many
# codes, of which a simulation meets few: `memory.seen` chains those it has met.


@compiled
def fill_chances(policy, game, state, moves, n, memory):
    """Fill `chances` with exp(w) of the first n moves; returns their sum."""
    total = 0.0
    for i in range(n):
        memory.chances[i] = 1.0 + memory.weight[policy.policy_code(game, state, moves[i])]
        total += memory.chances[i]
    return total


@compiled
def softmax_pick(policy, game, state, moves, n, memory, stream):
    fill_chances(policy, game, state, moves, n, memory)
    return draw(memory.chances, n, stream)


@compiled
def adapt(policy, game, root, state, moves, line, memory, winner):
    """Replay the simulation from the root and learn from the winner's moves."""
    if winner == DRAW or policy.alpha == 0:
        return
    for i in range(game.n_words()):
        state[i] = root[i]
    last = np.int64(-1)
    for ply in range(line.size[0]):
        if game.player(state) == winner:
            n = game.playout_moves(state, moves)
            total = fill_chances(policy, game, state, moves, n, memory)
            for i in range(n):
                code = policy.policy_code(game, state, moves[i])
                memory.total[code] -= policy.alpha * memory.chances[i] / total
                last = chain(memory, code, last)
            code = policy.policy_code(game, state, line.move[ply])
            memory.total[code] += policy.alpha
            last = chain(memory, code, last)  # in the tree it may be no move of a playout
        game.play(state, line.move[ply])
    while last >= 0:
        memory.weight[last] = math.exp(memory.total[last]) * (1.0 + memory.weight[last]) - 1.0
        memory.total[last] = 0
        before = memory.seen[last] - 2
        memory.seen[last] = 0
        last = before


@compiled
def chain(memory, code, last):
    """Add a code to the chain that ends with `last` (-1: none), once; returns the new end."""
    if memory.seen[code] != 0:
        return last
    memory.seen[code] = last + 2
    return np.int64(code)


def fade_weights(memory, keep):
    """Bring the weights nearer to where they began."""
    memory.weight[:] = (1.0 + memory.weight) ** keep - 1.0
