"""Othello: enclose the other's discs to turn them over; more discs at the end win.

    1 . . . . . . . .       0  1  2  3  4  5  6  7
    2 . . . . . . . .       8  9 10 11 12 13 14 15
    3 . . . . . . . .      16 17 18 19 20 21 22 23
    4 . . . ○ ● . . .      24 25 26 27 28 29 30 31
    5 . . . ● ○ . . .      32 33 34 35 36 37 38 39
    6 . . . . . . . .      40 41 42 43 44 45 46 47
    7 . . . . . . . .      48 49 50 51 52 53 54 55
    8 . . . . . . . .      56 57 58 59 60 61 62 63     the bit of each cell
      a b c d e f g h

On a smaller board too a row takes eight bits. State: word 0 counts the plies,
words 1 and 2 are the discs of each player, word 3 the cells where the player to
move turns something. Move: size * row + column, written `d3`; the last number is
`pass`, the only move of a player who can turn nothing while the other can.

A line of bits runs upwards in steps of 1 (along the row), 7, 8 and 9 (to the next
row), downwards in the same steps. Steps of 1, 7 and 9 leave the board through the
columns a and h, and wrap around. But what is turned lies between two discs, so
off these columns (INNER): a run of such discs ends before it can wrap.
"""

import itertools
import math
import re
from typing import NamedTuple

import numpy as np

from ..board import Board, cell_name, parse_cell
from ..kernel import below, bit, compiled, lowest, mix, nth_bit, popcount
from ..rules import DRAW, FIRST, ONGOING, GameError, game

__all__ = ["Othello"]

LEGAL = 3
INNER = np.uint64(0x7E7E7E7E7E7E7E7E)  # the columns b to g
COLUMN = np.uint64(0x0101010101010101)  # column a


@game
class Othello(NamedTuple):
    """`size` x `size` cells, 4, 6 or 8; every move encloses and turns discs of the other.

    Who can turn nothing passes; the game ends when neither can turn anything.
    """

    size: int = 8

    def check(self):
        if self.size not in (4, 6, 8):
            why = "Othello: {parameter} must be 4, 6 or 8, not {value}"
            fields = {"parameter": "size", "choices": "4, 6, 8", "value": self.size}
            raise GameError(why, "not-a-choice", **fields)

    def n_words(self):
        return 4

    def n_moves(self):
        return self.size * self.size + 1

    def max_plies(self):
        return 2 * (self.size * self.size - 4)  # no two passes in a row, and none at the end

    def start(self, state):
        corner = 9 * (self.size // 2 - 1)  # the upper left one of the four cells in the middle
        state[0] = 0
        state[1] = bit(corner + 1) | bit(corner + 8)
        state[2] = bit(corner) | bit(corner + 9)
        state[LEGAL] = turning_cells(state[1], state[2], board_cells(self.size))

    def moves(self, state, out):
        legal = state[LEGAL]
        if legal == 0:
            out[0] = self.size * self.size
            return 1
        n = popcount(legal)
        for i in range(n):
            at = lowest(legal)
            out[i] = at // 8 * self.size + at % 8
            legal &= legal - np.uint64(1)
        return n

    def play(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        mine = state[1 + player]
        theirs = state[2 - player]
        if move < self.size * self.size:
            disc = bit(move // self.size * 8 + move % self.size)
            turned = turned_discs(mine, theirs, disc)
            mine |= turned | disc
            theirs ^= turned
        state[0] += np.uint64(1)
        state[1 + player] = mine
        state[2 - player] = theirs
        state[LEGAL] = turning_cells(theirs, mine, board_cells(self.size))

    def skip_turn(self, state):
        player = np.int64(state[0] & np.uint64(1))
        state[0] += np.uint64(1)
        state[LEGAL] = turning_cells(state[2 - player], state[1 + player], board_cells(self.size))

    def evaluate(self, state):
        """More corners, and more moves to choose from, for Black than for White."""
        corners = bit(0) | bit(self.size - 1)
        corners |= corners << np.uint64(8 * (self.size - 1))
        lead = 6 * (popcount(state[1] & corners) - popcount(state[2] & corners))
        player = np.int64(state[0] & np.uint64(1))
        others = turning_cells(state[2 - player], state[1 + player], board_cells(self.size))
        more = popcount(state[LEGAL]) - popcount(others)
        lead += more if player == FIRST else -more
        return 1.0 / (1.0 + math.exp(-lead / 6.0))

    def winner(self, state):
        player = np.int64(state[0] & np.uint64(1))
        mine = state[1 + player]
        theirs = state[2 - player]
        if state[LEGAL] != 0 or turning_cells(theirs, mine, board_cells(self.size)) != 0:
            return ONGOING
        return majority(mine, theirs, player)

    def key(self, state):
        to_move = mix(state[0] & np.uint64(1))
        return mix(mix(to_move + state[1]) + state[2])

    def playout(self, state, stream, moves):
        cells = board_cells(self.size)
        player = np.int64(state[0] & np.uint64(1))
        mine = state[1 + player]
        theirs = state[2 - player]
        passes = 0
        while passes < 2:
            legal = turning_cells(mine, theirs, cells)
            passes += 1
            if legal != 0:
                disc = nth_bit(legal, below(stream, popcount(legal)))
                turned = turned_discs(mine, theirs, disc)
                mine |= turned | disc
                theirs ^= turned
                passes = 0
            mine, theirs = theirs, mine
            player = 1 - player
        return majority(mine, theirs, player)

    def move_name(self, state, move):
        if move == self.size * self.size:
            return "pass"
        return cell_name((move % self.size, move // self.size))

    def move_cells(self, state, move):
        if move == self.size * self.size:
            return ()
        return ((move % self.size, move // self.size),)

    def split_line(self, text):
        # Records of games often run the moves together: f5d6c3.
        return re.findall(r"pass|[a-z]\d+|[^\s,]+", text.lower())

    def complaint(self, state, text):
        if text == "pass":
            return "who can turn a disc must not pass"
        cell = parse_cell(text)
        if cell is None:
            return "a move is a cell such as d3, or pass"
        if cell[0] >= self.size or not 0 <= cell[1] < self.size:
            return f"{text} is not on the board of {self.size} x {self.size}"
        if cell in self.board(state).pieces:
            return f"{text} is occupied"
        return f"a disc on {text} turns nothing"

    def board(self, state):
        pieces = {
            (col, row): player
            for player in (0, 1)
            for row in range(self.size)
            for col in range(self.size)
            if int(state[1 + player]) >> (8 * row + col) & 1
        }
        return Board(self.size, self.size, pieces, shape="felt", one_on_top=True)

    def set_up(self, state, pieces, player):
        middle = (self.size // 2 - 1, self.size // 2)
        for cell in itertools.product(middle, middle):
            if cell not in pieces:
                why = "{cell} is empty; the four cells in the middle never are"
                raise GameError(why, "empty-middle", cell=cell_name(cell))
        # Where somebody passed there were more plies; nothing depends on it.
        state[0] = len(pieces) - 4 + (len(pieces) + player) % 2
        for (col, row), owner in pieces.items():
            state[1 + owner] |= bit(8 * row + col)
        cells = np.uint64(board_cells(self.size))
        state[LEGAL] = turning_cells(state[1 + player], state[2 - player], cells)


@compiled
def board_cells(size):
    """The cells of the board: `size` rows of `size` bits."""
    rows = ~np.uint64(0) >> np.uint64(64 - 8 * size)
    return rows & ((bit(size) - np.uint64(1)) * COLUMN)


@compiled
def majority(mine, theirs, player):
    """Who wins with these discs: `player` has the first ones."""
    lead = popcount(mine) - popcount(theirs)
    if lead == 0:
        return DRAW
    return player if lead > 0 else 1 - player


@compiled
def turning_cells(mine, theirs, cells):
    """The empty cells where a disc of mine turns at least one of theirs."""
    inner = theirs & INNER
    ends = ends_of_runs(mine, theirs, 8) | ends_of_runs(mine, inner, 1)
    ends |= ends_of_runs(mine, inner, 7) | ends_of_runs(mine, inner, 9)
    return ends & cells & ~(mine | theirs)


@compiled
def ends_of_runs(mine, theirs, step):
    """The cells just behind a run of their discs that starts at one of mine, both ways."""
    # One, two, four, six discs: `pairs` are two at a time (the fill of Kogge and Stone).
    pairs = theirs & (theirs << np.uint64(step))
    up = theirs & (mine << np.uint64(step))
    up |= theirs & (up << np.uint64(step))
    up |= pairs & (up << np.uint64(2 * step))
    up |= pairs & (up << np.uint64(2 * step))
    pairs >>= np.uint64(step)
    down = theirs & (mine >> np.uint64(step))
    down |= theirs & (down >> np.uint64(step))
    down |= pairs & (down >> np.uint64(2 * step))
    down |= pairs & (down >> np.uint64(2 * step))
    return (up << np.uint64(step)) | (down >> np.uint64(step))


@compiled
def turned_discs(mine, theirs, disc):
    """Their discs that a new disc of mine turns."""
    at = np.uint64(lowest(disc))
    inner = theirs & INNER
    turned = turned_below(mine, theirs, at) | turned_on_ray(mine, inner, np.uint64(0xFE) << at)
    # Upside down, row 8 for row 1, what lies above lies below.
    turned |= upside_down(turned_below(upside_down(mine), upside_down(theirs), at ^ np.uint64(56)))
    return turned | turned_to_the_left(mine, inner, disc)


@compiled
def turned_below(mine, theirs, at):
    """What is turned from a disc at this bit down the column and down both diagonals."""
    inner = theirs & INNER
    turned = turned_on_ray(mine, theirs, np.uint64(0x0101010101010100) << at)
    turned |= turned_on_ray(mine, inner, np.uint64(0x0002040810204080) << at)
    return turned | turned_on_ray(mine, inner, np.uint64(0x8040201008040200) << at)


@compiled
def turned_on_ray(mine, theirs, ray):
    """Their discs on a ray of higher bits up to the first other cell, if a disc of mine is there.

    The ray may wrap around the edge: the first other cell comes before that.
    """
    others = ray & ~theirs
    end = mine & others & ~(others - np.uint64(1))
    return ray & (end - np.uint64(end != 0))


@compiled
def turned_to_the_left(mine, theirs, disc):
    """What is turned from a disc towards column a: there the bits are lower, so by a fill."""
    pairs = theirs & (theirs >> np.uint64(1))
    run = theirs & (disc >> np.uint64(1))
    run |= theirs & (run >> np.uint64(1))
    run |= pairs & (run >> np.uint64(2))
    run |= pairs & (run >> np.uint64(2))
    return run if mine & (run >> np.uint64(1)) != 0 else np.uint64(0)


@compiled
def upside_down(discs):
    """The board mirrored top to bottom; compilers know this as one swap of bytes."""
    odd = np.uint64(0x00FF00FF00FF00FF)
    discs = ((discs >> np.uint64(8)) & odd) | ((discs & odd) << np.uint64(8))
    odd = np.uint64(0x0000FFFF0000FFFF)
    discs = ((discs >> np.uint64(16)) & odd) | ((discs & odd) << np.uint64(16))
    return (discs >> np.uint64(32)) | (discs << np.uint64(32))
