"""Every puzzle that comes with the package is solved again: one move alone keeps the value."""

import json

import pytest

from playout.catalogue import find
from playout.puzzles import GAMES, GRADES, puzzles_of
from playout.puzzles.check import problem_of
from playout.puzzles.grade import effort
from playout.puzzles.make import BOARDS, make
from playout.puzzles.puzzle import PuzzleError, read, shipped, write
from playout.puzzles.symmetry import image_key
from playout.solve import solver_for

MOST_BYTES = 100_000
SAMPLE = 9  # of so many, one is solved in the short lane


@pytest.fixture(scope="module")
def solvers():
    return {source.game: solver_for(find(source.game)) for game in GAMES for source in BOARDS[game]}


def problems(puzzles, solvers):
    return [problem for p in puzzles if (problem := problem_of(p, solvers[p.game]))]


@pytest.mark.parametrize("game", GAMES)
def test_sampled_puzzles_have_one_answer(game, solvers):
    assert problems(puzzles_of(game)[::SAMPLE], solvers) == []


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_one_answer(game, solvers):
    assert problems(puzzles_of(game), solvers) == []


def test_a_wrong_claim_is_found(solvers):
    puzzle = puzzles_of("hex")[5]
    other = next(m.name for m in puzzle.state.moves() if m.name != puzzle.answer)
    wrong = [
        puzzle._replace(line=(other, *puzzle.line[1:])),
        puzzle._replace(goal="draw"),
        puzzle._replace(plies=3),
        puzzle._replace(line=(*puzzle.line, *puzzle.line[:1])),
        puzzle._replace(moves=puzzle.moves[:-1]),
    ]
    assert all(problem_of(each, solvers[puzzle.game]) for each in wrong)


@pytest.mark.parametrize("game", GAMES)
def test_none_is_there_twice_not_even_as_a_mirror_image(game):
    puzzles = puzzles_of(game)
    assert len(puzzles) >= 60
    assert len({image_key(puzzle.state) for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("game", GAMES)
def test_they_go_from_easy_to_hard_and_few_are_trivial(game):
    puzzles = puzzles_of(game)
    assert [p.simulations for p in puzzles] == sorted(p.simulations for p in puzzles)
    assert {puzzle.grade for puzzle in puzzles} == {*GRADES}
    at_once = [puzzle for puzzle in puzzles if puzzle.state.play(puzzle.answer).is_over]
    assert all(puzzle.grade == 1 for puzzle in at_once)
    assert len(at_once) <= len(puzzles) / 10


def test_files_are_small_and_say_how_they_were_made():
    assert sum(len(shipped(game)) for game in GAMES) < MOST_BYTES
    for game in GAMES:
        recipe = json.loads(shipped(game))["recipe"]
        assert recipe == f"playout puzzles {game} --count {len(puzzles_of(game))} --seed 7"


def test_mirror_images_are_one_position_and_others_are_not():
    connect4, hexes = find("connect4").start(), find("hex:5").start()
    assert image_key(connect4.play_all("1 2 2")) == image_key(connect4.play_all("7 6 6"))
    assert image_key(connect4.play_all("1 2")) != image_key(connect4.play_all("1 3"))
    assert image_key(hexes.play_all("a1 c2")) == image_key(hexes.play_all("e5 c4"))
    assert image_key(hexes.play_all("a2 c2 e1")) != image_key(hexes.play_all("a2 c2 e2"))
    # The same with the sides changed: along the diagonal, the other one is to move.
    turned = type(hexes).set_up(hexes.game, {(1, 0): 1, (2, 2): 0}, 1)
    straight = type(hexes).set_up(hexes.game, {(0, 1): 0, (2, 2): 1}, 0)
    assert image_key(turned) == image_key(straight)


def test_what_is_written_is_read_again(tmp_path):
    puzzles = puzzles_of("breakthrough")[:3]
    write(tmp_path / "some.json", "made by hand", puzzles)
    assert read((tmp_path / "some.json").read_text()) == puzzles
    assert [path.name for path in tmp_path.iterdir()] == ["some.json"]


def test_a_game_without_puzzles_is_refused():
    with pytest.raises(PuzzleError, match="no puzzles of chess"):
        puzzles_of("chess")


@pytest.mark.full
def test_the_same_seed_makes_the_same_puzzles(solvers, monkeypatch):
    monkeypatch.setattr("playout.puzzles.make.effort", lambda state, answer: 100)
    monkeypatch.setattr("playout.puzzles.make.SHARES", (0, 1, 0, 0, 0))
    made = make("hex", 3, 5)
    assert len(made) == 3
    assert made == make("hex", 3, 5)
    assert made != make("hex", 3, 6)
    assert problems(made, solvers) == []


@pytest.mark.full
def test_effort_is_what_the_file_says():
    puzzle = puzzles_of("hex")[0]
    answer = puzzle.state.play(puzzle.answer).history[-1]
    assert effort(puzzle.state, int(answer)) == puzzle.simulations
