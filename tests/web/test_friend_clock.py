"""The clocks of two people, by a time that is made up."""

import pytest

from playout.web.friend_clock import GameClock
from playout.web.friend_messages import ClockSetting


def fischer(seconds=60, increment=5, left=None):
    setting = ClockSetting(kind="fischer", seconds=seconds, increment=increment)
    return GameClock(setting, left)


def test_only_the_clock_of_who_is_to_move_runs():
    clock = fischer()
    assert clock.left(1000.0) == (60, 60)
    assert clock.falls_in(1000.0) is None
    clock.start(0, 1000.0)
    clock.start(1, 1005.0)  # one runs already
    assert clock.left(1010.0) == (50, 60)
    clock.press(0, 1010.0)
    assert clock.left(2000.0) == (55, 60)  # nobody's runs in between
    clock.start(1, 2000.0)
    assert clock.left(2001.0) == (55, 59)
    assert clock.running == 1


def test_a_move_has_its_time():
    clock = GameClock(ClockSetting(kind="move", seconds=10))
    for i, player in enumerate((0, 1, 0, 1)):
        clock.start(player, 100.0 * i)
        clock.press(player, 100.0 * i + 9)
        assert clock.left(0.0) == (10, 10)


def test_flag():
    clock = fischer(seconds=10)
    clock.start(0, 0.0)
    assert clock.falls_in(4.0) == 6
    assert not clock.is_down(9.99)
    assert clock.is_down(10.0)
    assert clock.left(99.0) == (0, 10)


def test_time_goes_on_where_it_was():
    clock = fischer(left=(7.5, 3.0))
    clock.start(1, 0.0)
    clock.stop(1.0)
    assert clock.left(50.0) == (7.5, 2.0)
    assert clock.running is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "sand", "seconds": 5},
        {"kind": "move", "seconds": 0},
        {"kind": "move", "seconds": 1e9},
    ],
)
def test_no_such_clock(wrong):
    with pytest.raises(ValueError, match="validation error"):
        ClockSetting(**wrong)
