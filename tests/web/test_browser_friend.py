"""A friend by a link, in real browsers: two people, and one who watches."""

import re

import pytest
from browsing import FORBIDDEN, Desk, program
from friend_desk import FriendDesk

pytestmark = pytest.mark.full
TOKEN = "letters-enough-for-a-token"


@pytest.fixture
def others(browser):
    """Browsers of other people."""
    made = []

    def other(**options):
        context = browser.new_context(**{"locale": "en-GB", **options})
        context.set_default_timeout(120_000)
        made.append(context)
        return context

    yield other
    for context in made:
        context.close()


def test_two_people_and_one_who_watches(context, others, address):
    mine = FriendDesk(context, f"{address}#friend")
    to_friend, to_watch = mine.start("Connect 4")
    friend = FriendDesk(others(), to_friend)
    watcher = FriendDesk(others(), to_watch)
    watcher.until_status("Red to move")
    mine.until_status("Your turn")
    friend.until_status("Red to move")
    friend.click(3)  # not their turn: nothing happens
    mine.click(3)
    for desk in (mine, friend, watcher):
        desk.until_moves("4")
    assert mine.room.locator(".list button").nth(1).inner_text() == "1. 4"
    watcher.click(3)
    friend.click(4)
    for desk in (mine, friend, watcher):
        desk.until_moves("4", "5")
    # A reload keeps the seat, and the address tells nobody's key.
    friend.page.reload()
    friend.until_moves("4", "5")
    key = to_friend.rpartition(".")[2]
    assert key not in friend.page.url
    mine.click(3)
    friend.until_status("Your turn")
    # One may look back, and comes back by the next move.
    mine.room.locator(".list button").first.click()
    mine.room.get_by_role("button", name="Back to the game").wait_for()
    friend.click(4)
    mine.until_moves("4", "5", "4", "5")
    assert mine.room.get_by_role("button", name="Back to the game").count() == 0
    friend.press("Resign")
    friend.press("Resign")
    mine.until_status("Yellow resigns. You win!")
    watcher.until_status("Yellow resigns. Red wins")
    friend.press("Rematch, colours swapped")
    mine.press("Accept")
    friend.until_status("Your turn")  # the colours are swapped
    mine.until_status("Red to move")
    mine.until_moves()
    assert [desk.problems for desk in (mine, friend, watcher)] == [[], [], []]


def test_people_have_names(context, others, address):
    evil = "<img src=x onerror=1>"
    mine = FriendDesk(context, f"{address}#friend")
    to_friend, to_watch = mine.start("Connect 4")
    friend, watcher = FriendDesk(others(), to_friend), FriendDesk(others(), to_watch)
    mine.room.get_by_label("Your name").fill("Ada")
    mine.press("Save")
    friend.until_status("Ada to move")
    friend.room.get_by_label("Your name").fill(evil)
    friend.press("Save")
    watcher.room.locator(".seat", has_text=evil).wait_for()
    assert watcher.room.get_by_label("Your name").count() == 0
    assert watcher.page.locator("img[src=x]").count() == 0
    mine.click(3)
    watcher.until_status(f"{evil} to move")
    friend.page.reload()
    friend.until_status("Your turn")
    assert friend.room.get_by_label("Your name").input_value() == evil
    # In the next game one is called so from the start.
    again = FriendDesk(context, f"{address}#friend")
    again.start("Connect 4")
    again.room.locator(".seat b", has_text="Ada").wait_for()
    assert [desk.problems for desk in (mine, friend, watcher, again)] == [[], [], [], []]


def test_draw_and_take_back_need_both(context, others, address):
    mine = FriendDesk(context, f"{address}#friend")
    to_friend, _ = mine.start("Connect 4")
    friend = FriendDesk(others(), to_friend)
    mine.click(0)
    friend.until_moves("1")
    mine.press("Ask for a take-back")
    friend.room.get_by_text("Red asks to take a move back.").wait_for()
    friend.press("Accept")
    for desk in (mine, friend):
        desk.until_moves()
    friend.press("Offer a draw")
    mine.press("Decline")
    mine.room.locator(".offer").wait_for(state="hidden")
    friend.press("Offer a draw")
    mine.press("Accept")
    friend.until_status("A draw, as agreed")


def test_flag_is_seen_on_both_pages(context, others, address):
    mine = FriendDesk(context, f"{address}#friend")
    mine.room.get_by_label("Time per move").check()
    mine.room.get_by_label("Seconds per move").fill("5")
    to_friend, _ = mine.start("Connect 4")
    friend = FriendDesk(others(), to_friend)
    mine.until_status("Red is out of time. You lose.")
    friend.until_status("Red is out of time. You win!")
    assert friend.room.get_by_role("timer").all_inner_texts()[0] == "0.0"


def test_friend_without_the_token(context, others):
    """They play, and nothing else of the server is there for them."""
    with program(PLAYOUT_TOKEN=TOKEN) as address:
        mine = FriendDesk(context, f"{address}#token={TOKEN}&friend")
        mine.page.goto(f"{address}#friend")
        to_friend, _ = mine.start("Connect 4")
        guest = others()
        friend = FriendDesk(guest, to_friend)
        mine.click(3)
        friend.until_moves("4")
        friend.click(3)
        mine.until_moves("4", "4")
        assert friend.page.get_by_text("This page is locked").count() == 0
        assert friend.problems == []
        assert guest.cookies() == []
        friend.press("Resign")
        friend.press("Resign")
        friend.until_status("You lose")
        mine.room.get_by_role("link", name="Review on the board").wait_for()
        assert friend.room.get_by_role("link", name="Review on the board").count() == 0
        # Anywhere else the page is locked, and a game cannot be started.
        friend.page.goto(f"{address}#friend")
        friend.page.get_by_text("To start a game, open the whole link").wait_for()
        status = friend.page.evaluate(
            """() => fetch("./api/friend", {method: "POST", body: '{"game": "nim"}'})
                .then((answer) => answer.status)"""
        )
        assert status == 401


def test_finished_game_is_reviewed_on_the_board(context, others, address):
    mine = FriendDesk(context, f"{address}#friend")
    to_friend, _ = mine.start("Connect 4")
    friend = FriendDesk(others(), to_friend)
    for i, cell in enumerate((0, 1) * 3 + (0,)):
        desk = (mine, friend)[i % 2]
        desk.until(lambda i=i, desk=desk: len(desk.moves()) == i)
        desk.click(cell)
    friend.until_status("You lose")
    friend.room.get_by_role("link", name="Review on the board").click()
    board = Desk.__new__(Desk)
    board.page = friend.page
    board.until(lambda: board.status == "Red wins")
    assert board.moves() == ["1", "2", "1", "2", "1", "2", "1"]


def test_board_fits_a_phone_on_its_side(context, others, address):
    mine = FriendDesk(context, f"{address}#friend")
    _, to_watch = mine.start("Connect 4")
    phone = FriendDesk(others(viewport={"width": 844, "height": 390}), to_watch)
    phone.until_status("Red to move")
    box = phone.room.locator("svg.board").bounding_box()
    assert box["y"] + box["height"] <= 390
    assert box["height"] > 200
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= 390


@pytest.mark.parametrize("key", ["nobody-is-here.and-never-was", 65 * "x"])
def test_wrong_link(context, address, key):
    desk = FriendDesk(context, f"{address}#friend={key}")
    desk.room.get_by_role("alert").wait_for()
    assert "This game is not here" in desk.room.inner_text()
    desk.room.get_by_role("link", name="Start a game").click()
    desk.room.get_by_role("button", name="Start a game").wait_for()


def test_a_game_that_cannot_be_kept(context, others, tmp_path):
    """Both are told so, until it is kept again."""
    folder = tmp_path / "friends"
    with program(PLAYOUT_GAMES_DIR=str(tmp_path)) as address:
        mine = FriendDesk(context, f"{address}#friend")
        to_friend, _ = mine.start("Connect 4")
        friend = FriendDesk(others(locale="fr-FR"), to_friend)
        friend.room.locator(".seat").first.wait_for()
        folder.rename(tmp_path / "away")
        folder.write_text("a file, not a folder")
        mine.click(3)
        friend.until_moves("4")
        told = mine.room.get_by_text("The server cannot write this game to disk")
        told_friend = friend.room.get_by_text("Le serveur ne peut pas écrire cette partie")
        told.wait_for()
        told_friend.wait_for()
        folder.unlink()
        told.wait_for(state="hidden")
        told_friend.wait_for(state="hidden")
        assert [desk.problems for desk in (mine, friend)] == [[], []]


def test_two_tabs_of_one_browser(context, address):
    """On one machine, without --host: each tab has its seat, and keeps it."""
    mine = FriendDesk(context, f"{address}#friend")
    to_friend, to_watch = mine.start("Connect 4")
    friend, watcher = FriendDesk(context, to_friend), FriendDesk(context, to_watch)
    for desk, who in ((mine, "you"), (friend, "your friend"), (watcher, "player")):
        desk.page.reload()
        desk.room.locator(".seat").first.wait_for()
        assert re.search(f"Red\\s+{who} ", desk.room.locator(".seat").first.inner_text())
    # A closed tab is opened again by its address alone.
    url = mine.page.url
    mine.page.close()
    again = FriendDesk(context, url)
    again.until_status("Your turn")


def test_how_many_in_a_row_is_said(context, others, address):
    mine = FriendDesk(context, f"{address}#friend")
    to_friend, _ = mine.start("Tic-tac-toe and gomoku")
    friend = FriendDesk(others(), to_friend)
    for desk in (mine, friend):
        desk.room.get_by_text("Get 3 in a row, in any direction.").wait_for()


def test_a_game_is_found_again(context, others, address):
    mine = FriendDesk(context, f"{address}#friend")
    assert mine.room.get_by_role("heading", name="Your games with friends").count() == 0
    to_friend, _ = mine.start("Connect 4")
    friend = FriendDesk(others(), to_friend)
    friend.room.get_by_label("Your name").fill("<b>Bo</b>")
    friend.press("Save")
    mine.room.locator(".seat", has_text="<b>Bo</b>").wait_for()
    mine.page.close()
    later = FriendDesk(context, f"{address}#friend")
    later.start("Nim")
    later.room.locator(".seat").first.wait_for()
    later.page.close()
    # The latest first; the link opens the seat, and says nothing of its key.
    again = FriendDesk(context, f"{address}#friend")
    games = again.room.locator(".mine a")
    again.until(lambda: games.count() == 2)
    assert games.nth(0).inner_text().startswith("Nim")
    assert re.match(r"Connect 4 · .*<b>Bo</b> · .*20\d\d", games.nth(1).inner_text())
    assert re.search(r"#friend=[\w-]+$", games.nth(1).get_attribute("href"))
    games.nth(1).click()
    again.until_status("Your turn")
    again.link("Link for your friend")
    # So it does in a tab that has watched.
    again.page.goto(again.link("Link for spectators"))
    again.room.get_by_text("You are watching.").wait_for()
    again.page.goto(f"{address}#friend")
    games.nth(0).click()
    again.until_status("Your turn")
    # Out of the list it takes two presses.
    again.page.goto(f"{address}#friend")
    again.until(lambda: games.count() == 2)
    assert games.nth(0).inner_text().startswith("Connect 4")
    again.room.get_by_role("button", name="Take out of the list: Nim").click()
    assert games.count() == 2
    again.room.get_by_role("button", name="Really take out, with your seat: Nim").click()
    again.until(lambda: games.count() == 1)
    again.page.reload()
    again.until(lambda: games.count() == 1)
    # The friend has it in a list, too.
    friend.page.goto(f"{address}#friend")
    friend.room.locator(".mine a", has_text="Connect 4").click()
    friend.until_status("Red to move")
    assert again.problems == friend.problems == []


FULL = """const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (...given) {
  if (this === localStorage) throw new DOMException("full", "QuotaExceededError");
  set.apply(this, given);
}"""


def test_seat_stays_in_the_address_where_only_the_tab_can_keep_it(context, others, address):
    context.add_init_script(FULL)
    mine = FriendDesk(context, f"{address}#friend")
    to_friend, _ = mine.start("Connect 4")
    mine.room.get_by_text("cannot keep your seat").wait_for()
    bare = mine.page.url
    mine.page.close()
    again = FriendDesk(others(), bare)  # where things can be kept
    again.until_status("Your turn")
    again.page.reload()
    again.until_status("Your turn")
    assert "." not in again.page.url.split("#friend=")[1]
    assert again.link("Link for your friend") == to_friend
    friend = FriendDesk(others(), to_friend)
    friend.until_status("Red to move")


def test_seat_stays_in_the_address_where_nothing_is_kept(context, others, address):
    context.add_init_script(FORBIDDEN)
    mine = FriendDesk(context, f"{address}#friend")
    to_friend, _ = mine.start("Connect 4")
    guest = others()
    guest.add_init_script(FORBIDDEN)
    friend = FriendDesk(guest, to_friend)
    friend.until_status("Red to move")
    for desk in (mine, friend):
        desk.room.get_by_text("cannot keep your seat").wait_for()
        desk.page.reload()
    mine.until_status("Your turn")
    assert mine.link("Link for your friend") == to_friend
    mine.click(3)
    friend.until_status("Your turn")
    friend.click(3)
    mine.until_moves("4", "4")
    assert mine.problems == friend.problems == []
