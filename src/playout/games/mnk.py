"""Mnk: `line` stones in a row win on a board of any size: tic-tac-toe, gomoku.

    3 . . .        Mnk() is tic-tac-toe. Mnk(15, 15, 5) and Mnk(19, 19, 5) are
    2 . X O        gomoku, the free one: six in a row win as well.
    1 . . .
      a b c

State: word 0 counts the plies, 1 is the Zobrist key, 2 is 1 once there is a line.
Then a word for each line of cells: the rows, the columns, the diagonals (those
that rise, from the upper left corner's on) and the antidiagonals (those that fall,
from the lower left corner's on). Its bits 0 to 18 are the first player's stones by
column, or by row in a column; its bits 32 to 50 the second player's. So a stone
is four bits in four words, and a line through it is a run of bits in one of them.

Move: cols * row + column, written `b2`.
"""

from typing import NamedTuple

import numpy as np

from ..board import Board, cell_name, parse_cell
from ..kernel import below, bit, compiled, lowest, mix, nth_bit, popcount
from ..rules import DRAW, ONGOING, game, within
from .connect4 import check_lines, count_turns, line_cells, runs_along

__all__ = ["Mnk"]

KEY, HAS_LINE, ROWS = 1, 2, 3
SECOND_HALF = np.uint64(32)  # where the second player's stones begin in a word
ONE_WORD = 7  # up to 7 x 7 cells fit into a word, with a gap behind each row


@game
class Mnk(NamedTuple):
    """`cols` x `rows` cells; `line` or more of your own in a row win, a full board is a draw."""

    cols: int = 3
    rows: int = 3
    line: int = 3

    def check(self):
        within(self, "cols", 1, 19)
        within(self, "rows", 1, 19)
        within(self, "line", 2, min(8, max(self.cols, self.rows, 2)))

    def n_words(self):
        return 1 + 3 * (self.cols + self.rows)

    def n_moves(self):
        return self.cols * self.rows

    def max_plies(self):
        return self.cols * self.rows

    def start(self, state):
        for i in range(self.n_words()):
            state[i] = 0

    def moves(self, state, out):
        n = 0
        for row in range(self.rows):
            empty = empty_cells(state, self.cols, row)
            while empty != 0:
                out[n] = row * self.cols + lowest(empty)
                empty &= empty - np.uint64(1)
                n += 1
        return n

    def play(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        state[KEY] ^= mix(np.uint64(self.code(state, move) + 1))
        makes_line = place(state, self, move % self.cols, move // self.cols, player)
        state[HAS_LINE] = np.uint64(makes_line)
        state[0] += np.uint64(1)

    def winner(self, state):
        if state[HAS_LINE] != 0:
            return 1 - np.int64(state[0] & np.uint64(1))
        full = np.int64(state[0]) == self.cols * self.rows
        return DRAW if full else ONGOING

    def key(self, state):
        return state[KEY]

    def playout(self, state, stream, moves):
        player = np.int64(state[0] & np.uint64(1))
        if state[HAS_LINE] != 0:
            return 1 - player
        if max(self.cols, self.rows) <= ONE_WORD:
            return one_word_playout(state, self, stream)
        n = list_empty_cells(state, self, moves)
        while n > 0:
            # A cell leaves the list by taking the last one into its place.
            n -= 1
            i = below(stream, n + 1)
            cell = moves[i]
            moves[i] = moves[n]
            if place(state, self, cell & 31, cell >> 5, player):
                return player
            player = 1 - player
        return DRAW

    def player_names(self):
        return ("X", "O") if has_marks(self) else ("Black", "White")

    def move_name(self, state, move):
        return cell_name((move % self.cols, move // self.cols))

    def move_cells(self, state, move):
        return ((move % self.cols, move // self.cols),)

    def complaint(self, state, text):
        cell = parse_cell(text)
        if cell is None:
            return "a move is a cell such as b2"
        if cell[0] >= self.cols or not 0 <= cell[1] < self.rows:
            return f"{text} is not on the board of {self.cols} x {self.rows}"
        return f"{text} is occupied"

    def board(self, state):
        pieces = {
            (col, row): player
            for player in (0, 1)
            for row in range(self.rows)
            for col in range(self.cols)
            if int(state[ROWS + row]) >> (32 * player + col) & 1
        }
        shape, piece = ("squares", "mark") if has_marks(self) else ("points", "stone")
        winning = line_cells(pieces, self.line)
        return Board(self.cols, self.rows, pieces, shape=shape, piece=piece, winning=winning)

    def set_up(self, state, pieces, player):
        state[0] = count_turns(self, pieces, player)
        check_lines(self, pieces, player)
        state[HAS_LINE] = len(line_cells(pieces, self.line)) > 0
        columns = ROWS + self.rows
        diagonals = columns + self.cols + self.rows - 1
        antidiagonals = diagonals + self.cols
        for (col, row), owner in pieces.items():
            state[KEY] ^= np.uint64(mix(np.uint64((owner * self.rows + row) * self.cols + col + 1)))
            state[ROWS + row] |= bit(32 * owner + col)
            state[columns + col] |= bit(32 * owner + row)
            state[diagonals + col - row] |= bit(32 * owner + col)
            state[antidiagonals + col + row] |= bit(32 * owner + col)


@compiled
def row_of(state, row, player):
    """A player's stones in a row."""
    return (state[ROWS + row] >> (np.uint64(player) * SECOND_HALF)) & np.uint64(0xFFFFFFFF)


@compiled
def empty_cells(state, cols, row):
    """The empty cells of a row."""
    return ~(row_of(state, row, 0) | row_of(state, row, 1)) & (bit(cols) - np.uint64(1))


@compiled
def place(state, mnk, col, row, player):
    """Put a stone into its four lines of cells; returns whether it makes a line.

    Any run in these words counts: before this stone there was none, of either player.
    """
    side = np.uint64(player) * SECOND_HALF
    by_col = np.uint64(1) << (np.uint64(col) + side)
    by_row = np.uint64(1) << (np.uint64(row) + side)
    columns = ROWS + mnk.rows
    diagonals = columns + mnk.cols + mnk.rows - 1
    antidiagonals = diagonals + mnk.cols
    runs = runs_with(state, ROWS + row, by_col, mnk.line)
    runs |= runs_with(state, columns + col, by_row, mnk.line)
    runs |= runs_with(state, diagonals + col - row, by_col, mnk.line)
    runs |= runs_with(state, antidiagonals + col + row, by_col, mnk.line)
    return runs != 0


@compiled
def runs_with(state, i, stone, line):
    """Add a stone to word i and return the bits that start `line` stones in a row there."""
    stones = state[i] | stone
    state[i] = stones
    return runs_along(stones, 1, line)


@compiled
def list_empty_cells(state, mnk, out):
    """Fill `out` with the empty cells as 32 * row + column; returns how many there are."""
    n = 0
    for row in range(mnk.rows):
        empty = empty_cells(state, mnk.cols, row)
        for col in range(mnk.cols):
            # Written in any case, kept if empty: nothing for the processor to guess.
            out[n] = 32 * row + col
            n += np.int64((empty >> np.uint64(col)) & np.uint64(1))
    return n


@compiled
def one_word_playout(state, mnk, stream):
    """The playout with all stones of a player in one word: on a small board twice as fast."""
    width = mnk.cols + 1
    player = np.int64(state[0] & np.uint64(1))
    mine = np.uint64(0)
    theirs = np.uint64(0)
    empty = np.uint64(0)
    for row in range(mnk.rows):
        at = np.uint64(row * width)
        mine |= row_of(state, row, player) << at
        theirs |= row_of(state, row, 1 - player) << at
        empty |= empty_cells(state, mnk.cols, row) << at
    while empty != 0:
        stone = nth_bit(empty, below(stream, popcount(empty)))
        empty ^= stone
        mine |= stone
        runs = runs_along(mine, 1, mnk.line) | runs_along(mine, width, mnk.line)
        runs |= runs_along(mine, width - 1, mnk.line) | runs_along(mine, width + 1, mnk.line)
        if runs != 0:
            return player
        mine, theirs = theirs, mine
        player = 1 - player
    return DRAW


def has_marks(mnk):
    """Whether the board is small enough to be drawn with X and O, not as a Go board."""
    return max(mnk.cols, mnk.rows) <= 5
