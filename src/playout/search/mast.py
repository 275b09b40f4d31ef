"""MAST and NST: playouts that prefer moves which did well anywhere in the search.

MAST, the move-average sampling technique (Finnsson and Björnsson 2008): the mean result Q of
every code over all simulations that played it; a playout draws a move with a chance in
proportion to exp(Q / tau), or with `epsilon` > 0 takes the best one but for a share of epsilon.

NST, the n-gram selection technique (Tak, Winands and Björnsson 2012): the same for sequences
of one, two and three moves; a move is worth the average over the sequences that it completes.
There are too many to keep them all: of two that want the same slots, the one seen most stays.

A move that has not been seen is worth 1, so that it will be.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from ..kernel import below, compiled, mix, unit
from ..parameters import Range
from ..rules import DRAW
from .policy import policy

__all__ = ["Keep", "Mast", "Nst", "draw"]

Tau = Annotated[float, Range(1 / 700, 1e308), "the temperature of the choice: lower is greedier"]
Epsilon = Annotated[
    float, Range(0, 1), "more than 0: the best move, but for this share of random ones"
]
Keep = Annotated[float, Range(0, 1), "the share that is kept for the next move's search"]


@policy
class Mast(NamedTuple):
    """Moves by their average result."""

    tau: Tau = 0.1
    epsilon: Epsilon = 0.0
    keep: Keep = 0.2

    def n_slots(self, game):
        return game.n_codes()

    def needs_line(self):
        return True

    def pick(self, game, state, moves, n, line, memory, stream):
        if self.epsilon > 0:
            if unit(stream) < self.epsilon:
                return below(stream, n)
            for i in range(n):
                memory.chances[i] = mean_of(memory, game.code(state, moves[i]))
            return best_of(memory.chances, n, stream)
        unseen = math.exp(1.0 / self.tau)
        for i in range(n):
            weight = memory.weight[game.code(state, moves[i])]
            memory.chances[i] = weight if weight > 0 else unseen
        return draw(memory.chances, n, stream)

    def learn(self, game, root, state, moves, line, memory, winner):
        for i in range(line.size[0]):
            code = line.code[i]
            add_result(memory, code, winner, code >= game.n_codes() // 2)
            memory.weight[code] = math.exp(mean_of(memory, code) / self.tau)

    def fade(self, game, memory):
        fade_counts(memory, self.keep)


@policy
class Nst(NamedTuple):
    """Moves by the average result of the sequences of up to three moves that they complete."""

    tau: Tau = 0.1
    epsilon: Epsilon = 0.1
    keep: Keep = 0.2
    least: Annotated[
        int, Range(0), "how often a sequence of two or three must have been seen to count"
    ] = 7

    def n_slots(self, game):
        return game.n_codes() + SEQUENCES

    def needs_line(self):
        return True

    def pick(self, game, state, moves, n, line, memory, stream):
        if self.epsilon > 0 and unit(stream) < self.epsilon:
            return below(stream, n)
        size = line.size[0]
        last, last_two = moves_before(game, line, size, 1), moves_before(game, line, size, 2)
        least = max(self.least, 1)
        for i in range(n):
            code = game.code(state, moves[i])
            value = mean_of(memory, code)
            known = 1
            for length in range(2, min(size + 1, 3) + 1):
                word = last if length == 2 else last_two
                slot = find_sequence(game, memory, word, code, least)
                if slot >= 0:
                    value += mean_of(memory, slot)
                    known += 1
            memory.chances[i] = value / known
        if self.epsilon > 0:
            return best_of(memory.chances, n, stream)
        for i in range(n):
            memory.chances[i] = math.exp(memory.chances[i] / self.tau)
        return draw(memory.chances, n, stream)

    def learn(self, game, root, state, moves, line, memory, winner):
        for i in range(line.size[0]):
            code = line.code[i]
            is_second = code >= game.n_codes() // 2
            add_result(memory, code, winner, is_second)
            for n in range(1, min(i, 2) + 1):
                slot = keep_sequence(game, memory, moves_before(game, line, i, n), code)
                add_result(memory, slot, winner, is_second)

    def fade(self, game, memory):
        fade_counts(memory, self.keep)


# Slots of sequences: one half for those of two moves, the other for those of three, which are many
# more and would crowd them out.
SEQUENCES = 2**18
WAYS = 2  # a sequence may lie in either of two slots, side by side


@compiled
def moves_before(game, line, at, n):
    """The n moves before a place of the line as one number, with room for the code of the next.

    Different sequences are different numbers: digits from 1, in base n_codes + 1, to 2**21 codes.
    """
    word = np.uint64(0)
    for i in range(max(at - n, 0), at):
        word = (word + np.uint64(line.code[i] + 1)) * np.uint64(game.n_codes() + 1)
    return word


@compiled
def first_slot_and_tag(game, word):
    """Where the slots of a sequence begin, and the tag by which it is known there.

    The word is scrambled, not lost: place and tag together say which sequence it is.
    """
    base = np.uint64(game.n_codes() + 1)
    half = SEQUENCES // 2
    first = game.n_codes() + (half if word >= base * base else 0)
    word = mix(word)
    bucket = np.int64(word & np.uint64(half // WAYS - 1))
    return first + WAYS * bucket, np.float64(np.int64(word >> np.uint64(11)))


@compiled
def find_sequence(game, memory, word, code, least):
    """The slot of the moves `word` followed by this code; -1 if they were not seen `least` times.

    The count is looked at first: few slots have been seen so often, so that is soon decided.
    """
    first, tag = first_slot_and_tag(game, word + np.uint64(code))
    for slot in range(first, first + WAYS):
        if memory.seen[slot] >= least and memory.weight[slot] == tag:
            return slot
    return -1


@compiled
def keep_sequence(game, memory, word, code):
    """The same, but if it has none it takes the place of the one that was seen least."""
    slot = find_sequence(game, memory, word, code, 1)
    if slot >= 0:
        return slot
    first, tag = first_slot_and_tag(game, word + np.uint64(code))
    slot = first
    for other in range(first + 1, first + WAYS):
        if memory.seen[other] < memory.seen[slot]:
            slot = other
    memory.weight[slot] = tag
    memory.seen[slot] = 0
    memory.total[slot] = 0.0
    return slot


@compiled
def add_result(memory, slot, winner, is_second):
    """Count a simulation, and what it was worth to the player whose move this is."""
    memory.seen[slot] += 1
    if winner == DRAW:
        memory.total[slot] += 0.5
    elif winner == np.int64(is_second):
        memory.total[slot] += 1.0


@compiled
def mean_of(memory, slot):
    """The average result of a slot; 1 if it was never seen."""
    if memory.seen[slot] == 0:
        return 1.0
    return memory.total[slot] / memory.seen[slot]


@compiled
def draw(chances, n, stream):
    """An index with a chance in proportion to its entry."""
    total = 0.0
    for i in range(n):
        total += chances[i]
    rest = unit(stream) * total
    for i in range(n):
        rest -= chances[i]
        if rest < 0:
            return i
    return n - 1


@compiled
def best_of(values, n, stream):
    """The index of the largest entry, any of them if there are several."""
    best = 0
    n_best = 1
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
            n_best = 1
        elif values[i] == values[best]:
            n_best += 1
            if below(stream, n_best) == 0:
                best = i
    return best


def fade_counts(memory, keep):
    """Keep a share of what was counted: results of another position say less about this one."""
    kept = (memory.seen * keep).astype(np.int64)
    means = memory.total / np.maximum(memory.seen, 1)
    memory.seen[:] = kept
    memory.total[:] = means * kept
    memory.weight[kept == 0] = 0
