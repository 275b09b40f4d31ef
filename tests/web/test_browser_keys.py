"""Keys for everything, the header at every width, sound and the full screen."""

import pytest
from browsing import Desk, game_link

pytestmark = pytest.mark.full

FOUR = ["c3", "b2", "d4", "a1"]
# How many tones were begun, counted in place of being heard.
COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones++; start.apply(this, when); };
"""


@pytest.fixture
def desk(context, address):
    context.add_init_script(COUNT_TONES)
    made = Desk(context, address, game_link("hex:size=5", moves=FOUR))
    yield made
    assert made.problems == []


def is_on(desk, name):
    return desk.button(name).get_attribute("aria-pressed") == "true"


def test_every_key_of_the_help_does_what_it_says(desk):
    page = desk.page
    for key, switch in [("m", "Heat"), ("c", "Coordinates"), ("t", "Teacher"), ("s", "Sound")]:
        before = is_on(desk, switch)
        page.keyboard.press(key)
        desk.until(lambda before=before, switch=switch: is_on(desk, switch) != before)
    page.keyboard.press("ArrowUp")
    desk.until(lambda: desk.pieces() == {})
    page.keyboard.press("ArrowDown")
    desk.until(lambda: len(desk.pieces()) == 4)
    page.keyboard.press("ArrowLeft")
    desk.until(lambda: len(desk.pieces()) == 3)
    page.keyboard.press("End")
    desk.until(lambda: len(desk.pieces()) == 4)
    before = page.locator('[data-cell="0"]').bounding_box()
    page.keyboard.press("b")
    desk.until(lambda: page.locator('[data-cell="0"]').bounding_box() != before)
    page.keyboard.press("v")
    desk.until(lambda: page.locator("#tab-review").get_attribute("aria-selected") == "true")
    page.keyboard.press("v")
    page.keyboard.press("a")
    desk.until(lambda: is_on(desk, "Analyse"))
    page.keyboard.press("a")
    for key, title in [
        ("n", "New game"),
        ("l", "Share"),
        ("q", "Resign this game?"),
        ("?", "Help"),
    ]:
        page.keyboard.press(key)
        heading = desk.dialog().get_by_role("heading", name=title)
        desk.until(lambda heading=heading: heading.count() == 1)
        page.keyboard.press("Escape")
        desk.until(lambda: desk.dialog().count() == 0)
    page.keyboard.press("u")
    desk.until(lambda: len(desk.pieces()) == 3)
    page.keyboard.press("r")
    desk.until(lambda: len(desk.pieces()) == 4)


# A dialog is closed, and at once, before the browser has told of it, a key opens the next one.
CLOSE_AND_PRESS = """key => {
    document.querySelector("dialog[open]").close();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""


def test_dialog_that_closes_leaves_the_next_one_open(desk):
    page = desk.page
    for first, key, title in [("n", "?", "Help"), ("?", "l", "Share"), ("l", "n", "New game")]:
        page.keyboard.press(first)
        desk.until(lambda: desk.dialog().count())
        page.evaluate(CLOSE_AND_PRESS, key)
        heading = desk.dialog().get_by_role("heading", name=title)
        desk.until(lambda heading=heading: heading.count() == 1)
        page.evaluate("new Promise(done => setTimeout(done, 100))")  # what was told has come
        assert heading.count() == 1
        page.keyboard.press("Escape")
        desk.until(lambda: desk.dialog().count() == 0)


def test_help_lists_the_keys(desk):
    desk.press("Help")
    keys = desk.dialog().locator("kbd").all_inner_texts()
    assert set("urhpamtevbcfsnlq?←→↑↓") <= set(keys)
    assert len(keys) == len(set(keys))


def test_moves_are_heard_if_one_wants(desk):
    tones = "window.tones"
    desk.click_cell(24)
    desk.until(lambda: len(desk.pieces()) == 5)
    assert desk.page.evaluate(tones) == 0  # off unless somebody turns it on
    desk.press("Sound")
    desk.click_cell(4)
    desk.until(lambda: desk.page.evaluate(tones) == 1)
    desk.press("One move back")
    desk.until(lambda: len(desk.pieces()) == 5)
    assert desk.page.evaluate(tones) == 1
    desk.page.reload()
    desk.until_drawn()
    assert is_on(desk, "Sound")


def test_full_screen_has_large_type(desk):
    size = "parseFloat(getComputedStyle(document.querySelector('.strip')).fontSize)"
    before = desk.page.evaluate(size)
    desk.page.keyboard.press("f")
    desk.until(lambda: desk.page.evaluate(size) > 1.2 * before)
    desk.until(lambda: desk.page.evaluate("document.fullscreenElement !== null"))
    desk.press("Leave full screen")
    desk.until(lambda: desk.page.evaluate(size) == before)
    assert desk.page.evaluate("document.fullscreenElement === null")


def test_keys_of_the_board_do_nothing_to_a_field(desk):
    desk.press("Share")
    desk.page.keyboard.type("u")
    desk.page.keyboard.press("Escape")
    desk.until(lambda: desk.dialog().count() == 0)
    assert len(desk.pieces()) == 4


@pytest.mark.parametrize("width", [320, 390, 700, 1024, 1280, 1920])
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_header_is_one_row_at_every_width(browser, address, width, language):
    context = browser.new_context(viewport={"width": width, "height": 800}, locale=language)
    desk = Desk(context, address, game_link("mnk"))
    header = desk.page.locator("header.top")
    assert header.bounding_box()["height"] < 60
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= width
    ends = [place.bounding_box() for place in header.locator("nav > *, nav a, nav button").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in ends)
    if (width, language) == (1280, "en-GB"):  # a long title of a game gives way to the rooms
        assert header.locator("nav a").count() == 5
    more = header.locator(".menu > button")
    if more.count():
        more.click()
        box = header.locator(".menu .list").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        desk.page.keyboard.press("Escape")
        assert header.locator(".menu .list").count() == 0
        assert more.evaluate("button => button === document.activeElement")
    context.close()


def test_keys_go_on_at_the_tabs(desk):
    for tab, left in (("Review", 3), ("Thinking", 2)):
        desk.page.get_by_role("tab", name=tab).first.click()
        desk.page.keyboard.press("u")
        desk.until(lambda left=left: len(desk.pieces()) == left)
    # Arrows are the tabs' own.
    desk.page.keyboard.press("ArrowLeft")
    desk.until(lambda: desk.page.locator("#tab-review").get_attribute("aria-selected") == "true")
    desk.page.keyboard.press("Home")
    desk.page.keyboard.press("?")
    desk.dialog().get_by_role("heading", name="Help").wait_for()
    assert len(desk.pieces()) == 2
