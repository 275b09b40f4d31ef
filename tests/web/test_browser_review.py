"""The review of a game in a real browser: what it says of moves is what is true of them."""

import re

import pytest
from browsing import Desk, game_link, mirrored, program

from playout import Hex, find, solve
from playout.conformance import random_game
from playout.rules import FIRST
from playout.solve.teacher import judge

pytestmark = pytest.mark.full

WORTH = {"loss": 0.0, "draw": 0.5, "win": 1.0}
SMALL = ["connect4:cols=5,rows=4", "hex:size=4"]  # solved in no time
SOLVED = ["connect4:cols=5,rows=5", "hex:size=5"]


@pytest.fixture
def open_desk(context, address):
    """Open a tab; in the end nothing may have gone wrong in any of them."""
    desks = []

    def opener(*arguments, **named):
        desks.append(Desk(context, address, game_link(*arguments, **named)))
        return desks[-1]

    yield opener
    assert [desk.problems for desk in desks] == [[]] * len(desks)


def worth(state):
    """What a position is worth to the first player."""
    if state.is_over:
        return {None: 0.5, 0: 1.0, 1: 0.0}[state.winner]
    mine = WORTH[solve(state).outcome]
    return mine if state.player == FIRST else 1 - mine


def true_costs(game, moves):
    """What each move of a game gave away."""
    states = [mirrored(game, moves[:n]) for n in range(len(moves) + 1)]
    values = [worth(state) for state in states]
    return [
        before - after if state.player == FIRST else after - before
        for state, before, after in zip(states, values, values[1:], strict=False)
    ]


def play_to_the_end(desk, game):
    """Against the machine, by turns as well and as badly as one can; the moves of the game."""
    badly = True
    while not desk.is_over():
        state = mirrored(game, desk.moves())
        rows = solve(state, all_moves=True).moves
        row = (min if badly else max)(rows, key=lambda row: WORTH[row.outcome])
        desk.click(state, row.move)
        desk.until_turn(len(state.history) + 2)
        badly = not badly
    return desk.moves()


def look_at_review(desk):
    desk.page.get_by_role("tab", name="Review").click()
    return desk.page.locator(".review")


def review(desk):
    """Have the game reviewed to the end."""
    panel = look_at_review(desk)
    desk.press("Review the game")
    desk.until(lambda: desk.button("Review again").count())
    return panel


def table(desk):
    """The table of the review, a list a move: the move, who, the chance, the cost, and so on."""
    if not desk.page.locator(".review .every[open]").count():
        desk.page.locator(".review .every summary").click()
    rows = desk.page.locator(".review .every tbody tr").all()[1:]
    return [row.locator("th, td").all_inner_texts() for row in rows]


def blamed(panel):
    """The plies of the moves that are said to have cost something."""
    found = [re.search(r"(\d+)([.…]) ", text) for text in panel.locator("ol li").all_inner_texts()]
    return {2 * int(n) - (sign == ".") for n, sign in (one.groups() for one in found)}


@pytest.mark.parametrize("game", SMALL)
def test_moves_cost_what_they_gave_away(open_desk, game):
    desk = open_desk(game, "human", "strong")
    moves = play_to_the_end(desk, game)
    panel = review(desk)
    costs = true_costs(game, moves)
    assert 0 in costs
    assert any(costs)
    assert [row[3] for row in table(desk)] == [f"{cost:.0%}" for cost in costs]
    assert blamed(panel) == {ply for ply, cost in enumerate(costs, 1) if cost}


def names_of(game, seed):
    return [move.name for move in random_game(find(game), seed=seed).history]


@pytest.mark.parametrize("seed", [1, 4])
@pytest.mark.parametrize("game", SOLVED)
def test_random_games_cost_what_they_gave_away(open_desk, game, seed):
    moves = names_of(game, seed)
    desk = open_desk(game, moves=moves)
    panel = review(desk)
    costs = true_costs(game, moves)
    assert any(costs)
    assert 0 in costs
    assert [row[3] for row in table(desk)] == [f"{cost:.0%}" for cost in costs]
    assert blamed(panel) == {ply for ply, cost in enumerate(costs, 1) if cost}
    assert "Every move of the game is proven right or wrong." in panel.inner_text()
    rows = panel.locator(".summary tbody tr").all()
    mistakes, blunders = (row.locator("td").all_inner_texts() for row in rows[2:])
    assert mistakes == [str(costs[player::2].count(0.5)) for player in (0, 1)]
    assert blunders == [str(costs[player::2].count(1)) for player in (0, 1)]


def test_review_teacher_and_terminal_say_the_same(open_desk):
    """Of every mistake of a game, in the same words; of every move, with the same sign."""
    game = "hex:size=5"
    moves = names_of(game, 4)
    desk = open_desk(game, moves=moves)
    panel = review(desk)
    desk.press("Teacher")
    told = panel.locator("li button.what")
    assert told.count() > 2
    for i in range(told.count()):
        told.nth(i).click()
        words = re.sub(r"^\S+\s+", "", told.nth(i).inner_text())  # without its sign
        number, sentence = re.fullmatch(r"(\d+[.…]) (.*)\n.*", words).groups()
        desk.until(
            lambda said=sentence: desk.page.locator(".teacher .sentence").inner_text() == said
        )
        ply = 2 * int(number[:-1]) - (number[-1] == ".")
        solution = solve(mirrored(game, moves[: ply - 1]), all_moves=True)
        judged = judge(solution, mirrored(game, moves[:ply]).history[-1])
        assert sentence.split(";")[0] == str(judged).split(";")[0]
        assert re.search("; (.*) was better", sentence).group(1).split(",")[0].split(" ")[0] in {
            move.name for move in judged.best
        }


def test_teacher_judges_what_was_played_too_fast_as_the_review_does(open_desk):
    game = "connect4:cols=5,rows=5"
    moves = names_of(game, 3)
    desk = open_desk(game)
    desk.press("Teacher")
    for n, move in enumerate(moves):
        state = mirrored(game, moves[:n])
        desk.click(state, state.play(move).history[-1])
    desk.until(lambda: len(desk.pieces()) == len(moves))
    marks = desk.page.locator(".list .verdict")
    desk.until(lambda: marks.count() == len(moves))
    other = open_desk(game, moves=moves)
    if other.page.locator(".teacher").count():
        other.press("Teacher")
    review(other)
    assert marks.all_inner_texts() == other.page.locator(".list .verdict").all_inner_texts()
    desk.page.reload()
    desk.until(lambda: marks.count() == len(moves))


def test_best_line_is_played_beside_the_game(open_desk):
    game, moves = "connect4:cols=5,rows=5", names_of("connect4:cols=5,rows=5", 1)
    desk = open_desk(game, moves=moves)
    panel = review(desk)
    item = panel.locator("li").first
    number, sign = re.search(r"(\d+)([.…]) ", item.inner_text()).groups()
    ply = 2 * int(number) - (sign == ".")
    line = item.locator(".best .moves").inner_text().removesuffix(" …").split()
    before = mirrored(game, moves[: ply - 1])
    keeps = {row.move.name for row in solve(before, all_moves=True).moves if row.outcome != "loss"}
    assert line[0] in keeps
    item.locator(".best").click()
    desk.until(lambda: len(desk.pieces()) == ply)
    assert desk.side_lines()[0][: len(line)] == line
    desk.press("One move forward")
    desk.until(lambda: len(desk.pieces()) == ply + 1)
    # It is still the game that is reviewed, and one goes back to it.
    assert len(table(desk)) == len(moves)
    item.locator(".what").click()
    desk.until(lambda: len(desk.pieces()) == ply)
    assert item.locator(".what").get_attribute("aria-current") == "step"


def test_another_search_begins_anew_and_is_named(open_desk):
    desk = open_desk("hex:size=4", moves=["a1", "b2", "c3"])
    panel = review(desk)
    assert "searched alike: Best search, 0.3 s." in panel.inner_text()
    panel.get_by_label("Search for each position").select_option("Another search…")
    form = desk.dialog()
    form.get_by_role("combobox").first.select_option("easy")
    form.get_by_role("button", name="Done").click()
    assert "Easy" in panel.locator("select option:checked").inner_text()
    desk.press("Review again")
    desk.until(lambda: "searched alike: Easy" in panel.inner_text())


def test_review_goes_on_after_a_reload_and_a_killed_server(context):
    moves = names_of("hex:size=11", 1)[:40]
    with program() as where:
        desk = Desk(context, where, game_link("hex:size=11", moves=moves))
        panel = look_at_review(desk)
        desk.press("Review the game")
        desk.until(lambda: re.search(r"Position [3-9] of 41", panel.inner_text()))
        desk.page.reload()
        desk.until_drawn()
        panel = look_at_review(desk)
        desk.until(lambda: re.search(r"Position ([5-9]|1\d) of 41", panel.inner_text()))
    port = int(re.search(r":(\d+)/", where).group(1))
    desk.until(lambda: desk.page.locator(".lost").count())
    with program(port):
        desk.until(lambda: re.search(r"Position ([2-3]\d) of 41", panel.inner_text()))
        desk.press("Stop")
        assert desk.button("Continue the review").count()


def test_nothing_is_claimed_before_a_review(open_desk):
    desk = open_desk("connect4:cols=5,rows=4", "human", "strong")
    desk.click_cell(2)
    desk.until_turn(2)
    panel = look_at_review(desk)
    assert panel.inner_text().split("\n")[:2] == ["Review of the game", "Review the game"]
    assert "looks at every position" in panel.inner_text()
    assert not re.search("No move|not searched|moves that cost", panel.inner_text())
    assert panel.locator(".curve").count() == 0


def test_stopped_review_says_how_far_it_came(open_desk):
    # So long a game that the review is not over before a slow machine has pressed the button.
    moves = [move.name for move in random_game(Hex(11), seed=1, plies=60).history]
    desk = open_desk("hex:size=11", moves=moves)
    panel = look_at_review(desk)
    desk.press("Review the game")
    desk.until(lambda: re.search(r"Position ([3-9]|\d\d) of 61", panel.inner_text()))
    desk.press("Stop")
    desk.until(lambda: desk.button("Continue the review").count())
    covered = r"The review covers ([2-9]|[1-5]\d|60) of 61 positions\."
    desk.until(lambda: re.search(covered, panel.inner_text()))
    assert "No move" not in panel.inner_text()
