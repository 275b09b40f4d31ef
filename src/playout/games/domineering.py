"""Domineering: one player lays dominoes upright, the other across; who cannot move loses.

    8 . . . . . . . .      56 57 58 59 60 61 62 63
    7 . . . . . . . .      48 49 50 51 52 53 54 55
    6 . . . . ━ ━ . .      40 41 42 43 44 45 46 47
    5 . . ┃ . . . . .      32 33 34 35 36 37 38 39
    4 . . ┃ . . . . .      24 25 26 27 28 29 30 31
    3 . . . . . . . .      16 17 18 19 20 21 22 23
    2 . . . . . ┃ . .       8  9 10 11 12 13 14 15
    1 . . . . . ┃ . .       0  1  2  3  4  5  6  7     the bit of each cell
      a b c d e f g h

A row takes eight bits on a smaller board too. State: word 0 counts the plies,
words 1 and 2 are the cells that each player's dominoes cover. Move: the bit of the
domino's lower or left cell, written with both its cells, `c4c5` or `e6f6`.
"""

import re
from typing import NamedTuple

import numpy as np

from ..board import Board, cell_name, parse_cell
from ..kernel import below, bit, compiled, lowest, mix, nth_bit, popcount
from ..rules import FIRST, ONGOING, SECOND, GameError, game, within

__all__ = ["Domineering"]

BUT_LAST_COLUMN = np.uint64(0x7F7F7F7F7F7F7F7F)


@game
class Domineering(NamedTuple):
    """`cols` x `rows` cells, up to 8 x 8; Vertical begins. Who cannot move loses.

    If Horizontal is to begin, exchange `cols` and `rows`: it is the same game on its side.
    """

    cols: int = 8
    rows: int = 8

    def check(self):
        within(self, "cols", 1, 8)
        within(self, "rows", 1, 8)

    def n_words(self):
        return 3

    def n_moves(self):
        return 8 * self.rows

    def max_plies(self):
        return self.cols * self.rows // 2

    def start(self, state):
        state[0] = 0
        state[1] = 0
        state[2] = 0

    def moves(self, state, out):
        player = np.int64(state[0] & np.uint64(1))
        places = domino_places(free_cells(self.cols, self.rows, state), player)
        n = popcount(places)
        for i in range(n):
            out[i] = lowest(places)
            places &= places - np.uint64(1)
        return n

    def play(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        cell = bit(move)
        state[1 + player] |= cell | cell << np.uint64(8 if player == FIRST else 1)
        state[0] += np.uint64(1)

    def winner(self, state):
        player = np.int64(state[0] & np.uint64(1))
        places = domino_places(free_cells(self.cols, self.rows, state), player)
        return ONGOING if places != 0 else 1 - player

    def key(self, state):
        return mix(mix(state[1] + np.uint64(1)) + state[2])

    def playout(self, state, stream, moves):
        free = free_cells(self.cols, self.rows, state)
        is_first = state[0] & np.uint64(1) == 0
        while True:
            if is_first:
                places = domino_places(free, FIRST)
                if places == 0:
                    return SECOND
                cell = nth_bit(places, below(stream, popcount(places)))
                free ^= cell | cell << np.uint64(8)
            is_first = True
            places = domino_places(free, SECOND)
            if places == 0:
                return FIRST
            cell = nth_bit(places, below(stream, popcount(places)))
            free ^= cell | cell << np.uint64(1)

    def feature_code(self, state, move):
        """Who covers which cells, and which of the six cells beside them are free."""
        player = np.int64(state[0] & np.uint64(1))
        free = np.uint64(free_cells(self.cols, self.rows, state))
        along, across = (8, 1) if player == FIRST else (1, 8)
        col, row = move % 8, move // 8
        at_start = (row if player == FIRST else col) == 0
        at_side = (col if player == FIRST else row) == 0
        ends = is_free(free, move + 2 * along, player == SECOND and col >= 6)
        ends = 2 * ends + is_free(free, move - along, at_start)
        at_far_side = (col if player == FIRST else row) == 7
        sides = is_free(free, move + across, at_far_side)
        sides = 2 * sides + is_free(free, move + across + along, at_far_side)
        sides = 2 * sides + is_free(free, move - across, at_side)
        sides = 2 * sides + is_free(free, move - across + along, at_side)
        return 64 * self.code(state, move) + 16 * ends + sides

    def n_feature_codes(self):
        return 64 * self.n_codes()

    def player_names(self):
        return "Vertical", "Horizontal"

    def move_name(self, state, move):
        return "".join(cell_name(cell) for cell in self.move_cells(state, move))

    def move_cells(self, state, move):
        # A cell that is covered says who covers it; otherwise the move is still to be played.
        player = int(state[0]) & 1
        for owner in (0, 1):
            if int(state[1 + owner]) >> move & 1:
                player = owner
        return domino(player, (move % 8, move // 8))

    def canonical(self, text):
        cells = domino_cells(text)
        return "".join(cell_name(cell) for cell in cells) if cells else text.strip().lower()

    def complaint(self, state, text):
        cells = domino_cells(text)
        if not cells:
            return "a move is the two cells of a domino, such as a1a2"
        for col, row in cells:
            if not (0 <= col < self.cols and 0 <= row < self.rows):
                return f"{cell_name((col, row))} is not on the board of {self.cols} x {self.rows}"
        player = int(state[0]) & 1
        if cells != domino(player, cells[0]):
            wanted = "above it, such as a1a2" if player == FIRST else "on its right, such as a1b1"
            return f"{self.player_names()[player]} covers a cell and the one {wanted}"
        covered = int(state[1]) | int(state[2])
        return f"{next(cell_name(c) for c in cells if covered >> (c[0] + 8 * c[1]) & 1)} is covered"

    def board(self, state):
        pieces = {}
        dominoes = []
        for player in (0, 1):
            # Upwards and to the right, the first cell not seen yet begins a domino.
            for i in range(64):
                cell = i % 8, i // 8
                if int(state[1 + player]) >> i & 1 and cell not in pieces:
                    dominoes.append(domino(player, cell))
                    pieces |= dict.fromkeys(dominoes[-1], player)
        return Board(
            self.cols,
            self.rows,
            pieces,
            piece="domino",
            colours=("blue", "red"),
            dominoes=tuple(dominoes),
        )

    def set_up(self, state, pieces, player):
        """Any number of dominoes, found as `board` finds them: from below and from the left."""
        for (col, row), owner in pieces.items():
            state[1 + owner] |= bit(8 * row + col)
        dominoes = self.board(state).dominoes
        for cells in dominoes:
            owner = pieces[cells[0]]
            if pieces.get(cells[1]) != owner:
                beside = "below or above" if owner == FIRST else "beside"
                why = "{cell} is half a domino: {player} needs a second cell {beside} it"
                fields = {"cell": cell_name(cells[0]), "player": self.player_names()[owner]}
                raise GameError(why, "half-domino", beside=beside, **fields)
        state[0] = len(dominoes) + (len(dominoes) + player) % 2


@compiled
def is_free(free, cell, is_outside):
    """1 if a cell is free, 0 if it is covered or not on the board."""
    if is_outside or cell < 0 or cell > 63:
        return np.int64(0)
    return np.int64(free >> np.uint64(cell)) & 1


@compiled
def free_cells(cols, rows, state):
    """The cells of the board that no domino covers."""
    # A row of ones, eight times, cut off above the last row.
    cells = (bit(cols) - np.uint64(1)) * np.uint64(0x0101010101010101)
    return cells & (~np.uint64(0) >> np.uint64(64 - 8 * rows)) & ~(state[1] | state[2])


@compiled
def domino_places(free, player):
    """The lower or left cells of all dominoes that a player can lay on these cells."""
    if player == FIRST:
        return free & (free >> np.uint64(8))
    return free & (free >> np.uint64(1)) & BUT_LAST_COLUMN


def domino(player, cell):
    """The cells of the domino that a player lays with this as the lower or left one."""
    col, row = cell
    return cell, ((col, row + 1) if player == FIRST else (col + 1, row))


def domino_cells(text):
    """The two cells that a text such as `a1a2` or `A2-A1` names, the lower or left first."""
    found = re.fullmatch(r"([a-z]+\d+)\W*([a-z]+\d+)", text.strip().lower())
    cells = [parse_cell(name) for name in found.groups()] if found else [None]
    return () if None in cells else tuple(sorted(cells))
