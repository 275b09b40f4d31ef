"""The solver as a player, as a teacher in the terminal and as a command."""

import io
import json
import math
import random
import sys

import pytest

from playout import Connect4, Mnk, Nim, cli
from playout.kernel import JIT
from playout.players import Searcher, player_of
from playout.search import SearchError
from playout.solve import solver_for
from playout.solve.solution import LOSS, UNKNOWN, WIN, MoveValue, Solution
from playout.solve.teacher import judge

SMALL = Connect4(4, 4) if JIT else Connect4(3, 3, 3)
PEOPLE = ("--first", "human", "--second", "human")


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """What the program says to a text that is typed in, and its exit code."""
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path / "games"))

    def run(*arguments, text="", code=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        assert cli.main(arguments) == code
        out, errors = capsys.readouterr()
        return out if code in (0, 1) else errors

    return run


# --- the player -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("side", [0, 1])
def test_perfect_never_gives_anything_away(seed, side):
    """Against random moves, in a game with draws, each of its moves is right by the solver."""
    rng, perfect, solver = random.Random(seed), player_of("perfect:seconds=60"), solver_for(SMALL)
    state = SMALL.start()
    while not state.is_over:
        if state.player == side:
            choice = perfect.choose(state, seed)
            judged = judge(solver.solve(state, all_moves=True), choice.move)
            assert judged.kind == "right"
            assert choice.value == {"win": 1.0, "draw": 0.5, "loss": 0.0}[judged.before]
            state = state.play(choice.move)
        else:
            state = state.play(rng.choice(state.moves()))


@pytest.mark.full
def test_perfect_wins_a_won_game_against_itself():
    state = Nim(14).start()  # 14 is no multiple of 4: who begins wins
    perfect = player_of("perfect:seconds=60")
    while not state.is_over:
        state = state.play(perfect.choose(state, 1).move)
    assert state.winner == 0


@pytest.mark.full
@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
def test_perfect_play_of_connect4_ends_with_the_41st_disc():
    # Allis 1988: who begins wins, at the very end.
    state, perfect = Connect4().start(), player_of("perfect:seconds=60")
    while not state.is_over:
        chosen = perfect.choose(state, 1)
        assert chosen.value == (1.0 if state.player == 0 else 0.0)
        state = state.play(chosen.move)
    assert (state.winner, len(state.history)) == (0, 41)


class Mute:
    """A solver that never knows."""

    def __init__(self, game, outcome=UNKNOWN):
        self.game, self.outcome, self.asked = game, outcome, []

    def solve(self, state, *, seconds=None, all_moves=False, on_progress=None):
        self.asked.append(seconds)
        if on_progress:
            on_progress(7, 0.01)
        return Solution(state, self.outcome, None, None, (), (), 7, 0.01, "time")


def with_solver(player, solver):
    player.solver = solver
    return player


def test_search_goes_on_where_nothing_is_proven():
    solver = Mute(Mnk())
    player = with_solver(Searcher(None, seconds=0.2, prove=0.25), solver)
    seen = []
    result = player.search(Mnk().start(), 1, seen.append)
    assert solver.asked == [0.05]
    assert result.simulations > 7
    assert not math.isnan(result.value)
    assert seen[0].simulations == 7
    assert math.isnan(seen[0].value)


def test_lost_position_is_searched_for_the_best_resistance():
    player = with_solver(Searcher(None, seconds=0.1, prove=0.5), Mute(Mnk(), LOSS))
    assert player.search(Mnk().start(), 1).simulations > 7


class Stopped(Mute):
    """A solver that finds the score, and no more than the outcome when asked for every move."""

    def solve(self, state, *, seconds=None, all_moves=False, on_progress=None):
        self.asked.append(seconds)
        moves = state.moves()
        if all_moves:
            rows = tuple(MoveValue(move, WIN) for move in moves)
            return Solution(state, WIN, None, None, (moves[0],), rows, 7, 0.01, "time")
        return Solution(state, WIN, 9, 5, (moves[4],), (), 7, 0.01)


def test_fastest_win_is_not_forgotten_over_the_other_moves():
    solver = Stopped(Mnk())
    result = with_solver(player_of("perfect:seconds=60"), solver).search(Mnk().start(), 1)
    assert int(result.move) == 4
    # The move is known, and nobody wants to wait for the rest.
    assert solver.asked == [48.0, 1.0]


@pytest.mark.full
def test_only_the_default_player_proves_by_default_and_not_with_simulations():
    start = Connect4().start()
    for text, proves in [
        ("default:seconds=0.1", True),
        ("maximum:seconds=0.1", True),
        ("perfect:seconds=0.1", True),
        ("uct:seconds=0.1", False),
        ("uct:seconds=0.1,prove=0.3", True),
        ("default:seconds=0.1,prove=0", False),
        ("strong", False),
    ]:
        solver = Mute(Connect4())
        with_solver(player_of(text), solver).search(start, 1)
        assert bool(solver.asked) == proves, text
    solver = Mute(Mnk())
    with_solver(player_of("default:seconds=0.05"), solver).search(Mnk().start(), 1)
    assert not solver.asked  # there is no measurement that says it pays


def test_bad_share_is_refused():
    with pytest.raises(SearchError, match="from 0 to 1"):
        player_of("uct:seconds=1,prove=1.5")
    with pytest.raises(SearchError, match="give seconds, not simulations"):
        player_of("uct:simulations=10,prove=0.5")


# --- the teacher ------------------------------------------------------------------------

# Red has three in the first column: Yellow must answer there.
THREE = ("--moves", "1 2 1 2 1 3 4 4 5 6 5 5 4")


@pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")
def test_teacher_says_what_a_move_cost(typed):
    out = typed("play", "connect4", *PEOPLE, *THREE, "--teach", text="2\nquit\n")
    assert "Teacher: 2: loses 24 plies sooner than necessary; 1 was better" in out


def test_teacher_comes_and_goes(typed):
    position = ("--moves", "a1 b1")
    out = typed("play", "mnk", *PEOPLE, *position, text="teach\nb2\nteach\na2\nquit\n")
    assert "The teacher is on." in out
    assert out.count("Teacher:") == 1
    assert "Teacher: b2: right, it wins" in out
    assert "The teacher is off." in out


def test_truth_lists_every_move(typed):
    out = typed("play", "mnk", *PEOPLE, "--moves", "a1 b1 b2", text="solve\nquit\n")
    assert "O, to move, loses" in out
    assert out.count(" loses") >= 6


def test_review_finds_the_mistake_and_who_made_it(typed):
    game = ("--moves", "a1 b1 b2 a2 c3")
    out = typed("play", "mnk", *PEOPLE, *game, text="review\nquit\n")
    assert "   2. O: b1: a mistake, it turns a draw into a loss; b2 was better" in out
    assert "X: 100% accuracy, 3 of 3 moves right" in out
    assert "O: 0% accuracy, 0 of 2 moves right, 1 inaccuracy, 1 mistake" in out
    assert "Nothing has been played yet." in typed("play", "mnk", *PEOPLE, text="review\nquit\n")


# --- the command ------------------------------------------------------------------------


def test_solve_command_says_who_wins_and_how(typed):
    out = typed("solve", "nim:6")
    assert "to move, wins" in out
    assert "* 2" in out
    assert "line" in out


def test_solve_command_for_programs(typed):
    found = json.loads(typed("solve", "mnk", "a1", "b1", "--json"))
    assert found["outcome"] == "win"
    assert {row["move"]: row["outcome"] for row in found["moves"]}["b2"] == "win"
    assert len(found["moves"]) == 7
    quick = json.loads(typed("solve", "mnk", "a1", "b1", "--json", "--quick"))
    assert (quick["outcome"], quick["moves"]) == ("win", [])
    assert quick["plies"] is None
    far = json.loads(typed("solve", "mnk", "a1", "b1", "--json", "--quick", "--distance"))
    assert far["plies"] == len(far["line"]) == 5


@pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")
def test_solve_command_says_unknown_when_time_is_up(typed):
    out = typed("solve", "hex:11", "--seconds", "0.2", code=1)
    assert "Unknown: the time was up before it was solved." in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nim:3", "3"), "nothing to solve"),
        (("mnk", "--seconds", "-1"), "seconds"),
        (("mnk", "--memory", "0"), "--memory is in MB"),
        (("mnk", "z9"), "illegal move"),
        (("chess",), "no game is called"),
    ],
)
def test_solve_command_explains_what_is_wrong(typed, arguments, words):
    assert words in typed("solve", *arguments, code=2)
