"""Axe finds nothing on the page, light and dark, on a desk and on a phone; it fits a phone."""

import pytest
from browsing import Desk, game_link

pytestmark = pytest.mark.full

WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 360, "height": 740}
FOUR = ["c3", "b2", "d4", "a1"]
SETTLED_MS = 350  # colours change by and by


def start(desk):
    desk.open("")


def live_analysis(desk):
    desk.analyse()
    desk.until(lambda: desk.page.locator("svg.board .tint").count())


def tree(desk):
    live_analysis(desk)
    desk.page.get_by_role("tab", name="Tree").click()
    items = desk.page.get_by_role("treeitem")
    desk.until(lambda: items.count() > 1)
    items.first.click()
    desk.until(lambda: desk.page.locator("[role=treeitem][aria-level='2']").count())


def review(desk):
    finished(desk)
    desk.page.get_by_role("tab", name="Review").click()
    desk.press("Review the game")
    desk.until(lambda: desk.button("Review again").count())
    desk.page.locator(".review li button").first.wait_for()
    for details in desk.page.locator(".review summary").all():
        details.click()


def new_game(desk):
    desk.press("New game")
    desk.dialog().get_by_role("combobox").last.select_option("grave")
    desk.dialog().get_by_label("Reference visits (ref)").wait_for()


def share(desk):
    desk.press("Share")
    desk.dialog().get_by_label("Open a game").fill("z9")
    desk.press("Open")
    desk.dialog().get_by_role("alert").wait_for()


def help_page(desk):
    desk.press("Help")


def teaching(desk):
    help_page(desk)
    desk.press("How the searches work")
    desk.dialog().locator("article").wait_for()


def set_up(desk):
    desk.press("New game")
    desk.press("Set up a position")
    desk.until(lambda: desk.status == "Setting up a position")


def finished(desk):
    desk.open(game_link("connect4", moves=["1", "2", "1", "2", "1", "2", "1"]))
    desk.until(lambda: desk.status == "Red wins")


def side_line(desk):
    desk.press("b2")
    desk.until(lambda: len(desk.pieces()) == 2)
    desk.click_cell(24)
    desk.button("Delete from here").wait_for()


def refused(desk):
    desk.open("#g=hex:size=5&m=c3,c3")
    desk.page.get_by_role("alert").wait_for()


KNIFE_EDGE = ["5", "2", "1", "5", "2", "4", "3", "5", "4", "3"]  # see test_browser_teacher.py


def blunder(desk):
    desk.open(game_link("connect4:cols=5,rows=4", moves=[*KNIFE_EDGE, "1"]))
    desk.press("Teacher")
    desk.page.locator(".teacher.mistake").wait_for()


def answers(desk):
    blunder(desk)
    desk.press("Undo")
    desk.press("Show the answers")
    desk.until(lambda: desk.page.locator("svg .truth").count() == 5)


def not_known(desk):
    desk.open(game_link("hex:size=11", moves=["f6"]))
    desk.press("Teacher")
    desk.page.locator(".teacher.unsure").wait_for()


def proof(desk):
    desk.open(game_link("connect4:cols=5,rows=4", moves=KNIFE_EDGE))
    desk.press("Analyse")
    desk.page.locator(".thinking .proven").first.wait_for()
    desk.until(lambda: desk.page.locator("tbody tr").count() == 5)


def exact_review(desk):
    desk.open(game_link("connect4:cols=5,rows=4", moves=[*KNIFE_EDGE, "1"]))
    desk.page.get_by_role("tab", name="Review").click()
    desk.press("Review the game")
    desk.until(lambda: desk.button("Review again").count())
    desk.page.locator(".review .exact").first.wait_for()
    for details in desk.page.locator(".review summary").all():
        details.click()


def perfect(desk):
    desk.press("New game")
    desk.dialog().get_by_role("combobox").last.select_option("perfect")
    desk.dialog().get_by_text("Plays what is proven.").wait_for()


def hint(desk):
    desk.press("Hint")
    desk.page.locator(".status").get_by_text("Hint:").wait_for()


def games(desk):
    desk.click_cell(4)
    desk.until(lambda: len(desk.pieces()) == 5)
    desk.page.get_by_role("link", name="Games").click()
    desk.page.locator(".games li svg").wait_for()
    desk.press("Rename Hex 5")


def drawing(desk):
    desk.press("Draw")
    desk.click_cell(4)
    desk.page.get_by_label("Comment on this position").fill("a comment")
    desk.page.locator(".list .noted").wait_for()


def no_games(desk):
    desk.page.evaluate("location.hash = 'games'")
    desk.page.get_by_text("No games yet").wait_for()


def friend(desk):
    desk.page.evaluate("location.hash = 'friend'")
    desk.page.get_by_label("Time per game").check()


def friends_game(desk):
    friend(desk)
    desk.press("Start a game")
    room = desk.page.locator("main.room")
    link = room.get_by_label("Link for your friend", exact=True).input_value()
    other = desk.page.context.new_page()
    other.goto(link)
    other.get_by_role("button", name="Offer a draw").click()
    room.get_by_role("button", name="Accept").wait_for()
    room.locator("summary").click()
    desk.press("Resign")


def friends_list(desk):
    friends_game(desk)
    friend(desk)
    desk.page.get_by_role("button", name="Take out of the list").first.click()


def swap(desk):
    desk.open(game_link("hex:size=5,swap=true", moves=["b2"]))
    desk.offer("Swap").wait_for()


def swapped(desk):
    swap(desk)
    desk.choose("Swap")
    desk.page.locator("svg.board .swapped").wait_for()


def othello(desk):
    desk.open(game_link("othello", moves=["f5"]))
    desk.until(lambda: desk.page.locator("svg.board .legal").count())


def no_matches(desk):
    desk.open(game_link("nim:heap=2", moves=["2"]))
    desk.until(lambda: "No matches left" in desk.page.locator("svg.board").text_content())


def pictures(desk):
    desk.press("Share")
    desk.dialog().locator("summary", has_text="Picture or animation").click()
    desk.dialog().get_by_role("radio", name="GIF").check()
    desk.dialog().get_by_label("Seconds a move").wait_for()


def more(desk):
    desk.page.set_viewport_size(NARROW)
    desk.press("More")
    desk.page.locator(".menu .list").wait_for()


def wrong_player(desk):
    desk.open(game_link("hex:size=5", "human", "foo"))
    desk.page.locator(".unfit").wait_for()


def full_screen(desk):
    desk.page.keyboard.press("f")
    desk.button("Leave full screen").wait_for()


def puzzles(desk):
    desk.page.evaluate("location.hash = 'puzzles'")
    desk.page.locator(".puzzles svg.board").wait_for()
    desk.page.locator(".puzzles summary").click()
    desk.page.locator(".puzzles .task").get_by_role("button", name="Hint").click()
    desk.page.get_by_text("It is one of these").wait_for()
    desk.page.locator(".puzzles").get_by_role("button", name="Show the solution").click()
    desk.page.get_by_text("The solution:").wait_for()


SCENES = [
    start, live_analysis, tree, review, new_game, share, help_page, teaching, set_up, finished,
    side_line, refused, hint, blunder, answers, not_known, proof, exact_review, perfect,
    games, no_games, friend, friends_game, friends_list, drawing, swap, swapped, othello,
    no_matches, pictures, more, wrong_player, full_screen, puzzles,
]  # fmt: skip


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_axe_finds_nothing_and_a_phone_is_wide_enough(context, address, axe, scene):
    desk = Desk(context, address, game_link("hex:size=5", moves=FOUR))
    scene(desk)
    assert looked_at(desk, axe) == {}
    assert desk.problems == []


@pytest.mark.parametrize("dialog", ["", "Nouvelle partie", "Partager", "Aide"])
def test_axe_finds_nothing_in_french(context, address, axe, dialog):
    desk = Desk(context, address, game_link("hex:size=5", moves=FOUR))
    if not dialog:
        tree(desk)
    desk.press("FR: français")
    desk.until(lambda: "Partager" in desk.page.inner_text("body"))
    if dialog:
        desk.press(dialog)
    assert looked_at(desk, axe) == {}


@pytest.mark.parametrize(
    "scene", [friend, friends_game, friends_list], ids=lambda scene: scene.__name__
)
def test_axe_finds_nothing_in_the_rooms_in_french(context, address, axe, scene):
    desk = Desk(context, address, game_link("hex:size=5", moves=FOUR))
    scene(desk)
    desk.press("FR: français")
    desk.page.locator("main.room").get_by_text("ami").first.wait_for()
    assert looked_at(desk, axe) == {}


def test_axe_finds_nothing_in_french_puzzles(context, address, axe):
    desk = Desk(context, address, "#puzzles")
    desk.press("FR: français")
    desk.page.get_by_text("un seul coup").wait_for()
    assert looked_at(desk, axe) == {}


# Only what is wrong: a list of all that is right takes four times as long.
VIOLATIONS = """axe.run({resultTypes: ["violations"]}).then(found => found.violations.map(
    violation => [violation.id, violation.nodes.map(node => node.target.join(" "))]))"""


def looked_at(desk, axe):
    """What is wrong with the page, by its size and its colours."""
    page = desk.page
    page.evaluate(axe)
    wrong = {}
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        for colours in ("light", "dark"):
            page.emulate_media(color_scheme=colours)
            page.wait_for_timeout(SETTLED_MS)
            for name, places in page.evaluate(VIOLATIONS):
                wrong[name, size["width"], colours] = places[:5]
        needed = page.evaluate("document.documentElement.scrollWidth")
        if needed > size["width"]:
            wrong["scrolls", size["width"]] = needed
    return wrong
