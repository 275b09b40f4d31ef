"""Hex by brute force: plain sets of bits, plain minimax. Slow, and independent of the solver.

A position is (own, other) as the solver has it: bit 8 * row + column, `own` the player to move,
who connects top and bottom.
"""

import functools
import itertools
import random

STEPS = ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))


def board(size):
    return sum(1 << (8 * r + c) for r in range(size) for c in range(size))


def cells_of(word):
    return [cell for cell in range(64) if word >> cell & 1]


def flip(word):
    return sum(1 << (8 * (cell % 8) + cell // 8) for cell in cells_of(word))


def neighbours(cell, size):
    row, col = divmod(cell, 8)
    around = [(col + dc, row + dr) for dc, dr in STEPS]
    return [8 * r + c for c, r in around if 0 <= c < size and 0 <= r < size]


@functools.cache
def crosses(stones, size):
    """Whether stones join the top row to the bottom row."""
    todo = [cell for cell in cells_of(stones) if cell < 8]
    seen = set(todo)
    while todo:
        cell = todo.pop()
        if cell // 8 == size - 1:
            return True
        new = [to for to in neighbours(cell, size) if stones >> to & 1 and to not in seen]
        seen.update(new)
        todo += new
    return False


@functools.cache
def wins(own, other, size):
    """Whether the player to move wins, by minimax."""
    if crosses(own, size) or crosses(flip(other), size):
        return crosses(own, size)
    return any(move_wins(own, other, cell, size) for cell in empty_cells(own, other, size))


def move_wins(own, other, cell, size):
    return not wins(flip(other), flip(own | 1 << cell), size)


def empty_cells(own, other, size):
    return cells_of(board(size) & ~(own | other))


def every_position(size):
    """All placements of stones, whoever has how many, in which nobody has connected."""
    cells = cells_of(board(size))
    for colours in itertools.product(range(3), repeat=len(cells)):
        own = other = 0
        for cell, colour in zip(cells, colours, strict=True):
            own |= (colour == 1) << cell
            other |= (colour == 2) << cell
        if not crosses(own, size) and not crosses(flip(other), size):
            yield own, other


def random_positions(size, n, n_empty, seed):
    """Positions of undecided games with so many empty cells; one side may have more stones."""
    draw = random.Random(seed)
    cells = cells_of(board(size))
    while n:
        draw.shuffle(cells)
        stones = cells[: len(cells) - draw.choice(n_empty)]
        n_own = min(len(stones), max(0, len(stones) // 2 + draw.choice((-2, -1, 0, 0, 0, 1))))
        own = sum(1 << cell for cell in stones[:n_own])
        other = sum(1 << cell for cell in stones[n_own:])
        if not crosses(own, size) and not crosses(flip(other), size):
            n -= 1
            yield own, other


def joins(own, ends, size):
    """Whether stones join two points, each an edge ("top", "bottom") or a cell of theirs."""
    start, goal = ends
    edge = {"top": 0, "bottom": size - 1}
    todo = [start] if start not in edge else [c for c in cells_of(own) if c // 8 == edge[start]]
    seen = set(todo)
    while todo:
        cell = todo.pop()
        if cell == goal or (goal in edge and cell // 8 == edge[goal]):
            return True
        new = [to for to in neighbours(cell, size) if own >> to & 1 and to not in seen]
        seen.update(new)
        todo += new
    return False


def can_join(own, carrier, ends, is_first, size):
    """Whether a player can join two points, both sides playing in the carrier alone."""

    @functools.cache
    def play(own, free, is_turn):
        if joins(own, ends, size):
            return True
        tries = (
            play(own | (1 << cell if is_turn else 0), free & ~(1 << cell), not is_turn)
            for cell in cells_of(free)
        )
        if not free:
            return False
        return any(tries) if is_turn else all(tries)

    return play(own, carrier, is_first)
