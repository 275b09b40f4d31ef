"""What people stumbled over on the page, in a real browser: it stays mended."""

import itertools
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
    desk.until(lambda: len(desk.pieces()) == len(KNIFE_EDGE))
    desk.click_cell(0)
    expected = "column 1: a blunder, it turns a win into a loss; column 3 was better"
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
    assert desk.page.locator("header .title").inner_text() == "Tic-tac-toe and gomoku"
    assert "UCT, 1 s" in desk.page.locator(".player").last.inner_text()
    desk.press("New game")
    desk.dialog().get_by_role("radio", name="Tic-tac-toe and gomoku").wait_for()
    assert "Mnk" not in desk.dialog().inner_text()


def test_swap_is_french_everywhere(open_desk):
    desk = open_desk("hex:size=4,swap=true", moves=["b2"])
    desk.press("FR: français")
    desk.press("Analyser")
    desk.page.get_by_role("button", name=re.compile("Montrer les")).click()
    table = desk.page.locator("tbody")
    desk.until(lambda: re.search("swap|Échanger", table.inner_text()))
    assert re.search(r"\bswap\b", desk.page.locator("main").inner_text()) is None


def test_rule_of_hex_holds_however_the_board_is_turned(context, address):
    # On a phone the board stands on its corner: there is no top that is one player's.
    desk = Desk(context, address, game_link("hex:size=5"), width=360, height=740)
    desk.press("New game")
    rule = desk.dialog().locator(".doc").first.inner_text()
    assert rule.startswith("Connect the two edges of your colour")
    assert re.search("top|bottom|left|right", rule) is None


# -- the board and what a search says of it --

# In each of 300 frames: are the visits in the table in order?
UNSORTED = """() => new Promise(done => {
  const times = {K: 1e3, M: 1e6};
  let left = 300, wrong = 0;
  const look = () => {
    const cells = [...document.querySelectorAll('tbody td.visits .number')];
    const visits = cells.map(({textContent: text}) =>
      parseFloat(text.replaceAll(',', '')) * (times[text.at(-1)] ?? 1));
    if (visits.some((n, i) => i > 0 && n > visits[i - 1])) wrong++;
    if (--left) requestAnimationFrame(look); else done(wrong);
  };
  look();
})"""


def test_table_is_sorted_while_the_search_runs(open_desk):
    desk = open_desk("hex:size=7")
    desk.analyse()
    desk.page.locator("tbody tr").first.wait_for()
    assert desk.page.evaluate(UNSORTED) == 0
    seen = desk.number("Simulations")
    desk.until(lambda: desk.number("Simulations") > seen)


def test_hint_is_marked_differently_from_the_choice_of_a_search(open_desk):
    desk = open_desk("hex:size=5", moves=FOUR)
    desk.press("Hint")
    hint = desk.page.locator("svg.board .above .hint")
    desk.until(hint.count)
    assert hint.get_attribute("stroke-dasharray")
    desk.press("Undo")
    desk.until(lambda: hint.count() == 0)
    desk.analyse()
    chosen = desk.page.locator("svg.board .above .chosen")
    desk.until(chosen.count)
    assert chosen.get_attribute("stroke-dasharray") is None


def test_analysis_of_a_finished_game_says_what_to_do(open_desk):
    desk = open_desk("connect4", moves=["1", "2", "1", "2", "1", "2", "1"])
    desk.press("Analyse")
    status = desk.page.locator(".status")
    desk.until(lambda: "The game is over: step back to analyse" in status.inner_text())
    desk.press("One move back")
    desk.until(lambda: "The game is over" not in status.inner_text())
    desk.page.locator(".thinking").wait_for()


def test_click_that_plays_nothing_says_why(open_desk):
    desk = open_desk("connect4:cols=5,rows=4", moves=["1", "1", "1", "1"])
    status = desk.page.locator(".status")
    desk.click_cell(0)
    desk.until(lambda: "Column 1 is full." in status.inner_text())
    assert "Column 1 is full." in desk.page.locator(".unseen[role=status]").last.inner_text()
    desk.click_cell(1)
    desk.until(lambda: len(desk.moves()) == 5)
    desk.until(lambda: "is full" not in status.inner_text())
    desk.open(game_link("hex:size=5", moves=FOUR))
    desk.until(lambda: len(desk.cells()) == 25)
    desk.click_cell(12)
    desk.until(lambda: "c3 is taken." in status.inner_text())
    desk.open(game_link("othello"))
    desk.until(lambda: len(desk.cells()) == 64)
    desk.click_cell(0)
    desk.until(lambda: "a1 is not a legal move here." in status.inner_text())


def test_reload_in_the_middle_of_a_game_does_not_tell_to_begin(open_desk):
    desk = open_desk("hex:size=5", "human", WEAK)
    welcome = desk.page.locator(".welcome")
    assert "Click on the board to begin." in welcome.inner_text()
    desk.click_cell(12)
    desk.until_turn(2)
    assert welcome.count() == 0
    desk.page.reload()
    desk.until_turn(2)
    assert welcome.count() == 0


def test_resignation_is_asked_for_listed_and_done_again(open_desk):
    desk = open_desk("hex:size=5", moves=FOUR)
    desk.press("Resign")
    desk.dialog().get_by_role("button", name="Cancel").click()
    assert desk.status == "Black to move"
    desk.press("Resign")
    desk.dialog().get_by_role("button", name="Resign").click()
    desk.until(lambda: desk.status == "Black resigns. White wins")
    listed = desk.page.locator(".list .resigns")
    assert listed.inner_text() == "Black resigns"
    desk.press("b2")
    desk.until(lambda: len(desk.pieces()) == 2)
    assert listed.count() == 1  # it is how the game ended, wherever one looks
    desk.press("a1")
    desk.until(lambda: desk.status == "Black resigns. White wins")
    desk.press("Undo")
    desk.until(lambda: desk.status == "Black to move")
    assert listed.count() == 0
    desk.press("Redo")
    desk.until(lambda: desk.status == "Black resigns. White wins")


def focused(desk):
    """The name of what has the focus."""
    return desk.page.evaluate("document.activeElement.getAttribute('aria-label')")


# The header may be drawn anew while a dialog is open: its buttons are others then.
REDRAW = "id => { const old = document.getElementById(id); old.replaceWith(old.cloneNode(true)) }"


@pytest.mark.parametrize("redrawn", [False, True])
@pytest.mark.parametrize(("key", "button", "id"), [("n", "New game", "new"), ("?", "Help", "help")])
def test_focus_is_somewhere_after_a_dialog(open_desk, key, button, id, redrawn):
    desk = open_desk("hex:size=5")
    desk.page.keyboard.press(key)
    desk.until(lambda: desk.dialog().count())
    if redrawn:
        desk.page.evaluate(REDRAW, f"open-{id}")
    desk.page.keyboard.press("Escape")
    desk.until(lambda: desk.dialog().count() == 0)
    desk.until(lambda: focused(desk) == button)


def test_rows_of_the_board_have_names(open_desk):
    desk = open_desk("hex:size=5")
    board = desk.page.locator("svg.board")
    assert board.get_by_role("row").count() == 5
    assert board.get_by_role("row", name="row 2", exact=True).count() == 1


# -- players that cannot be --


@pytest.mark.parametrize(
    ("player", "said"),
    [("foo", "No player is called foo."), ("uct:seconds=1000", "60"), ("uct:c=abc", "'abc'")],
)
def test_link_with_a_player_that_cannot_play_says_so_at_once(open_desk, player, said):
    desk = open_desk("hex:size=5", "human", player)
    alert = desk.page.get_by_role("alert")
    alert.wait_for()
    assert said in alert.inner_text()
    assert desk.moves() == []


def test_card_of_a_player_that_cannot_play_says_so(open_desk):
    desk = open_desk("hex:size=5", "human", "foo")
    cards = desk.page.locator(".player")
    desk.until(lambda: "foo: cannot play" in cards.last.inner_text())
    assert "cannot play" not in cards.first.inner_text()
    cards.last.click()
    desk.dialog().get_by_role("combobox").first.select_option("easy")
    desk.press("Done")
    desk.until(lambda: "cannot play" not in cards.last.inner_text())


def test_text_of_a_player_that_is_wrong_is_explained_and_not_sent(open_desk):
    desk = open_desk("hex:size=5", "human", "uct")
    desk.press("New game")
    form = desk.dialog().get_by_role("group", name="Second player (White)")
    form.locator("summary").last.click()
    text = form.get_by_role("textbox")
    text.fill("uct:c=abc")
    text.press("Tab")
    alert = form.get_by_role("alert")
    alert.wait_for()
    assert "must be a number" in alert.inner_text()
    desk.press("Start the game")
    assert desk.dialog().count() == 1
    text.fill("uct:c=0.5")
    text.press("Tab")
    desk.until(lambda: alert.count() == 0)
    desk.press("Start the game")
    desk.until(lambda: desk.dialog().count() == 0)
    desk.press("Share")
    assert "w=uct:c=0.5" in desk.page.get_by_label("Link").input_value()


# -- how sure it is --


def test_cells_that_were_never_tried_have_no_heat(open_desk):
    desk = open_desk("hex:size=7", "human", "uct:simulations=10")
    desk.click_cell(24)
    desk.until_turn(2)
    desk.press("One move back")
    tints = desk.page.locator("svg.board .tint")
    desk.until(lambda: tints.count() == 49)
    fills = tints.evaluate_all("all => all.map(tint => tint.getAttribute('fill'))")
    assert 1 <= sum(fill != "none" for fill in fills) <= 10


def test_few_simulations_are_not_shown_as_certainty(open_desk):
    meter = ".thinking [role=meter]"
    desk = open_desk("breakthrough", "human", "uct:simulations=2")
    desk.page.keyboard.press("Escape")
    desk.click_cell(8)
    desk.click_cell(16)
    desk.until_turn(2)
    said = desk.page.locator(meter).get_attribute("aria-valuetext")
    assert re.fullmatch(r"White \d+–\d+%, Black \d+–\d+%", said)
    assert desk.page.locator(".advantage .unsure").count() == 1
    desk.open(game_link("breakthrough", "human", "uct:simulations=5000"))
    desk.until(lambda: desk.moves() == [])
    desk.click_cell(8)
    desk.click_cell(16)
    desk.until_turn(2)
    said = desk.page.locator(meter).get_attribute("aria-valuetext")
    assert re.fullmatch(r"White \d+%, Black \d+%", said)


def test_value_of_a_move_tried_once_is_a_range(open_desk):
    desk = open_desk("hex:size=7", "human", "uct:simulations=30")
    desk.click_cell(24)
    desk.until_turn(2)
    values = desk.page.locator("tbody td.unsure")
    desk.until(values.count)
    assert [text for text in values.all_inner_texts() if text in ("100.0%", "0.0%")] == []
    assert re.fullmatch(r"\d+–\d+%", values.first.inner_text())


# -- colours --


def test_lost_moves_of_connect4_do_not_look_like_discs(open_desk):
    desk = open_desk(SMALL, moves=KNIFE_EDGE)
    desk.press("Teacher")
    desk.press("Show the answers")
    lost = desk.page.locator("svg.board .truth.loss")
    desk.until(lambda: lost.count() == 2)
    assert lost.locator("circle").count() == 0
    assert lost.first.locator("rect").get_attribute("fill") == "#fff"


def test_marks_have_one_pair_of_colours(open_desk):
    desk = open_desk("mnk", "human", "uct:simulations=200", moves=["b2"])
    desk.until_turn(2)
    bar = desk.page.locator(".thinking [role=meter]")
    bar.wait_for()
    colour = "element => getComputedStyle(element).backgroundColor"
    assert bar.evaluate(colour) == "rgb(42, 111, 219)"  # O is blue, as on the board
    assert bar.locator(".first").evaluate(colour) == "rgb(209, 73, 91)"
    marks = desk.page.locator(".player .disc")
    assert marks.first.locator("path").get_attribute("stroke") == "#d1495b"
    assert marks.last.locator("circle").get_attribute("stroke") == "#2a6fdb"


# -- rules that people play by --


def test_new_game_of_hex_has_the_swap_rule_unless_the_present_one_has_not(open_desk):
    desk = open_desk("connect4")
    desk.press("New game")
    desk.dialog().get_by_role("radio", name="Hex", exact=True).check()
    swap = desk.dialog().get_by_role("checkbox", name="Swap rule")
    assert swap.is_checked()
    swap.uncheck()
    desk.press("Start the game")
    desk.until(lambda: desk.dialog().count() == 0)
    desk.press("New game")
    assert not swap.is_checked()


# -- screens of all sizes --


def sized(context, address, width, height, link):
    return Desk(context, address, link, width=width, height=height)


def box_of(place):
    box = place.bounding_box()
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


@pytest.mark.parametrize(("width", "height"), [(844, 390), (932, 430), (640, 400), (568, 320)])
def test_whole_board_is_seen_on_a_low_screen(context, address, width, height):
    desk = sized(context, address, width, height, game_link("hex:size=11", moves=["f6"]))
    left, top, right, bottom = box_of(desk.page.locator("svg.board"))
    assert (left >= 0, top >= 0, right <= width, bottom <= height) == (True,) * 4
    over_left, over_top, _, over_bottom = box_of(desk.page.locator(".bottom"))
    assert over_left >= right or over_top >= bottom
    assert over_bottom <= height + 1
    assert bottom - top > 0.7 * height


def test_nothing_sticks_out_of_a_narrow_screen(context, address):
    desk = sized(context, address, 320, 640, game_link("hex:size=11", moves=["f6"]))
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 320
    buttons = desk.page.locator("header.top button").all()
    assert max(box_of(button)[2] for button in buttons) <= 320


# What is cut off at the right of the screen, but for what scrolls there by itself.
STICKS_OUT = """() => [...document.querySelectorAll('main *')].filter(e => {
  for (let p = e.parentElement; p && p.tagName !== 'MAIN'; p = p.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(p).overflowX) && p.scrollWidth > p.clientWidth
        && p.matches('.scroll, [tabindex]')) return false;
  return e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1
    && !e.closest('.unseen');
}).map(e => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("room", ["games", "puzzles", "compare", "lab", "friend"])
def test_nothing_sticks_out_of_a_room_on_a_phone(context, address, room, language):
    """In French the sliders of Compare were cut off, and could not be reached."""
    context.add_init_script(f"localStorage.setItem('playout-language', '{language}')")
    desk = sized(context, address, 320, 640, f"#{room}")
    desk.page.locator("main h2").first.wait_for()
    if room == "compare":
        desk.page.locator("main .slider").first.wait_for()
    assert desk.page.evaluate(STICKS_OUT) == []


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
def test_level_and_its_elo_are_two_lines_where_a_card_is_narrow(context, address, width, height):
    """The first line ended with the dot between the two."""
    desk = sized(context, address, width, height, game_link("hex:size=11", "human", "medium"))
    card = desk.page.locator(".player .quiet").last
    desk.until(lambda: "Elo" in card.inner_text())
    level, elo = card.inner_text().splitlines()
    assert level == "Medium"
    assert elo.endswith(" Elo")


@pytest.mark.parametrize("width", [320, 1280])
def test_table_of_a_review_scrolls_by_itself(context, address, width):
    """It made the whole panel wider than its place, and cut its sentences off."""
    moves = ["4", "4", "7", "5"]
    desk = sized(context, address, width, 740, game_link("connect4", moves=moves))
    desk.page.get_by_role("tab", name="Review").click()
    desk.press("Review the game")
    desk.until(lambda: desk.button("Review again").count())
    desk.page.locator(".review .every summary").click()
    desk.page.locator(".review .every td").first.wait_for()
    wider = "panel => panel.scrollWidth - panel.clientWidth"
    assert desk.page.locator(".review").evaluate(wider) == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_game_can_be_started_however_long_the_form_is(context, address, width, height):
    desk = sized(context, address, width, height, game_link("hex:size=5", "grave", "grave"))
    desk.press("New game")
    desk.dialog().locator("summary", has_text="More parameters").first.click()
    _, top, _, bottom = box_of(desk.button("Start the game"))
    assert (top > 0, bottom <= height) == (True, True)
    scrolled = """[...document.querySelectorAll('dialog[open], dialog[open] *')].filter(
        e => e.scrollHeight > e.clientHeight + 1
          && ['auto', 'scroll'].includes(getComputedStyle(e).overflowY)).length"""
    assert desk.page.evaluate(scrolled) == 1
    desk.press("Start the game")
    desk.until(lambda: desk.dialog().count() == 0)


@pytest.mark.parametrize("width", [1280, 1600, 1920, 2560])
def test_headers_of_the_table_do_not_touch(context, address, width):
    desk = sized(context, address, width, 1080, game_link("hex:size=5", moves=["c3"]))
    desk.analyse()
    desk.page.locator("th.amaf_visits").wait_for()
    desk.press("Analyse")
    heads = desk.page.locator("thead th")
    ends = [[box_of(part) for part in head.locator(".sort, .help").all()] for head in heads.all()]
    for one, other in itertools.pairwise(ends):
        assert max(box[2] for box in one) <= min(box[0] for box in other)


def test_french_toolbar_is_one_row(open_desk):
    desk = open_desk("hex:size=11")
    desk.press("FR: français")
    desk.until(lambda: desk.page.get_by_role("button", name="Reprendre").count())
    _, top, _, bottom = box_of(desk.page.locator(".controls"))
    assert bottom - top < 50


def test_toolbar_stays_where_it_is_when_the_board_comes(context, address):
    held, routes = [], []

    def hold(text):
        held.append(text)

    def between(page):
        routes.append(page)
        page.connect_to_server().on_message(hold)

    context.route_web_socket(re.compile("/ws$"), between)
    page = context.new_page()
    page.goto(address)
    undo = page.get_by_role("button", name="Undo")
    undo.wait_for()
    before = box_of(undo)
    assert page.locator("svg.board").count() == 0
    while page.locator("svg.board").count() == 0:
        page.wait_for_timeout(20)
        while held:
            routes[0].send(held.pop(0))
    page.wait_for_timeout(200)
    assert box_of(undo) == before


# -- what is said is true --

# Where the words of a list are wider than the room for them, beside the arrow.
CUT = """list => {
  const pen = document.createElement('canvas').getContext('2d');
  const style = getComputedStyle(list);
  pen.font = style.font;
  const sides = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const room = list.clientWidth - sides - 20;
  return [...list.options].map(o => o.label).filter(label => pen.measureText(label).width > room);
}"""


@pytest.mark.parametrize(
    ("language", "side", "title", "medium"),
    [
        ("en", "Second player (Yellow)", "New game", r"Medium: 250 simulations, [\d,]+ ± \d+ Elo"),
        (
            "fr",
            "Second joueur (Jaune)",
            "Nouvelle partie",
            r"Moyen : 250 simulations, .+ ± \d+ Elo",
        ),
    ],
)
def test_level_and_its_elo_are_not_cut(open_desk, language, side, title, medium):
    desk = open_desk("connect4", "human", "medium")
    if language == "fr":
        desk.press("FR: français")
    desk.press(title)
    who = desk.dialog().get_by_role("combobox", name=side)
    chosen = who.evaluate("list => list.selectedOptions[0].label")
    assert re.fullmatch(medium, chosen)
    assert who.evaluate(CUT) == []
    # On a phone the line is cut where one sees it, and stands below in full.
    desk.page.set_viewport_size({"width": 360, "height": 640})
    assert who.evaluate("list => getComputedStyle(list).textOverflow") == "ellipsis"
    assert desk.dialog().get_by_text(re.compile(re.escape(re.split(" ?: ", chosen)[1]))).count()


def test_word_about_a_click_goes_when_the_game_ends(open_desk):
    desk = open_desk("connect4:cols=5,rows=4", moves=["1", "1", "1", "1"])
    status = desk.page.locator(".status")
    desk.click_cell(0)
    desk.until(lambda: "Column 1 is full." in status.inner_text())
    desk.press("Resign")
    desk.dialog().get_by_role("button", name="Resign").click()
    desk.until(lambda: desk.status == "Red resigns. Yellow wins")
    assert "is full" not in status.inner_text()


def test_one_game_that_is_imported_is_one(open_desk, tmp_path):
    desk = open_desk("hex:size=5")
    (tmp_path / "one.txt").write_text('[Game "hex:size=5"]\n\n1. a1 b2\n')
    for language, said in (
        ("EN: English", "1 game is in the list now."),
        ("FR: français", "1 partie est maintenant dans la liste."),
    ):
        if desk.button(language).count():
            desk.press(language)
        desk.page.evaluate("location.hash = 'games'")
        desk.page.locator("input[type=file]").first.set_input_files(tmp_path / "one.txt")
        desk.page.get_by_text(said, exact=True).wait_for()


def test_room_does_not_bear_the_name_of_the_game_on_the_board(open_desk):
    desk = open_desk("hex:size=5")
    title = desk.page.locator("header .title")
    assert title.inner_text().startswith("Hex")
    for room, name in (("puzzles", "Puzzles"), ("friend", "Friend")):
        desk.page.evaluate(f"location.hash = '{room}'")
        desk.page.locator("main.room h2").first.wait_for()
        assert title.inner_text() == ""
        desk.until(lambda name=name: desk.page.title() == f"{name} · Playout")
    desk.press("Board")
    desk.until(lambda: title.inner_text().startswith("Hex"))


def test_link_that_cannot_be_played_is_not_called_a_new_game(open_desk):
    desk = open_desk("connect4", moves=["4"])
    spoken = desk.page.locator(".unseen[role=status]").last
    desk.page.evaluate("link => location.hash = link", game_link("connect4", moves=["4", "1"]))
    desk.until(lambda: spoken.inner_text() == "New game. Red to move")
    too_many = ["4", "1", "4", "4", "3", "3", "2", "1", "5", "6", "4"]  # the ninth wins
    desk.page.evaluate("link => location.hash = link", game_link("connect4", moves=too_many))
    desk.page.get_by_text("the game is over before it").wait_for()
    desk.until(lambda: spoken.inner_text() == "Red to move")
    assert desk.moves() == ["4", "1"]


SEARCH_SAYS = re.compile(r'"type": ?"(progress|result)"')


def test_time_to_compile_is_no_promise(context, open_desk):
    def mute(line):
        """What a search says does not arrive, as while it is compiled."""
        server = line.connect_to_server()
        server.on_message(lambda said: None if SEARCH_SAYS.search(said) else line.send(said))

    context.route_web_socket(re.compile("/ws$"), mute)
    desk = open_desk("hex:size=5", WEAK, "human")
    status = desk.page.locator(".status")
    status.get_by_text("Compiling: some 10 s, longer on a busy machine").wait_for()
    desk.press("FR: français")
    status.get_by_text("Compilation : environ 10 s, parfois plus").wait_for()
    desk.page.get_by_text("environ 10 s, plus si la machine est occupée").wait_for()
