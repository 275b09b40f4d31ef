"""Connect 4: drop discs into columns; four of your own in a row win.

    | . . . . . . . |      6 13 20 27 34 41 48
    | . . . . . . . |      5 12 19 26 33 40 47
    | . . . . . . . |      4 11 18 25 32 39 46
    | . . . ○ . . . |      3 10 17 24 31 38 45
    | . . . ● . . . |      2  9 16 23 30 37 44
    | . . ● ● . ○ . |      1  8 15 22 29 36 43
      1 2 3 4 5 6 7        0  7 14 21 28 35 42     the bit of each cell

Above each column one bit stays empty, so that a line never wraps around into the
next column. State: word 0 counts the plies, words 1 and 2 are the discs of each
player. Move: the column from 0, written from 1. Code: the cell, not the column.
"""

from typing import NamedTuple

import numpy as np

from ..board import Board, cell_name
from ..kernel import below, bit, compiled, lowest, mix, nth_bit, popcount
from ..rules import DRAW, ONGOING, GameError, game, within

__all__ = ["Connect4"]


@game
class Connect4(NamedTuple):
    """`cols` x `rows` cells, `line` discs in a row win; a full board is a draw."""

    cols: int = 7
    rows: int = 6
    line: int = 4

    def check(self):
        within(self, "cols", 1, 21)
        within(self, "rows", 1, 31)
        within(self, "line", 2, min(8, max(self.cols, self.rows, 2)))
        if self.cols * (self.rows + 1) > 64:
            why = "Connect4: columns x (rows + 1) must be at most 64, not {cols} x ({rows} + 1)"
            raise GameError(why, "board-too-large", cols=self.cols, rows=self.rows)

    def n_words(self):
        return 3

    def n_moves(self):
        return self.cols

    def max_plies(self):
        return self.cols * self.rows

    def start(self, state):
        state[0] = 0
        state[1] = 0
        state[2] = 0

    def moves(self, state, out):
        landing = landing_cells(self.cols, self.rows, state[1] | state[2])
        n = popcount(landing)
        for i in range(n):
            out[i] = lowest(landing) // (self.rows + 1)
            landing &= landing - np.uint64(1)
        return n

    def play(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        state[1 + player] |= np.uint64(1) << np.uint64(self.landing_bit(state, move))
        state[0] += np.uint64(1)

    def landing_bit(self, state, move):
        """The bit of the cell that a disc dropped into this column comes to."""
        landing = landing_cells(self.cols, self.rows, state[1] | state[2])
        return lowest(landing & (column_cells(self.rows) << np.uint64(move * (self.rows + 1))))

    def winner(self, state):
        mover = 1 - np.int64(state[0] & np.uint64(1))  # who moved last
        if has_line(state[1 + mover], self.rows, self.line):
            return mover
        full = np.int64(state[0]) == self.cols * self.rows
        return DRAW if full else ONGOING

    def code(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        return player * self.cols * (self.rows + 1) + self.landing_bit(state, move)

    def n_codes(self):
        return 2 * self.cols * (self.rows + 1)

    def key(self, state):
        return mix(mix(state[1] + np.uint64(1)) + state[2])

    def playout(self, state, stream, moves):
        bottom = bottom_cells(self.cols, self.rows)
        cells = bottom * column_cells(self.rows)
        player = np.int64(state[0] & np.uint64(1))
        mine = state[1 + player]
        discs = state[1] | state[2]
        if has_line(mine ^ discs, self.rows, self.line):
            return 1 - player
        while discs != cells:
            landing = (discs + bottom) & cells
            disc = nth_bit(landing, below(stream, popcount(landing)))
            mine |= disc
            discs |= disc
            if has_line(mine, self.rows, self.line):
                return player
            mine ^= discs
            player = 1 - player
        return DRAW

    def urgent(self, state, moves, n, blocks, words, replies, stream):
        player = np.int64(state[0] & np.uint64(1))
        landing = landing_cells(self.cols, self.rows, state[1] | state[2])
        win = completing(landing, state[1 + player], self.rows, self.line)
        if win < 0 and blocks:
            win = completing(landing, state[2 - player], self.rows, self.line)
        return win

    def player_names(self):
        return "Red", "Yellow"

    def move_name(self, state, move):
        return str(move + 1)

    def move_cells(self, state, move):
        height = self.rows + 1
        discs = (int(state[1]) | int(state[2])) >> (move * height)
        return ((move, (discs & ((1 << height) - 1)).bit_length() - 1),)

    def split_line(self, text):
        return text.replace(",", " ").split() if self.cols > 9 else "".join(text.split())

    def complaint(self, state, text):
        if not text.isdecimal() or not 1 <= int(text) <= self.cols:
            return f"a move is the number of a column, 1 to {self.cols}"
        return f"column {text} is full"

    def board(self, state):
        height = self.rows + 1
        pieces = {
            (i // height, i % height): player
            for player in (0, 1)
            for i in range(self.cols * height)
            if int(state[1 + player]) >> i & 1
        }
        return Board(
            self.cols,
            self.rows,
            pieces,
            shape="slots",
            colours=("red", "yellow"),
            column_digits=True,
            winning=line_cells(pieces, self.line),
        )

    def set_up(self, state, pieces, player):
        for col, row in pieces:
            if row > 0 and (col, row - 1) not in pieces:
                names = {"cell": cell_name((col, row)), "below": cell_name((col, row - 1))}
                why = "the disc on {cell} hangs in the air: {below} is empty"
                raise GameError(why, "disc-floats", col=col + 1, row=row + 1, **names)
        state[0] = count_turns(self, pieces, player)
        check_lines(self, pieces, player)
        for (col, row), owner in pieces.items():
            state[1 + owner] |= bit(col * (self.rows + 1) + row)


@compiled
def column_cells(rows):
    """The cells of the first column."""
    return bit(rows) - np.uint64(1)


@compiled
def bottom_cells(cols, rows):
    """The lowest cell of each column."""
    cells = np.uint64(0)
    for col in range(cols):
        cells |= bit(col * (rows + 1))
    return cells


@compiled
def landing_cells(cols, rows, discs):
    """The lowest empty cell of each column that is not full: adding one carries up to it."""
    bottom = bottom_cells(cols, rows)
    return (discs + bottom) & (bottom * column_cells(rows))


@compiled
def has_line(discs, rows, line):
    """Whether `line` of these discs stand in a row, in one of the four directions."""
    height = rows + 1
    runs = runs_along(discs, 1, line) | runs_along(discs, height, line)
    runs |= runs_along(discs, height - 1, line) | runs_along(discs, height + 1, line)
    return runs != 0


@compiled
def completing(landing, discs, rows, line):
    """Which of the landing cells, counted from 0, gives these discs a line; -1 for none."""
    i = 0
    while landing != 0:
        disc = landing & (~landing + np.uint64(1))
        if has_line(discs | disc, rows, line):
            return i
        landing ^= disc
        i += 1
    return -1


@compiled
def runs_along(discs, step, line):
    """The discs that start a line in the direction of this step."""
    # A bit of `runs` starts a run of 2, then up to 4, then up to 8 discs: two runs that
    # overlap or touch make a longer one. A shift by 0 changes nothing, one by 63 or more
    # leaves nothing: bit 63 never is a disc.
    runs = discs & (discs >> np.uint64(step))
    more = min(2, line - 2)
    runs &= runs >> np.uint64(min(63, more * step))
    return runs & (runs >> np.uint64(min(63, (line - 2 - more) * step)))


# --- what Mnk shares: pieces that stay, and lines of them ---------------------------


def line_cells(pieces, line):
    """The cells of all lines on the board."""
    lines = [
        [(col + i * right, row + i * up) for i in range(line)]
        for col, row in pieces
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    same = [cells for cells in lines if len({pieces.get(cell) for cell in cells}) == 1]
    return frozenset(cell for cells in same for cell in cells)


def count_turns(game, pieces, player):
    """How many plies have put these pieces there, if the players can have taken turns."""
    n_second = sum(pieces.values())
    n_first = len(pieces) - n_second
    if n_first - n_second != player:
        first, second = game.player_names()
        wanted = "as many pieces as" if player == 0 else "one piece more than"
        mover = game.player_names()[player]
        raise GameError(
            "{first} and {second} take turns: with {player} to move {first} has {wanted} {second},"
            " not {n_first} and {n_second}",
            "not-in-turns",
            **{"first": first, "second": second, "player": mover, "wanted": wanted},
            **{"n_first": n_first, "n_second": n_second},
        )
    return len(pieces)


def check_lines(game, pieces, player):
    """Raise a GameError if a line stands there that had ended the game before the last move."""
    name = game.player_names()[player]
    if any(pieces[cell] == player for cell in line_cells(pieces, game.line)):
        why = "{player} has a line of {line} and has won: it cannot be {player}'s turn"
        raise GameError(why, "line-has-won", player=name, line=game.line)
