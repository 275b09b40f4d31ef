"""Hex: connect your two edges; one of the players always does.

      a b c d e             Black connects the top edge to the bottom, White the
    1 . . . . . 1           left edge to the right. The neighbours of c3 are
     2 . ○ . . . 2          c2 d2 above, b3 d3 beside, b4 c4 below; a1 is an
      3 . . ● . . 3         acute corner, with two neighbours only.
       4 . . . . . 4
        5 . . . . . 5
          a b c d e

State: word 0 counts the plies, 1 is the Zobrist key, 2 the winner + 1 (0 while
there is none); then, for each player in turn, `size` words with the stones of
each row (bit = column), and again `size` words each with those stones that are
connected to the player's first edge (top or left). A stone is added to that set
once and for all, so the winner is known the moment the other edge is reached.

Move: size * row + column, written `c3`; the last number is `swap`. With the swap
rule White may answer the first move by taking it over: the stone changes its
colour and is mirrored on the long diagonal, which keeps the edges where they are.
"""

from typing import NamedTuple

import numpy as np

from ..board import Board, cell_name, parse_cell
from ..kernel import below, bit, compiled, lowest, mix, next_word, nth_bit, popcount, unit
from ..rules import FIRST, SECOND, game, within

__all__ = ["Hex"]

KEY, WINNER, ROWS = 1, 2, 3
AROUND = ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))  # columns, rows


@game
class Hex(NamedTuple):
    """A rhombus of `size` x `size` cells, 2 to 19; `swap` turns the swap rule on."""

    size: int = 11
    swap: bool = False

    def check(self):
        within(self, "size", 2, 19)

    def n_words(self):
        return ROWS + 4 * self.size

    def n_moves(self):
        return self.size * self.size + 1

    def max_plies(self):
        return self.size * self.size + (1 if self.swap else 0)

    def start(self, state):
        for i in range(self.n_words()):
            state[i] = 0

    def moves(self, state, out):
        n = 0
        for row in range(self.size):
            empty = empty_cells(state, self.size, row)
            while empty != 0:
                out[n] = row * self.size + lowest(empty)
                empty &= empty - np.uint64(1)
                n += 1
        if self.swap and state[0] == 1:
            out[n] = self.size * self.size
            n += 1
        return n

    def play(self, state, move):
        player = np.int64(state[0] & np.uint64(1))
        if move == self.size * self.size:
            move = take_over(state, self.size)
        place(state, self.size, player, move // self.size, move % self.size)
        state[0] += np.uint64(1)

    def winner(self, state):
        return np.int64(state[WINNER]) - 1

    def key(self, state):
        return mix(state[KEY] + (state[0] & np.uint64(1)))

    def playout(self, state, stream, moves):
        """Fill the board at random: who has connected then has connected first.

        The stones that Black still places are a uniformly random half of the empty
        cells, so they can be drawn all at once, in any order.
        """
        while self.swap and state[0] < 2:
            n = self.moves(state, moves)
            self.play(state, moves[below(stream, n)])
        if state[WINNER] != 0:
            return np.int64(state[WINNER]) - 1
        fill_board(state, self.size, stream)
        return FIRST if crosses(state, self.size) else SECOND

    def traced_playout(self, state, stream, moves, codes):
        """The playout, and who has which cell when the board is full."""
        n = 0
        while self.swap and state[0] < 2:
            move = moves[below(stream, self.moves(state, moves))]
            codes[n] = self.code(state, move)
            n += 1
            self.play(state, move)
        if state[WINNER] != 0:
            return np.int64(state[WINNER]) - 1, n
        fill_board(state, self.size, stream)
        n = list_codes(state, self.size, codes, n)
        return FIRST if crosses(state, self.size) else SECOND, n

    def bridge_reply(self, state, move, stream):
        """The cell that mends a bridge of the player to move which this move broke; or -1."""
        return bridge_reply(state, self.size, move, below(stream, 6))

    def bridge_playout(self, state, stream, moves, line, often):
        """A playout that mends bridges: the line goes on to the full board."""
        while self.swap and state[0] < 2:
            self.place_blindly(state, moves[below(stream, self.moves(state, moves))], line)
        if state[WINNER] != 0:
            return np.int64(state[WINNER]) - 1
        n = self.moves(state, moves)
        for i in range(n - 1):  # the order in which cells are taken that nothing else decides
            k = i + below(stream, n - i)
            moves[i], moves[k] = moves[k], moves[i]
        i = 0
        while True:
            move = np.int64(-1)
            if line.size[0] > 0 and unit(stream) < often:
                move = self.bridge_reply(state, line.move[line.size[0] - 1], stream)
            if move < 0:
                while i < n and not is_empty(state, self.size, moves[i]):
                    i += 1
                if i == n:
                    return FIRST if crosses(state, self.size) else SECOND
                move = moves[i]
            self.place_blindly(state, move, line)

    def place_blindly(self, state, move, line):
        """Put a stone down without a look at what it connects, and write it into the line."""
        player = np.int64(state[0] & np.uint64(1))
        at = line.size[0]
        line.move[at] = move
        line.code[at] = self.code(state, move)
        line.size[0] = at + 1
        if move == self.size * self.size:
            self.play(state, move)
        else:
            state[ROWS + player * self.size + move // self.size] |= bit(move % self.size)
            state[0] += np.uint64(1)

    def move_name(self, state, move):
        if move == self.size * self.size:
            return "swap"
        return cell_name((move % self.size, move // self.size))

    def move_cells(self, state, move):
        if move == self.size * self.size:
            return tuple(cell for cell, player in self.board(state).pieces.items() if player == 1)
        return ((move % self.size, move // self.size),)

    def complaint(self, state, text):
        if text in ("swap", "swap-pieces"):
            return "swap answers the first move, and only with the swap rule on"
        cell = parse_cell(text)
        if cell is None:
            return "a move is a cell such as c3"
        if cell[0] >= self.size or not 0 <= cell[1] < self.size:
            return f"{text} is not on the board of {self.size} x {self.size}"
        return f"{text} is occupied"

    def board(self, state):
        n = self.size
        pieces = {
            (col, row): player
            for player in (0, 1)
            for row in range(n)
            for col in range(n)
            if int(state[ROWS + player * n + row]) >> col & 1
        }
        winning = frozenset()
        if state[WINNER]:
            winning = winning_chain(state, n, int(state[WINNER]) - 1)
        return Board(n, n, pieces, shape="hex", one_on_top=True, winning=winning)

    def set_up(self, state, pieces, player):
        """Any number of stones, as in a puzzle or a game with a handicap."""
        state[0] = len(pieces) + (len(pieces) + player) % 2
        if state[0] == 1 and list(pieces.values()) != [FIRST]:
            state[0] = 3  # no first move to answer by swap
        for (col, row), owner in pieces.items():
            state[KEY] ^= np.uint64(zobrist(self.size, owner, row, col))
            state[ROWS + owner * self.size + row] |= bit(col)
        for owner in (FIRST, SECOND):
            linked = linked_stones({c for c in pieces if pieces[c] == owner}, owner)
            for col, row in linked:
                state[ROWS + (2 + owner) * self.size + row] |= bit(col)
            if any(cell[1 - owner] == self.size - 1 for cell in linked):
                state[WINNER] = owner + 1


@compiled
def empty_cells(state, size, row):
    stones = state[ROWS + row] | state[ROWS + size + row]
    return ~stones & (bit(size) - np.uint64(1))


@compiled
def zobrist(size, player, row, col):
    return mix(np.uint64((player * size + row) * size + col + 1))


@compiled
def place(state, size, player, row, col):
    """Put a stone down and see what it connects."""
    stones = ROWS + player * size
    linked = ROWS + (2 + player) * size
    stone = bit(col)
    state[stones + row] |= stone
    state[KEY] ^= zobrist(size, player, row, col)
    touches = (stone << np.uint64(1) | stone >> np.uint64(1)) & state[linked + row]
    if row > 0:
        touches |= (stone | stone << np.uint64(1)) & state[linked + row - 1]
    if row < size - 1:
        touches |= (stone | stone >> np.uint64(1)) & state[linked + row + 1]
    on_edge = row == 0 if player == FIRST else col == 0
    if on_edge or touches != 0:
        state[linked + row] |= stone
        spread(state, size, stones, linked)
        if reaches_far_edge(state, size, player, linked):
            state[WINNER] = np.uint64(player + 1)


@compiled
def reaches_far_edge(state, size, player, linked):
    if player == FIRST:
        return state[linked + size - 1] != 0
    rows = np.uint64(0)
    for row in range(size):
        rows |= state[linked + row]
    return rows >> np.uint64(size - 1) != 0


@compiled
def take_over(state, size):
    """Remove the only stone and return the cell that mirrors it, for White to place."""
    for row in range(size):
        if state[ROWS + row] != 0:
            col = lowest(state[ROWS + row])
            for i in range(KEY, ROWS + 4 * size):
                state[i] = 0
            return size * col + row
    return 0


@compiled
def fill_row(linked, stones):
    """The stones that are linked within their row: every run of stones that has one in it.

    Adding a linked stone to its run carries up to the run's end. Downwards two steps are
    taken at once; `spread` comes back for what a longer run leaves over.
    """
    linked |= ((stones + linked) ^ stones) & stones
    linked |= (linked >> np.uint64(1)) & stones
    linked |= (linked >> np.uint64(1)) & stones
    return linked


@compiled
def sweep_down(state, size, stones, linked):
    """Carry what is linked from each row to the one below; returns whether anything grew."""
    grown = np.uint64(0)
    above = np.uint64(0)
    for row in range(size):
        old = state[linked + row]
        own = state[stones + row]
        above = fill_row(old | ((above | above >> np.uint64(1)) & own), own)
        grown |= above ^ old
        state[linked + row] = above
    return grown != 0


@compiled
def sweep_up(state, size, stones, linked):
    """The same from each row to the one above."""
    grown = np.uint64(0)
    beneath = np.uint64(0)
    for row in range(size - 1, -1, -1):
        old = state[linked + row]
        own = state[stones + row]
        beneath = fill_row(old | ((beneath | beneath << np.uint64(1)) & own), own)
        grown |= beneath ^ old
        state[linked + row] = beneath
    return grown != 0


@compiled
def spread(state, size, stones, linked):
    """Link every stone that is connected to a linked one."""
    grown = True
    while grown:
        grown = sweep_down(state, size, stones, linked)
        grown |= sweep_up(state, size, stones, linked)


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


def winning_chain(state, size, player):
    """The cells of a shortest chain of the winner's stones from edge to edge."""
    rows = [int(word) for word in state[ROWS + player * size : ROWS + (player + 1) * size]]
    stones = {(c, r) for r in range(size) for c in range(size) if rows[r] >> c & 1}
    along = 1 - player  # the coordinate that the player must cross: the row for Black
    chains = [(cell,) for cell in sorted(stones) if cell[along] == 0]
    seen = {chain[0] for chain in chains}
    for chain in chains:
        col, row = chain[-1]
        if chain[-1][along] == size - 1:
            return frozenset(chain)
        for dc, dr in AROUND:
            cell = col + dc, row + dr
            if cell in stones and cell not in seen:
                seen.add(cell)
                chains.append((*chain, cell))
    return frozenset()


def linked_stones(stones, player):
    """Those of a player's stones, a set of cells, that are connected to the player's first edge."""
    found = [cell for cell in stones if cell[1 - player] == 0]
    linked = set(found)
    for col, row in found:
        new = {(col + dc, row + dr) for dc, dr in AROUND} & stones - linked
        linked |= new
        found += new
    return linked
