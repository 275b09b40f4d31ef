"""Feature codes: what a move does, and what lies around it, against a look at the board."""

import random

import pytest

from playout import find
from playout.kernel import JIT


def by_neighbours(state, move):
    """Empty, own, the other's or beyond the edge: left, right, below, above."""
    game, pieces = state.game, state.board().pieces
    if move.name == "pass":
        return 256, 0
    ((col, row),) = game.move_cells(state.words, int(move))
    number = 0
    for cell in ((col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)):
        if not all(0 <= x < game.size for x in cell):
            kind = 3
        elif cell not in pieces:
            kind = 0
        else:
            kind = 1 if pieces[cell] == state.player else 2
        number = 4 * number + kind
    return 256, number


def by_free_cells(state, move):
    """Which cells beyond the two ends of a domino, and along its two sides, are free."""
    game, pieces = state.game, state.board().pieces
    (col, row), (col_2, row_2) = game.move_cells(state.words, int(move))
    right, up = col_2 - col, row_2 - row

    def free(x, y):
        return int(0 <= x < game.cols and 0 <= y < game.rows and (x, y) not in pieces)

    aside = [(up, right), (-up, -right)]
    cells = [(col_2 + right, row_2 + up), (col - right, row - up)]
    cells += [(x + a, y + b) for a, b in aside for x, y in ((col, row), (col_2, row_2))]
    number = 0
    for cell in cells:
        number = 2 * number + free(*cell)
    return 64, number


def by_capture(state, move):
    return 2, int("x" in move.name)


GAMES = {
    "atarigo:5": by_neighbours,
    "atarigo:9": by_neighbours,
    "nogo:4": by_neighbours,
    "nogo:8": by_neighbours,
    "go:5": by_neighbours,
    "go:9": by_neighbours,
    "domineering:8": by_free_cells,
    "domineering:5x7": by_free_cells,
    "breakthrough:5x5": by_capture,
    "knightthrough:5x6": by_capture,
}


@pytest.mark.parametrize("name", GAMES)
def test_feature_code_is_the_code_and_what_lies_around(name):
    game, rng = find(name), random.Random(1)
    seen = set()
    for _ in range(3 if JIT else 1):
        state = game.start()
        while not state.is_over:
            for move in state.moves():
                kinds, number = GAMES[name](state, move)
                code = int(game.code(state.words, int(move)))
                found = int(game.feature_code(state.words, int(move)))
                assert found == kinds * code + number, (str(state), move)
                assert 0 <= found < game.n_feature_codes() == kinds * game.n_codes()
                seen.add(number)
            state = state.play(rng.choice(state.moves()))
    assert len(seen) > 1
