"""The server keeps games as files: the list is the same in every browser."""

import re

import pytest
from browsing import Desk, game_link, program
from test_browser_kept import games, play, rows
from test_browser_robust import free_port

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


@pytest.fixture
def one_game(context, tmp_path):
    """A game of two moves in a browser and as a file, and where its server is."""
    with program(0, "--games", tmp_path / "kept") as address:
        desk = Desk(context, address, game_link("hex:size=5"))
        play(desk, 0, 6)
        desk.until(lambda: any(" b2" in text for text in files(tmp_path)))
        desk.page.wait_for_timeout(LONG_MS)
        [path] = (tmp_path / "kept").glob("*.txt")
        yield desk, path


LONG_MS = 1500  # in which the page has looked at the files again


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
        other.until(lambda: any(" d4" in text for text in files(tmp_path)))
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


def test_lost_data_of_the_site_delete_no_file(one_game, context, another, tmp_path):
    desk, path = one_game
    other = Desk(context, desk.address, "#games")
    other.until(lambda: names(other) == ["Hex 5"])
    other.page.evaluate("localStorage.clear()")
    other.page.wait_for_timeout(LONG_MS)
    other.page.reload()
    other.until(lambda: names(other) == ["Hex 5"])  # from the file
    assert [file.name for file in path.parent.glob("*.txt*")] == [path.name]
    third = Desk(another, desk.address, "#games")
    third.until(lambda: names(third) == ["Hex 5"])
    for tab in (desk, other, third):
        tab.page.close()


def test_damaged_file_keeps_nothing_else_out_and_is_named(one_game, another, tmp_path):
    desk, path = one_game
    text = path.read_text()
    id, bad = path.stem[-20:], "x" * 20
    damaged = path.with_name(path.name.replace(id, bad))
    damaged.write_text(text.replace(id, bad).replace("b2", "(b2"))
    headless = path.with_name(path.name.replace(id, "y" * 20))
    headless.write_text("1. a1 b2\n")
    other = Desk(another, desk.address, "#games")
    other.until(lambda: names(other) == ["Hex 5"])
    other.page.locator("div.wrong p").nth(1).wait_for()
    said = " ".join(other.page.locator("div.wrong p").all_inner_texts())
    assert damaged.name in said
    assert headless.name in said
    assert "brackets" in said
    other.page.get_by_text("as files in").wait_for()
    other.open(game_link("hex:size=5"))
    other.until(lambda: len(other.cells()) == 25)
    play(other, 24)
    other.until(lambda: any(" e5" in text for text in files(tmp_path)))
    assert headless.read_text() == "1. a1 b2\n"
    assert [problem for problem in other.problems if "422" not in problem] == []
    desk.page.close()
    other.page.close()


def test_edit_of_a_file_is_read_and_a_game_that_went_on_meanwhile_is_another(one_game, tmp_path):
    desk, path = one_game
    path.write_text(path.read_text().replace(" b2", " b2 {by hand}"))
    games(desk)
    desk.until(lambda: "by%20hand" in desk.page.evaluate("JSON.stringify(localStorage)"))
    desk.page.get_by_role("button", name="Open Hex 5").click()
    desk.until(lambda: desk.page.get_by_label("Comment on").input_value() == "by hand")
    play(desk, 12)
    desk.until(lambda: any("by hand" in text and " c3" in text for text in files(tmp_path)))
    path.write_text(path.read_text().replace(" c3", " c3 {here, too}"))
    play(desk, 18)
    desk.until(lambda: len(files(tmp_path)) == 2)
    assert "here, too" in path.read_text()
    assert " d4" not in path.read_text()
    play(desk, 24)
    desk.until(lambda: any(" d4" in text and " e5" in text for text in files(tmp_path)))
    assert len(files(tmp_path)) == 2
    games(desk)
    desk.until(lambda: len(rows(desk)) == 2)
    assert "5 moves" in rows(desk)[0][1]
    assert "3 moves" in rows(desk)[1][1]
    assert desk.problems == []
    desk.page.close()


def test_editor_may_change_how_lines_end(one_game, another, tmp_path):
    desk, path = one_game
    content = b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(content)
    other = Desk(another, desk.address, "#games")
    other.until(lambda: names(other) == ["Hex 5"])
    desk.page.reload()
    desk.page.wait_for_timeout(LONG_MS)
    assert path.read_bytes() == content
    play(desk, 12)
    desk.until(lambda: any(" c3" in text for text in files(tmp_path)))
    assert len(files(tmp_path)) == 1  # it was the same game all the time
    assert [file.read_bytes() for file in path.parent.glob("*.edited")] == [content]
    desk.page.close()
    other.page.close()


def test_file_that_was_deleted_by_hand_does_not_come_back_by_itself(one_game, tmp_path):
    desk, path = one_game
    desk.page.goto("about:blank")
    path.unlink()
    desk.page.goto(f"{desk.address}#games")
    desk.page.get_by_text("The file of a game was deleted").wait_for()
    desk.page.get_by_text("No games yet").wait_for()
    desk.page.wait_for_timeout(LONG_MS)
    assert files(tmp_path) == []
    desk.press("Put back")
    desk.until(lambda: names(desk) == ["Hex 5"] and len(files(tmp_path)) == 1)
    assert desk.problems == []
    desk.page.close()


def test_file_that_is_gone_can_be_put_back_at_any_time(one_game, tmp_path):
    desk, path = one_game
    desk.page.goto("about:blank")
    path.unlink()
    gone = desk.page.get_by_text("The file of a game was deleted")
    desk.open(game_link("connect4"))
    desk.page.wait_for_timeout(LONG_MS)
    games(desk)
    gone.wait_for()
    desk.page.reload()
    gone.wait_for()
    assert names(desk) == []
    desk.press("Put back")
    desk.until(lambda: names(desk) == ["Hex 5"])
    desk.until(lambda: any(" b2" in text for text in files(tmp_path)))
    desk.page.wait_for_timeout(LONG_MS)  # the page knows that it is filed
    [path] = path.parent.glob("*.txt")
    path.unlink()
    desk.page.reload()
    desk.press("Leave it so")
    desk.until(lambda: gone.count() == 0)
    desk.page.reload()
    desk.page.get_by_text("No games yet").wait_for()
    desk.page.wait_for_timeout(LONG_MS)
    assert gone.count() == 0
    assert desk.problems == []
    desk.page.close()


def spoil(text, old, how):
    """The text of a game of four moves, as accidents leave it."""
    if how == "cut off":
        return text[: text.index("c3")]
    return old if how == "older" else text.replace("1. a1", "1. e5")


@pytest.mark.parametrize("how", ["cut off", "older", "edited"])
def test_what_a_file_has_lost_stays(one_game, tmp_path, how):
    desk, path = one_game
    old = path.read_text()
    play(desk, 12, 18)
    desk.until(lambda: " d4" in path.read_text())
    desk.page.wait_for_timeout(LONG_MS)
    desk.page.goto("about:blank")
    path.write_text(spoil(path.read_text(), old, how))
    desk.open("#games")
    desk.page.get_by_text("The file of Hex 5 held less than this browser").wait_for()
    desk.until(lambda: len(rows(desk)) == 2)
    moves = [re.search(r"(\d) moves", about).group(1) for _, about in rows(desk)]
    assert sorted(moves) == (["4", "4"] if how == "edited" else ["2", "4"])
    desk.until(lambda: any("a1 b2 2. c3 d4" in text for text in files(tmp_path)))
    assert len(files(tmp_path)) == 2
    assert desk.problems == []
    desk.page.close()


def test_file_that_nobody_could_open_takes_the_place_of_no_game(one_game, tmp_path):
    desk, path = one_game
    desk.page.goto("about:blank")
    whole = path.read_text()
    path.write_text(whole.replace("b2", "b22"))
    desk.open("#games")
    desk.until(lambda: path.name in desk.page.locator("div.wrong").inner_text())
    desk.page.get_by_role("button", name="Open Hex 5").click()
    desk.until(lambda: list(desk.pieces()) == ["a1", "b2"])
    assert files(tmp_path) == [whole.replace("b2", "b22")]
    desk.page.close()


def test_list_does_not_say_that_a_server_keeps_it_which_is_away(context, tmp_path):
    with program(0, "--games", tmp_path / "kept") as address:
        desk = Desk(context, address, game_link("hex:size=5"))
        play(desk, 0)
        games(desk)
        desk.page.get_by_text("as files in").wait_for()
    desk.page.get_by_text("Connection lost").first.wait_for()
    desk.page.get_by_text("Kept in this browser, after every move").wait_for()
    desk.page.close()


def test_another_folder_deletes_nothing(one_game, tmp_path):
    """A disk that is not mounted is an empty folder in the place of another."""
    desk, _ = one_game
    (tmp_path / "kept").rename(tmp_path / "elsewhere")
    desk.page.reload()
    desk.until(lambda: len(files(tmp_path)) == 1)
    games(desk)
    assert names(desk) == ["Hex 5"]
    desk.page.close()


def test_what_is_not_kept_as_a_file_is_said(one_game, tmp_path):
    desk, _ = one_game
    (tmp_path / "kept").rename(tmp_path / "elsewhere")
    (tmp_path / "kept").write_text("in the way")
    play(desk, 12)
    toast = desk.page.locator(".toast")
    desk.until(lambda: toast.count() and "not as files" in toast.inner_text())
    games(desk)
    desk.until(lambda: "not as files" in desk.page.locator("div.wrong").inner_text())
    desk.page.get_by_text("Kept in this browser, after every move").wait_for()
    (tmp_path / "kept").unlink()
    (tmp_path / "elsewhere").rename(tmp_path / "kept")
    desk.press("Back to the board")
    play(desk, 18)
    desk.until(lambda: any(" d4" in text for text in files(tmp_path)))
    games(desk)
    desk.until(lambda: desk.page.locator("div.wrong").count() == 0)
    desk.page.get_by_text("as files in").wait_for()
    desk.page.close()


def test_game_whose_file_was_damaged_is_said_to_be_in_this_browser_alone(one_game, tmp_path):
    desk, path = one_game
    whole = path.read_text()
    path.write_text(whole.replace('[Result "open"]', '[Result "win"]'))
    play(desk, 12)
    toast = desk.page.locator(".toast")
    desk.until(lambda: toast.count() and "in this browser alone" in toast.inner_text())
    assert path.name in toast.inner_text()
    games(desk)
    desk.until(lambda: path.name in desk.page.locator("div.wrong").inner_text())
    desk.page.get_by_text("Kept in this browser, after every move").wait_for()
    path.write_text(whole)
    desk.press("Back to the board")
    play(desk, 18)
    desk.until(lambda: any(" c3" in text and " d4" in text for text in files(tmp_path)))
    games(desk)
    desk.until(lambda: desk.page.locator("div.wrong").count() == 0)
    desk.page.get_by_text("as files in").wait_for()
    desk.page.close()


def test_move_that_was_played_while_the_server_was_away_is_filed_by_itself(context, tmp_path):
    port, folder = free_port(), tmp_path / "kept"
    with program(port, "--games", folder) as address:
        desk = Desk(context, address, game_link("hex:size=5"))
        play(desk, 0, 6)
        desk.until(lambda: any(" b2" in text for text in files(tmp_path)))
    desk.page.get_by_text("Connection lost").first.wait_for()
    desk.click_cell(12)
    desk.page.wait_for_timeout(LONG_MS)  # in which it is not written
    with program(port, "--games", folder):
        desk.until(lambda: len(desk.pieces()) == 3)
        desk.until(lambda: any(" c3" in text for text in files(tmp_path)))
        desk.page.close()


def test_copies_of_a_deleted_game_do_not_bring_it_back(one_game, tmp_path):
    desk, path = one_game
    content = path.read_bytes()
    path.with_name("my backup.txt").write_bytes(content)
    play(desk, 12)
    desk.until(lambda: any(" c3" in text for text in files(tmp_path)))
    games(desk)
    desk.press("Delete Hex 5")
    desk.page.get_by_text("my backup.txt.deleted").wait_for()
    desk.page.reload()
    desk.page.wait_for_timeout(LONG_MS)
    desk.page.get_by_text("No games yet").wait_for()
    assert path.with_name("my backup.txt.deleted").read_bytes() == content
    desk.page.close()


@pytest.mark.parametrize("letter", ["a", "é", "語"])
def test_game_with_long_comments_is_a_file(context, tmp_path, letter):
    comment = f"{{{letter * 1990}}}"
    lines = [f"{column}{row} {comment} e5 {comment}" for column in "abcd" for row in "12345"]
    moves = " ".join([f"a1 {comment}", *(f"({line})" for line in lines[1:])])
    (tmp_path / "long.txt").write_text(f'[Game "hex:size=5"]\n\n{moves}\n', encoding="utf-8")
    with program(0, "--games", tmp_path / "kept") as address:
        desk = Desk(context, address, "#games")
        desk.page.locator("input[type=file]").first.set_input_files(tmp_path / "long.txt")
        desk.until(lambda: names(desk) == ["Hex 5"])
        desk.until(lambda: len(files(tmp_path)) == 1)
        [text] = files(tmp_path)
        assert len(re.findall(letter * 1990, text)) == 39
        desk.page.close()


def test_game_that_grows_beyond_what_a_link_holds_stays_and_can_be_backed_up(
    context, another, tmp_path
):
    """It left the list without a word, and its file was in no list of another browser."""
    cells = [f"{column}{row}" for column in "abcdefghijklmnopqrs" for row in range(1, 20)]
    sides = [" ".join([first, *cells[100:199]]) for first in cells[1:20]]  # 1900 moves
    sides += [" ".join([cells[20], *cells[100:195]])]
    moves = f"{cells[0]} {' '.join(f'({side})' for side in sides)}"
    (tmp_path / "large.txt").write_text(f'[Game "hex:size=19"]\n\n{moves}\n', encoding="utf-8")
    with program(0, "--games", tmp_path / "kept") as address:
        desk = Desk(context, address, "#games")
        desk.page.locator("input[type=file]").first.set_input_files(tmp_path / "large.txt")
        desk.page.get_by_text("1 game is in the list now").wait_for()
        desk.page.get_by_role("button", name="Open Hex 19").click()
        desk.until(lambda: len(desk.pieces()) == 1)
        play(desk, 350, 351, 352, 353)
        desk.until(lambda: any("l19" in text for text in files(tmp_path)))
        assert len(desk.moves()) > 2000
        desk.page.reload()
        desk.until(lambda: len(desk.pieces()) == 5)
        assert desk.page.locator(".toast").count() == 0
        desk.press("Share")
        desk.page.get_by_text("Links hold 2,000 moves at most").wait_for()
        link = desk.page.locator("#share-link").input_value()
        desk.page.keyboard.press("Escape")
        games(desk)
        assert ["5 moves" in about for _, about in rows(desk)] == [True]
        other = Desk(another, address, "#games")
        other.until(lambda: names(other) == ["Hex 19"])
        other.page.get_by_role("button", name="Open Hex 19").click()
        other.until(lambda: len(other.pieces()) == 5)
        assert len(other.moves()) > 2000
        with desk.page.expect_download() as download:
            desk.press("Export all")
        download.value.save_as(tmp_path / "backup.txt")
        third = Desk(another, address, link.removeprefix(address))
        third.until(lambda: len(third.moves()) == 5)
        assert third.problems == other.problems == desk.problems == []
    with program() as address:
        fourth = Desk(context, address, "#games")
        fourth.page.locator("input[type=file]").first.set_input_files(tmp_path / "backup.txt")
        fourth.page.get_by_text("1 game is in the list now").wait_for()
        fourth.page.get_by_role("button", name="Open Hex 19").click()
        fourth.until(lambda: len(fourth.pieces()) == 5)
        assert fourth.moves() == desk.moves()
        assert fourth.problems == []
