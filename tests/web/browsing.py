"""The page as a person uses it: what they see and what they press."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time

from playout import find

PATIENCE_S = 300  # a kernel may have to be compiled, on a busy machine
COMPILER_S = 900  # for the compiler, of a page that says that it compiles: the machine may be busy
LOOK_S = 5  # between two looks whether it does
COMPILES = re.compile("Compiling|Compilation|Getting ready|Préparation")
CELL = re.compile(r"((?:column \d+, row |heap \d+, place |[a-z]+)\d+), ([^,]+)")
# A browser that lets the page keep nothing.
FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); },
  });"""


@contextlib.contextmanager
def program(port=0, *arguments, end=signal.SIGTERM, **variables):
    """`playout web`, running in a process of its own: where its page is."""
    command = [sys.executable, "-m", "playout", "web", "--no-browser", "--port", str(port)]
    command += map(str, arguments)
    environment = {**os.environ, "PLAYOUT_QUIET": "1", "PYTHONUNBUFFERED": "1", **variables}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            yield re.search(r"http://\S+/", server.stdout.readline()).group()
        finally:
            server.send_signal(end)


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
        self.until_drawn()

    def until_drawn(self):
        self.until(
            lambda: self.page.locator("svg.board").count() or self.page.locator("pre").count()
        )

    # -- what one sees --

    @property
    def status(self):
        return self.page.locator(".status span").first.inner_text()

    def moves(self):
        """The moves of the list, as they are written there, those of side lines among them."""
        return self.page.locator(".list .move").all_inner_texts()[1:]

    def side_lines(self):
        """The side lines of the list, each with its moves."""
        sides = self.page.locator(".list .side").all()
        return [side.locator(".move").all_inner_texts() for side in sides]

    def cells(self):
        """What is said of each cell."""
        return self.page.locator("[data-cell]").evaluate_all(
            "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )

    def pieces(self):
        """Which cells have something on them, and what, as it is said: "c3": "black stone"."""
        said = [CELL.match(cell).groups() for cell in self.cells()]
        return {name: what for name, what in said if what != "empty"}

    def is_over(self):
        return bool(re.search(r"wins|won|draw", self.status))

    def number(self, name):
        """A number of the panel of the search, 0 as long as there is none."""
        place = self.page.locator(".numbers div").filter(has_text=name).locator("dd")
        texts = place.all_inner_texts()
        return int(re.sub(r"\D", "", texts[0])) if texts else 0

    def button(self, name, **options):
        return self.page.get_by_role("button", name=name, exact=True, **options)

    def offer(self, name):
        """The button below the board of a move that has no cell, such as a pass."""
        return self.page.locator(".play .moves").get_by_role("button", name=name)

    def dialog(self):
        return self.page.locator("dialog[open]").last

    # -- what one does --

    def press(self, name, **options):
        self.button(name, **options).click()

    def choose(self, name):
        """Play a move that has a button below the board."""
        self.offer(name).click()

    def click(self, state, move):
        """Play a move of a mirrored state with the mouse."""
        for cell in cells_of(state, move):
            self.click_cell(cell)

    def click_cell(self, number):
        self.page.locator(f'[data-cell="{number}"]').click()

    def until(self, condition, seconds=None):
        """Wait for something to be so; the time begins when the page compiles no more."""
        patience = seconds or PATIENCE_S
        began = since = looked = time.monotonic()
        while not condition():
            now = time.monotonic()
            if now - looked > min(patience, LOOK_S):
                shown, looked = self.page.inner_text("body"), now
                if COMPILES.search(shown) and now - began < COMPILER_S:
                    since = now
                assert now - since < patience, f"it never came to be so: {shown}"
            self.page.wait_for_timeout(20)

    def until_turn(self, n):
        """Wait until n moves are played and it is a person's turn, or the game is over."""
        # The list knows a move before the board shows it; only then can one play on.
        playable = self.page.locator("svg.board.playable")
        self.until(lambda: self.is_over() or (len(self.moves()) >= n and playable.count()))

    def analyse(self):
        """Turn the analysis on and wait for its first numbers."""
        self.press("Analyse")
        self.until(lambda: self.number("Simulations") > 0)


class Slow:
    """A line by which the server's answers wait until they are let through."""

    def __init__(self, context):
        self.waits, self.held, self.page = False, [], None
        self.picks = lambda text: True  # which answers wait
        self.is_away = False  # lines are ended as soon as they are there
        context.route_web_socket(re.compile("/ws$"), self.between)

    def between(self, page):
        if self.is_away:
            page.close()
            return
        self.page, self.held = page, []

        def forward(text):
            if self.waits and self.picks(text):
                self.held.append(text)
            else:
                page.send(text)

        page.connect_to_server().on_message(forward)

    def go_away(self):
        self.is_away = True
        self.page.close()

    def go_on(self):
        self.waits = self.is_away = False
        for text in self.held:
            self.page.send(text)
        self.held.clear()


def game_link(game, black="human", white="human", moves=()):
    """The link to a game."""
    played = f"&m={','.join(map(str, moves))}" if moves else ""
    return f"#g={game}{played}&b={black}&w={white}"


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


def pieces_of(state):
    """The pieces of a position as `Desk.pieces` has them, on boards with lettered columns."""
    board = state.board()
    return {
        f"{board.column(col)}{row + 1}": f"{board.colours[owner]} {board.piece}"
        for (col, row), owner in board.pieces.items()
    }
