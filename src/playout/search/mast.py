"""MAST and NST: playouts that prefer moves which did well anywhere in the search.

MAST, the move-average sampling technique (Finnsson and Björnsson 2008): the mean result Q of
every code over all simulations that played it; a playout draws a move with a chance in
proportion to exp(Q / tau), or with `epsilon` > 0 takes the best one but for a share of epsilon.

NST, the n-gram selection technique (Tak, Winands and Björnsson 2012): the same for sequences
of one, two and three moves; a move is worth the average over the sequences that it completes.

A move that has not been seen is worth 1, so that it will be.
"""

import math
from typing import NamedTuple

import numpy as np

from ..kernel import below, compiled, mix, unit
from ..rules import DRAW
from .errors import SearchError
from .policy import policy

__all__ = ["Mast", "Nst"]


@policy
class Mast(NamedTuple):
    """Moves by their average result.

    tau      the temperature of the choice: lower is greedier
    epsilon  more than 0: the best move, but for this share of random ones
    keep     the share of the memory that is kept for the next move's search
    """

    tau: float = 0.1
    epsilon: float = 0.0
    keep: float = 0.2

    def check(self):
        check_greed(self)

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
    """Moves by the average result of the sequences of up to three moves that they complete.

    tau, epsilon and keep are as in Mast
    least    how often a sequence of two or three must have been seen to count
    """

    tau: float = 0.1
    epsilon: float = 0.1
    keep: float = 0.2
    least: int = 7

    def check(self):
        check_greed(self)
        if self.least < 0:
            raise SearchError(f"Nst: least must be at least 0, not {self.least}")

    def n_slots(self, game):
        # Of longer sequences a hash is kept: two that collide share a slot.
        return game.n_codes() + 2 * SEQUENCES

    def needs_line(self):
        return True

    def pick(self, game, state, moves, n, line, memory, stream):
        if self.epsilon > 0 and unit(stream) < self.epsilon:
            return below(stream, n)
        for i in range(n):
            code = game.code(state, moves[i])
            value = mean_of(memory, code)
            known = 1
            for length in range(2, 4):
                if line.size[0] >= length - 1:
                    slot = sequence_slot(game, line, line.size[0], code, length)
                    if memory.seen[slot] >= max(self.least, 1):
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
            for length in range(2, 4):
                if i >= length - 1:
                    slot = sequence_slot(game, line, i, code, length)
                    add_result(memory, slot, winner, is_second)

    def fade(self, game, memory):
        fade_counts(memory, self.keep)


SEQUENCES = 2**16


def check_greed(self):
    """Raise a SearchError if tau, epsilon or keep is out of range."""
    name = type(self).__name__
    if not 0 < self.tau < float("inf") or 1.0 / self.tau > 700:
        raise SearchError(f"{name}: tau must be from 0.002, not {self.tau}")
    for field in ("epsilon", "keep"):
        if not 0 <= getattr(self, field) <= 1:
            raise SearchError(f"{name}: {field} must be from 0 to 1, not {getattr(self, field)}")


@compiled
def sequence_slot(game, line, at, code, length):
    """The slot of the moves that end with this code, the others standing before `at`."""
    word = mix(np.uint64(code))
    for back in range(1, length):
        word = mix(word + np.uint64(line.code[at - back]) + np.uint64(1))
    return game.n_codes() + (length - 2) * SEQUENCES + np.int64(word & np.uint64(SEQUENCES - 1))


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
