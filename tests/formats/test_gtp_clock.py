"""The clock of GTP: a move never takes what the others need, however long the game goes on."""

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout import find
from playout.formats import GtpServer
from playout.formats.gtp_clock import LAG_S, LEAST_S, Clock, Settings
from playout.players import Choice, player_of
from playout.search import Search

pytestmark = pytest.mark.full

MAIN = st.integers(1, 7200)
MOVES = st.integers(1, 200)  # of one player: 19x19 has 181
SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=20)  # of what is allotted, spent in turn
LAGS = st.lists(st.floats(0, LAG_S), min_size=1, max_size=20)


class Referee:
    """The same clock as another program would keep it, in which nobody may be late."""

    def __init__(self, main, period=0, stones=0):
        self.main, self.period, self.stones = main, period, stones
        self.in_period, self.played = 0.0, 0

    def count(self, seconds):
        from_main = min(self.main, seconds)
        self.main -= from_main
        if seconds > from_main or (self.main == 0 and self.period):
            self.in_period += seconds - from_main
            self.played += 1
        assert self.in_period <= self.period + 1e-6
        if self.played == self.stones:
            self.in_period, self.played = 0.0, 0


@given(MAIN, MOVES, SHARES)
def test_main_time_is_enough_for_a_game_of_any_length(main, n_moves, shares):
    clock, total = Clock(Settings(main, 0, 0)), 0.0
    for i in range(n_moves):
        seconds = clock.for_move(n_moves - i)
        assert seconds > 0
        taken = seconds * shares[i % len(shares)]
        clock.spend(taken)
        total += taken
        assert total <= main + 1e-6
        assert clock.left <= main - total


@given(MAIN, MOVES, LAGS)
def test_main_time_is_enough_though_others_measure_more(main, n_moves, lags):
    n_moves = min(n_moves, int(main / (2 * LAG_S)))
    clock, referee = Clock(Settings(main, 0, 0)), Referee(main)
    for i in range(n_moves):
        seconds = clock.for_move(n_moves - i)
        clock.spend(seconds)
        referee.count(seconds + lags[i % len(lags)])
        assert seconds > 0


@given(st.integers(0, 600), st.integers(1, 600), st.integers(1, 30), MOVES, SHARES)
def test_no_period_is_ever_too_short(main, period, stones, n_moves, shares):
    clock, referee = Clock(Settings(main, period, stones)), Referee(main, period, stones)
    for i in range(n_moves):
        seconds = clock.for_move(n_moves - i)
        assert seconds > 0
        taken = seconds * shares[i % len(shares)]
        clock.spend(taken)
        referee.count(taken)


@given(st.integers(0, 60), st.integers(1, 30), st.integers(1, 10), LAGS)
def test_no_period_is_too_short_though_others_measure_more(main, pace, stones, lags):
    period, n_moves = pace * stones, 100
    clock, referee = Clock(Settings(main, period, stones)), Referee(main, period, stones)
    for i in range(n_moves):
        if referee.main == 0:  # what a referee tells: whole seconds, rounded down
            left, to_play = int(period - referee.in_period), stones - referee.played
            clock.left, clock.stones = left, to_play
        seconds = clock.for_move(n_moves - i)
        clock.spend(seconds)
        referee.count(seconds + lags[i % len(lags)])


@pytest.mark.parametrize(
    ("settings", "n_moves", "seconds"),
    [
        (
            Settings(600, 0, 0),
            61,
            19.16,
        ),  # Hex 11x11: half as many moves as there might be, and one
        (Settings(60, 0, 0), 1, 59.9),
        (Settings(1, 0, 0), 181, 0.1 / 91),  # too little for the lag of them all
        (Settings(0, 30, 10), 61, 2.9),
        (Settings(0, 5, 1), 61, 4.9),
        (Settings(1, 30, 10), 61, 2.9),  # more than there is of the main time, for what follows
        (Settings(0, 0, 0), 61, LEAST_S),  # no time at all
        (Settings(0, 0, 5), 61, LEAST_S),
    ],
)
def test_what_a_first_move_gets(settings, n_moves, seconds):
    assert Clock(settings).for_move(n_moves) == pytest.approx(seconds, abs=0.01)


def test_period_without_stones_is_no_limit():
    for settings in (Settings(), Settings(10, 5, 0)):
        assert Clock(settings).for_move(8) == math.inf
    assert Clock(Settings(10, 0, 0)).for_move(8) < 10


# --- in a conversation ------------------------------------------------------------------


class Thinker:
    """A player that takes all the time it gets, on a clock of its own."""

    def __init__(self):
        self.time, self.limits, self.prepared = 0.0, [], []

    def prepare(self, state):
        self.prepared.append(state)
        self.time += 1000.0  # compiling

    def search(self, state, seed, on_progress=None, limit=None):
        self.limits.append(limit)
        self.time += 5.0 if limit is None else limit
        return Choice(state.moves()[0])


@pytest.fixture
def thinker():
    return Thinker()


@pytest.fixture
def say(thinker):
    server = GtpServer("random", "hex:4")
    server.player, server.now = thinker, lambda: thinker.time

    def say(*lines):
        return [server.answer(line).strip() for line in lines][-1]

    return say


def test_clock_counts_down_by_itself_for_each_colour(say, thinker):
    assert say("time_settings 100 0 0") == "="
    while say("genmove b") != "= resign" and say("genmove w") != "= resign":
        pass
    assert thinker.prepared  # a player knows itself what it is ready for
    black, white = thinker.limits[::2], thinker.limits[1::2]
    assert len(thinker.limits) > 8
    assert all(one == pytest.approx(other) for one, other in zip(black, white, strict=False))
    assert max(sum(black), sum(white)) <= 100
    assert black[0] == pytest.approx((100 - 8 * LAG_S) / 5)  # 8 moves are to come, or fewer


def test_referee_puts_the_clock_right(say, thinker):
    say("time_settings 100 0 0", "time_left b 10 0", "genmove b")
    assert thinker.limits == [pytest.approx((10 - 8 * LAG_S) / 5)]
    say("genmove w")
    assert thinker.limits[1] == pytest.approx((100 - 8 * LAG_S) / 5)
    say("time_left black 6 3", "genmove b")
    assert thinker.limits[2] == pytest.approx(2 - LAG_S)
    assert thinker.prepared  # a player knows itself what it is ready for


def test_main_time_that_is_up_goes_on_in_periods(say, thinker):
    say("time_settings 100 30 10", "time_left b 0 0", "genmove b")
    assert thinker.limits == [pytest.approx(3 - LAG_S)]


def test_referee_alone_is_enough(say, thinker):
    say("time_left w 10 0", "genmove b", "genmove w")
    assert thinker.limits == [None, pytest.approx((10 - 8 * LAG_S) / 5)]


def test_each_game_has_its_time(say, thinker):
    say("time_settings 100 0 0", "genmove b", "clear_board", "genmove b", "boardsize 4")
    say("genmove b")
    assert len({round(limit, 6) for limit in thinker.limits}) == 1


def test_what_is_not_played_costs_no_time(say, thinker):
    say("time_settings 100 0 0", "reg_genmove b", "genmove b")
    assert thinker.limits[0] == thinker.limits[1]


def test_limit_can_be_lifted(say, thinker):
    say("time_settings 100 0 0", "time_settings 0 1 0", "genmove b")
    assert thinker.limits == [None]


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("time_settings 1 2", "? not three integers"),
        ("time_settings 1 2 3 4", "? command needs 3 arguments"),
        ("time_settings 1.5 0 0", "? not three integers"),
        ("time_settings -1 0 0", "? not three integers"),
        ("time_settings 2147483648 0 0", "? not three integers"),
        (f"time_settings {'9' * 5000} 0 0", "? not three integers"),
        ("time_settings 2147483647 0 0", "="),
        ("time_left b 1", "? not a color and two integers"),
        ("time_left b x 0", "? not a color and two integers"),
        ("time_left b -5 0", "? not a color and two integers"),
        ("time_left purple 5 0", "? not a color and two integers"),
        ("time_left W 5 0", "="),
        ("known_command time_left", "= true"),
    ],
)
def test_replies(say, thinker, line, reply):
    assert say(line) == reply
    if reply.startswith("?"):
        assert say("genmove b").startswith("=")
        assert thinker.limits == [None]


@pytest.mark.parametrize(
    ("text", "game", "budget"),
    [
        ("uct:seconds=5", "nim", (None, 0.2)),
        ("uct:seconds=0.1", "nim", (None, 0.1)),
        ("uct:simulations=7", "nim", (7, 0.2)),
        ("strong", "nim", (1250, 0.2)),
        ("default", "nim", (None, 0.2)),
        ("halving:seconds=5,reuse=true", "nim", (None, 0.2)),
        ("strong", "connect4", (1250, 0.2)),
    ],
)
def test_clock_goes_before_the_budget_of_the_player(monkeypatch, text, game, budget):
    seen = []
    run = Search.run

    def noted(self, simulations=None, seconds=None, on_progress=None):
        seen.append((simulations, seconds))
        return run(self, 1)

    monkeypatch.setattr(Search, "run", noted)
    state = find(game).start()
    assert player_of(text).search(state, 1, limit=0.2).move in state.moves()
    assert seen == [budget]


def test_proof_and_search_share_what_the_clock_gives(monkeypatch):
    player, state = player_of("uct:seconds=5,prove=0.5"), find("nim").start()
    asked, seen = [], []

    class Solver:
        game = state.game

        def solve(self, state, seconds, on_progress):
            from playout.solve.solution import UNKNOWN, Solution

            asked.append(seconds)
            return Solution(state, UNKNOWN, None, None, (), (), 0, seconds)

    run = Search.run
    monkeypatch.setattr(Search, "run", lambda self, n, s, show: seen.append((n, s)) or run(self, 1))
    player.solver = Solver()
    player.search(state, 1, limit=0.2)
    assert asked == [0.1]
    assert seen == [(None, pytest.approx(0.1))]
    player.search(state, 1, limit=0.004)
    assert seen[1] == (None, pytest.approx(0.004))  # something is left, but not the usual least


SESSION = "boardsize 3\ntime_settings 1 0 0\n" + "genmove b\ngenmove w\n" * 5 + "quit\n"


@pytest.mark.parametrize("player", ["uct:seconds=3600", "uct:simulations=2000000000", "default"])
def test_whole_game_on_a_clock(player):
    """By its own budget the player would think for hours; that this test ends is what it tells."""
    done = subprocess.run(
        [sys.executable, "-m", "playout", "gtp", "--game", "hex", "--player", player],
        input=SESSION,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    replies = done.stdout.split("\n\n")
    assert replies[:2] == ["=", "="]
    assert "= resign" in replies  # the game was played to its end
    assert not any(reply.startswith("?") for reply in replies)
