"""The board of Connect 4 as the solver's kernels see it: words, lines, and what follows at once.

Bits lie as in `playout.games.connect4`: column by column, an empty bit above each.
"""

from typing import Any, NamedTuple

import numpy as np

from ..games.connect4 import Connect4, bottom_cells, column_cells, has_line
from ..kernel import compiled

NO_BOUND = 32  # more than any score


@compiled
class Frame(NamedTuple):
    """The board as words, and how keys fall into the table."""

    cols: int
    rows: int
    line: int
    bottom: int
    board: int
    tag_bits: int  # of a key's hash that an entry keeps; those above them choose the bucket
    key_bits: int
    lower: int  # if the columns are of even height: the lower cells of all pairs from the bottom
    upper: int  # and the upper ones; else no cells, and all

    def tall(self):
        return self.rows + 1

    def n_in_line(self):
        return self.line

    def n_wide(self):
        return self.cols

    def n_cells(self):
        return self.cols * self.rows


@compiled
class Frame7x6(NamedTuple):
    """The board of the shops: what the processor knows beforehand it need not look up."""

    bottom: int
    board: int
    tag_bits: int
    key_bits: int
    lower: int
    upper: int

    def tall(self):
        return 7

    def n_in_line(self):
        return 4

    def n_wide(self):
        return 7

    def n_cells(self):
        return 42


def make_frame(game: Connect4, index_bits: int) -> Frame | Frame7x6:
    key_bits = game.cols * (game.rows + 1)
    bottom = bottom_cells(game.cols, game.rows)
    board = bottom * column_cells(game.rows)
    lower = np.uint64(0)
    for row in range(0, game.rows if game.rows % 2 == 0 else 0, 2):
        lower |= bottom << np.uint64(row)
    words = [np.uint64(word) for word in (bottom, board, lower, board ^ lower)]
    tail: tuple[Any, ...] = *words[:2], key_bits - index_bits, key_bits, *words[2:]
    if (game.cols, game.rows, game.line) == (7, 6, 4):
        return Frame7x6(*tail)
    return Frame(game.cols, game.rows, game.line, *tail)


@compiled
def winning_cells(frame, discs):
    """The cells, some perhaps taken, that would complete a line of these discs."""
    tall = frame.tall()
    if frame.n_in_line() == 4:
        one = np.uint64(1)
        cells = (discs << one) & (discs << np.uint64(2)) & (discs << np.uint64(3))
        cells |= completing_four(discs, tall)
        cells |= completing_four(discs, tall - 1)
        return cells | completing_four(discs, tall + 1)
    line = frame.n_in_line()
    cells = completing_along(discs, 1, line) | completing_along(discs, tall, line)
    return cells | completing_along(discs, tall - 1, line) | completing_along(discs, tall + 1, line)


@compiled
def completing_four(discs, step):
    one, two, three = np.uint64(step), np.uint64(2 * step), np.uint64(3 * step)
    up = discs << one
    down = discs >> one
    pair = up & (discs << two)
    cells = pair & ((discs << three) | down)
    pair = down & (discs >> two)
    return cells | (pair & (up | (discs >> three)))


@compiled
def completing_along(discs, step, line):
    # A shift by 63 leaves no cell: bit 63 never is one.
    cells = np.uint64(0)
    for gap in range(line):
        run = ~np.uint64(0)
        for i in range(line):
            if i < gap:
                run &= discs << np.uint64(min(63, (gap - i) * step))
            elif i > gap:
                run &= discs >> np.uint64(min(63, (i - gap) * step))
        cells |= run
    return cells


@compiled
def safe_moves(landing, losses):
    """The landing cells that do not lose at once to these cells of the opponent's."""
    forced = landing & losses
    if forced != 0:
        if forced & (forced - np.uint64(1)) != 0:
            return np.uint64(0)
        landing = forced
    return landing & ~(losses >> np.uint64(1))


@compiled
def worth_against_claimeven(frame, mine, discs):
    """At most how much a position is worth in which every column has an even number of cells left.

    The opponent can answer each move in the same column and so have the upper cell of each pair
    (claimeven: Allis 1988). Whoever cannot make a line of the lower cells then does not win; and
    loses, if the upper cells complete a line.
    """
    empty = frame.board & ~discs
    rows = frame.tall() - 1
    if has_line(mine | (empty & frame.lower), rows, frame.n_in_line()):
        return np.int64(NO_BOUND)
    if has_line((mine ^ discs) | (empty & frame.upper), rows, frame.n_in_line()):
        return np.int64(-1)
    return np.int64(0)
