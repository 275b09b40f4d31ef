"""The exact solver on the page: a teacher, a perfect opponent, and a review that knows."""

import re

import pytest
from browsing import Desk, game_link, mirrored
from exact import Plain

from playout.solve.teacher import judge

pytestmark = pytest.mark.full

# Ten cells are empty, and Red is to move: 3 wins, 2 and 4 draw, 1 and 5 lose.
GAME = "connect4:cols=5,rows=4"
KNIFE_EDGE = ["5", "2", "1", "5", "2", "4", "3", "5", "4", "3"]
SIGNS = {"win": "✓", "draw": "=", "loss": "✗"}


@pytest.fixture
def open_desk(context, address):
    """Open a tab; in the end nothing may have gone wrong in any of them."""
    desks = []

    def opener(*arguments, **named):
        desks.append(Desk(context, address, game_link(*arguments, **named)))
        return desks[-1]

    yield opener
    assert [desk.problems for desk in desks] == [[]] * len(desks)


def said(desk):
    """What the teacher says of the last move."""
    return desk.page.locator(".teacher .sentence").inner_text()


def drop(desk, column):
    """Put a disc into a column."""
    desk.click_cell(int(column) - 1)


def truth(moves):
    state = mirrored(GAME, moves)
    return Plain(state.game).solve(state, all_moves=True)


def marks(desk):
    """The signs on the board, from left to right."""
    texts = desk.page.locator("svg.board .truth").all()
    return [text.text_content().strip() for text in texts]


@pytest.mark.parametrize("column", ["1", "2", "3"])
def test_move_is_judged(open_desk, column):
    desk = open_desk(GAME, moves=KNIFE_EDGE)
    desk.press("Teacher")
    drop(desk, column)
    solution = truth(KNIFE_EDGE)
    move = next(row.move for row in solution.moves if row.move.name == column)
    expected = judge(solution, move)
    words = {
        "1": "column 1: a blunder, it turns a win into a loss; column 3 was better",
        "2": "column 2: a mistake, it turns a win into a draw; column 3 was better",
        "3": "column 3: right, it wins",
    }
    assert expected.kind == ("right" if column == "3" else "mistake")
    desk.until(lambda: said(desk) == words[column])
    sign, name = {"1": ("??", "blunder"), "2": ("?", "mistake"), "3": ("✓", "right")}[column]
    mark = desk.page.locator(".list").get_by_role("img", name=name, exact=True).last
    desk.until(lambda: mark.count() and mark.inner_text() == sign)
    assert desk.page.locator(f".teacher.{expected.kind}").count() == 1
    assert desk.moves()[-1] == column  # the mark is beside the move, not in it


def test_blunder_against_the_machine_is_told_and_stays_told(open_desk):
    desk = open_desk(GAME, "human", "perfect:seconds=20", moves=KNIFE_EDGE)
    desk.press("Teacher")
    drop(desk, "1")
    expected = "column 1: a blunder, it turns a win into a loss; column 3 was better"
    desk.until(lambda: said(desk) == expected)
    desk.until_turn(len(KNIFE_EDGE) + 2)
    assert said(desk) == expected
    desk.press("Undo")
    desk.until(lambda: len(desk.pieces()) == len(KNIFE_EDGE))
    drop(desk, "3")
    desk.until(lambda: said(desk) == "column 3: right, it wins")


def test_teacher_is_quiet_until_asked_and_after(open_desk):
    desk = open_desk(GAME, moves=KNIFE_EDGE)
    assert desk.page.locator(".teacher").count() == 0
    drop(desk, "1")
    desk.until(lambda: len(desk.pieces()) == len(KNIFE_EDGE) + 1)
    assert desk.page.locator(".verdict").count() == 0
    desk.press("Teacher")
    desk.until(lambda: "blunder" in said(desk))  # what was played before is judged as well
    desk.press("Teacher")
    desk.until(lambda: desk.page.locator(".teacher").count() == 0)


def test_answers_are_on_the_board(open_desk):
    desk = open_desk(GAME, moves=KNIFE_EDGE)
    desk.press("Teacher")
    desk.press("Show the answers")
    solution = truth(KNIFE_EDGE)
    rows = solution.moves
    shown = [SIGNS[row.outcome] + ("" if row.outcome == "draw" else str(row.plies)) for row in rows]
    desk.until(lambda: marks(desk) == shown)
    words = {"win": "wins", "draw": "draws", "loss": "loses"}
    labels = " | ".join(desk.cells())
    for row in rows:
        assert re.search(
            rf"column {row.move}, row \d, empty, {words[row.outcome]} in {row.plies} plies", labels
        )
    answer = desk.page.locator(".teacher .answer")
    assert answer.inner_text() == f"With best play, Red wins in {solution.plies} plies."
    desk.press("One move back")  # every position has its own
    after = truth(KNIFE_EDGE[:-1])
    desk.until(lambda: len(marks(desk)) == len(after.moves) and marks(desk) != shown)
    desk.press("Show the answers")
    desk.until(lambda: marks(desk) == [])


def test_what_is_not_known_is_not_guessed(open_desk):
    desk = open_desk("hex:size=11", moves=["f6"])
    desk.press("Teacher")
    desk.until(lambda: "is checking f6" in said(desk))
    desk.until(lambda: said(desk) == "f6: not known, the solver ran out of time")
    desk.press("Show the answers")
    answer = desk.page.locator(".teacher .answer")
    desk.until(lambda: answer.count() and "not known" in answer.inner_text())
    assert marks(desk) == []


def test_playing_on_does_not_wait_for_the_teacher(open_desk):
    desk = open_desk("hex:size=11", "human", "easy", moves=[])
    desk.press("Teacher")
    for n in range(3):
        state = mirrored("hex:size=11", desk.moves())
        desk.click(state, state.moves()[50])
        desk.until_turn(2 * n + 2)
    assert len(desk.pieces()) == 6
    desk.press("Teacher")
    desk.until(lambda: desk.page.locator(".teacher").count() == 0)


def test_perfect_opponent_wins_a_won_position(open_desk):
    moves = [*KNIFE_EDGE, "1"]
    desk = open_desk(GAME, "human", "perfect:seconds=20", moves=moves)
    # Red has blundered; whatever Red plays now, Yellow, who is perfect, wins.
    desk.until(lambda: desk.is_over() or len(desk.moves()) > len(moves))
    while not desk.is_over():
        desk.until_turn(len(desk.moves()))
        played = desk.moves()
        if desk.is_over():
            break
        drop(desk, mirrored(GAME, played).moves()[0].name)
        desk.until_turn(len(played) + 2)
    assert desk.status == "Yellow wins"
    panel = desk.page.locator(".thinking")
    assert "proven: it wins in 1 ply" in panel.inner_text()


def test_panel_shows_a_proof(open_desk):
    desk = open_desk(GAME, moves=KNIFE_EDGE)
    desk.press("Analyse")
    panel = desk.page.locator(".thinking")
    desk.until(lambda: "proven: it wins in 9 plies" in panel.inner_text())
    table = desk.page.locator("tbody tr")
    desk.until(lambda: table.count() == 5)
    assert desk.page.locator("th.visits").count() == 0
    texts = [" ".join(text.split()) for text in table.all_inner_texts()]
    assert re.fullmatch(r"3 chosen wins in 9", texts[0])
    assert texts[-1].endswith("loses in 10")
    assert desk.number("Positions") > 0
    assert "Simulations" not in panel.inner_text()
    desk.until(lambda: "✓9" in marks(desk))  # outcomes in the place of heat
    desk.page.get_by_role("tab", name="Tree").click()
    desk.until(lambda: "There is no tree to open" in panel.inner_text())


def test_hint_that_is_proven_says_so(open_desk):
    desk = open_desk(GAME, moves=KNIFE_EDGE)
    desk.press("Hint")
    status = desk.page.locator(".status")
    desk.until(lambda: "Hint: column 3. Proven: it wins in 9 plies." in status.inner_text())


def test_perfect_is_chosen_with_its_seconds(open_desk):
    desk = open_desk(GAME)
    desk.press("New game")
    dialog = desk.dialog()
    dialog.get_by_role("combobox").last.select_option("perfect")
    dialog.get_by_text("Plays what is proven.").wait_for()
    seconds = dialog.get_by_label("Seconds")
    assert seconds.input_value() == "10"
    seconds.fill("4")
    seconds.blur()
    desk.press("Start the game")
    player = desk.page.locator(".player").last
    desk.until(lambda: "Perfect, 4 s" in player.inner_text())


def test_review_knows_the_exact_mistakes(open_desk):
    desk = open_desk(GAME, moves=[*KNIFE_EDGE, "1"])
    desk.page.get_by_role("tab", name="Review").click()
    desk.press("Review the game")
    desk.until(lambda: desk.button("Review again").count())
    review = desk.page.locator(".review")
    exact = review.locator("li button.exact")
    words = [" ".join(text.split()) for text in exact.all_inner_texts()]
    blunder = "column 1: a blunder, it turns a win into a loss; column 3 was better"
    assert f"?? 6. {blunder} Red, proven" in words
    assert all(re.search("mistake|blunder", text) and text.endswith("proven") for text in words)
    assert review.get_by_text("proven right or wrong").count() == 1
    assert desk.page.locator(".curve .wrong").count() == exact.count()
    exact.first.click()
    desk.until(lambda: exact.first.get_attribute("aria-current") == "step")
    blunders = desk.page.locator(".list").get_by_role("img", name="blunder", exact=True)
    desk.until(lambda: blunders.count() == sum(text.startswith("??") for text in words))


def test_teacher_speaks_french(open_desk):
    desk = open_desk(GAME, moves=KNIFE_EDGE)
    desk.press("FR: français")
    desk.press("Professeur")
    drop(desk, "1")
    expected = "colonne 1 : une gaffe, elle change un gain en perte ; mieux : colonne 3"
    desk.until(lambda: said(desk) == expected)
    marks = desk.page.locator(".list").get_by_role("img", name="gaffe")
    desk.until(lambda: marks.count() and marks.last.inner_text() == "??")
    desk.press("Montrer les réponses")
    answer = desk.page.locator(".teacher .answer")
    desk.until(
        lambda: (
            answer.count()
            and re.fullmatch(
                r"Au mieux des deux côtés, Jaune gagne en \d+ demi-coups?\.", answer.inner_text()
            )
        )
    )


def test_question_mark_of_the_teacher_explains(open_desk):
    desk = open_desk(GAME, moves=KNIFE_EDGE)
    desk.press("Teacher")
    desk.page.locator(".teacher .help").click()
    title = desk.dialog().locator("article h3")
    desk.until(lambda: title.inner_text() == "The teacher")
    desk.dialog().get_by_role("button", name="The solver", exact=True).click()
    desk.until(lambda: title.inner_text() == "The solver")


def test_two_tabs_do_not_mix(open_desk):
    one = open_desk(GAME, moves=KNIFE_EDGE)
    two = open_desk("nim:7")
    one.press("Teacher")
    two.until(lambda: two.button("Teacher").count())
    if two.page.locator(".teacher").count() == 0:
        two.press("Teacher")
    drop(one, "1")
    two.choose("take 1")
    expected = "column 1: a blunder, it turns a win into a loss; column 3 was better"
    one.until(lambda: said(one) == expected)
    other = "take 1: a blunder, it turns a win into a loss; take 3 was better"
    two.until(lambda: said(two) == other)
