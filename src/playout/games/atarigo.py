"""Atarigo: Go in which the first capture wins.

    5 . . ● . .      20 21 22 23 24
    4 . ● ○ ○ .      15 16 17 18 19     The white chain c4 d4 has three liberties: d5,
    3 . . ● . .      10 11 12 13 14     e4 and d3. Black wins by taking them all before
    2 . . . . .       5  6  7  8  9     White has captured anything.
    1 . . . . .       0  1  2  3  4     the number of each point
      a b c d e

State: word 0 counts the plies, word 1 is zero. Then come five sets of points, each
as `n` words and one more that stays zero, so that every word has two neighbours:

    BLACK, WHITE, EMPTY     what lies on each point
    ATARI                   the stones of the chains that have one liberty left
    CHAIN                   the captured stones, if any; otherwise room to work in

A word holds as many whole rows as fit: a board up to 8 x 8 is one word, 9 x 9 and
10 x 10 are two. The legal moves follow from ATARI. Its empty neighbours are the
points where those chains can be captured; and a stone has a liberty if it is put
next to an empty point or to a chain of its own colour that is not in ATARI.
Nogo has the same state and shares what is below the class.

Move: the number of the point, size * row + column, written `c4`.
"""

from typing import NamedTuple

import numpy as np

from ..board import Board, cell_name, parse_cell
from ..kernel import below, bit, compiled, lowest, mix, nth_bit, popcount
from ..rules import ONGOING, GameError, game, within

__all__ = ["Atarigo"]

BLACK, WHITE, EMPTY, ATARI, CHAIN = range(5)


class Grid(NamedTuple):
    """How a board lies in words."""

    size: int
    n: int  # words of a set of points
    span: int  # points of a word
    inner: np.uint64  # the points of a word that have a left neighbour


@game
class Atarigo(NamedTuple):
    """`size` x `size` points; the first capture wins, suicide is illegal, nobody passes.

    A player who has no legal move has lost.
    """

    size: int = 8

    def check(self):
        within(self, "size", 2, 19)

    def grid(self):
        rows = self.size if self.size <= 8 else 63 // self.size
        span = rows * self.size
        every = ~np.uint64(0) >> np.uint64(64 - span)
        left_column = every // np.uint64((1 << self.size) - 1)  # 1 in every digit, base 2**size
        return Grid(self.size, (self.size + rows - 1) // rows, span, ~left_column)

    def n_words(self):
        return 2 + 5 * (self.grid().n + 1)

    def n_moves(self):
        return self.size * self.size

    def max_plies(self):
        return self.size * self.size

    def start(self, state):
        clear_board(state, self.grid())

    def moves(self, state, out):
        return list_moves(state, self.grid(), out, capture_wins=True)

    def play(self, state, move):
        put_stone(state, self.grid(), move)

    def winner(self, state):
        grid = self.grid()
        if not has_captured(state, grid) and can_move(state, grid, capture_wins=True):
            return ONGOING
        return 1 - np.int64(state[0] & np.uint64(1))

    def key(self, state):
        return stones_key(state, self.grid())

    def playout(self, state, stream, moves):
        grid = self.grid()
        if has_captured(state, grid):
            return 1 - np.int64(state[0] & np.uint64(1))
        if grid.n == 1:
            return fill_board(state, grid, stream, is_wide=False, capture_wins=True)
        if grid.n == 2:
            return fill_board(state, grid, stream, is_wide=True, capture_wins=True)
        return fill_large_board(state, grid, stream, moves, capture_wins=True)

    def feature_code(self, state, move):
        return 256 * self.code(state, move) + surroundings(state, self.grid(), move)

    def n_feature_codes(self):
        return 256 * self.n_codes()

    def move_name(self, state, move):
        return cell_name((move % self.size, move // self.size))

    def move_cells(self, state, move):
        return ((move % self.size, move // self.size),)

    def canonical(self, text):
        return point_name(text)

    def complaint(self, state, text):
        suicide = f"suicide is illegal, and a stone at {text} would have no liberty"
        return wrong_point(self, state, text) or suicide

    def board(self, state):
        pieces = {cell: player for player in (0, 1) for cell in cells(self, state, player)}
        captured = frozenset(cells(self, state, CHAIN))
        return Board(self.size, self.size, pieces, shape="points", winning=captured)

    def set_up(self, state, pieces, player):
        """Stones of either colour in any proportion; captured ones, which lie there still, too."""
        captured = set()
        for chain, liberties in chains_of(self.size, pieces):
            if not liberties and pieces[chain[0]] == player:
                captured |= set(chain)
        if not can_have_taken(self.size, pieces, captured):
            raise no_liberty(self, pieces, "no last stone can have taken it")
        put_stones(self, state, pieces, player, captured)


def cells(game, state, points):
    """A set of points of the state, as a set of cells."""
    size, n, span, _ = game.grid()
    words = state[2 + points * (n + 1) :]
    numbers = range(size * size)
    return {(i % size, i // size) for i in numbers if int(words[i // span]) >> i % span & 1}


def near(size, cell):
    """The neighbours of a cell."""
    col, row = cell
    cells = ((col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1))
    return [(c, r) for c, r in cells if 0 <= c < size and 0 <= r < size]


def chains_of(size, pieces):
    """The chains of these stones: the cells of each, and its liberties."""
    chains = []
    seen = set()
    for first in pieces:
        if first not in seen:
            chain, liberties = [first], set()
            seen.add(first)
            for stone in chain:
                for cell in near(size, stone):
                    if cell not in pieces:
                        liberties.add(cell)
                    elif pieces[cell] == pieces[first] and cell not in seen:
                        seen.add(cell)
                        chain.append(cell)
            chains.append((chain, liberties))
    return chains


def can_have_taken(size, pieces, captured):
    """Whether a last stone took what is captured: without it every chain has a liberty."""
    around = {cell for stone in captured for cell in near(size, stone)} - captured
    before = [{c: pieces[c] for c in pieces if c != stone} for stone in around]
    return any(all(free for _, free in chains_of(size, b)) for b in before or [pieces])


def no_liberty(game, pieces, why):
    """The GameError for a chain that has none."""
    dead = next(chain for chain, liberties in chains_of(game.size, pieces) if not liberties)
    name = game.player_names()[pieces[dead[0]]]
    return GameError(f"{name}'s stone on {cell_name(min(dead))} has no liberty, and {why}")


def put_stones(game, state, pieces, player, captured):
    """Fill the words from stones; none of those that are left has lost its last liberty."""
    names = game.player_names()
    if len(pieces) % 2 != player:
        raise GameError(
            f"every move adds a stone, so with {len(pieces)} of them it is"
            f" {names[len(pieces) % 2]}'s turn, not {names[player]}'s"
        )
    size, n, span, _ = game.grid()
    in_atari = {c for chain, free in chains_of(size, pieces) if len(free) == 1 for c in chain}
    state[0] = len(pieces)
    for i in range(size * size):
        cell = i % size, i // size
        sets = [pieces.get(cell, EMPTY)]
        if cell in in_atari and not captured:
            sets.append(ATARI)
        if cell in captured:
            sets.append(CHAIN)
        for points in sets:
            state[2 + points * (n + 1) + i // span] |= bit(i % span)


def point_name(text):
    """A player's spelling of a point, `C 4` or `c04`, as `c4`; other texts in small letters."""
    cell = parse_cell("".join(text.split()))
    return cell_name(cell) if cell else text.strip().lower()


def wrong_point(game, state, text):
    """Why a text names no empty point, if it does not."""
    cell = parse_cell(text)
    if cell is None:
        return "a move is a point such as c4"
    if max(cell) >= game.size or cell[1] < 0:
        return f"{text} is not on the board of {game.size} x {game.size}"
    return "" if cell in cells(game, state, EMPTY) else f"{text} is occupied"


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
    """Word i of the legal moves: captures win (Atarigo) or are illegal (Nogo)."""
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
    """Put a stone down and find the chains that it leads out of atari, captures or threatens."""
    player = np.int64(state[0] & np.uint64(1))
    own = first_word(grid, player)
    other = first_word(grid, 1 - player)
    atari = first_word(grid, ATARI)
    chain = first_word(grid, CHAIN)
    word = move // grid.span
    stone = bit(move % grid.span)
    state[0] += np.uint64(1)
    state[first_word(grid, EMPTY) + word] ^= stone
    if gather_atari(state, grid, own, word, stone):
        # No move depends on this, but equal positions have equal words.
        for i in range(grid.n):
            state[atari + i] ^= state[chain + i]
            state[chain + i] = 0
    state[own + word] |= stone
    if gather_atari(state, grid, other, word, stone):
        for i in range(grid.n):
            state[atari + i] = 0  # for the same reason: the last stone may be any of several
        return
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
                    state[atari + k] |= state[chain + k]
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
    is_growing = found != 0
    while is_growing:
        is_growing = False
        for i in range(grid.n):
            old = state[chain + i]
            state[chain + i] |= beside(state, grid, chain + i) & state[stones + i]
            is_growing |= state[chain + i] != old
    return found != 0


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


# --- playouts -----------------------------------------------------------------------


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
