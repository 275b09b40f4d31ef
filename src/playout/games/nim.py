"""Nim: take matches from a heap; whoever takes the last one wins. The game to learn from.

    | | | | | | | | |            one heap of nine: take one, two or three

State: word 0 counts the plies, word 1 + i holds the matches of heap i.
Move: heap * take + (matches - 1), written `3` from the only heap and `b3` from
the second of several.
"""

from typing import NamedTuple

import numpy as np

from ..board import Board, column_name
from ..kernel import mix
from ..rules import FIRST, ONGOING, SECOND, GameError, game, within

__all__ = ["Nim"]


@game
class Nim(NamedTuple):
    """Take 1 to `take` matches from one heap; whoever takes the last one wins.

    With `misere` the last match loses. `heap2` to `heap4` add further heaps:
    Nim(1, 7, True, 3, 5, 7) is the game of Marienbad.
    """

    heap: int = 21
    take: int = 3
    misere: bool = False
    heap2: int = 0
    heap3: int = 0
    heap4: int = 0

    def check(self):
        within(self, "heap", 1, 1000)
        within(self, "take", 1, 1000)
        for name in ("heap2", "heap3", "heap4"):
            within(self, name, 0, 1000)
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

    def move_name(self, state, move):
        matches = move % self.take + 1
        return f"{column_name(move // self.take) if self.heap2 else ''}{matches}"

    def complaint(self, state, text):
        return f"take 1 to {self.take} matches, and no more than a heap holds"

    def board(self, state):
        pieces = {(i, heap): 0 for heap in range(4) for i in range(int(state[1 + heap]))}
        full = full_heaps(self)
        return Board(max(full), len(full), pieces, shape="bare", piece="match", one_on_top=True)

    def set_up(self, state, pieces, player):
        if any(pieces.values()):
            why = "matches are nobody's; on the board they are all player 0's"
            raise GameError(why, "match-owner")
        state[0] = 2 + player  # how many plies nobody knows
        for heap, most in enumerate(full_heaps(self)):
            matches = sum(row == heap for _, row in pieces)
            check_heap(heap, matches, most)
            if any((i, heap) not in pieces for i in range(matches)):
                why = "heap {heap} has gaps: its matches lie from the left on"
                raise GameError(why, "heap-gap", heap=heap + 1)
            state[1 + heap] = matches

    def write_pieces(self, pieces):
        rows = range(len(full_heaps(self)))
        return " ".join(str(sum(row == heap for _, row in pieces)) for heap in rows)

    def read_pieces(self, text):
        heaps = text.split()
        full = full_heaps(self)
        if len(heaps) != len(full) or not all(map(is_number, heaps)):
            start = " ".join(map(str, full))
            why = "a position is the matches in each heap and who is to move, such as {example}"
            raise GameError(why, "heaps-form", example=f"{start} / 1")
        pieces = {}
        for heap, most in enumerate(full):
            matches = int(heaps[heap])
            check_heap(heap, matches, most)
            pieces |= {(i, heap): 0 for i in range(matches)}
        return pieces


def full_heaps(nim):
    """The matches in each heap at the start."""
    return [heap for heap in (nim.heap, nim.heap2, nim.heap3, nim.heap4) if heap]


def is_number(text):
    """Whether a text is a number of matches, and not one of a million digits."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def check_heap(heap, matches, most):
    """Raise a GameError for more matches than a heap begins with."""
    if matches > most:
        why = "heap {heap} begins with {high} matches, so {n} are too many"
        raise GameError(why, "heap-too-large", heap=heap + 1, high=most, n=matches)
