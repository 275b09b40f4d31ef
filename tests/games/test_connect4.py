"""Connect 4: published counts, a naive oracle, other sizes."""

import numpy as np
import pytest

from playout import ONGOING, Connect4, GameError
from playout.conformance import random_game
from playout.kernel import JIT, bit, entry
from playout.perft import perft, positions

# Move sequences of each length; positions reachable by each ply (OEIS A212693).
PERFT = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
POSITIONS = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
POSITIONS += [558186, 1662623, 4568683, 12236101, 30929111]


def test_positions_are_counted_once():
    depth = 8 if JIT else 4
    assert [*positions(Connect4().start(), depth)] == POSITIONS[: depth + 1]


def test_positions_are_those_of_a_naive_walk():
    known = {Connect4(4, 3, 3).start()}
    for n in positions(Connect4(4, 3, 3).start(), 12):
        assert n == len(known)
        known = {state.play(move) for state in known for move in state.moves()}


def test_perft():
    depth = len(PERFT) if JIT else 4
    assert [perft(Connect4().start(), d) for d in range(depth)] == PERFT[:depth]


def test_number_of_positions_of_each_ply():
    layer = {Connect4().start()}
    for count in POSITIONS[: 6 if JIT else 4]:
        assert len(layer) == count
        layer = {state.play(move) for state in layer for move in state._legal}


@entry
def successors(game, packed, state, moves, out):
    """The positions after each of these, packed: a bit above the discs of each column, and the
    first player's discs. Returns how many there are."""
    tall = game.rows + 1
    n = 0
    for word in packed:
        state[:] = np.uint64(0)
        for col in range(game.cols):
            cells = (word >> np.uint64(col * tall)) & np.uint64(2**tall - 1)
            height = tall - 1
            while cells >> np.uint64(height) == 0:
                height -= 1
            mine = cells ^ bit(height)
            state[0] += np.uint64(height)
            state[1] |= mine << np.uint64(col * tall)
            state[2] |= (bit(height) - np.uint64(1) ^ mine) << np.uint64(col * tall)
        if game.winner(state) != ONGOING:
            continue
        for i in range(game.moves(state, moves)):
            before = state[1], state[2]
            game.play(state, moves[i])
            above = np.uint64(0)
            for col in range(game.cols):
                above += bit(col * tall)
            out[n] = ((state[1] | state[2]) + above) | state[1]
            n += 1
            state[0] -= np.uint64(1)
            state[1], state[2] = before
    return n


def layers(game, depth):
    """The number of positions of each ply, every one counted once."""
    layer = np.array([sum(1 << col * (game.rows + 1) for col in range(game.cols))], np.uint64)
    state, moves = np.zeros(3, np.uint64), np.zeros(game.cols, np.int64)
    yield 1
    for _ in range(depth - 1):
        out = np.zeros(len(layer) * game.cols, np.uint64)
        layer = np.unique(out[: successors(game, layer, state, moves, out)])
        yield len(layer)


def test_number_of_positions_counted_by_words():
    depth = 10 if JIT else 4
    assert list(layers(Connect4(), depth)) == POSITIONS[:depth]


@pytest.mark.slow
def test_number_of_positions_of_the_first_thirteen_plies():
    """The published counts go on to the full board, 4,531,985,219,092 positions in all."""
    assert list(layers(Connect4(), len(POSITIONS))) == POSITIONS


def naive_lines(columns, cols, rows, line):
    """Every line of a board given as a list of players' discs for each column, as its cells."""

    def disc(c, r):
        return columns[c][r] if 0 <= c < cols and 0 <= r < len(columns[c]) else None

    lines = []
    for c in range(cols):
        for r in range(rows):
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(c + i * dc, r + i * dr) for i in range(line)]
                run = {disc(*cell) for cell in cells}
                if len(run) == 1 and None not in run:
                    lines.append(cells)
    return lines


@pytest.mark.parametrize(
    "game",
    [Connect4(), Connect4(4, 4), Connect4(9, 6), Connect4(8, 7, 5), Connect4(5, 4, 3),
     Connect4(3, 3, 2), Connect4(12, 4, 6), Connect4(2, 8, 7), Connect4(8, 7, 8),
     Connect4(1, 3, 2), Connect4(2, 31, 4), Connect4(2, 31, 8), Connect4(4, 15, 8)],
)  # fmt: skip
def test_winner_and_moves_agree_with_a_naive_board(game):
    for seed in range(40 if JIT else 2):
        columns = [[] for _ in range(game.cols)]
        state = game.start()
        for move in random_game(game, seed).history:
            assert state._legal == tuple(c for c in range(game.cols) if len(columns[c]) < game.rows)
            columns[move].append(state.player)
            state = state.play(move)
            lines = naive_lines(columns, game.cols, game.rows, game.line)
            winner = columns[lines[0][0][0]][lines[0][0][1]] if lines else None
            assert state.winner == winner
            assert state.board().winning == {cell for cells in lines for cell in cells}
        assert state.is_over
        assert state.is_draw == (winner is None)


def test_all_of_a_row_that_wins_is_marked():
    state = Connect4().start().play_all("11223366775575")
    assert state.board().winning == frozenset()
    assert state.play("4").board().winning == {(col, 0) for col in range(7)}


def test_code_is_the_cell_and_not_the_column():
    state = Connect4().start()
    low = state.codes()[3]
    state = state.play_all("44")
    high = state.codes()[3]
    assert low != high
    # The same cell by the same player has the same code again.
    assert Connect4().start().play_all("12").codes()[3] == low
    # The other player's disc in the same cell has another.
    assert Connect4().start().play("1").codes()[3] != low


def test_line_across_the_top_of_columns_does_not_wrap():
    # Three on top of column 1 and one at the foot of column 2 are no line.
    state = Connect4().start().play_all("1112121")
    assert state.winner is None
    state = Connect4(4, 4, 3).start().play_all("2111133")
    assert state.winner is None


def test_full_board_is_a_draw():
    state = Connect4(2, 2, 2)
    assert state.start().play_all("121").winner == 0
    state = Connect4(1, 3, 2).start().play_all("111")
    assert state.is_over
    assert state.is_draw
    assert state.winner is None


@pytest.mark.parametrize(
    "size", [(8, 8, 4), (22, 1, 4), (7, 6, 1), (7, 6, 9), (0, 6, 4), (7, 0, 4)]
)
def test_impossible_sizes_are_refused(size):
    with pytest.raises(GameError, match="Connect4: "):
        Connect4(*size)
