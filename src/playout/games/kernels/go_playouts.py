"""Random games of Go to their ends, in which nobody fills an eye of their own.

A player passes where nothing else is left. Without this rule games would last until both had
filled their eyes and lost their stones, and their results would say little.
"""

import numpy as np

from ...kernel import below, compiled, lowest, nth_bit, popcount
from .go import (
    LEAD,
    edge_points,
    false_eyes,
    ko_word,
    list_points,
    make_move,
    open_points,
    own_eyes,
)
from .goban import BLACK, EMPTY, WHITE, first_word, neighbours


@compiled
def random_go(state, grid, max_plies, stream, moves, codes, is_traced):
    """The playout that suits the size of the board: Black's lead, and how many moves there were.

    Their codes are written down if it `is_traced`.
    """
    lead = np.int64(state[ko_word(grid) + 2])
    if lead != 0:
        return lead - LEAD, 0
    if grid.n == 1:
        return play_small_board(state, grid, max_plies, stream, codes, is_traced, is_wide=False)
    if grid.n == 2:
        return play_small_board(state, grid, max_plies, stream, codes, is_traced, is_wide=True)
    return play_large_board(state, grid, max_plies, stream, moves, codes, is_traced)


@compiled
def play_small_board(state, grid, max_plies, stream, codes, is_traced, is_wide):
    """A playout on a board of one word, or of two if it `is_wide`.

    A point is drawn from all that are no eyes and taken if it proves to be legal, so every legal
    one has the same chance. The last two arguments are constants where this is called, and the
    compiler leaves out what they make useless.
    """
    none = np.uint64(0)
    player = np.int64(state[0] & np.uint64(1))
    own, other = first_word(grid, player), first_word(grid, 1 - player)
    empty = first_word(grid, EMPTY)
    own0, own1 = state[own], state[own + 1] if is_wide else none
    other0, other1 = state[other], state[other + 1] if is_wide else none
    empty0, empty1 = state[empty], state[empty + 1] if is_wide else none
    edge0, edge1 = edge_points(grid, 0), edge_points(grid, 1) if is_wide else none
    ko0, ko1 = ko_bits(state, grid, 0), ko_bits(state, grid, 1) if is_wide else none
    plies = np.int64(state[0])
    passes = np.int64(state[ko_word(grid) + 1])
    n_moves = 0
    while passes < 2 and plies < max_plies:
        left0, left1 = sound_points(grid, other0, other1, empty0, empty1, edge0, edge1)
        left0 &= ~ko0
        left1 &= ~ko1
        ko0, ko1 = none, none
        passes += 1
        code = grid.size * grid.size + 1  # of a pass
        while left0 | left1 != 0:
            stone0, stone1 = random_stone(stream, left0, left1, is_wide)
            left0 ^= stone0
            left1 ^= stone1
            is_legal, dead0, dead1 = taken_by(
                grid, stone0, stone1, own0, own1, other0, other1, empty0, empty1
            )
            if is_legal:
                code = lowest(stone0) if stone0 != 0 else grid.span + lowest(stone1)
                other0 ^= dead0
                other1 ^= dead1
                empty0 ^= stone0 | dead0
                empty1 ^= stone1 | dead1
                if popcount(dead0) + popcount(dead1) == 1:
                    around0 = neighbours(grid, none, stone0, stone1) & (own0 | empty0)
                    around1 = neighbours(grid, stone0, stone1, none) & (own1 | empty1)
                    if around0 == dead0 and around1 == dead1:
                        ko0, ko1 = dead0, dead1
                own0 |= stone0
                own1 |= stone1
                passes = np.int64(0)
                left0, left1 = none, none
        if is_traced:
            codes[n_moves] = player * (grid.size * grid.size + 2) + code
        n_moves += 1
        plies += 1
        player = 1 - player
        own0, own1, other0, other1 = other0, other1, own0, own1
    lead = reach(grid, own0, own1, empty0, empty1) - reach(grid, other0, other1, empty0, empty1)
    return (lead if player == BLACK else -lead), n_moves


@compiled
def sound_points(grid, other0, other1, empty0, empty1, edge0, edge1):
    """All empty points but eyes, those that touch nothing but own stones and are not false."""
    none = np.uint64(0)
    rest0, rest1 = empty0 | other0, empty1 | other1
    sound0 = empty0 & neighbours(grid, none, rest0, rest1)
    sound1 = empty1 & neighbours(grid, rest0, rest1, none)
    if (sound0 ^ empty0) | (sound1 ^ empty1) != 0:
        sound0 |= empty0 & false_eyes(grid, none, other0, other1, edge0)
        sound1 |= empty1 & false_eyes(grid, other0, other1, none, edge1)
    return sound0, sound1


@compiled
def random_stone(stream, points0, points1, is_wide):
    """One of these points, each with the same chance."""
    n = popcount(points0)
    k = below(stream, n + popcount(points1))
    if is_wide and k >= n:
        return np.uint64(0), nth_bit(points1, k - n)
    return nth_bit(points0, k), np.uint64(0)


@compiled
def taken_by(grid, stone0, stone1, own0, own1, other0, other1, empty0, empty1):
    """Whether a stone may be put on an empty point, and what it captures there.

    Its own chain and those of the other colour that it touches should have a liberty left: from
    the stones that touch an empty point, walk until all of them are seen, or nothing is new.
    """
    none = np.uint64(0)
    own0 |= stone0
    own1 |= stone1
    empty0 ^= stone0
    empty1 ^= stone1
    near0 = stone0 | (neighbours(grid, none, stone0, stone1) & other0)
    near1 = stone1 | (neighbours(grid, stone0, stone1, none) & other1)
    air0 = neighbours(grid, none, empty0, empty1)
    air1 = neighbours(grid, empty0, empty1, none)
    mine0, mine1 = own0 & air0, own1 & air1
    theirs0, theirs1 = other0 & air0, other1 & air1
    grown = np.uint64(1)
    unseen = (near0 & ~air0) | (near1 & ~air1)
    while unseen != 0 and grown != 0:
        a0 = mine0 | (neighbours(grid, none, mine0, mine1) & own0)
        a1 = mine1 | (neighbours(grid, mine0, mine1, none) & own1)
        b0 = theirs0 | (neighbours(grid, none, theirs0, theirs1) & other0)
        b1 = theirs1 | (neighbours(grid, theirs0, theirs1, none) & other1)
        grown = (a0 ^ mine0) | (a1 ^ mine1) | (b0 ^ theirs0) | (b1 ^ theirs1)
        mine0, mine1, theirs0, theirs1 = a0, a1, b0, b1
        unseen = (near0 & ~(a0 | b0)) | (near1 & ~(a1 | b1))
    if unseen == 0:
        return True, none, none
    # All that has a liberty was seen: the other's stones that were not are captured.
    dead0, dead1 = other0 & ~theirs0, other1 & ~theirs1
    return dead0 | dead1 != 0, dead0, dead1


@compiled
def ko_bits(state, grid, i):
    """Word i of the set of the one point that the ko forbids, if any."""
    ko = np.int64(state[ko_word(grid)]) - 1
    if ko < 0 or ko // grid.span != i:
        return np.uint64(0)
    return np.uint64(1) << np.uint64(ko % grid.span)


@compiled
def reach(grid, stones0, stones1, empty0, empty1):
    """How many points these stones have and reach over empty ones."""
    none = np.uint64(0)
    grown = np.uint64(1)
    while grown != 0:
        a0 = stones0 | (neighbours(grid, none, stones0, stones1) & empty0)
        a1 = stones1 | (neighbours(grid, stones0, stones1, none) & empty1)
        grown = (a0 ^ stones0) | (a1 ^ stones1)
        stones0, stones1 = a0, a1
    return popcount(stones0) + popcount(stones1)


@compiled
def play_large_board(state, grid, max_plies, stream, moves, codes, is_traced):
    """A playout on a board of any size.

    An empty point is drawn and taken if it may be. If not, then one is drawn from the list of
    those that may, which leaves all of them the same chance.
    """
    at = ko_word(grid)
    n_moves = 0
    while state[at + 2] == 0:
        player = np.int64(state[0] & np.uint64(1))
        move = random_point(state, grid, stream)
        if move < 0:
            n = list_points(state, grid, moves, False)
            move = moves[below(stream, n)] if n > 0 else np.int64(grid.size * grid.size)
        if is_traced:
            is_pass = np.int64(move == grid.size * grid.size)
            codes[n_moves] = player * (grid.size * grid.size + 2) + move + is_pass
        n_moves += 1
        make_move(state, grid, move, max_plies)
    return np.int64(state[at + 2]) - LEAD, n_moves


@compiled
def random_point(state, grid, stream):
    """One of the empty points if it may be played and is no eye; -1 otherwise."""
    empty = first_word(grid, EMPTY)
    n_empty = grid.size * grid.size
    for i in range(grid.n):
        n_empty -= popcount(state[first_word(grid, BLACK) + i] | state[first_word(grid, WHITE) + i])
    if n_empty == 0:
        return np.int64(-1)
    i = 0
    k = below(stream, n_empty)
    n = popcount(state[empty])
    while k >= n:
        k -= n
        i += 1
        n = popcount(state[empty + i])
    stone = nth_bit(state[empty + i], k)
    if open_points(state, grid, i) & ~own_eyes(state, grid, i) & stone == 0:
        return np.int64(-1)
    return i * grid.span + lowest(stone)
