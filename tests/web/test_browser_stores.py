"""What a browser keeps for the page may be missing, forbidden or edited: it works all the same."""

import json

import pytest
from browsing import FORBIDDEN, Desk, game_link

pytestmark = pytest.mark.full


def kept(id, **fields):
    """A game of the list, as the store has it."""
    usual = {"name": f"Game {id}", "created": 1, "updated": 1, "rev": 1, "result": None}
    link = game_link("hex:size=5", moves=["a1", "b2"])
    return json.dumps({"id": id, "link": link, **usual, **fields})


def opened(context, address, store, link=""):
    """A tab, with this in the store of its browser."""
    for key, value in store.items():
        context.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(value)})")
    return Desk(context, address, link)


def test_page_works_where_nothing_may_be_kept(context, address):
    context.add_init_script(FORBIDDEN)
    desk = Desk(context, address, game_link("hex:size=5"))
    desk.click_cell(12)
    desk.until(lambda: desk.moves() == ["c3"])
    desk.press("FR: français")
    desk.page.get_by_text("Au tour de Blanc").first.wait_for()
    desk.page.get_by_role("link", name="Problèmes").click()
    desk.page.get_by_role("button", name="Indice").wait_for()
    assert desk.problems == []


def test_where_nothing_may_be_kept_it_is_not_said_that_games_are(context, address):
    context.add_init_script(FORBIDDEN)
    desk = Desk(context, address, game_link("hex:size=5"))
    banner = desk.page.locator(".full")
    none = desk.page.locator(".games .none")
    desk.page.evaluate("location.hash = 'games'")
    desk.until(lambda: "No games are kept here. This browser lets nothing be" in none.inner_text())
    assert "Kept in this browser" not in desk.page.locator("main.room").inner_text()
    desk.press("Back to the board")
    desk.click_cell(12)
    desk.until(lambda: "games are lost when the tab is closed" in banner.inner_text())
    assert "room" not in banner.inner_text()
    desk.press("FR: français")
    desk.until(lambda: "Ce navigateur ne laisse rien garder ici" in banner.inner_text())
    desk.page.evaluate("location.hash = 'games'")
    desk.until(lambda: none.inner_text().strip() == "Aucune partie n’est gardée ici.")
    assert desk.problems == []


def test_where_there_is_no_room_no_game_is_promised_to_be_kept(context, address):
    desk = Desk(context, address, game_link("hex:size=5"))
    desk.page.evaluate(
        """() => {
          for (let n = 0, size = 1 << 22; size; n++) {
            try { localStorage.setItem('filler' + n, 'x'.repeat(size)); } catch { size >>= 1; }
          }
        }"""
    )
    desk.click_cell(12)
    banner = desk.page.locator(".full")
    desk.until(lambda: "has no room for games: export as text" in banner.inner_text())
    desk.page.evaluate("location.hash = 'games'")
    none = desk.page.locator(".games .none")
    desk.until(lambda: none.inner_text().strip() == "No games are kept here.")
    assert desk.problems == []


@pytest.mark.parametrize(
    "preferences",
    [
        {"turns": None},
        {"turns": 5, "lines": "many", "theme": {}},
        {"reviewer": 5, "teacher": "no"},
        [1, 2],
        None,
        7,
    ],
)
def test_preferences_that_are_none_are_as_at_first(context, address, preferences):
    store = {"playout-preferences": json.dumps(preferences)}
    desk = opened(context, address, store, game_link("hex:size=5", moves=["c3", "a1"]))
    assert len(desk.pieces()) == 2
    desk.press("Turn the board")
    desk.page.get_by_role("tab", name="Review").click()
    desk.button("Review the game").wait_for()
    assert desk.problems == []


def test_games_that_are_kept_twice_are_listed_once(context, address):
    """The list came up empty: two of its rows had one id."""
    store = {f"playout-kept-{key}": kept("a" * 20) for key in ("a" * 20, "b" * 20)}
    store["playout-kept-" + "c" * 20] = kept("c" * 20, created=1e300, updated=-1e300)
    desk = opened(context, address, store, "#games")
    rows = desk.page.locator("button.open")
    desk.until(lambda: rows.count() == 2)
    assert desk.problems == []


@pytest.mark.parametrize("seats", [None, {"x" * 24: 5}, {"x" * 24: {"seat": 7}}, [3]])
def test_seats_that_are_none_are_forgotten(context, address, seats):
    page = context.new_page()
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.add_init_script(f"localStorage.setItem('playout-seats', '{json.dumps(seats)}')")
    page.goto(f"{address}#friend={'x' * 24}.{'y' * 24}")
    page.get_by_text("this game is not here").wait_for()
    assert wrong == []
