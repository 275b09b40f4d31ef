"""What the page shows of a search, in a real browser."""

import re

import pytest
from browsing import Desk, game_link

from playout import find
from playout.nets.opinion import opinion
from playout.search import elo_of

pytestmark = pytest.mark.full

# Red builds a column of four, and Yellow does not see it: the third 2 is the mistake.
BLUNDERED = ["1", "2", "1", "2", "1", "2", "1"]


@pytest.fixture
def open_desk(context, address):
    """Open a tab; in the end nothing may have gone wrong in any of them."""
    desks = []

    def opener(*arguments, **named):
        desks.append(Desk(context, address, game_link(*arguments, **named)))
        return desks[-1]

    yield opener
    assert [desk.problems for desk in desks] == [[]] * len(desks)


def test_analysis_goes_on_until_it_is_turned_off(open_desk):
    desk = open_desk("hex:size=5", moves=["c3"])
    assert desk.page.locator("svg.board .tint").count() == 0
    desk.analyse()
    seen = desk.number("Simulations")
    desk.until(lambda: desk.number("Simulations") > seen)
    tints = desk.page.locator("svg.board .tint")
    desk.until(lambda: tints.count() == 25)  # a moment after the first numbers

    def fills_of():
        return tints.evaluate_all("all => all.map(tint => tint.getAttribute('fill'))")

    desk.until(lambda: len(set(fills_of())) > 5)
    fills = fills_of()
    assert fills[12] == "none"  # taken
    assert all(re.fullmatch("none|#[0-9a-f]{6}", fill) for fill in fills)
    assert re.search(r"\d+%|✓|✗", desk.page.locator("svg.board .share").first.text_content())
    desk.press("Heat")
    desk.until(lambda: tints.count() == 0)
    desk.press("Heat")
    desk.until(lambda: tints.count() == 25)
    desk.press("Analyse")

    def stands():
        stood = desk.number("Simulations")
        desk.page.wait_for_timeout(1000)
        return desk.number("Simulations") == stood

    desk.until(stands, seconds=50)  # by itself it would go on for a minute


def test_analysis_follows_the_game(open_desk):
    desk = open_desk("hex:size=5", moves=["c3"])
    desk.analyse()
    desk.until(lambda: offered(desk))
    assert "Play c3" not in offered(desk)
    desk.press("One move back")
    desk.until(lambda: "Play c3" in offered(desk))
    desk.press("Play c3")
    desk.until(lambda: len(desk.pieces()) == 1 and "Play c3" not in offered(desk))
    assert desk.moves() == ["c3"]


def offered(desk):
    """The moves of the table, the most visited ones."""
    return desk.page.locator("tbody .pick").evaluate_all(
        "all => all.map(button => button.getAttribute('aria-label'))"
    )


def test_table_is_sorted_by_visits_and_by_other_columns(open_desk):
    desk = open_desk("hex:size=5")
    desk.analyse()
    desk.until(lambda: desk.number("Simulations") > 2000)
    desk.press("Analyse")
    column = desk.page.locator("tbody td.visits .number")
    # Its order is renewed twice a second.
    desk.until(lambda: column.count() == 12 and falls(column))
    desk.page.get_by_role("button", name="Show all 25").click()
    desk.until(lambda: column.count() == 25 and falls(column))
    desk.page.locator("th.visits .sort").click()
    desk.until(lambda: not falls(column))
    assert desk.page.locator("th.visits").get_attribute("aria-sort") == "ascending"
    desk.page.locator("th.value .sort").click()
    desk.until(lambda: falls(desk.page.locator("tbody td:nth-child(3)")))
    desk.page.locator("tbody tr").nth(3).hover()
    desk.until(lambda: numbers_on(desk) == ["1"])


def falls(column):
    """Whether the numbers of a column go down: 1.2M, 144K, 5,432, 61%; ranges have no order."""
    certain = [text for text in column.all_inner_texts() if "–" not in text]
    texts = [re.sub(r"[^\d.KM]", "", text) for text in certain]
    times = {"K": 1e3, "M": 1e6}
    values = [float(text.rstrip("KM")) * times.get(text[-1], 1) for text in texts if text]
    return len(values) > 1 and values == sorted(values, reverse=True)


def numbers_on(desk):
    """The numbers of the stones of a line that is shown on the board."""
    return [
        text.strip()
        for text in desk.page.locator("svg.board .above text:not(.share)").all_text_contents()
    ]


def test_line_is_shown_as_numbered_stones(open_desk):
    desk = open_desk("hex:size=5")
    desk.analyse()
    desk.until(lambda: desk.number("Simulations") > 2000)
    desk.press("Analyse")
    third = desk.page.get_by_role("button", name=re.compile("play the line up to here")).nth(2)
    assert numbers_on(desk) == []
    third.hover()
    desk.until(lambda: numbers_on(desk) == ["1", "2", "3"])
    desk.page.mouse.move(1, 1)
    desk.until(lambda: numbers_on(desk) == [])
    third.focus()
    desk.until(lambda: numbers_on(desk) == ["1", "2", "3"])


def test_tree_is_opened_node_by_node(open_desk):
    desk = open_desk("hex:size=5")
    desk.analyse()
    desk.until(lambda: desk.number("Simulations") > 5000)
    desk.press("Analyse")
    desk.page.get_by_role("tab", name="Tree").click()
    items = desk.page.get_by_role("treeitem")
    desk.until(lambda: items.count() == 7)
    assert levels(items) == [1] * 7
    root = desk.page.locator(".root")

    def is_whole():
        """Whether all simulations are there: 5,432, or 144K, or 1.23M."""
        n = desk.number("Simulations")
        return int(re.sub(r"\D", "", root.inner_text())) in (n, round(n / 1e3), round(n / 1e4))

    desk.until(is_whole)
    more = items.nth(6)
    assert re.fullmatch(r"and 19 more, with \d+(\.\d)?% of the visits", more.inner_text())
    more.click()
    desk.until(lambda: items.count() == 25)
    items.nth(0).click()
    desk.until(lambda: levels(items)[:8] == [1, 2, 2, 2, 2, 2, 2, 2])
    items.nth(1).click()
    desk.until(lambda: levels(items)[:4] == [1, 2, 3, 3])
    items.nth(2).hover()  # the moves that lead there
    desk.until(lambda: numbers_on(desk) == ["1", "2", "3"])
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("ArrowLeft")
    desk.page.keyboard.press("ArrowLeft")
    desk.until(lambda: levels(items)[:4] == [1, 2, 2, 2])
    items.nth(0).click()
    desk.until(lambda: levels(items) == [1] * 25)


def levels(items):
    return items.evaluate_all("all => all.map(item => Number(item.getAttribute('aria-level')))")


def test_tree_grows_while_the_search_runs(open_desk):
    desk = open_desk("hex:size=5")
    desk.analyse()
    desk.page.get_by_role("tab", name="Tree").click()
    root = desk.page.locator(".root")
    root.wait_for()
    seen = root.inner_text()
    desk.until(lambda: root.inner_text() != seen)


def test_machine_is_told_to_play_now(open_desk):
    desk = open_desk("hex:size=5", "human", "uct:seconds=60")
    desk.click_cell(12)
    desk.until(lambda: desk.status == "White is thinking…")
    desk.until(lambda: desk.number("Simulations") > 0)
    desk.press("Play now")
    desk.until(lambda: desk.status == "Black to move", seconds=30)
    assert len(desk.pieces()) == 2


def test_finished_game_is_reviewed(open_desk):
    desk = open_desk("connect4", moves=BLUNDERED)
    assert desk.status == "Red wins"
    desk.page.get_by_role("tab", name="Review").click()
    desk.press("Review the game")
    curve = desk.page.get_by_role("slider", name="Win chance of Red over the game")
    desk.until(lambda: desk.button("Review again").count())
    assert len(desk.page.locator(".curve path.line").all()) == 1
    assert curve.get_attribute("aria-valuemax") == "7"
    assert curve.get_attribute("aria-valuetext") == "4. column 1: Red 100%, proven"
    worst = desk.page.locator(".review li button.what")
    # Proven, or with an estimate before it where the solver does not come that far in its time.
    proven, guessed = (
        r"a (mistake|blunder), .*; column 1 was better",
        r"from about \d+% to a proven loss",
    )
    said = rf"({proven}|{guessed}, better column 1)"
    mistake = rf"3… column 2: {said}\s+Yellow"
    desk.until(lambda: any(re.search(mistake, text) for text in worst.all_inner_texts()))
    at = [bool(re.search(mistake, text)) for text in worst.all_inner_texts()].index(True)
    worst.nth(at).click()
    desk.until(lambda: len(desk.pieces()) == 6)
    assert worst.nth(at).get_attribute("aria-current") == "step"
    curve.focus()
    desk.page.keyboard.press("Home")
    desk.until(lambda: desk.pieces() == {})
    box = curve.bounding_box()
    desk.page.mouse.click(box["x"] + box["width"] - 10, box["y"] + 40)
    desk.until(lambda: len(desk.pieces()) == 7)


def test_question_marks_teach(open_desk):
    desk = open_desk("hex:size=5")
    desk.analyse()
    desk.page.locator("th.visits .help").click()
    title = desk.dialog().locator("article h3")
    assert title.inner_text() == "Visits"
    assert len(desk.dialog().locator("article").inner_text()) > 200
    desk.dialog().get_by_role("button", name="GRAVE", exact=True).click()
    desk.until(lambda: title.inner_text() == "GRAVE")
    assert "ref" in desk.dialog().locator("article dl").inner_text()
    desk.page.keyboard.press("Escape")
    desk.until(lambda: desk.dialog().count() == 0)
    desk.press("Help")
    desk.press("How the searches work")
    desk.until(lambda: title.count() == 1)


def test_network_shows_what_it_thinks_without_a_search(context, address):
    desk = Desk(context, address, game_link("hex:size=5"))
    says = desk.page.locator(".network p")
    assert says.count() == 0
    desk.press("What the network thinks")
    says.wait_for()
    first = opinion(find("hex:5").start())
    assert f"Black to move: win chance {first.value:.0%}" in says.inner_text()
    assert f"{first.priors[0][0].name} {first.priors[0][1]:.0%}" in says.inner_text()
    tints = desk.page.locator(".tint:not([fill=none])")
    assert tints.count() > 0
    assert desk.page.locator("text.share").first.text_content() == f"{first.priors[0][1]:.0%}"
    # It goes with the position, and no search has run.
    desk.click_cell(0)
    desk.until(lambda: "White to move: win chance" in says.inner_text())
    assert desk.number("Simulations") == 0
    desk.page.keyboard.press("w")
    says.wait_for(state="hidden")
    assert tints.count() == 0
    desk.open(game_link("hex:size=5,swap=true"))
    desk.press("What the network thinks")
    unswapped = "The network knows Hex without the swap rule."
    desk.until(lambda: unswapped in says.inner_text())
    desk.click_cell(0)
    desk.click_cell(1)
    desk.until(lambda: "Black to move" in says.inner_text())
    assert unswapped not in says.inner_text()
    for game, n_cells, has_network in (
        ("mnk:cols=15,rows=15,line=5", 225, True),
        ("mnk:cols=15,rows=14,line=4", 210, False),
        ("domineering:cols=7,rows=4", 28, False),
    ):
        desk.open(game_link(game))
        desk.until(lambda n=n_cells: len(desk.cells()) == n)
        assert bool(desk.page.locator(".network").count()) == has_network
    assert desk.problems == []


def test_cards_show_the_measured_elo_of_a_level(context, address):
    desk = Desk(context, address, game_link("hex:size=11,swap=true", white="medium"))
    elo = desk.page.locator(".player .elo")
    elo.wait_for()
    assert elo.all_inner_texts() == [f"{elo_of('hex', 'medium').elo:,} Elo"]
    desk.open(game_link("hex:size=5", white="medium"))  # not measured on this board
    desk.until(lambda: len(desk.cells()) == 25)
    assert elo.count() == 0
    desk.open(game_link("connect4", black="uct:seconds=1", white="perfect"))
    desk.until(lambda: elo.all_inner_texts() == [f"{elo_of('connect4', 'perfect').elo:,} Elo"])
