"""Reloads, closed tabs, lost connections and bad links, in a real browser."""

import socket

import pytest
from browsing import Desk, game_link, mirrored, pieces_of, program
from serving import serving, until

from playout.web.jobs import ACTIVE_JOBS

pytestmark = pytest.mark.full

SLOW = "uct:seconds=60"


def begin_slow_search(context, address):
    """A tab in which the machine thinks and has shown some of it."""
    desk = Desk(context, address, game_link("hex:size=5", "human", SLOW))
    desk.click_cell(12)
    desk.until(lambda: desk.status == "White is thinking…" and desk.number("Simulations") > 0)
    return desk


def test_reload_in_mid_search_resumes_the_game(context, address):
    desk = begin_slow_search(context, address)
    desk.page.reload()
    desk.until_drawn()
    desk.until(lambda: desk.status == "White is thinking…" and desk.number("Simulations") > 0)
    assert desk.pieces() == {"c3": "black stone"}
    desk.press("Play now")
    desk.until(lambda: desk.status == "Black to move", seconds=30)
    assert len(desk.pieces()) == 2
    assert desk.problems == []


@pytest.mark.parametrize("leave", ["close", "reload", "go elsewhere", "take back"])
def test_search_that_nobody_waits_for_is_stopped(context, leave):
    with serving() as live:
        desk = begin_slow_search(context, f"{live.address}/")
        (job,) = ACTIVE_JOBS
        if leave == "close":
            desk.page.close()
        elif leave == "reload":
            desk.page.reload()
        elif leave == "go elsewhere":
            desk.page.goto("about:blank")
        else:
            desk.press("Undo")
        until(lambda: job not in ACTIVE_JOBS, 30)  # or it would go on for a minute
        if leave != "close":
            desk.page.close()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


# The page tries to find its server again by timers of half a second and more.
ONLY_BY_HAND = """() => {
  const rings = window.setTimeout;
  window.setTimeout = (what, ms, ...more) => rings(what, ms < 500 ? ms : 1e9, ...more);
}"""


def test_game_goes_on_after_the_server_was_away(context, browser):
    port = free_port()
    with program(port) as address:
        desk = begin_slow_search(context, address)
        desk.page.evaluate(ONLY_BY_HAND)
    lost = desk.page.get_by_text("Connection lost")
    lost.wait_for()
    assert desk.pieces() == {"c3": "black stone"}
    with program(port):
        desk.press("Try now")
        lost.wait_for(state="hidden")
        # What was asked is asked again: the machine thinks and answers.
        desk.until(lambda: desk.number("Simulations") > 0)
        desk.press("Play now")
        desk.until(lambda: desk.status == "Black to move", seconds=30)
        assert len(desk.pieces()) == 2
        desk.press("Undo")
        desk.until(lambda: desk.pieces() == {})
        desk.page.close()


def test_page_finds_the_server_again_by_itself(context, browser):
    port = free_port()
    with program(port) as address:
        desk = Desk(context, address, game_link("hex:size=5", moves=["c3"]))
    desk.page.get_by_text("Connection lost").wait_for()
    desk.click_cell(0)  # played while nobody is there
    with program(port):
        desk.until(lambda: len(desk.pieces()) == 2)
        assert desk.page.get_by_text("Connection lost").count() == 0
        desk.page.close()


ILLEGAL_LINKS = {
    "#g=hex:size=5&m=c3,c3": "c3",
    "#g=hex:size=5&m=z9": "z9",
    "#g=nosuchgame": "nosuchgame",
    "#g=hex:size=999": "999",
    "#g=hex:size=5&p=rubbish": "rubbish",
    "#g=connect4&m=4&p=d2%20/%20/%202": "d2",
}


@pytest.mark.parametrize("link", ILLEGAL_LINKS)
def test_illegal_link_gives_a_message_and_a_board(context, address, link):
    desk = Desk(context, address, link)
    desk.page.get_by_role("alert").wait_for()
    assert ILLEGAL_LINKS[link] in desk.page.get_by_role("alert").inner_text()
    assert "to move" in desk.status
    before = len(desk.pieces())
    empty = next(i for i, cell in enumerate(desk.cells()) if "empty" in cell)
    desk.click_cell(empty)  # one can play there
    desk.until(lambda: len(desk.pieces()) > before)
    assert desk.problems == []


FRENCH = {
    "#g=hex:size=999": "Taille doit être entre 2 et 19, et non 999.",
    "#g=connect4&p=/%20a1%20/%202": "Rouge et Jaune jouent à tour de rôle",
}


@pytest.mark.parametrize("link", FRENCH)
def test_error_in_french(browser, address, link):
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="fr-FR")
    try:
        desk = Desk(context, address, link)
        desk.page.get_by_role("alert").wait_for()
        assert FRENCH[link] in desk.page.get_by_role("alert").inner_text()
    finally:
        context.close()


def test_link_with_an_unknown_player_gives_a_message(context, address):
    desk = Desk(context, address, game_link("hex:size=5", "human", "nosuchplayer"))
    desk.click_cell(12)
    desk.page.get_by_role("alert").wait_for()
    assert "nosuchplayer" in desk.page.get_by_role("alert").inner_text()
    desk.until(lambda: desk.pieces() == {"c3": "black stone"})
    desk.press("Undo")
    desk.until(lambda: desk.pieces() == {})


TOO_LONG = {  # for one message to the server, which ends the connection upon it
    "a word": ("x" * 200_000, "xxxxxxxxxxxxxxxx… is too long for a move."),
    "a game": (f'[Game "hex:size={"5" * 70_000}"]\n\n1. a1', "That is too long"),
}


@pytest.mark.parametrize("what", TOO_LONG)
def test_text_that_is_too_long_is_refused_and_the_page_goes_on(context, address, tmp_path, what):
    text, said = TOO_LONG[what]
    desk = Desk(context, address, game_link("hex:size=5", moves=["a1"]))
    lines = []
    desk.page.on("websocket", lambda line: lines.extend([line]))
    desk.press("Share")
    desk.page.locator("#share-read").fill(text)
    desk.press("Open")
    desk.dialog().get_by_role("alert").filter(has_text=said).wait_for()
    desk.page.keyboard.press("Escape")
    desk.click_cell(12)
    desk.until(lambda: len(desk.pieces()) == 2)
    (tmp_path / "long.txt").write_text(text)
    desk.page.get_by_role("link", name="Games").click()
    desk.page.locator("input[type=file]").first.set_input_files(tmp_path / "long.txt")
    desk.page.get_by_role("alert").filter(has_text=said).wait_for()
    assert desk.page.get_by_text("Connection lost").count() == 0
    assert lines == []
    assert desk.problems == []


def test_link_with_an_endless_player_can_be_played(context, address):
    desk = Desk(context, address, game_link("hex:size=5", "human", "x" * 70_000))
    desk.page.get_by_role("alert").filter(has_text="That is too long").wait_for()
    desk.click_cell(12)
    desk.until(lambda: desk.pieces() == {"c3": "black stone"})
    desk.press("Undo")
    desk.until(lambda: desk.pieces() == {})
    assert desk.page.get_by_text("Connection lost").count() == 0
    assert desk.problems == []


def test_link_is_followed_while_the_page_is_open(context, address):
    desk = Desk(context, address, game_link("hex:size=5", moves=["c3"]))
    desk.page.evaluate("link => { location.hash = link }", game_link("connect4", moves=["4"]))
    desk.until(lambda: desk.pieces() == {"column 4, row 1": "red disc"})
    desk.page.evaluate("link => { location.hash = link }", "#g=nosuchgame")
    desk.page.get_by_role("alert").wait_for()
    assert desk.pieces() == {"column 4, row 1": "red disc"}


def test_spoilt_record_of_the_tab_is_left_alone(context, address):
    desk = Desk(context, address, game_link("hex:size=5", moves=["c3"]))
    desk.page.evaluate("sessionStorage.setItem('playout-game', '{\"game\": 3')")
    desk.page.evaluate("localStorage.setItem('playout-preferences', 'rubbish')")
    desk.page.reload()
    desk.until_drawn()
    assert desk.pieces() == pieces_of(mirrored("hex:size=5", ["c3"]))  # the address has it
    desk.page.evaluate("sessionStorage.setItem('playout-game', '{\"game\": 3')")
    desk.open("")
    assert desk.pieces() == pieces_of(mirrored("hex:size=11", []))
    assert desk.problems == []
