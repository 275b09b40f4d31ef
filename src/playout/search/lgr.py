"""LGR: answer a move as it was last answered with success (Drake 2009, Baier and Drake 2010).

After a simulation each of the winner's moves becomes the reply to the move, and to the two moves,
before it. A reply of the loser's is forgotten. A playout plays the reply to the last two moves if
there is one that is legal, else the one to the last move, else any move.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..kernel import below, compiled, mix
from ..rules import DRAW
from .policy import policy

__all__ = ["Lgr"]


@policy
class Lgr(NamedTuple):
    """The last good reply."""

    pairs: Annotated[bool, "also keep replies to pairs of moves (LGR-2)"] = True
    forget: Annotated[bool, "forget a reply that lost"] = True

    def n_slots(self, game):
        return game.n_codes() + PAIRS

    def needs_line(self):
        return True

    def pick(self, game, state, moves, n, line, memory, stream):
        size = line.size[0]
        if size > 1 and self.pairs:
            i = reply_among(game, state, moves, n, memory, pair_slot(game, line, size))
            if i >= 0:
                return i
        if size > 0:
            i = reply_among(game, state, moves, n, memory, line.code[size - 1])
            if i >= 0:
                return i
        return below(stream, n)

    def learn(self, game, root, state, moves, line, memory, winner):
        if winner == DRAW:
            return
        for i in range(1, line.size[0]):
            code = line.code[i]
            won = winner == np.int64(code >= game.n_codes() // 2)
            keep_reply(memory, line.code[i - 1], code, won, self.forget)
            if i > 1 and self.pairs:
                keep_reply(memory, pair_slot(game, line, i), code, won, self.forget)


PAIRS = 2**16  # hashed: two pairs that collide share a slot, and the later reply stays


@compiled
def pair_slot(game, line, at):
    """The slot of the two moves before this place of the line."""
    before, last = np.uint64(line.code[at - 2]), np.uint64(line.code[at - 1])
    word = mix(before * np.uint64(game.n_codes()) + last)
    return game.n_codes() + np.int64(word & np.uint64(PAIRS - 1))


@compiled
def reply_among(game, state, moves, n, memory, slot):
    """The index of the move that is the reply of a slot, -1 if there is none or it is illegal."""
    reply = memory.seen[slot] - 1  # 0: no reply
    if reply >= 0:
        for i in range(n):
            if game.code(state, moves[i]) == reply:
                return i
    return -1


@compiled
def keep_reply(memory, slot, code, won, forget):
    if won:
        memory.seen[slot] = code + 1
    elif forget and memory.seen[slot] == code + 1:
        memory.seen[slot] = 0
