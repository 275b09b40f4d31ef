"""Every place has an address: puzzles, and what is said where there is nothing."""

import pytest
from browsing import Desk, game_link

from playout.puzzles import puzzles_of

pytestmark = pytest.mark.full


def number_of(desk, puzzle):
    """Wait until this puzzle is shown."""
    number = puzzles_of(puzzle.game.partition(":")[0]).index(puzzle) + 1
    desk.page.get_by_text(f"Puzzle {number} of 90", exact=True).wait_for()
    pieces = len(puzzle.state.board().pieces)
    desk.until(lambda: len(desk.pieces()) == pieces)


def address_of(puzzle):
    return f"#puzzles/{puzzle.game.partition(':')[0]}/{puzzle.id}"


def hash_of(desk):
    return desk.page.evaluate("location.hash")


def test_a_puzzle_comes_back_by_its_address(context, address):
    first, second = puzzles_of("hex")[3], puzzles_of("connect4")[5]
    desk = Desk(context, address, address_of(first))
    number_of(desk, first)
    desk.page.reload()
    number_of(desk, first)
    desk.page.evaluate("link => { location.hash = link }", address_of(second))
    number_of(desk, second)
    desk.page.go_back()
    number_of(desk, first)
    assert hash_of(desk) == address_of(first)
    desk.page.keyboard.press("ArrowRight")  # the next one
    desk.until(lambda: hash_of(desk) != address_of(first))
    shown = next(p for p in puzzles_of("hex") if p.id == hash_of(desk).rpartition("/")[2])
    number_of(desk, shown)
    desk.page.go_back()
    number_of(desk, first)
    assert desk.problems == []


def test_the_room_alone_leads_to_a_puzzle_and_back_leads_out(context, address):
    desk = Desk(context, address, game_link("hex:size=5", moves=["c3"]))
    desk.page.get_by_role("link", name="Puzzles").click()
    desk.until(lambda: hash_of(desk).startswith("#puzzles/connect4/"))
    desk.page.go_back()
    desk.until(lambda: desk.pieces() == {"c3": "black stone"})


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("#puzzles/hex/0000", "There is no puzzle 0000 of Hex."),
        ("#puzzles/chess/1", "There are no puzzles of chess."),
        ("#games/xx", "Nothing is at the address #games/xx."),
        ("#lab/xx", "Nothing is at the address #lab/xx."),
        ("#nowhere", "Nothing is at the address #nowhere."),
        ("#g=chess", "No game is called chess."),
        ("#friend=?", "This link is damaged: it leads to no game."),
        ("#puzzles/hex/%3Cimg%20src%3Dx%3E", "There is no puzzle"),
    ],
)
def test_an_address_that_leads_nowhere_says_so(context, address, link, said):
    alert = "[role=alert]"
    first = context.new_page()
    first.goto(address + link)
    first.locator(alert, has_text=said).wait_for()
    later = Desk(context, address, game_link("hex:size=5", moves=["c3"]))
    later.page.evaluate("link => { location.hash = link }", link)
    later.page.locator(alert, has_text=said).wait_for()
    # Elsewhere nothing of it is left.
    later.page.evaluate("location.hash = '#games'")
    later.page.locator("h2", has_text="Games").wait_for()
    assert later.page.locator(alert).count() == 0


def test_another_puzzle_can_be_had_instead_of_an_unknown_one(context, address):
    desk = Desk(context, address)
    desk.page.evaluate("location.hash = '#puzzles/hex/0000'")
    desk.press("Show me another")
    desk.until(lambda: hash_of(desk).startswith("#puzzles/hex/") and "0000" not in hash_of(desk))
    desk.page.get_by_text("of 90", exact=False).first.wait_for()
    assert desk.page.get_by_role("alert").count() == 0
