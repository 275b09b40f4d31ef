"""The page as a person uses it: what they see and what they press."""

import re
import time

from playout import find

PATIENCE_S = 120  # a kernel may have to be compiled


class Desk:
    """A tab with a game in it."""

    def __init__(self, context, address, link="", **viewport):
        self.page = context.new_page()
        self.address = address
        self.problems = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda m: self.problems.append(m.text) if m.type == "error" else 0)
        if viewport:
            self.page.set_viewport_size(viewport)
        self.open(link)

    def open(self, link):
        self.page.goto(f"{self.address}{link}")
        self.until(
            lambda: self.page.locator("svg.board").count() or self.page.locator("pre").count()
        )

    # -- what one sees --

    @property
    def status(self):
        return self.page.locator(".status span").first.inner_text()

    def moves(self):
        """The moves of the list, as they are written there."""
        return self.page.locator(".list .move").all_inner_texts()[1:]

    def cells(self):
        """What is said of each cell."""
        return self.page.locator("[data-cell]").evaluate_all(
            "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )

    def is_over(self):
        return bool(re.search(r"wins|won|draw", self.status))

    # -- what one does --

    def press(self, name, **options):
        self.page.get_by_role("button", name=name, exact=True, **options).click()

    def click(self, state, move):
        """Play a move of a mirrored state with the mouse."""
        for cell in cells_of(state, move):
            self.page.locator(f'[data-cell="{cell}"]').click()

    def until(self, condition, seconds=PATIENCE_S):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"it never came to be so: {self.status}"
            self.page.wait_for_timeout(50)

    def until_turn(self, n):
        """Wait until n moves are played and it is a person's turn, or the game is over."""
        self.until(lambda: self.is_over() or (len(self.moves()) >= n and "to move" in self.status))


def cells_of(state, move):
    """The numbers of the cells that one clicks to make a move."""
    board = state.board()
    cells = state.game.move_cells(state.words, int(move))
    if board.shape == "slots":
        cells = [(int(move), 0)]  # anywhere in the column
    return [row * board.cols + col for col, row in cells]


def mirrored(game, moves):
    """The position on the page, as the package has it."""
    state = find(game).start()
    for move in moves:
        state = state.play(move)
    return state
