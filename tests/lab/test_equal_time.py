"""Equal time for both sides, with real searches and the real clock."""

import pytest

from playout.arena import opening, play_game
from playout.catalogue import find
from playout.lab.drive import Run
from playout.lab.ledger import Ledger
from playout.lab.spec import parse_spec
from playout.lab.tasks import play_task, tasks_of
from playout.players import player_of

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


def test_ledger_has_the_times_by_which_it_can_be_checked(tmp_path):
    experiment = parse_spec(SPEC)
    ledger = Ledger.open(tmp_path / "a.sqlite", experiment.digest(), {})
    (contest,) = Run(experiment, ledger).contests()
    for task in tasks_of(experiment, contest):
        assert task.equal_seconds == EACH_S
        ledger.add(play_task(task))
    for entry in ledger.entries():
        assert len(entry.turns) == len(entry.moves) - entry.opening
        for i in (0, 1):
            spent = [seconds for seconds, _, _ in entry.turns[i::2]]
            assert min(spent) > 0
            # A search of seconds=100 that was not told would have taken them.
            assert sum(spent) < 50
