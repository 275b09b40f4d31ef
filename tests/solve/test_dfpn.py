"""The general solver against plain minimax, by its own laws, and within its limits."""

import random
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from boards import some_now

from playout import DRAW as DRAWN
from playout import FIRST, ONGOING, SECOND, find, game
from playout.kernel import JIT
from playout.solve import DRAW, LOSS, UNKNOWN, WIN, SolveError
from playout.solve.dfpn import LEAST, OPPOSITE, DfpnSolver
from playout.solve.dfpn_kernel import Stack

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_game.py"
MEMORY = 2**24

# Every game at a size where plain Python can search all that follows, with how many plies are
# played at random before.
SMALL = [
    ("mnk", 2), ("connect4:4x4", 9), ("breakthrough:3x4", 7), ("breakthrough:3x4,misere=true", 8),
    ("knightthrough:3x4", 3), ("domineering:4x4", 2), ("atarigo:3", 3), ("nogo:3", 2),
    ("hex:3", 2), ("hex:3,swap=true", 3), ("othello:4", 6),
    ("nim:heap=2,heap2=3,heap3=4,take=4,misere=true", 1),
]  # fmt: skip
if not JIT:
    SMALL = [("mnk", 5), ("breakthrough:2x4", 3), ("domineering:3x3", 0), ("othello:4", 9)]


def after_random_moves(game, plies, seed):
    """A position that is not over, so many plies from the start or a few less."""
    rng = random.Random(seed)
    state = game.start()
    for _ in range(plies):
        after = state.play(rng.choice(state.moves()))
        if after.is_over:
            break
        state = after
    return state


@cache
def value(state):
    """Plain minimax: 1, 0 or -1 for the player to move, and the plies that a winner needs."""
    if state.is_over:
        return (0 if state.is_draw else 1 if state.winner == state.player else -1), 0
    after = [value(state.play(move)) for move in state.moves()]
    best = max(-score for score, _ in after)
    plies = [n for score, n in after if -score == best]
    return best, 1 + (min(plies) if best > 0 else max(plies))


OUTCOME = {1: WIN, 0: DRAW, -1: LOSS}


def end_of(state, line):
    for move in line:
        state = state.play(move)
    return state


@pytest.mark.full
@pytest.mark.parametrize(("name", "plies"), SMALL)
def test_outcomes_distances_and_lines_are_those_of_minimax(name, plies):
    solver = DfpnSolver(find(name), MEMORY)
    for seed in range(12 if JIT else 2):
        state = after_random_moves(solver.game, plies, seed)
        score, distance = value(state)
        found = solver.solve(state)
        assert found.outcome == OUTCOME[score]
        assert not found.stopped
        end = end_of(state, found.line)
        assert end.is_over
        assert end.winner == found.winner
        exact = solver.solve(state, distance=True)
        assert (exact.outcome, exact.plies) == (OUTCOME[score], distance if score else None)
        end = end_of(state, exact.line)
        assert (end.is_over, end.winner) == (True, exact.winner)
        if score:
            assert len(exact.line) == distance


QUICK = [("mnk", 2), ("breakthrough:3x4", 7), ("domineering:4x4", 2), ("hex:3,swap=true", 3)]


@pytest.mark.parametrize(("name", "plies"), some_now(SMALL, QUICK) if JIT else SMALL)
def test_all_moves_are_those_of_minimax_and_the_best_of_them_is_the_outcome(name, plies):
    solver = DfpnSolver(find(name), MEMORY)
    for seed in range(100, 106 if JIT else 101):
        state = after_random_moves(solver.game, plies, seed)
        found = solver.solve(state, all_moves=True, distance=seed % 2 == 0)
        assert [row.move for row in found.moves] == state.moves()
        for row in found.moves:
            score, distance = value(state.play(row.move))
            assert row.outcome == OPPOSITE[OUTCOME[score]]
            assert row.plies == (distance + 1 if seed % 2 == 0 and score else None)
        assert found.outcome == max((r.outcome for r in found.moves), key=(LOSS, DRAW, WIN).index)
        assert set(found.best) == {r.move for r in found.moves if r.outcome == found.outcome}


def tiny(game):
    """A solver with room for a single bucket of four positions."""
    return DfpnSolver(game, least_memory(game))


def least_memory(game):
    return sum(array.nbytes for array in Stack.of(game)) + LEAST


@pytest.mark.parametrize(("name", "plies"), SMALL)
def test_a_table_of_four_positions_gives_the_same_verdicts(name, plies):
    solver = tiny(find(name))
    assert len(solver.table.entries) == 4
    for seed in range(200, 204 if JIT else 201):
        state = after_random_moves(solver.game, plies + 1, seed)
        found = solver.solve(state, all_moves=True)
        assert found.outcome == OUTCOME[value(state)[0]]
        assert end_of(state, found.line).winner == found.winner
        for row in found.moves:
            assert row.outcome == OPPOSITE[OUTCOME[value(state.play(row.move))[0]]]


@pytest.mark.parametrize("memory", [2**18, 2**20])
@pytest.mark.parametrize("size", ["3x5", "5x4"] if JIT else ["2x4"])
def test_small_tables_fill_up_and_still_solve(memory, size):
    solver = DfpnSolver(find(f"breakthrough:{size}"), memory)
    assert solver.table.entries.nbytes + sum(array.nbytes for array in solver.stack) <= memory
    found = solver.solve(solver.game.start())
    assert found.outcome == LOSS
    assert end_of(solver.game.start(), found.line).winner == SECOND


# --- limits -------------------------------------------------------------------------

HARD = find("breakthrough:5x5" if JIT else "breakthrough:4x4")


def test_without_enough_time_nothing_is_known():
    found = DfpnSolver(HARD, MEMORY).solve(HARD.start(), seconds=0.2, all_moves=True)
    assert (found.outcome, found.stopped, found.line) == (UNKNOWN, "time", ())
    assert {row.outcome for row in found.moves} == {UNKNOWN}
    assert (found.winner, found.is_known, found.plies) == (None, False, None)
    assert found.nodes > 0
    assert found.seconds >= 0.2


def test_progress_is_told_and_can_cancel():
    told = []

    def on_progress(nodes, seconds):
        told.append((nodes, seconds))
        return len(told) == 3

    found = DfpnSolver(HARD, MEMORY).solve(HARD.start(), on_progress=on_progress)
    assert (found.outcome, found.stopped, found.line) == (UNKNOWN, "cancelled", ())
    assert told == sorted(told)
    assert len(told) == 3
    assert 0 < told[0][0] < told[-1][0] <= found.nodes


def test_what_progress_returns_cancels_only_if_it_is_true():
    start = find("breakthrough:3x5" if JIT else "breakthrough:2x4").start()
    found = DfpnSolver(start.game, MEMORY).solve(start, on_progress=lambda *_: 1)
    assert (found.outcome, found.stopped) == (LOSS, "")


def test_a_solver_that_was_stopped_goes_on_from_there():
    start = find("breakthrough:3x5" if JIT else "breakthrough:3x4").start()
    at_once = DfpnSolver(start.game, MEMORY).solve(start)
    solver = DfpnSolver(start.game, MEMORY)
    runs = [solver.solve(start, seconds=0.02)]
    while not runs[-1].is_known:
        assert runs[-1].stopped == "time"
        runs.append(solver.solve(start, seconds=0.02))
    assert runs[-1].outcome == at_once.outcome
    assert sum(run.nodes for run in runs) < 2 * at_once.nodes + 100 * len(runs)


def test_a_solver_keeps_what_it_has_found():
    start = find("atarigo:3" if JIT else "breakthrough:3x4").start()
    solver = DfpnSolver(start.game, MEMORY)
    first, again = solver.solve(start), solver.solve(start)
    assert (first.outcome, first.line) == (again.outcome, again.line)
    assert again.nodes < first.nodes / 5


def test_memory_is_a_ceiling():
    nim = find("nim:7")
    least = least_memory(nim)
    with pytest.raises(SolveError, match=f"at least {least} bytes"):
        DfpnSolver(nim, least - 1)
    solver = DfpnSolver(nim, least)
    assert sum(a.nbytes for a in (*solver.stack, solver.table.entries)) == least


def test_finished_games_and_other_games_are_refused():
    solver = DfpnSolver(find("nim:3"), MEMORY)
    with pytest.raises(SolveError, match="nothing to solve: the game is over"):
        solver.solve(solver.game.start().play("3"))
    with pytest.raises(SolveError, match=r"heap=3.*not.*heap=4"):
        solver.solve(find("nim:4").start())
    for seconds in (0, -1.0, float("inf"), float("nan")):
        with pytest.raises(SolveError, match="seconds must be more than 0"):
            solver.solve(solver.game.start(), seconds=seconds)


# --- games of one's own -------------------------------------------------------------


@game
class Tug(NamedTuple):
    """A token between two ends, one step or two a move; a draw after so many plies.

    It comes back to where it was, and then less time is left: so the default key is right.
    """

    half: int = 3
    plies: int = 8

    def n_words(self):
        return 2

    def n_moves(self):
        return 4

    def max_plies(self):
        return self.plies

    def start(self, state):
        state[0] = 0
        state[1] = self.half

    def moves(self, state, out):
        # The steps -2, -1, 1 and 2; two at once only every third ply.
        n = 0
        for i in range(4):
            if i in (1, 2) or state[0] % np.uint64(3) == 2:
                out[n] = i
                n += 1
        return n

    def play(self, state, move):
        at = np.int64(state[1]) + (move - 2 if move < 2 else move - 1)
        state[1] = np.uint64(min(max(at, 0), 2 * self.half))
        state[0] += np.uint64(1)

    def winner(self, state):
        if state[1] == 0:
            return SECOND
        if state[1] == 2 * self.half:
            return FIRST
        return DRAWN if state[0] >= self.plies else ONGOING


@game
class Timed(NamedTuple):
    """Take one or two of a heap; the first player wants it to last for so many plies."""

    heap: int = 9
    plies: int = 6

    def n_words(self):
        return 2

    def n_moves(self):
        return 3

    def max_plies(self):
        return self.heap

    def start(self, state):
        state[0] = 0
        state[1] = self.heap

    def moves(self, state, out):
        out[0] = 1
        out[1] = 2
        return 1 + (state[1] > 1)

    def play(self, state, move):
        state[1] -= np.uint64(move)
        state[0] += np.uint64(1)

    def winner(self, state):
        if state[1] != 0:
            return ONGOING
        return FIRST if state[0] >= self.plies else SECOND


@game
class Blind(NamedTuple):
    """Take one or two of a heap, who takes the last wins; the key tells nothing apart."""

    heap: int = 10

    def n_words(self):
        return 2

    def n_moves(self):
        return 3

    def max_plies(self):
        return self.heap

    def start(self, state):
        state[0] = 0
        state[1] = self.heap

    def moves(self, state, out):
        out[0] = 1
        out[1] = 2
        return 1 + (state[1] > 1)

    def play(self, state, move):
        state[1] -= np.uint64(move)
        state[0] += np.uint64(1)

    def winner(self, state):
        return ONGOING if state[1] != 0 else 1 - np.int64(state[0] & np.uint64(1))

    def key(self, state):
        return np.uint64(0)


@game
class Endless(NamedTuple):
    """A game that is longer than it says."""

    plies: int = 5

    def n_words(self):
        return 1

    def n_moves(self):
        return 1

    def max_plies(self):
        return self.plies

    def start(self, state):
        state[0] = 0

    def moves(self, state, out):
        out[0] = 0
        return 1

    def play(self, state, move):
        state[0] += np.uint64(1)

    def winner(self, state):
        return ONGOING


@pytest.mark.parametrize("half", [1, 2, 3])
def test_a_game_whose_positions_come_again_is_solved_by_its_key(half):
    for plies in range(1, 10 if JIT else 8):
        tug = Tug(half, plies)
        plain = []  # by place, for the player who has moved last, when nothing is left; and back
        for left in range(plies + 1):
            plain.append([tug_value(tug, plies - left, at, plain) for at in range(2 * half + 1)])
        want = {FIRST: WIN, DRAWN: DRAW, SECOND: LOSS}[plain[plies][half]]
        assert DfpnSolver(tug, MEMORY).solve(tug.start()).outcome == want


def tug_value(tug, ply, at, plain):
    """Who wins from here, from `plain[left]`, who wins from each place with so many plies left."""
    if at in (0, 2 * tug.half):
        return SECOND if at == 0 else FIRST
    if ply == tug.plies:
        return DRAWN
    steps = (-2, -1, 1, 2) if ply % 3 == 2 else (-1, 1)
    after = {plain[tug.plies - ply - 1][min(max(at + s, 0), 2 * tug.half)] for s in steps}
    wishes = (FIRST, DRAWN, SECOND) if ply % 2 == 0 else (SECOND, DRAWN, FIRST)
    return next(wish for wish in wishes if wish in after)


@pytest.mark.full
@pytest.mark.parametrize("heap", [9, 10])
def test_positions_that_differ_in_the_count_of_plies_are_told_apart_by_the_key(heap):
    for plies in range(4, heap + 1):
        solver = DfpnSolver(Timed(heap, plies), MEMORY)
        for line in ("1 1 1 1", "2 2", "1 1 2", "2 1", "1 1", "2"):
            state = solver.game.start().play_all(line)
            assert solver.solve(state).outcome == OUTCOME[value(state)[0]]


def test_keys_that_collide_do_not_mislead():
    solver = DfpnSolver(Blind(12), MEMORY)
    for heap in range(1, 13):
        state = Blind(12).start()
        while int(state.words[1]) > heap:
            state = state.play(1)
        assert solver.solve(state).outcome == (LOSS if heap % 3 == 0 else WIN)


def test_a_game_longer_than_it_says_is_an_error():
    with pytest.raises(SolveError, match="max_plies says 5"):
        DfpnSolver(Endless(), MEMORY).solve(Endless().start())


@pytest.mark.skipif(not EXAMPLE.exists(), reason="the examples are not installed")
def test_the_example_game_is_solved():
    for cols, rows in [(1, 1), (4, 1), (2, 2), (3, 2), (4, 3)] if JIT else [(1, 1), (2, 2)]:
        start = find(f"{EXAMPLE}:{cols}x{rows}").start()
        found = DfpnSolver(start.game, MEMORY).solve(start)
        # The first player has a winning bite in every bar but the poison alone.
        assert found.outcome == (LOSS if (cols, rows) == (1, 1) else WIN)
        assert end_of(start, found.line).winner == found.winner
