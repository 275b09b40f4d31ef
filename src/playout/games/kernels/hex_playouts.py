"""Playouts of Hex: fill the board at random, then see who connects; and answers to bridges."""

import numpy as np

from ...kernel import below, bit, compiled, lowest, next_word, nth_bit, popcount, unit
from ...rules import FIRST, SECOND
from .hex import ROWS, WINNER, empty_cells, sweep_down, sweep_up


@compiled
def crosses(state, size):
    """Whether Black's stones connect the top to the bottom; stops as soon as they do."""
    linked = ROWS + 2 * size
    state[linked] = state[ROWS]
    while True:
        grown = sweep_down(state, size, ROWS, linked)
        if state[linked + size - 1] != 0:
            return True
        if not grown or not sweep_up(state, size, ROWS, linked):
            return False


@compiled
def fill_board(state, size, stream):
    """Give Black a uniformly random half of the empty cells, the odd one to the player to move.

    Each empty cell gets a fair coin; then random cells change sides until the number is
    right. Only Black's rows are changed: White has the rest.
    """
    empties = 0
    surplus = 0
    per_word = 64 // size
    word = np.uint64(0)
    for row in range(size):
        if row % per_word == 0:
            word = next_word(stream)
        empty = empty_cells(state, size, row)
        chosen = empty & word
        word >>= np.uint64(size)
        empties += popcount(empty)
        surplus += popcount(chosen)
        # White's row becomes the cells that may still change sides.
        state[ROWS + size + row] = empty
        state[ROWS + row] |= chosen
    target = (empties + 1 - np.int64(state[0] & np.uint64(1))) // 2
    while surplus > target:
        change_side(state, size, below(stream, surplus), np.uint64(0))
        surplus -= 1
    while surplus < target:
        change_side(state, size, below(stream, empties - surplus), ~np.uint64(0))
        surplus += 1


@compiled
def list_codes(state, size, codes, n):
    """Add the codes of the cells that `fill_board` has filled to the first n."""
    white = size * size + 1
    for row in range(size):
        black = state[ROWS + row]
        filled = state[ROWS + size + row]
        while filled != 0:
            col = lowest(filled)
            is_white = np.int64((~black >> np.uint64(col)) & np.uint64(1))
            codes[n] = row * size + col + white * is_white
            filled &= filled - np.uint64(1)
            n += 1
    return n


@compiled
def is_empty(state, size, move):
    return (empty_cells(state, size, move // size) >> np.uint64(move % size)) & np.uint64(1) != 0


@compiled
def bridge_reply(state, size, move, start):
    """Two cells of the mover's own with an empty one between them, on the ring around the cell
    that was played: with that cell, the empty one made a bridge. The empty one, or -1.

    Cells beyond an edge belong to the player whose edge it is. `start` is where on the ring,
    0 to 5, to begin to look.
    """
    if move >= size * size:
        return np.int64(-1)
    player = np.int64(state[0] & np.uint64(1))
    own = 0
    empty = 0
    for k in range(6):
        row, col = ring_cell(move // size, move % size, k)
        if row < 0 or row >= size:
            own |= (player == FIRST) << k
        elif col < 0 or col >= size:
            own |= (player == SECOND) << k
        else:
            here = np.int64(state[ROWS + player * size + row] >> np.uint64(col)) & 1
            own |= here << k
            there = np.int64(state[ROWS + (1 - player) * size + row] >> np.uint64(col)) & 1
            empty |= (1 - here - there) << k
    between = empty & (own << 1 | own >> 5) & (own >> 1 | own << 5)
    if between != 0:
        for i in range(start, start + 6):
            if between >> (i % 6) & 1:
                row, col = ring_cell(move // size, move % size, i % 6)
                return np.int64(row * size + col)
    return np.int64(-1)


@compiled
def bridge_playout(game, state, stream, moves, line, often):
    """A playout that mends bridges: the line goes on to the full board."""
    size = game.size
    while game.swap and state[0] < 2:
        place_blindly(game, state, moves[below(stream, game.moves(state, moves))], line)
    if state[WINNER] != 0:
        return np.int64(state[WINNER]) - 1
    n = game.moves(state, moves)
    for i in range(n - 1):  # the order in which cells are taken that nothing else decides
        k = i + below(stream, n - i)
        moves[i], moves[k] = moves[k], moves[i]
    i = 0
    while True:
        move = np.int64(-1)
        if line.size[0] > 0 and unit(stream) < often:
            start = below(stream, 6)
            move = bridge_reply(state, size, line.move[line.size[0] - 1], start)
        if move < 0:
            while i < n and not is_empty(state, size, moves[i]):
                i += 1
            if i == n:
                return FIRST if crosses(state, size) else SECOND
            move = moves[i]
        place_blindly(game, state, move, line)


@compiled
def place_blindly(game, state, move, line):
    """Put a stone down without a look at what it connects, and write it into the line."""
    size = game.size
    player = np.int64(state[0] & np.uint64(1))
    at = line.size[0]
    line.move[at] = move
    line.code[at] = game.code(state, move)
    line.size[0] = at + 1
    if move == size * size:
        game.play(state, move)
    else:
        state[ROWS + player * size + move // size] |= bit(move % size)
        state[0] += np.uint64(1)


@compiled
def ring_cell(row, col, k):
    """The k-th neighbour of a cell, going round."""
    if k < 3:
        return row - (1 if k < 2 else 0), col + (1 if k > 0 else 0)
    return row + (1 if k < 5 else 0), col - (1 if k > 3 else 0)


@compiled
def change_side(state, size, index, flip):
    """Turn the index-th of the cells Black was given (of those it was not, if flip is all ones)."""
    for row in range(size):
        cells = state[ROWS + size + row] & (state[ROWS + row] ^ flip)
        n = popcount(cells)
        if index < n:
            state[ROWS + row] ^= nth_bit(cells, index)
            return
        index -= n
