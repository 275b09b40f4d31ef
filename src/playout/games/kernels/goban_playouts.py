"""Random games of Atarigo and Nogo to their ends: what a simulation spends its time on."""

import numpy as np

from ...kernel import below, compiled, lowest, nth_bit, popcount
from .goban import (
    EMPTY,
    first_word,
    has_captured,
    legal_points,
    list_moves,
    neighbours,
    put_stone,
)


@compiled
def random_playout(state, grid, stream, moves, capture_wins):
    """The playout that suits the size of the board."""
    if capture_wins and has_captured(state, grid):
        return 1 - np.int64(state[0] & np.uint64(1))
    if grid.n == 1:
        return fill_board(state, grid, stream, is_wide=False, capture_wins=capture_wins)
    if grid.n == 2:
        return fill_board(state, grid, stream, is_wide=True, capture_wins=capture_wins)
    return fill_large_board(state, grid, stream, moves, capture_wins)


@compiled
def fill_board(state, grid, stream, is_wide, capture_wins):
    """A playout on a board of one word, or of two if it `is_wide`.

    A point is drawn from all that are left and taken if it proves to be legal, so every
    legal one has the same chance. In Nogo, what is illegal for a player remains so.
    The last two arguments are constants where this is called, and the compiler leaves
    out what they make useless: the second words of a small board.
    """
    none = np.uint64(0)
    player = np.int64(state[0] & np.uint64(1))
    own = first_word(grid, player)
    other = first_word(grid, 1 - player)
    empty = first_word(grid, EMPTY)
    own0, own1 = state[own], state[own + 1] if is_wide else none
    other0, other1 = state[other], state[other + 1] if is_wide else none
    empty0, empty1 = state[empty], state[empty + 1] if is_wide else none
    left0, left1 = empty0, empty1  # what the player to move has not tried yet
    next0, next1 = empty0, empty1  # what the other has not
    while left0 | left1 != 0:
        n = popcount(left0)
        k = below(stream, n + popcount(left1))
        if is_wide and k >= n:
            stone0, stone1 = none, nth_bit(left1, k - n)
        else:
            stone0, stone1 = nth_bit(left0, k), none
        left0 ^= stone0
        left1 ^= stone1
        new0, new1 = own0 | stone0, own1 | stone1
        free0, free1 = empty0 ^ stone0, empty1 ^ stone1
        # The stone's own chain and those of the other colour that it touches must have a
        # liberty left: from the stones that touch an empty point, walk until all are seen.
        near0 = neighbours(grid, none, stone0, stone1) & other0
        near1 = neighbours(grid, stone0, stone1, none) & other1
        air0 = neighbours(grid, none, free0, free1)
        air1 = neighbours(grid, free0, free1, none)
        mine0, mine1 = new0 & air0, new1 & air1
        theirs0, theirs1 = other0 & air0, other1 & air1
        grown = np.uint64(1)
        unseen = ((stone0 | near0) & ~air0) | ((stone1 | near1) & ~air1)
        while unseen != 0 and grown != 0:
            a0 = mine0 | (neighbours(grid, none, mine0, mine1) & new0)
            a1 = mine1 | (neighbours(grid, mine0, mine1, none) & new1)
            b0 = theirs0 | (neighbours(grid, none, theirs0, theirs1) & other0)
            b1 = theirs1 | (neighbours(grid, theirs0, theirs1, none) & other1)
            grown = (a0 ^ mine0) | (a1 ^ mine1) | (b0 ^ theirs0) | (b1 ^ theirs1)
            mine0, mine1, theirs0, theirs1 = a0, a1, b0, b1
            unseen = ((stone0 | near0) & ~(a0 | b0)) | ((stone1 | near1) & ~(a1 | b1))
        if unseen == 0:
            player = 1 - player
            empty0, empty1 = free0, free1
            own0, own1, other0, other1 = other0, other1, new0, new1
            if capture_wins:
                left0, left1 = empty0, empty1
            else:
                left0, left1, next0, next1 = next0 & ~stone0, next1 & ~stone1, left0, left1
        elif capture_wins and (near0 & ~theirs0) | (near1 & ~theirs1) != 0:
            return player
    return 1 - player


@compiled
def fill_large_board(state, grid, stream, moves, capture_wins):
    """A playout on a board of any size.

    An empty point is drawn and taken if it is legal. If not, then one is drawn from the
    list of the legal moves, which leaves all of them the same chance.
    """
    while not has_captured(state, grid):
        i = 0
        k = below(stream, grid.size * grid.size - np.int64(state[0]))
        n = popcount(state[first_word(grid, EMPTY)])
        while k >= n:
            k -= n
            i += 1
            n = popcount(state[first_word(grid, EMPTY) + i])
        stone = nth_bit(state[first_word(grid, EMPTY) + i], k)
        move = i * grid.span + lowest(stone)
        if legal_points(state, grid, i, capture_wins) & stone == 0:
            n = list_moves(state, grid, moves, capture_wins)
            if n == 0:
                break
            move = moves[below(stream, n)]
        put_stone(state, grid, move)
    return 1 - np.int64(state[0] & np.uint64(1))
