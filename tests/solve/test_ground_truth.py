"""Solved games: what the literature and independent programs say, found again by the rules alone.

Counted facts (perft, positions by ply) are in the tests of each game.
"""

import pytest

from playout import Atarigo, Breakthrough, Connect4, Domineering, Go, Hex, Knightthrough, Mnk, Nogo
from playout.kernel import JIT
from playout.solve import DRAW, LOSS, WIN, solver_for
from playout.solve.dfpn import DfpnSolver

needs_jit = pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")
slow = pytest.mark.slow
MEMORY = 2**28
FIRST, SECOND = 0, 1


def check(game, winner, memory=MEMORY):
    """The solver says who wins from the start, and its line ends there."""
    state = game.start()
    found = DfpnSolver(game, memory).solve(state)
    assert found.winner == winner
    assert found.outcome == (DRAW if winner is None else (WIN, LOSS)[winner])
    for move in found.line:
        state = state.play(move)
    assert state.is_over
    assert state.winner == winner


def hard(*values):
    return pytest.param(*values, marks=slow)


@needs_jit
@pytest.mark.parametrize(
    ("cols", "rows", "winner"),
    [
        (2, 4, SECOND), (3, 4, SECOND), (4, 4, SECOND), (5, 4, SECOND), (6, 4, SECOND),
        (2, 5, SECOND), (3, 5, SECOND), hard(4, 5, SECOND), (2, 6, FIRST), hard(3, 6, FIRST),
        (2, 7, SECOND), hard(3, 7, SECOND),
    ],
)  # fmt: skip
def test_breakthrough(cols, rows, winner):
    check(Breakthrough(cols, rows), winner, 2**30)


@slow
@needs_jit
def test_breakthrough_5x5():
    # Saffidine, Jouandeau and Cazenave 2012. It takes minutes, and 80 million nodes.
    check(Breakthrough(5, 5), SECOND, 3 * 2**30)


@slow
@needs_jit
def test_breakthrough_6x5():
    # The same authors. It takes an hour or more, and 2.3 billion nodes with a table of this size.
    check(Breakthrough(6, 5), SECOND, 9 * 10**9)


@needs_jit
@pytest.mark.parametrize(("cols", "rows"), [(2, 4), (3, 4), hard(4, 4), hard(3, 5)])
def test_misere_breakthrough(cols, rows):
    check(Breakthrough(cols, rows, misere=True), SECOND)


@needs_jit
@pytest.mark.parametrize(("cols", "rows"), [(4, 6), hard(5, 6)])
def test_knightthrough(cols, rows):
    check(Knightthrough(cols, rows), FIRST)


# V and H, Vertical or Horizontal wins whoever begins; N, the player who begins wins; P, the
# other one. A line is a number of rows, from 1 column on.
DOMINEERING = {
    1: "PHHHHH",
    2: "VNNHVN",
    3: "VNNHHH",
    4: "VVVNVN",
    5: "VHVHPH",
    6: "VNVNV",
}
CLASSES = {(True, False): "V", (False, True): "H", (True, True): "N", (False, False): "P"}


def beginner_wins(cols, rows):
    """Whether Vertical wins by beginning; on a board where nobody can begin, nobody does."""
    start = Domineering(cols, rows).start()
    if start.is_over:
        return start.winner == FIRST
    return DfpnSolver(start.game, MEMORY).solve(start).outcome == WIN


@pytest.mark.parametrize("rows", DOMINEERING if JIT else [1, 2])
def test_domineering(rows):
    found = ""
    for cols in range(1, 1 + len(DOMINEERING[rows]) if JIT else 4):
        # On the board on its side Vertical plays what Horizontal plays here.
        vertical, horizontal = beginner_wins(cols, rows), beginner_wins(rows, cols)
        found += CLASSES[vertical, horizontal]
    assert found == DOMINEERING[rows][: len(found)]


@pytest.mark.parametrize(
    ("size", "outcome", "plies"),
    [(2, LOSS, 4), (3, WIN, 7), hard(4, LOSS, 14)] if JIT else [(2, LOSS, 4)],
)
def test_atarigo(size, outcome, plies):
    start = Atarigo(size).start()
    found = DfpnSolver(start.game, MEMORY).solve(start, distance=True)
    assert (found.outcome, found.plies, len(found.line)) == (outcome, plies, plies)


@pytest.mark.parametrize(
    ("size", "lead"),
    # Black has all of 3 x 3. On 2 x 2 both take back for ever: 1 point is Black's only where no
    # position may come back.
    [(2, 0), (3, 9)] if JIT else [],
)
def test_go(size, lead):
    check(Go(size, lead - 0.5), FIRST)
    check(Go(size, lead), None)
    check(Go(size, lead + 0.5), SECOND)


@pytest.mark.parametrize(
    ("size", "winner"), [(2, FIRST), (3, FIRST), hard(4, SECOND)] if JIT else [(2, FIRST)]
)
def test_nogo(size, winner):
    check(Nogo(size), winner)


@pytest.mark.parametrize(
    ("game", "winner"),
    [(Mnk(), None), (Mnk(4, 3, 3), FIRST), hard(Mnk(4, 4, 4), None)]
    if JIT
    else [(Mnk(2, 2, 2), FIRST)],
)
def test_lines_of_marks(game, winner):
    check(game, winner)


@needs_jit
@pytest.mark.parametrize("size", [(4, 4), (5, 4), (4, 5), hard((6, 4)), hard((5, 5))])
def test_connect4_is_as_its_own_solver_says(size):
    start = Connect4(*size).start()
    general, own = DfpnSolver(start.game, MEMORY), solver_for(start.game)
    assert type(own) is not DfpnSolver
    ours = general.solve(start, all_moves=True)
    theirs = own.solve(start, all_moves=True)
    assert ours.outcome == theirs.outcome
    assert [(m.move, m.outcome) for m in ours.moves] == [(m.move, m.outcome) for m in theirs.moves]


@needs_jit
@pytest.mark.parametrize(
    ("size", "winning"),
    [
        (2, "b1 a2"),
        (3, "c1 a2 b2 c2 a3"),
        (4, "d1 c2 b3 a4"),
        hard(5, "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5"),
    ],
)
def test_hex_openings(size, winning):
    start = Hex(size).start()
    found = DfpnSolver(start.game, 2**30).solve(start, all_moves=True)
    assert found.outcome == WIN
    assert sorted(move.name for move in found.best) == sorted(winning.split())
