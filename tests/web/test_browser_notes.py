"""Marks, arrows and comments: by mouse, touch and keyboard, kept, undone, and in links."""

import xml.etree.ElementTree as ET

import pytest
from browsing import Desk, game_link

pytestmark = pytest.mark.full

FIVE = "hex:size=5"


@pytest.fixture
def desk(context, address):
    return Desk(context, address, game_link(FIVE, moves=["c3"]))


def middle(desk, cell):
    box = desk.page.locator(f'[data-cell="{cell}"] polygon').first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(desk, start, end, button="right"):
    desk.page.mouse.move(*middle(desk, start))
    desk.page.mouse.down(button=button)
    desk.page.mouse.move(*middle(desk, end), steps=3)
    desk.page.mouse.up(button=button)


def marks(desk):
    """What the cells say of what is drawn on them."""
    signs = ("green circle", "red cross", "blue square", "yellow triangle", "arrow to")
    said = [cell.split(", ") for cell in desk.cells()]
    return [(name, part) for name, *parts in said for part in parts if part.startswith(signs)]


def hash_of(desk):
    return desk.page.evaluate("location.hash")


def test_right_button_draws_and_does_not_play(desk, context, address):
    desk.page.locator('[data-cell="0"]').click(button="right")
    desk.until(lambda: marks(desk) == [("a1", "green circle")])
    desk.page.locator('[data-cell="1"]').click(button="right", modifiers=["Shift"])
    drag(desk, 6, 18)
    drawn = [("a1", "green circle"), ("b1", "red cross"), ("b2", "arrow to d4")]
    desk.until(lambda: marks(desk) == drawn)
    assert desk.page.locator("svg.board .drawn polygon").count() == 1
    assert desk.moves() == ["c3"]
    desk.page.locator('[data-cell="0"]').click(button="right")  # again: it goes
    desk.until(lambda: marks(desk) == drawn[1:])
    desk.page.keyboard.press("Control+z")
    desk.until(lambda: sorted(marks(desk)) == drawn)
    # The address follows a moment later; the circle that came back is the last in it.
    desk.until(lambda: all(mark in hash_of(desk) for mark in ("Ga1", "Rb1", "Gb2d4")))
    other = Desk(context, address, hash_of(desk))
    other.until(lambda: sorted(marks(other)) == drawn)
    desk.click_cell(0)  # of this position alone
    desk.until(lambda: desk.moves() == ["c3", "a1"] and marks(desk) == [])
    desk.press("One move back")
    desk.until(lambda: len(marks(desk)) == 3)
    assert desk.problems == []


def test_draw_mode_is_for_left_button_and_touch(desk):
    desk.press("Draw")
    desk.press("Blue square")
    desk.click_cell(0)
    desk.until(lambda: marks(desk) == [("a1", "blue square")])
    drag(desk, 6, 18, button="left")
    desk.until(lambda: len(marks(desk)) == 2)
    assert desk.moves() == ["c3"]
    desk.press("Undo the last")
    desk.until(lambda: marks(desk) == [("a1", "blue square")])
    desk.press("Clear all")
    desk.until(lambda: marks(desk) == [])
    desk.page.locator(".bar").get_by_role("button", name="Done").click()
    desk.click_cell(0)
    desk.until(lambda: desk.moves() == ["c3", "a1"])


def test_keyboard_draws(desk):
    desk.page.keyboard.press("d")
    desk.page.locator('[data-cell="0"]').focus()
    desk.page.keyboard.press("Enter")
    desk.until(lambda: marks(desk) == [("a1", "green circle")])
    desk.page.keyboard.press("Shift+Enter")
    desk.page.keyboard.press("ArrowRight")
    desk.page.keyboard.press("Enter")
    desk.until(lambda: marks(desk) == [("a1", "green circle"), ("a1", "arrow to b1")])
    assert desk.moves() == ["c3"]


def test_comment_is_kept_and_seen_in_the_list(desk, context, address):
    field = desk.page.get_by_label("Comment on this position")
    field.fill("the centre, (of course) ~ \n& more")
    desk.page.locator(".list .noted").wait_for()
    desk.click_cell(0)
    desk.until(lambda: field.input_value() == "")
    desk.press("One move back")
    desk.until(lambda: field.input_value() == "the centre, (of course) ~ \n& more")
    desk.page.reload()
    desk.until(lambda: "the centre" in field.input_value())
    desk.until(lambda: "the%20centre" in hash_of(desk))
    other = Desk(context, address, hash_of(desk))
    other.until(lambda: "& more" in other.page.get_by_label("Comment on").input_value())
    field.fill("")
    desk.until(lambda: desk.page.locator(".list .noted").count() == 0)


def test_deleted_line_comes_back(desk):
    desk.click_cell(0)
    desk.until(lambda: desk.moves() == ["c3", "a1"])
    desk.press("One move back")
    desk.until(lambda: len(desk.pieces()) == 1)
    desk.click_cell(1)
    desk.until(lambda: desk.side_lines() == [["b1"]])
    desk.press("Delete from here")
    desk.until(lambda: desk.side_lines() == [])
    desk.page.get_by_text("The line is deleted").get_by_role("button", name="Undo").click()
    desk.until(lambda: desk.side_lines() == [["b1"]])


def test_marks_are_in_the_picture(desk):
    desk.page.locator('[data-cell="0"]').click(button="right", modifiers=["Alt"])
    desk.until(lambda: len(marks(desk)) == 1)
    desk.press("Share")
    desk.dialog().locator("summary", has_text="Picture or animation").click()
    desk.dialog().get_by_role("radio", name="SVG").check()
    with desk.page.expect_download() as waited:
        desk.press("Download")
    paths = list(ET.parse(waited.value.path()).getroot().iter("{http://www.w3.org/2000/svg}path"))
    assert any(path.get("stroke") == "#1f5fd6" for path in paths)
    text = desk.page.get_by_label("Whole game as text").input_value()
    assert ";B[c3]SQ[a1]" in text
