"""The laboratory of the page: define an experiment, watch its interval close in, pause it, read its
report; and find it again after a reload and a restart."""

from pathlib import Path

import pytest
from browsing import Desk, program
from lab_client import LONG, Lab
from test_browser_axe import looked_at

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("experiments")


@pytest.fixture(scope="module")
def lab_address(browser, folder):
    with program(0, "--experiments", folder) as where:
        yield where


@pytest.fixture
def desk(context, lab_address):
    made = Room(context, lab_address, "#lab")
    yield made
    assert made.problems == []


class Room(Desk):
    """A tab with the lab open."""

    def until_drawn(self):
        self.page.locator(".lab h3").first.wait_for()

    @property
    def text(self):
        return self.page.locator("article").inner_text()

    def until_says(self, *words):
        """An experiment compiles in processes that let everything else go first."""
        self.until(lambda: self.page.locator("article").count())
        self.until(lambda: all(word in self.text for word in words), seconds=300)

    def define(self, simulations=20, **fields):
        """Fill in the form: numbers and texts by their labels."""
        self.button("New experiment").click()
        self.page.get_by_label("Game", exact=True).select_option("nim")
        self.page.get_by_role("combobox", name="Player 2").select_option("random")
        for label, value in fields.items():
            field = self.page.get_by_label(label.replace("_", " "))
            field.fill(str(value))
            field.blur()
        for field in self.page.get_by_label("Simulations").all():
            field.fill(str(simulations))
            field.blur()


def test_an_experiment_is_defined_run_and_reported(desk, context, folder):
    desk.define(Name="From the page", Games_of_each_two_players=40)
    desk.press("Start")
    desk.until_says("From the page", "40 of 40 games", "finished", "% of the points after 40 games")
    assert desk.page.get_by_role("img", name="uct:simulations=20 against random").count() == 1
    desk.page.get_by_role("link", name="Open the report").wait_for()
    with context.expect_page() as opened:
        desk.page.get_by_role("link", name="Open the report").click()
    opened.value.get_by_role("heading", name="From the page").wait_for()
    # It is a page apart: its scripts work, and reach nothing of ours.
    assert opened.value.evaluate("origin") == "null"
    with desk.page.expect_download() as download:
        desk.page.get_by_role("link", name="Download the spec").click()
    assert download.value.suggested_filename == "from-the-page.toml"
    assert (folder / "from-the-page.toml").read_text() == Path(download.value.path()).read_text()


def test_pause_reload_and_continue(desk):
    desk.define(Name="Paused", Games_of_each_two_players=1500, simulations=5000)  # or it is over
    desk.press("Start")
    desk.until(lambda: desk.page.locator("article svg .dot").count(), seconds=300)
    desk.page.reload()
    desk.until_says("Paused", "running")
    desk.press("Pause")
    desk.until_says("stopped")
    desk.press("Continue")
    desk.until_says("running")
    desk.press("Pause")
    desk.until_says("stopped")
    assert "finished" not in desk.text


def test_what_is_wrong_is_said_and_nothing_begins(desk, folder):
    before = sorted(folder.iterdir())
    desk.define(Name="Over before it begins", Random_moves_at_the_start=20)
    desk.press("Start")
    desk.page.locator("form").get_by_role("alert").wait_for()
    assert sorted(folder.iterdir()) == before
    assert all("422" in problem for problem in desk.problems)  # the browser notes the answer
    desk.problems.clear()


@pytest.mark.parametrize("of", ["the experiment", "a player", "a player, folded"])
def test_number_that_was_emptied_is_asked_for(desk, folder, of):
    """The form was sent with the number that had been there before."""
    before = sorted(folder.iterdir())
    desk.define(Name="Without a number")
    form = desk.page.locator("form")
    folded = form.locator("details", has=desk.page.get_by_text("More parameters")).first
    folded.locator("summary").click()
    field = {
        "the experiment": form.get_by_label("Games of each two players"),
        "a player": form.get_by_label("Simulations"),
        "a player, folded": folded.locator("input[type=number]").first,
    }[of]
    field.fill("")
    field.blur()
    folded.locator("summary").click()
    desk.press("Start")
    form.get_by_role("alert").filter(has_text="number").wait_for()
    desk.until(lambda: field.evaluate("field => field === document.activeElement"))
    assert sorted(folder.iterdir()) == before


def test_experiments_of_a_terminal_are_in_the_list(desk, folder):
    (folder / "own.toml").write_text(
        'name = "By hand"\ngame = "nim"\n[players]\na = "program:x"\nb = "random"\n'
    )
    one = desk.page.get_by_role("button", name="By hand")
    one.click()
    desk.until_says("By hand", "run it with playout lab run")
    assert desk.button("Begin").count() == 0


def test_the_lab_speaks_french(desk, lab_address):
    Lab(lab_address)("", LONG | {"name": "Deux langues", "games": 10})
    desk.page.get_by_role("button", name="Deux langues").click()
    desk.until_says("10 of 10 games")
    desk.page.get_by_role("button", name="FR: français").click()
    desk.until_says("10 parties sur 10", "terminée")


NUMBERS_OUTSIDE = """svg => {
  const { left, right } = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")];
  const isOut = box => box.left < left || box.right > right;
  return texts.filter(text => isOut(text.getBoundingClientRect())).map(text => text.textContent);
}"""


def test_no_number_of_the_picture_is_cut_off(desk, lab_address):
    made = Lab(lab_address)("", LONG | {"name": "Axes"})
    desk.page.get_by_role("button", name="FR: français").click()
    desk.page.get_by_role("button", name="Axes").click()
    desk.until(lambda: desk.page.locator("article svg .dot").count(), seconds=300)
    assert desk.page.locator("article svg").evaluate(NUMBERS_OUTSIDE) == []
    Lab(lab_address)(f"/{made['id']}/stop", {})


def test_a_missing_package_is_named(context, lab_address):
    page = context.new_page()
    answer = (
        '{"missing": {"text": "this needs scipy", "french": "x"}, "folder": "", "left_off": 0,'
        ' "experiments": [], "limits": {}}'
    )
    page.route("**/api/experiments?*", lambda route: route.fulfill(body=answer))
    page.goto(f"{lab_address}#lab")
    page.get_by_role("alert").filter(has_text="this needs scipy").wait_for()


def test_axe_finds_nothing(desk, lab_address, axe):
    Lab(lab_address)("", LONG | {"name": "Twelve", "games": 12})
    desk.page.get_by_role("button", name="Twelve").click()
    desk.until_says("12 of 12 games")
    assert looked_at(desk, axe) == {}
    desk.page.get_by_role("button", name="FR: français").click()
    desk.page.get_by_role("button", name="Nouvelle expérience").click()
    desk.page.locator("form").wait_for()
    assert looked_at(desk, axe) == {}
