"""Puzzles in a real browser: right and wrong moves, the record, the way to the board."""

import json
import re

import httpx
import pytest
from browsing import Desk
from serving import serving

from playout.puzzles import GAMES, puzzles_of


def test_puzzles_are_sent_and_nothing_else():
    with serving() as live:
        for game in GAMES:
            answer = httpx.get(f"{live.address}/api/puzzles/{game}")
            assert answer.headers["content-type"] == "application/json"
            sent = answer.json()["puzzles"]
            assert [one["id"] for one in sent] == [puzzle.id for puzzle in puzzles_of(game)]
            assert [one["grade"] for one in sent] == [puzzle.grade for puzzle in puzzles_of(game)]
        for path in ("chess", "..%2Frecord", "hex.json", ""):
            assert httpx.get(f"{live.address}/api/puzzles/{path}").status_code == 404


def room(context, address, game="hex"):
    desk = Desk(context, address, "#puzzles")
    desk.room = desk.page.locator(".puzzles")
    desk.room.get_by_role("combobox").first.select_option(game)
    return desk


def say(desk):
    return desk.room.locator(".say").first.inner_text()


def choose(desk, puzzle):
    """Open a puzzle by its number."""
    number = puzzles_of(puzzle.game.partition(":")[0]).index(puzzle) + 1
    details = desk.room.locator("details")
    desk.until(lambda: desk.room.locator("ol button").count() == 90)
    if not details.evaluate("details => details.open"):
        desk.room.locator("summary").click()
    desk.room.get_by_role("button", name=re.compile(f"^Puzzle {number},")).click()
    desk.room.get_by_text(f"Puzzle {number} of 90").wait_for()
    desk.until(lambda: "which?" in say(desk))


def press(desk, move):
    desk.room.locator(f"[data-cell][aria-label^='{move},']").click()


def kept(desk):
    return json.loads(desk.page.evaluate("localStorage.getItem('playout-puzzles')"))


@pytest.mark.full
def test_right_moves_solve_it_and_the_record_outlives_a_reload(context, address):
    desk = room(context, address)
    puzzle = next(p for p in puzzles_of("hex") if p.game == "hex:5" and len(p.line) == 3)
    choose(desk, puzzle)
    press(desk, puzzle.line[0])
    desk.until(lambda: f"{puzzle.line[0]} is right. Go on" in say(desk))
    press(desk, puzzle.line[2])
    desk.until(lambda: "Solved: the win is clear." in say(desk))
    assert kept(desk)["done"] == {puzzle.id: "solved"}
    assert kept(desk)["streak"] == 1
    desk.page.reload()
    desk.room.locator(".solved", has_text="1 of 90").first.wait_for()
    # One's own room is still there, and so is the game; forgetting takes two presses.
    desk.room.get_by_role("button", name="Forget all I have solved").click()
    desk.room.get_by_role("button", name="Really forget it").click()
    assert kept(desk)["done"] == {}
    assert desk.problems == []


@pytest.mark.full
def test_wrong_move_is_refuted_on_the_board_and_the_solution_is_played(context, address):
    desk = room(context, address)
    puzzle = next(p for p in puzzles_of("hex") if p.game == "hex:5" and len(p.line) == 3)
    choose(desk, puzzle)
    wrong = next(m.name for m in puzzle.state.moves() if m.name != puzzle.answer)
    press(desk, wrong)
    desk.until(lambda: f"{wrong} loses. Your opponent replies " in say(desk))
    assert kept(desk)["done"] == {puzzle.id: "failed"}
    desk.room.get_by_role("button", name="Try again").click()
    desk.until(lambda: "which?" in say(desk))
    desk.page.keyboard.press("h")
    desk.until(lambda: "It is one of these:" in say(desk))
    assert puzzle.answer in say(desk).partition("these: ")[2].split(", ")
    desk.page.keyboard.press("o")
    desk.until(lambda: f"The solution: {' '.join(puzzle.line)}" in say(desk))
    # With the teacher on the board, with all that was played.
    desk.room.get_by_role("button", name="Analyse on the board").click()
    desk.until(lambda: desk.moves() == [*puzzle.moves, *puzzle.line])
    desk.page.locator(".teacher").wait_for()
    assert desk.problems == []


def held(context, game):
    """Keep the list of a game's puzzles back; returns what lets it come."""
    asked = []

    def keep(route):
        asked.append(route)

    context.route(f"**/api/puzzles/{game}", keep)

    def let_come(desk):
        desk.until(lambda: asked)
        with desk.page.expect_response(f"**/api/puzzles/{game}"):
            asked.pop().continue_()
        desk.page.evaluate("fetch('./api/catalogue').then((answer) => answer.json())")

    return let_come


def opened(context, address):
    """The room, while the puzzles that it begins with may still be on their way."""
    desk = Desk(context, address)
    desk.page.evaluate("location.hash = 'puzzles'")
    desk.room = desk.page.locator(".puzzles")
    return desk


@pytest.mark.full
def test_a_list_that_comes_late_is_not_that_of_the_game_chosen_since(context, address):
    let_come = held(context, "connect4")
    desk = opened(context, address)
    desk.room.get_by_role("combobox").first.select_option("hex")
    desk.room.get_by_text("of 90").first.wait_for()
    let_come(desk)
    choose(desk, puzzles_of("hex")[0])
    assert desk.page.url.endswith(f"#puzzles/hex/{puzzles_of('hex')[0].id}")
    assert desk.room.locator("svg.board [aria-label^='e5,']").count()
    assert desk.problems == []


@pytest.mark.full
def test_the_list_of_another_game_is_not_offered(context, address):
    let_come = held(context, "hex")
    desk = opened(context, address)
    desk.until(lambda: desk.room.locator("ol button").count() == 90)
    desk.room.get_by_role("combobox").first.select_option("hex")
    desk.until(lambda: desk.room.locator("ol button").count() == 0)
    let_come(desk)
    choose(desk, puzzles_of("hex")[0])
    assert desk.problems == []


@pytest.mark.full
def test_every_game_has_a_puzzle_of_every_grade(context, address):
    desk = room(context, address, "connect4")
    for game in ("breakthrough", "connect4"):
        desk.room.get_by_role("combobox").first.select_option(game)
        for grade in ("5", "1"):
            desk.room.get_by_role("combobox").last.select_option(grade)
            desk.room.locator("h3", has_text=f"grade {grade} of 5").wait_for()
            desk.until(lambda: "to move" in say(desk))
    assert desk.problems == []
