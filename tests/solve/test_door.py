"""The door `playout.solve`: which solver answers, and what it refuses."""

import inspect
from pathlib import Path

import pytest

import playout.search
import playout.solve
from playout import Breakthrough, Connect4, Hex, Nim
from playout.solve import SolveError, solve, solver, solver_for
from playout.solve.dfpn import DfpnSolver

OWN = Path(__file__).parents[2] / "examples" / "my_solver.py"


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


@pytest.mark.full
def test_each_game_has_the_solver_that_knows_it_best():
    assert type(solver_for(Connect4())).__name__ == "Connect4Solver"
    assert type(solver_for(Hex(5))).__name__ == "HexSolver"
    assert isinstance(solver_for(Hex(9)), DfpnSolver)
    assert isinstance(solver_for(Breakthrough(5, 5)), DfpnSolver)


@pytest.mark.full
def test_a_solver_can_be_named():
    assert isinstance(solver_for(Connect4(), solver="dfpn"), DfpnSolver)
    assert (
        solve(Hex(3).start(), solver="dfpn").outcome == solve(Hex(3).start(), solver="hex").outcome
    )
    with pytest.raises(SolveError, match="hex does not solve"):
        solve(Nim(5).start(), solver="hex")
    with pytest.raises(SolveError, match="with the distance"):
        solve(Hex(3).start(), solver="hex", distance=True)
    with pytest.raises(SolveError) as caught:
        solve(Nim(5).start(), solver="nobody")
    assert caught.value.code == "unknown-name"
    assert "connect4, dfpn, hex" in str(caught.value)


@pytest.mark.parametrize("game", [Nim(9), Nim(12, 4), Nim(9, 2, True), Nim(8, 3, True)])
def test_a_solver_of_ones_own_is_asked_wherever_it_fits(game):
    solved = [solve(game.start(), all_moves=True, solver=name) for name in ("dfpn", str(OWN))]
    assert solved[0].outcome == solved[1].outcome
    assert [row.outcome for row in solved[0].moves] == [row.outcome for row in solved[1].moves]
    assert type(solver_for(game)).__name__ == "BoutonSolver"  # it is known by now
    assert isinstance(solver_for(game, distance=True), DfpnSolver)
    assert isinstance(solver_for(Nim(3, 3, False, 2)), DfpnSolver)


def test_what_is_no_solver_is_refused():
    with pytest.raises(SolveError, match="Idle lacks the method fits and solve"):

        @solver
        class Idle:
            pass


def test_the_module_has_the_signature_of_the_function():
    assert inspect.signature(playout.solve) == inspect.signature(solve)
    assert inspect.signature(playout.search) == inspect.signature(playout.search.search)


@pytest.mark.full
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
