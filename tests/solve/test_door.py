"""The door `playout.solve`: which solver answers, and what it refuses."""

import pytest

import playout.solve
from playout import Breakthrough, Connect4, Hex, Nim
from playout.solve import SolveError, solve, solver_for
from playout.solve.dfpn import DfpnSolver


def test_the_module_is_its_own_door():
    called, named = playout.solve(Nim(5).start()), playout.solve.solve(Nim(5).start())
    assert (called.outcome, called.line) == (named.outcome, named.line) == ("win", named.line)


def test_a_solution_says_what_is_true():
    found = solve(Nim(7).start(), all_moves=True)
    assert (found.outcome, found.winner, found.stopped) == ("win", 0, "")
    assert [(row.move.name, row.outcome) for row in found.moves] == [
        ("1", "loss"),
        ("2", "loss"),
        ("3", "win"),
    ]
    assert [move.name for move in found.best] == ["3"]
    assert found.table.outcome.tolist() == ["loss", "loss", "win"]


def test_each_game_has_the_solver_that_knows_it_best():
    assert type(solver_for(Connect4())).__name__ == "Connect4Solver"
    assert type(solver_for(Hex(5))).__name__ == "HexSolver"
    assert isinstance(solver_for(Hex(9)), DfpnSolver)
    assert isinstance(solver_for(Breakthrough(5, 5)), DfpnSolver)


def test_the_distance_is_found_where_it_is_asked_for():
    assert solve(Nim(7).start()).plies is None
    assert solve(Nim(7).start(), distance=True).plies == 3
    assert solve(Hex(2).start(), distance=True).plies == 3
    assert solve(Connect4(4, 4).start().play_all("121")).plies is not None


@pytest.mark.parametrize("seconds", [0, -1, float("inf")])
def test_bad_limits_are_refused(seconds):
    with pytest.raises(SolveError, match="seconds must be more than 0"):
        solve(Nim(5).start(), seconds=seconds)


def test_what_is_no_position_or_over_is_refused():
    with pytest.raises(SolveError, match="starts from a State"):
        solve(Nim(5))
    with pytest.raises(SolveError, match="nothing to solve"):
        solve(Nim(3).start().play("3"))
    with pytest.raises(SolveError, match="memory must be at least"):
        solve(Nim(3).start(), memory=10)
