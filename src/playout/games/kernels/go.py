"""What Go needs beyond the board: captures that are taken off, the ko, eyes and the score.

Three words follow those of `goban.py`, each of them 0 at the start:

    ko       the point, counted from 1, that the player to move may not take back at once
    passes   how many of the last moves were passes: 0, 1 or 2
    lead     after the end: Black's points less White's, plus LEAD
"""

import numpy as np

from ...kernel import bit, compiled, lowest, popcount
from ...rules import DRAW, FIRST, SECOND
from .goban import (
    ATARI,
    BLACK,
    CHAIN,
    EMPTY,
    WHITE,
    beside_stone,
    find_atari,
    first_word,
    grow_chain,
    legal_points,
    neighbours,
    place_stone,
)

LEAD = 1000  # more than there are points, so that the word of an ended game is never 0


@compiled
def ko_word(grid):
    """Where in the state the ko is; passes and lead follow it."""
    return first_word(grid, CHAIN + 1)


@compiled
def every_point(grid):
    """A word with all its points set."""
    return ~np.uint64(0) >> np.uint64(64 - grid.span)


# --- moves --------------------------------------------------------------------------


@compiled
def open_points(state, grid, i):
    """Word i of the points where a stone may be put."""
    points = legal_points(state, grid, i, True)
    ko = np.int64(state[ko_word(grid)]) - 1
    if ko >= 0 and ko // grid.span == i:
        points &= ~bit(ko % grid.span)
    return points


@compiled
def list_points(state, grid, out, with_eyes):
    """List those points, and return how many there are; without the player's own eyes if wanted."""
    n = 0
    for i in range(grid.n):
        points = open_points(state, grid, i)
        if not with_eyes:
            points &= ~own_eyes(state, grid, i)
        while points != 0:
            out[n] = i * grid.span + lowest(points)
            points &= points - np.uint64(1)
            n += 1
    return n


@compiled
def has_sound_point(state, grid):
    """Whether the player to move can put a stone elsewhere than into an own eye."""
    i = 0
    while i < grid.n and open_points(state, grid, i) & ~own_eyes(state, grid, i) == 0:
        i += 1
    return i < grid.n


@compiled
def make_move(state, grid, move, max_plies):
    """Put a stone down or pass, and count the points if that ends the game."""
    at = ko_word(grid)
    state[at] = 0
    if move == grid.size * grid.size:
        state[0] += np.uint64(1)
        state[at + 1] += np.uint64(1)
    else:
        state[at + 1] = 0
        captured = np.int64(-1)
        if place_stone(state, grid, move):
            captured = take_stones(state, grid)
        find_atari(state, grid, move)
        if captured >= 0 and is_lone_in_atari(state, grid, move):
            state[at] = captured + 1
    if state[at + 1] == 2 or np.int64(state[0]) >= max_plies:
        state[at + 2] = points_of(state, grid, BLACK) - points_of(state, grid, WHITE) + LEAD


@compiled
def take_stones(state, grid):
    """Take the stones of CHAIN off the board; returns the point if it was one stone, else -1.

    The chains around them have more liberties now: two at least, but perhaps the one of the stone
    that has just been put down.
    """
    own = first_word(grid, 1 - np.int64(state[0] & np.uint64(1)))
    other = first_word(grid, np.int64(state[0] & np.uint64(1)))
    atari = first_word(grid, ATARI)
    chain = first_word(grid, CHAIN)
    n = 0
    point = np.int64(-1)
    for i in range(grid.n):
        taken = state[chain + i]
        state[other + i] ^= taken
        state[atari + i] &= ~taken
        state[first_word(grid, EMPTY) + i] |= taken
        n += popcount(taken)
        if taken != 0:
            point = i * grid.span + lowest(taken)
    before = np.uint64(0)
    for i in range(grid.n):
        taken = state[chain + i]
        near = neighbours(grid, before, taken, state[chain + i + 1])
        state[chain + i] = near & state[own + i] & state[atari + i]
        before = taken
    grow_chain(state, grid, own)
    for i in range(grid.n):
        state[atari + i] &= ~state[chain + i]
        state[chain + i] = 0
    return point if n == 1 else np.int64(-1)


@compiled
def is_lone_in_atari(state, grid, move):
    """Whether the stone just put down is a chain by itself, with one liberty."""
    own = first_word(grid, 1 - np.int64(state[0] & np.uint64(1)))
    word = move // grid.span
    stone = bit(move % grid.span)
    joined = np.uint64(0)
    for i in range(max(word - 1, 0), min(word + 2, grid.n)):
        joined |= beside_stone(grid, word, stone, i) & state[own + i]
    return joined == 0 and state[first_word(grid, ATARI) + word] & stone != 0


# --- eyes ---------------------------------------------------------------------------


@compiled
def edge_points(grid, i):
    """Word i of the points at the edge of the board."""
    every = every_point(grid)
    row = every_point(grid) >> np.uint64(grid.span - grid.size)
    left = every & ~grid.inner
    edge = left | (left << np.uint64(grid.size - 1))
    if i == 0:
        edge |= row
    last = grid.size * (grid.size - 1)  # the first point of the last row
    if last // grid.span == i:
        edge |= row << np.uint64(last % grid.span)
    return edge


@compiled
def false_eyes(grid, before, here, after, edge):
    """The points that these stones make false eyes for the other player, from three words in a row.

    They are on two of the diagonals of such a point, or on one if it is at the edge.
    """
    row = np.uint64(grid.size)
    other_words = np.uint64(grid.span - grid.size)
    above = ((here << row) | (before >> other_words)) & every_point(grid)
    below = ((here >> row) | (after << other_words)) & every_point(grid)
    a, b = (above << np.uint64(1)) & grid.inner, (above & grid.inner) >> np.uint64(1)
    c, d = (below << np.uint64(1)) & grid.inner, (below & grid.inner) >> np.uint64(1)
    return (a & b) | (c & d) | ((a | b) & (c | d)) | ((a | b | c | d) & edge)


@compiled
def own_eyes(state, grid, i):
    """Word i of the eyes of the player to move: empty points with own stones around, not false."""
    other = first_word(grid, 1 - np.int64(state[0] & np.uint64(1))) + i
    empty = first_word(grid, EMPTY) + i
    open_to = neighbours(
        grid,
        state[empty - 1] | state[other - 1],
        state[empty] | state[other],
        state[empty + 1] | state[other + 1],
    )
    eyes = state[empty] & ~open_to
    if eyes != 0:
        edge = edge_points(grid, i)
        eyes &= ~false_eyes(grid, state[other - 1], state[other], state[other + 1], edge)
    return eyes


# --- the score ----------------------------------------------------------------------


@compiled
def points_of(state, grid, player):
    """The player's stones and the empty points that they reach.

    Points that both reach count for both, so that the difference is that of the areas.
    """
    chain = first_word(grid, CHAIN)
    for i in range(grid.n):
        state[chain + i] = state[first_word(grid, player) + i]
    grow_chain(state, grid, first_word(grid, EMPTY))
    n = 0
    for i in range(grid.n):
        n += popcount(state[chain + i])
        state[chain + i] = 0
    return n


@compiled
def winner_by(lead, komi):
    """Who has won by so many points of Black's more than White's."""
    if lead == komi:
        return DRAW
    return FIRST if lead > komi else SECOND
