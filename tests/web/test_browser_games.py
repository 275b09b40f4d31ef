"""Whole games on the page in a real browser: by mouse, by keyboard, and machine against machine."""

import random

import pytest
from browsing import Desk, game_link, mirrored

pytestmark = pytest.mark.full

GAMES = ["hex:size=5", "connect4", "breakthrough:cols=5,rows=5"]


def link(game, black, white):
    return f"#g={game}&b={black}&w={white}"


@pytest.mark.parametrize("game", GAMES)
def test_whole_game_against_the_machine_by_mouse(context, address, game):
    desk = Desk(context, address, link(game, "human", "uct:simulations=50"))
    pick = random.Random(3)
    state = mirrored(game, [])
    while not state.is_over:
        desk.click(state, pick.choice(state.moves()))
        desk.until_turn(len(state.history) + 2)
        state = mirrored(game, desk.moves())
        assert state.is_over == desk.is_over()
    name = state.game.player_names()[state.winner]
    assert desk.status == f"{name} wins"
    assert sum("last move" in cell for cell in desk.cells()) == 1
    assert desk.page.locator("svg.board circle[r='17.4']").count() == len(state.board().winning)
    assert desk.problems == []


def test_machine_begins_when_it_has_the_first_move(context, address):
    desk = Desk(context, address, link("connect4", "uct:simulations=50", "human"))
    desk.until_turn(1)
    assert len(desk.moves()) == 1
    assert desk.status == "Yellow to move"


def test_whole_game_by_keyboard_alone(context, address):
    desk = Desk(context, address)
    keyboard = desk.page.keyboard
    desk.until(lambda: desk.page.get_by_role("button", name="New game").is_enabled())
    keyboard.press("n")  # a new game: Connect 4 against random moves
    desk.page.get_by_role("radio", name="Hex").focus()
    while not desk.page.get_by_role("radio", name="Connect 4").is_checked():
        keyboard.press("ArrowDown")
    keyboard.press("Enter")
    desk.until(lambda: len(desk.cells()) == 42)
    state = mirrored("connect4", [])
    pick = random.Random(5)
    while not state.is_over:
        tab_to_board(desk)
        column = int(pick.choice(state.moves()))
        here = int(focused_cell(desk))
        for _ in range(abs(column - here % 7)):
            keyboard.press("ArrowRight" if column > here % 7 else "ArrowLeft")
        keyboard.press("Enter")
        desk.until_turn(len(state.history) + 2)
        state = mirrored("connect4", desk.moves())
    assert desk.is_over()
    assert desk.problems == []


def focused_cell(desk):
    return desk.page.evaluate("document.activeElement?.getAttribute('data-cell')")


def tab_to_board(desk):
    for _ in range(40):
        if focused_cell(desk) is not None:
            return
        desk.page.keyboard.press("Tab")
    raise AssertionError("the board cannot be reached by Tab")


@pytest.mark.parametrize("game", ["connect4", "hex:size=5", "nim", "othello:size=4"])
def test_machine_plays_machine_to_the_end(context, address, game):
    desk = Desk(context, address, link(game, "uct:simulations=20", "random"))
    desk.press("One move")
    desk.until(lambda: len(desk.moves()) == 1)
    desk.page.wait_for_timeout(300)
    assert len(desk.moves()) == 1  # a step is one move
    desk.page.get_by_role("slider", name="Speed").fill("3000")
    desk.press("Let them play")
    desk.until(desk.is_over)
    assert desk.problems == []


def test_two_tabs_do_not_mix(context, address):
    first = Desk(context, address, link("hex:size=5", "human", "uct:simulations=50"))
    second = Desk(context, address, link("connect4", "human", "uct:simulations=50"))
    first.click(mirrored("hex:size=5", []), 12)
    second.click(mirrored("connect4", []), 3)
    first.until_turn(2)
    second.until_turn(2)
    assert first.moves()[0] == "c3"
    assert second.moves()[0] == "4"
    first.page.reload()
    first.until_turn(2)
    assert first.moves()[0] == "c3"


def test_list_of_moves_follows_the_game(context, address):
    pick, state = random.Random(7), mirrored("othello", [])
    for _ in range(40):
        state = state.play(pick.choice(state.moves()))
    desk = Desk(context, address, game_link("othello", moves=[m.name for m in state.history]))
    desk.until(lambda: current(desk) == 40 and is_in_sight(desk))
    desk.click(state, state.moves()[0])
    desk.until(lambda: current(desk) == 41 and is_in_sight(desk))
    for name, ply in (("To the start", 0), ("One move forward", 1), ("To the end", 41)):
        desk.press(name)
        desk.until(lambda ply=ply: current(desk) == ply and is_in_sight(desk))


def current(desk):
    """How many moves lead to the one that is marked in the list."""
    return desk.page.locator(".list .move").evaluate_all(
        "all => all.findIndex(move => move.hasAttribute('aria-current'))"
    )


def is_in_sight(desk):
    box = desk.page.locator(".list").bounding_box()
    move = desk.page.locator(".list [aria-current]").bounding_box()
    return box["y"] <= move["y"] and move["y"] + move["height"] <= box["y"] + box["height"]
