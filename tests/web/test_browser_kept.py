"""Games are kept by themselves, and there is a list of them."""

import pytest
from browsing import Desk, game_link

from playout.terminal.record import read_record

pytestmark = pytest.mark.full

FIVE = "hex:size=5"


def rows(desk):
    """The games of the list, as they are shown: names, and what is said of them."""
    places = desk.page.locator(".games li").all()
    return [
        (row.locator(".name").inner_text(), row.locator(".about").inner_text().replace("\n", " "))
        for row in places
    ]


def games(desk):
    desk.page.get_by_role("link", name="Games").click()
    desk.page.get_by_role("heading", name="Games").wait_for()


def play(desk, *cells):
    for n, cell in enumerate(cells, start=len(desk.pieces()) + 1):
        desk.click_cell(cell)
        desk.until(lambda n=n: len(desk.pieces()) == n)


def test_game_is_there_after_its_tab_was_closed(context, address):
    desk = Desk(context, address, game_link(FIVE))
    play(desk, 0, 6, 12)
    desk.page.close()
    other = Desk(context, address)
    assert other.pieces() == {}
    games(other)
    [(name, about)] = rows(other)
    assert name == "Hex 5"
    assert "Human – Human" in about
    assert "3 moves" in about
    assert "Not over" in about
    other.page.locator(".games li svg circle").nth(2).wait_for()  # the small picture
    other.page.get_by_role("button", name="Open Hex 5").click()
    other.until(lambda: len(other.pieces()) == 3)
    assert other.moves() == ["a1", "b2", "c3"]
    other.page.go_back()
    other.page.get_by_role("heading", name="Games").wait_for()
    assert other.problems == []


def test_what_is_only_looked_at_is_not_kept(context, address):
    desk = Desk(context, address, game_link("connect4", moves=["1", "2", "1", "2", "1", "2", "1"]))
    desk.until(lambda: desk.status == "Red wins")
    desk.press("One move back")
    games(desk)
    desk.page.get_by_text("No games yet").wait_for()


def test_list_is_searched_renamed_and_cleared(context, address):
    desk = Desk(context, address, game_link("connect4"))
    for n, cell in enumerate([0, 1, 0, 1, 0, 1, 0], start=1):
        desk.click_cell(cell)
        desk.until(lambda n=n: len(desk.pieces()) == n)
    desk.open(game_link(FIVE))
    desk.until(lambda: len(desk.cells()) == 25 and desk.pieces() == {})
    play(desk, 0)
    games(desk)
    desk.until(lambda: [name for name, _ in rows(desk)] == ["Hex 5", "Connect 4"])
    assert "Red wins" in rows(desk)[1][1]
    desk.press("Rename Connect 4")
    desk.page.get_by_label("Name of the game").fill("the first column")
    desk.page.keyboard.press("Enter")
    desk.until(lambda: ("the first column") in [name for name, _ in rows(desk)])
    desk.page.get_by_role("searchbox").fill("red COLUMN")
    desk.until(lambda: [name for name, _ in rows(desk)] == ["the first column"])
    desk.press("Delete the first column")
    desk.page.get_by_text("No game is like that").wait_for()
    desk.press("Undo")
    desk.until(lambda: len(rows(desk)) == 1)
    desk.page.reload()
    desk.until(lambda: len(rows(desk)) == 2)
    assert desk.problems == []


def test_all_games_go_out_as_text_and_come_in_again(context, address, browser, tmp_path):
    desk = Desk(context, address, game_link(FIVE))
    play(desk, 0, 6)
    desk.open(game_link("connect4"))
    desk.until(lambda: desk.pieces() == {})
    play(desk, 3)
    games(desk)
    with desk.page.expect_download() as waited:
        desk.press("Export all")
    waited.value.save_as(tmp_path / "games.txt")
    other_person = browser.new_context(locale="en-GB")
    other = Desk(other_person, address, "#games")
    other.page.locator("input[type=file]").first.set_input_files(tmp_path / "games.txt")
    other.page.get_by_text("2 games are in the list now").wait_for()
    assert sorted(rows(other))[1][0] == "Hex 5"
    (tmp_path / "wrong.txt").write_text('[Game "hex:size=5"]\n\n1. a1 b2 (1... z9) 2. c3\n')
    other.page.locator("input[type=file]").first.set_input_files(tmp_path / "wrong.txt")
    other.page.get_by_role("alert").wait_for()
    assert "z9" in other.page.get_by_role("alert").inner_text()
    assert other.page.get_by_text("in the list now").count() == 0  # not "0 games are in it now"
    assert len(rows(other)) == 2
    other_person.close()


def test_two_tabs_lose_nothing_of_each_other(context, address):
    desk = Desk(context, address, game_link(FIVE))
    play(desk, 0)
    games(desk)
    other = Desk(context, address, "#games")
    other.page.get_by_role("button", name="Open Hex 5").click()
    other.until(lambda: len(other.pieces()) == 1)
    play(other, 6)
    desk.press("Back to the board")
    play(desk, 12)
    games(desk)
    desk.until(lambda: len(rows(desk)) == 2)
    assert all("2 moves" in about for _, about in rows(desk))


def test_game_that_is_renamed_in_another_tab_goes_on(context, address):
    desk = Desk(context, address, game_link(FIVE))
    play(desk, 0, 6)
    other = Desk(context, address, "#games")
    other.press("Rename Hex 5")
    other.page.get_by_label("Name of the game").fill("mine")
    other.page.keyboard.press("Enter")
    other.until(lambda: [name for name, _ in rows(other)] == ["mine"])
    play(desk, 12)
    other.until(lambda: "3 moves" in rows(other)[0][1])
    assert [name for name, _ in rows(other)] == ["mine"]


def test_undo_of_a_deletion_brings_back_nothing_older(context, address):
    desk = Desk(context, address, game_link(FIVE))
    play(desk, 0, 6)
    other = Desk(context, address, "#games")
    other.press("Delete Hex 5")
    other.button("Undo").wait_for()
    play(desk, 12)
    other.until(lambda: len(rows(other)) == 1)
    other.press("Undo")
    other.until(lambda: other.button("Undo").count() == 0)
    assert ["3 moves" in about for _, about in rows(other)] == [True]


def test_full_store_is_said_and_nothing_is_lost(context, address):
    desk = Desk(context, address, game_link(FIVE))
    play(desk, 0)
    desk.page.evaluate(
        """() => {
          let size = 1 << 22;
          for (let n = 0; size; n++) {
            try { localStorage.setItem('filler' + n, 'x'.repeat(size)); } catch { size >>= 1; }
          }
        }"""
    )
    play(desk, 6, 12, 18, 24)  # a few letters more than fit beside the filler
    desk.page.get_by_text("The browser has no room for more games").wait_for()
    desk.page.evaluate("localStorage.removeItem('filler0')")
    play(desk, 3)
    desk.until(lambda: desk.page.get_by_text("The browser has no room").count() == 0)
    games(desk)
    desk.until(lambda: "6 moves" in rows(desk)[0][1])


def test_whatever_is_written_into_a_comment_comes_back(context, address, browser, tmp_path):
    """Headers, brackets and links in it were taken for those of the file."""
    said = 'compare with:\n[Game "hex:size=5"]\n1. c3 {x} d4 (\\]\n[Name "other"]\n#g=go (;GM[1]'
    desk = Desk(context, address, game_link(FIVE))
    play(desk, 0, 6)
    desk.page.locator("#comment").fill(said)
    play(desk, 12)
    games(desk)
    with desk.page.expect_download() as waited:
        desk.press("Export all")
    waited.value.save_as(tmp_path / "games.txt")
    with desk.page.expect_download() as waited:
        desk.press("Export Hex 5")
    waited.value.save_as(tmp_path / "game.sgf")
    assert read_record(tmp_path / "games.txt").moves == ("a1", "b2", "c3")
    for file in ("games.txt", "game.sgf"):
        other_person = browser.new_context(locale="en-GB")
        other = Desk(other_person, address, "#games")
        other.page.locator("input[type=file]").first.set_input_files(tmp_path / file)
        other.page.get_by_text("1 game is in the list now").wait_for()
        [(name, _)] = rows(other)
        assert name == "Hex 5"
        other.page.get_by_role("button", name="Open Hex 5").click()
        other.until(lambda other=other: len(other.pieces()) == 3)
        other.press("One move back")
        other.until(lambda other=other: other.page.locator("#comment").input_value() == said)
        other_person.close()


def test_what_cannot_be_read_keeps_nothing_else_out(context, address, tmp_path):
    texts = {
        "good.sgf": b"(;GM[11]SZ[5];B[a1];W[b2])",
        "latin.sgf": b"(;GM[1]SZ[9]HA[2]AB[cc][gg]KM[0.5]PB[Andr\xe9]PW[Li];W[ee];B[dd])",
        "chess.sgf": b"(;GM[2];B[a1])",
        "mixed.txt": b'[Game "hex:size=5"]\n\n1. a1 (b2\n\n[Game "connect4"]\n\n1. 4 4\n'
        b'\n[Game "hex:size=5"]\n\n1. z9\n',
        "empty.txt": b"",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
    desk = Desk(context, address, "#games")
    desk.page.locator("input[type=file]").first.set_input_files([tmp_path / name for name in texts])
    desk.page.get_by_text("3 games are in the list now").wait_for()
    assert sorted(name for name, _ in rows(desk)) == ["André – Li", "Connect 4", "Hex 5"]
    left = desk.page.get_by_role("alert").inner_text().split("\n")
    named = ["chess.sgf. ", "mixed.txt, game 1. ", "mixed.txt, game 3. ", "empty.txt. "]
    assert all(line.startswith(f"Left out: {name}") for line, name in zip(left, named, strict=True))
    assert desk.problems == []


def test_result_is_that_of_the_main_line(context, address):
    desk = Desk(context, address, game_link("connect4", moves=["1", "2", "1", "2", "1", "2"]))
    desk.until(lambda: len(desk.pieces()) == 6)
    desk.press("One move back")
    desk.click_cell(4)
    desk.until(lambda: len(desk.pieces()) == 6)
    desk.press("Resign")
    desk.dialog().get_by_role("button", name="Resign").click()
    desk.until(lambda: "resigns" in desk.status)
    desk.press("Back to the main line")
    desk.press("One move forward")
    desk.click_cell(0)
    desk.until(lambda: desk.status == "Red wins")
    games(desk)
    desk.until(lambda: "Red wins" in rows(desk)[0][1])
    assert "resignation" not in rows(desk)[0][1]
