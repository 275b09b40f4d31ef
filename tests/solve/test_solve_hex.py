"""The Hex solver: against minimax, known openings, the line it shows, its limits."""

import random
import threading
import time

import numpy as np
import pytest
from hex_oracle import board, every_position, flip, random_positions, wins

from playout import Hex, State
from playout.conformance import random_game
from playout.kernel import JIT
from playout.solve.clock import Clock
from playout.solve.hex import HexSolver, position_of
from playout.solve.solution import SolveError

WINNING_OPENINGS = {
    2: "b1 a2",
    3: "c1 a2 b2 c2 a3",
    4: "d1 c2 b3 a4",
    5: "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5",
}
LOSING_OPENINGS = {6: "a1 a2 b1 b6 c1 c6 d1 d6 e1 e6 f5 f6"}


@pytest.fixture(scope="module")
def solver():
    """Solvers that keep what they have learnt, by size and swap."""
    made = {}

    def get(size, swap=False):
        if (size, swap) not in made:
            made[size, swap] = HexSolver(Hex(size, swap), memory=32 * 2**20)
        return made[size, swap]

    return get


@pytest.mark.parametrize("size", [2, 3] if JIT else [2])
def test_every_position_as_minimax_has_it(solver, size):
    for own, other in every_position(size):
        check_proof(solver(size), own, other, size)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_sampled_positions_as_minimax_has_them(solver, size):
    n, most = (200, 9) if JIT else (15, 6)
    for own, other in random_positions(size, n, range(1, min(most, size * size)), size):
        check_proof(solver(size), own, other, size)


def check_proof(solver, own, other, size):
    """The outcome is right, and the carrier enough: all other cells may be the loser's."""
    expected = wins(own, other, size)
    clock_for(solver)
    assert solver._prove((own, other)) == expected
    known, carrier, move = solver._proof((own, other))
    assert known == (1 if expected else -1)
    rest = board(size) & ~(own | other | carrier)
    if expected:
        assert wins(own, other | rest, size)
        assert not move or not wins(flip(other), flip(own | move), size)
    else:
        assert not wins(own | rest, other, size)


@pytest.mark.skipif(not JIT, reason="takes too long in plain Python")
def test_carriers_of_searched_positions_are_enough(solver):
    """As above where minimax is out of reach: another solver is asked about the rest."""
    n_searched = 0
    for own, other in random_positions(6, 80, range(28, 36), 7):
        one, another = HexSolver(Hex(6), memory=8 * 2**20), solver(6)
        clock_for(one)
        clock_for(another)
        is_won = one._prove((own, other))
        n_searched += one._clock.nodes > 1
        rest = board(6) & ~(own | other | one._proof((own, other))[1])
        loser = (own, other | rest) if is_won else (own | rest, other)
        assert another._prove(loser) == is_won
    assert n_searched > 20


def clock_for(solver):
    solver._clock = Clock()


def random_states(size, n, seed, swap=False):
    """Positions on the way of random games, and some that were set up with a handicap."""
    for i in range(n):
        game = random_game(Hex(size, swap), seed + i)
        at = random.Random(i).randrange(len(game.history))
        state = Hex(size, swap).start()
        for move in game.history[:at]:
            state = state.play(move)
        yield state
        pieces = dict(list(state.board().pieces.items())[::2])
        odd = State.set_up(Hex(size, swap), pieces, i % 2)
        if not odd.is_over:
            yield odd


@pytest.mark.parametrize(("size", "swap"), [(2, True), (3, False), (3, True)])
def test_value_of_every_move_as_minimax_over_the_rules_has_it(solver, size, swap):
    memo = {}
    for state in random_states(size, 25 if JIT else 5, 5, swap):
        if not JIT and len(state.moves()) > 6:
            continue
        solution = solver(size, swap).solve(state, all_moves=True)
        assert solution.outcome == ("win" if minimax(state, memo) else "loss")
        assert [row.move for row in solution.moves] == state.moves()
        for row in solution.moves:
            assert (row.outcome == "win") != minimax(state.play(row.move), memo)


def minimax(state, memo):
    """Whether the player to move wins, by the rules alone."""
    if state.is_over:
        return state.winner == state.player
    # Whether a first move may still be answered by swap, the stones do not say.
    key = state, int(state.words[0]) < 2
    if key not in memo:
        memo[key] = any(not minimax(state.play(move), memo) for move in state.moves())
    return memo[key]


@pytest.mark.parametrize("size", [2, 3, 4, 5] if JIT else [2])
def test_openings(solver, size):
    start = Hex(size).start()
    solution = solver(size).solve(start, all_moves=True)
    assert solution.outcome == "win"
    assert solution.winner == 0
    assert [move.name for move in solution.best] == WINNING_OPENINGS[size].split()
    assert len(solution.moves) == size * size


@pytest.mark.slow
def test_openings_of_the_6x6_board(solver):
    solution = solver(6).solve(Hex(6).start(), all_moves=True)
    lost = {row.move.name for row in solution.moves if row.outcome == "loss"}
    assert lost == set(LOSING_OPENINGS[6].split())
    assert len(solution.best) == 24
    check_line(solver(6), solution)


@pytest.mark.slow
def test_centre_opening_of_the_7x7_board(solver):
    """Hayward, Björnsson, Johanson, Kan, Po, van Rijswijck 2003: the first player wins by it."""
    solution = solver(7).solve(Hex(7).start().play("d4"))
    assert solution.outcome == "loss"
    check_line(solver(7), solution)


@pytest.mark.parametrize("size", [2, 3, 4, 5] if JIT else [2])
def test_line_is_won_at_every_move_of_the_winner(solver, size):
    for state in random_states(size, 10 if JIT else 2, 40):
        check_line(solver(size), solver(size).solve(state))


@pytest.mark.parametrize("size", [2, 3] if JIT else [2])
def test_line_with_the_swap_rule(solver, size):
    start = Hex(size, swap=True).start()
    for state in [start, *(start.play(move) for move in start.moves())]:
        solution = solver(size, True).solve(state)
        assert solution.winner == 1
        check_line(solver(size, True), solution)


def check_line(solver, solution):
    state = solution.state
    for move in solution.line:
        state = state.play(move)
        if not state.is_over and state.player != solution.winner:
            assert solver._wins(state) is False
    assert state.is_over
    assert state.winner == solution.winner


def test_swap_takes_what_wins_and_leaves_what_loses(solver):
    start = Hex(3, swap=True).start()
    assert solver(3, True).solve(start.play("b2")).line[0].name == "swap"
    assert solver(3, True).solve(start.play("a1")).line[0].name != "swap"


def test_position_is_turned_for_the_second_player():
    state = Hex(3).start().play("c1")
    assert position_of(state) == (0, 1 << 16)  # c1 is a3 for one who goes from left to right
    assert position_of(state.play("b1")) == (1 << 2, 1 << 1)


# -- limits --


HARD = Hex(8).start() if JIT else Hex(7).start()


def test_time_limit_is_kept_and_nothing_guessed():
    began = time.perf_counter()
    solution = HexSolver(HARD.game).solve(HARD, seconds=0.2, all_moves=True)
    assert (solution.outcome, solution.stopped, solution.line) == ("unknown", "time", ())
    assert {row.outcome for row in solution.moves} == {"unknown"}
    assert solution.seconds < (5 if JIT else 60)
    assert time.perf_counter() - began < (60 if JIT else 600)


def test_progress_is_told_and_cancels():
    seen = []

    def on_progress(nodes, seconds):
        seen.append((nodes, seconds))
        return len(seen) == 3

    solution = HexSolver(HARD.game).solve(HARD, on_progress=on_progress)
    assert (solution.outcome, solution.stopped) == ("unknown", "cancelled")
    assert len(seen) == 3
    assert seen == sorted(seen)


@pytest.mark.skipif(not JIT, reason="takes too long in plain Python")
def test_memory_is_kept_and_nothing_guessed():
    solver = HexSolver(Hex(8), memory=8 * 2**20)
    n_bytes = sum(array.nbytes for array in solver._table)
    assert n_bytes < 8 * 2**20
    solver._table = solver._table._replace(
        rows=np.zeros((50, 5), np.uint64), order=np.zeros((50, 64), np.uint8)
    )
    solution = solver.solve(Hex(8).start())
    assert (solution.outcome, solution.stopped) == ("unknown", "memory")


@pytest.mark.skipif(not JIT, reason="takes too long in plain Python")
def test_table_that_is_full_of_other_positions_is_emptied():
    solver = HexSolver(Hex(5), memory=8 * 2**20)
    solver.clear = lambda: setattr(solver, "_table", solver._table._replace(
        rows=np.zeros((400, 5), np.uint64), order=np.zeros((400, 25), np.uint8),
        counts=np.zeros(3, np.int64)))  # fmt: skip
    solver.clear()
    for state in random_states(5, 40, 90):
        solution = solver.solve(state)
        assert solution.outcome != "unknown" or solution.stopped == "memory"
        expected = HexSolver(Hex(5), memory=8 * 2**20).solve(state).outcome
        assert solution.outcome in (expected, "unknown")


def test_solver_remembers(solver):
    size = 5 if JIT else 2
    # While an opening is unproven, a line may show one that is better than the last time.
    solver(size).solve(Hex(size).start(), all_moves=True)
    first = solver(size).solve(Hex(size).start())
    again = solver(size).solve(Hex(size).start())
    assert (again.nodes, again.line, again.outcome) == (0, first.line, first.outcome)


@pytest.mark.skipif(not JIT, reason="only kernels let go of the interpreter")
def test_other_threads_run_meanwhile():
    ticks = []
    is_done = threading.Event()

    def tick():
        while not is_done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    HexSolver(HARD.game).solve(HARD, seconds=0.5)
    is_done.set()
    thread.join()
    assert len(ticks) > 20


def test_what_cannot_be_solved_is_refused():
    with pytest.raises(SolveError, match="8 x 8"):
        HexSolver(Hex(9))
    with pytest.raises(SolveError, match="memory"):
        HexSolver(Hex(5), memory=1000)
    over = Hex(2).start().play_all("a1 b1 a2")
    with pytest.raises(SolveError, match="over"):
        HexSolver(Hex(2)).solve(over)
    with pytest.raises(SolveError, match="is for Hex"):
        HexSolver(Hex(3)).solve(Hex(2).start())
    with pytest.raises(SolveError, match="seconds"):
        HexSolver(Hex(3)).solve(Hex(3).start(), seconds=0)
