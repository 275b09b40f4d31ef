"""Puzzles in a real browser: right and wrong moves, the record, the way to the board."""

import json
import re

import httpx
import pytest
from browsing import FORBIDDEN, Desk
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


def number(desk, name):
    """What the record says under a name."""
    return desk.room.locator(".progress dl div").filter(has_text=name).locator("dd").inner_text()


def give_up(desk, puzzle):
    choose(desk, puzzle)
    desk.room.get_by_role("button", name="Show the solution").click()


@pytest.mark.full
def test_what_one_tab_records_is_in_the_other(context, address):
    first, second = room(context, address), room(context, address)
    one, other = puzzles_of("hex")[:2]
    give_up(first, one)
    second.until(lambda: number(second, "Failed") == "1")
    give_up(second, other)
    first.until(lambda: number(first, "Failed") == "2")
    assert kept(first)["done"] == {one.id: "failed", other.id: "failed"}
    second.room.get_by_role("button", name="Forget all I have solved").click()
    second.room.get_by_role("button", name="Really forget it").click()
    first.until(lambda: number(first, "Failed") == "0")
    assert first.problems == second.problems == []


@pytest.mark.full
def test_no_puzzle_comes_again_before_all_of_its_grade_have(context, address):
    desk = room(context, address)
    desk.until(lambda: "/hex/" in desk.page.url)
    desk.room.get_by_role("combobox").last.select_option("5")
    desk.room.locator("h3", has_text="grade 5 of 5").wait_for()
    total = sum(puzzle.grade == 5 for puzzle in puzzles_of("hex"))
    seen = [desk.page.url]
    for n in range(1, total):
        if n == 2:  # a reload forgets none of them
            desk.page.reload()
        desk.until(lambda: desk.room.locator("ol button").count() == 90)
        desk.room.get_by_role("button", name="Next puzzle").click()
        desk.until(lambda: desk.page.url != seen[-1])
        seen.append(desk.page.url)
    assert len({*seen}) == total
    desk.room.get_by_role("button", name="Next puzzle").click()
    desk.until(lambda: desk.page.url == seen[0])
    assert desk.problems == []


def solve(desk, puzzle):
    for move in puzzle.line[::2]:
        desk.until(lambda: desk.room.locator("svg.board.playable").count())
        press(desk, move)
    desk.until(lambda: "Solved:" in say(desk))


@pytest.mark.full
def test_first_outcome_stays_after_a_reload(context, address):
    desk = room(context, address)
    puzzle, other = [p for p in puzzles_of("hex") if p.game == "hex:5" and len(p.line) == 3][:2]
    choose(desk, puzzle)
    press(desk, next(m.name for m in puzzle.state.moves() if m.name != puzzle.answer))
    desk.until(lambda: "loses." in say(desk))
    desk.page.reload()
    solve(desk, puzzle)
    assert kept(desk)["done"] == {puzzle.id: "failed"}
    assert number(desk, "Failed") == "1"
    # A hint is known before anything is solved.
    choose(desk, other)
    desk.room.get_by_role("button", name="Hint").click()
    desk.until(lambda: "It is one of these:" in say(desk))
    assert other.id not in kept(desk)["done"]
    desk.page.reload()
    solve(desk, other)
    assert kept(desk)["done"][other.id] == "helped"
    assert desk.problems == []


@pytest.mark.full
def test_where_nothing_is_kept_the_record_does_not_say_so(context, address):
    context.add_init_script(FORBIDDEN)
    desk = room(context, address)
    give_up(desk, puzzles_of("hex")[0])
    give_up(desk, puzzles_of("hex")[1])
    desk.until(lambda: number(desk, "Failed") == "2")  # as long as the tab is open
    said = desk.room.locator(".progress").inner_text()
    assert "This browser keeps nothing" in said
    assert "Kept in this browser" not in said
    assert desk.problems == []
