"""Nim: take matches from a heap; whoever takes the last one wins. The game to learn from.

    | | | | | | | | |            one heap of nine: take one, two or three

State: word 0 counts the plies, word 1 + i holds the matches of heap i.
Move: heap * take + (matches - 1), written `3` from the only heap and `b3` from
the second of several.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..errors import GameError
from ..kernel import mix
from ..parameters import Range
from ..rules import FIRST, ONGOING, SECOND, game
from .faces.nim import NimFace

__all__ = ["Nim"]


@game(face=NimFace)
class Nim(NamedTuple):
    """Take 1 to `take` matches from one heap; whoever takes the last one wins.

    With `misere` the last match loses. `heap2` to `heap4` add further heaps:
    Nim(1, 7, True, 3, 5, 7) is the game of Marienbad.
    """

    heap: Annotated[int, Range(1, 1000), "matches in the first heap"] = 21
    take: Annotated[int, Range(1, 1000), "the most matches of a move"] = 3
    misere: Annotated[bool, "whether the last match loses"] = False
    heap2: Annotated[int, Range(0, 1000), "matches in a second heap"] = 0
    heap3: Annotated[int, Range(0, 1000), "matches in a third heap"] = 0
    heap4: Annotated[int, Range(0, 1000), "matches in a fourth heap"] = 0

    def check(self):
        if (self.heap3 and not self.heap2) or (self.heap4 and not self.heap3):
            why = "Nim: fill the heaps in order, heap2 before heap3 before heap4"
            raise GameError(why, "heap-order")

    def n_words(self):
        return 5

    def n_moves(self):
        return 4 * self.take

    def max_plies(self):
        return self.heap + self.heap2 + self.heap3 + self.heap4

    def start(self, state):
        state[0] = 0
        state[1] = self.heap
        state[2] = self.heap2
        state[3] = self.heap3
        state[4] = self.heap4

    def moves(self, state, out):
        n = 0
        for heap in range(4):
            for matches in range(min(self.take, np.int64(state[1 + heap]))):
                out[n] = heap * self.take + matches
                n += 1
        return n

    def play(self, state, move):
        state[0] += np.uint64(1)
        state[1 + move // self.take] -= np.uint64(move % self.take + 1)

    def winner(self, state):
        if state[1] + state[2] + state[3] + state[4] > 0:
            return ONGOING
        took_last = SECOND if state[0] & np.uint64(1) == 0 else FIRST
        return 1 - took_last if self.misere else took_last

    def key(self, state):
        word = mix((state[0] & np.uint64(1)) + np.uint64(1))
        for heap in range(4):
            word = mix(word + state[1 + heap])
        return word
