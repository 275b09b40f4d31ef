"""Equal time for both sides, with real searches and the real clock."""

import os
import time

import pytest
from numba.core import event

import playout.arena.game as game_module
from playout.arena import Failure, PlayerFailedError, failure_in, opening, play_game
from playout.catalogue import find
from playout.kernel import JIT
from playout.lab.run.ledger import Ledger
from playout.lab.run.runner import Run
from playout.lab.run.spec import parse_spec
from playout.lab.run.tasks import games_of, perform
from playout.lab.run.workers import LocalWorkers
from playout.players import player_of

pytestmark = pytest.mark.full

EACH_S = 0.01
SPEC = f"""
kind = "match"
game = "connect4:5x4,line=3"
pairs = 1
equal_seconds = {EACH_S}
[players]
a = "uct"
b = "flat:seconds=100"
"""


class Watched:
    """A player, and the seconds that it was given for its moves."""

    def __init__(self, text):
        self.player = player_of(text)
        self.given = []

    def choose(self, state, seed, seconds=None):
        self.given.append(seconds)
        return self.player.choose(state, seed, seconds=seconds)


def given_by(spent):
    """What is given for each move, where the moves before took so long: what is left."""
    return [max((i + 1) * EACH_S - sum(spent[:i]), EACH_S / 10) for i in range(len(spent))]


@pytest.mark.parametrize("texts", [("uct", "flat"), ("flat:seconds=100", "rave:simulations=5")])
def test_both_sides_are_given_what_is_left_of_the_same_time(texts):
    players = [Watched(text) for text in texts]
    start = opening(find("connect4:5x4,line=3"), 3, 2)
    played = play_game(start, players, 7, equal_seconds=EACH_S)
    assert played.reason == ""
    for i, player in enumerate(players):
        spent = [turn.seconds for turn in played.turns[i::2]]
        assert len(player.given) == len(spent)
        assert player.given == pytest.approx(given_by(spent))
        assert player.given[0] == EACH_S
        # Budgets of their own count for nothing: seconds=100 would show, and so would 5.
        assert max(player.given) <= EACH_S * len(spent)
    assert all(turn.simulations != 5 for turn in played.turns)


# --- what is compiled --------------------------------------------------------------------

COLD = """
kind = "match"
game = "nim:9"
pairs = 1
equal_seconds = 0.01
[players]
a = "uct:simulations=1,reuse=true"
b = "random"
"""


class Clock:
    """Stands in for the module `time` of a game, and knows whether a move is being timed."""

    is_running = False

    def perf_counter(self):
        self.is_running = not self.is_running
        return time.perf_counter()


class Listener(event.Listener):
    """Writes down what Numba compiles, or loads from the disk, and whether a clock runs."""

    def __init__(self, clock):
        self.clock = clock

    def on_start(self, event):
        with open(os.environ["COMPILED"], "a") as file:
            file.write("timed\n" if self.clock.is_running else "before\n")

    def on_end(self, event):
        pass


def listened(task):
    """Plays a game in a worker, and listens to Numba meanwhile."""
    clock = Clock()
    game_module.time = clock
    listener = Listener(clock)
    with event.install_listener("numba:compiler_lock", listener):
        return perform(task)


@pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")
def test_nothing_is_compiled_while_a_clock_runs(tmp_path, monkeypatch):
    log = tmp_path / "compiled.txt"
    monkeypatch.setenv("COMPILED", str(log))
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path / "cache"))
    experiment = parse_spec(COLD)
    ledger = Ledger.open(tmp_path / "a.sqlite", experiment.digest(), {})
    Run(experiment, ledger).run(LocalWorkers(1, play=listened))
    assert len(ledger) == 2
    assert set(log.read_text().split()) == {"before"}


class Unprepared:
    """A player that cannot be prepared."""

    def __init__(self, text):
        self.player = player_of(text)

    def choose(self, state, seed):
        return self.player.choose(state, seed)


@pytest.mark.parametrize("text", ["uct:simulations=20", "uct:simulations=20,reuse=true"])
def test_players_move_as_if_they_had_not_been_prepared(text):
    start = opening(find("connect4:5x4,line=3"), 3, 2)
    games = [
        play_game(start, [kind(text), kind("random")], 7).moves
        for kind in (player_of, Unprepared, player_of)
    ]
    assert games[0] == games[1] == games[2]


class NotReady(Unprepared):
    """A player that fails before the game begins."""

    def prepare(self, state, seconds):
        raise PlayerFailedError(Failure.NOT_STARTED, "no such program")


@pytest.mark.parametrize("seat", [0, 1])
def test_who_does_not_get_ready_loses(seat):
    players = [player_of("random"), player_of("random")]
    players[seat] = NotReady("random")
    played = play_game(find("nim:9").start(), players, 7)
    assert (played.turns, played.winner) == ((), 1 - seat)
    assert failure_in(played.reason) == (Failure.NOT_STARTED, "no such program")


def test_ledger_has_the_times_by_which_it_can_be_checked(tmp_path):
    experiment = parse_spec(SPEC)
    ledger = Ledger.open(tmp_path / "a.sqlite", experiment.digest(), {})
    (contest,) = Run(experiment, ledger).schedule.contests()
    for task in games_of(experiment, contest):
        assert task.equal_seconds == EACH_S
        ledger.add(perform(task))
    for entry in ledger.games():
        assert len(entry.turns) == len(entry.moves) - entry.opening
        for i in (0, 1):
            spent = [seconds for seconds, _, _ in entry.turns[i::2]]
            assert min(spent) > 0
            # A search of seconds=100 that was not told would have taken them.
            assert sum(spent) < 50
