"""The board that people expect: the goal is said, moves are seen, an end has a next step."""

import io
import re

import numpy as np
import pytest
from browsing import Desk, game_link

pytestmark = pytest.mark.full

QUICK = "uct:simulations=20"
RED_WINS = ["1", "2", "1", "2", "1", "2", "1"]


@pytest.fixture
def open_desk(context, address):
    """Open a tab; in the end nothing may have gone wrong in any of them."""
    desks = []

    def opener(*arguments, **named):
        desks.append(Desk(context, address, game_link(*arguments, **named)))
        return desks[-1]

    yield opener
    assert [desk.problems for desk in desks] == [[]] * len(desks)


def strip(desk):
    return desk.page.locator(".strip").inner_text()


def box(desk, place):
    return desk.page.locator(place).bounding_box()


# -- what the game is about --


def test_first_screen_says_the_goal_and_the_swap_rule(context, address):
    desk = Desk(context, address)
    assert "Connect the two edges of your colour" in strip(desk)
    assert "the second player may take over the first stone" in strip(desk)
    desk.press("FR: français")
    assert "Reliez les deux bords" in strip(desk)


@pytest.mark.parametrize(
    ("game", "goal"),
    [
        ("nim:misere=true", "whoever takes it loses"),
        ("mnk", "Get 3 in a row"),
        ("mnk:cols=7,rows=7,line=4", "Get 4 in a row"),
        ("go:size=5", "Two passes in a row end the game"),
        ("breakthrough:misere=true", "Do not be the first to bring a pawn"),
        ("knightthrough:misere=true", "Do not be the first to bring a knight"),
    ],
)
def test_goal_is_that_of_the_rules_one_plays_by(open_desk, game, goal):
    assert goal in strip(open_desk(game))


def test_swap_is_offered_and_said_and_nothing_moves(open_desk):
    desk = open_desk("hex:size=5,swap=true")
    before = box(desk, "svg.board")
    desk.click_cell(2)
    desk.until(lambda: "You may swap" in strip(desk))
    assert box(desk, "svg.board") == before
    desk.choose("Swap")
    desk.until(lambda: "White swapped: the first stone is White’s now" in strip(desk))
    assert box(desk, "svg.board") == before
    assert desk.page.locator("svg.board .swapped").count() == 1
    assert [cell for cell in desk.cells() if "taken over by swap" in cell] == [
        "a3, white stone, taken over by swap"
    ]


# -- boards of other games --


def test_othello_counts_discs_and_marks_legal_moves(open_desk):
    desk = open_desk("othello", moves=["f5"])
    counts = desk.page.locator(".player .count").all_inner_texts()
    assert [re.sub(r"\D", "", count) for count in counts] == ["4", "1"]
    assert desk.page.locator("svg.board .legal").count() == 3


def heights(desk):
    """How high on the screen the cells a1 and a8 are."""
    return [box(desk, f'[data-cell="{cell}"]')["y"] for cell in (0, 56)]


@pytest.mark.parametrize(
    ("first", "second", "is_turned"), [("human", QUICK, 0), (QUICK, "human", 1)]
)
def test_pieces_go_away_from_the_person_who_moves_them(open_desk, first, second, is_turned):
    desk = open_desk("breakthrough", first, second)
    own, far = heights(desk)
    assert (own < far) == is_turned
    desk.press("Turn the board")
    desk.press("Turn the board")
    own, far = heights(desk)
    assert (own > far) == is_turned


def test_nim_has_an_end(open_desk):
    desk = open_desk("nim:heap=4", moves=["3"])
    assert desk.page.locator("svg.board .gone").count() == 3
    desk.click_cell(0)
    desk.until(lambda: desk.status == "White wins")
    assert "No matches left" in desk.page.locator("svg.board").text_content()


# -- moves are seen --

COUNT_MOTION = """() => new Promise(done => {
  let seen = 0, left = 60;
  const look = () => {
    const pieces = [...document.querySelectorAll('svg.board [data-piece]')];
    seen = Math.max(seen, pieces.filter(piece => piece.getAnimations().length).length);
    if (--left) requestAnimationFrame(look); else done(seen);
  };
  const cell = document.querySelector('[data-cell="%d"]');
  cell.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  look();
})"""


@pytest.mark.parametrize(("motion", "moving"), [("no-preference", 1), ("reduce", 0)])
def test_disc_drops_unless_motion_is_not_wanted(open_desk, motion, moving):
    desk = open_desk("connect4")
    desk.page.emulate_media(reduced_motion=motion)
    assert desk.page.evaluate(COUNT_MOTION % 3) == moving
    assert desk.pieces() == {"column 4, row 1": "red disc"}


# -- what the search expects --


def test_lines_of_the_search_are_shown_and_played(open_desk):
    desk = open_desk("hex:size=5", moves=["c3"])
    desk.analyse()
    lines = desk.page.locator(".lines li")
    desk.until(lambda: lines.count() == 3)
    desk.press("5 lines")
    desk.until(lambda: lines.count() == 5)
    desk.press("Analyse")
    desk.until(lambda: "Chosen move" in desk.page.locator(".best").inner_text())
    firsts = [line.locator(".ply").first.inner_text() for line in lines.all()]
    assert len(set(firsts)) == 5
    assert firsts[0] == desk.page.locator(".best b").inner_text()
    second = lines.nth(1).locator(".ply")
    expected = second.all_inner_texts()[:2]
    second.nth(1).click()
    desk.until(lambda: desk.moves() == ["c3", *expected])


def test_graph_follows_the_game_and_leads_back(open_desk):
    desk = open_desk("hex:size=5", "human", QUICK)
    graph = desk.page.locator(".graph")
    assert graph.count() == 0
    desk.click_cell(12)
    desk.until_turn(2)
    desk.page.locator('[data-cell][aria-label*=", empty"]').first.click()
    desk.until_turn(4)
    points = graph.locator("circle")
    desk.until(lambda: points.count() == 2)
    graph.focus()
    desk.page.keyboard.press("Home")
    desk.until(lambda: desk.pieces() == {})
    assert graph.get_attribute("aria-valuetext") == "Start: not searched"
    graph.click(position={"x": points.first.evaluate("dot => +dot.getAttribute('cx')"), "y": 20})
    desk.until(lambda: len(desk.pieces()) == 1)
    desk.page.reload()
    desk.until_drawn()
    desk.until(lambda: points.count() == 2)


# -- the end, and what comes next --


def test_end_offers_another_game_the_other_side_and_a_review(open_desk):
    desk = open_desk("connect4", "human", QUICK, moves=RED_WINS)
    assert "You win!" in strip(desk)
    desk.press("Change sides")
    desk.until(lambda: "UCT" in desk.page.locator(".player").first.inner_text())
    desk.until_turn(1)
    desk.open(game_link("connect4", "human", "human", moves=RED_WINS))
    desk.until(lambda: "Red wins" in strip(desk))
    desk.page.locator(".strip").get_by_role("button", name="Review").click()
    tab = desk.page.get_by_role("tab", name="Review")
    assert tab.get_attribute("aria-selected") == "true"
    desk.page.locator(".review progress").wait_for()
    desk.press("Play again")
    desk.until(lambda: desk.status == "Red to move")
    assert desk.moves() == []


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (640, 400), (844, 390), (1280, 800)])
def test_what_comes_next_is_in_sight_on_every_screen(browser, address, width, height, language):
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language)
    desk = Desk(context, address, game_link("connect4", moves=RED_WINS))
    for button in desk.page.locator(".strip .next button").all():
        place = button.bounding_box()
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= width
        assert place["y"] + place["height"] <= height
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


# -- pictures --


def saved(desk, kind):
    """What one downloads."""
    desk.press("Share")
    desk.dialog().locator("summary", has_text="Picture or animation").click()
    desk.dialog().get_by_role("radio", name=kind).check()
    width = desk.dialog().get_by_label("Width in pixels")
    if width.count():
        width.select_option("320")
    with desk.page.expect_download() as download:
        desk.press("Download")
    return io.BytesIO(download.value.path().read_bytes())


def reds_in(picture):
    """How many pixels are of the colour of Red's discs."""
    red, green, blue = np.moveaxis(np.asarray(picture.convert("RGB")), 2, 0)
    return int(((red > 180) & (green < 110) & (blue < 120)).sum())


def test_position_is_saved_as_a_picture(open_desk):
    image = pytest.importorskip("PIL.Image")
    desk = open_desk("connect4", moves=RED_WINS)
    picture = image.open(saved(desk, "PNG"))
    assert picture.format == "PNG"
    assert picture.width == 320
    assert reds_in(picture) > 1000


def test_game_is_saved_as_an_animation(open_desk):
    image = pytest.importorskip("PIL.Image")
    desk = open_desk("connect4", moves=RED_WINS)
    animation = image.open(saved(desk, "GIF"))
    assert (animation.format, animation.n_frames) == ("GIF", 1 + len(RED_WINS))
    reds = []
    for frame in range(animation.n_frames):
        animation.seek(frame)
        reds.append(reds_in(animation))
    assert reds[0] == 0
    assert reds[-1] > 2 * reds[1] > 0


def test_marks_of_an_animation_keep_their_colours(open_desk):
    """Also those of a position whose colours are not in the first, the middle or the last one."""
    image = pytest.importorskip("PIL.Image")
    desk = open_desk("hex:size=5", moves=["a1", "b2@Ga3.Bc3.Yd4", "c5", "e5", "e1"])
    animation = image.open(saved(desk, "GIF"))
    desk.dialog().get_by_role("button", name="Close").click()
    for _ in range(3):
        desk.press("One move back")
    picture = image.open(saved(desk, "PNG")).convert("RGB")
    animation.seek(2)
    far = np.asarray(animation.convert("RGB")).astype(int) - np.asarray(picture).astype(int)
    assert np.percentile(np.abs(far).max(axis=2), 99.9) < 30
