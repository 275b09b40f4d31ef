"""What people stumbled over on the page, in a real browser: it stays mended."""

import re

import pytest
from browsing import Desk, game_link

pytestmark = pytest.mark.full

WEAK = "uct:simulations=50"
FOUR = ["c3", "b2", "d4", "a1"]
# Ten cells are empty, and Red is to move: 3 wins, 2 and 4 draw, 1 and 5 lose.
SMALL = "connect4:cols=5,rows=4"
KNIFE_EDGE = ["5", "2", "1", "5", "2", "4", "3", "5", "4", "3"]


@pytest.fixture
def open_desk(context, address):
    """Open a tab; in the end nothing may have gone wrong in any of them."""
    desks = []

    def opener(*arguments, **named):
        desks.append(Desk(context, address, game_link(*arguments, **named)))
        return desks[-1]

    yield opener
    assert [desk.problems for desk in desks] == [[]] * len(desks)


# -- words --


def test_columns_are_named_in_sentences(open_desk):
    desk = open_desk(SMALL, moves=KNIFE_EDGE)
    desk.click_cell(0)
    spoken = desk.page.locator(".unseen[role=status]").last
    desk.until(lambda: spoken.inner_text().startswith("Red plays column 1."))
    desk.press("Undo")
    desk.press("FR: français")
    desk.press("Conseil")
    status = desk.page.locator(".status")
    desk.until(lambda: "Conseil : colonne 3." in status.inner_text())
    assert desk.moves()[:2] == ["5", "2"]  # in the list they stay as short as they are


def test_teacher_speaks_plainly(open_desk):
    desk = open_desk(SMALL)
    desk.press("Teacher")
    sentence = desk.page.locator(".teacher .sentence")
    assert sentence.inner_text() == "The teacher is watching: play, and your move will be judged."
    desk.open(game_link(SMALL, moves=KNIFE_EDGE))
    desk.click_cell(0)
    expected = "column 1: a mistake, it turns a win into a loss; column 3 was better"
    desk.until(lambda: sentence.inner_text() == expected)


def test_parameters_have_words(open_desk):
    desk = open_desk("hex:size=5", "human", "grave")
    desk.press("New game")
    form = desk.dialog().get_by_role("group", name="Second player (White)")
    form.locator("summary", has_text="More parameters").click()
    labels = form.locator("fieldset label").all_inner_texts()
    assert len(labels) > 12
    bare = [label for label in labels if re.fullmatch(r"[a-z_]+", label)]
    assert bare == []
    for label in ("Exploration (c)", "Reference visits (ref)", "Value of a new move (fpu)"):
        assert form.get_by_label(label).count() == 1
    form.locator("summary", has_text="Command-line form").click()
    assert form.get_by_role("textbox", name="Command-line form").input_value() == "grave"


def test_games_and_searches_have_the_names_people_know(open_desk):
    desk = open_desk("mnk", "human", "uct:seconds=1")
    assert desk.page.locator("header .title").inner_text() == "Tic-tac-toe / Gomoku"
    assert "UCT, 1 s" in desk.page.locator(".player").last.inner_text()
    desk.press("New game")
    desk.dialog().get_by_role("radio", name="Tic-tac-toe / Gomoku").wait_for()
    assert "Mnk" not in desk.dialog().inner_text()


def test_swap_is_french_everywhere(open_desk):
    desk = open_desk("hex:size=4,swap=true", moves=["b2"])
    desk.press("FR: français")
    desk.press("Analyser")
    desk.page.get_by_role("button", name=re.compile("Montrer les")).click()
    table = desk.page.locator("tbody")
    desk.until(lambda: re.search("swap|Échanger", table.inner_text()))
    assert re.search(r"\bswap\b", desk.page.locator("main").inner_text()) is None
