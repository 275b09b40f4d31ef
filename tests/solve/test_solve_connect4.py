"""The Connect 4 solver against plain minimax, against another solver, and against known facts."""

import random
from functools import lru_cache

import numpy as np
import pytest

from playout import Connect4
from playout.games.connect4 import has_line
from playout.kernel import JIT
from playout.solve.clock import Clock
from playout.solve.connect4 import Connect4Solver, _position, plies_of
from playout.solve.connect4_board import (
    make_frame,
    winning_cells,
    worth_against_claimeven,
)
from playout.solve.connect4_table import DATA, make_table
from playout.solve.solution import SolveError

SMALL = [(3, 3, 3), (2, 4, 3), (3, 3, 2), (2, 5, 3)]
COMPILED = [(4, 3, 3), (3, 4, 3)]
BOARDS = SMALL + COMPILED * JIT
OUTCOMES = {-1: "loss", 0: "draw", 1: "win"}


def truth(game):
    """Plain minimax of outcome and distance: (columns of a position) -> (outcome, plies).

    A column is a text of 0s and 1s, the lowest disc first.
    """

    def wins(columns, col):
        row, who = len(columns[col]) - 1, columns[col][-1]

        def at(c, r):
            return 0 <= c < game.cols and 0 <= r < len(columns[c]) and columns[c][r] == who

        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                i = 1
                while at(col + sign * i * right, row + sign * i * up):
                    length, i = length + 1, i + 1
            if length >= game.line:
                return True
        return False

    @lru_cache(None)
    def value(columns):
        n = sum(map(len, columns))
        best = None
        for col in range(game.cols):
            if len(columns[col]) == game.rows:
                continue
            after = (*columns[:col], columns[col] + str(n % 2), *columns[col + 1 :])
            if wins(after, col):
                outcome, plies = 1, 1
            elif n + 1 == game.cols * game.rows:
                outcome, plies = 0, 1
            else:
                outcome, plies = value(after)
                outcome, plies = -outcome, plies + 1
            rank = outcome, -plies * outcome, outcome, plies
            best = rank if best is None else max(best, rank)
        return best[2:]

    return value


def columns_of(state):
    pieces = state.board().pieces
    cols, rows = state.game.cols, state.game.rows
    return tuple(
        "".join(str(pieces[col, row]) for row in range(rows) if (col, row) in pieces)
        for col in range(cols)
    )


def positions(game):
    """All positions that are not over."""
    found = {game.start()}
    while found:
        yield from found
        after = (state.play(move) for state in found for move in state.moves())
        found = {state for state in after if not state.is_over}


def random_state(game, n_discs, rng):
    while True:
        state = game.start()
        for _ in range(n_discs):
            state = state.play(rng.choice(state.moves()))
            if state.is_over:
                break
        else:
            return state


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_position_has_the_outcome_and_distance_of_minimax(board):
    game = Connect4(*board)
    solver, value = Connect4Solver(game, 2**20), truth(game)
    for i, state in enumerate(positions(game)):
        outcome, plies = value(columns_of(state))
        solution = solver.solve(state, all_moves=i % 5 == 0)
        assert (solution.outcome, solution.plies) == (OUTCOMES[outcome], plies), state
        assert len(solution.line) == plies
        for row in solution.moves:
            after = state.play(row.move)
            if after.is_over:
                expected = (1 if after.winner is not None else 0), 1
            else:
                outcome, plies = value(columns_of(after))
                expected = -outcome, plies + 1
            assert (row.outcome, row.plies) == (OUTCOMES[expected[0]], expected[1])


def test_claimeven_never_promises_too_much():
    game = Connect4(3, 4, 3)
    frame, value, bounds = make_frame(game, 4), truth(game), set()
    for state in positions(game):
        columns = columns_of(state)
        if any(len(column) % 2 for column in columns):
            continue
        mine, discs = state.words[1 + state.player], state.words[1] | state.words[2]
        bound = worth_against_claimeven(frame, mine, discs)
        bounds.add(int(bound))
        assert value(columns)[0] <= max(-1, min(1, bound)), state
    assert bounds == {-1, 0, 32}


@pytest.mark.slow
@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), (5, 4, 3), (4, 5, 4)], ids=str)
def test_larger_boards_have_the_outcome_and_distance_of_minimax(board):
    game = Connect4(*board)
    solver, value, rng = Connect4Solver(game), truth(game), random.Random(1)
    for n_discs in range(game.max_plies()):
        for _ in range(60):
            state = random_state(game, n_discs, rng)
            outcome, plies = value(columns_of(state))
            solution = solver.solve(state)
            assert (solution.outcome, solution.plies) == (OUTCOMES[outcome], plies), state


def test_score_counts_the_winners_discs_from_the_end():
    game = Connect4(4, 4, 3)
    solver, value = Connect4Solver(game, 2**20), truth(game)
    rng = random.Random(2)
    for n_discs in range(5 if JIT else 11, 15):
        state = random_state(game, n_discs, rng)
        outcome, plies = value(columns_of(state))
        last = n_discs + plies - 1  # the discs on the board before the last one
        expected = outcome * ((16 + 1 - last) // 2)
        assert solver.solve(state).score == expected
        assert plies_of(expected, game, n_discs) == plies


@pytest.mark.parametrize(
    "board", [(7, 6, 4), (9, 6, 4), (6, 7, 3), (8, 7, 5), (21, 2, 6), (2, 31, 8)]
)
def test_winning_cells_are_those_that_complete_a_line(board):
    game = Connect4(*board)
    frame = make_frame(game, 4)
    rng = random.Random(3)
    for _ in range(60 if JIT else 6):
        heights = [rng.randint(0, game.rows) for _ in range(game.cols)]
        cells = [(col, row) for col in range(game.cols) for row in range(game.rows)]
        words = {(col, row): 1 << col * (game.rows + 1) + row for col, row in cells}
        filled = [cell for cell in cells if cell[1] < heights[cell[0]]]
        discs = sum(words[cell] for cell in filled if rng.random() < 0.6)
        if has_line(np.uint64(discs), game.rows, game.line):
            continue
        found = int(winning_cells(frame, np.uint64(discs)))
        for cell in set(cells) - set(filled):
            complete = has_line(np.uint64(discs | words[cell]), game.rows, game.line)
            assert bool(found & words[cell]) == complete


# --- the usual board ----------------------------------------------------------------


def sample(n_positions, lengths, seed):
    rng = random.Random(seed)
    return [random_state(Connect4(), n, rng) for n in lengths for _ in range(n_positions)]


def check_against_bitbully(states):
    bitbully = pytest.importorskip("bitbully", reason="the other solver is for development only")
    solver, peer = Connect4Solver(Connect4(), book=False), bitbully.BitBully(opening_book=None)
    for state in states:
        board = bitbully.Board([int(move) for move in state.history])
        assert dict(solver.scores(state)) == peer.score_all_moves(board), state.history


@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
def test_scores_are_those_of_another_solver():
    check_against_bitbully(sample(4, range(15, 42), seed=4))


def test_late_scores_are_those_of_another_solver():
    check_against_bitbully(sample(5 if JIT else 1, range(32, 42), seed=5))


@pytest.mark.slow
def test_scores_of_10000_positions_are_those_of_another_solver():
    few = {8: 2, 9: 2, 10: 6, 11: 10, 12: 30, 13: 50, 14: 100, 15: 150}
    check_against_bitbully(sample(372, range(16, 42), seed=6))
    for n_discs, n_positions in few.items():
        check_against_bitbully(sample(n_positions, [n_discs], seed=n_discs))


@pytest.mark.slow
def test_empty_board_is_solved_without_the_book():
    solver = Connect4Solver(Connect4(), 2**28, book=False)
    scores = [score for _, score in solver.scores(Connect4().start())]
    assert scores == [-2, -1, 0, 1, 0, -1, -2]  # Allis 1988; the scores: Pons 2015


@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
def test_mirror_image_has_the_mirrored_scores():
    solver = Connect4Solver(Connect4())
    for state in sample(5, (12, 16, 20), seed=9):
        mirrored = Connect4().start()
        for move in state.history:
            mirrored = mirrored.play(6 - int(move))
        scores = dict(solver.scores(state))
        assert dict(solver.scores(mirrored)) == {6 - col: s for col, s in scores.items()}


def test_small_table_gives_the_same_scores():
    game = Connect4(5, 4, 4) if JIT else Connect4(4, 3, 3)
    small, large = Connect4Solver(game, 2**20), Connect4Solver(game)
    # A table of two buckets: nearly every entry is lost to another one.
    small._frame = make_frame(game, 1)
    small._table = make_table(1)
    rng = random.Random(10)
    for n_discs in range(4, game.max_plies() - 1):
        state = random_state(game, n_discs, rng)
        assert small.scores(state) == large.scores(state)


def test_line_is_best_play_to_the_end():
    solver = Connect4Solver(Connect4())
    for state in sample(3 if JIT else 1, (16, 22, 30) if JIT else (36,), seed=11):
        solution = solver.solve(state)
        at, score = state, solution.score
        for move in solution.line:
            assert dict(solver.scores(at))[move] == score
            at, score = at.play(move), -score
        assert at.is_over
        assert at.winner == solution.winner


# --- limits -------------------------------------------------------------------------


def sign(score):
    return (score > 0) - (score < 0)


@pytest.mark.parametrize("n_discs", [14, 20, 27, 34, 40] if JIT else [38, 40])
def test_outcome_that_comes_first_is_the_sign_of_the_score(n_discs):
    solver = Connect4Solver(Connect4(), book=False)
    for state in sample(6 if JIT else 1, (n_discs,), seed=21):
        scores = dict(solver.scores(state))
        solver.forget()
        outcome, move = solver._keep(*_position(state), Clock())
        assert outcome == sign(max(scores.values())) == sign(scores[move])
        solver.forget()
        rows = solver._outcomes(state, Clock())
        worth = {"loss": -1, "draw": 0, "win": 1}
        assert {int(r.move): worth[r.outcome] for r in rows} == {m: sign(scores[m]) for m in scores}


def test_stopped_before_the_score_is_known_it_knows_the_outcome(monkeypatch):
    solver = Connect4Solver(Connect4(), book=False)

    def no_time(mine, discs, clock):
        clock.stopped = "time"

    for state in sample(3 if JIT else 1, (24, 32) if JIT else (38,), seed=22):
        whole = solver.solve(state, all_moves=True)
        with monkeypatch.context() as patch:
            patch.setattr(solver, "_score", no_time)
            patch.setattr(solver, "_scores", no_time)
            for all_moves in (False, True):
                part = solver.solve(state, all_moves=all_moves)
                assert (part.outcome, part.score, part.plies) == (whole.outcome, None, None)
                assert part.stopped == "time"
                assert {row.move: row.outcome for row in whole.moves}[part.line[0]] == part.outcome
                outcomes = [row.outcome for row in whole.moves] if all_moves else []
                assert [row.outcome for row in part.moves] == outcomes


def test_disc_that_wins_is_known_without_a_search():
    """However little time there is: what the other moves lead to takes seconds here."""
    solver = Connect4Solver(Connect4(), book=False)
    state = Connect4().start().play_all("121212")
    solution = solver.solve(state, all_moves=True, seconds=1e-9)
    assert (solution.outcome, str(solution.line[0])) == ("win", "1")
    rows = {row.move.name: (row.outcome, row.plies) for row in solution.moves}
    assert rows["1"] == ("win", 1)
    assert solution.stopped == "time"


def test_time_limit_leaves_the_outcome_unknown():
    solution = Connect4Solver(Connect4(), book=False).solve(Connect4().start(), seconds=0.1)
    assert (solution.outcome, solution.score, solution.plies) == ("unknown", None, None)
    assert (solution.stopped, solution.moves, solution.line) == ("time", (), ())
    assert solution.nodes > 0


def test_progress_is_reported_and_can_cancel():
    calls = []

    def on_progress(nodes, seconds):
        calls.append((nodes, seconds))
        return len(calls) == 3

    solver = Connect4Solver(Connect4(), book=False)
    solution = solver.solve(Connect4().start(), all_moves=True, on_progress=on_progress)
    assert (solution.outcome, solution.stopped) == ("unknown", "cancelled")
    assert len(calls) == 3
    assert calls == sorted(calls)


def test_solver_that_was_stopped_still_answers_other_questions():
    solver = Connect4Solver(Connect4(4, 4, 3), 2**20)
    state = Connect4(4, 4, 3).start()
    expected = Connect4Solver(Connect4(4, 4, 3)).solve(state) if JIT else None
    solver._slice = 5
    stopped = solver.solve(state, seconds=1e-9)
    assert stopped.outcome == "unknown"
    if JIT:
        assert solver.solve(state).score == expected.score


@pytest.mark.parametrize("memory", [2**20, 3 * 2**20, 2**24 - 1])
@pytest.mark.parametrize("board", [(7, 6, 4), (21, 2, 4), (8, 7, 4), (2, 2, 2)])
def test_table_keeps_to_the_memory(board, memory):
    solver = Connect4Solver(Connect4(*board), memory, book=False)
    assert solver._table.nbytes <= memory
    assert 0 <= solver._frame.tag_bits <= 64 - DATA


@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
def test_score_is_told_as_far_as_it_is_asked_for():
    solver, rng = Connect4Solver(Connect4(), book=False), random.Random(5)
    seen = set()
    for _ in range(30):
        state = Connect4().start()
        while len(state.history) < 20:
            state = state.play(rng.choice(state.moves()))
            if state.is_over:
                state = Connect4().start()
        mine, discs = state.words[1 + state.player], state.words[1] | state.words[2]
        score = solver.score_of(mine, discs)
        for most in (-3, 0, 3):
            assert Connect4Solver(Connect4(), 2**20, book=False).score_of(
                mine, discs, at_most=most
            ) == min(score, most)
        seen.add((score > 0) - (score < 0))
    assert seen >= {-1, 1}


def test_too_little_memory_is_refused():
    with pytest.raises(SolveError, match="1 MiB"):
        Connect4Solver(Connect4(), 1000)


def test_finished_game_is_refused():
    state = Connect4().start().play_all("1212121")
    with pytest.raises(SolveError, match="nothing to solve: the game is over, Red has won"):
        Connect4Solver(Connect4()).solve(state)


def test_position_of_another_board_is_refused():
    with pytest.raises(SolveError, match="this solver is for"):
        Connect4Solver(Connect4()).solve(Connect4(6, 6).start())
