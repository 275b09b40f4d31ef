"""What people do on the page besides playing, in a real browser."""

import json
import random
import re
import xml.etree.ElementTree as ET

import pytest
from browsing import Desk, Slow, cells_of, game_link, mirrored, pieces_of

pytestmark = pytest.mark.full

WEAK = "uct:simulations=50"
FOUR = ["c3", "b2", "d4", "a1"]
RED_WINS_AT_1 = ["1", "2", "1", "2", "1", "2"]


@pytest.fixture
def open_desk(context, address):
    """Open a tab; in the end nothing may have gone wrong in any of them."""
    desks = []

    def opener(*arguments, **named):
        desks.append(Desk(context, address, game_link(*arguments, **named)))
        return desks[-1]

    yield opener
    assert [desk.problems for desk in desks] == [[]] * len(desks)


# -- going through a game --


def test_undo_takes_back_the_answer_too_and_redo_brings_both_again(open_desk):
    desk = open_desk("hex:size=5", "human", WEAK)
    desk.click_cell(12)
    desk.until_turn(2)
    after = desk.pieces()
    assert len(after) == 2
    desk.press("Undo")
    desk.until(lambda: desk.pieces() == {})
    assert desk.status == "Black to move"
    assert desk.button("Undo").is_disabled()
    desk.press("Redo")
    desk.until(lambda: desk.pieces() == after)
    desk.press("Undo")
    desk.until(lambda: desk.pieces() == {})
    desk.click_cell(6)  # what is played now is the game, what was taken back a side line
    desk.until(lambda: len(desk.pieces()) == 2 and desk.status == "Black to move")
    assert desk.moves()[0] == "b2"
    assert [line[0] for line in desk.side_lines()] == ["c3"]


def test_jump_to_any_move(open_desk):
    desk = open_desk("hex:size=5", moves=FOUR)
    positions = [pieces_of(mirrored("hex:size=5", FOUR[:n])) for n in range(5)]
    ways = [
        (lambda: desk.press("b2"), 2),
        (lambda: desk.press("Start"), 0),
        (lambda: desk.press("To the end"), 4),
        (lambda: desk.press("One move back"), 3),
        (lambda: desk.press("One move forward"), 4),
        (lambda: desk.press("d4"), 3),
        (lambda: desk.press("To the start"), 0),
        (lambda: desk.page.keyboard.press("ArrowRight"), 1),
        (lambda: desk.page.keyboard.press("ArrowLeft"), 0),
    ]
    for go, n in ways:
        go()
        desk.until(lambda n=n: desk.pieces() == positions[n])
        current = desk.page.locator(".list [aria-current=step]").inner_text()
        assert current == (["Start", *FOUR][n])
    assert desk.moves() == FOUR


def test_side_line_is_explored_left_promoted_and_deleted(open_desk):
    desk = open_desk("hex:size=5", moves=FOUR)
    desk.press("b2")
    desk.until(lambda: len(desk.pieces()) == 2)
    desk.click_cell(24)
    desk.until(lambda: desk.pieces().get("e5") == "black stone")
    assert desk.moves() == ["c3", "b2", "d4", "e5", "a1"]
    assert desk.side_lines() == [["e5"]]
    desk.press("Back to the main line")
    desk.until(lambda: desk.pieces() == pieces_of(mirrored("hex:size=5", FOUR[:2])))
    assert desk.button("Back to the main line").count() == 0
    desk.press("To the end")
    desk.until(lambda: desk.pieces() == pieces_of(mirrored("hex:size=5", FOUR)))
    desk.press("e5")
    desk.press("Make it the main line")
    desk.until(lambda: desk.button("Make it the main line").count() == 0)
    assert desk.moves() == ["c3", "b2", "e5", "d4", "a1"]
    desk.press("d4")
    desk.press("Delete from here")
    desk.until(lambda: desk.moves() == ["c3", "b2", "e5"])
    assert desk.side_lines() == []


def test_machine_plays_on_from_a_past_position_only_when_asked(open_desk):
    desk = open_desk("hex:size=5", "human", WEAK, moves=FOUR)
    desk.press("c3")
    desk.until(lambda: len(desk.pieces()) == 1)
    desk.press("Play on from here")
    desk.until(lambda: len(desk.pieces()) == 2 and desk.status == "Black to move")


# -- moves of all kinds --


def test_hint_names_the_winning_move(open_desk):
    desk = open_desk("connect4", moves=RED_WINS_AT_1)
    desk.press("Hint")
    hint = desk.page.locator(".status").get_by_text("Hint: column 1. Proven: it wins in 1 ply.")
    desk.until(hint.count)
    assert desk.page.locator(".above .hint").count() == 1
    desk.click_cell(0)
    desk.until(lambda: desk.status == "Red wins")
    assert desk.page.locator(".above .hint").count() == 0


def test_swap_mirrors_and_recolours_the_stone(open_desk):
    game = "hex:size=5,swap=true"
    desk = open_desk(game)
    assert desk.offer("Swap").count() == 0
    desk.click_cell(1)
    desk.until(lambda: desk.pieces() == {"b1": "black stone"})
    desk.choose("Swap")
    desk.until(lambda: desk.pieces() == {"a2": "white stone"})
    assert desk.pieces() == pieces_of(mirrored(game, ["b1", "swap"]))
    assert desk.offer("Swap").count() == 0
    assert desk.moves() == ["b1", "Swap"]
    assert desk.status == "Black to move"


def test_othello_is_passed_by_a_button(open_desk):
    state, seed = mirrored("othello:size=4", []), 0
    while state.is_over or [str(move) for move in state.moves()] != ["pass"]:
        if state.is_over:
            state, seed = mirrored("othello:size=4", []), seed + 1
        pick = random.Random(1000 * seed + len(state.history))
        state = state.play(pick.choice(state.moves()))
    desk = open_desk("othello:size=4", moves=state.history)
    names = state.game.player_names()
    before = desk.pieces()
    assert before == pieces_of(state)
    assert desk.status == f"{names[state.player]} to move"
    desk.choose("Pass")
    desk.until(lambda: desk.status == f"{names[1 - state.player]} to move")
    assert desk.pieces() == before
    assert desk.moves()[-1] == "Pass"


def test_go_ends_after_two_passes_with_its_score(open_desk):
    desk = open_desk("go:size=3,komi=1.5")
    desk.click_cell(4)
    desk.until(lambda: desk.pieces() == {"b2": "black stone"})
    for player in ("White", "Black"):
        assert desk.status == f"{player} to move"
        desk.choose("Pass")
        desk.until(lambda player=player: desk.status != f"{player} to move")
    assert desk.status == "Black wins by 7.5 points"
    assert desk.moves() == ["b2", "Pass", "Pass"]


def test_nim_by_buttons_and_by_matches(open_desk):
    desk = open_desk("nim:heap=9,take=3")
    assert len(desk.pieces()) == 9
    desk.choose("take 2")
    desk.until(lambda: len(desk.pieces()) == 7)
    desk.click_cell(4)  # the fifth match: it goes with the two to its right
    desk.until(lambda: len(desk.pieces()) == 4)
    assert desk.moves() == ["take 2", "take 3"]
    desk.click_cell(0)  # four are too many
    desk.choose("take 3")
    desk.until(lambda: len(desk.pieces()) == 1)
    assert desk.offer(re.compile("take")).all_inner_texts() == ["take 1"]
    desk.click_cell(0)
    desk.until(lambda: desk.status == "White wins")


def test_domineering_by_mouse(open_desk):
    game = "domineering:cols=3,rows=3"
    desk = open_desk(game)
    pick = random.Random(2)
    state = mirrored(game, [])
    while not state.is_over:
        move = pick.choice(state.moves())
        # A domino lies where one clicks and on the cell above it or beside it.
        desk.click_cell(first_cell(state, move))
        state = state.play(move)
        desk.until(lambda state=state: dominoes_on(desk) == len(state.board().dominoes))
        assert desk.moves() == [str(move) for move in state.history]
    desk.until(lambda: desk.status == f"{state.game.player_names()[state.winner]} wins")


def dominoes_on(desk):
    desk.page.mouse.move(1, 1)  # or the next one is shown where the mouse is
    return desk.page.locator("svg.board .above rect").count()


def first_cell(state, move):
    col, row = state.game.move_cells(state.words, int(move))[0]
    return row * state.board().cols + col


def test_pieces_are_dragged_and_let_go(open_desk):
    game = "breakthrough:cols=5,rows=5"
    desk = open_desk(game)
    state = mirrored(game, [])
    move = state.moves()[0]
    (c0, r0), (c1, r1) = state.game.move_cells(state.words, int(move))
    here, there = r0 * 5 + c0, r1 * 5 + c1
    desk.click_cell(here)
    desk.until(lambda: sum("picked up" in cell for cell in desk.cells()) == 1)
    assert any("can go here" in cell for cell in desk.cells())
    desk.page.keyboard.press("Escape")
    desk.until(lambda: not any("picked up" in cell for cell in desk.cells()))
    desk.page.locator(f'[data-cell="{here}"]').drag_to(desk.page.locator(f'[data-cell="{there}"]'))
    desk.until(lambda: desk.pieces() == pieces_of(state.play(move)))
    assert desk.moves() == [str(move)]


def test_resigning_and_taking_it_back(open_desk):
    desk = open_desk("hex:size=5", "human", WEAK)
    desk.click_cell(12)
    desk.until_turn(2)
    desk.press("Resign")
    desk.dialog().get_by_role("button", name="Resign").click()
    desk.until(lambda: desk.status == "Black resigns. White wins")
    empty = next(i for i, cell in enumerate(desk.cells()) if "empty" in cell)
    desk.click_cell(empty)
    assert len(desk.moves()) == 2
    desk.press("Undo")
    desk.until(lambda: desk.status == "Black to move")
    desk.click_cell(empty)
    desk.until_turn(4)
    assert len(desk.moves()) == 4


# -- other games and positions --


def test_hex_position_is_set_up(open_desk):
    desk = open_desk("hex:size=5", moves=FOUR)
    desk.press("New game")
    desk.press("Set up a position")
    desk.until(lambda: desk.status == "Setting up a position")
    assert len(desk.pieces()) == 4  # it begins with the present one
    desk.press("Clear the board")
    desk.until(lambda: desk.pieces() == {})
    desk.click_cell(0)
    desk.click_cell(6)
    desk.click_cell(7)
    desk.click_cell(7)
    desk.click_cell(8)
    desk.click_cell(8)
    desk.click_cell(8)
    set_up = {"a1": "black stone", "b2": "black stone", "c2": "white stone"}
    desk.until(lambda: desk.pieces() == set_up)
    desk.page.get_by_label("White to move").check()
    desk.press("Done")
    desk.until(lambda: desk.status == "White to move")
    assert desk.pieces() == set_up
    assert desk.moves() == []
    desk.click_cell(24)
    desk.until(lambda: desk.pieces() == {**set_up, "e5": "white stone"})


def test_set_up_position_is_shown_at_once(open_desk, context):
    """The answer to "Done" is the position: the page needs to ask for nothing more."""
    deaf = []

    def between(page):
        server = page.connect_to_server()

        def forward(text):
            if not (deaf and json.loads(text)["type"] == "view"):
                server.send(text)

        page.on_message(forward)

    context.route_web_socket(re.compile("/ws$"), between)
    desk = open_desk("connect4")
    desk.press("New game")
    desk.press("Set up a position")
    desk.until(lambda: desk.status == "Setting up a position")
    desk.click_cell(3)
    desk.page.get_by_label("Yellow to move").check()
    deaf.append(True)
    desk.press("Done")
    desk.until(lambda: desk.status != "Setting up a position")
    assert list(desk.pieces().values()) == ["red disc"]
    assert desk.status == "Yellow to move"


def test_disc_that_is_set_up_falls(open_desk):
    desk = open_desk("connect4")
    desk.press("New game")
    desk.press("Set up a position")
    desk.until(lambda: desk.status == "Setting up a position")
    desk.click_cell(24)  # column 4, row 4
    desk.until(lambda: desk.pieces() == {"column 4, row 1": "red disc"})
    desk.click_cell(24)
    desk.click_cell(10)  # the one in row 2 becomes yellow
    two = {"column 4, row 1": "red disc", "column 4, row 2": "yellow disc"}
    desk.until(lambda: desk.pieces() == two)
    desk.click_cell(3)
    desk.click_cell(3)  # the lower one is gone, and the upper one falls
    desk.until(lambda: desk.pieces() == {"column 4, row 1": "yellow disc"})
    desk.click_cell(6)
    desk.press("Done")
    desk.until(lambda: desk.status in ("Red to move", "Yellow to move"))
    assert sorted(desk.pieces().values()) == ["red disc", "yellow disc"]


def test_cancelled_set_up_leaves_the_game_as_it_was(open_desk):
    desk = open_desk("hex:size=5", moves=FOUR)
    desk.press("New game")
    desk.press("Set up a position")
    desk.press("Clear the board")
    desk.until(lambda: desk.pieces() == {})
    desk.press("Cancel")
    desk.until(lambda: desk.pieces() == pieces_of(mirrored("hex:size=5", FOUR)))
    assert desk.moves() == FOUR


def test_new_game_on_another_board(open_desk):
    desk = open_desk("hex:size=5", moves=FOUR)
    desk.press("New game")
    desk.dialog().get_by_label("Size").fill("4")
    desk.press("Start the game")
    desk.until(lambda: len(desk.cells()) == 16)
    assert desk.moves() == []
    desk.press("New game")
    desk.page.get_by_role("radio", name="Breakthrough").check()
    desk.dialog().get_by_label("Columns").fill("5")
    desk.dialog().get_by_label("Rows").fill("6")
    desk.press("Start the game")
    desk.until(lambda: len(desk.cells()) == 30)
    assert len(desk.pieces()) == 20


def test_player_is_made_on_the_form(open_desk):
    desk = open_desk("hex:size=5")
    desk.press("New game")
    form = desk.dialog().get_by_role("group", name="Second player (White)")
    form.get_by_label("Second player (White)").select_option("grave")
    form.get_by_label("Reference visits (ref)").fill("10")
    form.get_by_label("Playout policy (policy)").select_option("mast")
    form.get_by_label("Limit").select_option("simulations")
    form.get_by_label("Simulations (at most").fill("60")
    form.locator("summary").last.click()
    text = form.get_by_role("textbox", name="Command-line form")
    desk.until(lambda: text.input_value() == "grave:ref=10,policy=mast,simulations=60")
    form.get_by_label("Playout policy (policy)").select_option("random")  # it is compiled already
    desk.until(lambda: text.input_value() == "grave:ref=10,simulations=60")
    desk.press("Start the game")
    desk.until(lambda: desk.dialog().count() == 0)
    assert "GRAVE, 60 simulations" in desk.page.locator(".players").inner_text()
    desk.click_cell(12)
    desk.until_turn(2)
    algorithm = desk.page.locator(".algorithm").text_content()
    assert "ref=10" in algorithm
    assert desk.number("Simulations") == 60


def test_wrong_number_on_the_form_is_said_and_not_taken(open_desk):
    desk = open_desk("hex:size=5", "human", "grave:ref=10,simulations=60")
    desk.page.locator(".player").nth(1).click()
    field = desk.dialog().get_by_label("Reference visits (ref)")
    field.fill("-3")
    field.blur()
    assert "please" in desk.dialog().get_by_role("alert").inner_text()
    desk.press("Done")
    desk.press("Share")
    assert "w=grave:ref=10,simulations=60" in desk.page.get_by_label("Link").input_value()


# -- sharing --


def test_moves_are_read_as_text(open_desk):
    desk = open_desk("connect4")
    desk.press("Share")
    desk.page.get_by_label("Open a game").fill("1. 4 4 2. 5")
    desk.press("Open")
    desk.until(lambda: desk.moves() == ["4", "4", "5"])
    desk.press("Share")
    assert desk.dialog().get_by_label("Moves").input_value() == "1. 4 4 2. 5"
    desk.page.get_by_label("Open a game").fill("4444 9")
    desk.press("Open")
    alert = desk.dialog().get_by_role("alert")
    alert.wait_for()
    assert "9" in alert.inner_text()
    desk.press("Close")
    assert desk.moves() == ["4", "4", "5"]  # as it was


def test_link_is_read_and_opens_the_same_position_elsewhere(open_desk, context, address):
    desk = open_desk("connect4")
    desk.press("Share")
    given = f"{address}{game_link('hex:size=5', moves=FOUR)}"
    desk.page.get_by_label("Open a game").fill(given)
    desk.press("Open")
    desk.until(lambda: desk.moves() == FOUR)
    desk.press("d4")
    desk.until(lambda: len(desk.pieces()) == 3)
    desk.press("Share")
    exported = desk.page.get_by_label("Link").input_value()
    other = Desk(context, "", exported)
    assert other.pieces() == desk.pieces() == pieces_of(mirrored("hex:size=5", FOUR[:3]))
    assert other.status == desk.status
    assert other.moves() == FOUR  # the game after it, too


def test_link_keeps_a_position_that_was_set_up(open_desk, context):
    desk = open_desk("hex:size=5")
    desk.press("New game")
    desk.press("Set up a position")
    desk.click_cell(6)
    desk.press("Done")
    desk.until(lambda: desk.status.endswith("to move"))
    desk.press("Share")
    other = Desk(context, "", desk.page.get_by_label("Link").input_value())
    assert other.pieces() == {"b2": "black stone"}
    assert other.status == desk.status


def test_picture_is_a_whole_svg(open_desk):
    desk = open_desk("hex:size=5", moves=FOUR)
    desk.press("Share")
    desk.dialog().locator("summary", has_text="Picture or animation").click()
    desk.dialog().get_by_role("radio", name="SVG").check()
    with desk.page.expect_download() as waited:
        desk.press("Download")
    assert waited.value.suggested_filename.endswith(".svg")
    root = ET.parse(waited.value.path()).getroot()
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    assert float(root.get("width")) > 0
    fills = [circle.get("fill") or "" for circle in root.iter(f"{space}circle")]
    assert sum("stone-black" in fill for fill in fills) == 2
    assert sum("stone-white" in fill for fill in fills) == 2
    assert len(list(root.iter(f"{space}polygon"))) >= 25
    # Whatever it refers to is in it.
    ids = {element.get("id") for element in root.iter()}
    assert {fill[5:-1] for fill in fills if fill.startswith("url(#")} <= ids


# -- looks --


def test_board_is_turned_and_labelled(open_desk):
    desk = open_desk("hex:size=5", moves=FOUR)
    labels = desk.page.locator("svg.board .labels text")
    a1 = desk.page.locator('[data-cell="0"] polygon').first
    first = [a1.bounding_box()]
    assert labels.count() > 0
    desk.press("Coordinates")
    desk.until(lambda: labels.count() == 0)
    desk.press("Coordinates")
    desk.until(lambda: labels.count() > 0)
    for _ in range(11):
        desk.press("Turn the board")
        desk.until(lambda: a1.bounding_box() != first[-1])
        first.append(a1.bounding_box())
    assert len({(round(box["x"]), round(box["y"])) for box in first}) == 12
    desk.press("Turn the board")  # twelve times 30 degrees: as it was
    desk.until(lambda: a1.bounding_box() == first[0])
    desk.press("Turn the board")
    desk.page.reload()
    desk.until_drawn()
    assert a1.bounding_box() != first[0]  # kept
    desk.click_cell(24)  # what one clicks is what one plays, however it is turned
    desk.until(lambda: desk.moves()[-1] == "e5")


FRENCH = [
    "Nouvelle partie", "Partager", "Au tour de Noir", "Humain",
    "Professeur", "Chaleur", "Analyser", "Réflexion", "Analyse de la partie", "Coups", "Début",
    "Simulations", "Par seconde", "Nœuds", "Profondeur", "Visites", "Valeur", "Arbre",
]  # fmt: skip


def test_french_everywhere_and_kept(open_desk):
    desk = open_desk("hex:size=5", moves=FOUR)
    desk.analyse()
    english = button_names(desk)
    desk.press("FR: français")
    desk.until(lambda: "Nouvelle partie" in desk.page.inner_text("body"))
    assert [word for word in FRENCH if word not in desk.page.inner_text("body")] == []
    assert desk.page.locator("html").get_attribute("lang") == "fr"
    # Names of moves and words that are the same in both languages may stay.
    same = {*FOUR, "AMAF", "AMAF n"}
    assert {"Reprendre", "Rejouer", "Un coup en avant", "Conseil"} <= button_names(desk)
    left = {name for name in english & button_names(desk) if not re.match("[a-e][1-5]", name)}
    assert left - same == set()
    assert "c3, pierre noire" in desk.cells()
    desk.page.reload()
    desk.until_drawn()
    assert desk.status == "Au tour de Noir"
    assert desk.page.locator("html").get_attribute("lang") == "fr"
    for opener, words in DIALOGS_IN_FRENCH.items():
        desk.press(opener)
        text = desk.dialog().inner_text()
        assert [word for word in words if word not in text] == []
        assert re.findall(r"\b(?:the|of|and|game|player|move)\b", text, re.I) == []
        desk.dialog().get_by_role("button", name="Fermer").click()
    desk.press("EN: English")
    desk.until(lambda: desk.status == "Black to move")


DIALOGS_IN_FRENCH = {
    "Nouvelle partie": ["Jeu", "Taille", "Règle de l’échange", "Commencer la partie"],
    "Partager": ["Lien vers cette position", "Copier", "Ouvrir une partie"],
    "Aide": ["Cliquez sur une case", "Clavier"],
}


def button_names(desk):
    return set(
        desk.page.get_by_role("button").evaluate_all(
            "all => all.map(b => (b.getAttribute('aria-label') ?? b.innerText).trim())"
        )
    )


def test_dark_and_light(open_desk):
    desk = open_desk("hex:size=5")
    page = desk.page
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="dark")
    desk.until(lambda: brightness(page.evaluate(ground)) < 80)
    page.emulate_media(color_scheme="light")
    desk.until(lambda: brightness(page.evaluate(ground)) > 200)
    desk.press("Colours: system")
    desk.press("Colours: light")
    desk.until(lambda: brightness(page.evaluate(ground)) < 80)
    page.reload()
    desk.until_drawn()
    assert brightness(page.evaluate(ground)) < 80
    desk.press("Colours: dark")
    desk.until(lambda: brightness(page.evaluate(ground)) > 200)


def brightness(colour):
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3


# -- clicks that are faster than the server --


def test_click_before_the_move_before_is_shown_waits_for_it(open_desk, context):
    slow = Slow(context)
    desk = open_desk("hex:size=5")
    slow.waits = True
    for cell in (0, 1, 2, 2):
        desk.click_cell(cell)
    assert desk.pieces() == {}
    slow.go_on()
    desk.until(lambda: len(desk.pieces()) == 3)
    assert desk.moves() == ["a1", "b1", "c1"]


def test_keys_and_pairs_of_clicks_wait_too(open_desk, context):
    game = "breakthrough:cols=4,rows=6"
    slow = Slow(context)
    desk = open_desk(game)
    state = mirrored(game, [])
    slow.waits = True
    moves = ["b2b3", "c5c4", "b3b4"]
    for move in moves:
        after = state.play(move)
        for number in cells_of(state, after.history[-1]):
            desk.page.locator(f'[data-cell="{number}"]').focus()
            desk.page.keyboard.press("Enter")
        state = after
    slow.go_on()
    desk.until(lambda: desk.pieces() == pieces_of(state))
    assert desk.moves() == moves


def test_click_that_waits_is_forgotten_where_one_goes_elsewhere(open_desk, context):
    slow = Slow(context)
    desk = open_desk("hex:size=5", moves=["c3"])
    slow.waits = True
    desk.click_cell(0)
    desk.click_cell(1)
    desk.press("One move back")
    slow.go_on()
    desk.until(lambda: desk.pieces() == {"c3": "black stone"})
    desk.page.wait_for_timeout(300)
    assert desk.moves() == ["c3", "a1"]


def test_click_is_not_kept_until_a_lost_server_is_back(open_desk, context):
    slow = Slow(context)
    desk = open_desk("hex:size=5")
    slow.waits = True
    desk.click_cell(0)
    desk.click_cell(1)
    slow.go_away()
    desk.page.get_by_text("Connection lost").wait_for()
    desk.click_cell(2)
    slow.go_on()
    desk.until(lambda: desk.pieces() == {"a1": "black stone"})
    desk.page.wait_for_timeout(300)
    assert desk.moves() == ["a1"]


def test_click_before_the_move_of_the_machine_is_shown_is_no_answer_to_it(open_desk, context):
    slow = Slow(context)
    desk = open_desk("hex:size=5", "human", WEAK)
    desk.until(lambda: not desk.page.locator(".side").get_by_text("Compiling").count())
    views = []

    def is_of_the_machine(text):
        views.extend([text] if json.loads(text)["type"] == "view" else [])
        return len(views) > 1

    slow.picks, slow.waits = is_of_the_machine, True
    desk.click_cell(12)
    desk.until(lambda: len(desk.moves()) == 2)
    desk.click_cell(0)
    desk.click_cell(24)
    slow.go_on()
    desk.until_turn(2)
    desk.page.wait_for_timeout(300)
    assert len(desk.moves()) == 2


def test_second_half_of_a_double_click_does_not_wait(open_desk, context):
    slow = Slow(context)
    desk = open_desk("connect4")
    slow.waits = True
    desk.page.locator('[data-cell="3"]').dblclick()
    slow.go_on()
    desk.until(lambda: len(desk.pieces()) == 1)
    desk.page.wait_for_timeout(300)
    assert desk.moves() == ["4"]
