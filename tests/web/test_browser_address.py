"""The address bar is the game: bookmarks, Back, Forward, reload, addresses edited by hand."""

import pytest
from browsing import Desk, Slow, game_link

pytestmark = pytest.mark.full

FIVE = "hex:size=5"


def hash_of(desk):
    return desk.page.evaluate("location.hash")


def test_address_follows_the_game(context, address):
    desk = Desk(context, address, game_link(FIVE, moves=["c3"]))
    desk.click_cell(0)
    desk.until(lambda: "m=c3,a1&" in hash_of(desk))
    desk.press("One move back")
    desk.until(lambda: "m=c3,a1&at=1&" in hash_of(desk))
    desk.until(lambda: len(desk.pieces()) == 1)
    desk.click_cell(1)
    desk.until(lambda: "m=c3,a1(b1)&at=3&" in hash_of(desk))
    bookmark = Desk(context, address, hash_of(desk))
    bookmark.until(lambda: bookmark.side_lines() == [["b1"]])
    assert bookmark.pieces() == desk.pieces() == {"c3": "black stone", "b1": "white stone"}
    assert desk.problems == bookmark.problems == []


def test_reload_keeps_what_the_address_does_not_hold(context, address):
    desk = Desk(context, address, game_link(FIVE, moves=["c3"]))
    desk.press("Resign")
    desk.dialog().get_by_role("button", name="Resign").click()
    desk.until(lambda: "resigns" in desk.status)
    desk.page.reload()
    desk.until(lambda: "resigns" in desk.status)


def test_back_leads_to_the_game_before_and_out_of_the_page(context, address):
    desk = Desk(context, address, "#g=hex:size=4&m=a1&b=human&w=human")
    desk.page.goto("about:blank")
    desk.open(game_link(FIVE, moves=["c3"]))
    desk.click_cell(0)
    desk.until(lambda: len(desk.pieces()) == 2 and "m=c3,a1&" in hash_of(desk))
    desk.page.evaluate("link => { location.hash = link }", game_link("connect4", moves=["4"]))
    desk.until(lambda: desk.pieces() == {"column 4, row 1": "red disc"})
    desk.page.go_back()  # a move is no entry of its own
    desk.until(lambda: desk.pieces() == {"c3": "black stone", "a1": "white stone"})
    desk.page.go_forward()
    desk.until(lambda: desk.pieces() == {"column 4, row 1": "red disc"})
    desk.page.go_back()  # twice, before the first is answered
    desk.page.go_back()
    desk.until(lambda: desk.page.url == "about:blank")
    desk.page.go_forward()
    desk.until(lambda: desk.pieces() == {"c3": "black stone", "a1": "white stone"})
    assert desk.problems == []


def test_addresses_that_change_in_quick_succession_keep_their_entries(context, address):
    sizes = (3, 4, 5, 6)
    links = [game_link(f"hex:size={n}", moves=["a1"]) for n in sizes]
    desk = Desk(context, address, links[0])

    def entry():
        return desk.page.evaluate("navigation.currentEntry.index") - first

    def shows(n):
        return len(desk.cells()) == n * n and f"size={n}&" in hash_of(desk)

    first = desk.page.evaluate("navigation.currentEntry.index")
    for n, link in zip(sizes[1:], links[1:], strict=True):
        desk.page.evaluate("link => { location.hash = link }", link)
        desk.until(lambda n=n: shows(n))
    quick = """async () => {
        const pause = () => new Promise((done) => setTimeout(done, 20));
        for (const step of [-1, -1, 1, -1, 1]) { history.go(step); await pause(); }
    }"""
    desk.page.evaluate(quick)
    desk.page.wait_for_timeout(1000)
    # A busy browser leaves out a step that the next one overtakes; it knows where it is.
    desk.until(lambda: shows(sizes[entry()]))
    here = entry()
    for n in reversed(sizes[:here]):
        desk.page.go_back()
        desk.until(lambda n=n: shows(n))
    for n in sizes[1:]:
        desk.page.go_forward()
        desk.until(lambda n=n: shows(n))
    assert desk.problems == []


# Browsers tell of a change a moment after it; here it is a long one.
LATE = """addEventListener("hashchange", (event) => {
  if (!event.isTrusted) return;
  event.stopImmediatePropagation();
  setTimeout(() => dispatchEvent(new HashChangeEvent("hashchange")), 500);
}, true)"""


def test_game_that_comes_when_one_has_gone_on_overwrites_no_entry(context, address):
    slow = Slow(context)
    context.add_init_script(LATE)
    desk = Desk(context, address, game_link("hex:size=3", moves=["a1"]))

    def shows(n):
        return len(desk.cells()) == n * n and f"size={n}&" in hash_of(desk)

    for n in (4, 5):
        link = game_link(f"hex:size={n}", moves=["a1"])
        desk.page.evaluate("link => { location.hash = link }", link)
        desk.until(lambda n=n: shows(n))
    slow.waits = True
    desk.page.evaluate("history.back()")
    desk.until(lambda: any("hex:size=4" in text and '"view"' in text for text in slow.held))
    desk.page.evaluate("history.back()")
    desk.until(lambda: "size=3&" in hash_of(desk))
    slow.go_on()
    desk.until(lambda: shows(3))
    for n in (4, 5):
        desk.page.go_forward()
        desk.until(lambda n=n: shows(n))
    assert desk.problems == []


def test_click_on_the_game_before_does_not_keep_a_link_from_opening(context, address):
    """The board shows it until the server has answered."""
    slow = Slow(context)
    desk = Desk(context, address, "#games")
    desk.page.locator(".games").wait_for()
    slow.waits = True
    desk.page.evaluate("link => { location.hash = link }", game_link(FIVE, moves=["c3"]))
    desk.until_drawn()
    desk.click_cell(24)
    desk.page.wait_for_timeout(500)
    assert desk.moves() == []
    slow.go_on()
    desk.until(lambda: desk.pieces() == {"c3": "black stone"})
    assert "m=c3&" in hash_of(desk)
    desk.click_cell(0)  # and now one plays on
    desk.until(lambda: len(desk.pieces()) == 2)
    assert desk.problems == []


def test_new_game_is_an_entry_of_its_own(context, address):
    desk = Desk(context, address, game_link(FIVE, moves=["c3"]))
    desk.press("New game")
    desk.dialog().get_by_role("button", name="Start the game").click()
    desk.until(lambda: desk.pieces() == {})
    desk.page.go_back()
    desk.until(lambda: desk.pieces() == {"c3": "black stone"})


def test_damaged_address_says_why_and_leaves_the_game_alone(context, address):
    desk = Desk(context, address, game_link(FIVE, moves=["c3"]))
    desk.page.evaluate("link => { location.hash = link }", "#g=hex:size=5&m=a1(b2")
    alert = desk.page.get_by_role("alert")
    desk.until(lambda: "brackets" in alert.inner_text())
    assert desk.pieces() == {"c3": "black stone"}
    desk.until(lambda: "m=c3&" in hash_of(desk))
    other = Desk(context, address, "#g=hex:size=5&m=a1(b2")
    other.until(lambda: "brackets" in other.page.get_by_role("alert").inner_text())


def test_illegal_side_line_of_a_link_is_left_out(context, address):
    link = "#g=hex:size=5&m=c3,b2(c3),d4(e5)(z9)&b=human&w=human"
    desk = Desk(context, address, link)
    desk.until(lambda: desk.side_lines() == [["e5"]])
    assert desk.page.get_by_role("alert").count() == 1
    desk.page.evaluate("link => { location.hash = link }", "#g=hex:size=5&m=c3,b2(c3)")
    desk.until(lambda: "c3" in desk.page.get_by_role("alert").inner_text())
    assert desk.side_lines() == [["e5"]]


def test_reload_before_the_address_follows_loses_nothing(context, address):
    desk = Desk(context, address, game_link(FIVE, moves=["c3"]))
    for n, cell in enumerate((0, 1, 3), start=2):
        before = hash_of(desk)
        desk.click_cell(cell)
        desk.until(lambda n=n, h=before: len(desk.pieces()) == n and hash_of(desk) != h)
        # As it is when the address is written just as a reload begins.
        desk.page.evaluate("before => history.replaceState(null, '', before)", before)
        desk.page.reload()
        desk.until_drawn()
        desk.until(lambda n=n: len(desk.moves()) == n)


def test_short_form_of_a_game_is_understood(context, address):
    desk = Desk(context, address, "#g=hex:5&m=c3&b=human&w=human")
    desk.press("New game")
    assert desk.dialog().get_by_label("Size").input_value() == "5"
    desk.dialog().get_by_label("Swap rule").check()
    desk.press("Start the game")
    desk.until(lambda: "g=hex:size=5,swap=true&" in hash_of(desk))
    desk.until(lambda: desk.pieces() == {})
    assert len(desk.cells()) == 25
    desk.page.evaluate("location.hash = '#g=mnk:15x15x5&b=human&w=human'")
    desk.page.get_by_text("Get 5 in a row").wait_for()
    assert len(desk.cells()) == 225
    desk.page.goto(f"{address}#games")
    desk.page.locator(".games").wait_for()
    assert desk.page.locator(".games li").count() == 0  # to follow a link is not to play
