"""What is known of a position, on a screen of 24 lines of 80 characters."""

import types

import pytest

from playout import Connect4
from playout.catalogue import find
from playout.language import speak
from playout.solve.solution import DRAW, LOSS, UNKNOWN, WIN, MoveValue, Solution
from playout.terminal.play import GameUI
from playout.terminal.session import Session

ROWS, COLUMNS = 24, 80
USUAL = ["hex:5", "hex:7", "hex:8", "connect4", "breakthrough", "domineering:6x6", "othello"]
USUAL += ["atarigo:7", "mnk", "nim"]


def solution_of(state, outcomes, plies=False):
    """A made-up solution of any position: its moves have these outcomes, in turn."""
    moves = state.moves()
    rows = [
        MoveValue(move, outcomes[i % len(outcomes)], None, i + 1 if plies else None)
        for i, move in enumerate(moves)
    ]
    return Solution(state, outcomes[0], None, None, tuple(moves[:40]), tuple(rows), 1000, 1.0)


@pytest.mark.parametrize("outcomes", [(WIN, LOSS), (LOSS,), (DRAW, LOSS, UNKNOWN)])
@pytest.mark.parametrize("name", USUAL)
def test_solution_fits_a_screen_with_its_board(name, outcomes):
    solution = solution_of(find(name).start(), outcomes)
    lines = [*str(solution.state).splitlines(), "", *str(solution).splitlines()]
    assert len(lines) < ROWS
    assert all(len(line) < COLUMNS for line in lines)
    table = str(solution).partition("\nline")[0].split()
    assert all(table.count(row.move.name) == 1 for row in solution.moves)


def test_moves_of_one_verdict_stand_together_the_best_first():
    solution = solution_of(find("hex:4").start(), (LOSS, WIN, UNKNOWN))
    solution = Solution(**{**vars(solution), "outcome": WIN})
    lines = str(solution).splitlines()
    verdicts = [line.split()[:2] for line in lines if "a1" in line or "b1" in line or "c1" in line]
    assert verdicts[0][0] == "*"
    assert [words[-1] if words[0] == "*" else words[0] for words in verdicts[:3]] == [
        "wins", "loses", "unknown",
    ]  # fmt: skip


def test_no_move_is_marked_where_all_are_the_same():
    for name in ("connect4", "hex:5"):
        assert "*" not in str(solution_of(find(name).start(), (LOSS,)))
        assert "*" in str(solution_of(find(name).start(), (WIN, LOSS)))


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """What a game says to a command, on a terminal of 24 lines, and what it has solved."""
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("LINES", str(ROWS))
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path))

    def ask(text, solution):
        ui = GameUI(Session(solution.state, ("human", "human"), 1))
        said = []
        ui.screen = types.SimpleNamespace(is_terminal=True, width=COLUMNS, height=ROWS)
        ui.say = said.append
        ui.teacher.solve = lambda state: solution
        ui.handle(text)
        return "\n".join(said).splitlines()

    return ask


@pytest.mark.parametrize(("language", "every"), [("en", "solve all"), ("fr", "résoudre tout")])
def test_what_is_longer_than_the_screen_says_how_to_see_the_rest(asked, language, every):
    speak(language)
    solution = solution_of(find("hex:8").start(), (WIN, LOSS), plies=True)
    short = asked("truth", solution)
    assert len(short) < ROWS
    assert every in short[-1]
    full = asked(every, solution)
    assert len(full) > 64
    assert full[: len(short) - 1] == short[:-1]
    assert every not in "\n".join(full)


def test_what_fits_is_not_cut(asked):
    solution = solution_of(Connect4().start(), (WIN, LOSS))
    assert asked("solve", solution) == str(solution).splitlines() == asked("solve all", solution)


def test_nothing_else_goes_with_solve(asked):
    solution = solution_of(Connect4().start(), (WIN, LOSS))
    assert "cannot be played" in asked("solve nothing", solution)[0]
