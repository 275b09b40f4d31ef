"""What is said of a move, and solutions in the words of a search."""

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from playout import Connect4, Mnk, Nim
from playout.language import Text, translated
from playout.search.result import in_words
from playout.solve.result import result_of
from playout.solve.solution import DRAW, LOSS, UNKNOWN, WIN, MoveValue, Solution
from playout.solve.teacher import (
    KEPT,
    LOST,
    MISTAKE,
    NOT_KNOWN,
    RIGHT,
    SLOWER,
    UNSURE,
    UNTRIED,
    Judgement,
    Tally,
    judge,
)
from playout.state import Move

WORTH = {WIN: 1, DRAW: 0, LOSS: -1}


def solved(state):
    """The solution of a small position by plain minimax, with distances."""
    rows = []
    for move in state.moves():
        after = state.play(move)
        outcome, plies = value_of(after)
        rows.append(MoveValue(move, swapped(outcome), None, plies + 1))
    best = max(WORTH[row.outcome] for row in rows)
    kept = [row for row in rows if WORTH[row.outcome] == best]
    chosen = min(kept, key=lambda row: row.plies if best > 0 else -row.plies)
    line = (chosen.move,)
    return Solution(state, chosen.outcome, None, chosen.plies, line, tuple(rows), 1, 0.1)


def value_of(state):
    if state.is_over:
        if state.is_draw:
            return DRAW, 0
        return (WIN if state.winner == state.player else LOSS), 0
    solution = solved(state)
    return solution.outcome, solution.plies


def swapped(outcome):
    return {WIN: LOSS, LOSS: WIN}.get(outcome, outcome)


def made(outcome, rows):
    """A solution of a Connect 4 start with these outcomes and plies for its moves."""
    state = Connect4().start()
    values = [MoveValue(move, *row) for move, row in zip(state.moves(), rows, strict=False)]
    return Solution(state, outcome, None, None, (), tuple(values), 10, 0.5)


@pytest.mark.parametrize("moves", ["", "a1", "a1 b2 c3", "a1 b1 b2", "a1 b2 c2 a2"])
def test_right_moves_keep_the_value_and_mistakes_do_not(moves):
    state = Mnk(3, 3, 3).start().play_all(moves)
    if not moves or moves == "a1":
        state = state.play_all("b2 a3 c1" if moves else "a1 b2 a3 c1")  # minimax stays quick
    solution = solved(state)
    worth = WORTH[solution.outcome]
    for row in solution.moves:
        judged = judge(solution, row.move)
        lost = worth - WORTH[row.outcome]
        assert judged.cost == lost / 2
        assert (judged.kind == MISTAKE) == (lost > 0)
        assert (judged.kind == RIGHT) == (row.move in judged.best)
        assert judged.best
        for right in judged.best:
            assert judge(solution, right).kind == RIGHT


@pytest.mark.parametrize(
    ("outcome", "rows", "move", "kind", "words"),
    [
        (WIN, [(WIN, None, 3), (WIN, None, 5)], 0, RIGHT, "1: right, it wins"),
        (
            WIN,
            [(WIN, None, 3), (WIN, None, 5)],
            1,
            SLOWER,
            "2: wins, but 2 plies later than necessary; 1 was better",
        ),
        (
            LOSS,
            [(LOSS, None, 8), (LOSS, None, 7)],
            1,
            SLOWER,
            "2: loses 1 ply sooner than necessary; 1 was better",
        ),
        (LOSS, [(LOSS, None, 8)], 0, RIGHT, "1: right, but every move loses"),
        (
            WIN,
            [(WIN,), (DRAW,), (LOSS,)],
            1,
            MISTAKE,
            "2: a mistake, it turns a win into a draw; 1 was better",
        ),
        (
            WIN,
            [(WIN,), (WIN,), (LOSS,)],
            2,
            MISTAKE,
            "3: a blunder, it turns a win into a loss; 1 or 2 was better",
        ),
        (
            DRAW,
            [(LOSS,), (DRAW,), (DRAW,), (DRAW,), (DRAW,), (DRAW,)],
            0,
            MISTAKE,
            "1: a mistake, it turns a draw into a loss; 2, 3, 4, 5 or 6 was better",
        ),
        (
            DRAW,
            [(LOSS,), *[(DRAW,)] * 6],
            0,
            MISTAKE,
            "1: a mistake, it turns a draw into a loss; 2, 3, 4, 5 or one of 2 more was better",
        ),
        (DRAW, [(DRAW, None, 20), (DRAW, None, 18)], 1, RIGHT, "2: right, it draws"),
        (WIN, [(WIN,), (UNKNOWN,)], 1, UNSURE, "2: not known"),
        (UNKNOWN, [(UNKNOWN,), (LOSS,)], 1, UNSURE, "2: not known"),
        (UNKNOWN, [], 1, UNSURE, "2: not known"),
    ],
)
def test_words_of_the_teacher(outcome, rows, move, kind, words):
    judged = judge(made(outcome, rows), move)
    assert judged.kind == kind
    assert str(judged) == words


def test_result_of_a_solution_ranks_wins_by_speed_and_losses_last():
    rows = [(LOSS, None, 6), (WIN, None, 9), (WIN, None, 3), (DRAW,), (LOSS, None, 8)]
    result = result_of(made(WIN, rows))
    assert [row.move.name for row in result.rows] == ["3", "2", "4", "6", "7", "5", "1"]
    assert result.move.name == "3"
    assert result.value == 1.0
    assert [row.proven for row in result.rows] == ["won", "won", "draw", "", "", "lost", "lost"]
    notes = [in_words(row.proven, row.distance) for row in result.rows]
    assert notes == ["wins in 3 plies", "wins in 9 plies", "draws", "", "", *notes[5:]]
    assert notes[5:] == ["loses in 8 plies", "loses in 6 plies"]


def test_result_of_a_verdict_alone_plays_its_line():
    state = Nim(3).start()
    line = (state.moves()[-1],)
    result = result_of(Solution(state, WIN, None, 1, line, (), 5, 0.1))
    assert (result.move, result.value, result.line) == (line[0], 1.0, line)


def test_result_of_nothing_known_has_no_value():
    result = result_of(made(UNKNOWN, []))
    assert math.isnan(result.value)
    assert all(row.proven == "" for row in result.rows)


def test_solution_in_words():
    rows = [(WIN, 4, 3), (DRAW, 0, 42), (LOSS, -2, 10), (UNKNOWN,)]
    text = str(made(WIN, rows))
    assert "Red, to move, wins." in text
    assert "* 1        +4  wins in 3 plies" in text
    assert "  3        -2  loses in 10 plies" in text
    assert "  4            unknown" in text
    assert "10 positions in 0.50 s" in text
    stopped = Solution(Nim(3).start(), UNKNOWN, None, None, (), (), 5, 1.0, "time")
    assert str(stopped).startswith("Unknown: the time was up before it was solved.")


def test_best_of_a_solution_needs_the_score_where_there_is_one():
    rows = [(WIN, 4, 3), (WIN, 2, 7), (DRAW, 0, 42)]
    solution = made(WIN, rows)
    assert [move.name for move in solution.best] == ["1", "2"]
    scored = Solution(**{**vars(solution), "score": 4})
    assert [move.name for move in scored.best] == ["1"]
    assert isinstance(scored.best[0], Move)


@pytest.mark.parametrize(
    ("stopped", "words"),
    [
        ("time", "2: not known, the solver ran out of time"),
        ("memory", "2: not known, the solver ran out of memory"),
        ("cancelled", "2: not known, the solver was stopped"),
    ],
)
def test_why_a_move_is_not_known_is_told(stopped, words):
    solution = replace(made(UNKNOWN, [(LOSS,), (UNKNOWN,)]), stopped=stopped)
    assert str(judge(solution, 1)) == words


def test_best_line_begins_with_a_right_move():
    solution = made(WIN, [(WIN, None, 5), (WIN, None, 3), (LOSS, None, 2)])
    slow, fast, _ = (row.move for row in solution.moves)
    for line in [(), (slow, fast), (fast, slow)]:
        judged = judge(replace(solution, line=line), 2)
        assert judged.line == (line if line[:1] == (fast,) else (fast,))


def test_tally_counts_every_move_once():
    def told(kind, cost=0.0):
        return Judgement(Connect4().start().moves()[0], kind, (), WIN, WIN, cost)

    wrong = [told(MISTAKE, 0.5), told(MISTAKE, 1.0), told(MISTAKE, 1.0), told(SLOWER)]
    tally = Tally.of([told(RIGHT), *wrong, told(UNSURE)])
    counts = "1 inaccuracy, 1 mistake, 2 blunders, 1 move not known"
    assert str(tally) == f"20% accuracy, 1 of 5 moves right, {counts}"
    assert str(Tally.of([told(RIGHT)] * 3)) == "100% accuracy, 3 of 3 moves right"
    assert str(Tally.of([told(UNSURE)] * 2)) == "2 moves not known"


def words_of_the_page():
    """The English and the French of the page's sentences, by key."""
    path = Path(__file__).parents[2] / "frontend/src/words/solving.ts"
    found = re.findall(r'"([\w.]+)": \{\s*en: "(.*?)",\s*fr: "(.*?)"', path.read_text())
    return {key: texts for key, *texts in found}


def test_page_says_the_same_in_both_languages():
    page = words_of_the_page()
    told = {f"verdict.right.{after}": text for after, text in KEPT.items()}
    told |= {f"verdict.mistake.{before}.{after}": text for (before, after), text in LOST.items()}
    told |= {f"verdict.unsure.{why}": text for why, text in NOT_KNOWN.items() if why != UNTRIED}
    told["verdict.rather"] = "; {best} was better"
    for key, text in told.items():
        french = translated(Text(text), "fr").replace("\u202f", " ").replace("\u00a0", " ")
        shown = page[key][1].replace("\u202f", " ").replace("\u00a0", " ")
        assert [page[key][0], shown] == [text, french]
