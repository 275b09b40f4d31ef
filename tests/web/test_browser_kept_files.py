"""The server keeps games as files: the list is the same in every browser."""

import pytest
from browsing import Desk, game_link, program
from test_browser_kept import games, play, rows

pytestmark = pytest.mark.full


@pytest.fixture
def another(browser):
    """Another browser, which shares nothing with the first."""
    made = browser.new_context(locale="en-GB")
    yield made
    made.close()


def names(desk):
    return [name for name, _ in rows(desk)]


def files(tmp_path):
    return [path.read_text() for path in (tmp_path / "kept").glob("*.txt")]


def test_list_is_the_same_in_every_browser(context, another, tmp_path):
    with program(0, "--games", tmp_path / "kept") as address:
        desk = Desk(context, address, game_link("hex:size=5"))
        play(desk, 0, 6, 12)
        desk.page.get_by_label("Comment on this position").fill("well (played)")
        desk.until(lambda: any("well (played)" in text for text in files(tmp_path)))
        other = Desk(another, address, "#games")
        other.until(lambda: names(other) == ["Hex 5"])
        other.page.get_by_text("as files in").wait_for()
        other.page.get_by_role("button", name="Open Hex 5").click()
        other.until(lambda: len(other.pieces()) == 3)
        assert other.page.get_by_label("Comment on").input_value() == "well (played)"
        play(other, 18)
        other.until(lambda: any("d4" in text for text in files(tmp_path)))
        games(desk)
        desk.until(lambda: "4 moves" in rows(desk)[0][1])
        desk.press("Delete Hex 5")
        desk.page.get_by_text("No games yet").wait_for()
        desk.until(lambda: files(tmp_path) == [])
        games(other)
        other.page.get_by_text("No games yet").wait_for()
        desk.press("Undo")
        desk.until(lambda: len(files(tmp_path)) == 1)
        other.page.reload()
        other.until(lambda: names(other) == ["Hex 5"])
        desk.page.close()
        other.page.close()
