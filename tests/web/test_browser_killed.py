"""A server that is killed at any moment, again and again: no game is lost, and all go on."""

import random
import signal

import pytest
from browsing import Desk, game_link, mirrored, program
from friend_desk import FriendDesk
from test_browser_robust import free_port

MOST_PAUSE_MS = 900
PLAYED = ["5", "2", "1", "5", "2", "4", "3", "5", "4", "3"]
SMALL = "connect4:cols=5,rows=4"


class Play:
    """A person against a search, on a board that is never full for long."""

    game = "hex:size=5"

    def __init__(self, context, address):
        self.desk = Desk(context, address, game_link(self.game, "human", "uct:simulations=3000"))
        self.seen = []

    def act(self, dice):
        moves = self.desk.moves()
        if self.desk.is_over():
            self.seen = []
            self.desk.press("Play again")
            return
        state = mirrored(self.game, moves)
        if state.is_over:  # the list knows it before the page says so
            return
        if state.player == 0 and self.desk.page.locator("main:not(.room) svg.playable").count():
            self.desk.click(state, dice.choice(list(state.moves())))

    def remember(self):
        self.seen = self.desk.moves()

    def check(self):
        self.desk.until(lambda: self.desk.moves()[: len(self.seen)] == self.seen)

    def until_at_rest(self):
        """The search answers what was played while the server was away."""
        over, mine = self.desk.is_over, self.desk.page.locator("svg.playable")
        self.desk.until(lambda: over() or (mine.count() and len(self.desk.moves()) % 2 == 0))


class Review:
    """A review of a whole game, begun anew whenever it is done."""

    def __init__(self, context, address):
        self.desk = Desk(context, address, game_link(SMALL, moves=PLAYED))
        self.desk.page.get_by_role("tab", name="Review").click()
        self.seen = PLAYED

    def act(self, dice):
        for name in ("Review the game", "Review again"):
            if self.desk.button(name).count():
                self.desk.press(name)
                return

    def remember(self):
        pass

    def check(self):
        assert self.desk.moves() == self.seen

    def until_at_rest(self):
        if self.desk.button("Review the game").count():
            self.desk.press("Review the game")
        self.desk.until(lambda: self.desk.button("Review again").count())


class FriendsGame:
    """Two people, each in a browser of their own; what both have seen is there for ever."""

    def __init__(self, context, other, address, dice):
        self.mine = FriendDesk(context, f"{address}#friend")
        link, _ = self.mine.start("Hex")
        self.friend = FriendDesk(other, link)
        self.cells = dice.sample(range(121), 121)
        self.seen = []

    def both(self):
        return self.mine, self.friend

    def act(self, dice):
        n = max(len(desk.moves()) for desk in self.both())
        self.both()[n % 2].click(self.cells[n])

    def remember(self):
        self.seen = max((desk.moves() for desk in self.both()), key=len)

    def check(self):
        n = len(self.seen)
        for desk in self.both():
            desk.until(lambda desk=desk: desk.moves()[:n] == self.seen)
            desk.room.get_by_text("Connection lost").wait_for(state="hidden")

    def until_at_rest(self):
        self.mine.until(lambda: self.mine.moves() == self.friend.moves())
        n = len(self.mine.moves())
        self.act(None)
        for desk in self.both():
            desk.until(lambda desk=desk: len(desk.moves()) == n + 1)


@pytest.mark.parametrize(
    "kills", [pytest.param(3, marks=pytest.mark.full), pytest.param(20, marks=pytest.mark.slow)]
)
def test_every_game_is_there_after_kills(browser, context, kills, tmp_path):
    dice = random.Random(kills)
    port = free_port()
    other = browser.new_context(locale="en-GB")
    other.set_default_timeout(120_000)
    kept = {"PLAYOUT_GAMES_DIR": str(tmp_path)}
    scenes = []
    for _ in range(kills):
        with program(port, end=signal.SIGKILL, **kept) as address:
            if not scenes:
                scenes += [Play(context, address), Review(context, address)]
                scenes.append(FriendsGame(context, other, address, dice))
            for scene in scenes:
                scene.check()
            for scene in dice.choices(scenes, k=3):
                scene.act(dice)
                context.pages[0].wait_for_timeout(dice.uniform(0, MOST_PAUSE_MS / 3))
        for scene in scenes:
            scene.remember()
        if dice.random() < 0.3:  # a move while the server is away is not lost either
            scenes[2].act(dice)
    with program(port, **kept):
        for scene in scenes:
            scene.check()
            scene.until_at_rest()
        for desk in scenes[2].both():  # the whole game, not only what the page remembers
            moves = desk.moves()
            desk.page.reload()
            desk.until_moves(*moves)
    other.close()
