"""A game with a friend as people see it in their browsers."""

import time

PATIENCE_S = 120


class FriendDesk:
    """A tab in the room of a friend's game."""

    def __init__(self, context, link):
        self.page = context.new_page()
        self.problems = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda m: self.problems.append(m.text) if m.type == "error" else 0)
        self.page.goto(link)

    @property
    def room(self):
        return self.page.locator("main.room")

    @property
    def status(self):
        return self.room.locator(".status").inner_text()

    def start(self, game, colour="First"):
        """Start a game: the links for the friend and for those who watch."""
        self.room.get_by_text(game, exact=True).click()
        self.room.get_by_label(colour, exact=True).check()
        self.press("Start a game")
        return self.link("Link for your friend"), self.link("Link for spectators")

    def link(self, name):
        return self.room.get_by_label(name, exact=True).input_value()

    def press(self, name):
        self.room.get_by_role("button", name=name, exact=True).click()

    def click(self, cell):
        self.room.locator(f'[data-cell="{cell}"]').click()

    def moves(self):
        """As they stand in the list, without their numbers."""
        texts = self.room.locator(".list button").all_inner_texts()[1:]
        return [text.split(".")[-1].strip() for text in texts]

    def until_moves(self, *moves):
        self.until(lambda: self.moves() == list(moves))

    def until_status(self, text):
        self.room.locator(".status", has_text=text).wait_for()

    def until(self, condition):
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end, f"never so: {self.page.inner_text('body')}"
            self.page.wait_for_timeout(20)
