"""`playout puzzle`: a puzzle in the terminal, and the record of what was solved."""

import io
import json
import sys

import pytest

from playout import cli
from playout.puzzles import puzzles_of
from playout.puzzles.record import FAILED, HELPED, SOLVED, Record, read_record, record_path
from playout.puzzles.record import write_record as keep


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """What the program says to what is typed in."""
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path))

    def run(*arguments, text="", code=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        assert cli.main(["puzzle", *arguments]) == code
        said = capsys.readouterr()
        return said.out + said.err

    return run


def some(length):
    """A puzzle of Hex whose line has this length."""
    return next(p for p in puzzles_of("hex") if len(p.line) == length and p.game == "hex:5")


def own(puzzle):
    return "\n".join(puzzle.line[::2]) + "\n"


def test_right_moves_solve_it_and_are_kept(typed):
    puzzle = some(3)
    said = typed("--id", puzzle.id, text=own(puzzle))
    assert f"Hex, puzzle {puzzle.id}, grade {puzzle.grade} of 5" in said
    assert f"{puzzle.answer} is right. Go on" in said
    assert "Solved: the win is clear." in said
    assert read_record().done == {puzzle.id: SOLVED}
    assert "Hex: 1 solved, 0 failed, 90 in all" in typed("--record")


def test_wrong_move_is_refuted_and_may_be_tried_again(typed):
    puzzle = some(3)
    wrong = next(m.name for m in puzzle.state.moves() if m.name != puzzle.answer)
    said = typed("--id", puzzle.id, text=f"{wrong}\n{own(puzzle)}")
    assert f"{wrong} loses. Your opponent replies " in said
    assert "Solved: the win is clear." in said
    record = read_record()
    assert record.done == {puzzle.id: FAILED}
    assert record.rating < 1000


def test_hint_names_two_moves_and_moves_no_rating(typed):
    puzzle = some(3)
    said = typed("--id", puzzle.id, text=f"hint\n{own(puzzle)}")
    named = said.partition("It is one of these: ")[2].split("\n")[0].split()[:2]
    assert puzzle.answer in named
    assert len({*named}) == 2
    record = read_record()
    assert record.done == {puzzle.id: HELPED}
    assert record.rating == 1000


def test_solution_is_shown_and_counts_as_failed(typed):
    puzzle = some(3)
    said = typed("--id", puzzle.id, text="solution\n")
    assert f"The solution: {' '.join(puzzle.line)}" in said
    assert read_record().done == {puzzle.id: FAILED}


def test_leaving_at_once_and_bad_moves_cost_nothing(typed):
    said = typed("hex", text="z9\n\nquit\n")
    assert "'z9' cannot be played: z9 is not on the board" in said
    assert "(" not in said.partition("cannot be played")[2].partition("\n")[0]  # no Hex(size=7)
    assert not record_path().exists()
    assert typed("hex", text="hint\nquit\n")
    assert not record_path().exists()


def test_what_there_is_not_is_refused_in_a_sentence(typed):
    assert "no puzzles of chess" in typed("chess", code=2)
    assert "--grade must be from 1 to 5, not 9" in typed("hex", "--grade", "9", code=2)
    assert "no puzzle is called nothing" in typed("--id", "nothing", code=2)


def test_record_is_forgotten_only_when_asked(typed):
    keep(Record(done={puzzles_of("hex")[0].id: SOLVED}))
    assert "Hex: 1 solved" in typed("--record")
    typed("--reset")
    assert "Hex: 0 solved" in typed("--record")


@pytest.mark.parametrize("text", ["", "[]", '{"rating": 1}', '{"rating": "x", "done": 5}'])
def test_broken_record_is_a_new_one(typed, text):
    record_path().parent.mkdir(parents=True)
    record_path().write_text(text)
    assert read_record() == Record()


def test_a_puzzle_counts_once_and_streaks_are_counted():
    record, puzzles = Record(), puzzles_of("connect4")
    for puzzle in puzzles[40:43]:
        record.note(puzzle, SOLVED)
    assert (record.streak, record.best) == (3, 3)
    rating = record.rating
    assert rating > 1000
    record.note(puzzles[40], FAILED)
    assert (record.rating, record.streak, record.done[puzzles[40].id]) == (rating, 3, SOLVED)
    record.note(puzzles[50], FAILED)
    assert (record.streak, record.best) == (0, 3)
    assert record.rating < rating
    record.note(puzzles[50], SOLVED)  # later: it is solved, and no rating moves
    assert record.done[puzzles[50].id] == SOLVED
    assert json.loads(json.dumps(record.done)) == record.done


def test_next_one_is_new_and_about_as_hard_as_one_is_strong():
    record, puzzles = Record(rating=1200), puzzles_of("connect4")
    first = record.next_of(puzzles)
    assert abs(first.rating - 1200) == min(abs(p.rating - 1200) for p in puzzles)
    record.done[first.id] = SOLVED
    assert record.next_of(puzzles) != first
    record.done = {p.id: SOLVED for p in puzzles} | {puzzles[3].id: FAILED}
    assert record.next_of(puzzles) == puzzles[3]
    assert record.next_of([]) is None
