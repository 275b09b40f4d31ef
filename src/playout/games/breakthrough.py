"""Breakthrough: bring one pawn to the far side of the board (Dan Troyka, 2000).

    8 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟      56 57 58 59 60 61 62 63
    7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟      48 49 50 51 52 53 54 55
    6 . . . . . . . .      40 41 42 43 44 45 46 47
    5 . . . . . . . .      32 33 34 35 36 37 38 39
    4 . . . . . . . .      24 25 26 27 28 29 30 31
    3 . . . . . . . .      16 17 18 19 20 21 22 23
    2 ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙       8  9 10 11 12 13 14 15
    1 ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙       0  1  2  3  4  5  6  7     the bit of each cell
      a b c d e f g h

A row takes eight bits on a narrower board too. State: word 0 counts the plies,
words 1 and 2 are the pawns of White, who moves up, and of Black, who moves down.
Move: 3 * (the bit it leaves) + 0 towards column a, 1 straight, 2 towards column h;
written `a2a3`, a capture `a2xb3`.
"""

import math
import re
from typing import NamedTuple

import numpy as np

from ..board import Board, cell_name, parse_cell
from ..kernel import below, bit, compiled, lowest, mix, nth_bit, popcount
from ..rules import FIRST, ONGOING, SECOND, GameError, game, within

__all__ = ["Breakthrough"]


@game
class Breakthrough(NamedTuple):
    """`cols` x `rows` cells, two full rows of pawns each; the first on the far row wins.

    A pawn steps forward to an empty cell, straight or diagonally; diagonally it may
    also capture. Who has no pawn left has lost. (Who has one can move: nothing stands
    in the way of the foremost pawn's diagonal steps.) With `misere` every end is turned
    around: to reach the far row loses, and so does to capture the last pawn.
    """

    cols: int = 8
    rows: int = 8
    misere: bool = False

    def check(self):
        within(self, "cols", 2, 8)
        within(self, "rows", 4, 8)

    def n_words(self):
        return 3

    def n_moves(self):
        return 3 * 8 * self.rows

    def max_plies(self):
        return longest_advance(self.cols, self.rows)

    def start(self, state):
        place_pieces(state, self.cols, self.rows)

    def moves(self, state, out):
        player = np.int64(state[0] & np.uint64(1))
        ahead = forward(player)
        empty = cells(0, self.cols, self.rows) & ~(state[1] | state[2])
        left, straight, right = steps(self.cols, self.rows, ahead, state[1 + player], empty)
        n = list_moves(left, ahead - 1, 3, 0, out, 0)
        n = list_moves(straight, ahead, 3, 1, out, n)
        return list_moves(right, ahead + 1, 3, 2, out, n)

    def play(self, state, move):
        start = bit(move // 3)
        ahead = forward(np.int64(state[0] & np.uint64(1)))
        move_piece(state, start, moved(start, ahead + move % 3 - 1))

    def winner(self, state):
        player = np.int64(state[0] & np.uint64(1))
        is_through = state[2 - player] & far_row(self.rows, 1 - player) != 0
        if not is_through and state[1 + player] != 0:
            return ONGOING
        return player if self.misere else 1 - player

    def key(self, state):
        return position_key(state)

    def playout(self, state, stream, moves):
        cols, rows = self.cols, self.rows
        winner = self.winner(state)
        white = state[1]
        black = state[2]
        empty = cells(0, cols, rows) & ~(white | black)
        is_white = state[0] & np.uint64(1) == 0
        # Both players' plies in one round: all shifts are then by constants.
        while winner == ONGOING:
            if is_white:
                white, black, empty = random_step(cols, rows, 8, white, black, empty, stream)
                if white & far_row(rows, FIRST) != 0 or black == 0:
                    return SECOND if self.misere else FIRST
            is_white = True
            black, white, empty = random_step(cols, rows, -8, black, white, empty, stream)
            if black & far_row(rows, SECOND) != 0 or white == 0:
                return FIRST if self.misere else SECOND
        return winner

    def feature_code(self, state, move):
        """Who steps from where to where, and whether that captures."""
        player = np.int64(state[0] & np.uint64(1))
        end = moved(bit(move // 3), forward(player) + move % 3 - 1)
        captures = np.int64(state[2 - player] & end != 0)
        return 2 * self.code(state, move) + captures

    def n_feature_codes(self):
        return 2 * self.n_codes()

    def evaluate(self, state):
        """More pawns, and pawns further on, for White than for Black."""
        value = balance(state, self.rows)
        return 1.0 - value if self.misere else value

    def player_names(self):
        return "White", "Black"

    def move_name(self, state, move):
        return name_of(state, *self.move_cells(state, move))

    def move_cells(self, state, move):
        return cells_of(state, move // 3, (move % 3 - 1, 1))

    def canonical(self, text):
        return spelled_plainly(text)

    def complaint(self, state, text):
        wrong = wrong_cells(self, state, text, "pawn")
        if wrong:
            return wrong
        (col, row), (to_col, to_row) = cells_in(text)
        ahead = 1 if int(state[0]) % 2 == 0 else -1
        if (to_col, to_row) == (col, row + ahead):
            return "a pawn captures diagonally, never straight ahead"
        return "a pawn steps one row forward, straight or diagonally"

    def board(self, state):
        return board_of(self, state, "pawn")

    def set_up(self, state, pieces, player):
        put_pieces(self, state, pieces, player, "pawn")


@compiled
def steps(cols, rows, ahead, mine, empty):
    """Where these pawns can step to: towards column a, straight, and towards column h."""
    left = moved(mine, ahead - 1) & cells(0, cols - 1, rows) & ~mine
    straight = moved(mine, ahead) & empty
    right = moved(mine, ahead + 1) & cells(1, cols, rows) & ~mine
    return left, straight, right


@compiled
def random_step(cols, rows, ahead, mine, theirs, empty, stream):
    """Play a random step of a player who has one; the new pawns of both and empty cells."""
    left, straight, right = steps(cols, rows, ahead, mine, empty)
    n_left = popcount(left)
    n_not_right = n_left + popcount(straight)
    n = below(stream, n_not_right + popcount(right))
    # Assignments only, which compile to conditional moves: nobody can predict the direction.
    ends, step, before = left, ahead - 1, 0
    if n >= n_left:
        ends, step, before = straight, ahead, n_left
    if n >= n_not_right:
        ends, step, before = right, ahead + 1, n_not_right
    end = nth_bit(ends, n - before)
    start = moved(end, -step)
    return mine ^ (start | end), theirs & ~end, (empty | start) & ~end


# --- what Knightthrough shares: two rows of pieces that only go forward -------------


@compiled
def cells(low, high, rows):
    """The cells of columns low to high - 1, in the lowest rows."""
    return (bit(high) - bit(low)) * (np.uint64(0x0101010101010101) >> np.uint64(64 - 8 * rows))


@compiled
def far_row(rows, player):
    """The row that a player wants to reach."""
    return np.uint64(0xFF) << np.uint64(8 * (rows - 1)) if player == FIRST else np.uint64(0xFF)


@compiled
def forward(player):
    """One row ahead, as a number of bits."""
    return 8 if player == FIRST else -8


@compiled
def moved(pieces, step):
    """All these pieces moved by the same number of bits, which is not 0."""
    return pieces << np.uint64(step) if step > 0 else pieces >> np.uint64(-step)


@compiled
def longest_advance(cols, rows):
    """The most plies there can be: each takes a piece ahead, and only the last to the far row."""
    return 2 * cols * ((rows - 2) + (rows - 3)) + 1


@compiled
def place_pieces(state, cols, rows):
    """Fill the words of the start."""
    two_rows = cells(0, cols, 2)
    state[0] = 0
    state[1] = two_rows
    state[2] = two_rows << np.uint64(8 * (rows - 2))


@compiled
def move_piece(state, start, end):
    """Move a piece of the player to move, and capture what is there."""
    player = np.int64(state[0] & np.uint64(1))
    state[1 + player] ^= start | end
    state[2 - player] &= ~end
    state[0] += np.uint64(1)


@compiled
def balance(state, rows):
    """What pieces and their advance promise the first player, from 0 to 1: a piece counts ten
    rows, the foremost one once more the square of its advance."""
    white, black = state[1], state[2]
    lead = 10 * (popcount(white) - popcount(black))
    lead += sum_of_rows(white) + sum_of_rows(black) - (rows - 1) * popcount(black)
    far_white = 0
    for row in range(1, 8):
        far_white += np.int64(white >= bit(8 * row))
    far_black = rows - 1 - lowest(black) // 8 if black != 0 else 0
    lead += far_white * far_white - far_black * far_black
    return 1.0 / (1.0 + math.exp(-lead / 30.0))


@compiled
def sum_of_rows(pieces):
    """The numbers of the rows of all pieces, from 0 on, added up bit by bit."""
    ones = popcount(pieces & np.uint64(0xFF00FF00FF00FF00))
    twos = popcount(pieces & np.uint64(0xFFFF0000FFFF0000))
    fours = popcount(pieces & np.uint64(0xFFFFFFFF00000000))
    return ones + 2 * twos + 4 * fours


@compiled
def list_moves(ends, step, n_directions, direction, out, n):
    """Add the moves that come to these cells in one direction to the first n of `out`."""
    while ends != 0:
        out[n] = n_directions * (lowest(ends) - step) + direction
        n += 1
        ends &= ends - np.uint64(1)
    return n


@compiled
def position_key(state):
    """The hash of a position: White's pieces are turned into their complement for Black's turn."""
    turn = np.uint64(0) - (state[0] & np.uint64(1))
    return mix(mix(state[1] ^ turn) + state[2])


def pieces_of(state):
    """The player whose piece is there, by cell."""
    return {
        (i % 8, i // 8): player
        for player in (0, 1)
        for i in range(64)
        if int(state[1 + player]) >> i & 1
    }


def board_of(game, state, piece):
    """The Board to draw; a piece on the far row stands out where that wins."""
    pieces = pieces_of(state)
    far = (game.rows - 1, 0)
    through = frozenset(cell for cell, player in pieces.items() if cell[1] == far[player])
    return Board(
        game.cols,
        game.rows,
        pieces,
        piece=piece,
        colours=("white", "black"),
        winning=frozenset() if game.misere else through,
    )


def put_pieces(game, state, pieces, player, piece):
    """Fill the words from pieces, if the game can have come to them with this player to move."""
    names = game.player_names()
    mover, other = names[player], names[1 - player]
    for (col, row), owner in pieces.items():
        state[1 + owner] |= bit(8 * row + col)
        if owner == player and row == (game.rows - 1, 0)[player]:
            why = "the {piece} on {cell} has ended the game: it cannot be {player}'s turn"
            fields = {"cell": cell_name((col, row)), "player": mover}
            raise GameError(why, "piece-has-won", piece=piece, **fields)
    for owner in (FIRST, SECOND):
        n = list(pieces.values()).count(owner)
        if n > 2 * game.cols:
            why = "{player} begins with {high} {piece}s, so {n} are too many"
            fields = {"player": names[owner], "high": 2 * game.cols, "n": n}
            raise GameError(why, "too-many-pieces", piece=piece, **fields)
    if state[2 - player] == 0:
        why = "{player} has no {piece} left, which ended the game: it cannot be {mover}'s turn"
        raise GameError(why, "no-piece-left", player=other, mover=mover, piece=piece)
    state[0] = 2 + player  # how many plies nobody knows


def cells_of(state, start, step):
    """The cells a move leaves and comes to, in the position before it or the one after."""
    player = int(state[0]) & 1
    if not int(state[1 + player]) >> start & 1:
        player = 1 - player  # it has been played
    col, row = start % 8, start // 8
    return (col, row), (col + step[0], row + (step[1] if player == FIRST else -step[1]))


def name_of(state, start, end):
    """A move by its two cells, with an x between them where it captures."""
    return cell_name(start) + ("x" if end in pieces_of(state) else "") + cell_name(end)


def spelled_plainly(text):
    """a2b3 for A2-B3 and a2xb3: the board knows what is captured, and no column is called x."""
    return text.strip().lower().replace("-", "").replace("x", "")


def cells_in(text):
    """The two cells in a plainly spelled move, or None."""
    match = re.fullmatch("([a-z]+[0-9]+)([a-z]+[0-9]+)", text)
    found = [parse_cell(cell) for cell in match.groups()] if match else [None]
    return None if None in found else found


def wrong_cells(game, state, text, piece):
    """What is wrong with the cells that a move names, or nothing."""
    found = cells_in(text)
    if found is None:
        return "a move names two cells, where from and where to"
    for col, row in found:
        if not (col < game.cols and 0 <= row < game.rows):
            return f"{cell_name((col, row))} is not on the board of {game.cols} x {game.rows}"
    player = int(state[0]) & 1
    name = game.player_names()[player]
    pieces = pieces_of(state)
    start, end = found
    if pieces.get(start) != player:
        return f"{name} has no {piece} on {cell_name(start)}"
    if pieces.get(end) == player:
        return f"{name} has a {piece} on {cell_name(end)} already"
    return ""
