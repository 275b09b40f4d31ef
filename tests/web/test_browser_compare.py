"""Two searches on one position: both think at once, side by side; a slider changes one of them."""

import pytest
from browsing import Desk, game_link
from test_browser_axe import looked_at

pytestmark = pytest.mark.full

FOUR = ["c3", "b2", "d4", "a1"]


class Room(Desk):
    """A tab in which two searches are compared."""

    def until_drawn(self):
        super().until_drawn()
        if "#compare" in self.page.url:
            self.page.locator(".compare .sides").wait_for()

    def side(self, letter):
        return self.page.get_by_role("region", name=f"Search {letter}", exact=True)

    def so_far(self, letter):
        return self.side(letter).locator(".so-far").inner_text()

    def until_done(self):
        """Both have had their simulations."""
        self.button("Start again").wait_for()
        self.until(lambda: all("2,000 sim" in self.so_far(letter) for letter in "AB"))

    def visits(self, letter):
        """What the table has of a side, by move."""
        rows = self.page.locator(".compare tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.children].map(cell => cell.textContent.trim()))"
        )  # all at once: they may change
        return {row[0]: row["AB".index(letter) * 2 + 1] for row in rows}

    def points(self, letter):
        """How many points the curves of a side have."""
        lines = self.side(letter).locator("polyline").all()
        return [len(line.get_attribute("points").split()) for line in lines]


@pytest.fixture
def room(context, address):
    made = Room(context, address, game_link("hex:size=5", moves=FOUR))
    made.page.get_by_role("link", name="Compare").click()
    made.page.locator(".compare .sides").wait_for()
    field = made.page.get_by_label("Simulations of each")
    field.fill("2000")
    field.blur()
    made.until_done()
    yield made
    assert made.problems == []


def test_both_search_the_present_position(room):
    assert "moves played: 4" in room.page.locator(".bar").inner_text()
    for letter in "AB":
        assert room.side(letter).locator("svg.board .tint").count()
        assert max(room.points(letter)) >= 4
        pieces = room.side(letter).locator("[data-cell][aria-label*=stone]")
        assert pieces.count() == len(FOUR)
    said = room.page.locator(".verdict").inner_text()
    assert "chooses" in said or "Both choose" in said
    visits = room.visits("A")
    assert len(visits) >= 6
    assert sum("✓" in text for text in visits.values()) == 1


def test_a_slider_changes_its_side_and_no_other(room):
    a, b = room.visits("A"), room.visits("B")
    slider = room.side("A").get_by_label("Exploration (c)").first
    slider.focus()
    for _ in range(30):
        slider.press("ArrowRight")
    room.until(lambda: room.visits("A") != a)
    room.until_done()
    now = room.visits("B")
    both = now.keys() & b.keys()  # the table has the best moves of either side
    assert both
    assert {move: now[move] for move in both} == {move: b[move] for move in both}
    # The same value and the same seed think the same.
    room.side("A").get_by_role("button", name="back to").click()
    room.until(lambda: room.visits("A") == a)


def test_another_search_and_another_seed(room):
    a = room.visits("A")
    room.side("B").get_by_role("combobox").first.select_option("grave")
    room.side("B").get_by_label("Reference visits (ref)").first.wait_for()
    room.until_done()
    now = room.visits("A")
    assert all(now[move] == text for move, text in a.items() if move in now)
    room.press("Another seed")
    room.until(lambda: room.visits("A") != a)


def test_stop_keeps_what_is_known(room):
    field = room.page.get_by_label("Simulations of each")
    field.fill("20000000")
    field.blur()
    room.until(lambda: room.button("Stop").count())
    room.until(lambda: "2,000 sim" not in room.so_far("A"))
    room.press("Stop")
    room.button("Start again").wait_for()
    known = room.so_far("A")
    assert "simulations" in known
    assert room.so_far("A") == known


def test_a_finished_game_says_so(context, address):
    room = Room(context, address, game_link("connect4", moves=["1", "2", "1", "2", "1", "2", "1"]))
    room.page.get_by_role("link", name="Compare").click()
    room.page.get_by_text("This game is over: there is nothing to search.").wait_for()


def test_axe_finds_nothing(room, axe):
    room.side("A").get_by_text("All settings").click()
    assert looked_at(room, axe) == {}
    room.page.set_viewport_size({"width": 1280, "height": 800})
    room.press("FR: français")
    room.page.get_by_text("Deux recherches, une position").wait_for()
    assert looked_at(room, axe) == {}
