"""The review of a game in a real browser: what it says of moves is what is true of them."""

import re

import pytest
from browsing import Desk, game_link, mirrored

from playout import Hex, solve
from playout.conformance import random_game
from playout.rules import FIRST

pytestmark = pytest.mark.full

WORTH = {"loss": 0.0, "draw": 0.5, "win": 1.0}
SMALL = ["connect4:cols=5,rows=4", "hex:size=4"]  # solved in no time


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
    if not desk.page.locator(".review details[open]").count():
        desk.page.locator(".review summary").click()
    rows = desk.page.locator(".review tbody tr").all()[1:]
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
    desk.until(lambda: desk.button("Review the game").count())
    covered = r"The review covers ([2-9]|[1-5]\d|60) of 61 positions\."
    desk.until(lambda: re.search(covered, panel.inner_text()))
    assert "No move" not in panel.inner_text()
