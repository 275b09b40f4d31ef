"""A Go board in words: what lies on each point, the chains of stones and their liberties.

Atarigo, Nogo and Go are played on it; what only Go needs is in `go.py`.

State: word 0 counts the plies, word 1 is zero. Then come five sets of points, each
as `n` words and one more that stays zero, so that every word has two neighbours:

    BLACK, WHITE, EMPTY     what lies on each point
    ATARI                   the stones of the chains that have one liberty left
    CHAIN                   in Atarigo, the captured stones; otherwise room to work in

A word holds as many whole rows as fit: a board up to 8 x 8 is one word, 9 x 9 and
10 x 10 are two. The legal moves follow from ATARI. Its empty neighbours are the
points where those chains can be captured; and a stone has a liberty if it is put
next to an empty point or to a chain of its own colour that is not in ATARI.
"""

from typing import NamedTuple

import numpy as np

from ...kernel import bit, compiled, lowest, mix, popcount

BLACK, WHITE, EMPTY, ATARI, CHAIN = range(5)


class Grid(NamedTuple):
    """How a board lies in words."""

    size: int
    n: int  # words of a set of points
    span: int  # points of a word
    inner: np.uint64  # the points of a word that have a left neighbour


# --- sets of points -----------------------------------------------------------------


@compiled
def first_word(grid, points):
    """Where in the state the words of a set of points begin."""
    return 2 + points * (grid.n + 1)


@compiled
def neighbours(grid, before, here, after):
    """The neighbours that the points of three words in a row have in the middle one.

    There may be some beyond the last row, to be cut off by the caller.
    """
    row = np.uint64(grid.size)
    other_words = np.uint64(grid.span - grid.size)
    beside = ((here << np.uint64(1)) & grid.inner) | ((here & grid.inner) >> np.uint64(1))
    within_word = beside | (here << row) | (here >> row)
    return within_word | (before >> other_words) | (after << other_words)


@compiled
def beside(state, grid, at):
    """The same for the words around a place in the state."""
    return neighbours(grid, state[at - 1], state[at], state[at + 1])


@compiled
def beside_stone(grid, word, stone, i):
    """Word i of the neighbours of one stone, given as a word and a bit in it."""
    none = np.uint64(0)
    return neighbours(
        grid,
        stone if i == word + 1 else none,
        stone if i == word else none,
        stone if i == word - 1 else none,
    )


@compiled
def clear_board(state, grid):
    for i in range(first_word(grid, CHAIN + 1)):
        state[i] = 0
    for i in range(grid.n):
        points = min(grid.span, grid.size * grid.size - i * grid.span)
        state[first_word(grid, EMPTY) + i] = ~np.uint64(0) >> np.uint64(64 - points)


@compiled
def fill_stones(state, grid, out):
    """For a network: the mover's stones, the other's, and those that have one liberty left."""
    player = np.int64(state[0] & np.uint64(1))
    for side in range(3):
        points = np.int64(ATARI)
        if side < 2:
            points = player if side == 0 else 1 - player
        for point in range(grid.size * grid.size):
            word = state[first_word(grid, points) + point // grid.span]
            is_set = (word >> np.uint64(point % grid.span)) & np.uint64(1)
            out[point // grid.size, point % grid.size, side] = np.float32(is_set)


@compiled
def stones_key(state, grid):
    word = np.uint64(1)
    for i in range(grid.n):
        word = mix(word + state[first_word(grid, BLACK) + i])
        word = mix(word + state[first_word(grid, WHITE) + i])
    return word


# --- legal moves --------------------------------------------------------------------


@compiled
def air(state, grid, own, at):
    """A word of what gives a stone put beside it a liberty."""
    return state[first_word(grid, EMPTY) + at] | (
        state[own + at] & ~state[first_word(grid, ATARI) + at]
    )


@compiled
def legal_points(state, grid, i, capture_wins):
    """Word i of the legal moves: captures win (Atarigo), or are illegal (Nogo).

    The first is what Go allows, too, but for the ko.
    """
    player = np.int64(state[0] & np.uint64(1))
    own = first_word(grid, player)
    other = first_word(grid, 1 - player) + i
    atari = first_word(grid, ATARI) + i
    breathing = neighbours(
        grid, air(state, grid, own, i - 1), air(state, grid, own, i), air(state, grid, own, i + 1)
    )
    capturing = neighbours(
        grid,
        state[other - 1] & state[atari - 1],
        state[other] & state[atari],
        state[other + 1] & state[atari + 1],
    )
    chosen = breathing | capturing if capture_wins else breathing & ~capturing
    return chosen & state[first_word(grid, EMPTY) + i]


@compiled
def can_move(state, grid, capture_wins):
    i = 0
    while i < grid.n and legal_points(state, grid, i, capture_wins) == 0:
        i += 1
    return i < grid.n


@compiled
def list_moves(state, grid, out, capture_wins):
    n = 0
    for i in range(grid.n):
        points = legal_points(state, grid, i, capture_wins)
        while points != 0:
            out[n] = i * grid.span + lowest(points)
            points &= points - np.uint64(1)
            n += 1
    return n


@compiled
def has_captured(state, grid):
    """Whether the last move captured."""
    captured = np.uint64(0)
    for i in range(grid.n):
        captured |= state[first_word(grid, CHAIN) + i]
    return captured != 0


# --- a stone and the chains around it -----------------------------------------------


@compiled
def put_stone(state, grid, move):
    """Put a stone down; what it captures stays there, for the game is over."""
    if place_stone(state, grid, move):
        for i in range(grid.n):
            # Equal positions have equal words, and the last stone may be any of several.
            state[first_word(grid, ATARI) + i] = 0
    else:
        find_atari(state, grid, move)


@compiled
def place_stone(state, grid, move):
    """Put a stone down and fill CHAIN with what it captures; returns whether that is anything.

    The chains that it joins are no longer in ATARI, whatever they will be.
    """
    player = np.int64(state[0] & np.uint64(1))
    own = first_word(grid, player)
    atari = first_word(grid, ATARI)
    chain = first_word(grid, CHAIN)
    word = move // grid.span
    stone = bit(move % grid.span)
    state[0] += np.uint64(1)
    state[first_word(grid, EMPTY) + word] ^= stone
    if gather_atari(state, grid, own, word, stone):
        for i in range(grid.n):
            state[atari + i] ^= state[chain + i]
            state[chain + i] = 0
    state[own + word] |= stone
    return gather_atari(state, grid, first_word(grid, 1 - player), word, stone)


@compiled
def find_atari(state, grid, move):
    """Note which chains have one liberty left, of those around the last stone and its own."""
    other = first_word(grid, np.int64(state[0] & np.uint64(1)))
    own = first_word(grid, 1 - np.int64(state[0] & np.uint64(1)))
    chain = first_word(grid, CHAIN)
    word = move // grid.span
    stone = bit(move % grid.span)
    for i in range(max(word - 1, 0), min(word + 2, grid.n)):
        seeds = beside_stone(grid, word, stone, i) & state[other + i]
        if i == word:
            seeds |= stone
        while seeds != 0:
            seed = seeds & (~seeds + np.uint64(1))
            seeds ^= seed
            state[chain + i] = seed
            has_one = has_one_liberty(state, grid, own if state[own + i] & seed != 0 else other)
            for k in range(grid.n):
                if has_one:
                    state[first_word(grid, ATARI) + k] |= state[chain + k]
                state[chain + k] = 0


@compiled
def gather_atari(state, grid, stones, word, stone):
    """Fill CHAIN with the chains in atari next to a point; returns whether there are any."""
    chain = first_word(grid, CHAIN)
    found = np.uint64(0)
    for i in range(max(word - 1, 0), min(word + 2, grid.n)):
        near = beside_stone(grid, word, stone, i)
        state[chain + i] = near & state[stones + i] & state[first_word(grid, ATARI) + i]
        found |= state[chain + i]
    if found != 0:
        grow_chain(state, grid, stones)
    return found != 0


@compiled
def grow_chain(state, grid, points):
    """Add to CHAIN all that it reaches over a set of points."""
    chain = first_word(grid, CHAIN)
    is_growing = True
    while is_growing:
        is_growing = False
        for i in range(grid.n):
            old = state[chain + i]
            state[chain + i] |= beside(state, grid, chain + i) & state[points + i]
            is_growing |= state[chain + i] != old


@compiled
def has_one_liberty(state, grid, stones):
    """Complete the chain begun in CHAIN; stops short as soon as it has two liberties."""
    chain = first_word(grid, CHAIN)
    while True:
        liberties = 0
        is_growing = False
        for i in range(grid.n):
            near = beside(state, grid, chain + i)
            old = state[chain + i]
            liberties += popcount(near & state[first_word(grid, EMPTY) + i])
            state[chain + i] |= near & state[stones + i]
            is_growing |= state[chain + i] != old
        if liberties > 1:
            return False
        if not is_growing:
            return True


@compiled
def surroundings(state, grid, move):
    """What lies on the four points beside one: empty, own, the other's or beyond the edge."""
    col, row = move % grid.size, move // grid.size
    here = lies_on(state, grid, col - 1, row)
    here = 4 * here + lies_on(state, grid, col + 1, row)
    here = 4 * here + lies_on(state, grid, col, row - 1)
    return 4 * here + lies_on(state, grid, col, row + 1)


@compiled
def lies_on(state, grid, col, row):
    if col < 0 or row < 0 or col >= grid.size or row >= grid.size:
        return np.int64(3)
    point = row * grid.size + col
    player = np.int64(state[0] & np.uint64(1))
    at = point // grid.span
    stone = bit(point % grid.span)
    if state[first_word(grid, player) + at] & stone != 0:
        return np.int64(1)
    return np.int64(2 if state[first_word(grid, 1 - player) + at] & stone != 0 else 0)
